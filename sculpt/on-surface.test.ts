import { describe, expect, it } from 'vitest';
import { earlessDistance } from './figure.ts';
import { HEAD_CENTRE } from './head-chart.ts';
import { exitPoint, onSurface } from './on-surface.ts';

describe('points on the surface', () => {
  it('are found by Newton steps and by rays', () => {
    const p = onSurface(earlessDistance, [0.05, 0.1, 0.05]);
    expect(Math.abs(earlessDistance(...p))).toBeLessThan(1e-6);
    const q = exitPoint(earlessDistance, HEAD_CENTRE, [0, 1, 0]);
    expect(Math.abs(earlessDistance(...q))).toBeLessThan(1e-9);
    expect(q[1]).toBeGreaterThan(0.15);
  });
});
