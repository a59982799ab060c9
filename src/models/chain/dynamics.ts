import { conjugate, IDENTITY, multiply, rotate } from '../../numeric/rotation.ts';
import { add, at, cross, mix, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import {
  type Environment,
  makeRootStates,
  type RootStates,
  type Roots,
  type StepReport,
  type StrandDynamics,
  type StrandEdit,
} from '../model.ts';
import { locateEdge, strandIndex, writeArcLengths } from '../nodal.ts';
import { packArrays, unpackArrays } from '../snapshot.ts';
import { type BuildOptions, buildState, groomAsPresent, quatAt, setRestShape, setSupport } from './build.ts';
import { carryAlong } from './frames.ts';
import type { ChainParameters } from './parameters.ts';
import { rememberNatural, reshape } from './reshape.ts';
import { assemble, type ChainState, type Piece, stateArrays, stateFromArrays, wholeStrand } from './state.ts';
import { ChainStepper } from './step.ts';

/** A cut within this share of an edge from a node happens at the node. */
const SNAP = 0.05;

/** Running chains: the contract around the state; the step itself is in `step.ts`. */
export class ChainDynamics implements StrandDynamics {
  private state: ChainState;
  private stepper: ChainStepper;
  private readonly parameters: ChainParameters;
  private readonly options: BuildOptions;
  private index: Map<number, number>;

  constructor(state: ChainState, parameters: ChainParameters, options: BuildOptions) {
    this.state = state;
    this.parameters = parameters;
    this.options = options;
    this.stepper = new ChainStepper(state, parameters, compliance(options));
    this.index = strandIndex(state.ids);
  }

  get ids(): Uint32Array {
    return this.state.ids;
  }

  get first(): Uint32Array {
    return this.state.first;
  }

  step(dt: number, environment: Environment): StepReport {
    return this.stepper.step(dt, environment);
  }

  positions(out: Float32Array | Float64Array): void {
    out.set(this.state.position);
  }

  velocities(out: Float32Array | Float64Array): void {
    out.set(this.state.velocity);
  }

  arcLengths(out: Float64Array): void {
    writeArcLengths(this.state, out);
  }

  positionAt(id: number, s: number): Vec3 {
    return this.interpolate(this.state.position, id, s);
  }

  velocityAt(id: number, s: number): Vec3 {
    return this.interpolate(this.state.velocity, id, s);
  }

  inverseMass(id: number, s: number): number {
    const [node, t] = this.locate(id, s);
    const strand = this.index.get(id)!;
    const held = this.state.rooted[strand] ? this.state.first[strand]! + 1 : -1;
    const w = (i: number): number => (i <= held ? 0 : 1 / this.state.mass[i]!);
    return (1 - t) * (1 - t) * w(node) + t * t * w(node + 1);
  }

  edit(ids: Uint32Array, change: StrandEdit): void {
    let from = 0;
    for (const id of ids) {
      const k = this.strandOf(id);
      reshape(this.state, k, change, from);
      from += this.state.first[k + 1]! - this.state.first[k]!;
    }
    if (change.restFromShape) this.restFromShape(ids);
    // Lengths and distances are known to whoever looks for places and obstacles.
    else if (change.lengthen !== undefined || change.thickness !== undefined) this.replace(this.state);
  }

  /** The present shape becomes the groomed one and the equilibrium of the chosen strands. */
  private restFromShape(ids: Uint32Array): void {
    const chosen = assemble(Array.from(ids, (id) => wholeStrand(this.state, this.strandOf(id))));
    setRestShape(chosen);
    const rows = makeRootStates(ids.length);
    chosen.ids.forEach((_, k) => {
      rows.orientation.set(chosen.rooted[k] ? groomAsPresent(chosen, k) : IDENTITY, 4 * k);
    });
    if (this.options.restState === 'sag-free')
      setSupport(chosen, rows, this.options.gravity, new Float64Array(chosen.position.length));
    chosen.ids.forEach((_, k) => {
      if (!chosen.rooted[k]) chosen.support.fill(0, 3 * chosen.first[k]!, 3 * chosen.first[k + 1]!);
    });
    rememberNatural(chosen);
    this.replace(this.withStrands(chosen, ids));
  }

  split(id: number, s: number, newId: number): boolean {
    const strand = this.strandOf(id);
    const [node, t] = this.locate(id, s);
    const from = this.state.first[strand]!;
    const to = this.state.first[strand + 1]!;
    const cut = t < SNAP ? node : t > 1 - SNAP ? node + 1 : -1;
    const source = cut >= 0 ? this.state : insertNode(this.state, strand, node, t);
    const at = cut >= 0 ? cut : node + 1;
    const end = cut >= 0 ? to : to + 1;
    if (at - from < 1 || at >= end - 1) return false;
    const pieces: Piece[] = [];
    for (let k = 0; k < source.ids.length; k++) {
      const whole = wholeStrand(source, k);
      pieces.push(k === strand ? { ...whole, to: at + 1 } : whole);
    }
    pieces.push({ source, strand, id: newId, from: at, to: end });
    const next = assemble(pieces);
    endAt(next, strand);
    shareNodeMass(source, at, next, strand);
    next.rooted[next.ids.length - 1] = 0;
    next.support.fill(0, 3 * next.first[next.ids.length - 1]!);
    this.replace(next);
    return true;
  }

  add(strands: Strands, roots: Roots, time: number): void {
    const added = buildState(strands, roots, time, this.options);
    const all = [this.state, added].flatMap((state) => Array.from(state.ids, (_, k) => wholeStrand(state, k)));
    this.replace(assemble(all));
  }

  remove(ids: Uint32Array): void {
    const gone = new Set(ids);
    const kept = Array.from(this.state.ids, (_, k) => wholeStrand(this.state, k)).filter(
      (piece) => !gone.has(piece.id),
    );
    this.replace(assemble(kept));
  }

  teleport(before: RootStates, after: RootStates): void {
    const { position, velocity, u1, grip, first } = this.state;
    for (let k = 0; k < this.state.ids.length; k++) {
      if (!this.state.rooted[k]) continue;
      const turn = multiply(quatAt(after.orientation, k), conjugate(quatAt(before.orientation, k)));
      const origin = at(before.position, k);
      const target = at(after.position, k);
      for (let i = first[k]!; i < first[k + 1]!; i++) {
        const arm = rotate(turn, subtract(at(position, i), origin));
        position.set(add(target, arm), 3 * i);
        velocity.set(add(at(after.velocity, k), cross(at(after.angularVelocity, k), arm)), 3 * i);
        u1.set(rotate(turn, at(u1, i)), 3 * i);
        for (let p = 2 * i; p < 2 * i + 2; p++) grip.set(rotate(turn, at(grip, p)), 3 * p);
      }
    }
  }

  reset(ids: Uint32Array, roots: Roots, time: number): void {
    const rooted = ids.filter((id) => this.state.rooted[this.strandOf(id)]);
    const rows = makeRootStates(rooted.length);
    roots.sample(rooted, time, rows);
    rooted.forEach((id, row) => {
      const k = this.strandOf(id);
      for (let i = this.state.first[k]!; i < this.state.first[k + 1]!; i++) {
        const arm = rotate(quatAt(rows.orientation, row), at(this.state.groomed, i));
        this.state.position.set(add(at(rows.position, row), arm), 3 * i);
        this.state.velocity.set(add(at(rows.velocity, row), cross(at(rows.angularVelocity, row), arm)), 3 * i);
        this.state.tension[i] = 0;
        this.state.push.fill(0, 2 * i, 2 * i + 2);
      }
      const begin = this.state.first[k]!;
      this.state.u1.set(rotate(quatAt(rows.orientation, row), at(this.state.up, k)), 3 * begin);
      carryAlong(this.state.position, this.state.u1, begin, this.state.first[k + 1]!);
    });
  }

  setState(positions: Float64Array, velocities: Float64Array, roots: Roots, time: number): number {
    this.reset(this.state.ids, roots, time);
    const { position, velocity, u1, first } = this.state;
    position.set(positions);
    velocity.set(velocities);
    for (let k = 0; k < this.state.ids.length; k++) carryAlong(position, u1, first[k]!, first[k + 1]!);
    return 0;
  }

  checkpoint(): void {
    this.stepper.keep();
  }

  rollback(): void {
    this.stepper.rollback();
  }

  snapshot(): Uint8Array {
    return packArrays(stateArrays(this.state));
  }

  restore(snapshot: Uint8Array, ids?: Uint32Array): void {
    const state = stateFromArrays(unpackArrays(snapshot));
    this.replace(ids ? this.withStrands(state, ids) : state);
  }

  /** The present state with some strands taken from another. */
  private withStrands(other: ChainState, ids: Uint32Array): ChainState {
    const wanted = new Set(ids);
    const places = strandIndex(other.ids);
    return assemble(
      Array.from(this.state.ids, (id, k) =>
        wanted.has(id) ? wholeStrand(other, places.get(id)!) : wholeStrand(this.state, k),
      ),
    );
  }

  private replace(state: ChainState): void {
    this.state = state;
    this.stepper = new ChainStepper(state, this.parameters, compliance(this.options));
    this.index = strandIndex(state.ids);
  }

  private strandOf(id: number): number {
    const strand = this.index.get(id);
    if (strand === undefined) throw new RangeError(`chain: no strand has the id ${id}`);
    return strand;
  }

  private locate(id: number, s: number): readonly [node: number, share: number] {
    return locateEdge(this.state, this.strandOf(id), s);
  }

  private interpolate(values: Float64Array, id: number, s: number): Vec3 {
    const [node, t] = this.locate(id, s);
    return mix(at(values, node), at(values, node + 1), t);
  }
}

/** Lengthening of the fibre for one newton, per metre. */
function compliance({ fibre }: BuildOptions): number {
  return 1 / (fibre.youngsModulus * Math.PI * fibre.radius * fibre.radius);
}

/** The last node of a strand has no edge and no joint. */
function endAt(state: ChainState, k: number): void {
  const tip = state.first[k + 1]! - 1;
  state.restLength[tip] = state.madeLength[tip] = 0;
  state.stiffness[tip] = state.madeStiffness[tip] = 0;
  state.twistStiffness[tip] = state.madeTwistStiffness[tip] = 0;
  state.tension[tip] = 0;
}

/** The mass of the node at the cut goes to both parts, by the lengths of its edges. */
function shareNodeMass(source: ChainState, cut: number, next: ChainState, strand: number): void {
  const share = source.restLength[cut - 1]! / (source.restLength[cut - 1]! + source.restLength[cut]!);
  const tip = next.first[next.ids.length - 1]!;
  for (const field of ['mass', 'madeMass'] as const) {
    const root = next.first[strand + 1]! - 1;
    next[field][root] = share * source[field][cut]!;
    next[field][tip] = source[field][cut]! - next[field][root]!;
  }
}

/**
 * Gives the fresh node half of the edge that it divides, from both neighbours by their own density. Returns the share of it
 * that came from the neighbour towards the tip.
 */
function moveMass(
  next: ChainState,
  state: ChainState,
  strand: number,
  field: 'mass' | 'madeMass',
  node: number,
  t: number,
): number {
  const { restLength } = state;
  const edge = restLength[node]!;
  const longer = (node > state.first[strand]! ? restLength[node - 1]! : 0) + edge;
  const before = (state[field][node]! * edge * (1 - t)) / longer;
  const after = (state[field][node + 1]! * edge * t) / (edge + restLength[node + 1]!);
  next[field][node] = state[field][node]! - before;
  next[field][node + 1] = before + after;
  next[field][node + 2] = state[field][node + 1]! - after;
  return after / (before + after);
}

/** The same state with one more node on an edge, where a cut will go through. */
function insertNode(state: ChainState, strand: number, node: number, t: number): ChainState {
  const pieces = Array.from(state.ids, (_, k) => wholeStrand(state, k));
  // Take the node once more, then correct both copies.
  const doubled = pieces.flatMap((piece, k) =>
    k === strand
      ? [
          { ...piece, to: node + 1 },
          { ...piece, from: node },
        ]
      : [piece],
  );
  const joined = assemble(doubled);
  const next: ChainState = {
    ...joined,
    ids: state.ids.slice(),
    first: state.first.slice(),
    rooted: state.rooted.slice(),
  };
  next.up = state.up.slice();
  next.clamp = state.clamp.slice();
  for (let k = strand + 1; k < next.first.length; k++) next.first[k] = next.first[k]! + 1;
  const fresh = node + 1;
  for (const field of ['position', 'groomed'] as const)
    next[field].set(mix(at(next[field], node), at(next[field], fresh + 1), t), 3 * fresh);
  for (const field of ['massFactor', 'stiffnessFactor', 'thicknessFactor'] as const)
    next[field][fresh] = next[field][node]! + t * (next[field][fresh + 1]! - next[field][node]!);
  for (const field of ['restLength', 'madeLength'] as const) {
    next[field][node] = t * state[field][node]!;
    next[field][fresh] = (1 - t) * state[field][node]!;
  }
  // Weighted by the masses that it comes from: momentum stays what it was.
  const heavier = moveMass(next, state, strand, 'mass', node, t);
  moveMass(next, state, strand, 'madeMass', node, t);
  next.velocity.set(mix(at(next.velocity, node), at(next.velocity, fresh + 1), heavier), 3 * fresh);
  for (const bend of [next.bend, next.naturalBend, next.baseBend, next.coatBend]) bend.set([1, 0, 0], 3 * fresh);
  return next;
}
