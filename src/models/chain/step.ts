import { rotate } from '../../numeric/rotation.ts';
import { at } from '../../numeric/vector.ts';
import type { ContactMaker } from '../contactable.ts';
import { NodalSolver } from '../nodal-solver.ts';
import { makeStepScratch, NodalStepper } from '../nodal-stepper.ts';
import { quatRow } from '../store/place.ts';
import { stateOf } from '../store/strand-store.ts';
import type { CHAIN_FIELDS, ChainState, ChainStore } from './fields.ts';
import { transportInTime } from './frames.ts';
import { makeJoint } from './joint.ts';
import { setLengths } from './lengths.ts';
import type { ChainParameters } from './parameters.ts';
import { assembleStrand, makeStrandSystem, type StrandSystem, type StrandView } from './system.ts';
import { relaxTwist, type TwistView } from './twist.ts';

/** One step of all chains: joints and lengths in one system, frames carried, twist at rest. */
export class ChainStepper extends NodalStepper<typeof CHAIN_FIELDS> {
  private readonly state: ChainState;
  private readonly frames: Float64Array;
  private readonly rootFrame = new Float64Array(3);
  private readonly system: StrandSystem;
  private readonly twist: TwistView;
  private readonly strand: StrandView;

  constructor(store: ChainStore, parameters: ChainParameters, compliance: number, makeContacts: ContactMaker) {
    const state = stateOf(store);
    const nodes = state.mass.length;
    const longest = store.mostNodes;
    const scratch = makeStepScratch(nodes);
    const frames = new Float64Array(3 * nodes);
    const system = makeStrandSystem(longest);
    const view = {
      x: state.position,
      target: scratch.target,
      inertia: scratch.inertia,
      restLength: state.restLength,
      bend: state.bend,
      restTwist: state.restTwist,
      stiffness: state.stiffness,
      twistStiffness: state.twistStiffness,
      u1: frames,
      tension: state.tension,
      compliance,
      from: 0,
      to: 0,
    };
    const solver = new NodalSolver(system, longest);
    const { solves, damping } = parameters;
    super(store, { view, scratch, equations: system, solver, makeContacts, solves, damping });
    this.state = state;
    this.frames = frames;
    this.system = system;
    this.strand = view;
    this.twist = {
      ...view,
      joint: makeJoint(),
      diagonal: new Float64Array(longest),
      upper: new Float64Array(longest),
      turn: new Float64Array(longest),
    };
  }

  protected override assemble(k: number): void {
    this.transportFrames(k);
    assembleStrand(this.strand, this.system);
  }

  protected override placed(k: number): void {
    const { row, states } = this.roots;
    const turn = quatRow(states.orientation, row[k]!);
    this.rootFrame.set(rotate(turn, at(this.state.groomedU1, this.state.first[k]!)));
  }

  protected override limit(k: number, isConverged: boolean, contacts: number): void {
    if (!isConverged || contacts === 0) setLengths(this.state, k, this.scratch.inertia);
  }

  /** Twist at rest. */
  protected override finish(k: number): void {
    const { view, frames } = this;
    const { u1, rooted } = this.state;
    if (view.to - view.from < 2) return;
    this.transportFrames(k);
    relaxTwist(this.twist, view.from, view.to, rooted[k] === 1);
    for (let c = 3 * view.from; c < 3 * view.to; c++) u1[c] = frames[c]!;
  }

  /** Frames at the present positions: carried from the last step, the first edge's with its root. */
  private transportFrames(k: number): void {
    const { state, frames, view } = this;
    transportInTime(this.scratch.previous, state.position, state.u1, frames, view.from, view.to);
    if (state.rooted[k]) frames.set(this.rootFrame, 3 * view.from);
  }
}
