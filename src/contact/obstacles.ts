import type { Body } from '../body/body.ts';
import {
  type Neighbours,
  OBSTACLE_ROW,
  type Obstacles,
  type PointOwners,
  type PosedField,
  type ReachBox,
} from '../models/model.ts';
import { bodyCollider, type Collider, sampleOne, squaredBoxDistance, squaredBoxGap } from './bodies/collider.ts';
import { ColliderSet } from './bodies/collider-set.ts';
import { allowedDepth, CollisionFilter, type FilterRule, NO_RULES } from './bodies/collision-filter.ts';

export interface Obstacle {
  readonly body: Body;
  /** Coulomb coefficient against hair. */
  readonly friction: number;
}

/** Points of which the box is compared with those of colliders: about a strand. */
const BLOCK = 64;

/** A query while it is answered. */
interface Query {
  points: Float64Array;
  out: Float64Array;
  owners: PointOwners | undefined;
  neighbours: Neighbours | undefined;
  reach: Float64Array | undefined;
}

/**
 * Any number of moving colliders, as hair that grows on one of them meets them. The nearest surface answers, the deepest where a
 * point is inside several, the first of equals.
 *
 * Whole blocks of points are kept from colliders whose boxes none of them reaches; then points, from colliders whose boxes are
 * farther than the two nearest surfaces. Where one collider is left, as on a head, its field is asked for the whole block. What
 * is within reach of a point depends on no other point of the query.
 */
export class BodyObstacles implements Obstacles {
  readonly colliders: readonly Collider[];
  /** Pieces of strands that may be inside colliders; minded where the caller says whose points it asks for. */
  readonly collisionFilter: CollisionFilter = new CollisionFilter();
  readonly own: Obstacles = {
    nearest: (points, count, time, out, _owners, _neighbours, reach) => {
      this.begin(time, points, out, undefined, undefined, reach);
      this.candidateCount = 0;
      this.beyond = Number.POSITIVE_INFINITY;
      if (this.owner in this.colliders) this.candidates[this.candidateCount++] = this.owner;
      this.answerAlike(0, count);
    },
  };
  readonly others: Obstacles | null;
  /** Which collider hair grows on; −1: none. */
  readonly owner: number;
  private readonly set: ColliderSet;
  private readonly owners: readonly number[];
  /** Colliders that a block may reach, and what all others are at least as far as. */
  private readonly candidates: Int32Array;
  private candidateCount = 0;
  private beyond = 0;
  /** A collider that is not asked; −1: none. */
  private leftOut = -1;
  private readonly blockBox = new Float64Array(6);
  private readonly hit = new Float64Array(OBSTACLE_ROW);
  private readonly query: Query = {
    points: new Float64Array(0),
    out: new Float64Array(0),
    owners: undefined,
    neighbours: undefined,
    reach: undefined,
  };
  /** The present point: its best answer, and what every other collider is at least as far as. */
  private best = 0;
  private bestIndex = -1;
  private next = 0;

  /**
   * Hair grows on collider `owner`, the first one where nothing is said; `owners` tells the collider of every body of a
   * simulation, −1 where a body is none.
   */
  constructor(
    obstacles: readonly (Obstacle | Collider)[] | ColliderSet,
    owner = 0,
    owners: readonly number[] = [owner],
  ) {
    this.owner = owner;
    this.owners = owners;
    this.set =
      obstacles instanceof ColliderSet
        ? obstacles
        : new ColliderSet(obstacles.map((one) => ('body' in one ? bodyCollider(one.body, one.friction) : one)));
    this.colliders = this.set.colliders;
    this.candidates = new Int32Array(this.colliders.length);
    const isOwned = owner in this.colliders;
    this.others = !isOwned ? this : this.colliders.length > 1 ? { nearest: this.nearestOther } : null;
  }

  /** As `nearest`, of all colliders but the one that hair grows on. */
  private readonly nearestOther: Obstacles['nearest'] = (points, count, time, out, owners, neighbours, reach) => {
    this.begin(time, points, out, owners, neighbours, reach);
    this.leftOut = this.owner;
    for (let from = 0; from < count; from += BLOCK) this.answerBlock(from, Math.min(from + BLOCK, count));
    this.leftOut = -1;
  };

  /** The same colliders for hair that grows on another body; its strands have a collision filter of their own. */
  grownOn(body: number): BodyObstacles {
    return new BodyObstacles(this.set, this.owners[body] ?? -1, this.owners);
  }

  get samples(): number {
    return this.set.samples;
  }

  forget(): void {
    this.set.forget();
  }

