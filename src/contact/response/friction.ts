import type { ContactTable } from './contact-table.ts';

/** What slides may be off from its limit by this fraction, and what sticks beyond it, plus this much of its mass (m/s²), for a step. */
const SLIDING_TOLERANCE = 0.1;
const STICKING_TOLERANCE = 0.01;
const FORCE_FLOOR = 0.05;
/** A contact changes between sticking and sliding at most so often in a step. */
const MOST_CHANGES = 3;
/** Friction is looked at so often in a step: in violent steps sticking and sliding would go on changing places. */
const MOST_ROUNDS = 4;
/** Friction of the last step from this fraction of its limit on means that the point slid. */
const SLID = 0.99;
/** A point that would move farther than this over a surface in a step by itself is sliding, metres. */
const MOVING = 2e-6;

/**
 * Coulomb friction of contacts: the return map of an elastic-plastic spring, trial = start − k·slip, `start` being the friction
 * force of the last step. Below μN it sticks, and what sticks does not creep because the force takes up the load; above, it
 * slides with μN, N being that of the last solve: so the limit is held during a solve and the system stays symmetric.
 */
export class Friction {
  /** The slip that was found last, and the size of the force that would stop it. */
  readonly slip: Float64Array = new Float64Array(3);
  private trialSize = 0;
  /** Friction where a line search looks: what was assembled stays. */
  private readonly tried = new Float64Array(3);
  /** Times that friction was looked at in this step; it is a fixed force after MOST_ROUNDS. */
  private rounds = 0;
  private readonly table: ContactTable;

  constructor(table: ContactTable) {
    this.table = table;
  }

  /** Friction is a fixed force from here on. */
  get isFixed(): boolean {
    return this.rounds > MOST_ROUNDS;
  }

  beginStep(): void {
    this.rounds = 0;
  }

  beginRound(): void {
    this.rounds++;
  }

  /** Sets up a contact's friction from the force of the last step, at rows 3q of `last`; q < 0: none. */
  begin(c: number, last: Float64Array, q: number): void {
    const { frictionStart, frictionForce, normal, normalForce, friction, isActive, isSliding } = this.table;
    const a = 3 * c;
    const fx = q >= 0 ? last[3 * q]! : 0;
    const fy = q >= 0 ? last[3 * q + 1]! : 0;
    const fz = q >= 0 ? last[3 * q + 2]! : 0;
    const along = fx * normal[a]! + fy * normal[a + 1]! + fz * normal[a + 2]!;
    frictionStart[a] = fx - along * normal[a]!;
    frictionStart[a + 1] = fy - along * normal[a + 1]!;
    frictionStart[a + 2] = fz - along * normal[a + 2]!;
    frictionForce.fill(0, a, a + 3);
    const force = normalForce[c]!;
    // What touches anew slides until its normal force is known. What slid, or moves by more than sticking gives way, slides on
    // unless the guess says otherwise.
    isSliding[c] = force > 0 ? 0 : 1;
    if (!isActive[c] || force === 0 || friction[c] === 0) return;
    const limit = friction[c]! * force;
    this.findSlip(c, true);
    const ratio = this.returnMap(c, limit, frictionForce);
    const { slip } = this;
    const way = slip[0]! * slip[0]! + slip[1]! * slip[1]! + slip[2]! * slip[2]!;
    const hasSlid = fx * fx + fy * fy + fz * fz >= SLID * SLID * limit * limit;
    if (ratio < 1 && (hasSlid || way > MOVING * MOVING)) isSliding[c] = 1;
  }

  /** Friction at the present place, as the next solve takes it; returns its stiffness across the direction of sliding. */
  linearise(c: number): number {
    const { stiffness, friction, normalForce, frictionUsed, isSliding, slope, slipUsed } = this.table;
    const a = 3 * c;
    this.findSlip(c, true);
    const limit = isSliding[c] ? friction[c]! * normalForce[c]! : Number.POSITIVE_INFINITY;
    const ratio = this.returnMap(c, limit, frictionUsed);
    const kt = stiffness[c]! * ratio;
    isSliding[c] = ratio < 1 ? 1 : 0;
    slope[c] = kt;
    slipUsed[a] = this.slip[0]!;
    slipUsed[a + 1] = this.slip[1]!;
    slipUsed[a + 2] = this.slip[2]!;
    return kt;
  }

  /** After a solve: friction at the new place with the new normal force; true where the solve took it for the same. */
  update(c: number, mass: number): boolean {
    const { friction, normalForce, frictionForce, frictionUsed, isSliding } = this.table;
    if (friction[c] === 0) return true;
    const limit = friction[c]! * normalForce[c]!;
    if (this.isFixed) return this.clip(c, limit);
    this.findSlip(c, true);
    const floor = FORCE_FLOOR * mass;
    const tolerance = SLIDING_TOLERANCE * limit + floor;
    const ratio = this.returnMap(c, limit, frictionForce);
    const a = 3 * c;
    const ux = frictionUsed[a]!;
    const uy = frictionUsed[a + 1]!;
    const uz = frictionUsed[a + 2]!;
    const fx = frictionForce[a]!;
    const fy = frictionForce[a + 1]!;
    const fz = frictionForce[a + 2]!;
    if (!isSliding[c]) {
      const excess = this.trialSize - limit;
      return excess <= STICKING_TOLERANCE * limit + floor || !this.turn(c, 1);
    }
    const used = ux * ux + uy * uy + uz * uz + 1e-60;
    const size = Math.sqrt(used);
    if (size < tolerance) {
      isSliding[c] = ratio < 1 ? 1 : 0;
      return Math.sqrt(fx * fx + fy * fy + fz * fz) <= tolerance;
    }
    // Friction that would have pushed the point back holds it instead.
    if ((fx * ux + fy * uy + fz * uz) / (ratio * size) < limit - tolerance) return !this.turn(c, 0);
    return this.misjudged(c, used) <= tolerance;
  }

