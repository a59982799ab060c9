import { LANES, RodKernels } from '../../kernels/kernels.ts';
import {
  AHEAD,
  AIR,
  BANKS,
  BLOCK,
  CLEARANCE,
  CONTACT,
  DRAG,
  DRAG_LESS,
  ERROR,
  FALL,
  FIELD,
  FIXED,
  FRICTION_WEIGHT,
  FROM_ROOT,
  GROOMED,
  HAS_SHIFT,
  HEAD,
  INVERSE_STEP_SQUARED,
  IS_GOING,
  IS_LOST,
  KNOWN,
  KNOWN_CELL,
  LEAD,
  LEAD_SHARE,
  LENGTH_PRODUCT,
  M1_START,
  MASS,
  MIDDLE_CLEARANCE,
  MIDDLE_MASS,
  MOVE,
  NOW,
  PAST_SHARE,
  PAST_WAY,
  POSE_SPRING,
  RATE,
  REST,
  REST_LENGTH,
  ROOT_TURN,
  SHIFT,
  SLACK,
  SOLVES,
  SPIN,
  STEP,
  STRAIN,
  SUPPORT,
  TANGENT_START,
  VISCOSITY,
  WEIGHT,
  WORK,
} from '../../kernels/rod-layout.ts';
import type { History } from '../history.ts';
import { KNOWN_RANGE, MEASURES } from './kernel.ts';
import { PackState } from './pack-state.ts';
import type { OuterLoads } from './predict.ts';
import type { StepRows } from './work.ts';

/** Shorter rooted strands have nothing to solve or no joint that moves; what is not rooted has an angle that single precision loses. */
export const FEWEST_NODES = 4;

/**
 * Bending stiffness of a joint over the inertia of its node, up to which single precision holds. Measured on a strand of 200 nodes in
 * 15 cm (9,000 at 1/240 s): it tears. At 1,500 strands of 64 nodes take a fifth more solves than in double precision.
 */
const STIFFEST = 1000;

/** Packs of which what edits alone change is kept: 13 kB each for 32 nodes. */
const MOST_KEPT = 4096;

/** Rows that contacts of a strand of so many nodes take. */
const contactRows = (nodes: number): number => 2 * nodes * (AHEAD + BANKS * CONTACT);

/** What a lane holds of its strand beside its rows. */
export interface Lane {
  k: number;
  h: number;
  past: number;
  step: number;
  /** Places of the first two nodes at the end of the step, and m1 of their edge. */
  readonly clamp: Float64Array;
  /** How far nodes are moved without gaining velocity: out of bodies that they began in. */
  readonly shift: Float64Array;
  isShifted: boolean;
}

/**
 * Four rooted strands of equal node count in the middle of a step, one in each lane. State stays in double precision; here is
 * what is added to it, in single precision: see kernels/rod-layout.ts.
 */
export class RodLanes {
  readonly kernels: RodKernels;
  readonly rows: StepRows;
  /** First rows of the linear system, of contacts, of the field that is met; the step at hand begins at 0. */
  readonly system: number;
  readonly contacts: number;
  readonly field: number;
  readonly lanes: readonly Lane[];
  readonly state: PackState;
  nodes = 0;
  private readonly strands = new Int32Array(LANES);
  /** Stiffest joint of each strand over its inertia, 1/s²; NaN where it is not known. */
  private readonly rates: Float64Array;
  /** Of every pack of a step what edits alone change, kept from step to step: its first rows, and the strands whose numbers stand there. */
  private readonly firstFixed: number;
  private readonly fixedRows: number;
  private readonly loaded: Int32Array;
  /** 1 where something besides its own shape carries the strand of a pack's lane. */
  private readonly isHelped: Uint8Array;
  /** Rows that are taken. */
  private readonly used: number;
  /** Of every pack what is known of a grid at its points: its first rows, as soon as there is a grid, and which grid that is. */
  private firstKnown = 0;
  private readonly knownRows: number;
  private readonly knownGrid: Int32Array;
  /** First rows of grids, which lie behind everything else. */
  private readonly grids = new Map<Float32Array, number>();
  private pack = 0;
  /** From one pack to the next. */
  private next = 1;
  /** Lanes that hold a strand. */
  count = 0;

