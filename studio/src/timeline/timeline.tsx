import type { JSX, ReactNode } from 'react';
import { titleOf } from '../page/words.ts';
import { PauseIcon, PlayIcon, ResetIcon, StepIcon } from '../panels/icons.tsx';
import './timeline.css';

/** Something that the head or the air can be asked to do now. */
export interface Trial {
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

export interface TimelineProps {
  readonly isPlaying: boolean;
  readonly isDisabled: boolean;
  /** Simulated time that is shown, and the latest that was reached. */
  readonly time: number;
  readonly end: number;
  /** Simulated seconds per second: 1, 0.5, 0.25, 0.1. */
  readonly speed: number;
  readonly trials: readonly Trial[];
  /** What the body can do by itself. */
  readonly clips: readonly string[];
  /** Times of what a person did. */
  readonly marks: readonly number[];
  onToggle(): void;
  onStep(): void;
  onReset(): void;
  onSeek(time: number): void;
  onSpeed(speed: number): void;
  onTrial(name: string): void;
  onClip(name: string): void;
  /** Stands at the end. */
  readonly children?: ReactNode;
}

/** Tells a body's own animations from what everything can be asked to do. */
const CLIP = 'clip:';
const SPEEDS = [1, 0.5, 0.25, 0.1] as const;
/** Seconds that the whole line may stand for; beyond, the last is doubled. */
const SPANS = [2, 5, 10, 20, 30, 60] as const;

/** What the line stands for: more than was reached, so that its knob moves, and seldom another. */
export function spanOf(end: number): number {
  let span: number = SPANS.find((seconds) => seconds >= end) ?? SPANS.at(-1)!;
  while (span < end) span *= 2;
  return span;
}

export function Timeline(props: TimelineProps): JSX.Element {
  const { isPlaying, isDisabled, time, end, speed, trials, clips, marks } = props;
  const choose = (value: string): void =>
    value.startsWith(CLIP) ? props.onClip(value.slice(CLIP.length)) : props.onTrial(value);
  const span = spanOf(end);
  return (
    <section className="panel timeline" aria-label="Timeline">
      <button
        type="button"
        className="main-action"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        aria-keyshortcuts="Space"
        title={`${isPlaying ? 'Pause' : 'Play'} (Space)`}
        disabled={isDisabled}
        onClick={props.onToggle}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </button>
      <button
        type="button"
        aria-label="One step forward"
        aria-keyshortcuts="."
        title="One step forward (.)"
        disabled={isDisabled || isPlaying}
        onClick={props.onStep}
      >
        <StepIcon />
      </button>
      <button
        type="button"
        aria-label="Back to the beginning"
        aria-keyshortcuts="Home"
        title="Back to the beginning (Home)"
        disabled={isDisabled}
        onClick={props.onReset}
      >
        <ResetIcon />
      </button>
      <div className="scrub">
        <b style={{ width: `${(100 * end) / span}%` }} />
        <input
          type="range"
          aria-label="Time"
          aria-valuetext={`${time.toFixed(2)} of ${end.toFixed(2)} seconds`}
          min={0}
          max={span}
          step={1 / 120}
          value={time}
          disabled={isDisabled}
          title="Time; up to where the line is coloured it can be gone back to"
          onChange={(event) => props.onSeek(Math.min(end, Number(event.target.value)))}
        />
        {marks.map((mark, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two commands may have the same time.
          <i key={k} style={{ left: `${(100 * mark) / span}%` }} />
        ))}
      </div>
      <output className="clock" aria-label="Simulated time">
        {time.toFixed(2)} / {end.toFixed(2)} s
      </output>
      <label className="choice" title="Slow motion">
        <span className="visually-hidden">Speed</span>
        <select value={speed} onChange={(event) => props.onSpeed(Number(event.target.value))}>
          {SPEEDS.map((value) => (
            <option key={value} value={value}>
              {value === 1 ? '1×' : `1/${Math.round(1 / value)}×`}
            </option>
          ))}
        </select>
      </label>
      <label className="choice" title="Something to try: the head moves, or the wind blows (N)">
        <span className="visually-hidden">Try a motion</span>
        <select value="" disabled={isDisabled} onChange={(event) => choose(event.target.value)}>
          <option value="" disabled>
            Try…
          </option>
          {trials.map((trial) => (
            <option key={trial.name} value={trial.name}>
              {trial.title}
            </option>
          ))}
          {clips.length > 0 && (
            <optgroup label="Its own">
              {clips.map((clip) => (
                <option key={clip} value={CLIP + clip}>
                  {titleOf(clip)}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {props.children}
    </section>
  );
}
