import { solveBanded } from '../../numeric/banded.ts';
import { angleGradient } from './angle-gradient.ts';
import { bendingMoments, elasticEnergy, twistingMoments } from './energy.ts';
import { addForces } from './force.ts';
import {
  assembleKkt,
  factorKkt,
  KKT_BAND,
  kktPosition,
  kktSize,
  kktTension,
  kktTheta,
  type Support,
  stiffnessScale,
} from './kkt.ts';
import { makePose, type Pose, poseInTime } from './pose.ts';
import { projectLengths } from './project-lengths.ts';
import type { Rod } from './rod.ts';

export interface EquilibriumOptions {
  /** Newton steps at most. */
  readonly steps?: number;
  /** Stop where no force is larger than this fraction of the largest force in the rod, and no edge off by more. */
  readonly tolerance?: number;
  /** Find a state that is stable; else any stationary one near the start (a buckled shape, a saddle). */
  readonly stable?: boolean;
}

export const EQUILIBRIUM_DEFAULTS: Required<EquilibriumOptions> = Object.freeze({
  steps: 200,
  tolerance: 1e-10,
  stable: true,
});

export interface Equilibrium {
  readonly pose: Pose;
  /** Tension of every edge, newton. */
  readonly tension: Float64Array;
  readonly steps: number;
  /** What is left, as a fraction of the largest force. */
  readonly residual: number;
  readonly isConverged: boolean;
}

/** An edge and its frame turn at most so many radian in one step. */
const LARGEST_TURN = 1;
const BACKTRACKS = 12;

/**
 * A shape in which elastic forces, constant loads (newton, three numbers a node) and tensions balance, all lengths
 * kept: Newton on positions, angles and tensions together, from `start`; every trial is projected onto its lengths.
 * Where the system is not positive on motions that keep the lengths its diagonal is raised until it is; steps are
 * halved until the energy falls.
 */
export function findEquilibrium(
  rod: Rod,
  start: Pose,
  loads: Float64Array,
  support: Support,
  options: EquilibriumOptions = {},
): Equilibrium {
  const { steps, tolerance, stable } = { ...EQUILIBRIUM_DEFAULTS, ...options };
  const search = new EquilibriumSearch(rod, start, loads, support);
  let taken = 0;
  let residual = search.residual();
  while (residual > tolerance && taken < steps) {
    if (!search.step(stable)) break;
    residual = search.residual();
    taken++;
  }
  const isConverged = residual <= tolerance;
  return { pose: search.pose, tension: search.tension, steps: taken, residual, isConverged };
}

class EquilibriumSearch {
  pose: Pose;
  readonly tension: Float64Array;
  private readonly rod: Rod;
  private readonly loads: Float64Array;
  private readonly support: Support;
  private trial: Pose;
  private readonly matrix: Float64Array;
  private readonly right: Float64Array;
  private readonly bending: Float64Array;
  private readonly twisting: Float64Array;
  private readonly torque: Float64Array;
  private readonly force: Float64Array;
  private readonly x: Float64Array;
  private readonly spin: Float64Array;
  /** 1 where a node may move. */
  private readonly freedom: Float64Array;
  private shift = 0;

  constructor(rod: Rod, start: Pose, loads: Float64Array, support: Support) {
    const { nodes } = rod;
    this.rod = rod;
    this.loads = loads;
    this.support = support;
    this.pose = makePose(nodes);
    poseInTime(rod, start, start.x, null, this.pose);
    this.trial = makePose(nodes);
    this.tension = new Float64Array(nodes - 1);
    this.matrix = new Float64Array(kktSize(nodes) * (KKT_BAND + 1));
    this.right = new Float64Array(kktSize(nodes));
    this.bending = new Float64Array(4 * nodes);
    this.twisting = new Float64Array(nodes);
    this.torque = new Float64Array(nodes);
    this.force = new Float64Array(3 * nodes);
    this.x = new Float64Array(3 * nodes);
    this.spin = new Float64Array(nodes);
    this.freedom = Float64Array.from(support.held, (held) => (held ? 0 : 1));
  }

  /** Fills the right side; returns the largest force or torque left as a fraction of the largest one at work. */
  residual(): number {
    const { rod, pose, bending, twisting, force, torque, right, support, tension } = this;
    bendingMoments(rod, pose.curvature, bending);
    twistingMoments(rod, pose.twist, twisting);
    force.fill(0);
    addForces(rod, pose, bending, twisting, force);
    angleGradient(rod, pose.curvature, bending, twisting, torque);
    let scale = 1e-300;
    for (let c = 0; c < force.length; c++) {
      scale = Math.max(scale, Math.abs(force[c]!), Math.abs(this.loads[c]!));
      force[c] = force[c]! + this.loads[c]!;
    }
    this.addTension();
    let worst = 0;
    right.fill(0);
    for (let i = 0; i < rod.nodes; i++) {
      for (let c = 0; c < 3 && !support.held[i]; c++) {
        right[kktPosition(i) + c] = force[3 * i + c]!;
        worst = Math.max(worst, Math.abs(force[3 * i + c]!));
      }
      if (i === rod.nodes - 1) break;
      const l = rod.restLength[i]!;
      scale = Math.max(scale, Math.abs(tension[i]!), Math.abs(twisting[i]! / l));
      if (!support.clamped[i]) {
        right[kktTheta(i)] = -torque[i]!;
        worst = Math.max(worst, Math.abs(torque[i]! / l));
      }
      if (!(support.held[i] && support.held[i + 1])) right[kktTension(i)] = -this.stretch(pose, i);
    }
    return Math.max(worst / scale, this.worstStretch(pose));
  }

