import { LANES, makeRodKernels, type RodKernels } from '../../kernels/kernels.ts';
import {
  AHEAD,
  BANKS,
  BLOCK,
  CONTACT,
  EDGE_START,
  ERROR,
  FIXED,
  FLIGHT,
  FORCE,
  FRICTION_WEIGHT,
  HEAD,
  INERTIA,
  INVERSE_STEP_SQUARED,
  IS_GOING,
  IS_LOST,
  LEAD,
  LENGTH_PRODUCT,
  M1,
  M1_START,
  MASS,
  MEASURE,
  MIDDLE_MASS,
  MOVE,
  PAST,
  REST,
  REST_LENGTH,
  SLACK,
  SOLVES,
  SPIN,
  STRAIN,
  SYMMETRIC,
  TANGENT_START,
  TENSION,
  TURN,
  TWIST_START,
  VISCOSITY,
  WEIGHT,
  WORK,
} from '../../kernels/rod-layout.ts';
import { KNOWN_RANGE, MEASURES } from './kernel.ts';
import type { History, OuterLoads } from './predict.ts';
import type { StepRows } from './work.ts';

/** Shorter rooted strands have nothing to solve or no joint that moves; what is not rooted has an angle that single precision loses. */
export const FEWEST_NODES = 4;

/**
 * Bending stiffness of a joint over the inertia of its node, up to which single precision holds. Measured on a strand of 200 nodes in
 * 15 cm (9,000 at 1/240 s): it tears. At 1,500 strands of 64 nodes take a fifth more solves than in double precision.
 */
const STIFFEST = 1000;

/** Places of a row's first lane in memory, from its node's: the next component is four on. */
const REST_LENGTH_AT = LANES * REST_LENGTH;
const PRODUCT_AT = LANES * LENGTH_PRODUCT;
const WEIGHT_AT = LANES * WEIGHT;
const REST_AT = LANES * REST;
const FRICTION_AT = LANES * FRICTION_WEIGHT;
const SPIN_AT = LANES * SPIN;
const SLACK_AT = LANES * SLACK;
const MASS_AT = LANES * MASS;
const MIDDLE_MASS_AT = LANES * MIDDLE_MASS;
const INERTIA_AT = LANES * INERTIA;
const FORCE_AT = LANES * FORCE;
const MOVE_AT = LANES * MOVE;
const FLIGHT_AT = LANES * FLIGHT;
const EDGE_AT = LANES * EDGE_START;
const TANGENT_AT = LANES * TANGENT_START;
const M1_AT = LANES * M1_START;
const TENSION_AT = LANES * TENSION;
const TURN_AT = LANES * TURN;
const TWIST_AT = LANES * TWIST_START;
const PAST_AT = LANES * PAST;

/** Packs of which what edits alone change is kept: 9 kB each for 32 nodes. */
const MOST_KEPT = 4096;

/** Rows that contacts of a strand of so many nodes take. */
const contactRows = (nodes: number): number => 2 * nodes * (AHEAD + BANKS * CONTACT);

/** What a lane holds of its strand beside its rows. */
export interface Lane {
  k: number;
  h: number;
  now: number;
  past: number;
  step: number;
  lead: number;
  /** Places of the first two nodes at the end of the step. */
  readonly clamp: Float64Array;
  /** How far nodes are moved without gaining velocity: out of bodies that they began in. */
  readonly shift: Float64Array;
  isShifted: boolean;
}

/**
 * Four rooted strands of equal node count in the middle of a step, one in each lane. State stays in double precision in the store; here is
 * what is added to it, in single precision: see kernels/rod-layout.ts.
 */
export class RodLanes {
  readonly kernels: RodKernels;
  readonly rows: StepRows;
  /** First rows of the linear system and of contacts; the step at hand begins at 0. */
  readonly system: number;
  readonly contacts: number;
  readonly lanes: readonly Lane[];
  nodes = 0;
  /** Stiffest joint of each strand over its inertia, 1/s²; NaN where it is not known. */
  private readonly rates: Float64Array;
  /** Of every pack of a step what edits alone change, kept from step to step: its first rows, and the strands whose numbers stand there. */
  private readonly firstFixed: number;
  private readonly fixedRows: number;
  private readonly loaded: Int32Array;
  private pack = 0;
  /** Lanes that hold a strand. */
  count = 0;

