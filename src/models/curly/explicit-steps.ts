import { type CoreState, makeCoreState, measureCore } from './core.ts';
import type { CurlyState } from './fields.ts';
import { makeFrame, writeTargets } from './frames.ts';
import { limitLengths, limitVelocities } from './limiters.ts';
import type { CurlyParameters } from './parameters.ts';
import { smoothEdges } from './smoothing.ts';
import { addBend, addCore, addCoreDamping, addEdgeDamping, type SpringView, setStretch } from './springs.ts';
import type { StepCounts } from './stability.ts';
import { hasCore, turnTo } from './view.ts';

/** What an outer step of explicit steps is given, for all strands. */
export interface OuterStep {
  /** Of what acts from outside, m/s². */
  readonly acceleration: Float64Array;
  /** 0 where a node is held. */
  readonly inverseMass: Float64Array;
  /** The vector across the first edge at the end, three numbers a strand; at the start it is the state's. */
  readonly acrossEnd: Float64Array;
  /** Force steps of each strand, and damping steps in each of them. */
  counts: readonly StepCounts[];
}

/** No end of an edge is faster than this, seen from the other, in lengths a second; strands without a root have no bound. */
export const fastestRate = (isRooted: boolean, { stretchAllowance, outerRate }: CurlyParameters): number =>
  isRooted ? stretchAllowance * outerRate : 1e30;

/** The published steps (Iben et al. 2013, section 5), one strand at a time in double precision: the readable form of kernels/curly/. */
export class ExplicitSteps {
  private readonly state: CurlyState;
  private readonly parameters: CurlyParameters;
  private readonly springs: SpringView;
  private readonly given: OuterStep;
  private readonly core: CoreState;
  private readonly hasCore: boolean;
  private readonly smoothed: Float64Array;
  private readonly targets: Float64Array;
  private readonly tension: Float64Array;
  private readonly frame = makeFrame();
  private readonly across = new Float64Array(3);

  constructor(state: CurlyState, parameters: CurlyParameters, springs: SpringView, given: OuterStep) {
    const vectors = (): Float64Array => new Float64Array(state.position.length);
    this.state = state;
    this.parameters = parameters;
    this.springs = springs;
    this.given = given;
    this.core = makeCoreState(state.mass.length);
    this.hasCore = hasCore(parameters);
    this.smoothed = vectors();
    this.targets = vectors();
    this.tension = vectors();
  }

  /** Takes a strand through `h`. */
  advance(k: number, h: number): void {
    const { state, springs, parameters, given, across } = this;
    const { position: x, velocity: v, restLength, u1 } = state;
    turnTo(springs, state, parameters, k);
    const { from, to } = springs;
    const { force, damping } = given.counts[k]!;
    const hf = h / force;
    for (let n = 0; n < force; n++) {
      for (let c = 3 * k; c < 3 * k + 3; c++) across[c - 3 * k] = u1[c]! + (n / force) * (given.acrossEnd[c]! - u1[c]!);
      this.applySprings(hf);
      for (let m = 0; m < damping; m++) this.damp(hf / damping, state.rooted[k] === 1);
      for (let c = 3 * from; c < 3 * to; c++) x[c] = x[c]! + hf * v[c]!;
      if (state.rooted[k] === 1) limitLengths(x, restLength, given.inverseMass, from, to, parameters.stretchAllowance);
    }
  }

  /** Forces of springs and of the world, as velocities after `h`. */
  private applySprings(h: number): void {
    const { springs, state, smoothed, targets, tension, core } = this;
    const { position: x, velocity: v, restLength } = state;
    const { from, to } = springs;
    setStretch(springs, x, tension);
    smoothEdges(x, restLength, springs.bendWeight, from, to, smoothed);
    writeTargets(this.frame, smoothed, state.reference, restLength, from, to, this.across, 0, targets);
    addBend(springs, x, targets, tension);
    core.isActive = false;
    if (this.hasCore) {
      smoothEdges(x, restLength, springs.coreWeight, from, to, smoothed);
      measureCore(smoothed, springs.restCore, restLength, from, to, springs.core, core);
      addCore(springs, core, targets, tension);
    }
    for (let c = 3 * from; c < 3 * to; c++) v[c] = v[c]! + h * this.given.acceleration[c]!;
    this.pull(h);
  }

  /** Damping alone, everything that it goes with as it was when springs were applied. */
  private damp(h: number, isRooted: boolean): void {
    const { springs, state, tension } = this;
    const { position: x, velocity: v, restLength } = state;
    const { from, to } = springs;
    tension.fill(0, 3 * from, 3 * to);
    addEdgeDamping(springs, x, v, tension);
    addCoreDamping(springs, this.core, v, this.targets, tension);
    this.pull(h);
    limitVelocities(v, restLength, this.given.inverseMass, from, to, fastestRate(isRooted, this.parameters));
  }

  /** What tensions of edges do to velocities. */
  private pull(h: number): void {
    const { tension } = this;
    const { inverseMass } = this.given;
    const { velocity: v } = this.state;
    const { from, to } = this.springs;
    for (let i = from; i < to; i++) {
      const w = h * inverseMass[i]!;
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        const before = i > from ? tension[c - 3]! : 0;
        v[c] = v[c]! + w * ((i < to - 1 ? tension[c]! : 0) - before);
      }
    }
  }
}
