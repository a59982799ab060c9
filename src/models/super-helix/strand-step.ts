import { conjugate, multiply, writeMatrix } from '../../numeric/rotation.ts';
import { addScaled, at, type Vec3 } from '../../numeric/vector.ts';
import type { StrandContacts } from '../contactable.ts';
import type { Clamps, PointForces } from '../model.ts';
import { solveSymmetric3, springForce } from '../nodal.ts';
import type { PartTask } from '../parted-stepper.ts';
import type { RowsByStrand } from '../rows-by-strand.ts';
import { quatRow } from '../store/place.ts';
import { writePointForces } from './assemble.ts';
import { writeOutputs, writePoseAtRoot, writeTangents } from './build.ts';
import { HelixContactable } from './contactable.ts';
import type { HelixStrand } from './fields.ts';
import { frameOf, pull } from './fit.ts';
import { placeSystem } from './kinematics.ts';
import { type MinimiseReport, minimise, minimiseTouching, turnRoot } from './newton.ts';
import { isRooted, isSupported, loadPose, loadStrand, locatePolyline } from './strand.ts';
import { addPoint, type HelixSystem } from './system.ts';

/** Clamps are so stiff that the whole strand's weight moves one by this, metres. */
const CLAMP_DEPTH = 2e-7;
const CLAMP_INERTIA = 100;
/** Length of the arms by which a clamp holds a frame, metres. */
const CLAMP_ARM = 0.005;

/**
 * A step that turns an element by more than this is done without a memory of the one before: backward Euler is a true
 * minimisation and cannot gain energy; second-order differences of so rough a motion can.
 */
const ROUGH_TURN = 0.4;

/** Everything around one strand in one step; one task serves all strands in turn. */
export interface StrandTask extends PartTask {
  strand: HelixStrand;
  /** Its number, for rows, and its first quadrature point among the loads. */
  k: number;
  firstLoad: number;
  /** Row in `roots`; −1 for a free strand. */
  row: number;
}

/** Solves one strand's implicit step: second-order backward differences, as one minimisation over all unknowns. */
export class StrandStepper {
  readonly system: HelixSystem;
  readonly report: MinimiseReport = { iterations: 0, isConverged: false };
  readonly contacts: StrandContacts;
  /** Points that touch at the end. */
  touching = 0;
  private iterations = 0;
  /** Weights of the backward differences: x⁺ = now x − past x_past + H v⁺. */
  private now = 1;
  private past = 0;
  private span = 1;
  private stiffness = 1;
  private task!: StrandTask;
  private readonly contactable: HelixContactable;
  private readonly turn = new Float64Array(9);
  private readonly total = new Float64Array(9);
  private readonly poseBefore = new Float64Array(7);

  constructor(system: HelixSystem, contacts: StrandContacts) {
    this.system = system;
    this.contacts = contacts;
    this.contactable = new HelixContactable(system);
  }

  /** Whether something is near that the strand may touch in the step. */
  isNear(task: StrandTask): boolean {
    loadStrand(this.system, task.strand);
    this.gather(task, task.strand.pose);
    return this.contacts.count > 0;
  }

  private gather({ k, strand, environment, h, stepEnd }: StrandTask, poseAtStart: Float64Array): void {
    this.contactable.begin(strand, poseAtStart);
    this.contacts.gather(k, this.contactable, environment, h, stepEnd - (environment.time + h));
  }

  /** Steps a strand. false where the result is not finite; the strand is then unchanged but for its pose. */
  step(task: StrandTask): boolean {
    const { strand, h } = task;
    const last = strand.stepPast[0]!;
    this.iterations = 0;
    this.poseBefore.set(strand.pose);
    this.attempt(task, last);
    if (last > 0 && !(this.roughest(strand) < ROUGH_TURN)) {
      strand.pose.set(this.poseBefore);
      this.attempt(task, 0);
    }
    this.report.iterations = this.iterations;
    if (!this.isFinite()) return false;
    if (!isRooted(strand) && this.contacts.count === 0) this.balanceFree();
    this.finish(strand, h);
    return true;
  }

  /** Solves the step with a memory of the one before, which took `last` seconds; without one where that is 0. */
  private attempt(task: StrandTask, last: number): void {
    const { strand, h } = task;
    this.task = task;
    this.setHistory(h, last);
    loadStrand(this.system, strand);
    this.stiffness = this.clampStiffness(strand);
    this.addExtras(task);
    this.setMasses(task);
    this.guess(task);
    this.gather(task, this.poseBefore);
    this.solve(task);
    this.iterations += this.report.iterations;
  }

