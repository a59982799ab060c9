import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { expMap, writeMatrix } from '../numeric/rotation.ts';
import { bakeDistanceField } from './distance-field.ts';
import { FieldSampler, POSE } from './sample-field.ts';
import { torusMesh } from './shapes.ts';

const SEED = 41;
const ROW = 8;
const FRICTION = 0.3;
const field = bakeDistanceField(torusMesh(0.5, 0.2), { resolution: 48 });

/** Somewhere, turned, moving, growing; a box that all points are in, so that it says nothing. */
function somePose(random: Random): Float64Array {
  const pose = new Float64Array(POSE);
  writeMatrix(expMap([random.unit(), random.unit(), random.unit()]), pose);
  for (let c = 9; c < 18; c++) pose[c] = random.unit() - 0.5;
  pose.set([0.7 + random.unit(), random.unit()], 18);
  pose.set([-9, -9, -9, 9, 9, 9], 20);
  return pose;
}

/** The same in pieces: to the body's space, `BakedField.sample`, back. */
function reference(p: Float64Array, x: number, y: number, z: number): number[] {
  const found = new Float64Array(4);
  const [rx, ry, rz] = [x - p[9]!, y - p[10]!, z - p[11]!];
  const s = p[18]!;
  const local = [0, 1, 2].map((c) => (1 / s) * (p[c]! * rx + p[3 + c]! * ry + p[6 + c]! * rz));
  field.sample(local[0]!, local[1]!, local[2]!, found);
  const d = s * found[0]!;
  const n = [0, 3, 6].map((r) => p[r]! * found[1]! + p[r + 1]! * found[2]! + p[r + 2]! * found[3]!);
  const growth = p[19]! * (1 / s);
  return [
    d,
    ...n,
    p[12]! + p[16]! * rz - p[17]! * ry + growth * (rx - d * n[0]!),
    p[13]! + p[17]! * rx - p[15]! * rz + growth * (ry - d * n[1]!),
    p[14]! + p[15]! * ry - p[16]! * rx + growth * (rz - d * n[2]!),
  ];
}

describe.for([
  ['vector instructions', true],
  ['its twin', false],
] as const)(`the kernel of baked fields (seed ${SEED}), %s`, ([, wantsSimd]) => {
  const sampler = new FieldSampler(field, FRICTION, wantsSimd);
  const random = new Random(SEED);
  const count = 4000;
  const points = Float64Array.from({ length: 3 * count }, () => 5 * (random.unit() - 0.5));
  const pose = somePose(random);
  const rows = new Float64Array(ROW * count);
  sampler.place(pose);
  sampler.sample(points, 0, count, undefined, rows);

  it('has the bytes of its readable form, in the grid and beyond it', () => {
    for (let i = 0; i < count; i++)
      expect(Array.from(rows.subarray(ROW * i, ROW * i + 7))).toEqual(
        reference(pose, points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!),
      );
  });

  it('tells of points beyond their reach the distance alone, and of others all', () => {
    const reach = Float64Array.from({ length: count }, () => 2 * random.unit());
    const out = new Float64Array(ROW * count).fill(7);
    sampler.sample(points, 0, count, reach, out);
    for (let i = 0; i < count; i++) {
      const row = Array.from(rows.subarray(ROW * i, ROW * i + 7));
      const told = row[0]! > reach[i]! ? [row[0]!, 0, 0, 0, 0, 0, 0, 0] : [...row, FRICTION];
      expect(Array.from(out.subarray(ROW * i, ROW * (i + 1)))).toEqual(told);
    }
  });

  it('never says less than the distance to the box', () => {
    const near = pose.slice();
    near.set([-0.1, -0.1, -0.1, 0.1, 0.1, 0.1], 20);
    const out = new Float64Array(ROW * count);
    sampler.place(near);
    sampler.sample(points, 0, count, undefined, out);
    sampler.place(pose);
    for (let i = 0; i < count; i++) {
      const away = [0, 1, 2].map((c) => Math.max(Math.abs(points[3 * i + c]!) - 0.1, 0));
      const box = Math.sqrt(away[0]! ** 2 + away[1]! ** 2 + away[2]! ** 2);
      expect(out[ROW * i]!).toBeCloseTo(Math.max(box, rows[ROW * i]!), 12);
    }
  });

  it('asks for a part of the points as for all', () => {
    const out = new Float64Array(ROW * count);
    for (const [from, to] of [
      [0, 17],
      [17, 1000],
      [1000, count],
    ] as const)
      sampler.sample(points, from, to, undefined, out);
    expect(out).toEqual(rows);
  });
});
