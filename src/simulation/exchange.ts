import { InputError } from '../strands/input-error.ts';
import { selectStrands } from '../strands/selection.ts';
import { pointCount, type Strands, strandCount } from '../strands/strands.ts';
import type { GroomState } from './groom-view.ts';
import type { DocumentOrder } from './strand-packing.ts';

/** The strands that one block of a run simulates: what it tells the others before a step. */
export interface BlockState {
  /** Rises whenever anything but positions and velocities changes. */
  readonly version: number;
  readonly grooms: readonly GroomState[];
}

/** How blocks that are simulated apart see each other before every step. */
export interface Exchange {
  /** Place of this block among all, and how many there are. */
  readonly index: number;
  readonly count: number;
  /** Gives this block's strands to the others, waits for theirs, and returns all in the order of blocks. */
  gather(own: BlockState): readonly BlockState[];
}

/**
 * Of some strands those that a block simulates: every so many'th of the document. Neighbours cost alike, so blocks have equal
 * fractions of what is expensive. Cut pieces stay where their strand is.
 */
export function ownStrands(strands: Strands, exchange: Exchange | null, order: DocumentOrder): Strands {
  if (!exchange) return strands;
  return selectStrands(strands, (k) => order(strands.id[k]!) % exchange.count === exchange.index);
}

/** Memory that the threads of one run share. */
export interface SharedHair {
  readonly blocks: number;
  /** [0]: arrivals so far; [1]: not 0 when a thread has failed. */
  readonly control: Int32Array;
  /** Two of each block, used in turn: a fast thread may write the next state while a slow one still reads this one. */
  readonly slots: readonly SharedArrayBuffer[];
}

/** Words (8 bytes) of a slot's head: version and grooms, then strands and nodes of each groom. */
const HEAD = 2;
/** Words a node: position 3, velocity 3, s, inverse mass, radius. */
const NODE_WORDS = 9;
const WORD = 8;
/** Cuts and growth make hair more; a slot has room for so many times what it begins with, and at least for so many bytes. */
const GROWTH = 64;
const LEAST_ROOM = 1 << 24;
const MOST_ROOM = 0x80000000;

/** Memory for the strands of these grooms in so many blocks. It grows with them: only what is used takes room. */
export function shareHair(grooms: readonly Strands[], blocks: number): SharedHair {
  const strands = grooms.reduce((sum, groom) => sum + strandCount(groom), 0);
  const nodes = grooms.reduce((sum, groom) => sum + pointCount(groom), 0);
  const whole = WORD * (HEAD + 2 * grooms.length + 2 * strands + grooms.length + NODE_WORDS * nodes);
  const byteLength = Math.ceil(whole / blocks / WORD) * WORD;
  const maxByteLength = Math.min(MOST_ROOM, Math.max(LEAST_ROOM, GROWTH * byteLength));
  return {
    blocks,
    control: new Int32Array(new SharedArrayBuffer(8)),
    slots: Array.from({ length: 2 * blocks }, () => new SharedArrayBuffer(byteLength, { maxByteLength })),
  };
}

/** Rounds that a thread looks before it sleeps: sleeping costs 12 to 95 µs, looking on steals a shared core (KERNELS). */
const SPIN = 2000;

/** A barrier and double buffers: after `gather` every thread has read the same state. */
export class SharedExchange implements Exchange {
  readonly index: number;
  private readonly shared: SharedHair;
  private readonly read: (BlockState | null)[];
  private turn = 0;
  private arrived = 0;

  constructor(shared: SharedHair, index: number) {
    this.shared = shared;
    this.index = index;
    this.read = shared.slots.map(() => null);
  }

  get count(): number {
    return this.shared.blocks;
  }

  gather(own: BlockState): readonly BlockState[] {
    writeSlot(this.shared.slots[2 * this.index + this.turn]!, own);
    this.arrive();
    const all: BlockState[] = [];
    for (let b = 0; b < this.shared.blocks; b++) {
      const place = 2 * b + this.turn;
      const state = b === this.index ? own : readSlot(this.shared.slots[place]!, this.read[place]!);
      this.read[place] = state;
      all.push(state);
    }
    this.turn = 1 - this.turn;
    return all;
  }

