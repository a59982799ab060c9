import type { HairState } from '../contact/interaction.ts';
import type { RootStates } from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import { type Follower, follow, join } from './following.ts';
import type { Hierarchy } from './hierarchy.ts';
import { gatherMass, joinedVelocity, type MovingMass, shareMomentum } from './momentum.ts';

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
  private begun = new Set<number>();
  private pushed = new Map<number, Float64Array>();

  /** `ids`: of all strands, in the hierarchy's order. At first each moves by itself. */
  constructor(hierarchy: Hierarchy, ids: Uint32Array) {
    this.hierarchy = hierarchy;
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

  /** Strands that node n stands for. */
  size(n: number): number {
    return this.hierarchy.to[n]! - this.hierarchy.from[n]!;
  }

  /** Writes places of all followers, and velocities where there are any. */
  show(hair: Parameters<typeof follow>[1], time: number): void {
    for (let m = 0; m < this.followers.length; m++) this.showOne(m, hair, time);
  }

  private showOne(m: number, hair: Parameters<typeof follow>[1], time: number): void {
    const follower = this.followers[m];
    if (follower) follow(follower, hair, this.place[m]!, this.place[this.leaderOf[m]!]!, time);
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
      this.followers[l] = null;
      this.leaderOf[l] = l;
      this.begun.add(this.place[l]!);
      this.rejoin(child, l, hair);
    });
    this.version++;
  }

  /** The children of a node, which are on the front, become one: its leader moves for all of them. */
  merge(n: number, hair: ShownHair): void {
    const { leader } = this.hierarchy;
    const children = this.children(n);
    this.showAll(n, hair);
    const l = leader[n]!;
    this.setVelocity(
      l,
      joinedVelocity(
        Array.from(children, (child) => this.massOf(child, hair)),
        this.rowsOf(hair, l),
      ),
      hair,
    );
    for (const child of children) {
      this.isOn[child] = 0;
      if (leader[child] === l) continue;
      const other = leader[child]!;
      this.nodeOf[other] = NOBODY;
      this.begun.delete(this.place[other]!);
      this.pushed.delete(this.place[other]!);
      this.rejoin(child, l, hair);
    }
    this.isOn[n] = 1;
    this.nodeOf[l] = n;
    this.version++;
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
  private rejoin(n: number, l: number, hair: ShownHair): void {
    const { from, to, order } = this.hierarchy;
    for (let i = from[n]!; i < to[n]!; i++) {
      const m = order[i]!;
      if (m === l) continue;
      this.followers[m] = join(hair, this.place[m]!, this.place[l]!, hair.time);
      this.leaderOf[m] = l;
    }
  }

  private showAll(n: number, hair: ShownHair): void {
    const { from, to, order } = this.hierarchy;
    for (let i = from[n]!; i < to[n]!; i++) this.showOne(order[i]!, hair, hair.time);
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
    const following = this.followers.map((follower) => follower ?? null);
    const all = following.filter((follower) => follower !== null);
    return packArrays([
      this.isOn,
      this.leaderOf,
      this.nodeOf,
      Float64Array.from(following, (follower) => follower?.since ?? Number.NaN),
      Uint32Array.from(all, ({ excess }) => excess.length / 3),
      joined(all.map(({ edges }) => edges)),
      joined(all.map(({ excess }) => excess)),
    ]);
  }

  restore(snapshot: Uint8Array): void {
    type Arrays = [Uint8Array, Uint32Array, Int32Array, Float64Array, Uint32Array, Float32Array, Float32Array];
    const [isOn, leaderOf, nodeOf, since, nodes, edges, excess] = unpackArrays(snapshot) as Arrays;
    Object.assign(this, { isOn, leaderOf, nodeOf, known: null });
    let [n, edge, node] = [0, 0, 0];
    this.followers = Array.from(since, (time) => {
      if (Number.isNaN(time)) return null;
      const count = nodes[n++]!;
      const follower = {
        since: time,
        edges: edges.slice(6 * edge, 6 * (edge + count - 1)),
        excess: excess.slice(3 * node, 3 * (node + count)),
      };
      edge += count - 1;
      node += count;
      return follower;
    });
    this.begun.clear();
    this.pushed.clear();
    this.version++;
  }
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
