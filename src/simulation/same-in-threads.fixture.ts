import { describe, expect, it } from 'vitest';
import { inThreads } from './threads.fixture.ts';
import { playSession, type SessionAnswer, type SessionRequest } from './two-grooms-session.fixture.ts';

export type Meeting = Pick<SessionRequest, 'models' | 'touch' | 'hasLevels'>;

export const MEETINGS: readonly Meeting[] = [
  { models: ['rod', 'super-helix'], touch: 'contact' },
  { models: ['chain', 'rod'], touch: 'volume' },
  { models: ['super-helix', 'chain'], touch: 'contact' },
  { models: ['super-helix', 'rod'], touch: 'contact', hasLevels: true },
  // Strands that feel each other stay in one thread.
  { models: ['rod', 'continuum'], touch: 'contact' },
];

/** So many blocks; uneven ones keep handing strands to each other. */
export interface Threads {
  readonly count: number;
  readonly isUneven: boolean;
}

export const THREADS: readonly Threads[] = [
  { count: 2, isUneven: false },
  { count: 2, isUneven: true },
  { count: 3, isUneven: true },
];

/** A session of two grooms is the same in these threads, for each of the meetings. */
export function sameInThreads(runs: readonly (readonly [Meeting, readonly Threads[]])[]): void {
  const run = inThreads<SessionRequest, SessionAnswer>(new URL('./two-grooms-thread.fixture.ts', import.meta.url));

  describe.each(runs)('%o, with most tools at work', (meeting, threads) => {
    const whole = playSession({ ...meeting, isUneven: false });

    it.each(threads)(
      'are the same to the byte in $count threads, through cuts and going back; strands change hands: $isUneven',
      async ({ count, isUneven }) => {
        const blocks = await run(count, { ...meeting, isUneven });
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
}
