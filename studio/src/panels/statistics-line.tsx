import type { JSX } from 'react';
import { counted, milliseconds } from '../page/words.ts';
import type { StageSummary } from '../simulation/protocol.ts';
import type { Statistics } from '../simulation/store.ts';

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

export function StatisticsLine({ summary, statistics }: StatisticsLineProps): JSX.Element {
  return (
    <dl className="statistics" aria-label="Statistics">
      <Entry name="s" value={(statistics?.time ?? 0).toFixed(1)} title="Simulated time" />
      <Entry name="strands" value={counted(summary.strands)} isSecondary />
      <Entry
        name="guides"
        value={counted(summary.guides)}
        isSecondary
        title="Strands that are simulated; the others follow them"
      />
      <Entry name="points" value={counted(summary.points)} isSecondary />
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
    </dl>
  );
}
