import { makeSpringsKernel, type SpringsKernel } from '../../kernels/springs-kernels.ts';
import {
  ANGLES,
  AXIS,
  BEND,
  DAMPING,
  DRAG,
  FORCE,
  GRAVITY,
  LEAD,
  LENGTH,
  LONG_STEP,
  MASS,
  NODE,
  NOW,
  PAST,
  PRETENSION,
  ROOT,
  ROOT_SPIN,
  ROOT_VELOCITY,
  SOLVES,
  SPRING_DAMPING,
  STEP,
  STRAND,
  STRETCH,
  V,
  V_PAST,
  X,
  X_PAST,
} from '../../kernels/springs-layout.ts';
import { historyOf } from '../history.ts';
import type { Environment, KernelChoice, RootStates } from '../model.ts';
import type { NodeLoads } from '../nodal.ts';
import type { SpringState } from './fields.ts';
import { layMotors, type Motors, motorAngles } from './motor.ts';
import type { MassSpringParameters } from './parameters.ts';

/** Strands a row of the kernels has. */
const LANES = 2;

/**
 * Implicit steps of angular springs that touch nothing, two strands of equal node count at a time in vector instructions. A strand has the same bytes with
 * any partner, and with itself.
 */
export class PairSteps {
  private readonly state: SpringState;
  private readonly parameters: MassSpringParameters;
  private readonly kernel: SpringsKernel;
  private readonly motors: Motors;
  private readonly motor = new Float64Array(2);
  /** Rooted strands, those of equal node counts one after another. */
  private readonly order: readonly number[];

  constructor(state: SpringState, parameters: MassSpringParameters, kernels: KernelChoice) {
    this.state = state;
    this.parameters = parameters;
    const nodes = (k: number): number => state.first[k + 1]! - state.first[k]!;
    this.order = Array.from(state.ids.keys())
      .filter((k) => state.rooted[k] === 1 && nodes(k) > 2)
      .sort((a, b) => nodes(a) - nodes(b) || a - b);
    const most = this.order.reduce((longest, k) => Math.max(longest, nodes(k)), 2);
    this.kernel = makeSpringsKernel(most, kernels === 'simd');
    this.motors = layMotors(state, parameters);
  }

  has(k: number): boolean {
    return this.state.rooted[k] === 1 && this.state.first[k + 1]! - this.state.first[k]! > 2;
  }

  /** Steps all that are awake. Returns how many solves there were. `row` is each strand's row of the roots. */
  step(
    h: number,
    { gravity, time }: Environment,
    loads: NodeLoads,
    roots: RootStates,
    row: Int32Array,
    isAwake: (k: number) => boolean,
  ): number {
    const { first } = this.state;
    let solves = 0;
    let waiting = -1;
    const count = (k: number): number => first[k + 1]! - first[k]!;
    for (const k of this.order) {
      if (!isAwake(k)) continue;
      if (waiting >= 0 && count(waiting) === count(k)) {
        solves += this.stepPair(waiting, k, h, time, gravity, loads, roots, row);
        waiting = -1;
        continue;
      }
      if (waiting >= 0) solves += this.stepPair(waiting, waiting, h, time, gravity, loads, roots, row);
      waiting = k;
    }
    if (waiting >= 0) solves += this.stepPair(waiting, waiting, h, time, gravity, loads, roots, row);
    return solves;
  }

  private stepPair(
    a: number,
    b: number,
    h: number,
    time: number,
    gravity: readonly number[],
    loads: NodeLoads,
    roots: RootStates,
    row: Int32Array,
  ): number {
    const { kernel, state, parameters } = this;
    const nodes = state.first[a + 1]! - state.first[a]!;
    this.readStrand(a, 0, h, gravity, roots, row[a]!);
    this.readNodes(a, 0, time + h, loads, roots, row[a]!);
    this.readStrand(b, 1, h, gravity, roots, row[b]!);
    this.readNodes(b, 1, time + h, loads, roots, row[b]!);
    kernel.stepSprings(0, STRAND, nodes, parameters.solves);
    this.write(a, 0, h);
    if (b !== a) this.write(b, 1, h);
    const { memory } = kernel;
    return memory[LANES * SOLVES]! + (a === b ? 0 : memory[LANES * SOLVES + 1]!);
  }

  private readStrand(
    k: number,
    lane: number,
    h: number,
    gravity: readonly number[],
    roots: RootStates,
    r: number,
  ): void {
    const { state, parameters } = this;
    const { memory } = this.kernel;
    const { now, past, step, lead } = historyOf(h, state.stepPast[k]!);
    memory[LANES * STEP + lane] = h;
    memory[LANES * LONG_STEP + lane] = step;
    memory[LANES * NOW + lane] = now;
    memory[LANES * PAST + lane] = past;
    memory[LANES * LEAD + lane] = lead;
    memory[LANES * DAMPING + lane] = parameters.damping;
    memory[LANES * SPRING_DAMPING + lane] = parameters.springDamping;
    memory[LANES * STRETCH + lane] = state.stretch[k]!;
    for (let c = 0; c < 3; c++) {
      memory[LANES * (GRAVITY + c) + lane] = gravity[c]!;
      memory[LANES * (ROOT + c) + lane] = roots.position[3 * r + c]!;
      memory[LANES * (ROOT_VELOCITY + c) + lane] = roots.velocity[3 * r + c]!;
      memory[LANES * (ROOT_SPIN + c) + lane] = roots.angularVelocity[3 * r + c]!;
    }
  }