  /** The largest turn of an element in the step, radian. */
  private roughest({ w, length }: HelixStrand): number {
    let most = 0;
    for (let i = 0; i < w.length; i++) {
      const turn = Math.abs(this.system.w[i]! - w[i]!) * length[Math.floor(i / 3)]!;
      if (!(turn <= most)) most = turn;
    }
    return most;
  }

  private setHistory(h: number, last: number): void {
    const r = last > 0 ? h / last : 0;
    const inverse = 1 / (1 + 2 * r);
    this.now = (1 + r) * (1 + r) * inverse;
    this.past = r * r * inverse;
    this.span = h * (1 + r) * inverse;
  }

  private clampStiffness({ mass }: HelixStrand): number {
    let total = 0;
    for (let p = 0; p < mass.length; p++) total += mass[p]!;
    return total * (9.81 / CLAMP_DEPTH + CLAMP_INERTIA / (this.span * this.span));
  }

  /** Springs and clamps; their places at the start of the step are taken before anything moves. */
  private addExtras(task: StrandTask): void {
    const { system } = this;
    const { environment, forces, clamps, k, strand } = task;
    const first = system.points;
    if (environment.forces) this.addForces(strand, environment.forces, forces, k);
    const springs = system.points;
    if (environment.clamps) this.addClamps(strand, environment.clamps, clamps, k);
    if (system.points === first) return;
    placeSystem(system);
    if (environment.forces) this.setForces(environment.forces, forces, k, first, springs);
    if (springs < system.points) this.checkClamps(springs);
  }

  private addForces(strand: HelixStrand, forces: PointForces, rows: RowsByStrand, k: number): void {
    for (let r = rows.first(k); r >= 0; r = rows.after(r)) {
      const [e, place] = locatePolyline(strand, forces.s[r]!);
      addPoint(this.system, e, place);
    }
  }

  /** f = force + K (anchor − x) − D (x − x_start)/h, all relative to x_start. */
  private setForces(forces: PointForces, rows: RowsByStrand, k: number, first: number, end: number): void {
    const { x, ref, a, b } = this.system;
    let r = rows.first(k);
    const inverse = 1 / this.task.h;
    for (let p = first; p < end; p++, r = rows.after(r)) {
      const d0 = forces.anchor[3 * r]! - x[3 * p]!;
      const d1 = forces.anchor[3 * r + 1]! - x[3 * p + 1]!;
      const d2 = forces.anchor[3 * r + 2]! - x[3 * p + 2]!;
      springForce(forces, r, d0, d1, d2, b, 3 * p);
      for (let c = 0; c < 3; c++) ref[3 * p + c] = x[3 * p + c]!;
      for (let c = 0; c < 6; c++) a[6 * p + c] = forces.stiffness[6 * r + c]! + inverse * forces.damping[6 * r + c]!;
    }
  }

  /** Points that stiff springs hold: one a clamp, and three more on arms where a frame is held too. */
  private addClamps(strand: HelixStrand, clamps: Clamps, rows: RowsByStrand, k: number): void {
    for (let r = rows.first(k); r >= 0; r = rows.after(r)) {
      const [e, place] = locatePolyline(strand, clamps.s[r]!);
      const target = at(clamps.target, r);
      pull(this.system, addPoint(this.system, e, place), target, this.stiffness);
      const f = clamps.frame;
      if (!f || (f[4 * r] === 0 && f[4 * r + 1] === 0 && f[4 * r + 2] === 0 && f[4 * r + 3] === 0)) continue;
      writeMatrix(quatRow(f, r), this.turn);
      for (let axis = 0; axis < 3; axis++) {
        const p = addPoint(this.system, e, place);
        this.system.armed[p] = 1;
        this.system.hasArms = true;
        for (let i = 0; i < 3; i++) this.system.arm[3 * p + i] = i === axis ? CLAMP_ARM : 0;
        const along: Vec3 = [this.turn[axis]!, this.turn[3 + axis]!, this.turn[6 + axis]!];
        pull(this.system, p, addScaled(target, along, CLAMP_ARM), this.stiffness);
      }
    }
  }

  /** A target that is not a number holds nothing. */
  private checkClamps(first: number): void {
    const { system } = this;
    for (let p = first; p < system.points; p++)
      if (!Number.isFinite(system.ref[3 * p]! + system.ref[3 * p + 1]! + system.ref[3 * p + 2]!)) {
        system.a.fill(0, 6 * p, 6 * p + 6);
        system.ref.fill(0, 3 * p, 3 * p + 3);
      }
  }

