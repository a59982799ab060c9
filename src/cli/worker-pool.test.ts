import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { workersFor } from './worker-pool.ts';

describe('workersFor', () => {
  it('takes what is asked for, but not more than there are guides', () => {
    expect(workersFor(100, 3)).toBe(3);
    expect(workersFor(2, 3)).toBe(2);
    expect(workersFor(0, 3)).toBe(1);
  });

  it('starts a second thread once there are guides for two, and never more than the machine has cores', () => {
    const cores = availableParallelism();
    expect(workersFor(127, undefined)).toBe(1);
    expect(workersFor(128, undefined)).toBe(Math.min(cores, 2));
    expect(workersFor(1e6, undefined)).toBe(cores);
  });
});
