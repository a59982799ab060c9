import { factorCholesky, solveCholesky } from '../../numeric/cholesky.ts';
import { at, type Vec3 } from '../../numeric/vector.ts';
import { assemble, writePointForces } from './assemble.ts';
import { writeRow } from './contactable.ts';
import type { HelixStrand } from './fields.ts';
import { placePoint, placeSystem, writePlaceAt } from './kinematics.ts';
import { loadStrand, locatePolyline } from './strand.ts';
import { addPoint, DIAGONAL, type HelixSystem } from './system.ts';

/** Step for which inverse masses are told before the first one: stiffness shares in the mass of a step. */
const USUAL_STEP = 1 / 120;

/** The place of a strand at arc length s of its polyline. */
export function placeAt(system: HelixSystem, strand: HelixStrand, s: number): Vec3 {
  const [e, place] = locatePolyline(strand, s);
  const out = new Float64Array(3);
  loadStrand(system, strand);
  placeSystem(system);
  writePlaceAt(system, e, place, out, 0, system.scratch.stumpff);
  return at(out, 0);
}

/**
 * How easily a point moves along a unit direction: what a unit force there does to all unknowns in a step. The strand that was
 * asked about last stays factored, because who asks about one point asks about all of them.
 */
export class InverseMasses {
  /** Of its own: others load theirs between two questions. */
  private readonly system: HelixSystem;
  private readonly pose = new Float64Array(7);
  private readonly row: Float64Array;
  private readonly force: Float64Array;
  private strand: HelixStrand | null = null;
  private step = 0;
  private isDefinite = false;
  /** The point that is asked about. */
  private probe = 0;

  constructor(system: HelixSystem) {
    this.system = system;
    this.row = new Float64Array(system.step.length);
    this.force = new Float64Array(system.step.length);
  }

  at(strand: HelixStrand, s: number, direction: Vec3): number {
    const h = strand.stepPast[0]! || USUAL_STEP;
    if (!this.isFactored(strand, h)) this.factor(strand, h);
    if (!this.isDefinite) return 0;
    const { system, probe, row, force } = this;
    const { size, hessian, step } = system;
    const [e, place] = locatePolyline(strand, s);
    system.element[probe] = e;
    system.place[probe] = place;
    placePoint(system, e, probe);
    force.fill(0, 0, size);
    for (let axis = 0; axis < 3; axis++) {
      if (direction[axis] === 0) continue;
      writeRow(system, probe, axis, row);
      for (let i = 0; i < size; i++) force[i] = force[i]! + direction[axis]! * row[i]!;
    }
    for (let i = 0; i < size; i++) step[i] = force[i]!;
    solveCholesky(hessian, size, step);
    let sum = 0;
    for (let i = 0; i < size; i++) sum += force[i]! * step[i]!;
    return sum / (h * h);
  }

  private factor(strand: HelixStrand, h: number): void {
    const { system } = this;
    loadStrand(system, strand);
    for (let q = 0; q < strand.mass.length; q++)
      for (const c of DIAGONAL) system.a[6 * q + c] = strand.mass[q]! / (h * h);
    placeSystem(system);
    writePointForces(system);
    assemble(system);
    this.isDefinite = factorCholesky(system.hessian, system.size);
    this.probe = addPoint(system, 0, 0);
    this.strand = strand;
    this.step = h;
    this.pose.set(strand.pose);
  }

  /** Whether the strand is as it was when it was factored: what was loaded is compared, so nobody has to say what changed. */
  private isFactored(strand: HelixStrand, h: number): boolean {
    const { system, pose } = this;
    if (strand !== this.strand || h !== this.step || strand.elements !== system.elements) return false;
    for (let i = 0; i < pose.length; i++) if (pose[i] !== strand.pose[i]) return false;
    for (let e = 0; e < strand.elements; e++) if (system.length[e] !== strand.length[e]) return false;
    for (let i = 0; i < 3 * strand.elements; i++)
      if (system.w[i] !== strand.w[i] || system.stiffness[i] !== strand.stiffness[i]) return false;
    for (let q = 0; q < strand.mass.length; q++)
      if (system.a[6 * q] !== strand.mass[q]! / (h * h) || system.place[q] !== strand.massPlace[q]) return false;
    return this.probe === strand.mass.length;
  }
}
