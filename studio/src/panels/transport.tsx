import type { JSX, ReactNode } from 'react';
import { FrameIcon, PauseIcon, PlayIcon, ResetIcon } from './icons.tsx';
import './transport.css';

export interface TransportProps {
  readonly isPlaying: boolean;
  readonly isDisabled: boolean;
  onToggle(): void;
  onReset(): void;
  onFrame(): void;
  /** Stands beside the buttons. */
  readonly children: ReactNode;
}

export function Transport({
  isPlaying,
  isDisabled,
  onToggle,
  onReset,
  onFrame,
  children,
}: TransportProps): JSX.Element {
  return (
    <section className="panel transport" aria-label="Playback">
      <button
        type="button"
        className="main-action"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        aria-keyshortcuts="Space"
        title={`${isPlaying ? 'Pause' : 'Play'} (Space)`}
        disabled={isDisabled}
        onClick={onToggle}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </button>
      <button
        type="button"
        aria-label="Start again"
        aria-keyshortcuts="R"
        title="Start again (R)"
        disabled={isDisabled}
        onClick={onReset}
      >
        <ResetIcon />
      </button>
      <button
        type="button"
        aria-label="Show everything"
        aria-keyshortcuts="F"
        title="Show everything (F)"
        disabled={isDisabled}
        onClick={onFrame}
      >
        <FrameIcon />
      </button>
      {children}
    </section>
  );
}
