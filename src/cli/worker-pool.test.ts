import { describe, expect, it } from 'vitest';
import { workersFor } from './worker-pool.ts';

describe('workersFor', () => {
  it('takes what is asked for, but not more than there are guides', () => {
    expect(workersFor(100, 3)).toBe(3);
    expect(workersFor(2, 3)).toBe(2);
    expect(workersFor(0, 3)).toBe(1);
  });

  it('does not start threads for a few guides', () => {
    expect(workersFor(100, undefined)).toBe(1);
    expect(workersFor(1e6, undefined)).toBeGreaterThanOrEqual(1);
  });
});
