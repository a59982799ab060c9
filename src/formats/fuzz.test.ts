import { describe, expect, it } from 'vitest';
import { InputError } from '../strands/input-error.ts';
import { Budget } from './budget.ts';
import { damaged, FUZZ_CASES } from './fuzz.fixture.ts';

const seed = 20261118;
const MUTATIONS = 1000;
/** Milliseconds for one file of some kilobytes, on a machine with other work. `npm run fuzz` stops what takes longer. */
const MOST_TIME = 2000;

describe(`${MUTATIONS} damaged files each give an InputError or are read (seed ${seed})`, () => {
  it.each(FUZZ_CASES)('$name', async (fuzzed) => {
    const { factor, read } = fuzzed;
    let refused = 0;
    for (let i = 0; i < MUTATIONS; i++) {
      const bytes = damaged(fuzzed, seed, i);
      const budget = new Budget(bytes.length, { factor });
      const start = performance.now();
      try {
        await read(bytes, budget);
      } catch (error) {
        if (!(error instanceof InputError)) throw new Error(`mutation ${i}: ${error}`, { cause: error });
        refused++;
      }
      if (performance.now() - start > MOST_TIME) expect.fail(`mutation ${i} took ${performance.now() - start} ms`);
      if (budget.total > budget.limit) expect.fail(`mutation ${i} took ${budget.total} bytes`);
    }
    // Both ways out are taken, so the loop does test what lies behind the header.
    expect(refused).toBeGreaterThan(MUTATIONS / 20);
    expect(refused).toBeLessThan(MUTATIONS);
  });
});
