import type { HairState } from '../contact/interaction.ts';
import type { RootStates } from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import { Bend, type Follower, follow, join, type Lead, leadFrom, type PackedHair } from './following.ts';
import type { Hierarchy } from './hierarchy.ts';
import { gatherMass, joinedVelocity, type MovingMass, shareMomentum } from './momentum.ts';
import { Ties } from './ties.ts';

/** All strands before a step with their roots, and with places and velocities that may be written: followers are shown there. */
export interface ShownHair extends HairState {
  readonly roots: RootStates;
}

/** What the strands of a simulation have to be told after others joined or parted. */
export interface Transition {
  /** Places in the hair of strands that move by themselves from now on, from where they are shown. */
  readonly begun: readonly number[];
  /** Strands that go on faster or slower, by place: change of velocity, three a node. */
  readonly pushed: ReadonlyMap<number, Float64Array>;
}

const NOBODY = -1;

/**
 * Which nodes of a hierarchy move at present: a front across it, so that every strand is in one of them. The leader of each moves by itself,
 * all others follow theirs. Strands that the hierarchy does not know (cut off, grown) move by themselves.
 */
export class Front {
  readonly hierarchy: Hierarchy;
  /** 1 for each node on the front. */
  isOn: Uint8Array;
  /** Who leads each strand: itself where it moves by itself. */
  leaderOf: Uint32Array;
  /** The node that each leader leads; −1 for followers. */
  nodeOf: Int32Array;
  /** Place of each strand of the hierarchy in the hair, −1 where it is gone; and back. */
  place: Int32Array;
  member: Int32Array = new Int32Array(0);
  /** Place in the hierarchy by id. */
  readonly memberOf: ReadonlyMap<number, number>;
  /** Rises with every change. */
  version = 0;
  private readonly ids: Uint32Array;
  private followers: (Follower | null)[];
  private known: Uint32Array | null = null;
  private readonly bend = new Bend();
  private begun = new Set<number>();
  private pushed = new Map<number, Float64Array>();
  /** Strands that have parted at their tips alone; null where they part as a whole. */
  readonly ties: Ties | null;

  /** `ids`: of all strands, in the hierarchy's order. At first each moves by itself. */
  constructor(hierarchy: Hierarchy, ids: Uint32Array, partAtTips = false) {
    this.hierarchy = hierarchy;
    this.ties = partAtTips ? new Ties() : null;
    this.ids = ids;
    this.memberOf = new Map(Array.from(ids, (id, m) => [id, m]));
    this.isOn = new Uint8Array(hierarchy.kind.length);
    for (const leaf of hierarchy.leaf) this.isOn[leaf] = 1;
    this.leaderOf = Uint32Array.from(ids.keys());
    this.nodeOf = Int32Array.from(hierarchy.leaf);
    this.followers = Array.from(ids, () => null);
    this.place = new Int32Array(ids.length).fill(NOBODY);
  }

  /** Finds the strands in the hair, which may have been cut, taken away or added. */
  recognise(ids: Uint32Array): void {
    if (this.known === ids) return;
    const places = new Map(Array.from(ids, (id, k) => [id, k]));
    this.place = Int32Array.from(this.ids, (id) => places.get(id) ?? NOBODY);
    this.member = new Int32Array(ids.length).fill(NOBODY);
    this.place.forEach((k, m) => {
      if (k >= 0) this.member[k] = m;
    });
    this.known = ids;
  }

  isFollower(k: number): boolean {
    const m = this.member[k]!;
    return m >= 0 && this.leaderOf[m] !== m;
  }

  /** The place of who leads strand k. */
  leaderAt(k: number): number {
    const m = this.member[k]!;
    return m < 0 ? k : this.place[this.leaderOf[m]!]!;
  }

  leaderOfId(id: number): number {
    const m = this.memberOf.get(id);
    return m === undefined ? id : this.ids[this.leaderOf[m]!]!;
  }

  /** Strands that node n stands for. */
  size(n: number): number {
    return this.hierarchy.to[n]! - this.hierarchy.from[n]!;
  }

  /** Writes places of all followers, and velocities where there are any. */
  show(hair: PackedHair, time: number): void {
    this.showRange(0, this.ids.length, hair, time);
  }

