import { describe, expect, it } from 'vitest';
import { MEETINGS, sameInThreads, THREADS } from './same-in-threads.fixture.ts';
import { Simulation } from './simulation.ts';
import { SESSION_STEPS, twoGrooms } from './two-grooms.fixture.ts';

/** Every meeting and every division once; `blocks.stress.test.ts` has each with each. Most of a run is compilation, a thread. */
sameInThreads(MEETINGS.map((meeting, k) => [meeting, [THREADS.at(-1 - k)!]]));

describe('a session', () => {
  const simulation = new Simulation(twoGrooms('rod', 'super-helix'));
  simulation.advance(SESSION_STEPS);

  it('cuts and grows hair, which is all there in one order: groom after groom, new strands by id', () => {
    const { ids, grooms } = simulation;
    expect(grooms.map(({ name, model }) => [name, model.name])).toEqual([
      ['hair', 'rod'],
      ['beard', 'super-helix'],
    ]);
    expect([...ids.subarray(0, 5)]).toEqual([2, 9, 4, 7, 5]);
    expect([...ids.subarray(grooms[1]!.from, grooms[1]!.from + 3)]).toEqual([1, 8, 3]);
    for (const [g, count] of [5, 3].entries()) {
      const { from, to } = grooms[g]!;
      const made = [...ids.subarray(from + count, to)];
      expect(made.length).toBeGreaterThan(2);
      expect(made).toEqual([...made].sort((a, b) => a - b));
      expect(made[0]).toBeGreaterThan(9);
    }
    expect(grooms[1]!.to).toBe(ids.length);
  });

  it('comes back from a snapshot, and from a reset', () => {
    const end = simulation.snapshot();
    const again = new Simulation(twoGrooms('rod', 'super-helix'));
    again.advance(18);
    const middle = again.snapshot();
    again.advance(SESSION_STEPS - 18);
    again.restore(middle);
    again.advance(SESSION_STEPS - 18);
    expect(Buffer.compare(again.snapshot(), end)).toBe(0);
    again.reset();
    again.advance(SESSION_STEPS);
    expect(Buffer.compare(again.snapshot(), end)).toBe(0);
  });
});
