import { addThree } from '../../numeric/flat3.ts';
import { rotate } from '../../numeric/rotation.ts';
import { at } from '../../numeric/vector.ts';
import type { ContactMaker } from '../contactable.ts';
import { NodalSolver } from '../nodal-solver.ts';
import { makeNodalView, makeStepScratch, NodalStepper } from '../nodal-stepper.ts';
import { writePull } from '../nodal-system.ts';
import { quatRow } from '../store/place.ts';
import { stateOf } from '../store/strand-store.ts';
import { type CoreState, makeCoreState, measureCore } from './core.ts';
import { StrandElimination } from './elimination.ts';
import type { CURLY_FIELDS, CurlyState, CurlyStore } from './fields.ts';
import { beginFrame, makeFrame, moveFrame, writeTargets } from './frames.ts';
import { limitLengths, limitVelocities } from './limiters.ts';
import type { CurlyParameters } from './parameters.ts';
import { smoothEdges } from './smoothing.ts';
import { passOn, type SpringView } from './springs.ts';
import { hasCore, makeSpringView, turnTo } from './view.ts';

/** Steps are not longer than this: about a hundredth of the published number. */
const LONGEST_STEP = 1 / 120;
/** An edge that a solve left off by more than this asks for another. */
const LENGTH_TOLERANCE = 2e-3;

/**
 * The implicit step: second-order backward differences of the published forces, one solve where edges turn little. Targets of bending springs stay where
 * the last solve had them (the published force has no reaction on the frames either), so that all matrices are symmetric.
 */
export class ImplicitStepper extends NodalStepper<typeof CURLY_FIELDS> {
  private readonly state: CurlyState;
  private readonly parameters: CurlyParameters;
  private readonly springs: SpringView;
  private readonly equations: StrandElimination;
  private readonly core: CoreState;
  private readonly hasCore: boolean;
  private readonly smoothed: Float64Array;
  /** Smoothed edges of the core that their rates are counted from. */
  private readonly coreBefore: Float64Array;
  private readonly targets: Float64Array;
  private readonly tension: Float64Array;
  private readonly inverseMass: Float64Array;
  private readonly frame = makeFrame();
  private readonly block = new Float64Array(6);
  private readonly compliant: { compliance: number };

  constructor(store: CurlyStore, parameters: CurlyParameters, makeContacts: ContactMaker) {
    const state = stateOf(store);
    const nodes = state.mass.length;
    const scratch = makeStepScratch(nodes);
    const springs = makeSpringView(state, parameters);
    const equations = new StrandElimination(store.mostNodes, state.restLength, springs.coreWeight);
    const view = makeNodalView(state, scratch, 0);
    const solver = new NodalSolver(equations, store.mostNodes, LENGTH_TOLERANCE);
    super(store, {
      view,
      scratch,
      equations,
      solver,
      makeContacts,
      solves: parameters.solves,
      damping: 0,
      past: state,
      holdsEdges: true,
    });
    this.state = state;
    this.parameters = parameters;
    this.springs = springs;
    this.equations = equations;
    this.compliant = view;
    this.core = makeCoreState(nodes);
    this.hasCore = hasCore(parameters);
    this.smoothed = new Float64Array(3 * nodes);
    this.coreBefore = new Float64Array(3 * nodes);
    this.targets = new Float64Array(3 * nodes);
    this.tension = new Float64Array(3 * nodes);
    this.inverseMass = new Float64Array(nodes);
  }

  protected override partsOf(dt: number): number {
    return Math.max(1, Math.ceil(dt / LONGEST_STEP - 1e-9));
  }

  protected override begin(k: number): void {
    const { springs, state } = this;
    turnTo(springs, state, this.parameters, k);
    this.compliant.compliance = springs.stretch > 0 ? 1 / springs.stretch : 1e30;
    if (this.hasCore)
      smoothEdges(this.scratch.datum, state.restLength, springs.coreWeight, springs.from, springs.to, this.coreBefore);
  }

  protected override placed(k: number): void {
    const { row, states } = this.roots;
    this.state.u1.set(rotate(quatRow(states.orientation, row[k]!), at(this.state.groomedU1, k)), 3 * k);
  }

  protected override assemble(k: number, h: number): void {
    const { equations, springs, state, smoothed, targets, tension } = this;
    const { from, to } = springs;
    const { position: x, restLength, reference } = state;
    equations.clear(to - from);
    this.addInertia();
    smoothEdges(x, restLength, springs.bendWeight, from, to, smoothed);
    writeTargets(this.frame, smoothed, reference, restLength, from, to, state.u1, 3 * k, targets);
    for (let i = from; i < to - 1; i++) this.addEdge(i, h);
    if (this.hasCore) this.addCore(h);
    const { rhs } = equations;
    for (let i = from; i < to - 1; i++) {
      const a = 3 * i;
      const u = 3 * (i - from);
      addThree(rhs, u, tension[a]!, tension[a + 1]!, tension[a + 2]!);
      addThree(rhs, u + 3, -tension[a]!, -tension[a + 1]!, -tension[a + 2]!);
    }
  }

  private addInertia(): void {
    const { equations, springs } = this;
    const { inertia } = this.scratch;
    for (let i = springs.from; i < springs.to; i++) {
      const j = i - springs.from;
      equations.addNode(j, inertia, 6 * i);
      writePull(this.view, i, equations.rhs, 3 * j);
    }
  }