  constructor(rows: StepRows, mostNodes: number, wantsSimd: boolean) {
    this.rows = rows;
    this.system = HEAD + WORK * mostNodes;
    this.contacts = this.system + BLOCK * (mostNodes + LEAD);
    this.field = this.contacts + contactRows(mostNodes);
    const shared = this.field + FIELD;
    this.firstFixed = shared + Math.ceil(PackState.size(mostNodes) / 2);
    this.fixedRows = FIXED * mostNodes;
    const packs = Math.min(Math.ceil(rows.ids.length / LANES), MOST_KEPT) + 1;
    this.loaded = new Int32Array(LANES * packs).fill(-1);
    this.isHelped = new Uint8Array(LANES * packs);
    this.knownRows = KNOWN * 2 * mostNodes;
    this.knownGrid = new Int32Array(packs);
    const firstState = this.firstFixed + this.fixedRows * packs;
    this.used = firstState + PackState.rows(mostNodes) * packs;
    this.kernels = new RodKernels(this.used, wantsSimd);
    this.state = new PackState(this.kernels, rows, 2 * shared, firstState, mostNodes, packs);
    this.rates = new Float64Array(rows.ids.length).fill(Number.NaN);
    this.lanes = Array.from({ length: LANES }, () => ({
      k: 0,
      h: Number.NaN,
      past: Number.NaN,
      step: Number.NaN,
      clamp: new Float64Array(9),
      shift: new Float64Array(3 * mostNodes),
      isShifted: false,
    }));
  }

  get isFull(): boolean {
    return this.count === LANES;
  }

  /** Whether strand k can join those that are here. */
  takes(k: number): boolean {
    return this.count === 0 || this.nodesOf(k) === this.nodes;
  }

  /** Whether single precision holds for strand k in a step of H. */
  holds(k: number, step: number): boolean {
    if (Number.isNaN(this.rates[k]!)) this.rates[k] = this.rateOf(k);
    return this.rates[k]! * step * step < STIFFEST;
  }

  /** Edits may have changed what was known of strands. */
  forget(): void {
    this.rates.fill(Number.NaN);
    this.loaded.fill(-1);
  }

  /** First row of a grid's values in the kernels' memory. */
  gridAt(values: Float32Array): number {
    const known = this.grids.get(values);
    if (known !== undefined) return known;
    const { kernels } = this;
    const { length: packs } = this.knownGrid;
    this.firstKnown = this.used;
    let at = this.used + this.knownRows * packs;
    for (const [{ length }, begin] of this.grids) at = Math.max(at, begin + Math.ceil(length / LANES));
    kernels.makeRoom(at + Math.ceil(values.length / LANES));
    kernels.memory.set(values, LANES * at);
    this.grids.set(values, at);
    return at;
  }

  /** First row of what is known of a grid at the points of the pack at hand. */
  get known(): number {
    return this.firstKnown + this.knownRows * this.pack;
  }

  /** What the pack at hand knows is of the grid that begins at row `grid`, from now on. */
  knowGrid(grid: number): void {
    if (this.knownGrid[this.pack] === grid) return;
    this.knownGrid[this.pack] = grid;
    const { memory } = this.kernels;
    const end = LANES * (this.known + this.knownRows);
    // No point is in a cell of this number.
    for (let at = LANES * (this.known + KNOWN_CELL); at < end; at += LANES * KNOWN) memory.fill(-1, at, at + LANES);
  }

  /** First row of what edits alone change of the pack at hand. */
  get fixed(): number {
    return this.firstFixed + this.fixedRows * this.pack;
  }

