import type { JSX } from 'react';
import type { Deed } from '../simulation/edits.ts';
import type { Fingerprint } from '../simulation/protocol.ts';
import './history-panel.css';

export interface HistoryPanelProps {
  readonly deeds: readonly Deed[];
  /** How many of them are done; what comes after is taken back and can be done again. */
  readonly done: number;
  /** Of the present state, while time stands still. */
  readonly fingerprint: Fingerprint | null;
  /** Whether saved scenes keep it. */
  readonly isSaved: boolean;
  onSaved(isSaved: boolean): void;
  /** Goes to the state after so many of them. */
  onGo(done: number): void;
}

export function HistoryPanel({ deeds, done, fingerprint, isSaved, onSaved, onGo }: HistoryPanelProps): JSX.Element {
  return (
    <section className="history" aria-label="History">
      <h2>History</h2>
      <ol>
        <li>
          <button type="button" aria-current={done === 0 ? 'step' : undefined} onClick={() => onGo(0)}>
            <span>As opened</span>
          </button>
        </li>
        {deeds.map((deed, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a deed is its place in the order of time.
          <li key={k} className={k < done ? undefined : 'undone'}>
            <button type="button" aria-current={done === k + 1 ? 'step' : undefined} onClick={() => onGo(k + 1)}>
              <span>{deed.title}</span>
              {deed.time !== undefined && <time>{deed.time.toFixed(1)} s</time>}
            </button>
          </li>
        ))}
      </ol>
      {deeds.length === 0 && (
        <p className="nothing-done">
          Strokes of tools, head motions and changes in panels are listed here; each can be taken back.
        </p>
      )}
      <label className="field switch" title="A scene that is opened again can then be taken back step by step.">
        <span>Save with the scene</span>
        <input type="checkbox" checked={isSaved} onChange={(event) => onSaved(event.target.checked)} />
      </label>
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
