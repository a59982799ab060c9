import type { HairState } from '../contact/interaction.ts';
import type { Obstacles, PointForces } from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import { completeParameters } from '../numeric/parameters.ts';
import type { Strands } from '../strands/strands.ts';
import type { PackedHair } from './following.ts';
import { Front, type ShownHair, type Transition } from './front.ts';
import { buildHierarchy } from './hierarchy.ts';
import { Movers } from './movers.ts';
import { Occlusion } from './occlusion.ts';
import { allowedRadius, choose, look, mayJoin } from './selection.ts';
import { type LevelSettings, levelParameters } from './settings.ts';
import type { Viewpoint } from './viewpoint.ts';

export interface LevelSetup {
  readonly settings?: Partial<LevelSettings>;
  /** Where the hair is looked at from: a matter of the document. */
  viewpoint(time: number): Viewpoint;
}

/** Hair behind a body is simulated in sets of this radius at most: less than outside the picture, as it may come out beside it, m. */
const BEHIND = 0.04;
/** How often the hair is looked at, seconds. */
const LOOK = 1 / 30;

/** Which strands move by themselves and which follow others: the contract is docs/levels.md. Every block of a run has the same one. */
export class Levels {
  readonly front: Front;
  readonly settings: LevelSettings;
  private readonly setup: LevelSetup;
  /** From when on each strand could have joined others, by its place in the hierarchy. */
  private since: Float64Array;
  private hasBegun = false;
  private movers: Movers | null = null;
  private readonly occlusion: Occlusion | null;

  /** `guides`: of the grooms that take part; `obstacles`: what may hide them. */
  constructor(setup: LevelSetup, guides: readonly Strands[], obstacles: Obstacles | null = null) {
    this.setup = setup;
    this.settings = completeParameters(levelParameters, setup.settings, 'Levels');
    this.occlusion = obstacles && new Occlusion(obstacles);
    const ids = Uint32Array.from(guides.flatMap(({ id }) => [...id]));
    this.front = new Front(buildHierarchy(guides), ids, this.settings.tips);
    this.since = new Float64Array(ids.length);
  }

  /** Strands that move by themselves, of those in the hair. */
  get moving(): number {
    return this.movers?.places.length ?? this.since.length;
  }

  /** Whether it is time to look at the hair again: thirty times a second. */
  isDue(step: number, dt: number): boolean {
    return !this.hasBegun || step % Math.max(1, Math.round(LOOK / dt)) === 0;
  }

  /** Looks at the hair before a step that is due, and lets strands join and part. Before the first step all join that may. */
  update(hair: ShownHair): void {
    if (this.hasBegun) this.change(hair);
    else this.begin(hair);
    this.hasBegun = true;
  }

  /** Before the first step: the largest sets that are small enough. */
  private begin(hair: ShownHair): void {
    const { front, setup, settings } = this;
    const { parent, radius, leader } = front.hierarchy;
    const view = setup.viewpoint(hair.time);
    const open = Array.from(parent.keys()).filter((n) => parent[n]! < 0);
    for (let n = open.pop(); n !== undefined; n = open.pop()) {
      const children = front.children(n);
      if (children.length === 0) continue;
      const sight = look(hair, front.place[leader[n]!]!, radius[n]!, view);
      if (mayJoin(radius[n]!, allowedRadius(sight, view, settings))) front.merge(n, hair);
      else open.push(...children);
    }
  }

  private change(hair: ShownHair): void {
    const { front, since, setup, settings } = this;
    const { dwell, budget } = settings;
    const { hierarchy, place, isOn } = front;
    const view = setup.viewpoint(hair.time);
    const allowed = new Float64Array(since.length);
    const leaders: number[] = [];
    for (let n = 0; n < isOn.length; n++) {
      const m = hierarchy.leader[n]!;
      if (isOn[n] === 0 || place[m]! < 0) continue;
      allowed[m] = allowedRadius(look(hair, place[m]!, hierarchy.radius[n]!, view), view, settings);
      if (allowed[m]! < BEHIND) leaders.push(m);
    }
    this.hideBehindBodies(leaders, allowed, hair, view);
    front.ties?.update(front, hair, view, settings);
    const { splits, merges } = choose(front, allowed, since, hair.time, dwell);
    let left = budget;
    for (const n of splits) {
      if (left <= 0) break;
      left -= front.children(n).length - 1;
      this.part(n, hair);
    }
    left = budget;
    for (const n of merges) {
      if (left <= 0) break;
      if (!front.children(n).every((child) => this.mayClose(child, hair))) continue;
      left -= front.children(n).length - 1;
      front.merge(n, hair);
    }
  }