  isMoved(from: number, to: number): boolean {
    return this.colliders.some((collider, i) => i !== this.owner && collider.isMoved(from, to));
  }

  nearest(
    points: Float64Array,
    count: number,
    time: number,
    out: Float64Array,
    owners?: PointOwners,
    neighbours?: Neighbours,
    reach?: Float64Array,
  ): void {
    this.begin(time, points, out, owners, neighbours, reach);
    const block = this.colliders.length > 1 ? BLOCK : Math.max(count, 1);
    for (let from = 0; from < count; from += block) this.answerBlock(from, Math.min(from + block, count));
  }

  private begin(
    time: number,
    points: Float64Array,
    out: Float64Array,
    owners: PointOwners | undefined,
    neighbours: Neighbours | undefined,
    reach: Float64Array | undefined,
  ): void {
    const { query } = this;
    this.set.setTime(time);
    query.points = points;
    query.out = out;
    query.owners = owners;
    query.neighbours = neighbours;
    query.reach = reach;
  }

  fieldNear(points: ReachBox, time: number): PosedField | null {
    this.set.setTime(time);
    const { colliders, owner } = this;
    const own = colliders[owner]?.posed?.() ?? null;
    if (!own) return null;
    own.beyond = Number.POSITIVE_INFINITY;
    if (colliders.length === 1) return own;
    const { box, reach } = points.find();
    for (let c = 0; c < colliders.length; c++) {
      if (c === owner) continue;
      const gap = squaredBoxGap(box, this.set.boxes, c);
      if (!(gap > reach * reach)) return null;
      own.beyond = Math.min(own.beyond, Math.sqrt(gap));
    }
    return own;
  }

  ownPose(time: number, out: Float64Array): void {
    this.colliders[this.owner]?.poseAt?.(time, out);
  }

  isFiltered(id: number): boolean {
    return !this.collisionFilter.isEmpty && this.collisionFilter.of(id).length > 0;
  }

  /** Writes one row a collider nearer than `reach` to a point, and which it is; at most `indices.length`. Returns how many. */
  within(
    x: number,
    y: number,
    z: number,
    reach: number,
    time: number,
    rows: Float64Array,
    indices: Int32Array,
  ): number {
    this.set.setTime(time);
    let found = 0;
    for (let i = 0; i < this.colliders.length && found < indices.length; i++) {
      const collider = this.colliders[i]!;
      if (squaredBoxDistance(collider.box, x, y, z) > reach * reach) continue;
      collider.sample(x, y, z, rows, OBSTACLE_ROW * found);
      if (!(rows[OBSTACLE_ROW * found]! < reach)) continue;
      rows[OBSTACLE_ROW * found + 7] = collider.friction;
      indices[found++] = i;
    }
    return found;
  }

  /** Whether any collider but the one that hair grows on comes within reach of a box: low xyz, high xyz. */
  othersMayReach(box: Float64Array, reach: number, time: number): boolean {
    this.set.setTime(time);
    for (let c = 0; c < this.colliders.length; c++)
      if (c !== this.owner && !(squaredBoxGap(box, this.set.boxes, c) > reach * reach)) return true;
    return false;
  }

  private answerBlock(from: number, to: number): void {
    this.findCandidates(from, to);
    if (this.candidateCount <= 1 && !this.hasFilter(from, to)) this.answerAlike(from, to);
    else this.answerEach(from, to);
  }

  private findCandidates(from: number, to: number): void {
    const { colliders, candidates, blockBox } = this;
    const { points, reach } = this.query;
    this.candidateCount = 0;
    this.beyond = Number.POSITIVE_INFINITY;
    let most = Number.POSITIVE_INFINITY;
    if (reach && colliders.length > 1) {
      placeBox(points, from, to, blockBox);
      most = 0;
      for (let i = from; i < to; i++) most = Math.max(most, reach[i]!);
    }
    for (let c = 0; c < colliders.length; c++) {
      if (c === this.leftOut) continue;
      const gap = most < Number.POSITIVE_INFINITY ? squaredBoxGap(blockBox, this.set.boxes, c) : 0;
      if (gap > most * most) this.beyond = Math.min(this.beyond, Math.sqrt(gap));
      else candidates[this.candidateCount++] = c;
    }
  }

  private hasFilter(from: number, to: number): boolean {
    const { owners } = this.query;
    if (!owners || this.collisionFilter.isEmpty) return false;
    for (let i = from; i < to; i++)
      if ((i === from || owners.id[i] !== owners.id[i - 1]) && this.collisionFilter.of(owners.id[i]!).length > 0)
        return true;
    return false;
  }

