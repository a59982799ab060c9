import { InputError } from '../strands/input-error.ts';
import { makeStrands, type Strands, strandCount } from '../strands/strands.ts';
import { Path, walkPath } from './path.ts';

/** Editing guides by hand: the root stays where it is, and moving a point keeps every edge's length. */

export interface MoveOptions {
  /** How strongly the points between root and handle take part: 1 evenly along the hair, larger only near the handle. */
  readonly falloff?: number;
}

export const MOVE_DEFAULTS: Readonly<Required<MoveOptions>> = Object.freeze({ falloff: 2 });

/**
 * Drags one point of one strand to a place (or as near to it as the hair reaches). The hair from root to handle bends
 * (FABRIK: Aristidou and Lasenby 2011); the hair beyond follows like a chain. All edges keep their lengths.
 */
export function movePoint(
  strands: Strands,
  strand: number,
  point: number,
  target: readonly [number, number, number],
  options: MoveOptions = {},
): Strands {
  const count = checkPoint(strands, strand, point);
  if (!target.every(Number.isFinite))
    throw new InputError(
      'groom/bad-target',
      `Point ${point} of strand ${strand} cannot be moved to (${target.join(', ')}).`,
    );
  const positions = strands.positions.slice();
  const begin = 3 * strands.first[strand]!;
  const p = Float64Array.from(positions.subarray(begin, begin + 3 * count));
  dragPoint(p, point, target[0], target[1], target[2], options.falloff ?? MOVE_DEFAULTS.falloff);
  positions.set(p, begin);
  return replacePositions(strands, positions);
}

function checkPoint(strands: Strands, strand: number, point: number): number {
  if (!(Number.isInteger(strand) && strand >= 0 && strand < strandCount(strands)))
    throw new InputError('groom/no-strand', `There is no strand ${strand}; there are ${strandCount(strands)}.`);
  const count = strands.first[strand + 1]! - strands.first[strand]!;
  if (!(Number.isInteger(point) && point >= 1 && point < count))
    throw new InputError(
      'groom/no-point',
      `Strand ${strand} has points 1 to ${count - 1} to move (point 0 is its root, which stays), not ${point}.`,
    );
  return count;
}

const MOST_ROUNDS = 200;
const NEAR_ENOUGH = 1e-7;

/** Drags point `handle` of one polyline, in place: xyz rows, root first. For tools that drag many times a second. */
export function dragPoint(p: Float64Array, handle: number, x: number, y: number, z: number, falloff = 2): void {
  const count = p.length / 3;
  const edge = new Float64Array(count);
  const arc = new Float64Array(count);
  for (let i = 0; i + 1 < count; i++) {
    edge[i] = distance(p, i, p[3 * i + 3]!, p[3 * i + 4]!, p[3 * i + 5]!);
    arc[i + 1] = arc[i]! + edge[i]!;
  }
  const root = [p[0]!, p[1]!, p[2]!] as const;
  const move = [x - p[3 * handle]!, y - p[3 * handle + 1]!, z - p[3 * handle + 2]!] as const;
  const tail = p.slice(3 * handle);
  for (let i = 1; i <= handle; i++) {
    const fraction = ease(arc[handle]! > 0 ? arc[i]! / arc[handle]! : 1, falloff);
    for (let c = 0; c < 3; c++) p[3 * i + c] = p[3 * i + c]! + fraction * move[c]!;
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    place(p, handle, x, y, z);
    for (let i = handle - 1; i >= 0; i--) reach(p, i, i + 1, edge[i]!);
    place(p, 0, root[0], root[1], root[2]);
    for (let i = 0; i < handle; i++) reach(p, i + 1, i, edge[i]!);
    if (distance(p, handle, x, y, z) < NEAR_ENOUGH) break;
  }
  // Beyond the handle the hair is carried along, then each point is drawn to its place behind the one before.
  for (let i = handle + 1; i < count; i++) {
    const fade = 1 / (1 + i - handle);
    for (let c = 0; c < 3; c++) p[3 * i + c] = tail[3 * (i - handle) + c]! + (p[3 * handle + c]! - tail[c]!) * fade;
    reach(p, i, i - 1, edge[i - 1]!);
  }
}