  /** Stretch, bending and their damping: tension of edge i, and how it changes. */
  private addEdge(i: number, h: number): void {
    const { springs, targets, tension, block } = this;
    const { position: x } = this.state;
    const { datum: before } = this.scratch;
    const a = 3 * i;
    const ex = x[a + 3]! - x[a]!;
    const ey = x[a + 4]! - x[a + 1]!;
    const ez = x[a + 5]! - x[a + 2]!;
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
    const tx = ex / length;
    const ty = ey / length;
    const tz = ez / length;
    const l = springs.restLength[i]!;
    // The edge's rate times h.
    const dx = ex - before[a + 3]! + before[a]!;
    const dy = ey - before[a + 4]! + before[a + 1]!;
    const dz = ez - before[a + 5]! + before[a + 2]!;
    const bend = i === springs.from ? 0 : springs.bendStiffness[i]!;
    const across = springs.bendDamping[i]! / h;
    const along = springs.stretchDamping / (l * h);
    const pull = (springs.stretch * (length - l)) / l + springs.pretension[i]!;
    const axial = pull + (along - across) * (dx * tx + dy * ty + dz * tz);
    tension[a] = axial * tx + across * dx + bend * (ex - targets[a]!);
    tension[a + 1] = axial * ty + across * dy + bend * (ey - targets[a + 1]!);
    tension[a + 2] = axial * tz + across * dz + bend * (ez - targets[a + 2]!);
    // A pull also resists turning; a push would make the block indefinite and is left out.
    const sideways = across + bend + (pull > 0 ? pull / length : 0);
    const more = springs.stretch / l + along + bend - sideways;
    block[0] = sideways + more * tx * tx;
    block[1] = more * tx * ty;
    block[2] = more * tx * tz;
    block[3] = sideways + more * ty * ty;
    block[4] = more * ty * tz;
    block[5] = sideways + more * tz * tz;
    this.equations.addEdge(i - springs.from, block);
  }

  /** Core springs and their damping: moments of smoothed edges, passed on as tensions, and their stiffness. */
  private addCore(h: number): void {
    const { springs, smoothed, core, coreBefore, tension, equations } = this;
    const { from, to } = springs;
    const { position: x, restLength, restCore } = this.state;
    smoothEdges(x, restLength, springs.coreWeight, from, to, smoothed);
    measureCore(smoothed, restCore, restLength, from, to, springs.core, core);
    if (!core.isActive) return;
    const { stiffness } = equations.core;
    equations.core.isActive = true;
    for (let i = from; i < to - 1; i++) {
      const a = 3 * i;
      const o = 6 * (i - from);
      const bx = core.direction[a]!;
      const by = core.direction[a + 1]!;
      const bz = core.direction[a + 2]!;
      const drag = core.drag[i]! / h;
      const change =
        (smoothed[a]! - coreBefore[a]!) * bx +
        (smoothed[a + 1]! - coreBefore[a + 1]!) * by +
        (smoothed[a + 2]! - coreBefore[a + 2]!) * bz;
      const moment = core.moment[i]! + drag * change;
      const sideways = core.moment[i]! * core.inverse[i]!;
      const more = core.slope[i]! + drag - sideways;
      stiffness[o] = sideways + more * bx * bx;
      stiffness[o + 1] = more * bx * by;
      stiffness[o + 2] = more * bx * bz;
      stiffness[o + 3] = sideways + more * by * by;
      stiffness[o + 4] = more * by * bz;
      stiffness[o + 5] = sideways + more * bz * bz;
      smoothed[a] = moment * bx;
      smoothed[a + 1] = moment * by;
      smoothed[a + 2] = moment * bz;
    }
    passOn(springs, smoothed, tension);
  }

  /** The cap on lengths. A piece without a root has nothing that it could be measured from. */
  protected override limit(k: number): void {
    const { springs, state, inverseMass } = this;
    const { inertia } = this.scratch;
    if (state.rooted[k] !== 1) return;
    for (let i = springs.from; i < springs.to; i++) inverseMass[i] = inertia[6 * i] === 0 ? 0 : 1;
    const { stretchAllowance } = this.parameters;
    limitLengths(state.position, state.restLength, inverseMass, springs.from, springs.to, stretchAllowance);
  }

  protected override finish(k: number): void {
    const { springs, state, frame } = this;
    const { from, to } = springs;
    if (to - from < 2) return;
    const { stretchAllowance, outerRate } = this.parameters;
    if (state.rooted[k] === 1) {
      limitVelocities(state.velocity, state.restLength, this.inverseMass, from, to, stretchAllowance * outerRate);
      return;
    }
    // The first frame of a piece without a root follows its first edge.
    const x = state.position;
    smoothEdges(this.scratch.previous, state.restLength, springs.bendWeight, from, from + 2, this.smoothed);
    beginFrame(frame, this.smoothed, from, state.u1, 3 * k);
    const a = 3 * from;
    moveFrame(frame, x[a + 3]! - x[a]!, x[a + 4]! - x[a + 1]!, x[a + 5]! - x[a + 2]!);
    state.u1[3 * k] = frame.ux;
    state.u1[3 * k + 1] = frame.uy;
    state.u1[3 * k + 2] = frame.uz;
  }
}
