import { crowd, type LevelsRow, restingHead, styling, walkingHead } from '../src/validate/levels-cost.ts';
import { processorTime, say } from './measure.ts';

/** What does hair save that is simulated only as finely as it is seen? Processor time of a frame of 1/30 s. */
const options = { now: processorTime };
const ms = (seconds: number): string => `${(1000 * seconds).toFixed(1)} ms`;

function tell(what: string, { guides, moving, all, levels }: LevelsRow, goal: string): void {
  say(
    `${guides} guides ${what}: ${moving.toFixed(0)} move, ${ms(all)} to ${ms(levels)}`,
    `${(all / levels).toFixed(1)}x`,
    goal,
  );
}

tell('at 3 m, walking', walkingHead(4000, { ...options, frames: 8 }), 'at least 8x');
tell('at 3 m, at rest', restingHead(4000, 1, { ...options, frames: 6 }), 'at least 20x');

let before: LevelsRow | null = null;
for (const guides of [500, 1000, 2000]) {
  const row = walkingHead(guides, options);
  tell('at 3 m, walking', row, '');
  if (before) say('twice the guides: time with levels', `${(row.levels / before.levels).toFixed(2)}x`, 'below 2x');
  before = row;
}

const { heads, guides, moving, crowd: all, nearest } = crowd(50, 800, { ...options, frames: 6 });
say(
  `${heads} heads of ${guides}: ${moving.toFixed(0)} of ${heads * guides} move, ${ms(nearest)} to ${ms(all)}`,
  `${(all / nearest).toFixed(2)}x`,
  'at most 6x',
);

const [wisps, ...others] = styling(1000, options);
say(`1,000 guides, a comb, every strand`, ms(wisps!.seconds));
for (const { way, seconds, moving: range, sleeping } of others)
  say(
    `the same by ${way}: ${range[0]} to ${range[1]} move, ${sleeping} sleep`,
    `${(wisps!.seconds / seconds).toFixed(1)}x`,
  );
