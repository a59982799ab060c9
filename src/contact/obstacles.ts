import type { Body } from '../body/body.ts';
import { type Neighbours, OBSTACLE_ROW, type Obstacles, type PointOwners } from '../models/model.ts';
import { squaredBoxDistance } from './bodies/box-tree.ts';
import { bodyCollider, type Collider } from './bodies/collider.ts';
import { ColliderSet } from './bodies/collider-set.ts';
import { allowedDepth, CollisionFilter, type FilterRule } from './bodies/collision-filter.ts';

export interface Obstacle {
  readonly body: Body;
  /** Coulomb coefficient against hair. */
  readonly friction: number;
}

const NO_RULES: readonly FilterRule[] = Object.freeze([]);

/**
 * Any number of moving colliders, as hair that grows on one of them meets them. The nearest surface answers, the deepest where a
 * point is inside several.
 *
 * A tree of boxes keeps a point from asking more than the few that can be nearest: a box is no farther than what it holds,
 * so one that is farther than the best answer is left out. The answer is the same as if all were asked, ties going to the
 * collider that stands first; so it depends on no other point of the query.
 */
export class BodyObstacles implements Obstacles {
  readonly colliders: readonly Collider[];
  /** Pieces of strands that may be inside colliders; minded where the caller says whose points it asks for. */
  readonly collisionFilter: CollisionFilter = new CollisionFilter();
  readonly own: Obstacles = { nearest: (points, count, time, out) => this.nearestOwn(points, count, time, out) };
  /** Which collider hair grows on; −1: none. */
  readonly owner: number;
  private readonly set: ColliderSet;
  private readonly owners: readonly number[];
  private readonly stack: Int32Array;
  private readonly hit = new Float64Array(OBSTACLE_ROW);
  /** The present point: its filter rules, place on its strand, and best answer. */
  private rules: readonly FilterRule[] = NO_RULES;
  private s = 0;
  private layerOffset = 0;
  private best = 0;
  private bestIndex = -1;
  /** What every other collider is at least as far as. */
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
    this.stack = new Int32Array(2 * this.set.bounded.length + 2);
  }

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
  ): void {
    this.set.setTime(time);
    const hasFilter = owners !== undefined && !this.collisionFilter.isEmpty;
    let last = -1;
    let id = -1;
    for (let i = 0; i < count; i++) {
      const row = OBSTACLE_ROW * i;
      out.fill(0, row, row + OBSTACLE_ROW);
      this.best = this.next = out[row] = Number.POSITIVE_INFINITY;
      this.bestIndex = -1;
      if (hasFilter) {
        if (owners.id[i] !== id) this.rules = this.collisionFilter.of(owners.id[i]!);
        id = owners.id[i]!;
        this.s = owners.s[i]!;
      } else this.rules = NO_RULES;
      this.layerOffset = owners?.layerOffset ? owners.layerOffset[i]! : 0;
      const x = points[3 * i]!;
      const y = points[3 * i + 1]!;
      const z = points[3 * i + 2]!;
      for (let n = 0; n < this.set.unbounded.length; n++) this.consider(this.set.unbounded[n]!, x, y, z, out, row);
      // Neighbours along a strand mostly have the same nearest body.
      if (last >= 0) this.consider(last, x, y, z, out, row);
      this.search(x, y, z, last, out, row);
      last = this.bestIndex;
      if (!neighbours) continue;
      neighbours.body[i] = this.bestIndex;
      neighbours.next[i] = this.next;
    }
  }

  private nearestOwn(points: Float64Array, count: number, time: number, out: Float64Array): void {
    this.set.setTime(time);
    this.rules = NO_RULES;
    this.layerOffset = 0;
    for (let i = 0; i < count; i++) {
      const row = OBSTACLE_ROW * i;
      out.fill(0, row, row + OBSTACLE_ROW);
      this.best = out[row] = Number.POSITIVE_INFINITY;
      if (this.owner in this.colliders)
        this.consider(this.owner, points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!, out, row);
    }
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
      if (squaredBoxDistance(collider.box, 0, x, y, z) > reach * reach) continue;
      collider.sample(x, y, z, rows, OBSTACLE_ROW * found);
      if (!(rows[OBSTACLE_ROW * found]! < reach)) continue;
      rows[OBSTACLE_ROW * found + 7] = collider.friction;
      indices[found++] = i;
    }
    return found;
  }

  private search(x: number, y: number, z: number, asked: number, out: Float64Array, row: number): void {
    const { stack } = this;
    const { bounded, tree } = this.set;
    const { bounds, child } = tree;
    if (bounded.length === 0) return;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top]!;
      const near = squaredBoxDistance(bounds, 6 * node, x, y, z);
      const first = child[node]!;
      if (near > 0 && (this.best < 0 || near > this.best * this.best)) {
        const index = first < 0 ? bounded[-1 - first]! : -1;
        const hasLayerOffset = index >= 0 && index !== this.owner;
        if (index < 0 || index !== asked)
          this.next = Math.min(this.next, Math.sqrt(near) + (hasLayerOffset ? this.layerOffset : 0));
        continue;
      }
      if (first < 0) {
        const index = bounded[-1 - first]!;
        if (index !== asked) this.consider(index, x, y, z, out, row);
        continue;
      }
      const left = squaredBoxDistance(bounds, 6 * first, x, y, z);
      const right = squaredBoxDistance(bounds, 6 * first + 6, x, y, z);
      stack[top++] = left <= right ? first + 1 : first;
      stack[top++] = left <= right ? first : first + 1;
    }
  }

  private consider(index: number, x: number, y: number, z: number, out: Float64Array, row: number): void {
    const collider = this.colliders[index]!;
    const { hit } = this;
    const allowed = this.rules.length === 0 ? 0 : allowedDepth(this.rules, index, this.s);
    if (allowed === Number.POSITIVE_INFINITY) return;
    collider.sample(x, y, z, hit, 0);
    this.set.samples++;
    // Fields underestimate far away; their box knows better.
    const near = squaredBoxDistance(collider.box, 0, x, y, z);
    const d =
      (near > 0 ? Math.max(hit[0]!, Math.sqrt(near)) : hit[0]!) +
      allowed +
      (index === this.owner ? 0 : this.layerOffset);
    if (!(d < this.best || (d === this.best && index < this.bestIndex))) {
      this.next = Math.min(this.next, d);
      return;
    }
    this.next = Math.min(this.next, this.best);
    this.best = d;
    this.bestIndex = index;
    out[row] = d;
    for (let c = 1; c < 7; c++) out[row + c] = hit[c]!;
    out[row + 7] = collider.friction;
  }
}
