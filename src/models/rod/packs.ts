import { LANES } from '../../kernels/kernels.ts';
import {
  CLEARANCE,
  DEPTH,
  FIXED,
  HAS_SHIFT,
  HEAD,
  INVERSE_STEP_SQUARED,
  IS_GOING,
  IS_LOST,
  IS_TOO_DEEP,
  IS_WATCHED,
  LOOKS,
  MOVE,
  NEEDS_CARE,
  SOLVES,
  TOUCHES,
  WORK,
} from '../../kernels/rod-layout.ts';
import type { PackContacts, StrandContacts } from '../contactable.ts';
import { type Environment, type Obstacles, POSE, type PosedField, type ReachBox } from '../model.ts';
import { LaneContactable } from './lane-contactable.ts';
import type { RodLanes } from './lanes.ts';
import { MOST_NODES, PackField } from './pack-field.ts';
import type { OuterLoads } from './predict.ts';

/** As in kernels/rod/solve.ts. */
const MOST_CONTACT_SOLVES = 8;
/** Surfaces are looked at again at most so often in a step. */
const MOST_LOOKS = 3;
/** A point that is deeper than this when contacts are no longer asked for has been given up, metres. */
const LEFT_IN = 2e-4;
/** Other bodies than the one that kernels ask must be so much farther away than the distance that points keep, metres. */
const ROOM = 0.02;

/** Who looks after the surfaces near a lane's strand: nobody, as there are none; kernels; or a table of its contacts. */
const NOBODY = 0;
const KERNELS = 1;
const TABLE = 2;
/** Smaller steps are needed. */
const REFUSED = 3;

/** Solves packs of strands with what is near them. */
export class RodPacks {
  readonly lanes: RodLanes;
  private readonly contacts: PackContacts;
  private readonly contactables: readonly LaneContactable[];
  private readonly field: PackField;
  private readonly keeper = new Uint8Array(LANES);
  /** Of each lane: nothing asked for another solve at the end. */
  private readonly settled = new Uint8Array(LANES);
  private readonly going = new Uint8Array(LANES);
  /** Where the body that hair grows on is at the start of the step. */
  private readonly startPose = new Float64Array(POSE);
  private readonly box = new Float64Array(6);
  private readonly reach: ReachBox = { find: () => ({ reach: this.bound() + ROOM, box: this.box }) };

  constructor(lanes: RodLanes, contacts: StrandContacts, mostNodes: number) {
    this.lanes = lanes;
    this.contacts = contacts.inPack({ kernels: lanes.kernels, first: lanes.contacts, mostNodes });
    this.contactables = Array.from({ length: LANES }, (_, lane) => new LaneContactable(lanes, lane));
    this.field = new PackField(lanes);
  }

  /** Begins a step of strands that take it whole, or one of several parts. */
  begin(environment: Environment, isWhole: boolean): void {
    this.lanes.begin(isWhole);
    this.beginPart(environment);
  }

  /** Begins a part of a step, of some strands. */
  beginPart({ obstacles, time }: Environment): void {
    obstacles?.ownPose?.(time, this.startPose);
  }

  isConverged(lane: number): boolean {
    return this.settled[lane] === 1;
  }

  /** Whether a point would have gone so far into a surface that the strand was not solved: smaller steps are needed. */
  isTooDeep(lane: number): boolean {
    return this.keeper[lane] === REFUSED || this.head(IS_TOO_DEEP, lane) !== 0;
  }

  /** Says for the pack at hand whether a strand has no point inside a surface, and none that is being let out. */
  isClear(lane: number): boolean {
    const { lanes } = this;
    lanes.kernels.run.findDepth(0, lanes.contacts, lanes.nodes);
    return this.head(DEPTH, lane) <= LEFT_IN && this.head(HAS_SHIFT, lane) === 0;
  }

  /** Ends the step of those strands of the pack that are good, one a lane. Returns how many points touch. */
  store(isGood: Uint8Array): number {
    const { lanes, keeper } = this;
    let touching = 0;
    if (lanes.isPlain && !keeper.includes(TABLE) && !isGood.includes(0)) {
      lanes.keep();
      for (let lane = 0; lane < LANES; lane++) touching += this.head(TOUCHES, lane);
      return touching;
    }
    lanes.finish();
    for (let lane = 0; lane < lanes.count; lane++) if (isGood[lane] === 1) touching += this.storeOne(lane);
    return touching;
  }

  private storeOne(lane: number): number {
    const { lanes, keeper } = this;
    const isTable = keeper[lane] === TABLE;
    const touching = isTable ? this.contacts.finish(lane) : this.head(TOUCHES, lane);
    lanes.store(lane, !isTable);
    return touching;
  }

  /** Solves the strands of the pack over a step of h, `left` seconds before the end of the whole. */
  solve(environment: Environment, h: number, left: number, outer: OuterLoads): void {
    const { lanes, going } = this;
    const { kernels, count, nodes } = lanes;
    lanes.load(outer);
    this.meet(environment, h, left);
    // Meeting a body for the first time may have made other memory.
    const { run } = kernels;
    run.beginContacts(0, lanes.fixed, lanes.contacts, nodes);
    // Lanes that repeat the first have no contacts: they go nowhere.
    this.settled.fill(0);
    for (let lane = 0; lane < LANES; lane++) {
      going[lane] = lane < count && !this.isTooDeep(lane) ? 1 : 0;
      this.set(IS_GOING, lane, going[lane]!);
    }
    for (let look = 0; look <= MOST_LOOKS && going.includes(1); look++) {
      run.solvePack(0, lanes.fixed, lanes.system, lanes.contacts, nodes);
      run.checkPlaces(0, lanes.contacts, nodes);
      this.lookAgain(look < MOST_LOOKS);
    }
    run.keepForces(0, lanes.contacts, nodes);
  }

