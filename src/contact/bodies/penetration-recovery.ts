import type { LayerParameters } from '../../models/layer-offset.ts';
import { OBSTACLE_ROW, type PointForces, type Roots, type StepReport } from '../../models/model.ts';
import { smoothstep } from '../../numeric/curve.ts';
import { exp } from '../../numeric/elementary.ts';
import { at } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import type { ControlEvent, StrandControl } from '../control.ts';
import type { HairState } from '../interaction.ts';
import type { BodyObstacles } from '../obstacles.ts';
import type { FilteredRange } from './collision-filter.ts';
import { GONE, MOST_NEAR, PinchedNodes } from './pinched-nodes.ts';
import { poseInRoot, RecoveryForces } from './recovery-forces.ts';
import {
  type Depenetration,
  joinMemories,
  NO_MEMORY,
  packMemory,
  partOfMemory,
  type RecoveryState,
  type RootPenetration,
  unpackMemory,
} from './recovery-state.ts';
import { DEPENETRATION_MARGIN, depenetrationOf, ROOT_REACH, StrandDepths } from './strand-depths.ts';

export interface PenetrationRecoveryOptions {
  /** A root deeper than this is frozen whole, metres; from the surface on it is so in part. */
  wholeDepth?: number;
  /** Seconds in which freezing comes and goes. */
  time?: number;
  /** Length beyond the way out over which freezing fades, metres. */
  fade?: number;
}

export const PENETRATION_RECOVERY_DEFAULTS: Required<PenetrationRecoveryOptions> = Object.freeze({
  wholeDepth: 0.004,
  time: 0.1,
  fade: 0.03,
});

/** Pieces are pushed out of a collider at this speed, m/s; models that depenetrate by themselves let out 0.05 m/s, no faster. */
const DEPENETRATION_SPEED = 0.04;
/** How deep a piece that bodies would tear may go in, metres: deeper than an ear is thick. */
const TORN_DEPTH = 0.015;
/** How much deeper a piece may be than its field says, metres: cells of fields are wider than the inside of an ear. */
const FIELD_ERROR = 0.001;

/**
 * Hair where no place is right: roots under the ground, nodes between two bodies (spec: hair interactions, section 2).
 *
 * A strand whose root is inside a collider ignores it up to where it first comes out; that part freezes: it keeps the pose
 * that it has, in root coordinates, by springs whose strength rises with the root's depth, is low-passed in time and fades
 * beyond the way out. When the root comes free, what is still inside may stay as deep as it is, and ever less so: it is
 * pushed out. A node that two colliders press from opposite sides ignores both, takes the mean of their velocities and goes
 * towards the middle. What bodies would tear, because it runs through an ear, gives way there and is pushed out; so is what
 * came to be inside while its strand could not be solved. All of it is collision filtering and point forces, so it works with every model.
 */
export class PenetrationRecovery implements StrandControl {
  private readonly obstacles: BodyObstacles;
  private readonly roots: Roots;
  private readonly options: Required<PenetrationRecoveryOptions>;
  private readonly depths: StrandDepths;
  private readonly pinched: PinchedNodes;
  private readonly forces: RecoveryForces;
  private readonly nearRows = new Float64Array(OBSTACLE_ROW * MOST_NEAR);
  private readonly nearIndex = new Int32Array(MOST_NEAR);
  private memory: RecoveryState = NO_MEMORY;
  private events: ControlEvent[] = [];

  /** `guides`: the groom at time 0, whose distance from the body says where strands lie on other hair. */
  constructor(
    obstacles: BodyObstacles,
    roots: Roots,
    guides: Strands,
    layer: LayerParameters,
    options: PenetrationRecoveryOptions = {},
  ) {
    this.obstacles = obstacles;
    this.roots = roots;
    this.depths = new StrandDepths(obstacles, guides, layer);
    this.pinched = new PinchedNodes(this.depths);
    this.options = { ...PENETRATION_RECOVERY_DEFAULTS, ...options };
    this.forces = new RecoveryForces(obstacles, roots, { fade: this.options.fade, thickness: layer.thickness });
  }

