import { solveCholesky } from '../../numeric/cholesky.ts';
import type { Contactable, SamplePoints } from '../contactable.ts';
import type { HelixStrand } from './fields.ts';
import { writePointJacobian } from './jacobian.ts';
import { placeSystem, writePlaceAt } from './kinematics.ts';
import { isRooted, loadPose, locatePolyline, placesOf } from './strand.ts';
import { addPoint, type HelixSystem } from './system.ts';

/**
 * What contacts ask a super-helix in the middle of its step. A sample point is the place on the curve that belongs to a vertex
 * of the groomed polyline or to a point between two, and a point of the system from the first question on.
 */
export class HelixContactable implements Contactable {
  private readonly system: HelixSystem;
  private strand!: HelixStrand;
  /** The pose at the start of the step: by now the strand's own is that of its end. */
  private poseAtStart!: Float64Array;
  /** Point of the system of each contact. */
  private point = new Int32Array(64);
  private readonly guess: { readonly w: Float64Array; readonly frame: Float64Array; readonly start: Float64Array };
  private readonly row: Float64Array;
  private readonly unit: Float64Array;
  /** Kilograms a metre, on the whole. */
  private density = 0;

  constructor(system: HelixSystem) {
    this.system = system;
    this.guess = {
      w: new Float64Array(system.w.length),
      frame: new Float64Array(9),
      start: new Float64Array(3),
    };
    this.row = new Float64Array(system.step.length);
    this.unit = new Float64Array(system.step.length);
  }

  begin(strand: HelixStrand, poseAtStart: Float64Array): void {
    this.strand = strand;
    this.poseAtStart = poseAtStart;
    const { mass, arc } = strand;
    let sum = 0;
    for (let p = 0; p < mass.length; p++) sum += mass[p]!;
    this.density = sum / Math.max(arc[arc.length - 1]!, 1e-300);
  }

  positions(_points: SamplePoints, from: number, to: number, out: Float64Array): void {
    const { x } = this.system;
    for (let c = from; c < to; c++) {
      const p = 3 * this.point[c]!;
      out[3 * c] = x[p]!;
      out[3 * c + 1] = x[p + 1]!;
      out[3 * c + 2] = x[p + 2]!;
    }
  }

  startPositions(points: SamplePoints, from: number, to: number, out: Float64Array): void {
    if (from === to) return;
    const { system, strand, guess } = this;
    if (to > this.point.length) {
      const longer = new Int32Array(2 * to);
      longer.set(this.point);
      this.point = longer;
    }
    for (let c = from; c < to; c++) this.point[c] = this.addPoint(points.edge[c]!, points.t[c]!);
    const unknowns = 3 * system.elements;
    for (let i = 0; i < unknowns; i++) guess.w[i] = system.w[i]!;
    for (let i = 0; i < 9; i++) guess.frame[i] = system.frame[i]!;
    for (let i = 0; i < 3; i++) guess.start[i] = system.start[i]!;
    for (let i = 0; i < unknowns; i++) system.w[i] = strand.w[i]!;
    loadPose(system, this.poseAtStart);
    placeSystem(system);
    this.positions(points, from, to, out);
    for (let i = 0; i < unknowns; i++) system.w[i] = guess.w[i]!;
    for (let i = 0; i < 9; i++) system.frame[i] = guess.frame[i]!;
    for (let i = 0; i < 3; i++) system.start[i] = guess.start[i]!;
    placeSystem(system);
  }

  private addPoint(edge: number, t: number): number {
    const { strand } = this;
    const twice = 2 * (edge + t);
    if (Number.isInteger(twice)) return addPoint(this.system, strand.placeElement[twice]!, strand.placePlace[twice]!);
    const [e, place] = locatePolyline(strand, strand.arc[edge]! + t * strand.restLength[edge]!);
    return addPoint(this.system, e, place);
  }

  samplePositions(out: Float64Array): void {
    const { system, strand } = this;
    const { placeElement, placePlace } = strand;
    for (let q = 0; q < placesOf(strand); q++)
      writePlaceAt(system, placeElement[q]!, placePlace[q]!, out, 3 * q, system.scratch.stumpff);
  }

  /** Of the mass that a rod's vertices would have: exact ones would take a factor of their own. */
  inverseMass(edge: number, t: number): number {
    return (1 - t) * (1 - t) * this.inverseMassOf(edge) + (t > 0 ? t * t * this.inverseMassOf(edge + 1) : 0);
  }

  private inverseMassOf(i: number): number {
    const { strand, density } = this;
    if (i < 2 && isRooted(strand)) return 0;
    return 2 / (density * ((i > 0 ? strand.restLength[i - 1]! : 0) + strand.restLength[i]!));
  }

  scatter({ count }: SamplePoints, isActive: Uint8Array, force: Float64Array, stiffness: Float64Array): void {
    const { force: gradient, tangent } = this.system;
    for (let c = 0; c < count; c++) {
      if (!isActive[c]) continue;
      const p = this.point[c]!;
      for (let i = 0; i < 3; i++) gradient[3 * p + i] = gradient[3 * p + i]! - force[3 * c + i]!;
      for (let i = 0; i < 6; i++) tangent[6 * p + i] = tangent[6 * p + i]! + stiffness[6 * c + i]!;
    }
  }

  response({ count }: SamplePoints, c: number, out: Float64Array): void {
    const { system, row, unit } = this;
    const { size, factor } = system;
    for (let axis = 0; axis < 3; axis++) {
      writeRow(system, this.point[c]!, axis, unit);
      solveCholesky(factor, size, unit);
      for (let q = 0; q < count; q++)
        for (let d = 0; d < 3; d++) {
          writeRow(system, this.point[q]!, d, row);
          let sum = 0;
          for (let i = 0; i < size; i++) sum += row[i]! * unit[i]!;
          out[9 * q + 3 * axis + d] = sum;
        }
    }
  }
}

/** Derivative of a coordinate of a point by every unknown: rigid motions nearer to the root, its own element's, then none. */
export function writeRow(system: HelixSystem, p: number, axis: number, out: Float64Array): void {
  const { modes, rigid, size, twist, x, start } = system;
  const e = system.element[p]!;
  const own = rigid + modes * e;
  const a = (axis + 1) % 3;
  const b = (axis + 2) % 3;
  const ra = x[3 * p + a]! - start[a]!;
  const rb = x[3 * p + b]! - start[b]!;
  for (let j = 0; j < own; j++) out[j] = twist[6 * j + axis]! + twist[6 * j + 3 + a]! * rb - twist[6 * j + 3 + b]! * ra;
  const jacobian = writePointJacobian(system, e, p);
  for (let i = 0; i < modes; i++) out[own + i] = jacobian[3 * i + axis]!;
  out.fill(0, own + modes, size);
}
