import type { JSX } from 'react';
import type { CommandLine, Fingerprint } from '../simulation/protocol.ts';
import './history-panel.css';

export interface HistoryPanelProps {
  readonly commands: readonly CommandLine[];
  /** How many of them are done; what comes after is taken back and can be done again. */
  readonly done: number;
  /** Of the present state, while time stands still. */
  readonly fingerprint: Fingerprint | null;
  /** Goes to the state after so many commands. */
  onGo(done: number): void;
}

export function HistoryPanel({ commands, done, fingerprint, onGo }: HistoryPanelProps): JSX.Element {
  return (
    <section className="history" aria-label="History">
      <h2>History</h2>
      <ol>
        <li>
          <button type="button" aria-current={done === 0 ? 'step' : undefined} onClick={() => onGo(0)}>
            <span>As opened</span>
          </button>
        </li>
        {commands.map((command, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a command is its place in the order of time.
          <li key={k} className={k < done ? undefined : 'undone'}>
            <button type="button" aria-current={done === k + 1 ? 'step' : undefined} onClick={() => onGo(k + 1)}>
              <span>{command.title}</span>
              <time>{command.time.toFixed(1)} s</time>
            </button>
          </li>
        ))}
      </ol>
      {commands.length === 0 && (
        <p className="nothing-done">Strokes of tools and head motions are listed here; each can be taken back.</p>
      )}
      {fingerprint && (
        <p
          className="fingerprint"
          data-step={fingerprint.step}
          data-sha256={fingerprint.sha256}
          title="SHA-256 of the whole state: the saved scene gives the same on every machine"
        >
          Step {fingerprint.step} · <code>{fingerprint.sha256.slice(0, 12)}</code>
        </p>
      )}
    </section>
  );
}
