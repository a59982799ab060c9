import type { ContactMaker } from '../contactable.ts';
import { NodalSolver } from '../nodal-solver.ts';
import { makeStepScratch } from '../nodal-stepper.ts';
import { writePull } from '../nodal-system.ts';
import type { SpringStore } from './fields.ts';
import type { SpringTerms } from './forces.ts';
import type { MassSpringParameters } from './parameters.ts';
import { RigStepper } from './rig-stepper.ts';

/** Largest h ω of explicit steps that is taken: they diverge at 2. */
const SAFE = 1.6;
/** A step is divided no finer: strands that ask for more are taken for heavier than they are. */
const MOST_PARTS = 256;

const ELASTIC: SpringTerms = { elastic: true, stiffness: 0, damping: 0 };
const STIFF: SpringTerms = { elastic: true, stiffness: 1, damping: 0 };

/**
 * Explicit positions and elastic forces, implicit damping (after Bridson, Marino and Fedkiw 2003), second order: with C the damping of springs,
 *   (M + h/2 C) v½ = M v + h/2 f(x),  x⁺ = x + h v½,  (M + h/2 C⁺) v⁺ = M v + h/2 (f(x) − C v) + h/2 f(x⁺).
 * Damping both halves from v½ would be first order. Contacts are met at the end of a step, whose parts are as many as the stiffest spring asks for.
 */
export class HybridStepper extends RigStepper {
  /** Parts that each strand asks for in a second, and how much heavier it is taken when steps are `dividedFor`. */
  private readonly rate: Float64Array;
  /** Velocities of unknowns, where they are held with what they are held at; two more for sums. */
  private readonly velocity: Float64Array;
  private readonly sum: Float64Array;
  private readonly momentum: Float64Array;
  private readonly weight: Float64Array;
  private readonly forceNow: Float64Array;
  /** Acceleration from outside; velocities at the end of the parts, and how far they came. */
  private readonly outside: Float64Array;
  private readonly lastVelocity: Float64Array;
  private readonly reached: Float64Array;
  private readonly railsVelocity: Float64Array;
  private readonly pull = new Float64Array(3);

  constructor(store: SpringStore, parameters: MassSpringParameters, makeContacts: ContactMaker) {
    super(store, parameters, makeContacts, {
      scratch: makeStepScratch(store.arrays.mass.length),
      // Springs answer for lengths.
      solver: (system) => new NodalSolver(system, store.mostNodes, Number.POSITIVE_INFINITY),
      hasPast: false,
    });
    const nodes = store.arrays.mass.length;
    const unknowns = this.system.rhs.length;
    this.velocity = new Float64Array(unknowns);
    this.sum = new Float64Array(unknowns);
    this.momentum = new Float64Array(unknowns);
    this.weight = new Float64Array(unknowns);
    this.forceNow = new Float64Array(unknowns);
    this.outside = new Float64Array(3 * nodes);
    this.lastVelocity = new Float64Array(3 * nodes);
    this.reached = new Float64Array(3 * nodes);
    this.railsVelocity = new Float64Array(6 * nodes);
    this.rate = Float64Array.from(this.state.ids, (_, k) => this.fastest(k));
  }

  /** Bound of the largest rate of springs in the present shape: row sums over masses. */
  private fastest(k: number): number {
    const { state, system } = this;
    const [from, to] = [state.first[k]!, state.first[k + 1]!];
    if (to - from < 2) return 0;
    const { unknowns, band, matrix } = system;
    system.clear(to - from);
    this.forces.countFrom(k, state.position, state.rails, 0);
    this.forces.add(k, state.position, state.rails, system, STIFF);
    const { sum } = this;
    sum.fill(0);
    const size = unknowns * (to - from);
    for (let u = 0; u < size; u++)
      for (let v = Math.max(0, u - band); v <= u; v++) {
        const entry = Math.abs(matrix[u * (band + 1) + band + v - u]!);
        sum[u] = sum[u]! + entry;
        if (v < u) sum[v] = sum[v]! + entry;
      }
    let most = 0;
    for (let u = 0; u < size; u++) most = Math.max(most, sum[u]! / state.mass[from + Math.floor(u / unknowns)]!);
    return Math.sqrt(most);
  }

