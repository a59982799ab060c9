import type { PointForces } from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import { Bend, type Follower, follow, type Lead } from './following.ts';
import type { Front, ShownHair } from './front.ts';
import { allowedRadius, look, mayJoin, speedsOf } from './selection.ts';
import type { LevelSettings } from './settings.ts';
import type { Viewpoint } from './viewpoint.ts';

/** A strand that moves by itself beyond a station only, and goes with another up to there. */
export interface Tie {
  /** Who it goes with, by place in the hierarchy, and the set of both. */
  readonly boss: number;
  readonly set: number;
  /** How it goes with it. */
  readonly follower: Follower;
  /** Its first node that is free; as many as it has: all of it is held. */
  station: number;
  /** From when on it could have been held one node farther. */
  since: number;
}

/** How much harder a tie holds a node than its inertia in a step does. */
const HOLD = 20;

/**
 * Branches of an adaptive wisp tree (Bertails et al. 2003): a strand that parts from others does so at its tip first, and joins them from its root
 * on. On the way from root to tip sets only part: a strand is held no less far than the one that it goes with.
 */
export class Ties {
  /** By place in the hierarchy. */
  readonly of = new Map<number, Tie>();
  private readonly bend = new Bend();

  add(m: number, tie: Tie): void {
    this.of.set(m, tie);
  }

  remove(m: number): void {
    this.of.delete(m);
  }

  /** Moves stations to where hair needs them: down to the first node that is too fast for its set, up one node where all is calm. */
  update(front: Front, hair: ShownHair, view: Viewpoint, settings: LevelSettings): void {
    const { radius } = front.hierarchy;
    const held = this.heldBy();
    for (const [m, tie] of this.of) {
      const k = front.place[m]!;
      if (k < 0 || front.place[tie.boss]! < 0) {
        this.of.delete(m);
        continue;
      }
      const { distance } = look(hair, k, radius[tie.set]!, view);
      const speeds = speedsOf(hair, k);
      const isFine = (fits: (allowed: number) => boolean, count: number): boolean => {
        for (let i = 0; i < count; i++)
          if (!fits(allowedRadius({ speed: speeds[i]!, distance }, view, settings))) return false;
        return true;
      };
      const size = radius[tie.set]!;
      const least = this.of.get(tie.boss)?.station ?? 0;
      while (tie.station > least && !isFine((allowed) => size <= allowed, tie.station)) {
        tie.station--;
        tie.since = hair.time;
      }
      const most = held.get(m) ?? speeds.length;
      if (tie.station >= most || !isFine((allowed) => mayJoin(size, allowed), tie.station + 1)) tie.since = hair.time;
      else if (hair.time - tie.since >= settings.dwell) tie.station++;
    }
  }

  /** How far those are held at least that go with a strand. */
  private heldBy(): Map<number, number> {
    const held = new Map<number, number>();
    for (const { boss, station } of this.of.values())
      held.set(boss, Math.min(held.get(boss) ?? Number.POSITIVE_INFINITY, station));
    return held;
  }

  /** Whether all of a strand is held to the leader of a set, so that it may join that. */
  isWhole(m: number, set: number, nodes: number): boolean {
    const tie = this.of.get(m);
    return tie?.set !== set || tie.station >= nodes;
  }

  /** What holds strands where they go with others, at the end of the step. */
  forces(front: Front, hair: ShownHair): PointForces | null {
    const { first, inverseMass, dt, position: x, velocity: v, s } = hair;
    const rows: { id: number; s: number; anchor: number[]; stiffness: number }[] = [];
    for (const [m, { boss, follower, station }] of this.of) {
      const [k, l] = [front.place[m]!, front.place[boss]!];
      if (k < 0 || l < 0) continue;
      const [from, to] = [first[k]!, first[k + 1]!];
      const place = x.slice(3 * from, 3 * to);
      const speed = v.slice(3 * from, 3 * to);
      this.bend.set(hair, l, follower.lead);
      follow(follower, this.bend, hair, k, l, hair.time);
      for (let i = from; i < Math.min(to, from + station); i++) {
        if (inverseMass[i]! === 0) continue;
        rows.push({
          id: hair.ids[k]!,
          s: s[i]!,
          anchor: [0, 1, 2].map((c) => x[3 * i + c]! + dt * v[3 * i + c]!),
          stiffness: HOLD / (inverseMass[i]! * dt * dt),
        });
      }
      x.set(place, 3 * from);
      v.set(speed, 3 * from);
    }
    if (rows.length === 0) return null;
    rows.sort((a, b) => a.id - b.id || a.s - b.s);
    return {
      count: rows.length,
      id: Uint32Array.from(rows, ({ id }) => id),
      s: Float64Array.from(rows, (row) => row.s),
      force: new Float64Array(3 * rows.length),
      anchor: Float64Array.from(rows.flatMap(({ anchor }) => anchor)),
      stiffness: Float64Array.from(rows.flatMap(({ stiffness: k }) => [k, 0, 0, k, 0, k])),
      damping: new Float64Array(6 * rows.length),
    };
  }

  snapshot(): Uint8Array {
    const all = [...this.of].sort(([a], [b]) => a - b);
    return packArrays([
      Int32Array.from(all.flatMap(([m, { boss, set, station }]) => [m, boss, set, station])),
      Float64Array.from(all.flatMap(([, { since, follower }]) => [since, follower.lead.since])),
      ...all.flatMap(([, { follower }]) => [follower.lead.directions, follower.edges, follower.excess]),
    ]);
  }

  restore(snapshot: Uint8Array): void {
    const [numbers, times, ...shapes] = unpackArrays(snapshot) as [Int32Array, Float64Array, ...Float32Array[]];
    this.of.clear();
    for (let n = 0; 4 * n < numbers.length; n++) {
      const [m, boss, set, station] = numbers.subarray(4 * n, 4 * n + 4) as unknown as [number, number, number, number];
      const [directions, edges, excess] = shapes.slice(3 * n, 3 * n + 3) as [Float32Array, Float32Array, Float32Array];
      const lead: Lead = { since: times[2 * n + 1]!, directions };
      this.of.set(m, { boss, set, station, since: times[2 * n]!, follower: { lead, edges, excess } });
    }
  }
}
