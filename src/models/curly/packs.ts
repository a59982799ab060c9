import { type CurlyKernel, makeCurlyKernel } from '../../kernels/curly-kernels.ts';
import {
  ACROSS,
  ACROSS_STEP,
  BEND,
  BEND_DAMPING,
  BEND_WEIGHT,
  CHANGE,
  CORE_DAMPING,
  CORE_DAMPING_MORE,
  CORE_MORE,
  CORE_REST,
  CORE_STIFFNESS,
  CORE_WEIGHT,
  DAMPING_STEP,
  EDGE,
  FASTEST,
  FORCE_STEP,
  LENGTH,
  LONGEST,
  MORE,
  PER_LENGTH,
  PRETENSION,
  RATE,
  REFERENCE,
  REST_CORE,
  ROOT_ACCELERATION,
  ROOT_CHANGE,
  ROOT_WAY,
  ROOT_WEIGHT,
  START,
  STIFFENING,
  STRAND,
  STRETCH,
  STRETCH_DAMPING,
  WEIGHT,
} from '../../kernels/curly-layout.ts';
import { LANES } from '../../kernels/lanes.ts';
import { stiffeningOf } from './core.ts';
import { fastestRate, type OuterStep } from './explicit-steps.ts';
import type { CurlyState } from './fields.ts';
import type { CurlyParameters } from './parameters.ts';
import type { SpringView } from './springs.ts';
import { hasCore, turnTo } from './view.ts';

type Counts = OuterStep['counts'];

/** Strands one after another that fit into a pack: first by node counts, then by step counts. */
export function orderOfPacks({ first, ids }: CurlyState, counts: Counts): number[] {
  const nodes = (k: number): number => first[k + 1]! - first[k]!;
  const steps = (k: number): number => counts[k]!.force * 1000 + counts[k]!.damping;
  return Array.from(ids.keys())
    .filter((k) => nodes(k) > 0)
    .sort((a, b) => nodes(a) - nodes(b) || steps(a) - steps(b) || a - b);
}

/** Whether two strands are stepped alike. */
const fits = ({ first }: CurlyState, counts: Counts, a: number, b: number): boolean =>
  first[a + 1]! - first[a]! === first[b + 1]! - first[b]! &&
  counts[a]!.force === counts[b]!.force &&
  counts[a]!.damping === counts[b]!.damping;

/**
 * Published steps of four strands at a time, of equal node and step counts, in vector instructions of single precision. A strand has the same bytes
 * with any partners. Between outer steps states are in double precision; a kernel gets edges and differences of velocities, and gives their changes.
 */
export class CurlyPacks {
  private readonly state: CurlyState;
  private readonly parameters: CurlyParameters;
  private readonly springs: SpringView;
  private readonly given: OuterStep;
  private readonly kernel: CurlyKernel;
  /** 0: no core springs, 1: as published, 2: consistent. */
  private readonly cores: number;
  private readonly lanes: number[] = [];

  constructor(
    state: CurlyState,
    parameters: CurlyParameters,
    springs: SpringView,
    given: OuterStep,
    wantsSimd: boolean,
  ) {
    this.state = state;
    this.parameters = parameters;
    this.springs = springs;
    this.given = given;
    let most = 1;
    for (let k = 0; k < state.ids.length; k++) most = Math.max(most, state.first[k + 1]! - state.first[k]! - 1);
    this.kernel = makeCurlyKernel(most, wantsSimd);
    this.cores = hasCore(parameters) ? (springs.isConsistent ? 2 : 1) : 0;
  }

  /** Takes strands of two nodes and more, in the order of `orderOfPacks`, through `h`. */
  advance(strands: readonly number[], h: number): void {
    const { lanes, state, given } = this;
    for (let n = 0; n < strands.length; ) {
      const first = strands[n++]!;
      lanes.length = 0;
      lanes.push(first);
      while (lanes.length < LANES && n < strands.length && fits(state, given.counts, first, strands[n]!))
        lanes.push(strands[n++]!);
      this.run(h);
    }
  }

  private run(h: number): void {
    const { lanes, kernel, given, state } = this;
    const k = lanes[0]!;
    const { force, damping } = given.counts[k]!;
    // Lanes that are left over repeat the first strand.
    for (let lane = 0; lane < LANES; lane++) this.read(lanes[lane] ?? k, lane, h / force, h / (force * damping));
    kernel.stepCurls(0, STRAND, state.first[k + 1]! - state.first[k]! - 1, force, damping, this.cores);
    for (let lane = 0; lane < lanes.length; lane++) this.write(lanes[lane]!, lane, h);
  }

