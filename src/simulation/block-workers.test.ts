import { describe, expect, it } from 'vitest';
import { blocksFor } from './block-workers.ts';

describe('blocksFor', () => {
  it('takes what is asked for, but not more than there are guides', () => {
    expect(blocksFor(100, 8, 3)).toBe(3);
    expect(blocksFor(2, 8, 3)).toBe(2);
    expect(blocksFor(0, 8, 3)).toBe(1);
  });

  it('starts a second thread once there are guides for two, and never more than the machine has cores', () => {
    expect(blocksFor(127, 4)).toBe(1);
    expect(blocksFor(128, 4)).toBe(2);
    expect(blocksFor(128, 1)).toBe(1);
    expect(blocksFor(1e6, 4)).toBe(4);
  });
});