  /** All points ask the one collider that is left, or none. */
  private answerAlike(from: number, to: number): void {
    const { points, out, owners, neighbours, reach } = this.query;
    const { beyond } = this;
    const index = this.candidateCount > 0 ? this.candidates[0]! : -1;
    const collider = index >= 0 ? this.colliders[index]! : null;
    const offset = index === this.owner ? undefined : owners?.layerOffset;
    if (collider?.sampleAll) collider.sampleAll(points, from, to, reach, out);
    else if (collider) for (let i = from; i < to; i++) sampleOne(collider, points, i, reach, out, OBSTACLE_ROW * i);
    else out.fill(0, OBSTACLE_ROW * from, OBSTACLE_ROW * to);
    if (collider) this.set.samples += to - from;
    if (offset || beyond < Number.POSITIVE_INFINITY || !collider)
      for (let i = from; i < to; i++) {
        const row = OBSTACLE_ROW * i;
        const d = collider ? out[row]! + (offset ? offset[i]! : 0) : beyond;
        if (reach && d > reach[i]!) out[row + 7] = 0;
        out[row] = d > beyond ? beyond : d;
      }
    if (!neighbours) return;
    const { body, next } = neighbours;
    // Not by fill, whose call costs as much as a point.
    for (let i = from; i < to; i++) {
      body[i] = index;
      next[i] = beyond;
    }
  }

  private answerEach(from: number, to: number): void {
    const { out, owners, neighbours, reach } = this.query;
    const hasFilter = this.hasFilter(from, to);
    let rules = NO_RULES;
    let last = -1;
    for (let i = from; i < to; i++) {
      const row = OBSTACLE_ROW * i;
      if (hasFilter) rules = this.collisionFilter.of(owners!.id[i]!);
      out.fill(0, row, row + OBSTACLE_ROW);
      this.best = this.next = Number.POSITIVE_INFINITY;
      this.bestIndex = -1;
      // Neighbours along a strand mostly have the same nearest body.
      if (last >= 0) this.consider(last, i, rules, row);
      for (let n = 0; n < this.candidateCount; n++)
        if (this.candidates[n] !== last) this.consider(this.candidates[n]!, i, rules, row);
      last = this.bestIndex;
      const farthest = Math.min(this.best, this.beyond);
      out[row] = farthest;
      if (reach && farthest > reach[i]!) out.fill(0, row + 1, row + OBSTACLE_ROW);
      if (!neighbours) continue;
      neighbours.body[i] = this.bestIndex;
      neighbours.next[i] = Math.min(this.next, this.beyond);
    }
  }

  /** Asks a collider unless it can be neither of the two nearest of point i. */
  private consider(index: number, i: number, rules: readonly FilterRule[], row: number): void {
    const { hit } = this;
    const { points, out, owners, neighbours } = this.query;
    const collider = this.colliders[index]!;
    const limit = neighbours ? this.next : this.best;
    const x = points[3 * i]!;
    const y = points[3 * i + 1]!;
    const z = points[3 * i + 2]!;
    const near = squaredBoxDistance(collider.box, x, y, z);
    if (near > 0 && (limit < 0 || near > limit * limit)) return;
    const allowed = rules.length === 0 ? 0 : allowedDepth(rules, index, owners!.s[i]!);
    if (allowed === Number.POSITIVE_INFINITY) return;
    sampleOne(collider, points, i, undefined, hit, 0);
    this.set.samples++;
    const offset = index === this.owner ? 0 : (owners?.layerOffset?.[i] ?? 0);
    const d = hit[0]! + allowed + offset;
    if (!(d < this.best || (d === this.best && index < this.bestIndex))) {
      this.next = Math.min(this.next, d);
      return;
    }
    this.next = this.best;
    this.best = d;
    this.bestIndex = index;
    for (let c = 1; c < 7; c++) out[row + c] = hit[c]!;
    out[row + 7] = collider.friction;
  }
}

/** Writes the box of points from .. to: low xyz, high xyz. */
function placeBox(points: Float64Array, from: number, to: number, box: Float64Array): void {
  box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  extendBox(points, from, to, box);
}

/** Makes a box hold these points too. */
export function extendBox(points: Float64Array, from: number, to: number, box: Float64Array): void {
  for (let i = 3 * from; i < 3 * to; i += 3)
    for (let c = 0; c < 3; c++) {
      if (points[i + c]! < box[c]!) box[c] = points[i + c]!;
      if (points[i + c]! > box[c + 3]!) box[c + 3] = points[i + c]!;
    }
}