  /**
   * Begins a step: its packs are those of the last, as long as the same strands come in the same order. Strands that take it whole and those that take
   * it in parts come one set after the other, so their packs are counted from both ends.
   */
  begin(isWhole = true): void {
    this.next = isWhole ? 1 : -1;
    this.pack = isWhole ? 0 : this.loaded.length / LANES - 1;
    this.count = 0;
  }

  private rateOf(k: number): number {
    const { weight, restLength, mass, first } = this.rows;
    let most = 0;
    for (let i = first[k]! + 1; i < first[k + 1]! - 1; i++)
      most = Math.max(most, weight[MEASURES * i]! / (restLength[i - 1]! * restLength[i]! * mass[i]!));
    return most;
  }

  strand(lane: number): number {
    return this.lanes[lane]!.k;
  }

  private nodesOf(k: number): number {
    const { first } = this.rows;
    return first[k + 1]! - first[k]!;
  }

  /** Takes strand k for a step of h. `clamp`: places of its first two nodes and m1 of their edge at the end of the step. */
  add(k: number, h: number, history: History, outer: OuterLoads, clamp: Float64Array): void {
    const lane = this.count++;
    const own = this.lanes[lane]!;
    this.nodes = this.nodesOf(k) & KNOWN_RANGE;
    this.strands[lane] = k;
    own.k = k;
    own.h = h;
    own.past = history.past;
    own.step = history.step;
    own.isShifted = false;
    for (let c = 0; c < 9; c++) own.clamp[c] = clamp[c]!;
    const slot = LANES * this.pack + lane;
    if (this.loaded[slot] !== k) this.loadFixed(lane, k);
    this.loaded[slot] = k;
    this.writeHead(lane, k, h, history, outer);
  }

  private loadFixed(lane: number, k: number): void {
    const { memory } = this.kernels;
    const { rows } = this;
    const { weight, restMeasure, mass, restLength, poseSpring, support } = rows;
    const begin = rows.first[k]!;
    const slack = rows.compliance[k]!;
    const f = LANES * this.fixed + lane;
    let isHelped = false;
    for (let i = 0; i < this.nodes; i++) {
      const n = begin + i;
      const at = f + LANES * FIXED * i;
      const length = restLength[n]!;
      const next = mass[n + 1]!;
      memory[at + LANES * REST_LENGTH] = length;
      memory[at + LANES * SPIN] = rows.spin[n]!;
      memory[at + LANES * MASS] = mass[n]!;
      // Of the first two nodes, which are held, nothing is pushed but the middle after them.
      memory[at + LANES * MIDDLE_MASS] = i === 1 ? 4 * next : (4 * mass[n]! * next) / (mass[n]! + next);
      memory[at + LANES * SLACK] = slack * length;
      memory[at + LANES * LENGTH_PRODUCT] = i === 0 ? 0 : restLength[n - 1]! * length;
      memory[at + LANES * FRICTION_WEIGHT] = rows.frictionWeight[n]!;
      memory[at + LANES * CLEARANCE] = rows.clearance[n]!;
      memory[at + LANES * MIDDLE_CLEARANCE] = rows.middleClearance[n]!;
      for (let m = 0; m < MEASURES; m++) {
        memory[at + LANES * (WEIGHT + m)] = weight[MEASURES * n + m]!;
        memory[at + LANES * (REST + m)] = restMeasure[MEASURES * n + m]!;
      }
      // Nodes that are held have no use for help.
      const held = i < 2 ? 0 : poseSpring[n]!;
      memory[at + LANES * POSE_SPRING] = held;
      if (held !== 0) isHelped = true;
      for (let c = 0; c < 3; c++) {
        const pull = i < 2 ? 0 : support[3 * n + c]!;
        memory[at + LANES * (SUPPORT + c)] = pull;
        memory[at + LANES * (GROOMED + c)] = rows.groomed[3 * n + c]!;
        if (pull !== 0) isHelped = true;
      }
    }
    this.isHelped[LANES * this.pack + lane] = isHelped ? 1 : 0;
  }