  /** Whether a node is on the front still, and its leader held to its tip, where strands join from their roots on. */
  private mayClose(n: number, { first }: ShownHair): boolean {
    const { front } = this;
    const m = front.hierarchy.leader[n]!;
    const k = front.place[m]!;
    return (
      front.isOn[n] === 1 && (front.ties?.isWhole(m, front.hierarchy.parent[n]!, first[k + 1]! - first[k]!) ?? true)
    );
  }

  /** Hair whose root, middle and tip are all behind a body may move in larger sets. */
  private hideBehindBodies(
    leaders: readonly number[],
    allowed: Float64Array,
    { first, position, time }: ShownHair,
    { eye }: Viewpoint,
  ): void {
    if (!this.occlusion || leaders.length === 0) return;
    const places = new Float64Array(9 * leaders.length);
    leaders.forEach((m, n) => {
      const k = this.front.place[m]!;
      const [from, last] = [first[k]!, first[k + 1]! - 1];
      [from, (from + last) >> 1, last].forEach((node, p) => {
        places.set(position.subarray(3 * node, 3 * node + 3), 9 * n + 3 * p);
      });
    });
    const hidden = this.occlusion.hidden(places, eye, time);
    leaders.forEach((m, n) => {
      if (hidden[3 * n]! + hidden[3 * n + 1]! + hidden[3 * n + 2]! === 3) allowed[m] = BEHIND;
    });
  }

  private part(n: number, hair: ShownHair): void {
    const { front, since } = this;
    front.split(n, hair);
    for (const child of front.children(n)) since[front.hierarchy.leader[child]!] = hair.time;
  }

  /** These strands move by themselves from now on, and for a while: something has happened to them. */
  raise(ids: Iterable<number>, hair: ShownHair): void {
    const { front, since } = this;
    for (const id of ids) {
      const m = front.memberOf.get(id);
      if (m === undefined || front.place[m]! < 0) continue;
      since[m] = hair.time;
      while (front.isOn[front.hierarchy.leaf[m]!] === 0) this.part(front.nodeOf[front.leaderOf[m]!]!, hair);
      front.ties?.remove(m);
    }
  }

  /** All strands move by themselves. */
  raiseAll(hair: ShownHair): void {
    this.raise(hair.ids, hair);
  }

  /** What holds strands that have parted at their tips alone. */
  ties(hair: ShownHair): PointForces | null {
    return this.front.ties?.forces(this.front, hair) ?? null;
  }

  takeTransition(): Transition {
    return this.front.takeTransition();
  }

  /** Writes places of followers, and velocities where there are any. */
  show(hair: PackedHair, time: number): void {
    this.front.show(hair, time);
  }

  /** The strands that move by themselves, each with the mass and the section of all that it stands for. */
  movingHair(hair: HairState): HairState {
    const { front } = this;
    front.recognise(hair.ids);
    if (!this.movers?.isOf(front, hair)) this.movers = new Movers(front, hair, this.movers);
    return this.movers.read(hair);
  }

  /** Of the strands that move by themselves, which a block has. */
  movingOf(own: Uint8Array): Uint8Array {
    return this.movers?.ownOf(own) ?? own;
  }

  /** What acts on a strand from outside acts on all that it stands for: each feels its part. Rows on followers act on their leaders. */
  share(forces: PointForces | null, hair: HairState): PointForces | null {
    return forces && this.movers ? this.movers.share(forces, hair, this.front) : forces;
  }

  /** Of strands with these ids, 1 where one follows; null where none does. */
  following(ids: Uint32Array): Uint8Array | null {
    return this.movers?.following(ids) ?? null;
  }

  snapshot(): Uint8Array {
    return packArrays([this.front.snapshot(), this.since, Uint8Array.of(this.hasBegun ? 1 : 0)]);
  }

  restore(snapshot: Uint8Array): void {
    const [front, since, hasBegun] = unpackArrays(snapshot) as [Uint8Array, Float64Array, Uint8Array];
    this.front.restore(front);
    this.since = since;
    this.hasBegun = hasBegun[0] === 1;
    this.movers = null;
  }
}
