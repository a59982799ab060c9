import { LANES, type RodKernels } from '../../kernels/kernels.ts';
import {
  EDGE_START,
  FORCE,
  HEAD,
  INERTIA,
  LAG,
  MOVE,
  OUTER_STIFFNESS,
  STATE,
  STATE_M1,
  STATE_MEASURE,
  STATE_PAST,
  STATE_PUSH,
  STATE_RUB,
  STATE_TENSION,
  VELOCITY,
  VELOCITY_CHANGE,
  WORK,
} from '../../kernels/rod-layout.ts';
import type { OuterLoads } from './predict.ts';
import type { StepRows } from './work.ts';

/** Numbers that pass through the kernels' memory on their way from the store to rows and back: at most so many a node, a field at a time. */
const MOST_NUMBERS = 6;
const POSE = 16;
/** What is kept in double precision: places, velocities, both now and one step ago. */
const MOTIONS = 4;

const fieldsOf = (rows: StepRows) =>
  [
    [rows.m1, 3, STATE_M1],
    [rows.tension, 1, STATE_TENSION],
    [rows.measure, 5, STATE_MEASURE],
    [rows.measurePast, 5, STATE_PAST],
    [rows.normalForce, 2, STATE_PUSH],
    [rows.frictionForce, 6, STATE_RUB],
  ] as const;

/**
 * States of packs in the kernels' memory. A pack that takes a step as a whole keeps its state there for the next: the store then has its places and
 * velocities alone, until somebody asks for the rest (`giveBack`). What was not kept is read from the store.
 */
export class PackState {
  /** Numbers of double precision that all packs share, for so many nodes a strand. */
  static size(mostNodes: number): number {
    return LANES * MOST_NUMBERS * mostNodes + 3 * LANES + POSE;
  }

  /** Rows that each pack keeps. */
  static rows(mostNodes: number): number {
    return (STATE + (3 * MOTIONS * LANES) / 2) * mostNodes;
  }

  /** `past` of every strand, then 1/H (see History), then the step before. */
  readonly history: number;
  /** The pose that `placeInGrid` reads. */
  readonly pose: number;
  private readonly kernels: RodKernels;
  private readonly store: StepRows;
  private readonly fields: ReturnType<typeof fieldsOf>;
  /** Where fields pass through. */
  private readonly passage: number;
  /** Rows of the first pack, and from one to the next. */
  private readonly first: number;
  private readonly size: number;
  /** Strands whose states packs keep, −1 where a pack keeps none; the pack that keeps a strand's, or −1. */
  private readonly kept: Int32Array;
  private readonly home: Int32Array;
  /** Of each pack: which half of its memory has the present, 0 or 1. */
  private readonly present: Uint8Array;
  /** The pack at hand. */
  private pack = 0;
  private readonly strands = new Int32Array(LANES);
  private nodes = 0;

  /** What all share begins at number `at` of the memory, what packs keep at row `first`. */
  constructor(kernels: RodKernels, store: StepRows, at: number, first: number, mostNodes: number, packs: number) {
    this.kernels = kernels;
    this.store = store;
    this.fields = fieldsOf(store);
    this.history = at;
    this.pose = at + 3 * LANES;
    this.passage = this.pose + POSE;
    this.first = first;
    this.size = PackState.rows(mostNodes);
    this.kept = new Int32Array(LANES * packs).fill(-1);
    this.home = new Int32Array(store.ids.length).fill(-1);
    this.present = new Uint8Array(packs);
  }

  /** First row of what the pack at hand keeps in single precision. */
  private get rows(): number {
    return this.first + this.size * this.pack;
  }

  /** Where places (0) or velocities (1) of the pack at hand begin, now (0) or one step ago (1). */
  private motion(which: number, ago: number): number {
    const half = this.present[this.pack]! ^ ago;
    return 2 * (this.rows + STATE * this.nodes) + 3 * LANES * this.nodes * (2 * which + half);
  }

  /** Where positions of the four strands begin. */
  get position(): number {
    return this.motion(0, 0);
  }

  /** Whether the pack at hand kept its state in the last step. */
  private get isKept(): boolean {
    for (let lane = 0; lane < LANES; lane++)
      if (this.kept[LANES * this.pack + lane] !== this.strands[lane]) return false;
    return true;
  }

