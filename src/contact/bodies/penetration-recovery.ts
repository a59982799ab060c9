import type { LayerParameters } from '../../models/layer-offset.ts';
import { OBSTACLE_ROW, type PointForces, type Roots, type StepReport } from '../../models/model.ts';
import { smoothstep } from '../../numeric/curve.ts';
import { exp } from '../../numeric/elementary.ts';
import { at, mix } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import type { ControlEvent, StrandControl } from '../control.ts';
import type { HairState } from '../interaction.ts';
import type { BodyObstacles } from '../obstacles.ts';
import type { FilteredRange } from './collision-filter.ts';
import { GroomedLayerOffset } from './groomed-layer-offset.ts';
import { opposed, type Press, pinchAt, roomBetween, withShortRests } from './pinching.ts';
import { poseInRoot, RecoveryForces } from './recovery-forces.ts';
import {
  type Depenetration,
  joinMemories,
  NO_MEMORY,
  type Pinch,
  packMemory,
  partOfMemory,
  type RecoveryState,
  type RootPenetration,
  unpackMemory,
} from './recovery-state.ts';

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
/** Beyond this distance from a surface nothing presses on a node, metres: twice the usual thickness. */
const DEPENETRATION_MARGIN = 0.003;
/** At the start, nodes deeper than this in a collider are pushed out, metres. */
const DEEP = 0.001;
/** Length of strand that may be inside beyond twice the root's depth, metres. */
const SHORT_WAY = 0.02;
/** Speed at which more of a strand may go under, m/s. */
const SINK_SPEED = 0.15;
/** A root that is farther than this from a collider holds no node inside it, metres: the longest edge. */
const ROOT_REACH = 0.02;
/** Freezing weaker than this has ended; that of a pinched piece which touches nothing any more ends sooner. */
const GONE = 0.01;
const FREE = 0.3;
/** Surfaces farther than this from where a node would be kept cannot press on it in the next step, metres. */
const PRESS_REACH = 0.008;
/** How deep a piece that bodies would tear may go in, metres: deeper than an ear is thick. */
const TORN_DEPTH = 0.015;
/** How much deeper a piece may be than its field says, metres: cells of fields are wider than the inside of an ear. */
const FIELD_ERROR = 0.001;
/** Most surfaces about one node that are looked at. */
const MOST_NEAR = 8;

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
  private readonly layerOffset: GroomedLayerOffset;
  private readonly options: Required<PenetrationRecoveryOptions>;
  /** Distance that strands keep where they do not lie on other hair; nodes nearer to two opposing surfaces are pinched. */
  private readonly thickness: number;
  private readonly forces: RecoveryForces;
  private readonly hit = new Float64Array(OBSTACLE_ROW);
  private readonly nearRows = new Float64Array(OBSTACLE_ROW * MOST_NEAR);
  private readonly nearIndex = new Int32Array(MOST_NEAR);
  private near = new Float64Array(0);
  private reach = new Float64Array(0);
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
    this.layerOffset = new GroomedLayerOffset(obstacles, guides, layer);
    this.thickness = layer.thickness;
    this.options = { ...PENETRATION_RECOVERY_DEFAULTS, ...options };
    this.forces = new RecoveryForces(obstacles, roots, { fade: this.options.fade, thickness: layer.thickness });
  }

  act(hair: HairState): PointForces | null {
    const others = this.obstacles.colliders.length - (this.obstacles.owner >= 0 ? 1 : 0);
    const { depenetrations: before, carried } = this.memory;
    if (others === 0 && before.length === 0 && carried.length === 0) return null;
    this.lookAround(hair);
    const strandOf = new Map(Array.from(hair.ids, (id, k) => [id, k]));
    const depenetrations = this.depenetrate(hair, strandOf);
    const penetrations = this.updatePenetrations(hair, strandOf, depenetrations);
    const pinches = this.pinch(hair, strandOf, depenetrations);
    this.memory = { penetrations, depenetrations, pinches, carried: [], isFresh: false };
    this.obstacles.collisionFilter.set(this.ranges());
    return this.forces.gather(hair, strandOf, this.memory);
  }

  /** How near the nearest collider is to every node that it may matter to. */
  private lookAround({ s, position, time }: HairState): void {
    if (this.reach.length < s.length) {
      const farthest = Math.max(this.thickness, this.layerOffset.most) + PRESS_REACH;
      this.near = new Float64Array(OBSTACLE_ROW * s.length);
      this.reach = new Float64Array(s.length).fill(Math.max(farthest, ROOT_REACH));
    }
    this.obstacles.nearest(position, s.length, time, this.near, undefined, undefined, this.reach);
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
        depenetrations.push({ id, collider, from, to, depth: this.layerOffsetOf(id, from, collider) + TORN_DEPTH });
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
      .map((range) => ({ ...range, depth: range.depth - this.leastLayerOffsetOf(range) }))
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
      const deepest = this.deepest(hair, strand, collider, from, to);
      const wanted =
        collider === this.obstacles.owner
          ? depenetration.depth
          : Math.min(depenetration.depth, deepest + DEPENETRATION_MARGIN);
      // What is kept inside, by the rest of its strand, comes out no faster than it can, and may go on sinking as it does.
      const present = deepest > 0 ? deepest + this.layerOffsetOf(id, from, collider) : 0;
      const depth = Math.max(wanted, present + Math.max(0, present - depenetration.depth)) - step;
      if (depth > 0) depenetrations.push({ ...depenetration, depth });
    }
    const unknown = this.memory.isFresh
      ? hair.ids.keys()
      : this.memory.carried.map((id) => strandOf.get(id)).filter((k) => k !== undefined);
    for (const k of unknown)
      for (let c = 0; c < this.obstacles.colliders.length; c++) {
        if (c === this.obstacles.owner || !this.mayTouch(hair, k)) continue;
        const inside = this.inside(hair, k, c);
        depenetrations = depenetrations
          .filter((known) => !inside.some((range) => isPartOf(known, range)))
          .concat(inside);
      }
    return depenetrations;
  }

  /** Every run of nodes that is inside a collider, half an edge to either side with it. */
  private inside(hair: HairState, k: number, collider: number): Depenetration[] {
    const depenetrations: Depenetration[] = [];
    let run: Depenetration | null = null;
    for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) {
      const depth = -this.distance(hair, i, collider);
      if (depth <= DEEP) {
        run = null;
        continue;
      }
      const { id, from, to } = pinchAt(hair, k, i, 0, 0);
      const deepest = Math.max(depth + DEPENETRATION_MARGIN, run?.depth ?? 0) - DEPENETRATION_MARGIN;
      if (run) depenetrations.pop();
      run = depenetrationOf(id, collider, run?.from ?? from, to, deepest);
      depenetrations.push(run);
    }
    return depenetrations;
  }

  /** How much farther than its thickness a piece keeps from a collider, because other hair lies between. */
  private layerOffsetOf(id: number, s: number, collider: number): number {
    return collider === this.obstacles.owner ? Math.max(0, this.layerOffset.clearance(id, s) - this.thickness) : 0;
  }

  private leastLayerOffsetOf({ id, collider, from, to }: FilteredRange): number {
    return collider === this.obstacles.owner ? Math.max(0, this.layerOffset.least(id, from, to) - this.thickness) : 0;
  }

  private isFrozen({ id, from }: Depenetration): boolean {
    return this.memory.penetrations.some((one) => one.id === id && one.isUnder && from <= one.to);
  }

  /** Whether any node of a strand is inside something. */
  private mayTouch(hair: HairState, k: number): boolean {
    for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) if (this.near[OBSTACLE_ROW * i]! < 0) return true;
    return false;
  }

  /** The greatest depth of a strand's nodes and middles of edges between two arc lengths in a collider; negative outside. */
  private deepest(hair: HairState, k: number, collider: number, from: number, to: number): number {
    const { s } = hair;
    const last = hair.first[k + 1]! - 1;
    let deepest = Number.NEGATIVE_INFINITY;
    for (let i = hair.first[k]!; i <= last; i++) {
      if (s[i]! >= from && s[i]! <= to) deepest = Math.max(deepest, -this.distance(hair, i, collider));
      const middle = i < last ? 0.5 * (s[i]! + s[i + 1]!) : to + 1;
      if (middle >= from && middle <= to) deepest = Math.max(deepest, -this.distance(hair, i, collider, 0.5));
    }
    return deepest;
  }

  /** From a node, or from a fraction of its edge. */
  private distance(hair: HairState, i: number, collider: number, fraction = 0): number {
    const here = at(hair.position, i);
    const [x, y, z] = fraction === 0 ? here : mix(here, at(hair.position, i + 1), fraction);
    this.obstacles.colliders[collider]!.sample(x, y, z, this.hit, 0);
    return this.hit[0]!;
  }

  /** Strands with a buried root, old and new; those that came free begin to be pushed out. */
  private updatePenetrations(
    hair: HairState,
    strandOf: ReadonlyMap<number, number>,
    depenetrations: Depenetration[],
  ): RootPenetration[] {
    const rate = 1 - exp(-hair.dt / this.options.time);
    const penetrations: RootPenetration[] = [];
    const freed: number[] = [];
    for (const old of this.memory.penetrations) {
      const strand = strandOf.get(old.id);
      if (strand === undefined) continue;
      const depth = this.rootDepth(hair, strand, old.collider);
      const wanted = depth > 0 ? smoothstep(depth / this.options.wholeDepth) : 0;
      const weight = old.weight + rate * (wanted - old.weight);
      const isUnder = depth > 0;
      const to = isUnder ? this.wayOut(hair, strand, old.collider, depth, old.to) : old.to;
      if (isUnder || weight > GONE) penetrations.push({ ...old, weight, isUnder, to });
      if (isUnder || !old.isUnder) continue;
      freed.push(old.id);
      const left = this.deepest(hair, strand, old.collider, 0, old.to);
      if (left > -this.thickness) depenetrations.push(depenetrationOf(old.id, old.collider, 0, old.to, left));
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
      if (hair.inverseMass[i] !== 0 || !(this.near[OBSTACLE_ROW * i]! < ROOT_REACH)) continue;
      const [x, y, z] = at(hair.position, i);
      const found = obstacles.within(x, y, z, ROOT_REACH, hair.time, nearRows, nearIndex);
      for (let n = 0; n < found; n++) {
        const collider = nearIndex[n]!;
        const id = hair.ids[k]!;
        const depth = collider === obstacles.owner ? 0 : this.rootDepth(hair, k, collider);
        if (!(depth > 0)) continue;
        if (penetrations.some((known) => known.id === id && known.collider === collider)) continue;
        const pose = poseInRoot(this.roots, hair, k);
        penetrations.push({
          id,
          collider,
          weight: 0,
          isUnder: true,
          to: this.wayOut(hair, k, collider, depth, 0),
          pose,
        });
        fresh.set(collider, [...(fresh.get(collider) ?? []), id]);
      }
    }
    for (const [collider, ids] of fresh)
      this.tell('buried', ids, `the root is inside ${obstacles.colliders[collider]!.name}; the strand freezes there`);
  }

  /** How deep the deepest of the nodes that a root holds is in a collider. */
  private rootDepth(hair: HairState, k: number, collider: number): number {
    let depth = Number.NEGATIVE_INFINITY;
    for (let i = hair.first[k]!; i < hair.first[k + 1]! && hair.inverseMass[i] === 0; i++)
      depth = Math.max(depth, -this.distance(hair, i, collider));
    return depth;
  }

  /**
   * Arc length of the first node outside a collider, as seen from the root. No farther than a strand needs to come out from
   * that depth, or slowly from what it was: else each node that sinks would pull the next one after it, until the whole
   * strand hangs below.
   */
  private wayOut(hair: HairState, k: number, collider: number, depth: number, before: number): number {
    const most = Math.max(2 * depth + SHORT_WAY, before + SINK_SPEED * hair.dt);
    for (let i = hair.first[k]! + 1; i < hair.first[k + 1]! && hair.s[i]! < most; i++)
      if (hair.inverseMass[i] !== 0 && this.distance(hair, i, collider) > DEPENETRATION_MARGIN) return hair.s[i]!;
    return most;
  }

  /** Nodes that two colliders press from opposite sides, old and new. */
  private pinch(hair: HairState, strandOf: ReadonlyMap<number, number>, depenetrations: Depenetration[]): Pinch[] {
    const rate = 1 - exp(-hair.dt / this.options.time);
    const known = new Map<string, Pinch>();
    for (const pinch of this.memory.pinches)
      if (strandOf.has(pinch.id)) known.set(`${pinch.id} ${pinch.s}`, { ...pinch, isPressed: false });
    const fresh: number[] = [];
    for (const { k, i, a, b } of withShortRests(hair, this.findPressed(hair, depenetrations))) {
      if (this.isBuriedIn(hair.ids[k]!, hair.s[i]!, a, b)) continue;
      const key = `${hair.ids[k]!} ${hair.s[i]!}`;
      const pinch = known.get(key);
      if (pinch) pinch.isPressed = true;
      else {
        known.set(key, pinchAt(hair, k, i, a, b));
        fresh.push(hair.ids[k]!);
      }
      this.dragAlong(hair, k, i, [a, b], depenetrations);
    }
    this.tell(
      'pinched',
      [...new Set(fresh)],
      'two colliders press on the strand from opposite sides; it ignores both there',
    );
    const pinches: Pinch[] = [];
    for (const pinch of known.values()) {
      pinch.weight += rate * ((pinch.isPressed ? 1 : 0) - pinch.weight);
      if (pinch.isPressed) pinches.push(pinch);
      else if (pinch.weight > (this.isFree(hair, strandOf.get(pinch.id)!, pinch) ? FREE : GONE)) pinches.push(pinch);
      else
        for (const collider of [pinch.a, pinch.b]) {
          const left = this.deepest(hair, strandOf.get(pinch.id)!, collider, pinch.from, pinch.to);
          const layerOffset = this.layerOffsetOf(pinch.id, pinch.from, collider);
          if (left > -this.thickness - layerOffset)
            depenetrations.push(depenetrationOf(pinch.id, collider, pinch.from, pinch.to, left + layerOffset));
        }
    }
    return pinches.sort((p, q) => p.id - q.id || p.s - q.s);
  }

  /** Whether a piece that was pinched touches neither collider any more. */
  private isFree(hair: HairState, k: number, { a, b, from, to }: Pinch): boolean {
    const far = -2 * this.thickness;
    return this.deepest(hair, k, a, from, to) < far && this.deepest(hair, k, b, from, to) < far;
  }

  /** Nodes without room; where there is room but for the hair below, that hair gives way. */
  private findPressed(hair: HairState, depenetrations: Depenetration[]): Press[] {
    const pressed: Press[] = [];
    const { thickness, nearRows: rows, nearIndex } = this;
    const { owner } = this.obstacles;
    const farthest = Math.max(thickness, this.layerOffset.most) + PRESS_REACH;
    for (let k = 0; k < hair.ids.length; k++)
      for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) {
        const near = this.near[OBSTACLE_ROW * i]!;
        if (hair.inverseMass[i] === 0 || !(near < farthest)) continue;
        const clearance = this.layerOffset.clearance(hair.ids[k]!, hair.s[i]!);
        const reach = Math.max(thickness, clearance) + PRESS_REACH;
        if (!(near < reach)) continue;
        const [x, y, z] = at(hair.position, i);
        const found = this.obstacles.within(x, y, z, reach, hair.time, rows, nearIndex);
        const pair = opposed(rows, found);
        if (!pair) continue;
        const [a, b] = [nearIndex[pair[0]]!, nearIndex[pair[1]]!];
        const room = roomBetween(rows, OBSTACLE_ROW * pair[0], OBSTACLE_ROW * pair[1], hair.dt);
        const isBedPressed = owner === a || owner === b ? room < clearance + thickness + DEPENETRATION_MARGIN : false;
        if (room < 2.5 * thickness) pressed.push({ k, i, a, b });
        else if (isBedPressed) this.allow(hair, k, i, owner, Math.max(0, clearance - thickness), depenetrations);
      }
    return pressed;
  }

  private isBuriedIn(id: number, s: number, a: number, b: number): boolean {
    return this.memory.penetrations.some(
      (one) => one.id === id && one.isUnder && s <= one.to && (one.collider === a || one.collider === b),
    );
  }

  /** The nodes beside a pinched one may follow it a little. */
  private dragAlong(
    hair: HairState,
    k: number,
    i: number,
    colliders: readonly number[],
    depenetrations: Depenetration[],
  ): void {
    for (const j of [i - 1, i + 1])
      if (j >= hair.first[k]! && j < hair.first[k + 1]! && hair.inverseMass[j] !== 0)
        for (const collider of colliders) {
          const depth = this.layerOffsetOf(hair.ids[k]!, hair.s[j]!, collider) + DEPENETRATION_MARGIN;
          this.allow(hair, k, j, collider, depth, depenetrations);
        }
  }

  /** Lets the piece about a node that deep into a collider, to be pushed out from there. */
  private allow(
    hair: HairState,
    k: number,
    i: number,
    collider: number,
    depth: number,
    depenetrations: Depenetration[],
  ): void {
    const { id, from, to } = pinchAt(hair, k, i, 0, 0);
    const known = depenetrations.find((one) => one.id === id && one.collider === collider && one.from === from);
    if (known) known.depth = Math.max(known.depth, depth);
    else if (depth > 0) depenetrations.push({ id, collider, from, to, depth });
  }

  private tell(kind: ControlEvent['kind'], strands: readonly number[], detail: string): void {
    if (strands.length > 0) this.events.push({ kind, strands, detail });
  }
}

const isPartOf = (one: Depenetration, whole: Depenetration): boolean =>
  one.id === whole.id && one.collider === whole.collider && one.from >= whole.from && one.to <= whole.to;

function depenetrationOf(id: number, collider: number, from: number, to: number, depth: number): Depenetration {
  return { id, collider, from, to, depth: Math.max(depth, 0) + DEPENETRATION_MARGIN };
}
