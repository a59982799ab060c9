import { describe, expect, it } from 'vitest';
import { twistTable } from './twist-table.ts';

describe('the table of twist timings', () => {
  it('has every method for both sizes, published numbers beside ours, and agreement with exact twist', () => {
    const { rows, agreement } = twistTable({ now: () => performance.now(), budget: 5, seconds: 0.05 });
    expect(rows.map(({ nodes, published }) => [nodes, published])).toEqual([
      [30, 0.14],
      [30, null],
      [30, 0.06],
      [30, 0.02],
      [90, 0.41],
      [90, null],
      [90, 0.18],
      [90, 0.05],
    ]);
    for (const { ours } of rows) expect(ours).toBeGreaterThan(0);
    expect(agreement.map(({ twist }) => twist)).toEqual(['direct', 'improved']);
    for (const { mean, worst } of agreement) {
      expect(mean).toBeLessThanOrEqual(worst);
      expect(Number.isFinite(worst)).toBe(true);
    }
  });
});
