import { InputError } from '../strands/input-error.ts';
import { grouped } from './budget.ts';
import type { MeshFrames } from './format.ts';
import { isIdentity, type Matrix, transformPoints } from './matrix.ts';
import type { MeshPart } from './polygons.ts';
import { placeOf, unionOf } from './sample-times.ts';

/** Samples of a mesh over time, and how its place in the world changes. */
export interface PartMotion {
  /** Seconds, rising; at least one. */
  readonly times: Float64Array;
  /** Writes the vertices of a sample, in the object's own space. */
  readonly fill: (sample: number, out: Float32Array) => void;
  readonly placement: { readonly times: Float64Array; at(time: number): Matrix };
}

export const isMoving = ({ times, placement }: PartMotion): boolean => times.length > 1 || placement.times.length > 1;

/** A turn of a large mesh takes few bytes in a file and many here. */
const MOST_BYTES = 1 << 30;

/** Vertices of all parts over time; undefined where nothing moves. The first sample becomes time 0. */
export function framesOf(name: string, parts: readonly MeshPart[]): MeshFrames | undefined {
  const moving = parts.flatMap(({ motion }) => (motion && isMoving(motion) ? [motion] : []));
  const lists = moving.flatMap(({ times, placement }) => [times, placement.times]).filter(({ length }) => length > 1);
  if (lists.length === 0) return undefined;
  const times = unionOf(lists);
  const size = parts.reduce((sum, { positions }) => sum + positions.length, 0);
  if (!(4 * size * times.length <= MOST_BYTES))
    throw new InputError(
      'mesh/long',
      `${name}: ${grouped(times.length)} samples of ${grouped(size / 3)} vertices are too many to keep: export fewer`,
    );
  const frames = Array.from(times, (time) => {
    const out = new Float32Array(size);
    let at = 0;
    for (const part of parts) {
      fillPart(part, time, out.subarray(at, at + part.positions.length));
      at += part.positions.length;
    }
    return out;
  });
  return { times: times.map((time) => time - times[0]!), frames };
}

function fillPart({ positions, motion }: MeshPart, time: number, out: Float32Array): void {
  if (!motion) {
    out.set(positions);
    return;
  }
  const { index, fraction } = placeOf(motion.times, time);
  motion.fill(index, out);
  if (fraction > 0) {
    const next = new Float32Array(out.length);
    motion.fill(index + 1, next);
    for (let i = 0; i < out.length; i++) out[i] = out[i]! + fraction * (next[i]! - out[i]!);
  }
  const matrix = motion.placement.at(time);
  if (!isIdentity(matrix)) transformPoints(out, matrix);
}
