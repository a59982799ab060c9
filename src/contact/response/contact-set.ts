import { DEEP, DEEPEST, ENTERED, LEAVING, MOST_CHANGES, PULL_TOLERANCE } from '../../kernels/contact-law.ts';
import type { Contactable, ContactSettings, ContactTable, SampledStrands } from '../../models/contactable.ts';
import { addRow, type ContactPlane, makeContactTable } from './contact-table.ts';
import { Friction } from './friction.ts';

/** A solve that brought a point farther than this into a surface that it did not mind, metres, is better taken back. */
const REJECTED = 5e-4;
/** A point that is deeper than this when contacts are no longer asked for has been given up, metres. */
const LEFT_IN = 2e-4;

/**
 * One-sided contacts of points of one strand, with Coulomb friction, inside the implicit solve.
 *
 * A point p may not pass the plane n·p = offset. While the contact is active, its normal force is N = λ + k·depth: a spring of
 * stiffness k whose multiplier λ is the normal force of the last step, and of the last solve where that left more depth than
 * can be seen. So k decides how fast the force is found, never how far a point sinks in.
 * A contact that pulls is let go and one that enters is put on, each asking for another solve. Friction: see friction.ts. All of it has
 * a convex potential: a step is Newton's method on one energy.
 */
export class ContactSet {
  readonly table: ContactTable = makeContactTable();
  private readonly friction: Friction = new Friction(this.table);
  protected readonly strands: SampledStrands;
  protected readonly settings: ContactSettings;
  private readonly entered: number;
  private strand!: Contactable;
  /** Place of the strand at hand. */
  private k = 0;
  /** Whether any force of the strand's last step is known. */
  private hasPast = false;
  /** Stiffness of a contact for every kilogram of its point, 1/s². */
  private rate = 0;

  constructor(strands: SampledStrands, settings: ContactSettings) {
    this.strands = strands;
    this.settings = settings;
    this.entered = settings.depth ?? ENTERED;
  }

  /** Begins with strand k: no contacts yet. */
  clear(k: number, strand: Contactable): void {
    this.k = k;
    this.strand = strand;
    this.table.count = 0;
  }

  get count(): number {
    return this.table.count;
  }

  add(plane: ContactPlane): number {
    const { table } = this;
    const c = addRow(table);
    this.place(c, plane);
    table.edge[c] = plane.edge;
    table.t[c] = plane.t;
    table.sample[c] = plane.sample;
    table.recovery[c] = plane.recovery;
    table.stiffness[c] = 0;
    table.isActive[c] = 0;
    table.changes[c] = 0;
    return c;
  }

  /** Asks where points are that were added from contact `c` on. */
  locate(c: number): void {
    const { table, strand } = this;
    strand.startPositions(table, c, table.count, table.start);
    strand.positions(table, c, table.count, table.position);
    for (let i = c; i < table.count; i++) table.inverseMass[i] = strand.inverseMass(table.edge[i]!, table.t[i]!);
  }

  /** Puts the plane of a contact elsewhere; what the contact does stays. */
  place(c: number, plane: ContactPlane): void {
    const { normal, offset, travel, friction } = this.table;
    offset[c] = plane.offset;
    friction[c] = plane.friction;
    const a = 3 * c;
    normal[a] = plane.nx;
    normal[a + 1] = plane.ny;
    normal[a + 2] = plane.nz;
    travel[a] = plane.travelX;
    travel[a + 1] = plane.travelY;
    travel[a + 2] = plane.travelZ;
  }

  depth(c: number): number {
    const { normal, position, offset } = this.table;
    const n = 3 * c;
    const here = normal[n]! * position[n]! + normal[n + 1]! * position[n + 1]! + normal[n + 2]! * position[n + 2]!;
    return offset[c]! - here;
  }

  hasNormalForce(c: number): boolean {
    return this.table.isActive[c] === 1;
  }

  /** Cosine between a contact's normal and another's. */
  alike(c: number, { nx, ny, nz }: ContactPlane): number {
    const { normal } = this.table;
    return normal[3 * c]! * nx + normal[3 * c + 1]! * ny + normal[3 * c + 2]! * nz;
  }

  isRecovering(c: number): boolean {
    return this.table.recovery[c]! > 0;
  }

