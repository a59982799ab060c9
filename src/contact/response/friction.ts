import {
  FORCE_FLOOR,
  LIMIT_TOLERANCE,
  MOST_NEW_ROUNDS,
  MOST_ROUNDS,
  PRESLIDING,
  SAME,
  SOFT,
  TOLERANCE,
} from '../../kernels/contact-law.ts';
import type { ContactTable } from '../../models/contactable.ts';

/**
 * Coulomb friction of contacts: the return map of an elastic-plastic spring, trial = start − k·slip, `start` being the friction
 * force of the last step. Below its limit it sticks, and what sticks does not creep because the force takes up the load; above, it
 * slides. The limit is μ times the normal force of the last step: so friction has a convex potential, on which all solves of a step agree.
 *
 * A solve takes it for a spring: what slid in the last step and goes on has the slope of that potential, which is none along the slip; all else the
 * slope of the parabola that bounds it from above, on which no solve goes too far.
 */
export class Friction {
  /** The slip that was found last, and the size of the force that would stop it. */
  readonly slip: Float64Array = new Float64Array(3);
  private trialSize = 0;
  private rounds = 0;
  /** Friction where a line search looks: what was assembled stays. */
  private readonly tried = new Float64Array(3);
  private readonly table: ContactTable;

  constructor(table: ContactTable) {
    this.table = table;
  }

  beginStep(): void {
    this.rounds = 0;
  }

  beginRound(): void {
    this.rounds++;
  }

  /** Sets up a contact's friction from the forces of the last step, the friction force at rows 3q of `last`; q < 0: none. */
  begin(c: number, lastNormal: number, last: Float64Array, q: number): void {
    const { frictionStart, frictionForce, normal, friction, limit, stick, stiffness, isNew, isHeld } = this.table;
    const a = 3 * c;
    const fx = q >= 0 ? last[3 * q]! : 0;
    const fy = q >= 0 ? last[3 * q + 1]! : 0;
    const fz = q >= 0 ? last[3 * q + 2]! : 0;
    const along = fx * normal[a]! + fy * normal[a + 1]! + fz * normal[a + 2]!;
    frictionStart[a] = fx - along * normal[a]!;
    frictionStart[a + 1] = fy - along * normal[a + 1]!;
    frictionStart[a + 2] = fz - along * normal[a + 2]!;
    frictionForce.fill(0, a, a + 3);
    isNew[c] = lastNormal > 0 ? 0 : 1;
    isHeld[c] = 0;
    limit[c] = friction[c]! * lastNormal;
    stick[c] = Math.min(stiffness[c]!, limit[c]! / PRESLIDING);
  }

  /**
   * A contact that is new, or that no step remembers, takes its limit from the solves of this one; false where that asks for another. It is
   * held by the next solve, to see whether that takes more than the limit.
   */
  findLimit(c: number, mass: number, inertia: number): boolean {
    const { friction, normalForce, limit, stick, stiffness, isNew, isHeld } = this.table;
    if (!isNew[c] || friction[c] === 0 || !this.mayAsk(c)) return true;
    const wanted = friction[c]! * normalForce[c]!;
    if (Math.abs(wanted - limit[c]!) <= LIMIT_TOLERANCE * limit[c]! + FORCE_FLOOR * mass) return true;
    if (!this.canBeHeld(c, wanted, mass, inertia)) return true;
    limit[c] = wanted;
    stick[c] = stiffness[c]!;
    isHeld[c] = 1;
    return false;
  }

  private mayAsk(c: number): boolean {
    return this.rounds <= (this.table.isRemembered[c] ? MOST_ROUNDS : MOST_NEW_ROUNDS);
  }

  /** Whether a new contact rubs in the step in which it began: nothing is known of what was before, or it touched softly and `wanted` can stop it. */
  private canBeHeld(c: number, wanted: number, mass: number, inertia: number): boolean {
    const { normalForce, isRemembered } = this.table;
    if (!isRemembered[c]) return true;
    if (normalForce[c]! > SOFT * mass) return false;
    this.findSlip(c, true);
    const { slip } = this;
    const square = slip[0]! * slip[0]! + slip[1]! * slip[1]! + slip[2]! * slip[2]!;
    return inertia * inertia * square <= wanted * wanted;
  }