  private read(k: number, lane: number, forceStep: number, dampingStep: number): void {
    const { state, springs, parameters, given } = this;
    const { memory } = this.kernel;
    turnTo(springs, state, parameters, k);
    const { from, to, core, restLength, restCore } = springs;
    const put = (row: number, value: number): void => {
      memory[LANES * row + lane] = value;
    };
    put(FORCE_STEP, forceStep);
    put(DAMPING_STEP, dampingStep);
    put(STRETCH, springs.stretch);
    put(STRETCH_DAMPING, springs.stretchDamping);
    put(CORE_STIFFNESS, core.stiffness);
    put(CORE_MORE, core.stiffnessMost - core.stiffness);
    put(CORE_DAMPING, core.damping);
    put(CORE_DAMPING_MORE, core.dampingMost - core.damping);
    let rest = 0;
    let whole = 0;
    for (let i = from; i < to - 1; i++) {
      rest += restLength[i]! * restCore[i]!;
      whole += restLength[i]!;
    }
    put(CORE_REST, rest > 0 ? rest : 1);
    put(STIFFENING, rest > 0 ? stiffeningOf(whole / rest) : 0);
    const steps = given.counts[k]!.force;
    for (let c = 0; c < 3; c++) {
      const u = state.u1[3 * k + c]!;
      put(ACROSS + c, u);
      put(ACROSS_STEP + c, (given.acrossEnd[3 * k + c]! - u) / steps);
      put(ROOT_ACCELERATION + c, given.acceleration[3 * from + c]!);
    }
    put(ROOT_WEIGHT, given.inverseMass[from]!);
    this.readEdges(k, lane);
  }

  /** Kernel. */
  private readEdges(k: number, lane: number): void {
    const { state, parameters } = this;
    const { memory } = this.kernel;
    const { position: x, velocity: v, reference } = state;
    const { from, to, restLength, pretension, bendStiffness, bendDamping, restCore, bendWeight, coreWeight } =
      this.springs;
    const { acceleration, inverseMass } = this.given;
    const isRooted = state.rooted[k] === 1;
    const rate = fastestRate(isRooted, parameters);
    const longest = isRooted ? 1 + parameters.stretchAllowance : 1e30;
    for (let i = from; i < to - 1; i++) {
      const o = LANES * (STRAND + EDGE * (i - from)) + lane;
      const a = 3 * i;
      for (let c = 0; c < 3; c++) {
        memory[o + LANES * (START + c)] = x[a + 3 + c]! - x[a + c]!;
        memory[o + LANES * (RATE + c)] = v[a + 3 + c]! - v[a + c]!;
        memory[o + LANES * (MORE + c)] = acceleration[a + 3 + c]! - acceleration[a + c]!;
        memory[o + LANES * (REFERENCE + c)] = reference[a + c]!;
      }
      const l = restLength[i]!;
      memory[o + LANES * WEIGHT] = inverseMass[i + 1]!;
      memory[o + LANES * LENGTH] = l;
      memory[o + LANES * PER_LENGTH] = 1 / l;
      memory[o + LANES * PRETENSION] = pretension[i]!;
      memory[o + LANES * BEND] = i > from ? bendStiffness[i]! : 0;
      memory[o + LANES * BEND_DAMPING] = bendDamping[i]!;
      memory[o + LANES * REST_CORE] = restCore[i]!;
      memory[o + LANES * BEND_WEIGHT] = bendWeight[i]!;
      memory[o + LANES * CORE_WEIGHT] = coreWeight[i]!;
      memory[o + LANES * FASTEST] = rate * rate * l * l;
      memory[o + LANES * LONGEST] = longest * longest * l * l;
    }
  }

  /** Kernel. Nodes one after another from the first, each by its edge. */
  private write(k: number, lane: number, h: number): void {
    const { position: x, velocity: v, first } = this.state;
    const { memory } = this.kernel;
    const from = first[k]!;
    const to = first[k + 1]!;
    for (let c = 0; c < 3; c++) {
      let before = x[3 * from + c]!;
      let at = before + h * v[3 * from + c]! + memory[LANES * (ROOT_WAY + c) + lane]!;
      let speed = v[3 * from + c]! + memory[LANES * (ROOT_CHANGE + c) + lane]!;
      x[3 * from + c] = at;
      v[3 * from + c] = speed;
      for (let i = from; i < to - 1; i++) {
        const o = LANES * (STRAND + EDGE * (i - from) + c) + lane;
        const next = 3 * i + 3 + c;
        const was = x[next]!;
        at += was - before + memory[o + LANES * CHANGE]!;
        speed += memory[o + LANES * RATE]!;
        before = was;
        x[next] = at;
        v[next] = speed;
      }
    }
  }
}
