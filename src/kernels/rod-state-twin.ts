import { LANES } from './lanes.ts';

/**
 * States of four strands stand in double precision, field after field, in each field strand after strand; kernels work on rows in single
 * precision, one number a strand. What is small is taken as a difference before it is rounded. `kernels/rod/state.as` is the same in
 * WebAssembly.
 */

/** Puts `count` items of `size` numbers of each strand into rows: item i begins at row to + next·i, and its numbers are `step` rows apart. */
export function spread(
  doubles: Float64Array,
  rows: Float32Array,
  [from, size, count, to, step, next]: readonly [number, number, number, number, number, number],
): void {
  const stride = size * count;
  for (let i = 0; i < count; i++)
    for (let c = 0; c < size; c++)
      for (let lane = 0; lane < LANES; lane++)
        rows[LANES * (to + next * i + step * c) + lane] = doubles[from + lane * stride + size * i + c]!;
}

/** Places, velocities, both one step ago, and the last step of each strand; then the rows that they are put into, from `next` to `next` rows a node. */
type Motion = readonly [
  x: number,
  xPast: number,
  v: number,
  vPast: number,
  last: number,
  edge: number,
  speed: number,
  change: number,
  lag: number,
  next: number,
  count: number,
];

/**
 * Edges, velocities and their last change, and how much longer the last way of nodes was than their velocity makes it, x − x_past − last·v; three
 * rows a node each.
 */
export function spreadMotion(
  doubles: Float64Array,
  rows: Float32Array,
  [x, xPast, v, vPast, last, edge, speed, change, lag, next, count]: Motion,
): void {
  for (let lane = 0; lane < LANES; lane++)
    for (let i = 0; i < count; i++)
      for (let c = 0; c < 3; c++) {
        const at = 3 * count * lane + 3 * i + c;
        const row = LANES * (next * i + c) + lane;
        const place = doubles[x + at]!;
        const velocity = doubles[v + at]!;
        rows[row + LANES * edge] = doubles[x + at + 3]! - place;
        rows[row + LANES * speed] = velocity;
        rows[row + LANES * change] = velocity - doubles[vPast + at]!;
        rows[row + LANES * lag] = place - doubles[xPast + at]! - doubles[last + lane]! * velocity;
      }
}

/** The other way. */
export function collect(
  doubles: Float64Array,
  rows: Float32Array,
  [from, step, next, size, count, to]: readonly [number, number, number, number, number, number],
): void {
  const stride = size * count;
  for (let i = 0; i < count; i++)
    for (let c = 0; c < size; c++)
      for (let lane = 0; lane < LANES; lane++)
        doubles[to + lane * stride + size * i + c] = rows[LANES * (from + next * i + step * c) + lane]!;
}

/**
 * Adds moves, three rows a node, to the places x and makes velocities of them: v = (u − past (x − x_past))/H. New places take the room of x_past; the
 * first two nodes are held elsewhere. `history`: `past` of the four strands, then their 1/H.
 */
export function moveOn(
  doubles: Float64Array,
  rows: Float32Array,
  [x, xPast, v, history, from, next, count]: readonly [number, number, number, number, number, number, number],
): void {
  for (let lane = 0; lane < LANES; lane++) {
    const past = doubles[history + lane]!;
    const inverse = doubles[history + LANES + lane]!;
    for (let i = 2; i < count; i++)
      for (let c = 0; c < 3; c++) {
        const at = 3 * count * lane + 3 * i + c;
        const moved = rows[LANES * (from + next * i + c) + lane]!;
        const start = doubles[x + at]!;
        doubles[v + at] = (moved - past * (start - doubles[xPast + at]!)) * inverse;
        doubles[xPast + at] = start + moved;
      }
  }
}

/**
 * Where nodes are in a grid that a body carries: whole cells and the part of a cell that is left; and how far they are `away` from the body's
 * origin, in the world. `pose`: the matrix that turns such ways into cells (9), the origin (3), and the grid's first node in cells (3).
 */
export function placeInGrid(
  doubles: Float64Array,
  rows: Float32Array,
  [x, pose, cell, part, away, next, count]: readonly [number, number, number, number, number, number, number],
): void {
  for (let lane = 0; lane < LANES; lane++)
    for (let i = 0; i < count; i++) {
      const at = x + 3 * (count * lane + i);
      const rx = doubles[at]! - doubles[pose + 9]!;
      const ry = doubles[at + 1]! - doubles[pose + 10]!;
      const rz = doubles[at + 2]! - doubles[pose + 11]!;
      const row = (first: number, c: number): number => LANES * (first + next * i + c) + lane;
      rows[row(away, 0)] = rx;
      rows[row(away, 1)] = ry;
      rows[row(away, 2)] = rz;
      for (let c = 0; c < 3; c++) {
        const m = pose + 3 * c;
        const g = doubles[m]! * rx + doubles[m + 1]! * ry + doubles[m + 2]! * rz - doubles[pose + 12 + c]!;
        const whole = Math.floor(g);
        rows[row(cell, c)] = whole;
        rows[row(part, c)] = g - whole;
      }
    }
}
