import { cos } from '../../numeric/elementary.ts';
import { type Environment, OBSTACLE_ROW, type Obstacles } from '../model.ts';
import { variationOf } from './build.ts';
import type { WispState } from './fields.ts';
import type { ForceSink } from './forces.ts';
import { NearSegments } from './near-segments.ts';
import type { WispParameters } from './parameters.ts';
import { RimRows } from './rim-rows.ts';
import { endOf, WispSegments } from './segments.ts';
import { Tangles, tanglePull } from './tangles.ts';

/** How often a pair that lies along each other is looked at, seconds: shorter steps take turns, by the pair's numbers. */
const CLING = 1 / 120;
/** Segments that do not touch are measured up to this gap, metres. */
const LOOK = 0.003;
/** Wisps that are in each other come apart as fast as this, m/s. */
const RECOVERY = 0.05;
/** Rims may be so far inside a body: the middle of a wisp is what keeps its distance, and skin is round. */
const RIM_SLACK = 5e-4;
/** Bodies push rims out as hard as this times what crossing wisps do at 1. */
export const BODY = 4;

/**
 * What wisps do to each other and bodies to their rims: wisps that lie along each other cling by springs, those that cross stop each other by planes.
 * All is found once a step, where wisps are at its start, before any has moved.
 */
export class WispMeetings {
  readonly segments: WispSegments;
  readonly tangles: Tangles;
  readonly planes: RimRows;
  readonly springs: RimRows;
  /** Pairs of segments in contact in the last step that lie along each other, and that cross. */
  aligned = 0;
  crossing = 0;
  private readonly state: WispState;
  private readonly parameters: WispParameters;
  private readonly near: NearSegments;
  private readonly keep: Float64Array;
  /** Cosine of the angle up to which each wisp clings. */
  private readonly threshold: Float64Array;
  /** Distance of each node to a body: the nearer of its rims. */
  private readonly height: Float64Array;
  private readonly ahead: Float64Array;
  private readonly rows: Float64Array;
  private readonly owners: { id: Uint32Array; s: Float64Array };
  private readonly reach: Float64Array;
  private readonly clearance: Float64Array | null;

