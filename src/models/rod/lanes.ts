import { fromAxes, type Quat } from '../../numeric/rotation.ts';
import { addScaled, cross, dot, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import { LANES } from './kernel.ts';
import { NODE_FIELDS, type RodGroup } from './state.ts';

/** Reading and writing one strand's rows in a group's lane-strided arrays. */

/** What a step changes: the arrays that are saved to take it back. */
export const MOVING = ['x', 'xPast', 'v', 'vPast', 'm1', 'tension', 'measure', 'measurePast', 'push', 'grip'] as const;
export type SavedLane = { readonly [field in (typeof MOVING)[number]]: Float64Array } & { stepPast: number };

/** The frame of an edge: tangent, m1, m2. */
export function edgeFrame(a: Vec3, b: Vec3, m1: Vec3): Quat {
  const t = normalize(subtract(b, a));
  const u = normalize(addScaled(m1, t, -dot(m1, t)));
  return fromAxes(t, u, cross(t, u));
}

export function laneRow(values: Float64Array, lane: number, i: number): Vec3 {
  const s = 3 * LANES * i + lane;
  return [values[s]!, values[s + LANES]!, values[s + 2 * LANES]!];
}

export function writeRow(values: Float64Array, lane: number, i: number, row: Vec3): void {
  for (let c = 0; c < 3; c++) values[LANES * (3 * i + c) + lane] = row[c]!;
}

function writeRows(values: Float64Array, lane: number, rows: Float64Array): void {
  for (let i = 0, s = lane; s < values.length; i++, s += LANES) values[s] = rows[i]!;
}

/** One lane's rows as plain rows. */
function readRows(values: Float64Array, lane: number, out: Float64Array): void {
  for (let i = 0, s = lane; s < values.length; i++, s += LANES) out[i] = values[s]!;
}

export function makeSavedLane(nodes: number): SavedLane {
  const lane: Record<string, unknown> = { stepPast: 0 };
  for (const field of MOVING) lane[field] = new Float64Array(NODE_FIELDS[field] * nodes);
  return lane as SavedLane;
}

export function saveLane(group: RodGroup, lane: number, out: SavedLane): void {
  for (const field of MOVING) readRows(group[field], lane, out[field]);
  out.stepPast = group.stepPast[lane]!;
}

export function restoreLane(group: RodGroup, lane: number, saved: SavedLane): void {
  for (const field of MOVING) writeRows(group[field], lane, saved[field]);
  group.stepPast[lane] = saved.stepPast;
}