  /** How far sliding friction is from what the solve took it for: fixed along its direction, a spring across it. */
  private misjudged(c: number, used: number): number {
    const { frictionForce, frictionUsed, slipUsed, slope } = this.table;
    const { slip } = this;
    const a = 3 * c;
    const ux = frictionUsed[a]!;
    const uy = frictionUsed[a + 1]!;
    const uz = frictionUsed[a + 2]!;
    const dx = slip[0]! - slipUsed[a]!;
    const dy = slip[1]! - slipUsed[a + 1]!;
    const dz = slip[2]! - slipUsed[a + 2]!;
    const along = (ux * dx + uy * dy + uz * dz) / used;
    const kt = slope[c]!;
    const ex = frictionForce[a]! - (ux - kt * (dx - along * ux));
    const ey = frictionForce[a + 1]! - (uy - kt * (dy - along * uy));
    const ez = frictionForce[a + 2]! - (uz - kt * (dz - along * uz));
    return Math.sqrt(ex * ex + ey * ey + ez * ez);
  }

  /** Lets a point stick that slides against the way it slid when its friction was assembled; false where it does not. */
  holdTurnedBack(c: number): boolean {
    const { friction, frictionStart, frictionUsed, stiffness, isSliding } = this.table;
    if (friction[c] === 0 || !isSliding[c] || this.isFixed) return false;
    this.findSlip(c, true);
    let sum = 0;
    for (let d = 0; d < 3; d++)
      sum += (frictionStart[3 * c + d]! - stiffness[c]! * this.slip[d]!) * frictionUsed[3 * c + d]!;
    return sum < 0 && this.turn(c, 0);
  }

  /** Energy at the present place and limit. What was assembled stays, or is what is found here. */
  energy(c: number, isKept: boolean): number {
    const { stiffness, friction, normalForce, isSliding, frictionForce: f, frictionUsed } = this.table;
    const { slip } = this;
    this.findSlip(c, true);
    if (this.isFixed) return -(f[3 * c]! * slip[0]! + f[3 * c + 1]! * slip[1]! + f[3 * c + 2]! * slip[2]!);
    const limit = isSliding[c] ? friction[c]! * normalForce[c]! : Number.POSITIVE_INFINITY;
    const size =
      (isKept ? this.returnMap(c, limit, this.tried, 0) : this.returnMap(c, limit, frictionUsed)) * this.trialSize;
    return (size * (this.trialSize - 0.5 * size)) / stiffness[c]!;
  }

  /** What the point moved relative to the surface since the start of the step, across the normal or altogether. */
  findSlip(c: number, isAcross: boolean): void {
    const { position, start, normal, travel } = this.table;
    const { slip } = this;
    const n = 3 * c;
    for (let d = 0; d < 3; d++) slip[d] = position[n + d]! - start[n + d]! - travel[n + d]!;
    if (!isAcross) return;
    const along = slip[0]! * normal[n]! + slip[1]! * normal[n + 1]! + slip[2]! * normal[n + 2]!;
    for (let d = 0; d < 3; d++) slip[d] = slip[d]! - along * normal[n + d]!;
  }

  private clip(c: number, limit: number): true {
    const { frictionForce: f } = this.table;
    const a = 3 * c;
    const size = Math.sqrt(f[a]! * f[a]! + f[a + 1]! * f[a + 1]! + f[a + 2]! * f[a + 2]!);
    if (size > limit) for (let d = 0; d < 3; d++) f[a + d] = (f[a + d]! * limit) / size;
    return true;
  }

  /** Lets a contact slide or stick in the next solve; false where it changed its mind too often: it sticks then. */
  private turn(c: number, isSliding: 0 | 1): boolean {
    const { slideChanges } = this.table;
    if (isSliding && slideChanges[c]! >= MOST_CHANGES) return false;
    slideChanges[c] = slideChanges[c]! + 1;
    this.table.isSliding[c] = isSliding;
    return true;
  }

  /** Friction for the slip at hand, at row `to` of `out`; returns the limit's fraction of the trial, 1 where it sticks. */
  private returnMap(c: number, limit: number, out: Float64Array, to: number = c): number {
    const { stiffness, frictionStart } = this.table;
    const { slip } = this;
    const a = 3 * c;
    const k = stiffness[c]!;
    const fx = frictionStart[a]! - k * slip[0]!;
    const fy = frictionStart[a + 1]! - k * slip[1]!;
    const fz = frictionStart[a + 2]! - k * slip[2]!;
    const size = Math.sqrt(fx * fx + fy * fy + fz * fz);
    const ratio = size > limit ? limit / size : 1;
    this.trialSize = size;
    out[3 * to] = ratio * fx;
    out[3 * to + 1] = ratio * fy;
    out[3 * to + 2] = ratio * fz;
    return ratio;
  }
}