  act(hair: HairState): PointForces | null {
    const others = this.obstacles.colliders.length - (this.obstacles.owner >= 0 ? 1 : 0);
    const { depenetrations: before, carried } = this.memory;
    if (others === 0 && before.length === 0 && carried.length === 0) return null;
    this.depths.lookAround(hair);
    const strandOf = new Map(Array.from(hair.ids, (id, k) => [id, k]));
    const depenetrations = this.depenetrate(hair, strandOf);
    const penetrations = this.updatePenetrations(hair, strandOf, depenetrations);
    const { pinches, fresh } = this.pinched.update(hair, strandOf, this.rate(hair), this.memory, depenetrations);
    this.tell('pinched', fresh, 'two colliders press on the strand from opposite sides; it ignores both there');
    this.memory = { penetrations, depenetrations, pinches, carried: [], isFresh: false };
    this.obstacles.collisionFilter.set(this.ranges());
    return this.forces.gather(hair, strandOf, this.memory);
  }

  isIdle(hair: HairState, isLeftOut: Uint8Array | null): boolean {
    const { penetrations, depenetrations, pinches, carried, isFresh } = this.memory;
    const isBusy = isFresh || penetrations.length + depenetrations.length + pinches.length + carried.length > 0;
    return !isBusy && !this.depths.mayMeetOthers(hair, isLeftOut);
  }

  /** How much of what it lacks freezing gains in a step. */
  private rate({ dt }: HairState): number {
    return 1 - exp(-dt / this.options.time);
  }

  afterStep({ carried, torn = [] }: StepReport): void {
    if (carried.length === 0 && this.memory.carried.length === 0) return;
    const depenetrations = [...this.memory.depenetrations];
    for (const { id, from, to } of torn)
      for (let collider = 0; collider < this.obstacles.colliders.length; collider++) {
        const known = depenetrations.findIndex(
          (one) => one.id === id && one.collider === collider && one.from === from,
        );
        if (known >= 0) depenetrations.splice(known, 1);
        depenetrations.push({
          id,
          collider,
          from,
          to,
          depth: this.depths.layerOffsetOf(id, from, collider) + TORN_DEPTH,
        });
      }
    this.memory = { ...this.memory, depenetrations, carried };
    this.tell(
      'pinched',
      torn.map(({ id }) => id),
      'bodies would tear the strand; it gives way there',
    );
  }

  takeEvents(): readonly ControlEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  /** Where only the hair below gives way, a strand is inside nothing. */
  filtered(): readonly FilteredRange[] {
    return this.ranges()
      .map((range) => ({ ...range, depth: range.depth - this.depths.leastLayerOffsetOf(range) }))
      .filter(({ depth }) => depth > 0)
      .map((range) => ({ ...range, depth: range.depth + FIELD_ERROR }));
  }

  snapshot(): Uint8Array {
    return packMemory(this.memory);
  }

  restore(snapshot: Uint8Array): void {
    this.memory = unpackMemory(snapshot);
    this.obstacles.collisionFilter.set(this.ranges());
  }

  partOf(snapshot: Uint8Array, has: (id: number) => boolean): Uint8Array {
    return packMemory(partOfMemory(unpackMemory(snapshot), has));
  }

  join(snapshots: readonly Uint8Array[]): Uint8Array {
    return packMemory(joinMemories(snapshots.map(unpackMemory)));
  }

  private ranges(): FilteredRange[] {
    const depth = Number.POSITIVE_INFINITY;
    const buried = this.memory.penetrations
      .filter(({ isUnder }) => isUnder)
      .map(({ id, collider, to }) => ({ id, collider, from: 0, to, depth }));
    const pinched = this.memory.pinches.flatMap(({ id, a, b, from, to }) =>
      [a, b].map((collider) => ({ id, collider, from, to, depth })),
    );
    return [...buried, ...this.memory.depenetrations, ...pinched];
  }

