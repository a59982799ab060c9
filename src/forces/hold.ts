import type { ControlEvent, PlacedStrands, StrandControl } from '../contact/control.ts';
import { ForceRows } from '../contact/force-rows.ts';
import type { HairState } from '../contact/interaction.ts';
import { type Clamps, makeRootStates, type PointForces, type Roots } from '../models/model.ts';
import { type Curve, evaluateCurve } from '../numeric/curve.ts';
import { type Quat, rotate } from '../numeric/rotation.ts';
import { add, at, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import type { Strands } from '../strands/strands.ts';
import { GroomedPose } from './groomed-pose.ts';
import type { StrandWeight } from './root-motion.ts';

/** Where held points go, in world coordinates. */
export interface HoldTrack {
  /** Writes the place of a point of a strand at a fraction of its length; false where it says nothing of the strand. */
  at(id: number, fraction: number, time: number, out: Float64Array): boolean;
  /** Whether it moves hair otherwise than with its root. */
  isMoved(from: number, to: number): boolean;
}

/** Strands, or pieces of them, that go where somebody says. */
export interface Hold {
  /** Absent: the groomed pose, riding with the root. */
  readonly track?: HoldTrack | undefined;
  /** How much of a strand it holds, 0 to 1, by id; whole where absent. */
  readonly where: StrandWeight | null;
  /** The piece that it holds, as fractions of the length. */
  readonly from: number;
  readonly to: number;
  /** Over time: 1 holds exactly, 0 lets go, what is between pulls. */
  readonly over: Curve;
  readonly priority: number;
}

/** Time in which a node follows a hold of weight one half, seconds. */
const FOLLOW = 1 / 60;
/** Weights from here on hold exactly. */
const WHOLE = 0.999;

/** One point that is claimed: by which hold, and how firmly. */
interface Claim {
  readonly hold: number;
  readonly weight: number;
}

/**
 * Position controls: at most one holds a point, that of the highest priority, of equals the one declared last. A strand that is held all along is
 * put where it shall be; points of others are clamps, which the models solve with. Other hair feels both as bodies. While a hold comes or goes it
 * pulls by springs, so that nothing jumps.
 */
export class Holds implements StrandControl {
  private readonly declared: readonly Hold[];
  private readonly order: readonly number[];
  private readonly pose: GroomedPose;
  private readonly roots: Roots;
  private readonly forces = new ForceRows();
  private readonly local = new Float64Array(3);
  /** Of the step at hand, and the strands that are held all along at its end. */
  private hair: HairState | null = null;
  private whole: number[] = [];
  private events: ControlEvent[] = [];

  constructor(holds: readonly Hold[], roots: Roots, guides: Strands) {
    this.declared = holds;
    this.order = Array.from(holds.keys()).sort((a, b) => holds[b]!.priority - holds[a]!.priority || b - a);
    this.pose = new GroomedPose(roots, guides);
    this.roots = roots;
  }

  act(hair: HairState): PointForces | null {
    const { forces } = this;
    this.hair = hair;
    forces.clear();
    this.tellOverruled(hair);
    this.whole = Array.from(hair.ids.keys()).filter((k) => this.isWhole(hair, k));
    const end = hair.time + hair.dt;
    for (let k = 0; k < hair.ids.length; k++)
      for (let i = hair.first[k]! + 1; i < hair.first[k + 1]!; i++) {
        const claim = this.claimOf(hair.ids[k]!, fractionOf(hair, k, i), end);
        if (!claim || claim.weight >= WHOLE || hair.inverseMass[i] === 0) continue;
        const target = this.target(claim.hold, hair, k, i, end);
        const before = target && this.target(claim.hold, hair, k, i, hair.time);
        if (!target || !before) continue;
        const rate = claim.weight / (1 - claim.weight) / FOLLOW;
        const velocity = scale(subtract(target, before), 1 / hair.dt);
        const r = forces.push(hair.ids[k]!, hair.s[i]!);
        forces.pull(r, (rate * rate) / hair.inverseMass[i]!, ...target);
        forces.drag(r, (2 * rate) / hair.inverseMass[i]! / (1 + rate * hair.dt), ...velocity);
      }
    return forces.count > 0 ? forces : null;
  }

  /** Clamps of a time within the step; points of `taken` are held by others. */
  held(time: number, ids: Uint32Array, taken: Clamps | null): Clamps | null {
    const { hair } = this;
    if (!hair) return null;
    const own = new Set(ids);
    for (const k of this.whole) own.delete(hair.ids[k]!);
    const rows: { id: number; s: number; target: Vec3 }[] = [];
    for (let k = 0; k < hair.ids.length; k++) {
      const id = hair.ids[k]!;
      if (!own.has(id)) continue;
      for (let i = hair.first[k]! + 1; i < hair.first[k + 1]!; i++) {
        const claim = this.claimOf(id, fractionOf(hair, k, i), time);
        if (!claim || claim.weight < WHOLE || isTaken(taken, hair, k, i)) continue;
        const target = this.target(claim.hold, hair, k, i, time);
        if (target) rows.push({ id, s: hair.s[i]!, target });
      }
    }
    if (rows.length === 0) return null;
    rows.sort((a, b) => a.id - b.id || a.s - b.s);
    return {
      count: rows.length,
      id: Uint32Array.from(rows, ({ id }) => id),
      s: Float64Array.from(rows, ({ s }) => s),
      target: Float64Array.from(rows.flatMap(({ target }) => [...target])),
      frame: new Float64Array(4 * rows.length),
    };
  }

  /** Strands that are held all along: where they are when the step ends, and how fast. */
  placed(): PlacedStrands | null {
    const { hair, whole } = this;
    if (!hair || whole.length === 0) return null;
    const ids = Uint32Array.from(whole, (k) => hair.ids[k]!);
    const positions: number[] = [];
    const velocities: number[] = [];
    const end = hair.time + hair.dt;
    for (const k of whole)
      for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) {
        const { hold } = this.claimOf(hair.ids[k]!, fractionOf(hair, k, i), end) ?? { hold: this.order[0]! };
        // Whatever is keyed, the root's edge rides with the skin.
        const isRoot = i < hair.first[k]! + 2;
        const [before, after] = [hair.time, end].map((time) =>
          isRoot ? this.posed(hair, k, i, time) : this.target(hold, hair, k, i, time),
        );
        positions.push(...after!);
        velocities.push(...scale(subtract(after!, before!), 1 / hair.dt));
      }
    return { ids, positions: Float64Array.from(positions), velocities: Float64Array.from(velocities) };
  }

  holds(id: number, fraction: number, time: number): boolean {
    return (this.claimOf(id, fraction, time)?.weight ?? 0) >= WHOLE;
  }

  isMoved(from: number, to: number): boolean {
    return this.declared.some(
      ({ over, track }) =>
        evaluateCurve(over, from) !== evaluateCurve(over, to) ||
        (evaluateCurve(over, to) > 0 && (track?.isMoved(from, to) ?? false)),
    );
  }

  takeEvents(): readonly ControlEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  private weightOf(h: number, id: number, time: number): number {
    const { where, over } = this.declared[h]!;
    return Math.min(1, (where?.(id) ?? 1) * evaluateCurve(over, time));
  }

  private reaches(h: number, fraction: number): boolean {
    const { from, to } = this.declared[h]!;
    return fraction >= from && fraction <= to;
  }

  private isWhole(hair: HairState, k: number): boolean {
    const end = hair.time + hair.dt;
    if (!this.posed(hair, k, hair.first[k]!, end)) return false;
    for (let i = hair.first[k]! + 2; i < hair.first[k + 1]!; i++) {
      const claim = this.claimOf(hair.ids[k]!, fractionOf(hair, k, i), end);
      if (!claim || claim.weight < WHOLE || !this.target(claim.hold, hair, k, i, end)) return false;
    }
    return hair.first[k + 1]! - hair.first[k]! > 2;
  }

  private claimOf(id: number, fraction: number, time: number): Claim | null {
    for (const hold of this.order) {
      if (!this.reaches(hold, fraction)) continue;
      const weight = this.weightOf(hold, id, time);
      if (weight > 0) return { hold, weight };
    }
    return null;
  }

  private target(h: number, hair: HairState, k: number, i: number, time: number): Vec3 | null {
    const { local } = this;
    const id = hair.ids[k]!;
    const { track } = this.declared[h]!;
    if (track) return track.at(id, fractionOf(hair, k, i), time, local) ? at(local, 0) : null;
    return this.posed(hair, k, i, time);
  }

  /** The groomed place. */
  private posed(hair: HairState, k: number, i: number, time: number): Vec3 | null {
    const { local } = this;
    const id = hair.ids[k]!;
    if (!this.pose.at(id, hair.s[i]!, local)) return null;
    const root = makeRootStates(1);
    this.roots.sample(Uint32Array.of(id), time, root);
    const turn = Array.from(root.orientation) as unknown as Quat;
    return add(at(root.position, 0), rotate(turn, at(local, 0)));
  }

  /** Says once of each strand that two holds want the same of it. */
  private tellOverruled(hair: HairState): void {
    const end = hair.time + hair.dt;
    const isNew = (k: number): boolean =>
      this.rivals(hair, k, end).length > 1 && (hair.time === 0 || this.rivals(hair, k, hair.time).length < 2);
    const strands = Array.from(hair.ids.keys()).filter(isNew);
    if (strands.length === 0) return;
    const [wins, loses] = this.rivals(hair, strands[0]!, end);
    this.events.push({
      kind: 'overruled',
      strands: strands.map((k) => hair.ids[k]!),
      detail: `hold ${wins! + 1} has a higher priority than hold ${loses! + 1}, which does nothing where both hold`,
    });
  }

  /** Holds that want the same point of a strand, the strongest first. */
  private rivals(hair: HairState, k: number, time: number): number[] {
    for (let i = hair.first[k]! + 1; i < hair.first[k + 1]!; i++) {
      const claims = this.order.filter(
        (h) => this.reaches(h, fractionOf(hair, k, i)) && this.weightOf(h, hair.ids[k]!, time) > 0,
      );
      if (claims.length > 1) return claims;
    }
    return [];
  }
}

const fractionOf = ({ s, first }: HairState, k: number, i: number): number => s[i]! / s[first[k + 1]! - 1]!;

/** Whether a clamp that somebody set by hand is on an edge of node i. */
function isTaken(taken: Clamps | null, { ids, first, s }: HairState, k: number, i: number): boolean {
  if (!taken) return false;
  const from = s[Math.max(i - 1, first[k]!)]!;
  const to = s[Math.min(i + 1, first[k + 1]! - 1)]!;
  for (let r = 0; r < taken.count; r++)
    if (taken.id[r] === ids[k] && taken.s[r]! >= from && taken.s[r]! <= to) return true;
  return false;
}
