import { describe, expect, it } from 'vitest';
import { ellipsoidField, ellipsoidHead } from '../ellipsoid-head.fixture.ts';
import { makeSkin } from '../skin.ts';
import { aboveCut, combDirection, cutHeight, faceDistance, type GrowingHair, type HeadGrowth } from './comb.ts';
import { PART_FRINGE, PART_REST } from './parts.ts';
import { measureHead } from './shape.ts';
import { type HeadStyleInput, makeHeadStyle } from './style.ts';

const field = ellipsoidField();
const skin = makeSkin({ mesh: ellipsoidHead(), field }, 'scalp');

function growth(style: HeadStyleInput): HeadGrowth {
  return { style: makeHeadStyle(style), shape: measureHead(skin) };
}

const hair: GrowingHair = {
  part: PART_REST,
  height: 0.01,
  curlRoom: 0,
  length: 0.3,
  cut: Number.NEGATIVE_INFINITY,
  cutSlope: 0,
  stray: 0,
};

function directionAt(style: HeadStyleInput, s: number, point: readonly number[]): number[] {
  const g = growth(style);
  const p = Float64Array.from(point);
  const sample = new Float64Array(4);
  field.sample(p[0]!, p[1]!, p[2]!, sample);
  const out = new Float64Array(3);
  combDirection(g, hair, s, p, sample, out);
  const l = Math.hypot(...out);
  return Array.from(out, (x) => x / l);
}

describe('combDirection', () => {
  const parted: HeadStyleInput = { comb: { parted: true, front: 1.2, back: -0.3 } };

  it('leads hair away from a parting on both sides alike', () => {
    const left = directionAt(parted, 0, [0.02, 0.115, 0.02]);
    const right = directionAt(parted, 0, [-0.02, 0.115, 0.02]);
    expect(left[0]).toBeGreaterThan(0.8);
    expect(right[0]).toBeCloseTo(-left[0]!, 9);
    expect(right[1]).toBeCloseTo(left[1]!, 9);
  });

  it('lets hair fall once it is long or off the head', () => {
    expect(directionAt(parted, 1, [0.02, 0.115, 0.02])[1]).toBeLessThan(-0.99);
    expect(directionAt(parted, 0, [0.07, -0.03, 0.01])[1]).toBeLessThan(-0.99);
  });

  it('points outwards and upwards where the style says so', () => {
    expect(directionAt({ comb: { mode: 'out' }, body: { droop: 0 } }, 0, [0.09, 0.05, 0])[0]).toBeGreaterThan(0.7);
    expect(directionAt({ comb: { mode: 'crest' } }, 0, [0, 0.12, 0])[1]).toBeLessThan(1);
  });
});

describe('faceDistance', () => {
  it('is zero on the edge of the opening, positive outside, and only in front of the head', () => {
    const g = growth({ face: { opening: 0.05, top: 0.06, bottom: 0.26 } });
    const { shape } = g;
    const out = new Float64Array(4);
    const middle = shape.top - 0.16 * shape.scale;
    expect(faceDistance(g, Float64Array.of(0.05 * shape.scale, middle, 0.08), out)).toBe(true);
    expect(out[0]).toBeCloseTo(0, 6);
    expect(out[1]).toBeCloseTo(1, 6);
    faceDistance(g, Float64Array.of(0.07, middle, 0.08), out);
    expect(out[0]).toBeGreaterThan(0.01);
    faceDistance(g, Float64Array.of(0.02, middle, 0.08), out);
    expect(out[0]).toBeLessThan(0);
    expect(faceDistance(g, Float64Array.of(0, middle, -0.05), out)).toBe(false);
    expect(faceDistance(growth({}), Float64Array.of(0, middle, 0.08), out)).toBe(false);
  });
});

describe('level cut', () => {
  it('lies where the style says, and lower towards the face with a slope', () => {
    const g = growth({ length: { level: 0.2 }, fringe: { width: 0.5, level: 0.09 } });
    const { shape } = g;
    const cut = cutHeight(g, PART_REST);
    expect(shape.top - cut).toBeCloseTo(0.2 * shape.scale, 9);
    expect(shape.top - cutHeight(g, PART_FRINGE)).toBeCloseTo(0.09 * shape.scale, 9);
    expect(cutHeight(growth({}), PART_REST)).toBe(Number.NEGATIVE_INFINITY);
    const sloped = { ...hair, cut, cutSlope: 0.5 };
    expect(aboveCut(g, sloped, Float64Array.of(0, cut, shape.z))).toBeCloseTo(0, 9);
    expect(aboveCut(g, sloped, Float64Array.of(0, cut, shape.z + 0.1))).toBeCloseTo(0.05, 9);
  });
});