  protected override predicted(k: number, h: number): void {
    const { state, free } = this;
    const { position: x, velocity: v } = state;
    const { previous, inertia } = this.scratch;
    const { from, to } = this.view;
    const wanted = Math.max(1, Math.ceil((h * this.rate[k]!) / SAFE));
    const parts = Math.min(MOST_PARTS, wanted);
    const heavier = (wanted / parts) * (wanted / parts);
    const { outside, reached, railsVelocity } = this;
    for (let i = from; i < to; i++)
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        const isHeld = inertia[6 * i] === 0;
        reached[c] = x[c]!;
        const mean = (x[c]! - previous[c]!) / h;
        outside[c] = isHeld ? 0 : (mean - v[c]!) / h;
        this.lastVelocity[c] = isHeld ? mean : v[c]!;
        x[c] = previous[c]!;
      }
    // Rails of the root turn with it from where they were.
    for (let c = 6 * from; c < 6 * to; c++) {
      const isRoot = state.rooted[k] === 1 && c < 6 * (from + 2);
      railsVelocity[c] = isRoot ? (free[c]! - state.rails[c]!) / h : state.railVelocity[c]!;
      free[c] = state.rails[c]!;
    }
    this.takeParts(k, h / parts, parts, heavier);
    for (let i = from; i < to; i++)
      if (inertia[6 * i] === 0) for (let c = 3 * i; c < 3 * i + 3; c++) x[c] = reached[c]!;
    for (let c = 3 * from; c < 3 * to; c++) reached[c] = x[c]!;
  }

  private takeParts(k: number, h: number, parts: number, heavier: number): void {
    const { system, velocity, sum, momentum, forceNow } = this;
    const size = this.gatherVelocities();
    const time = this.stepTime - h * parts;
    this.beginPart(k, h, heavier, time);
    for (let n = 0; n < parts; n++) {
      // Of the matrix of this part's start: h/2 C v, then v½.
      system.multiply(velocity, sum);
      for (let u = 0; u < size; u++) {
        const drag = sum[u]! - this.weight[u]! * velocity[u]!;
        momentum[u] = this.weight[u]! * velocity[u]! + 0.5 * h * forceNow[u]! - drag;
        sum[u] = 0.5 * h * forceNow[u]! - drag;
      }
      this.solveFor(sum, size);
      this.move(h);
      this.beginPart(k, h, heavier, time + h * (n + 1));
      system.multiply(velocity, sum);
      for (let u = 0; u < size; u++) sum[u] = momentum[u]! + 0.5 * h * forceNow[u]! - sum[u]!;
      this.solveFor(sum, size);
      // The factors overwrote the matrix that the next part begins with.
      if (n + 1 < parts) this.layDamping(k, h, heavier);
    }
    this.keepVelocities();
  }

  /** Velocities of nodes and rails, unknown by unknown. */
  private gatherVelocities(): number {
    const { system, velocity, lastVelocity, railsVelocity } = this;
    const { unknowns } = system;
    const { from, to } = this.view;
    for (let i = from; i < to; i++)
      for (let c = 0; c < unknowns; c++)
        velocity[unknowns * (i - from) + c] = c < 3 ? lastVelocity[3 * i + c]! : railsVelocity[6 * i + c - 3]!;
    return unknowns * (to - from);
  }

  private keepVelocities(): void {
    const { system, velocity, lastVelocity, railsVelocity } = this;
    const { unknowns } = system;
    const { from, to } = this.view;
    for (let i = from; i < to; i++)
      for (let c = 0; c < unknowns; c++) {
        const value = velocity[unknowns * (i - from) + c]!;
        if (c < 3) lastVelocity[3 * i + c] = value;
        else railsVelocity[6 * i + c - 3] = value;
      }
  }

  /** Forces at present places, and the matrix. */
  private beginPart(k: number, h: number, heavier: number, time: number): void {
    const { system, state, free, forceNow, outside } = this;
    const { from, to } = this.view;
    const size = system.unknowns * (to - from);
    this.forces.countFrom(k, state.position, free, time);
    system.clear(to - from);
    this.forces.add(k, state.position, free, system, ELASTIC);
    for (let u = 0; u < size; u++) forceNow[u] = system.rhs[u]!;
    for (let i = from; i < to; i++)
      for (let c = 0; c < 3; c++) {
        const u = system.unknowns * (i - from) + c;
        // What acts from outside accelerates by its own masses.
        forceNow[u] = forceNow[u]! + heavier * state.mass[i]! * outside[3 * i + c]!;
      }
    this.layDamping(k, h, heavier);
  }

  /** M + h/2 C. */
  private layDamping(k: number, h: number, heavier: number): void {
    const { system, state, free, weight } = this;
    const { from, to } = this.view;
    const { unknowns, band, matrix } = system;
    system.clear(to - from);
    for (let i = from; i < to; i++) {
      const m = heavier * state.mass[i]!;
      const u = unknowns * (i - from);
      for (let c = 0; c < 3; c++) matrix[(u + c) * (band + 1) + band] = m;
      system.addFree(i - from, m, NO_WAY);
      for (let c = 0; c < unknowns; c++) weight[u + c] = matrix[(u + c) * (band + 1) + band]!;
    }
    this.forces.add(k, state.position, free, system, { elastic: false, stiffness: 0, damping: 0.5 * h });
    this.holdNodes(k);
  }

  /** Adds the solution to velocities: what is held keeps its own. */
  private solveFor(right: Float64Array, size: number): void {
    const { system, velocity } = this;
    for (let u = 0; u < size; u++) if (system.holds(u)) right[u] = 0;
    system.factor();
    system.solve(right);
    for (let u = 0; u < size; u++) velocity[u] = velocity[u]! + right[u]!;
  }

  private move(h: number): void {
    const { system, state, free, velocity } = this;
    const { unknowns } = system;
    const { from, to } = this.view;
    for (let i = from; i < to; i++)
      for (let c = 0; c < unknowns; c++) {
        const way = h * velocity[unknowns * (i - from) + c]!;
        if (c < 3) state.position[3 * i + c] = state.position[3 * i + c]! + way;
        else free[6 * i + c - 3] = free[6 * i + c - 3]! + way;
      }
  }

  /** Contacts alone: nodes go where their masses resist least. */
  protected override assemble(k: number): void {
    const { system, state, pull } = this;
    const { inertia } = this.scratch;
    const { from, to } = this.view;
    system.clear(to - from);
    for (let i = from; i < to; i++) {
      writePull(this.view, i, pull, 0);
      system.addNode(i - from, inertia, 6 * i, pull[0]!, pull[1]!, pull[2]!);
      system.addFree(i - from, state.mass[i]!, NO_WAY);
    }
    this.holdNodes(k);
  }

  protected override finish(k: number, h: number): void {
    const { state, free, lastVelocity, reached, railsVelocity } = this;
    const { datum } = this.scratch;
    const { velocity: v, rails, railVelocity } = state;
    // What contacts changed is added to the velocities at the end of the parts.
    for (let c = 3 * this.view.from; c < 3 * this.view.to; c++)
      v[c] = lastVelocity[c]! + v[c]! - (reached[c]! - datum[c]!) / h;
    for (let c = 6 * this.view.from; c < 6 * this.view.to; c++) {
      rails[c] = free[c]!;
      railVelocity[c] = railsVelocity[c]!;
    }
    super.finish(k, h);
  }
}

const NO_WAY = new Float64Array(6);