  private get isOneRun(): boolean {
    for (let lane = 1; lane < LANES; lane++) if (this.strands[lane] !== this.strands[0]! + lane) return false;
    return true;
  }

  /** Begins a step of strands, of `nodes` each, in a pack. Their work begins at row 0, their contacts at row `contacts`. */
  begin(pack: number, strands: Int32Array, nodes: number, outer: OuterLoads, contacts: number): void {
    this.choose(pack, strands, nodes);
    if (!this.isKept) {
      this.giveBackPack(pack);
      for (let lane = 0; lane < LANES; lane++) this.giveBack(strands[lane]!);
      this.choose(pack, strands, nodes);
      this.read();
    }
    const { run } = this.kernels;
    run.spreadMotion(
      this.motion(0, 0),
      this.motion(0, 1),
      this.motion(1, 0),
      this.motion(1, 1),
      this.history + 2 * LANES,
      HEAD + EDGE_START,
      HEAD + VELOCITY,
      HEAD + VELOCITY_CHANGE,
      HEAD + LAG,
      WORK,
      nodes,
    );
    run.takeState(0, this.rows, contacts, nodes);
    const { loads, hasForces, hasDamping, hasSprings } = outer;
    if (hasForces) this.spread(loads.force, 3, HEAD + FORCE, WORK);
    if (hasDamping) this.spread(loads.damping, 6, HEAD + INERTIA, WORK);
    if (hasSprings) this.spread(loads.stiffness, 6, HEAD + OUTER_STIFFNESS, WORK);
  }

  private choose(pack: number, strands: ArrayLike<number>, nodes: number): void {
    this.pack = pack;
    this.nodes = nodes;
    for (let lane = 0; lane < LANES; lane++) this.strands[lane] = strands[lane]!;
  }

  /** Reads the strands from the store. */
  private read(): void {
    const { x, xPast, v, vPast } = this.store;
    this.copyIn(x, 3, this.motion(0, 0));
    this.copyIn(xPast, 3, this.motion(0, 1));
    this.copyIn(v, 3, this.motion(1, 0));
    this.copyIn(vPast, 3, this.motion(1, 1));
    for (const [values, size, row] of this.fields) this.spread(values, size, this.rows + row, STATE);
  }

  private spread(values: Float64Array, size: number, row: number, next: number): void {
    this.copyIn(values, size, this.passage);
    this.kernels.run.spread(this.passage, size, this.nodes, row, 1, next);
  }

  private copyIn(from: Float64Array, size: number, to: number): void {
    const { nodes, strands } = this;
    const { first } = this.store;
    const { doubles } = this.kernels;
    const length = size * nodes;
    if (this.isOneRun) {
      const begin = size * first[strands[0]!]!;
      doubles.set(from.subarray(begin, begin + LANES * length), to);
    } else
      for (let lane = 0; lane < LANES; lane++) {
        const begin = size * first[strands[lane]!]!;
        doubles.set(from.subarray(begin, begin + length), to + lane * length);
      }
  }

  /** Makes the states at the end of the step, in the kernels' memory: the start becomes the past. The first two nodes: see `hold`. */
  moveOn(contacts: number): void {
    const { nodes, pack } = this;
    const { run } = this.kernels;
    run.moveOn(this.motion(0, 0), this.motion(0, 1), this.motion(1, 1), this.history, HEAD + MOVE, WORK, nodes);
    run.keepState(0, this.rows, contacts, nodes);
    this.present[pack] = this.present[pack]! ^ 1;
  }

  /** After `moveOn`: puts the first two nodes of a strand where they are held, `clamp`, with the velocity that this gives them. */
  hold(lane: number, clamp: Float64Array, past: number, inverse: number): void {
    const { doubles } = this.kernels;
    const own = 3 * lane * this.nodes;
    const [now, start, speed] = [this.motion(0, 0) + own, this.motion(0, 1) + own, this.motion(1, 0) + own];
    for (let c = 0; c < 6; c++) {
      // What was one step before the start stands where the end will.
      const moved = clamp[c]! - doubles[start + c]!;
      doubles[speed + c] = (moved - past * (doubles[start + c]! - doubles[now + c]!)) * inverse;
      doubles[now + c] = clamp[c]!;
    }
  }

