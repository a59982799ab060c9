import { LANES } from '../../kernels/kernels.ts';
import { INVERSE_STEP_SQUARED, IS_GOING, IS_LOST, IS_TOO_DEEP, LOOKS, SOLVES } from '../../kernels/rod-layout.ts';
import type { PackContacts, StrandContacts } from '../contactable.ts';
import type { Environment } from '../model.ts';
import { LaneContactable } from './lane-contactable.ts';
import type { RodLanes } from './lanes.ts';

/** As in kernels/rod/solve.ts. */
const MOST_CONTACT_SOLVES = 8;
/** Surfaces are looked at again at most so often in a step. */
const MOST_LOOKS = 3;

/** Solves packs of strands with what is near them: kernels solve four at a time, and each strand minds its own surfaces. */
export class RodPacks {
  readonly lanes: RodLanes;
  private readonly contacts: PackContacts;
  private readonly contactables: readonly LaneContactable[];
  /** Of each lane: nothing asked for another solve at the end. */
  private readonly settled = new Uint8Array(LANES);
  private readonly going = new Uint8Array(LANES);

  constructor(lanes: RodLanes, contacts: StrandContacts, mostNodes: number) {
    this.lanes = lanes;
    this.contacts = contacts.inPack({ memory: lanes.kernels.memory, first: lanes.contacts, mostNodes });
    this.contactables = Array.from({ length: LANES }, (_, lane) => new LaneContactable(lanes, lane));
  }

  /** After a strand was added: what is near it. False where a point would go so far into a plane that smaller steps are needed. */
  gather(environment: Environment, h: number, left: number): boolean {
    const { lanes, contacts } = this;
    const lane = lanes.count - 1;
    if (lane === 0) contacts.clear(lanes.nodes);
    const rate = this.head(INVERSE_STEP_SQUARED, lane);
    return contacts.gather(lane, lanes.strand(lane), this.contactables[lane]!, environment, h, left, rate);
  }

  isConverged(lane: number): boolean {
    return this.settled[lane] === 1;
  }

  /** Whether a point would have gone so far into a surface that the strand was not solved: smaller steps are needed. */
  isTooDeep(lane: number): boolean {
    return this.head(IS_TOO_DEEP, lane) !== 0;
  }

  finish(lane: number): number {
    return this.contacts.finish(lane);
  }

  solve(): void {
    const { lanes, going } = this;
    const { kernels, count } = lanes;
    lanes.fill();
    this.settled.fill(0);
    kernels.beginPack(0, lanes.fixed, lanes.nodes);
    kernels.beginContacts(0, lanes.fixed, lanes.contacts, lanes.nodes);
    // Lanes that repeat the first have no contacts: they go nowhere.
    for (let lane = 0; lane < LANES; lane++) {
      going[lane] = lane < count && !this.isTooDeep(lane) ? 1 : 0;
      this.set(IS_GOING, lane, going[lane]!);
    }
    for (let look = 0; look <= MOST_LOOKS && going.includes(1); look++) {
      kernels.solvePack(0, lanes.fixed, lanes.system, lanes.contacts, lanes.nodes);
      kernels.checkPlaces(0, lanes.contacts, lanes.nodes);
      for (let lane = 0; lane < count; lane++)
        if (going[lane]) going[lane] = this.lookAgain(lane, look < MOST_LOOKS) ? 1 : 0;
    }
  }

  /** After a strand was solved: whether surfaces are elsewhere than they were taken to be, so that it goes on. */
  private lookAgain(lane: number, mayGoOn: boolean): boolean {
    const { contacts } = this;
    if (this.head(IS_LOST, lane) !== 0 || this.head(IS_GOING, lane) !== 0) return false;
    const solves = this.head(SOLVES, lane);
    const isAsked = solves < MOST_CONTACT_SOLVES;
    const isElsewhere = this.head(LOOKS, lane) !== 0 || contacts.isWatched(lane);
    // Where one solve was enough nothing new has come near.
    if (isAsked && mayGoOn && isElsewhere && contacts.follow(lane, solves > 1)) {
      this.set(IS_GOING, lane, 1);
      return true;
    }
    this.settled[lane] = (isAsked && (mayGoOn || !isElsewhere)) || !contacts.isLeftIn(lane) ? 1 : 0;
    return false;
  }

  private head(row: number, lane: number): number {
    return this.lanes.kernels.memory[LANES * row + lane]!;
  }

  private set(row: number, lane: number, value: number): void {
    this.lanes.kernels.memory[LANES * row + lane] = value;
  }
}