function ease(t: number, power: number): number {
  let result = t;
  for (let i = 1; i < power; i++) result *= t;
  return result;
}

function place(p: Float64Array, i: number, x: number, y: number, z: number): void {
  p[3 * i] = x;
  p[3 * i + 1] = y;
  p[3 * i + 2] = z;
}

function distance(p: Float64Array, i: number, x: number, y: number, z: number): number {
  const dx = p[3 * i]! - x;
  const dy = p[3 * i + 1]! - y;
  const dz = p[3 * i + 2]! - z;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Moves point i to the given distance from point j, in the direction it lies. */
function reach(p: Float64Array, i: number, j: number, length: number): void {
  const l = distance(p, i, p[3 * j]!, p[3 * j + 1]!, p[3 * j + 2]!);
  if (l < 1e-15) {
    p[3 * i + 1] = p[3 * j + 1]! - length;
    return;
  }
  const scale = length / l;
  for (let c = 0; c < 3; c++) p[3 * i + c] = p[3 * j + c]! + scale * (p[3 * i + c]! - p[3 * j + c]!);
}

/**
 * Gives one strand a new length: clipped from the tip, or grown on in the way it turns there (a curl goes on curling).
 * The number of points stays; they are laid out anew with equal edges.
 */
export function setLength(strands: Strands, strand: number, length: number): Strands {
  const count = checkPoint(strands, strand, 1);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY))
    throw new InputError('groom/bad-length', `Strand ${strand} needs a length above 0, not ${length}.`);
  const begin = strands.first[strand]!;
  const path = new Path();
  for (let i = begin; i < begin + count; i++)
    path.add(strands.positions[3 * i]!, strands.positions[3 * i + 1]!, strands.positions[3 * i + 2]!);
  // Chords are shorter than the arc they span: a fifth more path than length is enough for any sampling of a curl.
  while (path.length > 0 && path.length < 1.2 * length) growOn(path);
  const points = new Float64Array(3 * count);
  walkPath(path, length / (count - 1), count, points);
  const positions = strands.positions.slice();
  positions.set(points, 3 * begin);
  return replacePositions(strands, positions);
}

const STRAIGHT = 0.02;

/** Adds one edge by the screw motion of the last three; straight on where the hair is straight or too short to tell. */
function growOn(path: Path): void {
  const n = path.count;
  const p = path.points;
  const at = (i: number): number[] => [0, 1, 2].map((c) => p[3 * i + c]! - p[3 * i - 3 + c]!);
  const c = at(n - 1);
  let next = c;
  if (n >= 4) {
    const a = at(n - 3);
    const b = at(n - 2);
    const m = cross(a, b);
    const k = cross(b, c);
    const isTurning = size(m) > STRAIGHT * size(a) * size(b) && size(k) > STRAIGHT * size(b) * size(c);
    if (isTurning) next = screw(b, m, c, k);
  }
  path.add(p[3 * n - 3]! + next[0]!, p[3 * n - 2]! + next[1]!, p[3 * n - 1]! + next[2]!);
}

/** Applies to c the rotation that takes the frame (b, m) to the frame (c, k). */
function screw(b: number[], m: number[], c: number[], k: number[]): number[] {
  const from = frame(b, m);
  const to = frame(c, k);
  const local = from.map((axis) => axis[0]! * c[0]! + axis[1]! * c[1]! + axis[2]! * c[2]!);
  return [0, 1, 2].map((i) => local[0]! * to[0]![i]! + local[1]! * to[1]![i]! + local[2]! * to[2]![i]!);
}

function frame(tangent: number[], binormal: number[]): [number[], number[], number[]] {
  const t = tangent.map((x) => x / size(tangent));
  const b = binormal.map((x) => x / size(binormal));
  return [t, cross(b, t), b];
}

const size = (a: readonly number[]): number => Math.sqrt(a[0]! * a[0]! + a[1]! * a[1]! + a[2]! * a[2]!);
const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];

function replacePositions(strands: Strands, positions: Float32Array): Strands {
  return makeStrands({
    id: strands.id,
    first: strands.first,
    positions,
    pointAttributes: strands.pointAttributes,
    strandAttributes: strands.strandAttributes,
  });
}