  /** Finds what is near the strands, and who looks after it. */
  private meet(environment: Environment, h: number, left: number): void {
    const { lanes, contacts, keeper } = this;
    const { obstacles } = environment;
    contacts.clear(lanes.nodes);
    const posed = obstacles ? this.fieldNear(obstacles, environment.time + h) : null;
    for (let lane = 0; lane < LANES; lane++) {
      const k = lanes.strand(lane);
      keeper[lane] = NOBODY;
      if (lane < lanes.count && contacts.hasPlanes(k, environment)) keeper[lane] = TABLE;
      else if (lane < lanes.count && obstacles)
        keeper[lane] = posed && !obstacles.isFiltered?.(lanes.rows.ids[k]!) ? KERNELS : TABLE;
      this.set(IS_WATCHED, lane, keeper[lane] === KERNELS ? 1 : 0);
    }
    if (posed && keeper.includes(KERNELS)) this.field.find(posed, this.startPose);
    for (let lane = 0; lane < lanes.count; lane++)
      if (keeper[lane] === TABLE) this.tabulate(lane, environment, h, left);
  }

  private tabulate(lane: number, environment: Environment, h: number, left: number): void {
    const rate = this.head(INVERSE_STEP_SQUARED, lane);
    const { contacts, contactables, lanes } = this;
    lanes.state.giveBack(lanes.strand(lane));
    if (!contacts.gather(lane, lanes.strand(lane), contactables[lane]!, environment, h, left, rate))
      this.keeper[lane] = REFUSED;
  }

  /** The one field that the pack can meet. */
  private fieldNear(obstacles: Obstacles, time: number): PosedField | null {
    const posed = obstacles.fieldNear?.(this.reach, time) ?? null;
    return posed && posed.values.length < MOST_NODES ? posed : null;
  }

  /** Finds the box of all places of the nodes, now and as first guessed. Returns the largest distance that they keep. */
  private bound(): number {
    const { box, lanes } = this;
    const { memory } = lanes.kernels;
    const { x, first } = lanes.rows;
    box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
    let kept = 0;
    for (let lane = 0; lane < lanes.count; lane++) {
      const begin = 3 * first[lanes.strand(lane)]!;
      for (let i = 0; i < lanes.nodes; i++) {
        kept = Math.max(kept, memory[LANES * (lanes.fixed + FIXED * i + CLEARANCE) + lane]!);
        for (let c = 0; c < 3; c++) {
          const here = x[begin + 3 * i + c]!;
          const there = here + memory[LANES * (HEAD + WORK * i + MOVE + c) + lane]!;
          const low = here < there ? here : there;
          const high = here < there ? there : here;
          if (low < box[c]!) box[c] = low;
          if (high > box[c + 3]!) box[c + 3] = high;
        }
      }
    }
    return kept;
  }

  /** After a solve: strands go on whose surfaces are elsewhere than they were taken to be. */
  private lookAgain(mayGoOn: boolean): void {
    const { lanes, going, keeper, settled } = this;
    let looks = false;
    for (let lane = 0; lane < lanes.count; lane++) {
      const isOpen = going[lane] === 1 && this.head(IS_LOST, lane) === 0 && this.head(IS_GOING, lane) === 0;
      const solves = this.head(SOLVES, lane);
      const isAsked = solves < MOST_CONTACT_SOLVES;
      const isElsewhere = keeper[lane] === TABLE || this.head(LOOKS, lane) !== 0;
      going[lane] = 0;
      this.set(IS_GOING, lane, 0);
      if (isOpen && keeper[lane] === TABLE) {
        // Where one solve was enough nothing new has come near.
        if (isAsked && mayGoOn && this.contacts.follow(lane, solves > 1)) this.set(IS_GOING, lane, 1);
        else settled[lane] = (isAsked && mayGoOn) || !this.contacts.isLeftIn(lane) ? 1 : 0;
      } else if (isOpen && (keeper[lane] === NOBODY || (!isElsewhere && isAsked))) settled[lane] = 1;
      // What ends here is looked at once more: nothing may be left inside.
      else if (isOpen && keeper[lane] === KERNELS) {
        this.set(LOOKS, lane, isAsked && mayGoOn ? 1 : 2);
        looks = true;
        continue;
      }
      this.set(LOOKS, lane, 0);
    }
    if (looks) this.lookInKernels();
    for (let lane = 0; lane < lanes.count; lane++) if (this.head(IS_GOING, lane) !== 0) going[lane] = 1;
  }

  private lookInKernels(): void {
    const { lanes, settled } = this;
    this.field.lookAgain();
    lanes.kernels.run.findDepth(0, lanes.contacts, lanes.nodes);
    for (let lane = 0; lane < lanes.count; lane++) {
      const looks = this.head(LOOKS, lane);
      if (looks === 0) continue;
      const isLast = looks === 2;
      if (isLast) this.set(IS_GOING, lane, 0);
      else if (this.head(IS_GOING, lane) !== 0) continue;
      settled[lane] = (isLast ? this.head(DEPTH, lane) <= LEFT_IN : true) && this.head(NEEDS_CARE, lane) === 0 ? 1 : 0;
    }
  }

  private head(row: number, lane: number): number {
    return this.lanes.kernels.memory[LANES * row + lane]!;
  }

  private set(row: number, lane: number, value: number): void {
    this.lanes.kernels.memory[LANES * row + lane] = value;
  }
}
