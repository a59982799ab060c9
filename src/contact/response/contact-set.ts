import type { Contactable, ContactSettings, SampledStrands } from '../../models/contactable.ts';
import { addRow, type ContactPlane, type ContactTable, makeContactTable } from './contact-table.ts';
import { potential } from './coulomb.ts';
import { Delassus } from './delassus.ts';

/** A contact that pushed in the last step is active from the start unless the guess is farther out than this, metres. */
const LEAVING = 2e-5;
/** A point that goes farther than this into a surface in one step, in shares of its edge, needs smaller steps. */
const DEEPEST = 2;
/** A point that is deeper than this when contacts are no longer asked for has been given up, metres. */
const LEFT_IN = 2e-4;

/**
 * One-sided contacts of points of one strand, with Coulomb friction, inside the implicit solve.
 *
 * A point p may not pass the plane n·p = offset. Its normal force is N = λ + k·depth: a spring of stiffness k whose multiplier λ
 * is the normal force of the last step, and of the last sweeps where that left more depth than can be seen. So k decides how
 * fast the force is found, never how far a point sinks in. Friction: see coulomb.ts; how both are solved: delassus.ts.
 */
export class ContactSet {
  readonly table: ContactTable = makeContactTable();
  private readonly solver: Delassus = new Delassus(this.table);
  private readonly strands: SampledStrands;
  private readonly settings: ContactSettings;
  private strand!: Contactable;
  /** Place of the strand at hand. */
  private k = 0;
  /** Stiffness of a contact for every kilogram of its point, 1/s². */
  private rate = 0;

  constructor(strands: SampledStrands, settings: ContactSettings) {
    this.strands = strands;
    this.settings = settings;
  }

  /** Begins with strand k: no contacts yet. */
  clear(k: number, strand: Contactable): void {
    this.k = k;
    this.strand = strand;
    this.table.count = 0;
  }

  /** Sweeps in this step. */
  get rounds(): number {
    return this.solver.sweeps;
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
    table.isChosen[c] = 0;
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

  isPushing(c: number): boolean {
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
    const { inverseMass, edge, count } = this.table;
    const { first, restLength } = this.strands;
    for (let c = 0; c < count; c++) {
      if (inverseMass[c] === 0) continue;
      const way = -this.wayOut(c);
      // What goes towards the surface without reaching it, or lay in it before, is no reason.
      if (Math.min(way, this.depth(c)) > DEEPEST * restLength[first[this.k]! + edge[c]!]!) return true;
    }
    return false;
  }

  isLeftIn(): boolean {
    const { count, inverseMass } = this.table;
    for (let c = 0; c < count; c++)
      if (!this.isRecovering(c) && inverseMass[c]! > 0 && this.depth(c) > LEFT_IN) return true;
    return false;
  }

  /** How far a point moved out of its surface since the start of the step. */
  private wayOut(c: number): number {
    const { normal, position, start, travel } = this.table;
    let way = 0;
    for (let a = 3 * c; a < 3 * c + 3; a++) way += normal[a]! * (position[a]! - start[a]! - travel[a]!);
    return way;
  }

  begin(inverseStepSquared: number): void {
    this.rate = this.settings.stiffness * inverseStepSquared;
    this.solver.sweeps = 0;
    for (let c = 0; c < this.table.count; c++) this.beginOne(c);
  }

  /** Sets up a contact: active where it pushed in the last step or the guess is inside. */
  beginOne(c: number): void {
    const { stiffness, multiplier, normalForce, inverseMass, isActive, sample, limit, friction } = this.table;
    const { frictionStart, frictionForce } = this.table;
    const inverse = inverseMass[c]!;
    const k = inverse > 0 ? this.rate / inverse : 0;
    stiffness[c] = k;
    const q = sample[c]! >= 0 ? 2 * this.strands.first[this.k]! + sample[c]! : -1;
    const last = q >= 0 ? this.strands.normalForce[q]! : 0;
    const depth = this.depth(c);
    isActive[c] = k > 0 && (depth > 0 || (last > 0 && depth > -LEAVING)) ? 1 : 0;
    normalForce[c] = last;
    multiplier[c] = isActive[c] ? last : 0;
    for (let d = 0; d < 3; d++) {
      const last = q >= 0 ? this.strands.frictionForce[3 * q + d]! : 0;
      frictionStart[3 * c + d] = last;
      frictionForce[3 * c + d] = last;
    }
    limit[c] = friction[c]! * last;
  }

  solve(): boolean {
    return this.solver.solve(this.strand, this.rate);
  }

  energy(): number {
    const { table } = this;
    this.strand.positions(table, 0, table.count, table.position);
    let sum = 0;
    for (let c = 0; c < table.count; c++) sum += potential(table, c);
    return sum;
  }

  /** Lets points out that began inside a body: what moves so gains no velocity. Returns how many points touch. */
  letOut(): number {
    const { count, normal, recovery, edge, t } = this.table;
    let touching = 0;
    for (let c = 0; c < count; c++) {
      if (!this.isTouching(c)) continue;
      touching++;
      if (recovery[c] === 0) continue;
      const nx = normal[3 * c]!;
      const ny = normal[3 * c + 1]!;
      const nz = normal[3 * c + 2]!;
      const way = Math.min(recovery[c]!, this.wayOut(c));
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
