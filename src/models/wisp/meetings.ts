import { cos } from '../../numeric/elementary.ts';
import type { Environment } from '../model.ts';
import { variationOf } from './build.ts';
import type { WispState } from './fields.ts';
import type { ForceSink } from './forces.ts';
import { NearSegments } from './near-segments.ts';
import type { WispParameters } from './parameters.ts';
import { RimBodies } from './rim-bodies.ts';
import { RimRows } from './rim-rows.ts';
import { endOf, WispSegments } from './segments.ts';
import { Tangles, tanglePull } from './tangles.ts';

/** Wisps that are in each other come apart as fast as this, m/s. */
const RECOVERY = 0.05;
/**
 * What wisps do to each other and bodies to their rims: wisps that lie along each other cling by springs, those that cross stop each other by planes.
 * Who may meet whom is found once a step, where wisps are at its start, before any has moved; a step in parts finds planes anew in each.
 */
export class WispMeetings {
  readonly segments: WispSegments;
  readonly tangles: Tangles;
  readonly planes: RimRows;
  readonly springs: RimRows;
  /** Pairs of segments in contact at the last look that lie along each other, and that cross. */
  aligned = 0;
  crossing = 0;
  private readonly state: WispState;
  private readonly parameters: WispParameters;
  private readonly near: NearSegments;
  /** Half of the distance that each segment keeps from others. */
  private readonly keep: Float64Array;
  /** Pairs that cross and may meet before the next look. */
  private crossed: Int32Array = new Int32Array(64);
  private crossedCount = 0;
  /** Cosine of the angle up to which each wisp clings. */
  private readonly threshold: Float64Array;
  private readonly bodies: RimBodies;

  /** `clearance`: distance that rims of each node keep from bodies; null where the middles do and rims only may not enter. */
  constructor(state: WispState, parameters: WispParameters, clearance: Float64Array | null) {
    const nodes = state.mass.length;
    this.state = state;
    this.parameters = parameters;
    this.segments = new WispSegments(state);
    this.keep = state.halfDepth.map((depth, i) => Math.max(depth, state.halfDepth[Math.min(i + 1, nodes - 1)]!));
    this.near = new NearSegments(this.segments);
    this.tangles = new Tangles(state, parameters, this.segments);
    this.planes = new RimRows(state.ids.length);
    this.springs = new RimRows(state.ids.length);
    this.threshold = Float64Array.from(state.ids, (id) =>
      cos(Math.min(1.5, parameters.tangle.angle * variationOf(id, 3, parameters.variation))),
    );
    this.bodies = new RimBodies(state, this.segments, clearance, parameters.block.proximity);
  }

  /** Finds everything for a step of `dt` as a whole; springs that are made now pull from the next step on. */
  find(dt: number, environment: Environment): void {
    this.springs.clear();
    this.segments.place();
    this.tangles.list();
    this.tangles.breakLong(environment.asleep);
    this.tangles.gather(this.springs, dt);
    this.look(0, environment.asleep);
    this.stopAll(dt, environment);
    this.springs.sort();
  }

  /** Finds who meets whom in a step of `dt` that is taken in parts. */
  findAhead(dt: number, { asleep }: Environment): void {
    this.segments.place();
    this.tangles.list();
    this.look(dt, asleep);
  }

  /** Finds what is to be done in one of those parts, of `h`. */
  findPart(h: number, environment: Environment): void {
    if (this.crossedCount > 0) this.segments.place();
    else this.segments.placeRims();
    this.tangles.breakLong(environment.asleep);
    this.stopAll(h, environment);
  }

  /** Pairs of segments that lie along each other and are in contact cling; those that cross and may meet within `ahead` seconds are noted. */
  private look(ahead: number, asleep: Uint8Array | undefined): void {
    const { near, segments, keep, threshold, tangles } = this;
    const { strandOf, isSegment } = segments;
    const { tangle, block } = this.parameters;
    const canCling = tangle.length > 0;
    const canBlock = block.stiffness > 0;
    this.aligned = 0;
    this.crossedCount = 0;
    if (!canCling && !canBlock) return;
    near.keep.set(keep);
    if (ahead > 0) segments.addTravel(near.keep, ahead);
    near.find();
    tangles.linkAll();
    for (let i = 0; i < isSegment.length; i++) {
      if (isSegment[i] === 0) continue;
      const k = strandOf[i]!;
      tangles.markJoined(i);
      for (let n = near.first[i]!; n < near.first[i + 1]!; n++) {
        const j = near.second[n]!;
        const m = strandOf[j]!;
        if (asleep?.[k] === 1 && asleep[m] === 1) continue;
        const isAligned = Math.abs(segments.alignment(i, j)) >= 0.5 * (threshold[k]! + threshold[m]!);
        if (!isAligned) {
          if (canBlock && segments.gap(i, j) <= near.keep[i]! + near.keep[j]!) this.noteCrossed(i, j);
          continue;
        }
        if (!canCling) continue;
        // What clings is left alone before it lets go.
        if (tangles.isJoined(i, j)) {
          this.aligned++;
          continue;
        }
        const sum = keep[i]! + keep[j]!;
        if (segments.gap(i, j) > sum || segments.meet(i, j, true, sum) >= sum * sum) continue;
        this.aligned++;
        if (asleep?.[k] === 1 || asleep?.[m] === 1) continue;
        this.cling(i, j, segments.first, segments.second);
        tangles.markJoined(i);
      }
    }
  }

  private noteCrossed(i: number, j: number): void {
    if (2 * this.crossedCount === this.crossed.length) {
      const more = new Int32Array(2 * this.crossed.length);
      more.set(this.crossed);
      this.crossed = more;
    }
    this.crossed[2 * this.crossedCount] = i;
    this.crossed[2 * this.crossedCount++ + 1] = j;
  }

  /** Planes of bodies and of pairs that cross and are in contact, for `h` seconds from now. */
  private stopAll(h: number, environment: Environment): void {
    const { planes, segments, keep, crossed, bodies } = this;
    planes.clear();
    bodies.meet(planes, h, environment);
    this.crossing = 0;
    for (let n = 0; n < this.crossedCount; n++) {
      const i = crossed[2 * n]!;
      const j = crossed[2 * n + 1]!;
      const sum = keep[i]! + keep[j]!;
      if (segments.gap(i, j) > sum || segments.meet(i, j, false, sum) >= sum * sum) continue;
      this.crossing++;
      this.stop(i, j, segments.first, segments.second, h);
    }
    planes.sort();
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
    const { height } = this.bodies;
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
    // Both go on together: seen from the mean of their motions, the plane stands.
    const { velocity: v } = state;
    const along = (q: number): number =>
      nx * (v[q]! + v[q + 3]!) + ny * (v[q + 1]! + v[q + 4]!) + nz * (v[q + 2]! + v[q + 5]!);
    const common = 0.25 * dt * (along(m) + along(c));
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
        planes.push(k, p, nx, ny, nz, common + offset + Math.min(0, depth(p) - offset + RECOVERY * dt), stiffness);
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