  /** Of strands in the hierarchy's order, in which those that follow the same one are beside each other. */
  private showRange(from: number, to: number, hair: PackedHair, time: number): void {
    const { bend, followers, leaderOf, place } = this;
    const { order } = this.hierarchy;
    let bent: Lead | null = null;
    for (let i = from; i < to; i++) {
      const m = order[i]!;
      const follower = followers[m];
      if (!follower) continue;
      const l = place[leaderOf[m]!]!;
      if (follower.lead !== bent) bend.set(hair, l, follower.lead);
      bent = follower.lead;
      follow(follower, bend, hair, place[m]!, l, time);
    }
  }

  /** Children of node n. */
  children(n: number): Uint32Array {
    const { children, firstChild } = this.hierarchy;
    return children.subarray(firstChild[n]!, firstChild[n + 1]!);
  }

  /** Members of a node that is on the front part: each child moves by itself. */
  split(n: number, hair: ShownHair): void {
    const { leader } = this.hierarchy;
    const whole = this.rowsOf(hair, leader[n]!);
    const children = this.children(n);
    this.showAll(n, hair);
    const parts = Array.from(children, (child) => this.massOf(child, hair));
    shareMomentum(parts, whole);
    this.isOn[n] = 0;
    children.forEach((child, p) => {
      const l = leader[child]!;
      this.setVelocity(l, parts[p]!.velocity, hair);
      this.isOn[child] = 1;
      this.nodeOf[l] = child;
      if (l === leader[n]) return;
      this.tie(l, n, hair);
      this.followers[l] = null;
      this.leaderOf[l] = l;
      this.begun.add(this.place[l]!);
      this.rejoin(child, l, this.leadOf(l, hair), hair);
    });
    this.version++;
  }

  /** A strand that begins to move by itself goes on with who led it, but for its tip. */
  private tie(m: number, set: number, { first, time }: ShownHair): void {
    const follower = this.followers[m];
    if (!this.ties || !follower) return;
    const k = this.place[m]!;
    const station = Math.max(0, first[k + 1]! - first[k]! - 1);
    this.ties.add(m, { boss: this.hierarchy.leader[set]!, set, follower, station, since: time });
  }

  /** All in a node become one: its leader moves for those that lead them now. */
  merge(n: number, hair: ShownHair): void {
    const { leader } = this.hierarchy;
    const before = this.nodesIn(n);
    this.showAll(n, hair);
    const l = leader[n]!;
    const parts = before.map((one) => this.massOf(one, hair));
    this.setVelocity(l, joinedVelocity(parts, this.rowsOf(hair, l)), hair);
    const lead = this.leadOf(l, hair);
    for (const one of before) {
      const other = leader[one]!;
      this.isOn[one] = 0;
      if (other === l) continue;
      this.ties?.remove(other);
      this.nodeOf[other] = NOBODY;
      this.begun.delete(this.place[other]!);
      this.pushed.delete(this.place[other]!);
      this.rejoin(one, l, lead, hair);
    }
    this.isOn[n] = 1;
    this.nodeOf[l] = n;
    this.version++;
  }

  /** The nodes of the front whose strands are all in node n. */
  private nodesIn(n: number): number[] {
    const { from, to, order } = this.hierarchy;
    const nodes = new Set<number>();
    for (let i = from[n]!; i < to[n]!; i++) nodes.add(this.nodeOf[this.leaderOf[order[i]!]!]!);
    return [...nodes];
  }

  /** What came of all changes since the last call. */
  takeTransition(): Transition {
    const { begun, pushed } = this;
    this.begun = new Set();
    this.pushed = new Map();
    for (const k of begun) pushed.delete(k);
    return { begun: [...begun].sort((a, b) => a - b), pushed };
  }

  /** Everybody in a node but the leader follows it. */
  private rejoin(n: number, l: number, lead: Lead, hair: ShownHair): void {
    const { from, to, order } = this.hierarchy;
    this.bend.set(hair, this.place[l]!, lead);
    for (let i = from[n]!; i < to[n]!; i++) {
      const m = order[i]!;
      if (m === l) continue;
      this.followers[m] = join(hair, this.place[m]!, this.place[l]!, lead, this.bend);
      this.leaderOf[m] = l;
    }
  }