  /** The pack keeps its state; the store gets places, velocities and what roots are looked for with. */
  keep(): void {
    const { strands, pack, store, kernels } = this;
    for (let lane = 0; lane < LANES; lane++) {
      this.kept[LANES * pack + lane] = strands[lane]!;
      this.home[strands[lane]!] = pack;
    }
    this.copyOut(store.x, 3, this.motion(0, 0));
    this.copyOut(store.v, 3, this.motion(1, 0));
    for (let lane = 0; lane < LANES; lane++)
      for (let c = 0; c < 3; c++)
        store.m1[3 * store.first[strands[lane]!]! + c] = kernels.memory[LANES * (this.rows + STATE_M1 + c) + lane]!;
  }

  /** Writes the strand of a lane into the store; the forces of its contacts where they are not found otherwise. */
  write(lane: number, withForces = true): void {
    const { x, xPast, v, vPast } = this.store;
    this.copyOut(x, 3, this.motion(0, 0), lane);
    this.copyOut(xPast, 3, this.motion(0, 1), lane);
    this.copyOut(v, 3, this.motion(1, 0), lane);
    this.copyOut(vPast, 3, this.motion(1, 1), lane);
    this.writeRows(lane, withForces);
  }

  /** Writes what is kept in single precision, of one lane or of all. */
  private writeRows(lane?: number, withForces = true): void {
    for (const [values, size, row] of this.fields) {
      if (row >= STATE_PUSH && !withForces) break;
      this.kernels.run.collect(this.rows + row, 1, STATE, size, this.nodes, this.passage);
      this.copyOut(values, size, this.passage, lane);
    }
    if (lane !== undefined) this.stretchRoot(this.strands[lane]!);
    else for (const k of this.strands) this.stretchRoot(k);
  }

  private copyOut(to: Float64Array, size: number, from: number, lane?: number): void {
    if (lane === undefined && this.isOneRun) this.copyRun(to, size, from, 0, LANES);
    else if (lane === undefined) for (let own = 0; own < LANES; own++) this.copyRun(to, size, from, own, 1);
    else this.copyRun(to, size, from, lane, 1);
  }

  /** `count` strands that follow each other in the store, from this lane on. */
  private copyRun(to: Float64Array, size: number, from: number, lane: number, count: number): void {
    const length = size * this.nodes;
    const at = from + lane * length;
    to.set(this.kernels.doubles.subarray(at, at + count * length), size * this.store.first[this.strands[lane]!]!);
  }

  /** What a first edge that is held altogether is stretched with. */
  private stretchRoot(k: number): void {
    const { x, restLength, compliance, first, tension } = this.store;
    const begin = first[k]!;
    const ex = x[3 * begin + 3]! - x[3 * begin]!;
    const ey = x[3 * begin + 4]! - x[3 * begin + 1]!;
    const ez = x[3 * begin + 5]! - x[3 * begin + 2]!;
    tension[begin] = (Math.sqrt(ex * ex + ey * ey + ez * ez) / restLength[begin]! - 1) / compliance[k]!;
  }

  /** Brings the store up to date for strand k: its pack keeps nothing from now on. */
  giveBack(k: number): void {
    if (this.home[k]! >= 0) this.giveBackPack(this.home[k]!);
  }

  giveBackAll(): void {
    for (let pack = 0; pack < this.present.length; pack++) this.giveBackPack(pack);
  }

  private giveBackPack(pack: number): void {
    const { kept, store } = this;
    const begin = LANES * pack;
    if (kept[begin]! < 0) return;
    const [was, nodes, own] = [this.pack, this.nodes, this.strands.slice()];
    const k = kept[begin]!;
    this.choose(pack, kept.subarray(begin, begin + LANES), store.first[k + 1]! - store.first[k]!);
    this.copyOut(store.xPast, 3, this.motion(0, 1));
    this.copyOut(store.vPast, 3, this.motion(1, 1));
    this.writeRows();
    this.forgetPack(pack);
    this.choose(was, own, nodes);
  }

  private forgetPack(pack: number): void {
    for (let slot = LANES * pack; slot < LANES * (pack + 1); slot++) {
      if (this.kept[slot]! >= 0) this.home[this.kept[slot]!] = -1;
      this.kept[slot] = -1;
    }
  }

  /** The store is right: nothing is kept. */
  forget(): void {
    this.kept.fill(-1);
    this.home.fill(-1);
  }
}