  /** What a strand's step is like; gravity and how the root has turned. */
  private writeHead(lane: number, k: number, h: number, { now, past, step, lead }: History, outer: OuterLoads): void {
    const { memory } = this.kernels;
    const { x, first, friction, stepPast } = this.rows;
    const put = (row: number, value: number): void => {
      memory[LANES * row + lane] = value;
    };
    put(VISCOSITY, friction[k]! / step);
    put(INVERSE_STEP_SQUARED, 1 / (step * step));
    put(RATE, 1 / step);
    put(STEP, h);
    put(NOW, now);
    put(PAST_SHARE, past);
    put(LEAD_SHARE, lead);
    const { air } = outer;
    if (air) {
      put(DRAG, air.across);
      put(DRAG_LESS, air.across - air.along);
      for (let c = 0; c < 3; c++) put(AIR + c, air.velocity[c]!);
    }
    // A step that is the first has no last.
    const last = past > 0 ? stepPast[k]! : 0;
    put(PAST_WAY, past * last);
    for (let c = 0; c < 3; c++) {
      put(FALL + c, step * outer.gravity[c]!);
      put(FROM_ROOT + c, x[3 * first[k]! + c]! - outer.position[outer.origin + c]!);
    }
    for (let c = 0; c < 9; c++) put(ROOT_TURN + c, outer.matrix[outer.turn + c]!);
    const { doubles } = this.kernels;
    doubles[this.state.history + lane] = past;
    doubles[this.state.history + LANES + lane] = 1 / step;
    doubles[this.state.history + 2 * LANES + lane] = last;
  }

  /** Reads the states of all that are here and sets up their steps. Lanes that are free repeat the first. */
  load(outer: OuterLoads): void {
    const { hasForces, hasDamping, hasSprings, air } = outer;
    const { kernels, strands, nodes, pack } = this;
    for (let lane = this.count; lane < LANES; lane++) this.repeatFirst(lane);
    this.state.begin(pack, strands, nodes, outer, this.contacts);
    let helps = 0;
    for (let slot = LANES * pack; slot < LANES * pack + this.count; slot++)
      helps = Math.max(helps, this.isHelped[slot]!);
    kernels.run.setUpPack(
      0,
      this.fixed,
      nodes,
      hasForces ? 1 : 0,
      hasDamping ? 1 : 0,
      air ? 1 : 0,
      hasSprings ? 1 : 0,
      helps,
    );
    for (let lane = 0; lane < LANES; lane++) this.holdRoot(lane, this.lanes[lane < this.count ? lane : 0]!);
    kernels.run.beginPack(0, this.fixed, nodes);
  }

  private repeatFirst(lane: number): void {
    const { memory } = this.kernels;
    this.strands[lane] = this.strands[0]!;
    for (let w = 0; w < LANES * HEAD; w += LANES) memory[w + lane] = memory[w]!;
    for (let f = LANES * this.fixed; f < LANES * (this.fixed + FIXED * this.nodes); f += LANES)
      memory[f + lane] = memory[f]!;
    this.loaded[LANES * this.pack + lane] = -1;
  }

  /** The held edge is carried from where it ends: it has its frame already. */
  private holdRoot(lane: number, { k, clamp }: Lane): void {
    const { memory } = this.kernels;
    const { x, first } = this.rows;
    const w = LANES * HEAD + lane;
    const begin = 3 * first[k]!;
    for (let c = 0; c < 3; c++) {
      memory[w + LANES * (MOVE + c)] = clamp[c]! - x[begin + c]!;
      memory[w + LANES * (WORK + MOVE + c)] = clamp[3 + c]! - x[begin + 3 + c]!;
      memory[w + LANES * (M1_START + c)] = clamp[6 + c]!;
    }
    const ex = clamp[3]! - clamp[0]!;
    const ey = clamp[4]! - clamp[1]!;
    const ez = clamp[5]! - clamp[2]!;
    const inverse = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
    memory[w + LANES * TANGENT_START] = ex * inverse;
    memory[w + LANES * (TANGENT_START + 1)] = ey * inverse;
    memory[w + LANES * (TANGENT_START + 2)] = ez * inverse;
  }

