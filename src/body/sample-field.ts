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

/** Numbers of a row: distance, unit normal (3), velocity of the surface (3), friction. */
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
  private readonly friction: number;

  constructor({ header, values }: BakedField, friction: number, wantsSimd = true) {
    this.friction = friction;
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
   * Writes distance, outward normal, surface velocity and friction at world points from .. to (xyz rows) that are nearer than their
   * reach; of others the distance alone, with zeros.
   */
  sample(points: Float64Array, from: number, to: number, reach: Float64Array | undefined, out: Float64Array): void {
    for (let begin = from; begin < to; begin += MOST_POINTS)
      this.sampleSome(points, begin, Math.min(begin + MOST_POINTS, to), reach, out);
  }

  private sampleSome(
    points: Float64Array,
    from: number,
    to: number,
    reach: Float64Array | undefined,
    out: Float64Array,
  ): void {
    const { kernel, friction } = this;
    const { memory } = kernel;
    // The place beside a last one is asked for as it stands: nobody reads what is found there.
    for (let i = from, m = 0; i < to; i++) {
      memory[m] = points[3 * i]!;
      memory[m + NEXT] = points[3 * i + 1]!;
      memory[m + 2 * NEXT] = points[3 * i + 2]!;
      memory[m + REACH_AT] = reach === undefined ? Number.POSITIVE_INFINITY : reach[i]!;
      m += ((i - from) & 1) === 0 ? 1 : PAIR - 1;
    }
    kernel.sampleField(0, POSE_AT, GRID_AT, VALUES_AT, this.rowStep, this.sliceStep, (to - from + 1) >> 1);
    for (let i = from, m = 0; i < to; i++) {
      const o = ROW * i;
      const d = memory[m + FOUND_AT]!;
      out[o] = d;
      if (d > memory[m + REACH_AT]!) {
        out[o + 1] = 0;
        out[o + 2] = 0;
        out[o + 3] = 0;
        out[o + 4] = 0;
        out[o + 5] = 0;
        out[o + 6] = 0;
        out[o + 7] = 0;
      } else {
        out[o + 1] = memory[m + FOUND_AT + NEXT]!;
        out[o + 2] = memory[m + FOUND_AT + 2 * NEXT]!;
        out[o + 3] = memory[m + FOUND_AT + 3 * NEXT]!;
        out[o + 4] = memory[m + FOUND_AT + 4 * NEXT]!;
        out[o + 5] = memory[m + FOUND_AT + 5 * NEXT]!;
        out[o + 6] = memory[m + FOUND_AT + 6 * NEXT]!;
        out[o + 7] = friction;
      }
      m += ((i - from) & 1) === 0 ? 1 : PAIR - 1;
    }
  }
}
