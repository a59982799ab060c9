import { describe, expect, it } from 'vitest';
import { makeMesh } from '../body/mesh.ts';
import { MeshDistance } from '../body/mesh-distance.ts';
import { sphereMesh } from '../body/shapes.ts';
import { OtherSkin } from './other-skin.ts';

/** Two balls of 5 cm whose nearest points are 1 cm apart, as one mesh: hair on the lower meets the upper. */
const ball = sphereMesh(0.05, 3);
const count = ball.positions.length / 3;
const GAP = 0.01;
const twoBalls = (gap: number) =>
  makeMesh({
    positions: Float32Array.from([
      ...ball.positions,
      ...ball.positions.map((x, i) => (i % 3 === 1 ? x + 0.1 + gap : x)),
    ]),
    triangles: Uint32Array.from([...ball.triangles, ...ball.triangles.map((v) => v + count)]),
  });
const mesh = twoBalls(GAP);
const POINTS = 9;
const LENGTH = 0.03;

/** A straight strand from the middle of a triangle, leaning by so much to +x. */
function strandAt(triangle: number, lean: number): Float32Array {
  const root = [0, 1, 2].map((c) =>
    [0, 1, 2].reduce((s, k) => s + mesh.positions[3 * ball.triangles[3 * triangle + k]! + c]! / 3, 0),
  );
  const size = Math.hypot(...(root as [number, number, number]));
  const way = [root[0]! / size + lean, root[1]! / size, root[2]! / size];
  const length = Math.hypot(...(way as [number, number, number]));
  return Float32Array.from({ length: 3 * POINTS }, (_, i) => {
    const part = (LENGTH * Math.floor(i / 3)) / (POINTS - 1);
    return root[i % 3]! + (part * way[i % 3]!) / length;
  });
}

describe('skin that a strand does not grow on', () => {
  const skin = new OtherSkin(mesh);
  const distance = new MeshDistance(mesh);
  const strands = Array.from({ length: ball.triangles.length / 3 }, (_, t) => ({ t, before: strandAt(t, 0.4) }));
  const after = strands.map(({ t, before }) => {
    const points = before.slice();
    skin.keepOut(t, POINTS, points, 0);
    return points;
  });
  const deepest = (points: Float32Array): number =>
    Math.min(
      ...Array.from({ length: POINTS }, (_, i) =>
        distance.distance(points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!),
      ),
    );

  it('is not entered, where it was by more than a centimetre', () => {
    expect(Math.min(...strands.map(({ before }) => deepest(before)))).toBeLessThan(-0.01);
    expect(Math.min(...after.map(deepest))).toBeGreaterThan(-2e-4);
  });

  it('turns strands aside: no edge becomes longer, few shorter', () => {
    let [edges, short] = [0, 0];
    strands.forEach(({ before }, k) => {
      const points = after[k]!;
      if (!before.some((x, i) => x !== points[i])) return;
      for (let i = 3; i < points.length; i += 3, edges++) {
        const edge = Math.hypot(...[0, 1, 2].map((c) => points[i + c]! - points[i + c - 3]!));
        expect(edge).toBeLessThan((1.001 * LENGTH) / (POINTS - 1));
        if (edge < (0.999 * LENGTH) / (POINTS - 1)) short++;
      }
    });
    expect(edges).toBeGreaterThan(100);
    // Those that came nearly straight down on the skin.
    expect(short / edges).toBeLessThan(0.05);
  });

  it('leaves all others as they were, bit for bit', () => {
    const touched = strands.filter(({ before }, k) => before.some((x, i) => x !== after[k]![i]));
    expect(touched.length).toBeGreaterThan(3);
    for (const { before } of touched) expect(deepest(before)).toBeLessThan(1e-4);
  });
});

describe('strands that begin inside another part of the body', () => {
  const overlapping = twoBalls(-0.01);
  const skin = new OtherSkin(overlapping);
  const distance = new MeshDistance(overlapping);
  const top = (t: number): number => ball.positions[3 * ball.triangles[3 * t]! + 1]!;
  const buried = Array.from({ length: ball.triangles.length / 3 }, (_, t) => t).filter((t) => top(t) > 0.049);

  it('go to the nearest skin as far as they are inside, and stay where they come out', () => {
    expect(buried.length).toBeGreaterThan(4);
    for (const t of buried) {
      const before = strandAt(t, 2);
      const after = before.slice();
      skin.keepOut(t, POINTS, after, 0);
      for (let i = 3; i < after.length; i += 3) {
        const [x, y, z] = [after[i]!, after[i + 1]!, after[i + 2]!];
        expect(Math.abs(Math.min(0, distance.distance(x, y, z)))).toBeLessThan(1e-6);
        if (distance.distance(before[i]!, before[i + 1]!, before[i + 2]!) > 0)
          expect([x, y, z]).toEqual([...before.subarray(i, i + 3)]);
      }
    }
  });
});