  /** Tells the others that this thread will not come again, so that none waits for ever. */
  fail(): void {
    Atomics.store(this.shared.control, 1, 1);
    Atomics.notify(this.shared.control, 0);
  }

  private arrive(): void {
    const { control, blocks } = this.shared;
    this.arrived += blocks;
    Atomics.add(control, 0, 1);
    Atomics.notify(control, 0);
    let rounds = 0;
    for (;;) {
      const count = Atomics.load(control, 0);
      // Arrivals of a long run wrap around; the difference does not.
      if (((count - this.arrived) | 0) >= 0) return;
      if (Atomics.load(control, 1) !== 0) throw new Error('another thread of the simulation has failed');
      if (++rounds > SPIN) Atomics.wait(control, 0, count, 100);
    }
  }
}

const wordsOf = ({ ids, s }: GroomState): number => 2 * ids.length + 1 + NODE_WORDS * s.length;

function writeSlot(slot: SharedArrayBuffer, { version, grooms }: BlockState): void {
  const words = grooms.reduce((sum, groom) => sum + wordsOf(groom), HEAD + 2 * grooms.length);
  if (WORD * words > slot.byteLength) growSlot(slot, WORD * words);
  const out = new Float64Array(slot, 0, words);
  const isNew = out[0] !== version;
  out[0] = version;
  out[1] = grooms.length;
  let at = HEAD + 2 * grooms.length;
  grooms.forEach((groom, g) => {
    out[HEAD + 2 * g] = groom.ids.length;
    out[HEAD + 2 * g + 1] = groom.s.length;
    writeGroom(out, at, groom, isNew);
    at += wordsOf(groom);
  });
}

function growSlot(slot: SharedArrayBuffer, bytes: number): void {
  if (bytes > slot.maxByteLength)
    throw new InputError(
      'simulation/room',
      'The hair has grown to many times what it was: more than threads can share. Run it with one worker.',
    );
  // Twice what is needed, so that a long haircut does not grow it at every snip.
  slot.grow(Math.min(slot.maxByteLength, 2 * bytes));
}

/** What moves comes first and is written every time; the rest only when it has changed. */
function writeGroom(out: Float64Array, at: number, groom: GroomState, isNew: boolean): void {
  const nodes = groom.s.length;
  out.set(groom.position, at);
  out.set(groom.velocity, at + 3 * nodes);
  if (!isNew) return;
  out.set(groom.s, at + 6 * nodes);
  out.set(groom.inverseMass, at + 7 * nodes);
  out.set(groom.radius, at + 8 * nodes);
  out.set(groom.ids, at + NODE_WORDS * nodes);
  out.set(groom.first, at + NODE_WORDS * nodes + groom.ids.length);
}

/** Positions and velocities are views of the slot; the rest is read again only when it has changed. */
function readSlot(slot: SharedArrayBuffer, last: BlockState | null): BlockState {
  const [version = 0, count = 0] = new Float64Array(slot, 0, HEAD);
  if (last && version === last.version) return last;
  const head = new Float64Array(slot, WORD * HEAD, 2 * count);
  const grooms: GroomState[] = [];
  let at = HEAD + 2 * count;
  for (let g = 0; g < count; g++) {
    grooms.push(readGroom(slot, at, head[2 * g]!, head[2 * g + 1]!));
    at += wordsOf(grooms[g]!);
  }
  return { version, grooms };
}

function readGroom(slot: SharedArrayBuffer, at: number, strands: number, nodes: number): GroomState {
  const view = (from: number, length: number): Float64Array => new Float64Array(slot, WORD * (at + from), length);
  return {
    position: view(0, 3 * nodes),
    velocity: view(3 * nodes, 3 * nodes),
    s: view(6 * nodes, nodes).slice(),
    inverseMass: view(7 * nodes, nodes).slice(),
    radius: view(8 * nodes, nodes).slice(),
    ids: Uint32Array.from(view(NODE_WORDS * nodes, strands)),
    first: Uint32Array.from(view(NODE_WORDS * nodes + strands, strands + 1)),
  };
}
