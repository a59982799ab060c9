import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { BakedField, type FieldData, fieldError } from './baked-field.ts';

const seed = 20261127;

/** A field sampled from a function: the box [-1, 1]³ with n cells a side and one more all around. */
function sampled(f: (x: number, y: number, z: number) => number, n = 20): FieldData {
  const cell = 2 / n;
  const count = n + 3;
  const values = new Float32Array(count * count * count);
  const place = (i: number): number => -1 + (i - 1) * cell;
  for (let k = 0; k < count; k++)
    for (let j = 0; j < count; j++)
      for (let i = 0; i < count; i++) values[i + count * (j + count * k)] = f(place(i), place(j), place(k));
  const start = place(0);
  return { origin: [start, start, start], cell, size: [count, count, count], values };
}

const ball = (radius: number) => (x: number, y: number, z: number) => Math.hypot(x, y, z) - radius;

function inside(random: Random): [number, number, number] {
  return [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
}

describe(`baked fields (seed ${seed})`, () => {
  const out = new Float64Array(4);

  it('reproduce a plane, value and gradient, up to the border', () => {
    const [a, b, c] = [2 / 7, 3 / 7, -6 / 7];
    const field = new BakedField(sampled((x, y, z) => a * x + b * y + c * z + 0.1));
    const random = new Random(seed);
    for (let i = 0; i < 300; i++) {
      const [x, y, z] = i < 8 ? [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1] : inside(random);
      field.sample(x, y, z, out);
      const expected = [a * x + b * y + c * z + 0.1, a, b, c];
      for (let k = 0; k < 4; k++) expect(Math.abs(out[k]! - expected[k]!)).toBeLessThan(2e-6);
      expect(field.distance(x, y, z)).toBeCloseTo(out[0]!, 12);
    }
  });

  it('interpolate a ball within h²/4r, with gradients true to a degree', () => {
    const field = new BakedField(sampled(ball(0.7)));
    const random = new Random(seed + 1);
    const worst = { error: 0, angle: 0, length: 0 };
    for (let i = 0; i < 4000; i++) {
      const [x, y, z] = inside(random);
      const r = Math.hypot(x, y, z);
      if (r < 0.4) continue;
      field.sample(x, y, z, out);
      worst.error = Math.max(worst.error, (Math.abs(out[0]! - r + 0.7) * 4 * (r - 0.1)) / 0.01);
      worst.length = Math.max(worst.length, Math.abs(Math.hypot(out[1]!, out[2]!, out[3]!) - 1));
      worst.angle = Math.max(worst.angle, Math.acos(Math.min((out[1]! * x + out[2]! * y + out[3]! * z) / r, 1)));
    }
    expect(worst.error).toBeLessThan(1);
    expect(worst.length).toBeLessThan(1e-12);
    expect(worst.angle).toBeLessThan(0.02);
  });

  it('the gradient is continuous: crossing a cell border changes it as little as crossing anything else', () => {
    const field = new BakedField(sampled(ball(0.7)));
    const random = new Random(seed + 2);
    const after = new Float64Array(4);
    let worst = 0;
    for (let i = 0; i < 500; i++) {
      const [, y, z] = inside(random);
      const x = (random.below(18) - 9) / 10 + (i % 2) * 0.05;
      if (Math.hypot(x, y, z) < 0.3) continue;
      field.sample(x - 1e-7, y, z, out);
      field.sample(x + 1e-7, y, z, after);
      for (let k = 1; k < 4; k++) worst = Math.max(worst, Math.abs(out[k]! - after[k]!));
    }
    expect(worst).toBeLessThan(2e-6);
  });

  it('outside the box: continuous, never more than the distance, at least the way to the box, pointing away', () => {
    const field = new BakedField(sampled(ball(0.7)));
    const random = new Random(seed + 3);
    const slack = 0.01 / 4 / 0.8;
    const worst = { over: 0, under: 0, jump: 0 };
    let leastAway = 1;
    for (let i = 0; i < 3000; i++) {
      const s = 10 ** random.between(0, 2);
      const [x, y, z] = inside(random).map((c) => c * s) as [number, number, number];
      const true_ = Math.hypot(x, y, z) - 0.7;
      const toBox = Math.hypot(...[x, y, z].map((c) => Math.max(Math.abs(c) - 1, 0)));
      field.sample(x, y, z, out);
      if (toBox > 0) worst.over = Math.max(worst.over, out[0]! - true_);
      if (toBox > 0) worst.under = Math.max(worst.under, toBox - out[0]!);
      worst.jump = Math.max(worst.jump, Math.abs(field.distance(x, y, z) - out[0]!));
      if (toBox > 0) leastAway = Math.min(leastAway, (out[1]! * x + out[2]! * y + out[3]! * z) / (true_ + 0.7));
    }
    expect(worst.over).toBeLessThan(slack);
    expect(worst.under).toBeLessThan(1e-9);
    expect(worst.jump).toBeLessThan(1e-9);
    expect(leastAway).toBeGreaterThan(0.8);
    expect(field.distance(1 + 1e-9, 0.3, 0.2)).toBeCloseTo(field.distance(1, 0.3, 0.2), 6);
  });

  it('is unit and finite everywhere, also where all ways out are equal', () => {
    const field = new BakedField(sampled(ball(0.7)));
    const places: [number, number, number][] = [
      [0, 0, 0],
      [1, 1, 1],
      [-1, 1, 0],
      [1e6, 0, -1e6],
      [0.05, 0.05, 0.05],
    ];
    for (const [x, y, z] of places) {
      field.sample(x, y, z, out);
      expect(Math.hypot(out[1]!, out[2]!, out[3]!)).toBeCloseTo(1, 12);
      expect(Number.isFinite(out[0]!)).toBe(true);
    }
  });

  it('survives the way to a worker', () => {
    const field = new BakedField(sampled(ball(0.7), 8));
    const copy = new BakedField(structuredClone({ ...field }));
    expect(copy.distance(0.1, 0.2, 0.3)).toBe(field.distance(0.1, 0.2, 0.3));
    expect(copy.distance(3, 0.2, 0.3)).toBe(field.distance(3, 0.2, 0.3));
  });

  it('refuses data that does not fit', () => {
    const data = sampled(ball(0.7), 8);
    expect(() => new BakedField({ ...data, values: data.values.slice(1) })).toThrow(/one value a node/);
    expect(() => new BakedField({ ...data, cell: 0 })).toThrow(/positive cell/);
  });

  it('the error estimate is h²/4r for a ball, and covers what is seen', () => {
    for (const n of [16, 32]) {
      const data = sampled(ball(0.7), n);
      const field = new BakedField(data);
      const { largest, typical } = fieldError(data);
      const h = 2 / n;
      expect(typical / ((h * h) / 4 / 0.7)).toBeCloseTo(1, 1);
      const random = new Random(seed + 4);
      let seen = 0;
      for (let i = 0; i < 2000; i++) {
        const [x, y, z] = inside(random);
        const d = Math.hypot(x, y, z) - 0.7;
        if (Math.abs(d) < h) seen = Math.max(seen, Math.abs(field.distance(x, y, z) - d));
      }
      expect(seen).toBeLessThan(largest);
      expect(seen).toBeGreaterThan(largest / 4);
    }
  });
});
