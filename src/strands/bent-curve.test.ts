import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { expMap, rotate } from '../numeric/rotation.ts';
import {
  at,
  cross,
  distance,
  length,
  normalize,
  perpendicular,
  scale,
  subtract,
  type Vec3,
} from '../numeric/vector.ts';
import { bendCurve, type Curve, edgeLength, stumpff2, stumpff3, writeFractions } from './bent-curve.ts';
import { BEND, BendReader } from './read-bend.ts';

function curveOf(points: readonly Vec3[]): Curve {
  const flat = Float64Array.from(points.flat());
  const fraction = new Float64Array(points.length);
  writeFractions(flat, 0, points.length, fraction);
  return { points: flat, fraction, from: 0, count: points.length };
}

function bent(curve: Curve, [x, y, z]: Vec3): Float64Array {
  const out = new Float64Array(3 * curve.count);
  bendCurve(curve, x, y, z, out, 0);
  return out;
}

const straight = (count: number, direction: Vec3, size: number): Vec3[] =>
  Array.from({ length: count }, (_, i) => scale(direction, (size * i) / (count - 1)));

/** A wavy curve. */
const wavy = (count: number, random: Random): Vec3[] =>
  Array.from({ length: count }, (_, i) => [
    0.004 * i * (1 + 0.2 * random.unit()),
    0.003 * Math.sin(0.9 * i) + 0.001 * random.unit(),
    0.002 * Math.cos(0.7 * i),
  ]);

const lengthOf = (points: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i + 3 < points.length; i += 3) sum += edgeLength(points, i);
  return sum;
};

describe('Stumpff functions', () => {
  it('are those of the angle, on both sides of where their forms change', () => {
    for (const a of [0.3, 0.77, 0.78, 1.5, 3, 3.53, 3.54, 6]) {
      expect(stumpff2(a * a)).toBeCloseTo((1 - Math.cos(a)) / (a * a), 14);
      expect(stumpff3(a * a)).toBeCloseTo((a - Math.sin(a)) / (a * a * a), 14);
    }
    expect(stumpff2(0)).toBe(0.5);
    expect(stumpff3(0)).toBe(1 / 6);
  });
});

describe('a bent curve', () => {
  it('is the integral of Rot(u w) n: an arc across w, a helix where w has a part along it', () => {
    for (const w of [
      [0, 0, 0.8],
      [0.7, 0.5, -0.9],
      [0, 0, Math.PI],
    ] as Vec3[]) {
      const n = normalize([0.2, 1, 0.1]);
      const points = bent(curveOf(straight(6, n, 1)), w);
      // The sum of many small pieces, each turned as it should be.
      const pieces = 200_000;
      let [x, y, z] = [0, 0, 0];
      for (let i = 0; i < pieces; i++) {
        const t = rotate(expMap(scale(w, (i + 0.5) / pieces)), n);
        [x, y, z] = [x + t[0] / pieces, y + t[1] / pieces, z + t[2] / pieces];
      }
      expect(distance(at(points, 5), [x, y, z])).toBeLessThan(1e-10);
    }
  });

  it('has the length that it had, for any w, none and half a turn among them: 1e-5', () => {
    const n: Vec3 = [0, 1, 0];
    for (const angle of [0, 1e-9, 1e-3, 0.5, 2, Math.PI])
      for (const axis of [[1, 0, 0], normalize([1, 1, 0.3]), [0, 1, 0]] as Vec3[]) {
        const points = bent(curveOf(straight(2001, n, 0.05)), scale(axis, angle));
        expect(Math.abs(lengthOf(points) / 0.05 - 1)).toBeLessThan(1e-5);
      }
  });

  it('stays where it was to the last bit without a bend, however it is curved (seed 3)', () => {
    const curve = curveOf(wavy(9, new Random(3)));
    expect([...bent(curve, [0, 0, 0])]).toEqual([...Float64Array.from(curve.points)]);
  });

  it('turns every tangent of a curve that was not straight by its fraction of w (seed 5)', () => {
    const curve = curveOf(wavy(400, new Random(5)));
    const w: Vec3 = [0.4, -0.8, 1.1];
    const points = bent(curve, w);
    for (const j of [10, 150, 398]) {
      const before = subtract(at(curve.points, j + 1), at(curve.points, j));
      const after = subtract(at(points, j + 1), at(points, j));
      const middle = 0.5 * (curve.fraction[j]! + curve.fraction[j + 1]!);
      expect(distance(normalize(after), normalize(rotate(expMap(scale(w, middle)), before)))).toBeLessThan(1e-5);
    }
  });
});

describe('reading a bend', () => {
  const reader = new BendReader();
  const read = (curve: Curve, now: ArrayLike<number>, left = 1): Float64Array => {
    const out = new Float64Array(BEND);
    reader.read(curve, now, 0, left, out, 0);
    return out;
  };

  it('finds the rotation vector again, of straight and of wavy curves (seed 8)', () => {
    const random = new Random(8);
    for (let n = 0; n < 40; n++) {
      const points = n % 2 === 0 ? straight(8, normalize([0.3, 1, -0.2]), 0.02) : wavy(9, random);
      const curve = curveOf(points);
      const direction = normalize(subtract(points.at(-1)!, points[0]!));
      const across = perpendicular(direction);
      const turn = random.between(0, 6.28);
      const axis: Vec3 = rotate(expMap(scale(direction, turn)), across);
      const w = scale(axis, random.between(0, 2.6));
      const found = read(curve, bent(curve, w));
      expect(distance(at(found, 0), w)).toBeLessThan(1e-7);
      expect(found[3]).toBeCloseTo(1, 9);
      expect(Math.abs(length(cross(axis, direction)) - 1)).toBeLessThan(1e-9);
    }
  });

  it('reads it from what is left of a curve, and from one that has grown', () => {
    const curve = curveOf(straight(9, [0, 1, 0], 0.04));
    const now = bent(curve, [0.9, 0, 0.3]);
    // Beyond the cut, anything.
    const cut = now.map((value, i) => (i > 17 ? 7 * value : value));
    expect(distance(at(read(curve, cut, 0.625), 0), [0.9, 0, 0.3])).toBeLessThan(1e-7);
    const longer = read(
      curve,
      now.map((value) => 1.5 * value),
    );
    expect(distance(at(longer, 0), [0.9, 0, 0.3])).toBeLessThan(1e-7);
    expect(longer[3]).toBeCloseTo(1.5, 9);
  });

  it('reads nothing of what is no curve', () => {
    const nowhere = { points: new Float64Array(9), fraction: new Float64Array(3), from: 0, count: 3 };
    expect([...read(nowhere, new Float64Array(9))]).toEqual([0, 0, 0, 1]);
  });
});