  isTooDeep(): boolean {
    const { normal, inverseMass, edge, count } = this.table;
    const { slip } = this.friction;
    const { first, restLength } = this.strands;
    for (let c = 0; c < count; c++) {
      if (inverseMass[c] === 0) continue;
      this.friction.findSlip(c, false);
      const n = 3 * c;
      const way = -(normal[n]! * slip[0]! + normal[n + 1]! * slip[1]! + normal[n + 2]! * slip[2]!);
      // What goes towards the surface without reaching it, or lay in it before, is no reason.
      if (Math.min(way, this.depth(c)) > DEEPEST * restLength[first[this.k]! + edge[c]!]!) return true;
    }
    return false;
  }

  isRejected(): boolean {
    const { table } = this;
    const { isActive, stiffness, changes } = table;
    if (table.count === 0) return false;
    this.strand.positions(table, 0, table.count, table.position);
    for (let c = 0; c < table.count; c++)
      if (!isActive[c] && stiffness[c]! > 0 && changes[c]! < MOST_CHANGES && this.depth(c) > REJECTED) return true;
    return false;
  }

  /** Whether a point of the contacts from c on is left inside a surface that nothing lets it be in. */
  protected isDeepFrom(c: number): boolean {
    const { table } = this;
    const { count, inverseMass } = table;
    this.strand.positions(table, c, count, table.position);
    for (let i = c; i < count; i++)
      if (!this.isRecovering(i) && inverseMass[i]! > 0 && this.depth(i) > LEFT_IN) return true;
    return false;
  }

  begin(inverseStepSquared: number): void {
    this.goOn(inverseStepSquared);
    this.friction.beginStep();
    for (let c = 0; c < this.table.count; c++) this.beginOne(c);
  }

  /** What contacts that are added from now on need to know of the step. */
  goOn(inverseStepSquared: number): void {
    this.rate = this.settings.stiffness * inverseStepSquared;
    this.hasPast = this.findPast();
  }

  private findPast(): boolean {
    const { first, normalForce } = this.strands;
    for (let q = 2 * first[this.k]!; q < 2 * first[this.k + 1]!; q++) if (normalForce[q]! > 0) return true;
    return false;
  }

  /** Sets up a contact: active where it pushed in the last step or the guess is inside. */
  beginOne(c: number): void {
    const { stiffness, multiplier, normalForce, inverseMass, isActive, sample, isRemembered } = this.table;
    const inverse = inverseMass[c]!;
    const k = inverse > 0 ? this.rate / inverse : 0;
    stiffness[c] = k;
    const q = sample[c]! >= 0 ? 2 * this.strands.first[this.k]! + sample[c]! : -1;
    const last = q >= 0 ? this.strands.normalForce[q]! : 0;
    normalForce[c] = last;
    isRemembered[c] = q >= 0 && this.hasPast ? 1 : 0;
    const depth = this.depth(c);
    isActive[c] = k > 0 && (depth > 0 || (last > 0 && depth > -LEAVING)) ? 1 : 0;
    multiplier[c] = isActive[c] ? last : 0;
    this.friction.begin(c, last, this.strands.frictionForce, q);
  }

  scatter(): void {
    const { table } = this;
    if (table.count === 0) return;
    this.strand.positions(table, 0, table.count, table.position);
    for (let c = 0; c < table.count; c++) if (table.isActive[c]) this.linearise(c);
    this.strand.scatter(table, table.isActive, table.force, table.tangent);
  }

  /** Force and stiffness of an active contact at the present place. */
  private linearise(c: number): void {
    const { normal, stiffness, multiplier, limit, isSliding, frictionUsed, force, tangent } = this.table;
    const a = 3 * c;
    const nx = normal[a]!;
    const ny = normal[a + 1]!;
    const nz = normal[a + 2]!;
    const k = stiffness[c]!;
    const push = multiplier[c]! + k * this.depth(c);
    let kt = 0;
    let fx = 0;
    let fy = 0;
    let fz = 0;
    let along = 0;
    if (limit[c]! > 0) {
      kt = this.friction.linearise(c);
      fx = frictionUsed[a]!;
      fy = frictionUsed[a + 1]!;
      fz = frictionUsed[a + 2]!;
      // Sliding gives way along its own direction.
      along = isSliding[c] ? kt / (fx * fx + fy * fy + fz * fz + 1e-60) : 0;
    }
    const kn = k - kt;
    force[a] = push * nx + fx;
    force[a + 1] = push * ny + fy;
    force[a + 2] = push * nz + fz;
    const s = 6 * c;
    tangent[s] = kt + kn * nx * nx - along * fx * fx;
    tangent[s + 1] = kn * nx * ny - along * fx * fy;
    tangent[s + 2] = kn * nx * nz - along * fx * fz;
    tangent[s + 3] = kt + kn * ny * ny - along * fy * fy;
    tangent[s + 4] = kn * ny * nz - along * fy * fz;
    tangent[s + 5] = kt + kn * nz * nz - along * fz * fz;
  }

