import { type Environment, OBSTACLE_ROW } from '../model.ts';
import type { WispState } from './fields.ts';
import type { RimRows } from './rim-rows.ts';
import type { WispSegments } from './segments.ts';

/** Rims may be so far inside a body: the middle of a wisp is what keeps its distance, and skin is round. */
const RIM_SLACK = 5e-4;
/** Distances to bodies may be off by this fraction. */
const OFF = 0.1;
/** Bodies push rims out as hard as this times what crossing wisps do at 1. */
export const BODY = 4;

/** Points that are asked for together. */
interface Asked {
  readonly points: Float64Array;
  readonly rows: Float64Array;
  readonly owners: { readonly id: Uint32Array; readonly s: Float64Array };
  readonly reach: Float64Array;
}

/** Where bodies are near rims: middles are asked first, rims only where theirs are not far from a body. */
export class RimBodies {
  /** Distance of each node to a body: of the nearer of its rims where that is not far, or less than it. */
  readonly height: Float64Array;
  private readonly state: WispState;
  private readonly segments: WispSegments;
  private readonly clearance: Float64Array | null;
  private readonly proximity: number;
  /** Where on its wisp each node is. */
  private readonly s: Float64Array;
  private readonly middles: Asked;
  private readonly rims: Asked;
  /** Rim points that are asked for. */
  private readonly asked: Int32Array;

  /** `clearance`: distance that rims of each node keep from bodies; null where the middles do and rims only may not enter. */
  constructor(state: WispState, segments: WispSegments, clearance: Float64Array | null, proximity: number) {
    const nodes = state.mass.length;
    this.height = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY);
    this.state = state;
    this.segments = segments;
    this.clearance = clearance;
    this.proximity = proximity;
    this.s = placesOf(state);
    const { strandOf } = segments;
    this.middles = makeAsked(nodes);
    this.rims = makeAsked(2 * nodes);
    this.asked = new Int32Array(2 * nodes);
    for (let i = 0; i < nodes; i++) {
      this.middles.owners.id[i] = state.ids[strandOf[i]!]!;
      this.middles.owners.s[i] = this.s[i]!;
    }
  }

  /** Planes for rims that would be nearer to a body in `h` seconds than they may be. */
  meet(planes: RimRows, h: number, { obstacles, asleep, time }: Environment): void {
    const { state, height, rims, asked, segments, clearance } = this;
    height.fill(Number.POSITIVE_INFINITY);
    if (!obstacles) return;
    this.findMiddles(h);
    const { points, rows, owners, reach } = this.middles;
    obstacles.nearest(points, height.length, time + h, rows, owners, undefined, reach);
    const count = this.findRims(h);
    if (count === 0) return;
    obstacles.nearest(rims.points, count, time + h, rims.rows, rims.owners, undefined, rims.reach);
    for (let n = 0; n < count; n++) {
      const p = asked[n]!;
      const i = p >> 1;
      const k = segments.strandOf[i]!;
      const row = OBSTACLE_ROW * n;
      const gap = rims.rows[row]!;
      if (gap < height[i]!) height[i] = gap;
      const kept = clearance ? clearance[i]! : -RIM_SLACK;
      if (gap >= Math.max(0, kept) || asleep?.[k] === 1 || (state.rooted[k] === 1 && i < state.first[k]! + 2)) continue;
      const nx = rims.rows[row + 1]!;
      const ny = rims.rows[row + 2]!;
      const nz = rims.rows[row + 3]!;
      const here = nx * rims.points[3 * n]! + ny * rims.points[3 * n + 1]! + nz * rims.points[3 * n + 2]!;
      planes.push(k, p, nx, ny, nz, here - gap + kept, BODY);
    }
  }

  private findMiddles(h: number): void {
    const { height } = this;
    const { position: x, velocity: v } = this.state;
    const { points, reach } = this.middles;
    for (let c = 0; c < 3 * height.length; c++) points[c] = x[c]! + h * v[c]!;
    for (let i = 0; i < height.length; i++) reach[i] = this.reachOf(i);
  }

  /** A middle that is farther from bodies has rims that are far, too. */
  private reachOf(i: number): number {
    const kept = this.clearance ? this.clearance[i]! : 0;
    const { proximity } = this;
    const { across: d } = this.state;
    const half = Math.sqrt(d[3 * i]! * d[3 * i]! + d[3 * i + 1]! * d[3 * i + 1]! + d[3 * i + 2]! * d[3 * i + 2]!);
    return (1 + OFF) * (half + (kept > proximity ? kept : proximity));
  }

  /** Rims of middles that are near; returns how many. */
  private findRims(h: number): number {
    const { state, segments, asked, s, height } = this;
    const { velocity: v, acrossVelocity: w, ids } = state;
    const { points, owners, reach } = this.rims;
    const { rows } = this.middles;
    let count = 0;
    for (let i = 0; i < height.length; i++) {
      if (rows[OBSTACLE_ROW * i]! >= this.middles.reach[i]!) continue;
      for (let side = 1; side >= -1; side -= 2) {
        const p = 2 * i + (side < 0 ? 1 : 0);
        for (let c = 0; c < 3; c++)
          points[3 * count + c] = segments.rims[3 * p + c]! + h * (v[3 * i + c]! + side * w[3 * i + c]!);
        owners.id[count] = ids[segments.strandOf[i]!]!;
        owners.s[count] = s[i]!;
        reach[count] = this.reachOf(i);
        asked[count++] = p;
      }
    }
    return count;
  }
}

const makeAsked = (count: number): Asked => ({
  points: new Float64Array(3 * count),
  rows: new Float64Array(count * OBSTACLE_ROW),
  owners: { id: new Uint32Array(count), s: new Float64Array(count) },
  reach: new Float64Array(count),
});

/** How far along its wisp each node is. */
function placesOf({ restLength, ids, first }: WispState): Float64Array {
  const s = new Float64Array(restLength.length);
  for (let k = 0; k < ids.length; k++)
    for (let i = first[k]! + 1; i < first[k + 1]!; i++) s[i] = s[i - 1]! + restLength[i - 1]!;
  return s;
}
