import { describe, expect, it } from 'vitest';
import { ellipsoid } from '../clay/solids.ts';
import { ball, edges, halfGrid, RADIUS } from './half-ball.fixture.ts';
import { marchTetrahedra } from './marching-tetrahedra.ts';
import { remesh } from './remesh.ts';

describe('remeshing', () => {
  const options = {
    density: { longest: () => 0.02, shortest: 0.004, sagitta: () => 0.0004 },
    creases: [],
    rounds: 5,
  };

  it('puts a half ball onto the sphere with even edges of the wanted length and a clean border', () => {
    const soup = remesh(ball, marchTetrahedra(ball, halfGrid(8)), options);
    expect(edges(soup)).toMatchObject({ repeated: 0, openInside: 0 });
    const p = soup.positions;
    for (let v = 0; v < p.length; v += 3) {
      expect(Math.abs(ball(p[v]!, p[v + 1]!, p[v + 2]!))).toBeLessThan(1e-6);
      expect(p[v]!).toBeGreaterThanOrEqual(0);
    }
    // The chord of a 0.4 mm arc on a 0.1 m sphere.
    const wanted = Math.sqrt(8 * 0.0004 * RADIUS);
    for (let t = 0; t < soup.triangles.length; t++) {
      const a = 3 * soup.triangles[t]!;
      const b = 3 * soup.triangles[t % 3 === 2 ? t - 2 : t + 1]!;
      const length = Math.hypot(p[a]! - p[b]!, p[a + 1]! - p[b + 1]!, p[a + 2]! - p[b + 2]!);
      expect(length / wanted).toBeGreaterThan(0.5);
      expect(length / wanted).toBeLessThan(1.7);
    }
  });

  it('spends more triangles where the curvature is higher', () => {
    const egg = ellipsoid([0, 0, 0], [0.04, 0.04, 0.12]).distance;
    const soup = remesh(egg, marchTetrahedra(egg, halfGrid(10)), options);
    const density = (low: number, high: number): number => {
      let count = 0;
      for (let v = 0; v < soup.positions.length; v += 3) {
        const z = Math.abs(soup.positions[v + 2]!);
        if (z >= low && z < high) count++;
      }
      return count;
    };
    // Equal slices; the tip has the smaller surface and still gets more vertices for its area.
    expect(density(0.1, 0.12) / 0.9).toBeGreaterThan(density(0, 0.02) * 0.8);
  });

  it('draws a row of vertices onto a crease', () => {
    const crease = { distance: (_x: number, y: number): number => y - 0.03, centre: [0, 0, 0] as const, reach: 1 };
    const soup = remesh(ball, marchTetrahedra(ball, halfGrid(8)), { ...options, creases: [crease] });
    let on = 0;
    let crossing = 0;
    const p = soup.positions;
    for (let v = 0; v < p.length; v += 3) if (Math.abs(p[v + 1]! - 0.03) < 1e-4) on++;
    for (let t = 0; t < soup.triangles.length; t++) {
      const a = p[3 * soup.triangles[t]! + 1]! - 0.03;
      const b = p[3 * soup.triangles[t % 3 === 2 ? t - 2 : t + 1]! + 1]! - 0.03;
      if (Math.min(Math.abs(a), Math.abs(b)) > 1e-4 && a * b < 0) crossing++;
    }
    expect(on).toBeGreaterThan(10);
    // Each crossing edge is met from both sides.
    expect(crossing / 2).toBeLessThan(on / 4);
  });
});