  /** Friction at the present place, as the next solve takes it; returns its stiffness across the direction of sliding. */
  linearise(c: number): number {
    const { stick, frictionUsed, isSliding, isNew, isHeld, slope, slipUsed } = this.table;
    const a = 3 * c;
    this.findSlip(c, true);
    const ratio = this.returnMap(c, frictionUsed, c, isHeld[c] === 1);
    isHeld[c] = 0;
    isSliding[c] = ratio < 1 && (isNew[c] || this.slidBefore(c)) ? 1 : 0;
    slope[c] = stick[c]! * ratio;
    slipUsed[a] = this.slip[0]!;
    slipUsed[a + 1] = this.slip[1]!;
    slipUsed[a + 2] = this.slip[2]!;
    return slope[c]!;
  }

  private slidBefore(c: number): boolean {
    const { frictionStart, frictionUsed, limit } = this.table;
    const a = 3 * c;
    const along =
      frictionStart[a]! * frictionUsed[a]! +
      frictionStart[a + 1]! * frictionUsed[a + 1]! +
      frictionStart[a + 2]! * frictionUsed[a + 2]!;
    return along > SAME * limit[c]! * limit[c]!;
  }

  /** After a solve: friction at the new place; true where the solve took it for about the same. */
  update(c: number, mass: number): boolean {
    const { limit, frictionForce } = this.table;
    if (limit[c] === 0) return true;
    this.findSlip(c, true);
    this.returnMap(c, frictionForce);
    return !this.mayAsk(c) || this.misjudged(c) <= TOLERANCE * limit[c]! + FORCE_FLOOR * mass;
  }

  /** How far friction is from what the solve took it for: a spring, which gives no more along the way that it slides. */
  private misjudged(c: number): number {
    const { frictionForce, frictionUsed, isSliding, slipUsed, slope } = this.table;
    const { slip } = this;
    const a = 3 * c;
    const ux = frictionUsed[a]!;
    const uy = frictionUsed[a + 1]!;
    const uz = frictionUsed[a + 2]!;
    const dx = slip[0]! - slipUsed[a]!;
    const dy = slip[1]! - slipUsed[a + 1]!;
    const dz = slip[2]! - slipUsed[a + 2]!;
    const along = isSliding[c] ? (ux * dx + uy * dy + uz * dz) / (ux * ux + uy * uy + uz * uz + 1e-60) : 0;
    const kt = slope[c]!;
    const ex = frictionForce[a]! - (ux - kt * (dx - along * ux));
    const ey = frictionForce[a + 1]! - (uy - kt * (dy - along * uy));
    const ez = frictionForce[a + 2]! - (uz - kt * (dz - along * uz));
    return Math.sqrt(ex * ex + ey * ey + ez * ez);
  }

  /** Energy at the present place. */
  energy(c: number): number {
    const { limit, stick } = this.table;
    if (limit[c] === 0) return 0;
    this.findSlip(c, true);
    const size = this.returnMap(c, this.tried, 0) * this.trialSize;
    return (size * (this.trialSize - 0.5 * size)) / stick[c]!;
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

  /** Friction for the slip at hand, at row `to` of `out`, without a limit where it is held; returns the limit's fraction of the trial, 1 where it sticks. */
  private returnMap(c: number, out: Float64Array, to: number = c, isHeld = false): number {
    const { stick, limit, frictionStart } = this.table;
    const { slip } = this;
    const a = 3 * c;
    const k = stick[c]!;
    const fx = frictionStart[a]! - k * slip[0]!;
    const fy = frictionStart[a + 1]! - k * slip[1]!;
    const fz = frictionStart[a + 2]! - k * slip[2]!;
    const size = Math.sqrt(fx * fx + fy * fy + fz * fz);
    const ratio = size > limit[c]! && !isHeld ? limit[c]! / size : 1;
    this.trialSize = size;
    out[3 * to] = ratio * fx;
    out[3 * to + 1] = ratio * fy;
    out[3 * to + 2] = ratio * fz;
    return ratio;
  }
}