  private leadOf(l: number, hair: ShownHair): Lead {
    return leadFrom(hair, this.place[l]!, hair.time);
  }

  private showAll(n: number, hair: ShownHair): void {
    this.showRange(this.hierarchy.from[n]!, this.hierarchy.to[n]!, hair, hair.time);
  }

  /** Mass of all members at the leader's nodes, and the leader's velocity. */
  private massOf(n: number, hair: ShownHair): MovingMass {
    const { from, to, order, leader } = this.hierarchy;
    const velocity = this.rowsOf(hair, leader[n]!);
    const parts = Array.from(order.subarray(from[n]!, to[n]!), (m) => {
      const k = this.place[m]!;
      const mass = hair.inverseMass.slice(hair.first[k]!, hair.first[k + 1]!).map((w) => (w > 0 ? 1 / w : 0));
      return { mass, velocity: new Float64Array(3 * mass.length) };
    });
    return { mass: gatherMass(parts, velocity.length / 3).mass, velocity };
  }

  private rowsOf({ first, velocity }: ShownHair, m: number): Float64Array {
    const k = this.place[m]!;
    return velocity.slice(3 * first[k]!, 3 * first[k + 1]!);
  }

  private setVelocity(m: number, velocity: Float64Array, hair: ShownHair): void {
    const k = this.place[m]!;
    const from = 3 * hair.first[k]!;
    const before = this.pushed.get(k);
    this.pushed.set(
      k,
      velocity.map((v, i) => v - hair.velocity[from + i]! + (before?.[i] ?? 0)),
    );
    hair.velocity.set(velocity, from);
  }

  snapshot(): Uint8Array {
    const leads = [...new Set(this.followers.flatMap((follower) => follower?.lead ?? []))];
    const number = new Map(leads.map((lead, n) => [lead, n]));
    const all = this.followers.flatMap((follower) => follower ?? []);
    return packArrays([
      this.isOn,
      this.leaderOf,
      this.nodeOf,
      Float64Array.from(leads, ({ since }) => since),
      Uint32Array.from(leads, ({ directions }) => directions.length),
      joined(leads.map(({ directions }) => directions)),
      Int32Array.from(this.followers, (follower) => (follower ? number.get(follower.lead)! : NOBODY)),
      Uint32Array.from(all, ({ edges }) => edges.length),
      joined(all.map(({ edges }) => edges)),
      Uint32Array.from(all, ({ excess }) => excess.length),
      joined(all.map(({ excess }) => excess)),
      ...(this.ties ? [this.ties.snapshot()] : []),
    ]);
  }

  restore(snapshot: Uint8Array): void {
    const [isOn, leaderOf, nodeOf, since, ...rest] = unpackArrays(snapshot);
    const [leadSizes, directions, leadOf, edgeSizes, edges, excessSizes, excess, ties] = rest as unknown as Rows;
    if (ties) this.ties?.restore(ties);
    Object.assign(this, { isOn, leaderOf, nodeOf, known: null });
    const shapes = parted(directions, leadSizes);
    const leads = Array.from(since!, (time, n): Lead => ({ since: time, directions: shapes[n]! }));
    const ownEdges = parted(edges, edgeSizes).values();
    const ownExcess = parted(excess, excessSizes).values();
    this.followers = Array.from(leadOf, (n) =>
      n < 0 ? null : { lead: leads[n]!, edges: ownEdges.next().value!, excess: ownExcess.next().value! },
    );
    this.begun.clear();
    this.pushed.clear();
    this.version++;
  }
}

type Rows = [Uint32Array, Float32Array, Int32Array, Uint32Array, Float32Array, Uint32Array, Float32Array, Uint8Array?];

/** Arrays of these sizes out of one. */
function parted(all: Float32Array, sizes: Uint32Array): Float32Array[] {
  let at = 0;
  return Array.from(sizes, (size) => all.slice(at, (at += size)));
}

function joined(arrays: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    out.set(array, at);
    at += array.length;
  }
  return out;
}
