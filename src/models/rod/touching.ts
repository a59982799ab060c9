import { LANES } from '../../kernels/kernels.ts';
import {
  CHANGE,
  ENERGY,
  ENERGY_BEFORE,
  FRACTION,
  INVERSE_STEP_SQUARED,
  IS_GOING,
  IS_LOST,
  SOLVES,
} from '../../kernels/rod-layout.ts';
import type { StrandContacts } from '../contactable.ts';
import type { Environment } from '../model.ts';
import { LaneContactable } from './lane-contactable.ts';
import type { RodLanes } from './lanes.ts';

/** As in solver.ts. */
const STILL = 0.01;
const MOST_SOLVES = 12;
const MOST_CONTACT_SOLVES = 8;
const MOST_HALVINGS = 5;
const LARGE_CHANGE = 0.5;

/** Solves packs of strands that are near something: kernels do what four strands do alike, and each strand minds its own contacts. */
export class TouchingLanes {
  readonly lanes: RodLanes;
  private readonly contacts: readonly StrandContacts[];
  private readonly contactables: readonly LaneContactable[];
  /** Of each lane: nothing asked for another solve at the end. */
  private readonly settled = new Uint8Array(LANES);
  private readonly going = new Uint8Array(LANES);

  constructor(lanes: RodLanes, contacts: StrandContacts) {
    this.lanes = lanes;
    this.contacts = Array.from({ length: LANES }, () => contacts.another());
    this.contactables = Array.from({ length: LANES }, (_, lane) => new LaneContactable(lanes, lane));
  }

  /** After a strand was added: what is near it. False where a point would go so far into a surface that smaller steps are needed. */
  gather(environment: Environment, h: number, left: number): boolean {
    const lane = this.lanes.count - 1;
    const contacts = this.contacts[lane]!;
    contacts.gather(this.lanes.strand(lane), this.contactables[lane]!, environment, h, left);
    return !contacts.isTooDeep();
  }

  isConverged(lane: number): boolean {
    return this.settled[lane] === 1;
  }

  finish(lane: number): number {
    return this.contacts[lane]!.finish();
  }

  solve(): void {
    const { lanes, contacts, going } = this;
    const { kernels, count } = lanes;
    lanes.fill();
    this.settled.fill(0);
    going.fill(0);
    going.fill(1, 0, count);
    for (let lane = 0; lane < LANES; lane++) {
      // Lanes that repeat the first have no contacts: they go nowhere.
      this.set(IS_GOING, lane, lane < count ? 1 : 0);
      this.set(IS_LOST, lane, 0);
      this.set(SOLVES, lane, 0);
    }
    lanes.measure();
    for (let lane = 0; lane < count; lane++) contacts[lane]!.begin(this.head(INVERSE_STEP_SQUARED, lane));
    for (let solve = 0; solve < MOST_SOLVES && going.includes(1); solve++) {
      lanes.assemble();
      for (let lane = 0; lane < count; lane++) if (going[lane]) contacts[lane]!.scatter();
      lanes.factor();
      this.advance();
      kernels.checkLengths(0, lanes.fixed, lanes.nodes);
      for (let lane = 0; lane < count; lane++) if (going[lane]) this.decide(lane);
    }
  }

  private head(row: number, lane: number): number {
    return this.lanes.kernels.memory[LANES * row + lane]!;
  }

  private set(row: number, lane: number, value: number): void {
    this.lanes.kernels.memory[LANES * row + lane] = value;
  }

  /** Whether a strand goes on: what asks for another solve. */
  private decide(lane: number): void {
    const contacts = this.contacts[lane]!;
    const solves = this.head(SOLVES, lane);
    let isGood = this.head(IS_GOING, lane) === 0;
    if (this.head(IS_LOST, lane) === 0) {
      const isAsked = solves < MOST_CONTACT_SOLVES;
      const isStill = isGood || this.head(CHANGE, lane) < STILL;
      if (!contacts.update(this.head(FRACTION, lane) === 1, isStill) && isAsked) isGood = false;
      // Where one solve was enough nothing new has come near.
      if (isAsked && contacts.follow(isGood && solves > 1)) isGood = false;
      this.settled[lane] = isGood && (isAsked || !contacts.isLeftIn()) ? 1 : 0;
    }
    this.going[lane] = isGood ? 0 : 1;
    this.set(IS_GOING, lane, isGood ? 0 : 1);
  }

  /** Moves by the solution, halving large moves while they raise the energy, that of contacts included. */
  private advance(): void {
    const { lanes } = this;
    const { kernels, fixed, system, nodes } = lanes;
    kernels.judge(0, fixed, system, nodes);
    const isLarge = this.hasLarge();
    if (isLarge) this.findEnergy(ENERGY_BEFORE);
    kernels.saveMoves(0, nodes);
    kernels.move(0, system, nodes);
    lanes.measure();
    if (isLarge) {
      this.findEnergy(ENERGY);
      for (let n = 0; n < MOST_HALVINGS && this.halveRising(); n++) {
        kernels.move(0, system, nodes);
        lanes.measure();
        this.findEnergy(ENERGY);
      }
    }
    kernels.takeTensions(0, system, nodes);
  }

  private hasLarge(): boolean {
    for (let lane = 0; lane < this.lanes.count; lane++) if (this.head(CHANGE, lane) >= LARGE_CHANGE) return true;
    return false;
  }

  private findEnergy(row: number): void {
    const { lanes } = this;
    lanes.kernels.findEnergy(0, lanes.fixed, lanes.nodes);
    for (let lane = 0; lane < lanes.count; lane++) {
      if (!(this.head(CHANGE, lane) >= LARGE_CHANGE)) continue;
      this.set(row, lane, this.head(ENERGY, lane) + this.contacts[lane]!.energy(false));
    }
  }

  private halveRising(): boolean {
    let isAny = false;
    for (let lane = 0; lane < this.lanes.count; lane++) {
      if (!(this.head(CHANGE, lane) >= LARGE_CHANGE)) continue;
      if (this.head(ENERGY, lane) <= this.head(ENERGY_BEFORE, lane)) continue;
      this.set(FRACTION, lane, 0.5 * this.head(FRACTION, lane));
      isAny = true;
    }
    return isAny;
  }
}
