import { describe, expect, it } from 'vitest';
import { completeParameters } from '../numeric/parameters.ts';
import { fromAxisAngle } from '../numeric/rotation.ts';
import { at, distance, dot, subtract, type Vec3 } from '../numeric/vector.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { Ribbons, ribbonParameters } from './ribbons.ts';

const POINTS = 9;
const EACH = 12;

/** Two guides that hang 10 cm apart, 16 cm long. */
const guides = (): Strands =>
  makeStrands({
    first: uniformFirst(2, POINTS),
    positions: Float32Array.from(
      [0, 0.1].flatMap((x) => Array.from({ length: POINTS }, (_, i) => [x, -0.02 * i, 0])).flat(),
    ),
  });
const AWAY = (): Vec3 => [0, 0, 1];
const make = (said: object = {}): Ribbons =>
  new Ribbons(guides(), 2 * EACH, AWAY, completeParameters(ribbonParameters, said));

const pointOf = ({ strands: { first, positions } }: Ribbons, k: number, i: number): Vec3 =>
  at(positions, first[k]! + i);

describe('ribbons', () => {
  it('lie flat about their guides: as wide as said, and as thick', () => {
    const ribbons = make({ arch: 0, wander: 0, width: 0.02, depth: 0.002 });
    expect(ribbons.leader.length).toBe(2 * EACH);
    let widest = 0;
    for (let k = 0; k < 2 * EACH; k++)
      for (let i = 0; i < POINTS; i++) {
        const [x, y, z] = subtract(pointOf(ribbons, k, i), [0.1 * ribbons.leader[k]!, 0, 0]);
        widest = Math.max(widest, Math.abs(x));
        expect(Math.abs(x)).toBeLessThan(0.0101);
        expect(Math.abs(z)).toBeLessThan(0.00101);
        expect(y).toBeLessThan(1e-6);
      }
    expect(widest).toBeGreaterThan(0.007);
  });

  it('bend their rims towards the skin', () => {
    const ribbons = make({ arch: 0.3, depth: 0, wander: 0, locks: 0, taper: 0, ragged: 0, width: 0.02 });
    for (let k = 0; k < EACH; k++) {
      const [x, , z] = pointOf(ribbons, k, POINTS - 1);
      expect(z).toBeCloseTo(-0.3 * 0.02 * (x / 0.01) ** 2, 6);
    }
  });

  it('gather in locks, end raggedly and begin where they stand', () => {
    const [loose, gathered] = [make({ gather: 0, wander: 0 }), make({ gather: 1, wander: 0, ragged: 0.3 })];
    const places = (ribbons: Ribbons, i: number): Set<string> =>
      new Set(Array.from({ length: EACH }, (_, k) => pointOf(ribbons, k, i)[0].toFixed(5)));
    expect(places(loose, POINTS - 1).size).toBe(EACH);
    expect(
      new Set(
        Array.from({ length: EACH }, (_, k) =>
          pointOf(make({ gather: 1, wander: 0, ragged: 0 }), k, POINTS - 1)[0].toFixed(5),
        ),
      ).size,
    ).toBeLessThanOrEqual(5);
    for (let k = 0; k < 2 * EACH; k++)
      expect(distance(pointOf(loose, k, 0), pointOf(gathered, k, 0))).toBeLessThan(1e-6);
    const ends = Array.from({ length: EACH }, (_, k) => pointOf(gathered, k, POINTS - 1)[1]);
    expect(Math.max(...ends) - Math.min(...ends)).toBeGreaterThan(0.005);
  });

  it('go with the head and along the hair', () => {
    const ribbons = make({ ragged: 0 });
    const turn = fromAxisAngle([0, 1, 0], 0.5 * Math.PI);
    const { positions } = guides();
    const turned = positions.map((_, n) =>
      n % 3 === 0 ? positions[n + 2]! : n % 3 === 2 ? -positions[n - 2]! : positions[n]!,
    );
    const out = new Float32Array(ribbons.strands.positions.length);
    ribbons.update(turned, turn, out);
    for (let n = 0; n < out.length; n += 3) {
      expect(out[n]!).toBeCloseTo(ribbons.strands.positions[n + 2]!, 6);
      expect(out[n + 2]!).toBeCloseTo(-ribbons.strands.positions[n]!, 6);
    }
    // A guide that bends in its ribbon's flat side carries its sections along: strands keep their distance from it.
    const bent = positions.map((x, n) => (n % 3 === 2 ? x + 0.3 * positions[n - 1]! ** 2 : x));
    ribbons.update(bent, [0, 0, 0, 1], out);
    const section = subtract(at(out, POINTS - 3), at(bent, POINTS - 3));
    const along = subtract(at(bent, POINTS - 2), at(bent, POINTS - 4));
    expect(Math.abs(dot(section, along))).toBeLessThan(1e-4);
  });
});