  update(isWhole: boolean, isStill: boolean): boolean {
    const { table } = this;
    if (table.count === 0) return true;
    this.strand.positions(table, 0, table.count, table.position);
    this.friction.beginRound();
    let isConverged = true;
    for (let c = 0; c < table.count; c++) if (!this.updateOne(c, isWhole, isStill)) isConverged = false;
    return isConverged;
  }

  private updateOne(c: number, isWhole: boolean, isStill: boolean): boolean {
    const { stiffness, multiplier, normalForce, isActive, changes } = this.table;
    const k = stiffness[c]!;
    if (k === 0) return true;
    const depth = this.depth(c);
    const push = multiplier[c]! + k * depth;
    const mass = k / this.rate;
    const isOther = isActive[c] ? isWhole && push < -PULL_TOLERANCE * mass : depth > this.entered;
    // The last word is that it is on.
    if (isOther && changes[c]! < MOST_CHANGES + (isActive[c] ? 0 : 1)) {
      isActive[c] = isActive[c] ? 0 : 1;
      changes[c] = changes[c]! + 1;
      multiplier[c] = 0;
      normalForce[c] = 0;
      return false;
    }
    if (!isActive[c] || !isWhole) return true;
    normalForce[c] = push > 0 ? push : 0;
    const isRight = this.friction.update(c, mass);
    // Forces are known where the strand is where it belongs.
    if (!isStill) return isRight;
    const isLimited = this.friction.findLimit(c, mass, k / this.settings.stiffness);
    if (depth <= DEEP) return isRight && isLimited;
    multiplier[c] = normalForce[c]!;
    return false;
  }

  energy(isActiveOnly: boolean): number {
    const { table } = this;
    const { stiffness, multiplier, isActive } = table;
    this.strand.positions(table, 0, table.count, table.position);
    let sum = 0;
    for (let c = 0; c < table.count; c++) {
      const k = stiffness[c]!;
      if (k === 0) continue;
      const push = multiplier[c]! + k * this.depth(c);
      // What is active pulls as well, until it is let go; what is not may have been entered.
      if (isActiveOnly ? !isActive[c] : push <= 0) continue;
      sum += (0.5 * push * push) / k;
      if (isActive[c]) sum += this.friction.energy(c);
    }
    return sum;
  }

  /** Lets points out that began inside a body: what moves so gains no velocity. Returns how many points touch. */
  letOut(): number {
    const { count, normal, recovery, edge, t } = this.table;
    const { slip } = this.friction;
    let touching = 0;
    for (let c = 0; c < count; c++) {
      if (!this.isTouching(c)) continue;
      touching++;
      if (recovery[c] === 0) continue;
      this.friction.findSlip(c, false);
      const nx = normal[3 * c]!;
      const ny = normal[3 * c + 1]!;
      const nz = normal[3 * c + 2]!;
      const way = Math.min(recovery[c]!, nx * slip[0]! + ny * slip[1]! + nz * slip[2]!);
      if (way > 0) this.strand.shift?.(edge[c]!, t[c]!, way, nx, ny, nz);
    }
    return touching;
  }

  private isTouching(c: number): boolean {
    return this.table.isActive[c] === 1 && this.table.normalForce[c]! > 0;
  }

  /** Keeps the forces at the strand's sample points for the warm start of the next step. */
  remember(): void {
    const { count, normalForce, frictionForce, sample } = this.table;
    const { first, normalForce: force, frictionForce: across } = this.strands;
    const from = 2 * first[this.k]!;
    const to = 2 * first[this.k + 1]!;
    force.fill(0, from, to);
    across.fill(0, 3 * from, 3 * to);
    for (let c = 0; c < count; c++) {
      if (sample[c]! < 0 || !this.isTouching(c)) continue;
      const q = from + sample[c]!;
      force[q] = normalForce[c]!;
      for (let d = 0; d < 3; d++) across[3 * q + d] = frictionForce[3 * c + d]!;
    }
  }
}
