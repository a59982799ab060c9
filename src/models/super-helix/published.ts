import { factorCholesky, solveCholesky } from '../../numeric/cholesky.ts';
import { multiplySymmetric } from '../../numeric/flat3.ts';
import { rotate } from '../../numeric/rotation.ts';
import { add, addScaled, at, cross, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { makeRootStates, type RootStates } from '../model.ts';
import { quatRow } from '../store/place.ts';
import { assemble } from './assemble.ts';
import { type RootKinematics, writeBias } from './bias.ts';
import { forgetPast, writeOutputs, writePoseAtRoot, writeTangents } from './build.ts';
import type { HelixStrand } from './fields.ts';
import { placeSystem } from './kinematics.ts';
import { loadPose, loadStrand } from './strand.ts';
import type { StrandTask } from './strand-step.ts';
import type { HelixSystem } from './system.ts';

/**
 * The published semi-implicit step (spec super-helices, section 6): one linear solve,
 * [M + h C + h D + h² K] q̇⁺ = M q̇ + h (∫ Jᵀ (ρS (g − b) + F) − K (q − qⁿ)), q⁺ = q + h q̇⁺, with drag C and internal friction D
 * implicit. Fast or long hair makes it diverge; it is here to compare with, and knows neither contacts nor clamps.
 */
export class PublishedStepper {
  private readonly before: RootStates = makeRootStates(1);
  private velocity = new Float64Array(0);
  private bias = new Float64Array(0);
  private ridden = new Float64Array(0);
  private still = new Float64Array(0);

  /** Steps a rooted strand; false where the result is not finite. */
  step(system: HelixSystem, task: StrandTask): boolean {
    const { strand, h, environment, roots, row } = task;
    const id = Uint32Array.of(strand.id);
    environment.roots.sample(id, environment.time, this.before);
    loadStrand(system, strand);
    placeSystem(system);
    this.reserve(system.points, strand.w.length);
    const root = kinematicsOf(strand, this.before, roots, row, h);
    writeBias(system, this.still, root, this.ridden, this.bias);
    writeBias(system, strand.rate, root, this.velocity, this.bias);
    this.setForces(system, task);
    assemble(system);
    if (!this.solve(system, strand, h)) return false;
    writePoseAtRoot(strand, roots, row, strand.pose);
    this.finish(system, task);
    return true;
  }

  private reserve(points: number, unknowns: number): void {
    if (this.velocity.length < 3 * points) {
      this.velocity = new Float64Array(3 * points);
      this.bias = new Float64Array(3 * points);
      this.ridden = new Float64Array(3 * points);
    }
    if (this.still.length < unknowns) this.still = new Float64Array(unknowns);
  }

  /** What the right side sums over points, and mass with drag as the matrix. */
  private setForces(system: HelixSystem, { strand, environment, loads, firstLoad, h }: StrandTask): void {
    for (let p = 0; p < strand.mass.length; p++) {
      const m = strand.mass[p]!;
      for (let c = 0; c < 6; c++) {
        const drag = loads ? h * loads.damping[6 * (firstLoad + p) + c]! : 0;
        system.tangent[6 * p + c] = drag + (c === 0 || c === 3 || c === 5 ? m : 0);
      }
      const ridden = at(this.ridden, p);
      const own = subtract(at(this.velocity, p), ridden);
      let force = scale(subtract(environment.gravity, at(this.bias, p)), m);
      if (loads) {
        force = add(force, at(loads.force, firstLoad + p));
        multiplySymmetric(loads.damping, 6 * (firstLoad + p), ...ridden, system.scratch.vector, 0);
        force = subtract(force, at(system.scratch.vector, 0));
      }
      system.force.set(scale(addScaled(scale(own, m), force, h), -1), 3 * p);
    }
  }

  /** `assemble` has Σ JᵀAJ + K and the gradient with K (w − rest); both are turned into the step's own. */
  private solve(system: HelixSystem, strand: HelixStrand, h: number): boolean {
    const { size, modes, hessian, gradient, step } = system;
    for (let e = 0; e < system.elements; e++)
      for (let i = 0; i < modes; i++) {
        const [r, n] = [modes * e + i, 3 * e + i];
        const k = strand.stiffness[n]!;
        const pull = k * (strand.w[n]! - strand.rest[n]!);
        hessian[r * size + r] = hessian[r * size + r]! + (h * h - 1) * k + h * strand.viscosity[n]!;
        step[r] = -(gradient[r]! - pull) - h * pull;
      }
    if (!factorCholesky(hessian, size)) return false;
    solveCholesky(hessian, size, step);
    let sum = 0;
    for (let r = 0; r < size; r++) sum += Math.abs(step[r]!);
    if (!(sum < 1e12)) return false;
    for (let e = 0; e < system.elements; e++)
      for (let i = 0; i < modes; i++) {
        strand.rate[3 * e + i] = step[modes * e + i]!;
        strand.w[3 * e + i] = strand.w[3 * e + i]! + h * step[modes * e + i]!;
      }
    return true;
  }

  private finish(system: HelixSystem, { strand, roots, row, h }: StrandTask): void {
    system.w.set(strand.w);
    loadPose(system, strand.pose);
    placeSystem(system);
    const root = kinematicsOf(strand, roots, roots, row, h);
    writeBias(system, strand.rate, root, this.velocity, this.bias);
    const out = strand.position.slice();
    strand.x.set(system.x.subarray(0, strand.x.length));
    writeTangents(system, strand);
    strand.v.set(this.velocity.subarray(0, strand.v.length));
    writeOutputs(system, strand);
    for (let i = 0; i < out.length; i++) strand.velocity[i] = (strand.position[i]! - out[i]!) / h;
    forgetPast(strand);
  }
}

/** Motion of the strand's first point from its root's at the start (row 0 of `before`, or the same row) and the end. */
function kinematicsOf(
  strand: HelixStrand,
  before: RootStates,
  after: RootStates,
  row: number,
  h: number,
): RootKinematics {
  const from = before === after ? row : 0;
  const arm = rotate(quatRow(before.orientation, from), at(strand.bind, 0));
  const spin = at(before.angularVelocity, from);
  const rate = (a: Float64Array, b: Float64Array): Vec3 => scale(subtract(at(b, row), at(a, from)), 1 / h);
  const turning = rate(before.angularVelocity, after.angularVelocity);
  return {
    velocity: add(at(before.velocity, from), cross(spin, arm)),
    spin,
    acceleration: add(rate(before.velocity, after.velocity), add(cross(turning, arm), cross(spin, cross(spin, arm)))),
    angularAcceleration: turning,
  };
}