  /** Kernel. */
  private readNodes(k: number, lane: number, time: number, loads: NodeLoads, roots: RootStates, r: number): void {
    const { state, parameters, motor } = this;
    const { memory } = this.kernel;
    const { position, velocity, positionPast, velocityPast, support, groomed, groomedU1, u1 } = state;
    const { mass, restLength, pretension, bendStiffness, restAngle } = state;
    const { force, damping } = loads;
    const from = state.first[k]!;
    const to = state.first[k + 1]!;
    const hasMotor = parameters.motor.amplitude > 0;
    // The root's rotation by rows.
    const qx = roots.orientation[4 * r]!;
    const qy = roots.orientation[4 * r + 1]!;
    const qz = roots.orientation[4 * r + 2]!;
    const qw = roots.orientation[4 * r + 3]!;
    const xx = 1 - 2 * (qy * qy + qz * qz);
    const xy = 2 * (qx * qy - qz * qw);
    const xz = 2 * (qx * qz + qy * qw);
    const yx = 2 * (qx * qy + qz * qw);
    const yy = 1 - 2 * (qx * qx + qz * qz);
    const yz = 2 * (qy * qz - qx * qw);
    const zx = 2 * (qx * qz - qy * qw);
    const zy = 2 * (qy * qz + qx * qw);
    const zz = 1 - 2 * (qx * qx + qy * qy);
    const g = 3 * k;
    const gx = groomedU1[g]!;
    const gy = groomedU1[g + 1]!;
    const gz = groomedU1[g + 2]!;
    u1[g] = xx * gx + xy * gy + xz * gz;
    u1[g + 1] = yx * gx + yy * gy + yz * gz;
    u1[g + 2] = zx * gx + zy * gy + zz * gz;
    for (let c = 0; c < 3; c++) memory[LANES * (AXIS + c) + lane] = u1[g + c]!;
    for (let i = from; i < to; i++) {
      const o = LANES * (STRAND + NODE * (i - from)) + lane;
      const a = 3 * i;
      for (let c = 0; c < 3; c++) {
        memory[o + LANES * (X + c)] = position[a + c]!;
        memory[o + LANES * (V + c)] = velocity[a + c]!;
        memory[o + LANES * (X_PAST + c)] = positionPast[a + c]!;
        memory[o + LANES * (V_PAST + c)] = velocityPast[a + c]!;
      }
      const isHeld = i < from + 2;
      const bx = isHeld ? groomed[a]! : support[a]!;
      const by = isHeld ? groomed[a + 1]! : support[a + 1]!;
      const bz = isHeld ? groomed[a + 2]! : support[a + 2]!;
      const p = 3 * r;
      memory[o + LANES * FORCE] = xx * bx + xy * by + xz * bz + (isHeld ? roots.position[p]! : force[a]!);
      memory[o + LANES * (FORCE + 1)] = yx * bx + yy * by + yz * bz + (isHeld ? roots.position[p + 1]! : force[a + 1]!);
      memory[o + LANES * (FORCE + 2)] = zx * bx + zy * by + zz * bz + (isHeld ? roots.position[p + 2]! : force[a + 2]!);
      for (let c = 0; c < 6; c++) memory[o + LANES * (DRAG + c)] = damping[6 * i + c]!;
      memory[o + LANES * MASS] = mass[i]!;
      memory[o + LANES * LENGTH] = restLength[i]!;
      memory[o + LANES * PRETENSION] = pretension[i]!;
      memory[o + LANES * BEND] = bendStiffness[i]!;
      memory[o + LANES * ANGLES] = restAngle[2 * i]!;
      memory[o + LANES * (ANGLES + 1)] = restAngle[2 * i + 1]!;
      if (!hasMotor) continue;
      motorAngles(this.motors, parameters, state.controls, k, i, time, motor);
      memory[o + LANES * ANGLES] = restAngle[2 * i]! + motor[0]!;
      memory[o + LANES * (ANGLES + 1)] = restAngle[2 * i + 1]! + motor[1]!;
    }
  }

  /** Kernel. */
  private write(k: number, lane: number, h: number): void {
    const { state } = this;
    const { memory } = this.kernel;
    const { position, velocity, positionPast, velocityPast } = state;
    const from = state.first[k]!;
    const to = state.first[k + 1]!;
    for (let i = from; i < to; i++) {
      const o = LANES * (STRAND + NODE * (i - from)) + lane;
      const a = 3 * i;
      for (let c = 0; c < 3; c++) {
        position[a + c] = memory[o + LANES * (X + c)]!;
        velocity[a + c] = memory[o + LANES * (V + c)]!;
        positionPast[a + c] = memory[o + LANES * (X_PAST + c)]!;
        velocityPast[a + c] = memory[o + LANES * (V_PAST + c)]!;
      }
    }
    state.stepPast[k] = h;
  }
}