  /** Solves the steps of all that are here, which meet nothing. */
  solve(outer: OuterLoads): void {
    const { kernels } = this;
    this.load(outer);
    kernels.memory.fill(0, LANES * this.contacts, LANES * (this.contacts + 2 * this.nodes * BANKS));
    for (let lane = 0; lane < LANES; lane++) kernels.memory[LANES * IS_GOING + lane] = 1;
    kernels.run.solvePack(0, this.fixed, this.system, this.contacts, this.nodes);
    kernels.run.keepForces(0, this.contacts, this.nodes);
    this.finish();
  }

  private head(row: number, lane: number): number {
    return this.kernels.memory[LANES * row + lane]!;
  }

  /** Whether the strand's step was solved; its state is as it was until it is stored. */
  isSolved(lane: number): boolean {
    return this.head(IS_GOING, lane) === 0 && this.head(IS_LOST, lane) === 0;
  }

  solves(lane: number): number {
    return this.head(SOLVES, lane);
  }

  error(lane: number): number {
    return this.head(ERROR, lane);
  }

  strain(lane: number): number {
    return this.head(STRAIN, lane);
  }

  /** Whether the state of the pack can stay where it is: nothing of it is corrected in the store. */
  get isPlain(): boolean {
    if (this.count < LANES) return false;
    for (let lane = 0; lane < LANES; lane++)
      if (this.lanes[lane]!.isShifted || this.head(HAS_SHIFT, lane) !== 0) return false;
    return true;
  }

  /** Ends the step of a pack whose strands are all good, which keeps its state. */
  keep(): void {
    this.moveOn();
    this.state.keep();
    for (const { k, h } of this.lanes) this.rows.stepPast[k] = h;
  }

  /** Ends the step of a pack whose strands are stored one by one. */
  finish(): void {
    for (let lane = 0; lane < this.count; lane++) this.state.giveBack(this.strands[lane]!);
    this.moveOn();
  }

  /** Velocities are those of the backward difference; the start becomes the past. */
  private moveOn(): void {
    this.state.moveOn(this.contacts);
    for (let lane = 0; lane < this.count; lane++) {
      const { clamp, past, step } = this.lanes[lane]!;
      this.state.hold(lane, clamp, past, 1 / step);
    }
  }

  /** After `finish`: writes a strand into the store; the forces of its contacts where they are not found otherwise. */
  store(lane: number, withForces = true): void {
    this.state.write(lane, withForces);
    const own = this.lanes[lane]!;
    if (this.head(HAS_SHIFT, lane) !== 0) this.readShift(lane, own);
    if (own.isShifted) this.takeShift(own);
    this.rows.stepPast[own.k] = own.h;
  }

  private readShift(lane: number, own: Lane): void {
    const { memory } = this.kernels;
    own.isShifted = true;
    for (let i = 0; i < this.nodes; i++)
      for (let c = 0; c < 3; c++) own.shift[3 * i + c] = memory[LANES * (HEAD + WORK * i + SHIFT + c) + lane]!;
  }

  /** What was moved without gaining velocity was there before. */
  private takeShift({ k, step, shift }: Lane): void {
    const { first, v, xPast } = this.rows;
    const begin = 3 * first[k]!;
    for (let c = 6; c < 3 * this.nodes; c++) {
      v[begin + c] = v[begin + c]! - shift[c]! / step;
      xPast[begin + c] = xPast[begin + c]! + shift[c]!;
    }
  }

  /** Goes on with the next pack. What is beyond those that are kept is loaded anew every time. */
  clear(): void {
    this.count = 0;
    const next = this.pack + this.next;
    if (next >= 0 && next < this.loaded.length / LANES) this.pack = next;
  }
}
