import { describe, expect, it } from 'vitest';
import { sphereMesh } from '../body/shapes.ts';
import { Random } from '../numeric/random.ts';
import { strandsFromPolylines } from '../strands/strands.ts';
import { bindToBody } from './body-binding.ts';
import { ellipsoidHead } from './ellipsoid-head.fixture.ts';

const seed = 20261116;
const head = ellipsoidHead(3);

/** Short strands on random places of a mesh, `gap` above it. */
function strandsOn(mesh: typeof head, count: number, gap: (k: number) => number) {
  const random = new Random(seed);
  return strandsFromPolylines(
    Array.from({ length: count }, (_, k) => {
      const t = Math.floor(random.between(0, mesh.triangles.length / 3));
      const corners = [0, 1, 2].map((c) => mesh.triangles[3 * t + c]!);
      const [u, v] = [random.between(0, 0.5), random.between(0, 0.5)];
      const at = (values: Float32Array): number[] =>
        [0, 1, 2].map(
          (c) =>
            u * values[3 * corners[0]! + c]! +
            v * values[3 * corners[1]! + c]! +
            (1 - u - v) * values[3 * corners[2]! + c]!,
        );
      const [place, normal] = [at(mesh.positions), at(mesh.normals)];
      const up = (h: number): number[] => place.map((x, c) => x + h * normal[c]!);
      return [up(gap(k)), up(gap(k) + 0.01)];
    }),
  );
}

describe(`bindToBody (seed ${seed})`, () => {
  it('finds points of the surface again', () => {
    const strands = strandsOn(head, 300, () => 0);
    const { roots, gaps, strands: bound } = bindToBody(strands, head);
    expect(gaps.worst).toBeLessThan(2e-8);
    expect(gaps.far.length).toBe(0);
    expect(bound.positions).toBe(strands.positions);
    for (let k = 0; k < 300; k++)
      for (let c = 0; c < 3; c++) {
        let place = 0;
        for (let v = 0; v < 3; v++)
          place += roots.weights[3 * k + v]! * head.positions[3 * head.triangles[3 * roots.triangle[k]! + v]! + c]!;
        expect(Math.abs(place - strands.positions[6 * k + c]!)).toBeLessThan(2e-8);
      }
    for (const [name, size] of [
      ['rootTriangle', 1],
      ['rootWeights', 3],
      ['rootNormal', 3],
      ['rootUv', 2],
    ] as const)
      expect(bound.strandAttributes.get(name)?.size).toBe(size);
  });

  it('measures gaps of floating and buried roots, and names those beyond reach', () => {
    const ball = sphereMesh(0.1, 4);
    const strands = strandsOn(ball, 60, (k) => (k % 10 === 0 ? 0.02 : k % 10 === 1 ? -0.015 : 0.001));
    const { gaps, roots } = bindToBody(strands, ball, { reach: 0.01 });
    expect([...gaps.far]).toEqual([...strands.id].filter((k) => k % 10 < 2));
    expect(gaps.worst).toBeGreaterThan(0.0195);
    expect(gaps.worst).toBeLessThan(0.0201);
    expect(gaps.mean).toBeCloseTo([...roots.distance].reduce((a, b) => a + b) / 60, 9);
  });

  it('leaves far strands out when it is asked to', () => {
    const strands = strandsOn(head, 50, (k) => (k === 7 ? 0.05 : 0));
    const { strands: bound, roots, gaps } = bindToBody(strands, head, { reach: 0.01, far: 'leave-out' });
    expect([...gaps.far]).toEqual([7]);
    expect(bound.id.includes(7)).toBe(false);
    expect(bound.id.length).toBe(49);
    expect(roots.triangle.length).toBe(49);
  });
});