  /** Inertia, weight, air and hold of the quadrature points, relative to x̂ = now x − past x_past. */
  private setMasses({ strand, environment, loads, firstLoad, roots, row }: StrandTask): void {
    const { a, b, ref } = this.system;
    const { now, past, span } = this;
    const { x, xPast, v, vPast, mass, poseSpring: spring, groomedX } = strand;
    const [gx, gy, gz] = environment.gravity;
    const inverse = 1 / (span * span);
    const rate = 1 / span;
    const force = loads?.force;
    const damping = loads?.damping;
    const isHeld = row >= 0 && spring[0]! > 0;
    const isCarried = row >= 0 && isSupported(strand);
    if (isHeld || isCarried) writeMatrix(quatRow(roots.orientation, row), this.turn);
    for (let p = 0; p < mass.length; p++) {
      const m = mass[p]! * inverse;
      const i = 3 * p;
      ref[i] = now * x[i]! - past * xPast[i]!;
      ref[i + 1] = now * x[i + 1]! - past * xPast[i + 1]!;
      ref[i + 2] = now * x[i + 2]! - past * xPast[i + 2]!;
      b[i] = m * span * (now * v[i]! - past * vPast[i]! + span * gx);
      b[i + 1] = m * span * (now * v[i + 1]! - past * vPast[i + 1]! + span * gy);
      b[i + 2] = m * span * (now * v[i + 2]! - past * vPast[i + 2]! + span * gz);
      const s = 6 * p;
      a[s] = m;
      a[s + 3] = m;
      a[s + 5] = m;
      if (force && damping) {
        const f = 3 * (firstLoad + p);
        const d = 2 * f;
        b[i] = b[i]! + force[f]!;
        b[i + 1] = b[i + 1]! + force[f + 1]!;
        b[i + 2] = b[i + 2]! + force[f + 2]!;
        a[s] = m + rate * damping[d]!;
        a[s + 1] = rate * damping[d + 1]!;
        a[s + 2] = rate * damping[d + 2]!;
        a[s + 3] = m + rate * damping[d + 3]!;
        a[s + 4] = rate * damping[d + 4]!;
        a[s + 5] = m + rate * damping[d + 5]!;
      }
      if (isCarried) this.addSupport(strand.support, p);
      if (!isHeld) continue;
      const k = spring[p]!;
      for (let c = 0; c < 3; c++) {
        const t = 3 * c;
        const place =
          roots.position[3 * row + c]! +
          this.turn[t]! * groomedX[3 * p]! +
          this.turn[t + 1]! * groomedX[3 * p + 1]! +
          this.turn[t + 2]! * groomedX[3 * p + 2]!;
        b[3 * p + c] = b[3 * p + c]! + k * (place - ref[3 * p + c]!);
      }
      a[s] = a[s]! + k;
      a[s + 3] = a[s + 3]! + k;
      a[s + 5] = a[s + 5]! + k;
    }
  }

  private addSupport(support: Float64Array, p: number): void {
    const { b } = this.system;
    for (let c = 0; c < 3; c++)
      b[3 * p + c] =
        b[3 * p + c]! +
        this.turn[3 * c]! * support[3 * p]! +
        this.turn[3 * c + 1]! * support[3 * p + 1]! +
        this.turn[3 * c + 2]! * support[3 * p + 2]!;
  }

  /** The pose at the end of the step, curvatures that go on changing as they did, and what friction compares with. */
  private guess({ strand, h, roots, row }: StrandTask): void {
    const { system, now, past } = this;
    const { w, wPast, rate, viscosity, modes } = strand;
    for (let i = 0; i < w.length; i++) {
      system.past[i] = now * w[i]! - past * wPast[i]!;
      system.viscosity[i] = viscosity[i]! / this.span;
    }
    let turn = 0;
    for (let i = 0; i < w.length; i++)
      turn = Math.max(turn, Math.abs(h * rate[i]!) * strand.length[Math.floor(i / 3)]!);
    const reach = turn < ROUGH_TURN ? h : 0;
    for (let e = 0; e < system.elements; e++)
      for (let i = 0; i < modes[0]!; i++) system.w[3 * e + i] = w[3 * e + i]! + reach * rate[3 * e + i]!;
    if (row >= 0) {
      writePoseAtRoot(strand, roots, row, strand.pose);
      loadPose(system, strand.pose);
      return;
    }
    const { poseRate } = strand;
    for (let i = 0; i < 3; i++) system.start[i] = system.start[i]! + h * poseRate[i]!;
    turnRoot(system, h * poseRate[3]!, h * poseRate[4]!, h * poseRate[5]!);
  }

