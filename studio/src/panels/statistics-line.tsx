import type { JSX } from 'react';
import { counted, milliseconds } from '../page/words.ts';
import type { StageSummary } from '../simulation/protocol.ts';
import type { Statistics } from '../simulation/store.ts';
import './statistics-line.css';

interface EntryProps {
  readonly name: string;
  readonly value: string;
  readonly isSecondary?: boolean;
  readonly title?: string;
}

function Entry({ name, value, isSecondary, title }: EntryProps): JSX.Element {
  return (
    <div className={isSecondary ? 'secondary' : undefined} title={title}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export interface StatisticsLineProps {
  readonly summary: StageSummary;
  readonly statistics: Statistics | null;
}

/** Below this the clock and the simulation visibly part, and the line says so. */
const SLOW = 0.95;

/** What the machine does. */
export function StatisticsLine({ summary, statistics }: StatisticsLineProps): JSX.Element {
  const awake = statistics ? statistics.simulated - statistics.asleep : summary.guides;
  return (
    <dl className="statistics" aria-label="Statistics">
      <Entry name="strands" value={counted(summary.strands)} isSecondary />
      <Entry
        name={`of ${counted(statistics?.simulated ?? summary.guides)} awake`}
        value={counted(awake)}
        title="Strands that are simulated and moving; the others sleep until something touches them"
      />
      <Entry
        name="ms a step"
        value={statistics?.stepCost ? milliseconds(statistics.stepCost) : '–'}
        title="Computing time of one simulation step"
      />
      {statistics && statistics.pace < SLOW && (
        <Entry
          name="speed"
          value={`${Math.round(100 * statistics.pace)} %`}
          title="This machine is slower than the simulation: time is shown slower than it passes"
        />
      )}
      {!window.crossOriginIsolated && (
        <Entry
          name="memory"
          value="copied"
          title="This page is not isolated from others, so its threads cannot share memory: frames are copied. The server must send Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy."
        />
      )}
    </dl>
  );
}
