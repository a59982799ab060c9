import {
  type FieldKernel,
  GRID_AT,
  MOST_POINTS,
  makeFieldKernel,
  POSE_AT,
  VALUES_AT,
} from '../kernels/field-kernels.ts';
import { DISTANCE, GROWTH, INVERSE, POINT, REACH, ROW_STEP, SIZE, SLICE_STEP } from '../kernels/field-layout.ts';
import type { BakedField } from './baked-field.ts';

/**
 * Numbers of a pose: rotation by rows (9), position (3), velocity (3), angular velocity (3), size and its rate (2), the box that
 * holds the body in the world: low xyz, high xyz (6).
 */
export const POSE = 26;

/** Numbers of a row: distance, unit normal (3), velocity of the surface (3), and one that is left to the caller. */
const ROW = 8;

/** Numbers from a point's row to its next in memory, and from one pair of points to the next. */
const NEXT = 2;
const PAIR = NEXT * POINT;
const REACH_AT = NEXT * REACH;
const FOUND_AT = NEXT * DISTANCE;

/**
 * A baked field on a body that moves, asked for many points at once by the kernel that kernels/field makes. `BakedField.sample`
 * says the same in pieces, and has the same bytes.
 */
export class FieldSampler {
  private readonly kernel: FieldKernel;
  private readonly rowStep: number;
  private readonly sliceStep: number;
  /** Which points are in the kernel's memory. */
  private readonly asked = new Int32Array(MOST_POINTS);

  constructor({ header, values }: BakedField, wantsSimd = true) {
    this.kernel = makeFieldKernel(values, wantsSimd);
    this.rowStep = header[ROW_STEP]!;
    this.sliceStep = header[SLICE_STEP]!;
    for (let n = 0; n < header.length; n++) this.write(GRID_AT + n, header[n]!);
  }

  /** Puts the body into a pose. */
  place(pose: Float64Array): void {
    for (let n = 0; n < POSE; n++) this.write(POSE_AT + n, pose[n]!);
    const inverse = 1 / pose[SIZE]!;
    this.write(POSE_AT + INVERSE, inverse);
    this.write(POSE_AT + GROWTH, pose[SIZE + 1]! * inverse);
  }

  /** A number that both points of a row have. */
  private write(row: number, value: number): void {
    this.kernel.memory.fill(value, NEXT * row, NEXT * row + NEXT);
  }

  /**
   * Writes distance, outward normal and surface velocity at world points from .. to (xyz rows) that are nearer than their reach; of
   * others the distance alone, with zeros. Rows of points whose reach is −∞ are left alone.
   */
  sample(points: Float64Array, from: number, to: number, reach: Float64Array | undefined, out: Float64Array): void {
    const { asked } = this;
    const { memory } = this.kernel;
    let count = 0;
    for (let i = from; i < to; i++) {
      const far = reach === undefined ? Number.POSITIVE_INFINITY : reach[i]!;
      if (far === Number.NEGATIVE_INFINITY) continue;
      const m = PAIR * (count >> 1) + (count & 1);
      memory[m] = points[3 * i]!;
      memory[m + NEXT] = points[3 * i + 1]!;
      memory[m + 2 * NEXT] = points[3 * i + 2]!;
      memory[m + REACH_AT] = far;
      asked[count++] = i;
      if (count < MOST_POINTS) continue;
      this.answer(count, out);
      count = 0;
    }
    if (count > 0) this.answer(count, out);
  }

  private answer(count: number, out: Float64Array): void {
    const { kernel, asked } = this;
    const { memory } = kernel;
    // The place beside a last one is asked for as it stands: it must be a number, and nobody reads it.
    kernel.sampleField(0, POSE_AT, GRID_AT, VALUES_AT, this.rowStep, this.sliceStep, (count + 1) >> 1);
    for (let n = 0; n < count; n++) {
      const m = PAIR * (n >> 1) + (n & 1);
      const o = ROW * asked[n]!;
      const d = memory[m + FOUND_AT]!;
      const isFar = d > memory[m + REACH_AT]!;
      out[o] = d;
      out[o + 1] = isFar ? 0 : memory[m + FOUND_AT + NEXT]!;
      out[o + 2] = isFar ? 0 : memory[m + FOUND_AT + 2 * NEXT]!;
      out[o + 3] = isFar ? 0 : memory[m + FOUND_AT + 3 * NEXT]!;
      out[o + 4] = isFar ? 0 : memory[m + FOUND_AT + 4 * NEXT]!;
      out[o + 5] = isFar ? 0 : memory[m + FOUND_AT + 5 * NEXT]!;
      out[o + 6] = isFar ? 0 : memory[m + FOUND_AT + 6 * NEXT]!;
    }
  }
}
