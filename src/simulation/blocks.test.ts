import { describe, expect, it } from 'vitest';
import { Simulation } from './simulation.ts';
import { inThreads } from './threads.fixture.ts';
import { SESSION_STEPS, twoGrooms } from './two-grooms.fixture.ts';
import { playSession, type SessionAnswer, type SessionRequest } from './two-grooms-session.fixture.ts';

const run = inThreads<SessionRequest, SessionAnswer>(new URL('./two-grooms-thread.fixture.ts', import.meta.url));

const cases = [
  { models: ['rod', 'super-helix'], touch: 'contact' },
  { models: ['chain', 'rod'], touch: 'volume' },
  { models: ['super-helix', 'chain'], touch: 'contact' },
  // Strands that feel each other stay in one thread.
  { models: ['rod', 'continuum'], touch: 'contact' },
] as const;

describe.each(cases)('grooms of $models that meet by $touch, with most tools at work', ({ models, touch }) => {
  const whole = playSession({ models, touch, isUneven: false });

  const threads = [
    { count: 2, isUneven: false },
    { count: 2, isUneven: true },
    { count: 3, isUneven: true },
  ];

  it.each(threads)(
    'are the same to the byte in $count threads, through cuts and going back; strands change hands: $isUneven',
    async ({ count, isUneven }) => {
      const blocks = await run(count, { models, touch, isUneven });
      for (const { hashes, ids, sleeping } of blocks) {
        expect(hashes).toEqual(whole.hashes);
        expect(ids).toEqual(whole.ids);
        expect(sleeping).toBe(whole.sleeping);
      }
      expect(blocks.every(({ moved }) => moved > 0)).toBe(isUneven);
    },
    60_000,
  );
});

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
