import { GRID, POINT, POSE } from './field-layout.ts';
import { type Kernels, MODULE } from './generated/field-module.ts';
import { bindTwin } from './generated/field-twin.ts';
import { compile, instantiate, PAGE } from './kernels.ts';

/** Points that are asked for at once, two in a row: what is given and found stays in the processor's first cache. */
export const MOST_POINTS = 128;

/** First rows of the body and of the grid, which follow the points, and of the grid's values. */
export const POSE_AT = (POINT * MOST_POINTS) / 2;
export const GRID_AT = POSE_AT + POSE;
export const VALUES_AT = GRID_AT + GRID;

/** The kernel of one baked field with the memory that it works on. Row r is numbers 2 r and 2 r + 1, one a point. */
export interface FieldKernel extends Kernels {
  readonly memory: Float64Array;
  readonly isSimd: boolean;
}

/**
 * A kernel with a copy of a grid's values. Without vector instructions, or where they are not wanted, a twin in TypeScript does the same to the
 * last bit.
 */
export function makeFieldKernel(values: Float32Array, wantsSimd = true): FieldKernel {
  const bytes = PAGE * Math.ceil((16 * VALUES_AT + 4 * values.length) / PAGE);
  const module = wantsSimd ? compile(MODULE) : null;
  const made = module && instantiate(module, bytes / PAGE);
  const buffer = made?.buffer ?? new ArrayBuffer(bytes);
  const memory = new Float64Array(buffer);
  const tables = new Float32Array(buffer);
  tables.set(values, 4 * VALUES_AT);
  if (!made) return { ...bindTwin(memory, tables), memory, isSimd: false };
  return { sampleField: (made.exports as Kernels).sampleField, memory, isSimd: true };
}
