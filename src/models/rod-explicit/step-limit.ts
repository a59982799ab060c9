import { length3 } from '../../numeric/elementary.ts';
import type { Pose } from './pose.ts';
import type { Rod } from './rod.ts';

/**
 * Joints folded so sharply that they are stiffer than straight ones by more than this (177 degrees) take no shorter
 * steps.
 */
const LARGEST_FACTOR = 1e6;
/**
 * An edge turns by at most so much in one internal step, radian: what explicit steps do not see coming they cannot
 * stop.
 */
const LARGEST_TURN = 0.2;

/**
 * The longest internal step at which symplectic Euler is stable, by Gershgorin's bound of ω² over the nodes: node i of
 * joint k has the coefficient c (1/|e|, 1/|e| + 1/|f|, 1/|f|) in the joint's turn, so its row sums to Σ_k stiffness_k
 * c_k(i) Σ c_k. For a straight uniform rod that is exactly l²/2 √(ρS/α₁) (section 8). A joint bent by φ is stiffer:
 * with T = tan(φ/2) and d = |ω − ω̂| the second derivative of its energy grows by (1 + T²)(1 + T² + T d). Internal
 * friction γ damps at the rate c = γ/α ω², and the bound is then h²ω² + 2hc < 4.
 */
export class StepLimit {
  private readonly rod: Rod;
  private readonly mass: Float64Array;
  /** stiffness_k Σ c_k and friction_k Σ c_k of a straight joint. */
  private readonly stiffness: Float64Array;
  private readonly friction: Float64Array;
  private readonly stiff: Float64Array;
  private readonly damp: Float64Array;

  /** `viscosity` is γ, kg·m³/s. */
  constructor(rod: Rod, mass: Float64Array, viscosity: number) {
    this.rod = rod;
    this.mass = mass;
    this.stiffness = new Float64Array(rod.nodes);
    this.friction = new Float64Array(rod.nodes);
    this.stiff = new Float64Array(rod.nodes);
    this.damp = new Float64Array(rod.nodes);
    for (let k = 1; k < rod.nodes - 1; k++) {
      const width = (2 * coefficient(rod, k, 1)) / rod.span[k]!;
      this.stiffness[k] = width * jointStiffness(rod, k);
      this.friction[k] = 2 * width * viscosity;
    }
  }

  /** In the given pose, or, without one, were all joints straight at rest; s. Infinite where nothing is stiff. */
  longest(pose: Pose | null): number {
    const { rod, mass, stiff, damp } = this;
    stiff.fill(0);
    damp.fill(0);
    for (let k = 1; k < rod.nodes - 1; k++) {
      const shape = pose ? bendFactor(rod, pose, k) : 1;
      for (let n = 0; n < 3; n++) {
        const fraction = shape * coefficient(rod, k, n);
        stiff[k - 1 + n] = stiff[k - 1 + n]! + this.stiffness[k]! * fraction;
        damp[k - 1 + n] = damp[k - 1 + n]! + this.friction[k]! * fraction;
      }
    }
    let fastest = 0;
    let slowing = 0;
    for (let i = 0; i < rod.nodes; i++) {
      if (mass[i] === 0) continue;
      fastest = Math.max(fastest, stiff[i]! / mass[i]!);
      slowing = Math.max(slowing, damp[i]! / mass[i]!);
    }
    if (fastest === 0) return Number.POSITIVE_INFINITY;
    return (Math.sqrt(slowing * slowing + 4 * fastest) - slowing) / fastest;
  }
}

/** Time in which no edge turns by more than a fifth of a radian at the present velocities, s. */
export function turningTime(velocity: Float64Array, restLength: Float64Array): number {
  let fastest = 1e-300;
  for (let j = 0; j < restLength.length; j++) {
    const a = 3 * j;
    const x = velocity[a + 3]! - velocity[a]!;
    const y = velocity[a + 4]! - velocity[a + 1]!;
    const z = velocity[a + 5]! - velocity[a + 2]!;
    fastest = Math.max(fastest, length3(x, y, z) / restLength[j]!);
  }
  return LARGEST_TURN / fastest;
}

/** |c| of the n-th node of joint k. */
function coefficient(rod: Rod, k: number, n: number): number {
  if (n === 0) return 1 / rod.restLength[k - 1]!;
  if (n === 2) return 1 / rod.restLength[k]!;
  return 1 / rod.restLength[k - 1]! + 1 / rod.restLength[k]!;
}

/** α₁ of both edges of a joint together: its energy is half this times φ²/l. */
function jointStiffness(rod: Rod, k: number): number {
  return stiffest(rod, k - 1) + stiffest(rod, k);
}

/** Larger eigenvalue of B. */
function stiffest(rod: Rod, j: number): number {
  const b = 3 * j;
  const half = 0.5 * (rod.bending[b]! - rod.bending[b + 2]!);
  const mixed = rod.bending[b + 1]!;
  return 0.5 * (rod.bending[b]! + rod.bending[b + 2]!) + Math.sqrt(half * half + mixed * mixed);
}

function bendFactor(rod: Rod, pose: Pose, k: number): number {
  const T = 0.5 * length3(pose.binormal[3 * k]!, pose.binormal[3 * k + 1]!, pose.binormal[3 * k + 2]!);
  let square = 0;
  for (let a = 4 * k; a < 4 * k + 4; a++) {
    const d = pose.curvature[a]! - rod.restCurvature[a]!;
    square += d * d;
  }
  return Math.min((1 + T * T) * (1 + T * T + T * Math.sqrt(square)), LARGEST_FACTOR);
}

/**
 * How much softer each joint must be, one number a node from 1 on, so that none needs internal steps shorter than
 * `shortest`, s, at rest in the shape with the given binormals.
 */
export function jointSoftness(rod: Rod, binormal: Float64Array, mass: Float64Array, shortest: number): Float64Array {
  const softness = new Float64Array(rod.nodes).fill(1);
  for (let k = 1; k < rod.nodes - 1; k++) {
    const T = 0.5 * length3(binormal[3 * k]!, binormal[3 * k + 1]!, binormal[3 * k + 2]!);
    const shape = (1 + T * T) * (1 + T * T);
    const width = (2 * shape * coefficient(rod, k, 1) * jointStiffness(rod, k)) / rod.span[k]!;
    let fastest = 0;
    // Four: a node has at most that many times the fraction of one joint.
    for (let n = 0; n < 3; n++) fastest = Math.max(fastest, (4 * width * coefficient(rod, k, n)) / mass[k - 1 + n]!);
    softness[k] = Math.max(1, 0.25 * shortest * shortest * fastest);
  }
  return softness;
}
