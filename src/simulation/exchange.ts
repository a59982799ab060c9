import type { BlockState } from './hair-view.ts';

/** How blocks that are simulated apart see each other before every step. */
export interface Exchange {
  /** Place of this block among all. */
  readonly index: number;
  /** Gives this block's strands to the others, waits for theirs, and returns all in the order of blocks. */
  gather(own: BlockState): readonly BlockState[];
}

/** Memory that the threads of one run share. */
export interface SharedHair {
  readonly blocks: number;
  /** [0]: arrivals so far; [1]: not 0 when a thread has failed. */
  readonly control: Int32Array;
  /** Two of each block, used in turn: a fast thread may write the next state while a slow one still reads this one. */
  readonly slots: readonly SharedArrayBuffer[];
}

/** Head of a slot, in 8-byte words: version, strands, nodes. */
const HEAD = 3;
/** Words a node: position 3, velocity 3, s, inverse mass, radius. */
const NODE_WORDS = 9;

/** Memory for blocks of so many strands and nodes. */
export function shareHair(blocks: readonly { readonly strands: number; readonly nodes: number }[]): SharedHair {
  return {
    blocks: blocks.length,
    control: new Int32Array(new SharedArrayBuffer(8)),
    slots: blocks.flatMap(({ strands, nodes }) => [slotFor(strands, nodes), slotFor(strands, nodes)]),
  };
}

const slotFor = (strands: number, nodes: number): SharedArrayBuffer =>
  new SharedArrayBuffer(8 * (HEAD + 2 * strands + 1 + NODE_WORDS * nodes));

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

  gather(own: BlockState): readonly BlockState[] {
    const slot = 2 * this.index + this.turn;
    writeSlot(this.shared.slots[slot]!, own);
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

function writeSlot(slot: SharedArrayBuffer, state: BlockState): void {
  const strands = state.ids.length;
  const nodes = state.s.length;
  const words = HEAD + 2 * strands + 1 + NODE_WORDS * nodes;
  if (8 * words > slot.byteLength)
    throw new RangeError('strands were cut or added in a run of several threads: run it with one');
  const out = new Float64Array(slot);
  const isNew = out[0] !== state.version;
  out.set([state.version, strands, nodes]);
  let at = HEAD;
  if (isNew) {
    out.set(state.ids, at);
    out.set(state.first, at + strands);
  }
  at += 2 * strands + 1;
  out.set(state.position, at);
  out.set(state.velocity, at + 3 * nodes);
  if (!isNew) return;
  out.set(state.s, at + 6 * nodes);
  out.set(state.inverseMass, at + 7 * nodes);
  out.set(state.radius, at + 8 * nodes);
}

/** Positions and velocities are views of the slot; the rest is read again only when it has changed. */
function readSlot(slot: SharedArrayBuffer, last: BlockState | null): BlockState {
  const words = new Float64Array(slot);
  if (last && words[0] === last.version) return last;
  const [version, strands, nodes] = [words[0]!, words[1]!, words[2]!];
  const at = HEAD + 2 * strands + 1;
  return {
    version,
    ids: Uint32Array.from(words.subarray(HEAD, HEAD + strands)),
    first: Uint32Array.from(words.subarray(HEAD + strands, at)),
    position: words.subarray(at, at + 3 * nodes),
    velocity: words.subarray(at + 3 * nodes, at + 6 * nodes),
    s: words.slice(at + 6 * nodes, at + 7 * nodes),
    inverseMass: words.slice(at + 7 * nodes, at + 8 * nodes),
    radius: words.slice(at + 8 * nodes, at + 9 * nodes),
  };
}
