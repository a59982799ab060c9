import { type JSX, useState } from 'react';
import { STEP_PARTS, type StepPart } from '../../../src/simulation/profiler.ts';
import { counted, milliseconds } from '../page/words.ts';
import type { SceneSummary } from '../simulation/protocol.ts';
import type { PartTimes } from '../simulation/step-clock.ts';
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
    <span className={isSecondary ? 'entry secondary' : 'entry'} title={title}>
      <b>{value}</b> {name}
    </span>
  );
}

export interface StatisticsLineProps {
  readonly summary: SceneSummary;
  readonly statistics: Statistics | null;
  /** Better pictures of what stands still are being made. */
  readonly isRefining: boolean;
}

/** Below this the clock and the simulation visibly part, and the line says so. */
const SLOW = 0.95;

const PARTS: Readonly<Record<StepPart, string>> = {
  reading: 'Reading all hair',
  tools: 'Tools, water, glue',
  interactions: 'Hair against hair',
  controls: 'Controls and sleep',
  model: 'Strands and bodies',
};

/** What the machine does; pressed, it says what a step is made of. */
export function StatisticsLine({ summary, statistics, isRefining }: StatisticsLineProps): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  const awake = statistics ? statistics.simulated - statistics.asleep : summary.guides;
  return (
    <div className="statistics">
      {isOpen && <StepTable summary={summary} parts={statistics?.parts ?? null} />}
      <button
        type="button"
        className="statistics-line"
        aria-expanded={isOpen}
        title="What a step is made of"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Entry name="strands" value={counted(summary.strands)} isSecondary />
        <Entry
          name={`of ${counted(statistics?.simulated ?? summary.guides)} moving`}
          value={counted(awake)}
          title="Strands that are simulated and moving; the others sleep until something touches them"
        />
        {statistics && statistics.stepCost > 0 && <Entry name="ms a step" value={milliseconds(statistics.stepCost)} />}
        {statistics?.isAtRest && (
          <span className="entry" title="All hair sleeps: time stands still until something happens">
            at rest
          </span>
        )}
        {isRefining && (
          <span className="entry" title="The picture is drawn again with more strands and pixels">
            refining…
          </span>
        )}
        {statistics && !statistics.isAtRest && statistics.pace < SLOW && (
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
      </button>
    </div>
  );
}

function StepTable({
  summary,
  parts,
}: {
  readonly summary: SceneSummary;
  readonly parts: PartTimes | null;
}): JSX.Element {
  const total = parts ? STEP_PARTS.reduce((sum, part) => sum + parts[part], 0) : 0;
  return (
    <section className="panel step-table" aria-label="Computing time of a step">
      <h2>Computing time of a step</h2>
      <table>
        <tbody>
          {STEP_PARTS.map((part) => (
            <tr key={part} data-part={part}>
              <th scope="row">{PARTS[part]}</th>
              <td className="bar">
                <meter min={0} max={total || 1} value={parts?.[part] ?? 0} aria-label={PARTS[part]} />
              </td>
              <td>{total > 0 ? `${milliseconds(parts![part])} ms` : '–'}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All of it</th>
            <td />
            <td>{total > 0 ? `${milliseconds(total)} ms` : '–'}</td>
          </tr>
          <tr>
            <th scope="row">Points of shown strands</th>
            <td />
            <td>{counted(summary.points)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