  private addTension(): void {
    const { rod, pose, tension, force } = this;
    for (let j = 0; j < rod.nodes - 1; j++) {
      const pull = (tension[j]! * pose.length[j]!) / rod.restLength[j]!;
      for (let c = 0; c < 3; c++) {
        force[3 * j + c] = force[3 * j + c]! + pull * pose.tangent[3 * j + c]!;
        force[3 * j + 3 + c] = force[3 * j + 3 + c]! - pull * pose.tangent[3 * j + c]!;
      }
    }
  }

  /** C of edge j, metre. */
  private stretch(pose: Pose, j: number): number {
    const l = this.rod.restLength[j]!;
    return 0.5 * ((pose.length[j]! * pose.length[j]!) / l - l);
  }

  private worstStretch(pose: Pose): number {
    let worst = 0;
    for (let j = 0; j < this.rod.nodes - 1; j++)
      if (!(this.support.held[j] && this.support.held[j + 1]))
        worst = Math.max(worst, Math.abs(this.stretch(pose, j)) / this.rod.restLength[j]!);
    return worst;
  }

  /** One step; false where none helps. */
  step(stable: boolean): boolean {
    for (let attempt = 0; attempt < 40; attempt++) {
      const isPositive = this.solve();
      if (stable && !isPositive) this.raise();
      else if (this.advance(stable)) {
        this.shift = this.shift < 1e-9 ? 0 : this.shift / 8;
        return true;
      } else this.raise();
    }
    return false;
  }

  private raise(): void {
    this.shift = this.shift === 0 ? 1e-6 : 4 * this.shift;
  }

  /** Solves for the step, in `right`; false where the system is not positive on motions that keep the lengths. */
  private solve(): boolean {
    const { rod, matrix, right, shift } = this;
    const scale = stiffnessScale(rod, rod.nodes >> 1);
    const l = rod.restLength[rod.nodes >> 1]!;
    const options = { shiftX: shift * scale, shiftTheta: shift * scale * l * l };
    assembleKkt(rod, this.pose, this.tension, this.support, options, matrix);
    const negative = factorKkt(matrix, rod.nodes);
    this.residual();
    solveBanded(matrix, right, kktSize(rod.nodes), KKT_BAND);
    return negative === 0;
  }

  /** Moves along the step as far as it helps. */
  private advance(stable: boolean): boolean {
    const { rod, right, pose } = this;
    const before = this.energy(pose);
    const blur = 1e-13 * Math.abs(before);
    for (let fraction = this.longestFraction(), n = 0; n < BACKTRACKS; n++, fraction /= 2) {
      for (let i = 0; i < rod.nodes; i++) {
        for (let c = 0; c < 3; c++) this.x[3 * i + c] = pose.x[3 * i + c]! + fraction * right[kktPosition(i) + c]!;
        this.spin[i] = fraction * right[kktTheta(i)]!;
      }
      projectLengths({ x: this.x, restLength: rod.restLength, inverseMass: this.freedom });
      poseInTime(rod, pose, this.x, this.spin, this.trial);
      if (stable && this.energy(this.trial) > before + blur) continue;
      for (let j = 0; j < rod.nodes - 1; j++) this.tension[j] = this.tension[j]! + right[kktTension(j)]!;
      this.pose = this.trial;
      this.trial = pose;
      return true;
    }
    return false;
  }

  private longestFraction(): number {
    const { rod, right } = this;
    let widest = 0;
    for (let i = 0; i < rod.nodes - 1; i++) {
      const l = rod.restLength[i]!;
      for (let c = 0; c < 3; c++)
        widest = Math.max(widest, Math.abs(right[kktPosition(i + 1) + c]! - right[kktPosition(i) + c]!) / l);
      widest = Math.max(widest, Math.abs(right[kktTheta(i)]!));
    }
    return widest > LARGEST_TURN ? LARGEST_TURN / widest : 1;
  }

  private energy(pose: Pose): number {
    let sum = elasticEnergy(this.rod, pose);
    for (let c = 0; c < pose.x.length; c++) sum -= this.loads[c]! * pose.x[c]!;
    return sum;
  }
}