  /** `clearance`: distance that rims of each node keep from bodies; null where the middles do and rims only may not enter. */
  constructor(state: WispState, parameters: WispParameters, clearance: Float64Array | null) {
    const nodes = state.mass.length;
    this.state = state;
    this.parameters = parameters;
    this.clearance = clearance;
    this.segments = new WispSegments(state);
    this.keep = state.halfDepth.map((depth, i) => Math.max(depth, state.halfDepth[Math.min(i + 1, nodes - 1)]!));
    this.near = new NearSegments(this.segments, this.keep);
    this.tangles = new Tangles(state, parameters, this.segments);
    this.planes = new RimRows(state.ids.length);
    this.springs = new RimRows(state.ids.length);
    this.threshold = Float64Array.from(state.ids, (id) =>
      cos(Math.min(1.5, parameters.tangle.angle * variationOf(id, 3, parameters.variation))),
    );
    this.height = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY);
    this.ahead = new Float64Array(6 * nodes);
    this.rows = new Float64Array(2 * nodes * OBSTACLE_ROW);
    this.owners = ownersOf(state, this.segments);
    this.reach = new Float64Array(2 * nodes).fill(Math.max(0.02, 2 * parameters.block.proximity));
  }

  /** Finds everything for a step of `dt`. */
  find(dt: number, { obstacles, asleep, time }: Environment): void {
    const { segments, tangles, planes, springs } = this;
    segments.place();
    planes.clear();
    springs.clear();
    this.height.fill(Number.POSITIVE_INFINITY);
    if (obstacles) this.meetBodies(obstacles, time + dt, dt, asleep);
    tangles.gather(springs, dt, asleep);
    this.meetWisps(asleep, dt, Math.round(time / dt));
    planes.sort();
    springs.sort();
  }

  private meetBodies(obstacles: Obstacles, time: number, dt: number, asleep: Uint8Array | undefined): void {
    const { state, segments, ahead, rows, owners, reach, height, planes, clearance } = this;
    const { velocity: v, acrossVelocity: w } = state;
    const { rims, strandOf } = segments;
    for (let p = 0; p < 2 * height.length; p++) {
      const i = p >> 1;
      const side = (p & 1) === 0 ? 1 : -1;
      for (let c = 0; c < 3; c++) ahead[3 * p + c] = rims[3 * p + c]! + dt * (v[3 * i + c]! + side * w[3 * i + c]!);
    }
    obstacles.nearest(ahead, 2 * height.length, time, rows, owners, undefined, reach);
    for (let p = 0; p < 2 * height.length; p++) {
      const i = p >> 1;
      const k = strandOf[i]!;
      const row = OBSTACLE_ROW * p;
      const gap = rows[row]!;
      height[i] = Math.min(height[i]!, gap);
      const kept = clearance ? clearance[i]! : -RIM_SLACK;
      if (gap >= Math.max(0, kept) || asleep?.[k] === 1 || (state.rooted[k] === 1 && i < state.first[k]! + 2)) continue;
      const nx = rows[row + 1]!;
      const ny = rows[row + 2]!;
      const nz = rows[row + 3]!;
      const here = nx * ahead[3 * p]! + ny * ahead[3 * p + 1]! + nz * ahead[3 * p + 2]!;
      planes.push(k, p, nx, ny, nz, here - gap + kept, BODY);
    }
  }

  /** Pairs of segments in contact: springs for the next step, planes for this one. Those that may cling are asked one in `every` steps. */
  private meetWisps(asleep: Uint8Array | undefined, dt: number, step: number): void {
    const every = Math.max(1, Math.round(CLING / dt));
    const { near, segments, keep, threshold, tangles } = this;
    const { middle, reach, strandOf } = segments;
    const { tangle, block } = this.parameters;
    const canCling = tangle.length > 0;
    const canBlock = block.stiffness > 0;
    this.aligned = 0;
    this.crossing = 0;
    if (!canCling && !canBlock) return;
    near.update();
    for (let a = 0; a < near.awakeCount; a++) {
      const n = near.awake[a]!;
      if (near.isJoined(n, tangles.changes)) {
        this.aligned++;
        continue;
      }
      if (!near.isDue(n)) continue;
      const i = near.one[n]!;
      const j = near.two[n]!;
      const dx = middle[3 * i]! - middle[3 * j]!;
      const dy = middle[3 * i + 1]! - middle[3 * j + 1]!;
      const dz = middle[3 * i + 2]! - middle[3 * j + 2]!;
      const apart = Math.sqrt(dx * dx + dy * dy + dz * dz) - reach[i]! - reach[j]!;
      const sum = keep[i]! + keep[j]!;
      if (apart > sum) {
        near.wait(n, apart - sum);
        continue;
      }
      const k = strandOf[i]!;
      const m = strandOf[j]!;
      if (asleep?.[k] === 1 && asleep[m] === 1) continue;
      const isAligned = Math.abs(segments.alignment(i, j)) >= 0.5 * (threshold[k]! + threshold[m]!);
      if (isAligned ? !canCling || (step + i + j) % every !== 0 : !canBlock) continue;
      const flat = segments.gap(i, j) - sum;
      if (flat > 0) {
        near.wait(n, flat);
        continue;
      }
      // What clings is left alone before it lets go.
      if (tangles.areJoined(i, j)) {
        this.aligned++;
        near.noteJoined(n, tangles.changes);
        continue;
      }
      // A little farther than contact: the gap says how long the pair need not be looked at.
      const within = sum + LOOK;
      let square = segments.meet(i, j, isAligned, within);
      if (square >= sum * sum) {
        if (isAligned) square = segments.meet(i, j, false, within);
        if (square >= sum * sum) near.wait(n, Math.min(LOOK, Math.sqrt(square) - sum));
        continue;
      }
      if (isAligned) {
        this.aligned++;
        if (!asleep || (asleep[k] !== 1 && asleep[m] !== 1)) this.cling(i, j, segments.first, segments.second);
      } else {
        this.crossing++;
        this.stop(i, j, segments.first, segments.second, dt);
      }
    }
  }

  /** Joins the ends of two triangles, the ones that look the same way to each other. */
  private cling(i: number, j: number, first: number, second: number): void {
    const { tangles, segments } = this;
    const { rims } = segments;
    const a = endOf(i, first, 0);
    const b = endOf(i, first, 1);
    const c = endOf(j, second, 0);
    const d = endOf(j, second, 1);
    let product = 0;
    for (let e = 0; e < 3; e++)
      product += (rims[3 * a + e]! - rims[3 * b + e]!) * (rims[3 * c + e]! - rims[3 * d + e]!);
    tangles.join(a, product >= 0 ? c : d);
    tangles.join(b, product >= 0 ? d : c);
  }

  /** Each of two crossing wisps may not pass the other's plane; near a body the upper one alone. */
  private stop(i: number, j: number, first: number, second: number, dt: number): void {
    const { height } = this;
    const { proximity } = this.parameters.block;
    const low = Math.min(height[i]!, height[i + 1]!);
    const other = Math.min(height[j]!, height[j + 1]!);
    const isOneSided = low < proximity && other < proximity;
    if (!isOneSided || low >= other) this.block(i, first, j, second, dt);
    if (!isOneSided || low < other) this.block(j, second, i, first, dt);
  }

  /** Plane of triangle `by` of segment j for the outer edge of triangle `of` of segment i. */
  private block(i: number, of: number, j: number, by: number, dt: number): void {
    const { segments, planes, keep, state } = this;
    const { rims, middle, strandOf } = segments;
    const { stiffness, thickness } = this.parameters.block;
    const k = strandOf[i]!;
    const a = 3 * endOf(j, by, 0);
    const b = 3 * endOf(j, by, 1);
    const c = 3 * j;
    const ux = rims[a]! - middle[c]!;
    const uy = rims[a + 1]! - middle[c + 1]!;
    const uz = rims[a + 2]! - middle[c + 2]!;
    const vx = rims[b]! - middle[c]!;
    const vy = rims[b + 1]! - middle[c + 1]!;
    const vz = rims[b + 2]! - middle[c + 2]!;
    let nx = uy * vz - uz * vy;
    let ny = uz * vx - ux * vz;
    let nz = ux * vy - uy * vx;
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (size < 1e-14) return;
    // The side on which the segment is as a whole: thickness keeps middles from passing.
    const m = 3 * i;
    const off =
      nx * (middle[m]! - middle[c]!) + ny * (middle[m + 1]! - middle[c + 1]!) + nz * (middle[m + 2]! - middle[c + 2]!);
    const s = (off < 0 ? -1 : 1) / size;
    nx *= s;
    ny *= s;
    nz *= s;
    const offset = nx * middle[c]! + ny * middle[c + 1]! + nz * middle[c + 2]! + thickness * (keep[i]! + keep[j]!);
    const one = endOf(i, of, 0);
    const two = endOf(i, of, 1);
    const isHeld = (p: number): boolean => state.rooted[k] === 1 && p >> 1 < state.first[k]! + 2;
    const depth = (p: number): number => nx * rims[3 * p]! + ny * rims[3 * p + 1]! + nz * rims[3 * p + 2]!;
    // Of an edge along the wisp only the end that is nearer: with both it could not bend over the other.
    const isAlong = (of & 1) === 1;
    const nearer = depth(one) <= depth(two) ? one : two;
    // What is inside is let out slowly: it may not gain the speed of its way out.
    for (const p of [one, two])
      if ((!isAlong || p === nearer) && !isHeld(p))
        planes.push(k, p, nx, ny, nz, offset + Math.min(0, depth(p) - offset + RECOVERY * dt), stiffness);
  }

  /** Kernel. Adds planes and springs of wisp k to its system, at x and d, for a step of h. */
  add(system: ForceSink, k: number, x: Float64Array, d: Float64Array, h: number): void {
    const { planes, state } = this;
    const { first, mass } = state;
    for (let r = planes.first[k]!; r < planes.first[k + 1]!; r++) {
      const n = planes.order[r]!;
      const p = planes.point[n]!;
      const i = p >> 1;
      const side = (p & 1) === 0 ? 1 : -1;
      const nx = planes.way[3 * n]!;
      const ny = planes.way[3 * n + 1]!;
      const nz = planes.way[3 * n + 2]!;
      const gap =
        nx * (x[3 * i]! + side * d[3 * i]!) +
        ny * (x[3 * i + 1]! + side * d[3 * i + 1]!) +
        nz * (x[3 * i + 2]! + side * d[3 * i + 2]!) -
        planes.value[n]!;
      if (gap >= 0) continue;
      const stiffness = (0.5 * planes.stiffness[n]! * mass[i]!) / (h * h);
      system.setBlock(stiffness, 0, nx, ny, nz);
      system.addPoint(i - first[k]!, side, -stiffness * gap * nx, -stiffness * gap * ny, -stiffness * gap * nz);
    }
    this.addSprings(system, k, x, d);
  }

  /** Kernel. Adds springs of wisp k to other wisps. */
  addSprings(system: ForceSink, k: number, x: Float64Array, d: Float64Array): void {
    const { springs } = this;
    const { first } = this.state;
    const { breaking } = this.parameters.tangle;
    for (let r = springs.first[k]!; r < springs.first[k + 1]!; r++) {
      const n = springs.order[r]!;
      const p = springs.point[n]!;
      const i = p >> 1;
      const side = (p & 1) === 0 ? 1 : -1;
      const gx = x[3 * i]! + side * d[3 * i]! - springs.way[3 * n]!;
      const gy = x[3 * i + 1]! + side * d[3 * i + 1]! - springs.way[3 * n + 1]!;
      const gz = x[3 * i + 2]! + side * d[3 * i + 2]! - springs.way[3 * n + 2]!;
      const length = Math.sqrt(gx * gx + gy * gy + gz * gz + 1e-60);
      const k0 = springs.stiffness[n]!;
      const pull = (k0 * tanglePull(length, springs.value[n]!, breaking)) / length;
      // Twice: both ends move, and each takes the other for where it would go alone.
      system.setBlock(2 * k0, pull > 0 ? pull : 0, gx / length, gy / length, gz / length);
      system.addPoint(i - first[k]!, side, -pull * gx, -pull * gy, -pull * gz);
    }
  }
}

/** Whose rim points are, and where on their wisps. */
function ownersOf(
  { restLength, ids, first }: WispState,
  { strandOf }: WispSegments,
): { id: Uint32Array; s: Float64Array } {
  const id = new Uint32Array(2 * strandOf.length);
  const s = new Float64Array(2 * strandOf.length);
  for (let k = 0; k < ids.length; k++) {
    let along = 0;
    for (let i = first[k]!; i < first[k + 1]!; i++) {
      id.fill(ids[k]!, 2 * i, 2 * i + 2);
      s.fill(along, 2 * i, 2 * i + 2);
      along += restLength[i]!;
    }
  }
  return { id, s };
}
