import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { expMap, rotate, transport } from '../numeric/rotation.ts';
import { at, cross, distance, normalize, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import { bendCurve, writeFractions } from '../strands/bent-curve.ts';
import { type Strands, strandCount, strandsFromPolylines } from '../strands/strands.ts';
import { type BentInterpolation, generateBent, makeBentHair, readBends, setLeft } from './bent-hair.ts';

const straight = (root: Vec3, n: Vec3, length: number, points = 6): Vec3[] =>
  Array.from({ length: points }, (_, i) => [
    root[0] + (n[0] * length * i) / (points - 1),
    root[1] + (n[1] * length * i) / (points - 1),
    root[2] + (n[2] * length * i) / (points - 1),
  ]);

/** Strands bent by a rotation vector each. */
function bentBy(strands: Strands, w: readonly Vec3[]): Float32Array {
  const out = new Float32Array(strands.positions.length);
  const fraction = new Float64Array(out.length / 3);
  for (let k = 0; k < strandCount(strands); k++) {
    const [from, count] = [strands.first[k]!, strands.first[k + 1]! - strands.first[k]!];
    writeFractions(strands.positions, from, count, fraction);
    bendCurve({ points: strands.positions, fraction, from, count }, ...w[k]!, out, from);
  }
  return out;
}

/** The quad of the whirlwind: springs at its corners alone, about the centre; hairs at the centre, half-way to an edge, and at a corner. */
const L = 0.1;
const UP: Vec3 = [0, 1, 0];
const CORNERS: Vec3[] = [
  [-1, 0, -1],
  [1, 0, -1],
  [1, 0, 1],
  [-1, 0, 1],
];
const PLACES: Vec3[] = [
  [0, 0, 0],
  [0.5, 0, 0],
  [1, 0, 1],
];
const guides = strandsFromPolylines(CORNERS.map((p) => straight(p, UP, L)));
const hairs = strandsFromPolylines(PLACES.map((p) => straight(p, UP, L)));
/** Each in a triangle of corners. */
const followed = {
  guides: Uint32Array.of(0, 2, 1, 1, 2, 0, 2, 0, 1),
  weights: Float32Array.of(0.5, 0.5, 0, 0.25, 0.5, 0.25, 1, 0, 0),
};

/** Tips of the hairs, from their roots, in lengths, where corners are bent by an angle with a wind that goes round. */
function whirled(angle: number, interpolation: BentInterpolation): Vec3[] {
  const hair = makeBentHair(hairs, guides, followed, interpolation);
  // Wind along (−z, 0, x): hair bends about the way to the corner.
  const w = CORNERS.map((p) => scale(normalize(cross(UP, [-p[2], 0, p[0]])), angle));
  readBends(hair, bentBy(guides, w));
  const out = new Float32Array(hairs.positions.length);
  generateBent(hair, 0, PLACES.length, out);
  return PLACES.map((p, k) => scale(subtract(at(out, 6 * k + 5), p), 1 / L));
}

describe('the whirlwind', () => {
  it('leaves the hair at its centre still where springs are interpolated: below 1e-6 of its length', () => {
    for (const angle of [0.6, 1.2]) expect(distance(whirled(angle, 'springs')[0]!, UP)).toBeLessThan(1e-6);
  });

  it('moves and shortens it where shapes are: by 0.059, to 0.941 and 0.777', () => {
    const [centre] = whirled(0.6, 'geometry');
    expect(distance(centre!, UP)).toBeCloseTo(0.059, 3);
    expect(centre![1]).toBeCloseTo(0.941, 3);
    expect(whirled(1.2, 'geometry')[0]![1]).toBeCloseTo(0.777, 3);
  });

  it('bends hair half-way to an edge by 0.106 against 0.119 of its length, and at corners by 0.297 either way', () => {
    const [springs, shapes] = [whirled(0.6, 'springs'), whirled(0.6, 'geometry')];
    expect(distance(springs[1]!, UP)).toBeCloseTo(0.106, 3);
    expect(distance(shapes[1]!, UP)).toBeCloseTo(0.119, 3);
    for (const tips of [springs, shapes]) expect(distance(tips[2]!, UP)).toBeCloseTo(0.297, 3);
  });
});

describe('bent hair', () => {
  const random = new Random(11);
  const curl = (root: Vec3): Vec3[] =>
    Array.from({ length: 7 }, (_, i) => [
      root[0] + 0.002 * Math.sin(i),
      root[1] + 0.004 * i,
      root[2] + 0.002 * Math.cos(1.3 * i) - 0.002,
    ]);

  it('is as groomed where guides are, to the last bit, however it is curved', () => {
    const curled = strandsFromPolylines(PLACES.map(curl));
    const hair = makeBentHair(curled, guides, followed, 'springs');
    readBends(hair, guides.positions);
    const out = new Float32Array(curled.positions.length);
    generateBent(hair, 0, PLACES.length, out);
    expect(out).toEqual(curled.positions);
  });

  it('that stands where a guide does and is like it goes where that goes (seed 11)', () => {
    const curled = strandsFromPolylines(CORNERS.map(curl));
    const own = { guides: Uint32Array.of(0, 1, 2, 1, 2, 3, 2, 3, 0, 3, 0, 1), weights: new Float32Array(12) };
    for (let k = 0; k < 4; k++) own.weights[3 * k] = 1;
    const hair = makeBentHair(curled, curled, own, 'springs');
    const direction = normalize(subtract(at(curled.positions, 6), at(curled.positions, 0)));
    const w = CORNERS.map(() => {
      const any: Vec3 = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      return cross(direction, any);
    });
    const now = bentBy(curled, w);
    readBends(hair, now);
    const out = new Float32Array(now.length);
    generateBent(hair, 0, 4, out);
    for (let i = 0; i < now.length; i++) expect(Math.abs(out[i]! - now[i]!)).toBeLessThan(2e-7);
  });

  it('on curved skin is bent about an axis that turns with its direction', () => {
    const a = normalize([0.6, 1, 0]);
    const b = normalize([-0.6, 1, 0]);
    const [one, other] = [
      strandsFromPolylines([straight([0, 0, 0], a, L)]),
      strandsFromPolylines([straight([0, 0, 0], b, L)]),
    ];
    const hair = makeBentHair(
      other,
      one,
      { guides: Uint32Array.of(0, 0, 0), weights: Float32Array.of(1, 0, 0) },
      'springs',
    );
    const w = scale(normalize(cross(a, [0, 0, 1])), 0.8);
    readBends(hair, bentBy(one, [w]));
    const out = new Float32Array(18);
    generateBent(hair, 0, 1, out);
    // A bend towards z on one side is one towards z on the other.
    const expected = bentBy(other, [transport(a, b, w)]);
    for (let i = 0; i < 18; i++) expect(Math.abs(out[i]! - expected[i]!)).toBeLessThan(1e-7);
    expect(rotate(expMap(w), a)[2]).toBeCloseTo(out[17]! > 0 ? Math.sin(0.8) : -1, 6);
  });

  it('is bent as what is left of its guides, and as long as they have grown', () => {
    const hair = makeBentHair(hairs, guides, followed, 'springs');
    const w = CORNERS.map((): Vec3 => [0.7, 0, 0]);
    const now = bentBy(guides, w);
    const cut = now.slice();
    for (let g = 0; g < 4; g++) for (let c = 12; c < 18; c++) cut[18 * g + c] = cut[18 * g + c]! + 0.05;
    setLeft(hair, [0.6, 0.6, 0.6, 0.6]);
    readBends(hair, cut);
    const out = new Float32Array(hairs.positions.length);
    generateBent(hair, 0, 3, out);
    const whole = bentBy(hairs, [w[0]!, w[0]!, w[0]!]);
    for (let i = 0; i < out.length; i++) expect(Math.abs(out[i]! - whole[i]!)).toBeLessThan(1e-5);
    setLeft(hair);
    const grown = now.slice();
    for (let g = 0; g < 4; g++)
      for (let c = 0; c < 18; c++)
        grown[18 * g + c] = now[18 * g + (c % 3)]! + 1.5 * (now[18 * g + c]! - now[18 * g + (c % 3)]!);
    readBends(hair, grown);
    generateBent(hair, 0, 1, out);
    expect(distance(at(out, 5), scale(at(whole, 5), 1.5))).toBeLessThan(1e-5);
  });
});