  /**
   * What is still being pushed out, after one more step of it. At the very start, and where a strand rode with its root, also
   * whatever is inside a collider.
   */
  private depenetrate(hair: HairState, strandOf: ReadonlyMap<number, number>): Depenetration[] {
    let depenetrations: Depenetration[] = [];
    for (const depenetration of this.memory.depenetrations) {
      const strand = strandOf.get(depenetration.id);
      if (strand === undefined) continue;
      const { id, collider, from, to } = depenetration;
      // What is frozen cannot be pushed out.
      const step = this.isFrozen(depenetration) ? 0 : DEPENETRATION_SPEED * hair.dt;
      const deepest = this.depths.deepest(hair, strand, collider, from, to);
      const wanted =
        collider === this.obstacles.owner
          ? depenetration.depth
          : Math.min(depenetration.depth, deepest + DEPENETRATION_MARGIN);
      // What is kept inside, by the rest of its strand, comes out no faster than it can, and may go on sinking as it does.
      const present = deepest > 0 ? deepest + this.depths.layerOffsetOf(id, from, collider) : 0;
      const depth = Math.max(wanted, present + Math.max(0, present - depenetration.depth)) - step;
      if (depth > 0) depenetrations.push({ ...depenetration, depth });
    }
    const unknown = this.memory.isFresh
      ? hair.ids.keys()
      : this.memory.carried.map((id) => strandOf.get(id)).filter((k) => k !== undefined);
    for (const k of unknown)
      for (let c = 0; c < this.obstacles.colliders.length; c++) {
        if (c === this.obstacles.owner || !this.depths.mayTouch(hair, k)) continue;
        const inside = this.depths.inside(hair, k, c);
        depenetrations = depenetrations
          .filter((known) => !inside.some((range) => isPartOf(known, range)))
          .concat(inside);
      }
    return depenetrations;
  }

  private isFrozen({ id, from }: Depenetration): boolean {
    return this.memory.penetrations.some((one) => one.id === id && one.isUnder && from <= one.to);
  }

  /** Strands with a buried root, old and new; those that came free begin to be pushed out. */
  private updatePenetrations(
    hair: HairState,
    strandOf: ReadonlyMap<number, number>,
    depenetrations: Depenetration[],
  ): RootPenetration[] {
    const rate = this.rate(hair);
    const penetrations: RootPenetration[] = [];
    const freed: number[] = [];
    for (const old of this.memory.penetrations) {
      const strand = strandOf.get(old.id);
      if (strand === undefined) continue;
      const depth = this.depths.rootDepth(hair, strand, old.collider);
      const wanted = depth > 0 ? smoothstep(depth / this.options.wholeDepth) : 0;
      const weight = old.weight + rate * (wanted - old.weight);
      const isUnder = depth > 0;
      const to = isUnder ? this.depths.wayOut(hair, strand, old.collider, depth, old.to) : old.to;
      if (isUnder || weight > GONE) penetrations.push({ ...old, weight, isUnder, to });
      if (isUnder || !old.isUnder) continue;
      freed.push(old.id);
      const left = this.depths.deepest(hair, strand, old.collider, 0, old.to);
      if (left > -this.depths.thickness) depenetrations.push(depenetrationOf(old.id, old.collider, 0, old.to, left));
    }
    this.tell('freed', freed, 'the root came out of a collider; the strand moves freely again');
    this.findNewPenetrations(hair, penetrations);
    return penetrations.sort((a, b) => a.id - b.id || a.collider - b.collider);
  }

  private findNewPenetrations(hair: HairState, penetrations: RootPenetration[]): void {
    const { obstacles, nearRows, nearIndex } = this;
    const fresh = new Map<number, number[]>();
    for (let k = 0; k < hair.ids.length; k++) {
      const i = hair.first[k]!;
      if (hair.inverseMass[i] !== 0 || !(this.depths.nearest(i) < ROOT_REACH)) continue;
      const [x, y, z] = at(hair.position, i);
      const found = obstacles.within(x, y, z, ROOT_REACH, hair.time, nearRows, nearIndex);
      for (let n = 0; n < found; n++) {
        const collider = nearIndex[n]!;
        const id = hair.ids[k]!;
        const depth = collider === obstacles.owner ? 0 : this.depths.rootDepth(hair, k, collider);
        if (!(depth > 0)) continue;
        if (penetrations.some((known) => known.id === id && known.collider === collider)) continue;
        const pose = poseInRoot(this.roots, hair, k);
        penetrations.push({
          id,
          collider,
          weight: 0,
          isUnder: true,
          to: this.depths.wayOut(hair, k, collider, depth, 0),
          pose,
        });
        fresh.set(collider, [...(fresh.get(collider) ?? []), id]);
      }
    }
    for (const [collider, ids] of fresh)
      this.tell('buried', ids, `the root is inside ${obstacles.colliders[collider]!.name}; the strand freezes there`);
  }

  private tell(kind: ControlEvent['kind'], strands: readonly number[], detail: string): void {
    if (strands.length > 0) this.events.push({ kind, strands, detail });
  }
}

const isPartOf = (one: Depenetration, whole: Depenetration): boolean =>
  one.id === whole.id && one.collider === whole.collider && one.from >= whole.from && one.to <= whole.to;