  /** Without contacts first where nothing is near: if that brought the strand to something, from there on with them. */
  private solve({ most }: StrandTask): void {
    const { system, report, contacts, span } = this;
    contacts.begin(1 / (span * span));
    let iterations = 0;
    if (contacts.count === 0) {
      minimise(system, { most }, report);
      iterations = report.iterations;
      if (!contacts.follow(false)) return;
    }
    minimiseTouching(system, contacts, most, report);
    report.iterations += iterations;
  }

  private isFinite(): boolean {
    const { start, elements, b, points } = this.system;
    // Newton's method does not move where a load is not a number: without this look nobody would be told.
    let sum = start[3 * elements]! + start[3 * elements + 1]! + start[3 * elements + 2]!;
    for (let i = 0; i < 3 * points; i++) sum += b[i]!;
    return Number.isFinite(sum);
  }

  /** Moves a free strand so that the forces' sum is zero to the last digit: its momentum is then kept exactly. */
  private balanceFree(): void {
    const { system, total } = this;
    writePointForces(system);
    total.fill(0);
    for (let p = 0; p < system.points; p++) {
      for (let c = 0; c < 6; c++) total[c] = total[c]! + system.tangent[6 * p + c]!;
      for (let c = 0; c < 3; c++) total[6 + c] = total[6 + c]! - system.force[3 * p + c]!;
    }
    solveSymmetric3(total, 0, total, 6);
    for (let c = 0; c < 3; c++) system.start[c] = system.start[c]! + total[6 + c]!;
    placeSystem(system);
  }

  /** Speeds from the backward difference; the start of the step becomes the past. */
  private finish(strand: HelixStrand, h: number): void {
    const { system } = this;
    this.moveOn(strand.x, strand.xPast, strand.v, strand.vPast, system.x);
    writeTangents(system, strand);
    const { position: out, positionPast: outPast, velocity: outVelocity, w, wPast, rate } = strand;
    const { now, past } = this;
    const inverse = 1 / this.span;
    // What history adds, before the places are written over.
    for (let i = 0; i < out.length; i++) {
      const before = out[i]!;
      outVelocity[i] = past * outPast[i]! - now * before;
      outPast[i] = before;
    }
    writeOutputs(system, strand);
    for (let i = 0; i < out.length; i++) outVelocity[i] = (out[i]! + outVelocity[i]!) * inverse;
    for (let i = 0; i < w.length; i++) {
      const before = w[i]!;
      const next = system.w[i]!;
      rate[i] = (next - now * before + past * wPast[i]!) * inverse;
      wPast[i] = before;
      w[i] = next;
    }
    if (!isRooted(strand)) this.keepPose(strand, h);
    this.touching = this.contacts.finish();
    strand.stepPast[0] = h;
  }

  private moveOn(x: Float64Array, xPast: Float64Array, v: Float64Array, vPast: Float64Array, next: Float64Array): void {
    const { now, past } = this;
    const inverse = 1 / this.span;
    for (let i = 0; i < x.length; i++) {
      const before = x[i]!;
      const here = next[i]!;
      const speed = (here - now * before + past * xPast[i]!) * inverse;
      vPast[i] = v[i]!;
      v[i] = speed;
      xPast[i] = before;
      x[i] = here;
    }
  }

  private keepPose({ pose, poseRate }: HelixStrand, h: number): void {
    const { system } = this;
    const frame = frameOf(system);
    for (let i = 0; i < 3; i++) poseRate[i] = (system.start[i]! - pose[i]!) / h;
    // The turn of the step, by the quaternions' difference: small turns only, and only a guess.
    const sign = frame[0] * pose[3]! + frame[1] * pose[4]! + frame[2] * pose[5]! + frame[3] * pose[6]! < 0 ? -2 : 2;
    const turn = multiply(frame, conjugate([pose[3]!, pose[4]!, pose[5]!, pose[6]!]));
    for (let i = 0; i < 3; i++) poseRate[3 + i] = (sign * turn[i]!) / h;
    for (let i = 0; i < 3; i++) pose[i] = system.start[i]!;
    for (let i = 0; i < 4; i++) pose[3 + i] = frame[i]!;
  }
}
