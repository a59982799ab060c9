import { describe, expect, it } from 'vitest';
import { Path, walkPath } from './path.ts';

function helixPath(points: number): Path {
  const path = new Path();
  for (let i = 0; i < points; i++) {
    const t = (8 * Math.PI * i) / (points - 1);
    path.add(0.01 * Math.cos(t), 0.01 * Math.sin(t), 0.002 * t);
  }
  return path;
}

describe('Path', () => {
  it('knows its arc length however many points it has', () => {
    const path = helixPath(4001);
    expect(path.length / (8 * Math.PI * Math.hypot(0.01, 0.002))).toBeCloseTo(1, 5);
    path.clear();
    expect(path.length).toBe(0);
    path.add(1, 2, 3);
    expect(path.length).toBe(0);
  });
});

describe('walkPath', () => {
  it('has equal edges, all points on the path and the same beginning', () => {
    const path = helixPath(4001);
    const out = new Float64Array(3 * 40);
    const reached = walkPath(path, 0.005, 40, out);
    expect(Array.from(out.subarray(0, 3))).toEqual([0.01, 0, 0]);
    expect(reached).toBeGreaterThan(39 * 0.005);
    expect(reached).toBeLessThan(39 * 0.005 * 1.03);
    for (let i = 1; i < 40; i++) {
      const edge = Math.hypot(
        out[3 * i]! - out[3 * i - 3]!,
        out[3 * i + 1]! - out[3 * i - 2]!,
        out[3 * i + 2]! - out[3 * i - 1]!,
      );
      expect(edge).toBeCloseTo(0.005, 12);
      const angle = out[3 * i + 2]! / 0.002;
      expect(Math.hypot(out[3 * i]! - 0.01 * Math.cos(angle), out[3 * i + 1]! - 0.01 * Math.sin(angle))).toBeLessThan(
        1e-6,
      );
    }
  });

  it('goes straight on where the path ends', () => {
    const path = new Path();
    path.add(0, 0, 0);
    path.add(0, 1, 0);
    const out = new Float64Array(3 * 4);
    walkPath(path, 0.75, 4, out);
    expect(Array.from(out)).toEqual([0, 0, 0, 0, 0.75, 0, 0, 1.5, 0, 0, 2.25, 0]);
  });
});
