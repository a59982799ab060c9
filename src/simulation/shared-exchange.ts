import { InputError } from '../strands/input-error.ts';
import type { BlockState, Exchange } from './exchange.ts';
import type { GroomState } from './groom-view.ts';

/** Memory that the threads of one run share: it can be posted to each of them. */
export interface SharedBlocks {
  readonly blocks: number;
  /** [0]: arrivals so far; [1]: not 0 when a thread has failed. */
  readonly control: Int32Array;
  /** Strands. Two of each block, used in turn: a fast thread may write the next state while a slow one still reads this one. */
  readonly slots: readonly SharedArrayBuffer[];
  /** For everything else, a piece at a time; two of each block as well. */
  readonly windows: readonly SharedArrayBuffer[];
}

/** Words (8 bytes) of a slot's head: version, grooms and cost, then strands and nodes of each groom. */
const HEAD = 3;
/** Words a node: position 3, velocity 3, s, inverse mass, radius. */
const NODE_WORDS = 9;
const WORD = 8;
/** A slot grows with its strands up to so many bytes, 3.7 million nodes; only what is used takes room. */
const MOST_ROOM = 1 << 28;
/** Bytes of a window: the first word says how many there are in all. */
const WINDOW = (1 << 20) + WORD;

export function shareBlocks(blocks: number): SharedBlocks {
  const two = Array.from({ length: 2 * blocks });
  return {
    blocks,
    control: new Int32Array(new SharedArrayBuffer(8)),
    slots: two.map(() => new SharedArrayBuffer(1 << 16, { maxByteLength: MOST_ROOM })),
    windows: two.map(() => new SharedArrayBuffer(WINDOW)),
  };
}

/** Rounds that a thread looks before it sleeps: sleeping costs 12 to 95 µs, looking on for long steals a core that others need. */
const SPIN = 2000;

/** A barrier and double buffers: after every call all threads have read the same. */
export class SharedExchange implements Exchange {
  readonly index: number;
  private readonly shared: SharedBlocks;
  private readonly now: () => number;
  private readonly read: (BlockState | null)[];
  private turn = 0;
  /** 0 is what memory that nobody has written says. */
  private lastVersion = 0;
  private arrived = 0;
  /** When the last wait for the others was over, and milliseconds of work before it that nobody was told of. */
  private resumed: number;
  private worked = 0;

  /** `now` is a clock in milliseconds: blocks that took long are given less to do. */
  constructor(shared: SharedBlocks, index: number, now: () => number = () => 0) {
    this.shared = shared;
    this.index = index;
    this.now = now;
    this.read = shared.slots.map(() => null);
    this.resumed = now();
  }

  get count(): number {
    return this.shared.blocks;
  }

  newVersion(): number {
    return ++this.lastVersion;
  }

  gather({ version, grooms }: BlockState): readonly BlockState[] {
    const own = { version, grooms, cost: this.worked + this.now() - this.resumed };
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
    this.worked = 0;
    return all;
  }

  share(own: Uint8Array): readonly Uint8Array[] {
    const windows = (turn: number): Uint8Array[] =>
      Array.from({ length: this.count }, (_, b) => new Uint8Array(this.shared.windows[2 * b + turn]!));
    const [even, odd] = [windows(0), windows(1)];
    let all: Uint8Array[] | null = null;
    let most = 1;
    for (let from = 0; from < most; from += WINDOW - WORD) {
      const now = this.turn === 0 ? even : odd;
      putPiece(now[this.index]!, own, from);
      this.arrive();
      if (!all) {
        all = now.map((pane) => new Uint8Array(lengthOf(pane)));
        most = Math.max(...all.map(({ length }) => length));
      }
      all.forEach((bytes, b) => {
        if (from < bytes.length)
          bytes.set(now[b]!.subarray(WORD, WORD + Math.min(WINDOW - WORD, bytes.length - from)), from);
      });
      this.turn = 1 - this.turn;
    }
    return all!;
  }

  /** Tells the others that this thread will not come again, so that none waits for ever. */
  fail(): void {
    Atomics.store(this.shared.control, 1, 1);
    Atomics.notify(this.shared.control, 0);
  }

  private arrive(): void {
    this.worked += this.now() - this.resumed;
    this.waitForAll();
    this.resumed = this.now();
  }

  private waitForAll(): void {
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

const lengthView = (pane: Uint8Array): Float64Array => new Float64Array(pane.buffer, 0, 1);
const lengthOf = (pane: Uint8Array): number => lengthView(pane)[0]!;

function putPiece(pane: Uint8Array, bytes: Uint8Array, from: number): void {
  lengthView(pane)[0] = bytes.length;
  if (from < bytes.length) pane.set(bytes.subarray(from, from + WINDOW - WORD), WORD);
}

const wordsOf = ({ ids, s }: GroomState): number => 2 * ids.length + 1 + NODE_WORDS * s.length;

function writeSlot(slot: SharedArrayBuffer, { version, grooms, cost = 0 }: BlockState): void {
  const words = grooms.reduce((sum, groom) => sum + wordsOf(groom), HEAD + 2 * grooms.length);
  if (WORD * words > slot.byteLength) growSlot(slot, WORD * words);
  const out = new Float64Array(slot, 0, words);
  const isNew = out[0] !== version;
  out[0] = version;
  out[1] = grooms.length;
  out[2] = cost;
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
    throw new InputError('simulation/room', 'There is more hair than threads can share. Run it with one worker.');
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
  const [version = 0, count = 0, cost = 0] = new Float64Array(slot, 0, HEAD);
  if (last && version === last.version) return { ...last, cost };
  const head = new Float64Array(slot, WORD * HEAD, 2 * count);
  const grooms: GroomState[] = [];
  let at = HEAD + 2 * count;
  for (let g = 0; g < count; g++) {
    grooms.push(readGroom(slot, at, head[2 * g]!, head[2 * g + 1]!));
    at += wordsOf(grooms[g]!);
  }
  return { version, grooms, cost };
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
