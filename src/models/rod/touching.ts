import { LANES } from '../../kernels/kernels.ts';
import { INVERSE_STEP_SQUARED, IS_GOING, IS_LOST, SOLVES } from '../../kernels/rod-layout.ts';
import type { StrandContacts } from '../contactable.ts';
import type { Environment } from '../model.ts';
import { LaneContactable } from './lane-contactable.ts';
import { LaneContacts } from './lane-contacts.ts';
import type { RodLanes } from './lanes.ts';

/** As in kernels/rod/solve.ts. */
const MOST_CONTACT_SOLVES = 8;
/** Surfaces are looked at again at most so often in a step. */
const MOST_LOOKS = 3;

/** Solves packs of strands that are near something: kernels solve four at a time, and each strand minds its own surfaces. */
export class TouchingLanes {
  readonly lanes: RodLanes;
  private readonly contacts: readonly StrandContacts[];
  private readonly contactables: readonly LaneContactable[];
  private readonly inLanes: LaneContacts;
  /** Of each lane: nothing asked for another solve at the end. */
  private readonly settled = new Uint8Array(LANES);
  private readonly going = new Uint8Array(LANES);

  constructor(lanes: RodLanes, contacts: StrandContacts, mostNodes: number) {
    this.lanes = lanes;
    this.contacts = Array.from({ length: LANES }, () => contacts.another());
    this.contactables = Array.from({ length: LANES }, (_, lane) => new LaneContactable(lanes, lane));
    this.inLanes = new LaneContacts(lanes.kernels.memory, lanes.contacts, mostNodes);
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
    this.inLanes.clear(lanes.nodes);
    this.settled.fill(0);
    // Lanes that repeat the first have no contacts: they go nowhere.
    for (let lane = 0; lane < LANES; lane++) going[lane] = lane < count && this.begin(lane) ? 1 : 0;
    for (let lane = 0; lane < LANES; lane++) this.set(IS_GOING, lane, going[lane]!);
    kernels.beginPack(0, lanes.fixed, lanes.nodes);
    for (let look = 0; look <= MOST_LOOKS && going.includes(1); look++) {
      kernels.solvePack(0, lanes.fixed, lanes.system, lanes.contacts, lanes.nodes);
      for (let lane = 0; lane < count; lane++)
        if (going[lane]) going[lane] = this.lookAgain(lane, contacts[lane]!, look < MOST_LOOKS) ? 1 : 0;
    }
  }

  private begin(lane: number): boolean {
    const contacts = this.contacts[lane]!;
    contacts.begin(this.head(INVERSE_STEP_SQUARED, lane));
    return this.inLanes.write(lane, contacts.table);
  }

  /** After a strand was solved: whether surfaces are elsewhere than they were taken to be, so that it goes on. */
  private lookAgain(lane: number, contacts: StrandContacts, mayGoOn: boolean): boolean {
    this.inLanes.read(lane, contacts.table);
    const solves = this.head(SOLVES, lane);
    if (this.head(IS_LOST, lane) !== 0 || this.head(IS_GOING, lane) !== 0) return false;
    const isAsked = solves < MOST_CONTACT_SOLVES;
    // Where one solve was enough nothing new has come near.
    if (isAsked && contacts.follow(solves > 1) && mayGoOn && this.inLanes.write(lane, contacts.table)) {
      this.set(IS_GOING, lane, 1);
      return true;
    }
    this.settled[lane] = isAsked || !contacts.isLeftIn() ? 1 : 0;
    return false;
  }

  private head(row: number, lane: number): number {
    return this.lanes.kernels.memory[LANES * row + lane]!;
  }

  private set(row: number, lane: number, value: number): void {
    this.lanes.kernels.memory[LANES * row + lane] = value;
  }
}
