import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { boxSolid, capsuleSolid, ellipsoidSolid, halfSpaceSolid, type Solid, sphereSolid } from './solids.ts';

const SEED = 11;
const sample = (solid: Solid, x: number, y: number, z: number): Float64Array => {
  const out = new Float64Array(4);
  solid.sample(x, y, z, out);
  return out;
};

const SOLIDS: readonly (readonly [string, Solid])[] = [
  ['sphere', sphereSolid(0.7)],
  ['capsule', capsuleSolid(0.3, 0.8)],
  ['box', boxSolid(0.6, 1, 1.6)],
  ['half-space', halfSpaceSolid()],
  ['round ellipsoid', ellipsoidSolid(0.5, 0.5, 0.5)],
  ['ellipsoid', ellipsoidSolid(0.3, 0.9, 0.5)],
  ['needle', ellipsoidSolid(0.02, 1.2, 0.02)],
];

describe.each(SOLIDS)(`a %s (seed ${SEED})`, (_name, solid) => {
  it('has a surface where the distance says: walking it along the normal ends on the surface, at the nearest point', () => {
    const random = new Random(SEED);
    for (let n = 0; n < 400; n++) {
      const p = [0, 1, 2].map(() => 3 * random.unit() - 1.5) as [number, number, number];
      const [d, nx, ny, nz] = sample(solid, ...p) as unknown as [number, number, number, number];
      expect(Math.hypot(nx, ny, nz)).toBeCloseTo(1, 12);
      expect(solid.distance(...p)).toBeCloseTo(d, 12);
      const foot = [p[0] - d * nx, p[1] - d * ny, p[2] - d * nz] as const;
      expect(Math.abs(solid.distance(...foot))).toBeLessThan(1e-7);
      // No point within less than |d| is on the other side.
      for (let m = 0; m < 10; m++) {
        const u = [0, 1, 2].map(() => random.unit() - 0.5);
        const l = Math.hypot(...u) / (0.999 * Math.abs(d) * random.unit());
        const other = solid.distance(p[0] + u[0]! / l, p[1] + u[1]! / l, p[2] + u[2]! / l);
        expect(Math.sign(other)).toBe(Math.sign(d));
      }
    }
  });

  it('lies in its box', () => {
    const random = new Random(SEED + 1);
    let inside = 0;
    for (let n = 0; n < 300; n++) {
      // A little beyond the box on every side.
      const p = solid.halfBox.map((half) => 1.3 * Math.min(half, 2) * random.between(-1, 1)) as [
        number,
        number,
        number,
      ];
      if (solid.distance(...p) >= 0) continue;
      inside++;
      for (let c = 0; c < 3; c++) expect(Math.abs(p[c]!)).toBeLessThan(solid.halfBox[c]!);
    }
    expect(inside).toBeGreaterThan(30);
  });
});

describe('solids', () => {
  it('answer in their middle', () => {
    expect([...sample(sphereSolid(2), 0, 0, 0)]).toEqual([-2, 0, 1, 0]);
    expect(sample(capsuleSolid(0.5, 1), 0, 0.1, 0)[0]).toBe(-0.5);
    expect(sample(boxSolid(1, 2, 3), 0, 0, 0)[0]).toBe(-0.5);
    expect(sample(ellipsoidSolid(1, 2, 3), 0, 0, 0)[0]).toBeCloseTo(-1, 6);
  });

  it('without size are refused', () => {
    expect(() => sphereSolid(0)).toThrow(/above zero/);
    expect(() => boxSolid(1, Number.NaN, 1)).toThrow(/box/);
  });
});