  constructor(rows: StepRows, mostNodes: number, wantsSimd: boolean) {
    this.rows = rows;
    this.system = HEAD + WORK * mostNodes;
    this.contacts = this.system + BLOCK * (mostNodes + LEAD);
    this.firstFixed = this.contacts + contactRows(mostNodes);
    this.fixedRows = FIXED * mostNodes;
    const packs = Math.min(Math.ceil(rows.ids.length / LANES), MOST_KEPT) + 1;
    this.loaded = new Int32Array(LANES * packs).fill(-1);
    this.kernels = makeRodKernels(this.firstFixed + this.fixedRows * packs, wantsSimd);
    this.rates = new Float64Array(rows.ids.length).fill(Number.NaN);
    this.lanes = Array.from({ length: LANES }, () => ({
      k: 0,
      h: 0,
      now: Number.NaN,
      past: Number.NaN,
      step: Number.NaN,
      lead: Number.NaN,
      clamp: new Float64Array(6),
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

  /** First row of what edits alone change of the pack at hand. */
  get fixed(): number {
    return this.firstFixed + this.fixedRows * this.pack;
  }

  /** Begins a step: its packs are those of the last, as long as the same strands come in the same order. */
  begin(): void {
    this.pack = 0;
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
  add(k: number, h: number, { now, past, step, lead }: History, outer: OuterLoads, clamp: Float64Array): void {
    const lane = this.count++;
    const own = this.lanes[lane]!;
    this.nodes = this.nodesOf(k) & KNOWN_RANGE;
    own.k = k;
    own.h = h;
    own.now = now;
    own.past = past;
    own.step = step;
    own.lead = lead;
    own.isShifted = false;
    for (let c = 0; c < 6; c++) own.clamp[c] = clamp[c]!;
    const slot = LANES * this.pack + lane;
    if (this.loaded[slot] !== k) this.loadFixed(lane, k);
    this.loaded[slot] = k;
    this.loadNodes(lane, own, outer);
    this.loadEdges(lane, own, clamp);
  }

  private loadFixed(lane: number, k: number): void {
    const { memory } = this.kernels;
    const { weight, restMeasure, frictionWeight, restLength, spin, mass, compliance, first } = this.rows;
    const begin = first[k]!;
    const slack = compliance[k]!;
    const stride = LANES * FIXED;
    let f = LANES * this.fixed + lane;
    let last = 0;
    for (let n = begin; n < begin + this.nodes; n++, f += stride) {
      const length = restLength[n]!;
      memory[f + REST_LENGTH_AT] = length;
      memory[f + SPIN_AT] = spin[n]!;
      memory[f + MASS_AT] = mass[n]!;
      // Of the first two nodes, which are held, nothing is pushed but the middle after them.
      const next = mass[n + 1]!;
      memory[f + MIDDLE_MASS_AT] = n === begin + 1 ? 4 * next : (4 * mass[n]! * next) / (mass[n]! + next);
      memory[f + SLACK_AT] = slack * length;
      memory[f + PRODUCT_AT] = last * length;
      memory[f + FRICTION_AT] = frictionWeight[n]!;
      last = length;
      const q = MEASURES * n;
      const w = f + WEIGHT_AT;
      const r = f + REST_AT;
      for (let m = 0; m < MEASURES; m++) {
        memory[w + LANES * m] = weight[q + m]!;
        memory[r + LANES * m] = restMeasure[q + m]!;
      }
    }
  }

  /**
   * Inertia and forces of the free nodes, as predict.ts has them, but relative to the start: with d = x̂ − x the step pulls with
   * c − A u, c = (m/H² + D/H) d + m/H (v̂ + H g) + f + K_hold (home − x).
   */
  private loadNodes(lane: number, own: Lane, outer: OuterLoads): void {
    const { memory } = this.kernels;
    const { now, past, lead, step: H, h, k, clamp } = own;
    const { x, xPast, v, vPast, mass, first, support, poseSpring } = this.rows;
    const { force, damping } = outer.loads;
    const begin = first[k]!;
    const rate = 1 / H;
    const gx = H * outer.gravity[0];
    const gy = H * outer.gravity[1];
    const gz = H * outer.gravity[2];
    const stride = LANES * WORK;
    let w = LANES * HEAD + lane;
    for (let i = 0; i < 2; i++, w += stride)
      for (let c = 0; c < 3; c++) {
        const s = 3 * (begin + i) + c;
        memory[w + MOVE_AT + LANES * c] = clamp[3 * i + c]! - x[s]!;
        memory[w + FLIGHT_AT + LANES * c] = h * (v[s]! + lead * (v[s]! - vPast[s]!));
      }
    for (let n = begin + 2; n < begin + this.nodes; n++, w += stride) {
      const s = 3 * n;
      const b = 6 * n;
      const mH = mass[n]! * rate;
      const m = mH * rate;
      const dx = past * (x[s]! - xPast[s]!);
      const dy = past * (x[s + 1]! - xPast[s + 1]!);
      const dz = past * (x[s + 2]! - xPast[s + 2]!);
      const vx = v[s]!;
      const vy = v[s + 1]!;
      const vz = v[s + 2]!;
      const xx = m + rate * damping[b]!;
      const xy = rate * damping[b + 1]!;
      const xz = rate * damping[b + 2]!;
      const yy = m + rate * damping[b + 3]!;
      const yz = rate * damping[b + 4]!;
      const zz = m + rate * damping[b + 5]!;
      const a = w + INERTIA_AT;
      memory[a] = xx;
      memory[a + 4] = xy;
      memory[a + 8] = xz;
      memory[a + 12] = yy;
      memory[a + 16] = yz;
      memory[a + 20] = zz;
      const f = w + FORCE_AT;
      memory[f] = mH * (now * vx - past * vPast[s]! + gx) + force[s]! + xx * dx + xy * dy + xz * dz;
      memory[f + 4] = mH * (now * vy - past * vPast[s + 1]! + gy) + force[s + 1]! + xy * dx + yy * dy + yz * dz;
      memory[f + 8] = mH * (now * vz - past * vPast[s + 2]! + gz) + force[s + 2]! + xz * dx + yz * dy + zz * dz;
      const ux = h * (vx + lead * (vx - vPast[s]!));
      const uy = h * (vy + lead * (vy - vPast[s + 1]!));
      const uz = h * (vz + lead * (vz - vPast[s + 2]!));
      const u = w + MOVE_AT;
      const q = w + FLIGHT_AT;
      memory[u] = ux;
      memory[u + 4] = uy;
      memory[u + 8] = uz;
      memory[q] = ux;
      memory[q + 4] = uy;
      memory[q + 8] = uz;
      if (outer.hasSprings) for (let c = 0; c < 6; c++) add(memory, a + LANES * c, outer.loads.stiffness[b + c]!);
      if (poseSpring[n] !== 0 || support[s] !== 0 || support[s + 1] !== 0 || support[s + 2] !== 0)
        this.addHelp(w, n, outer);
    }
  }

  /** Adds the support that rides with the root and the spring to the groomed place; most nodes have neither. */
  private addHelp(w: number, n: number, { matrix: q, turn: r, position, origin: o }: OuterLoads): void {
    const { memory } = this.kernels;
    const { x, support, poseSpring, groomed } = this.rows;
    const s = 3 * n;
    const held = poseSpring[n]!;
    for (let c = 0; c < 3; c++) {
      const m = r + 3 * c;
      const carried = q[m]! * support[s]! + q[m + 1]! * support[s + 1]! + q[m + 2]! * support[s + 2]!;
      const there = q[m]! * groomed[s]! + q[m + 1]! * groomed[s + 1]! + q[m + 2]! * groomed[s + 2]!;
      add(memory, w + FORCE_AT + LANES * c, carried + held * (position[o + c]! + there - x[s + c]!));
      add(memory, w + INERTIA_AT + LANES * SYMMETRIC[c]![c]!, held);
    }
  }

  /** Edges and joints at the start. The held edge is carried from where it ends: it has its frame already. */
  private loadEdges(lane: number, { k, now, past, step }: Lane, clamp: Float64Array): void {
    const { memory } = this.kernels;
    const { x, m1, tension, measure, measurePast, friction, first } = this.rows;
    const begin = first[k]!;
    memory[LANES * VISCOSITY + lane] = friction[k]! / step;
    memory[LANES * INVERSE_STEP_SQUARED + lane] = 1 / (step * step);
    const stride = LANES * WORK;
    let w = LANES * HEAD + lane;
    for (let n = begin; n < begin + this.nodes - 1; n++, w += stride) {
      const s = 3 * n;
      const ex = x[s + 3]! - x[s]!;
      const ey = x[s + 4]! - x[s + 1]!;
      const ez = x[s + 5]! - x[s + 2]!;
      const inverse = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
      const e = w + EDGE_AT;
      memory[e] = ex;
      memory[e + 4] = ey;
      memory[e + 8] = ez;
      const t = w + TANGENT_AT;
      memory[t] = ex * inverse;
      memory[t + 4] = ey * inverse;
      memory[t + 8] = ez * inverse;
      const a = w + M1_AT;
      memory[a] = m1[s]!;
      memory[a + 4] = m1[s + 1]!;
      memory[a + 8] = m1[s + 2]!;
      memory[w + TENSION_AT] = tension[n]!;
      memory[w + TURN_AT] = 0;
      const q = MEASURES * n;
      memory[w + TWIST_AT] = measure[q + 4]!;
      const p = w + PAST_AT;
      for (let m = 0; m < MEASURES; m++) memory[p + LANES * m] = now * measure[q + m]! - past * measurePast[q + m]!;
    }
    const ex = clamp[3]! - clamp[0]!;
    const ey = clamp[4]! - clamp[1]!;
    const ez = clamp[5]! - clamp[2]!;
    const inverse = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
    const t = LANES * HEAD + lane + TANGENT_AT;
    memory[t] = ex * inverse;
    memory[t + 4] = ey * inverse;
    memory[t + 8] = ez * inverse;
    for (let c = 0; c < 3; c++) memory[LANES * HEAD + lane + M1_AT + LANES * c] = clamp[6 + c]!;
  }

  /** Lanes that are free repeat the first. */
  fill(): void {
    const { memory } = this.kernels;
    const end = LANES * (HEAD + WORK * this.nodes);
    for (let lane = this.count; lane < LANES; lane++) {
      for (let w = 0; w < end; w += LANES) memory[w + lane] = memory[w]!;
      for (let f = LANES * this.fixed; f < LANES * (this.fixed + FIXED * this.nodes); f += LANES)
        memory[f + lane] = memory[f]!;
      this.loaded[LANES * this.pack + lane] = -1;
    }
  }

  /** Solves the steps of all that are here, which meet nothing. */
  solve(): void {
    this.fill();
    for (let lane = 0; lane < LANES; lane++) this.kernels.memory[LANES * IS_GOING + lane] = 1;
    this.kernels.beginPack(0, this.fixed, this.nodes);
    this.kernels.solvePack(0, this.fixed, this.system, this.contacts, this.nodes);
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

  /** Writes a strand at the end of its step. Velocities from the backward difference; the start becomes the past. */
  store(lane: number): void {
    const { memory } = this.kernels;
    const { k, h, past, step, clamp, shift, isShifted } = this.lanes[lane]!;
    const { x, xPast, v, vPast, m1, measure, measurePast, tension, first, stepPast } = this.rows;
    const begin = first[k]!;
    const inverse = 1 / step;
    for (let i = 0; i < this.nodes; i++) {
      const w = LANES * (HEAD + WORK * i) + lane;
      for (let c = 0; c < 3; c++) {
        const s = 3 * (begin + i) + c;
        const start = x[s]!;
        // What was moved without gaining velocity was there before.
        const by = isShifted ? shift[3 * i + c]! : 0;
        const moved = i < 2 ? clamp[3 * i + c]! - start : memory[w + LANES * (MOVE + c)]!;
        x[s] = i < 2 ? clamp[3 * i + c]! : start + moved;
        vPast[s] = v[s]!;
        v[s] = (moved - by - past * (start - xPast[s]!)) * inverse;
        xPast[s] = start + by;
        if (i < this.nodes - 1) m1[s] = memory[w + LANES * (M1 + c)]!;
      }
    }
    for (let i = 1; i < this.nodes - 1; i++) {
      const w = LANES * (HEAD + WORK * i) + lane;
      const q = MEASURES * (begin + i);
      tension[begin + i] = memory[w + LANES * TENSION]!;
      for (let m = 0; m < MEASURES; m++) {
        measurePast[q + m] = measure[q + m]!;
        measure[q + m] = memory[w + LANES * (MEASURE + m)]!;
      }
    }
    tension[begin] = this.rootTension(begin, k);
    stepPast[k] = h;
  }

  /** What a first edge that is held altogether is stretched with. */
  private rootTension(begin: number, k: number): number {
    const { x, restLength, compliance } = this.rows;
    const ex = x[3 * begin + 3]! - x[3 * begin]!;
    const ey = x[3 * begin + 4]! - x[3 * begin + 1]!;
    const ez = x[3 * begin + 5]! - x[3 * begin + 2]!;
    return (Math.sqrt(ex * ex + ey * ey + ez * ez) / restLength[begin]! - 1) / compliance[k]!;
  }

  /** Goes on with the next pack. What is beyond those that are kept is loaded anew every time. */
  clear(): void {
    this.count = 0;
    if (this.pack + 1 < this.loaded.length / LANES) this.pack++;
  }
}

function add(memory: Float32Array, at: number, value: number): void {
  memory[at] = memory[at]! + value;
}
