import type { HairState, StrandRange } from '../contact/interaction.ts';
import type { StrandDynamics } from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';

/** What one block tells the others before a step. */
export interface BlockState {
  /** Rises whenever anything but positions and velocities changes. */
  readonly version: number;
  readonly ids: Uint32Array;
  readonly first: Uint32Array;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly s: Float64Array;
  readonly inverseMass: Float64Array;
  readonly radius: Float64Array;
}

/** Radius of the lock that a strand stands for, metres, by id and arc length. */
export type LockRadius = (id: number, s: number) => number;

/**
 * The strands of one block as the others see them. Arc lengths and masses are measured once, when a strand appears or is
 * changed, and kept from then on: they are part of the state.
 */
export class BlockView {
  private readonly dynamics: StrandDynamics;
  private readonly lockRadius: LockRadius;
  private state: BlockState | null = null;

  constructor(dynamics: StrandDynamics, lockRadius: LockRadius) {
    this.dynamics = dynamics;
    this.lockRadius = lockRadius;
  }

  /** Strands were cut, added or taken away, or these were edited. */
  changed(edited: readonly number[]): void {
    this.state = this.build(this.state, new Set(edited));
  }

  read(): BlockState {
    this.state ??= this.build(null, new Set());
    this.dynamics.positions(this.state.position);
    this.dynamics.velocities(this.state.velocity);
    return this.state;
  }

  snapshot(): Uint8Array {
    const { ids, first, s, inverseMass, radius } = this.read();
    return packArrays([ids, first, s, inverseMass, radius]);
  }

  restore(snapshot: Uint8Array): void {
    const [ids, first, s, inverseMass, radius] = unpackArrays(snapshot) as [
      Uint32Array,
      Uint32Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const size = 3 * s.length;
    const version = (this.state?.version ?? 0) + 1;
    const position = new Float64Array(size);
    const velocity = new Float64Array(size);
    this.state = { version, ids, first, position, velocity, s, inverseMass, radius };
  }

  /** Measures strands that are new, have another number of nodes, or were edited; of the others, keeps what was measured. */
  private build(last: BlockState | null, edited: ReadonlySet<number>): BlockState {
    const { dynamics } = this;
    const { ids, first } = dynamics;
    const nodes = first[ids.length]!;
    const position = new Float64Array(3 * nodes);
    dynamics.positions(position);
    const s = arcLengths(position, first);
    dynamics.arcLengths?.(s);
    const inverseMass = new Float64Array(nodes);
    const radius = new Float64Array(nodes);
    const place = new Map(Array.from(last?.ids ?? [], (id, k) => [id, k]));
    for (let k = 0; k < ids.length; k++) {
      const [from, to] = [first[k]!, first[k + 1]!];
      const old = place.get(ids[k]!);
      const isKnown = last && old !== undefined && last.first[old + 1]! - last.first[old]! === to - from;
      if (isKnown && !dynamics.arcLengths) s.set(last.s.subarray(last.first[old]!, last.first[old + 1]!), from);
      for (let i = from; i < to; i++) {
        const kept = isKnown && !edited.has(ids[k]!) ? last.first[old]! + i - from : -1;
        inverseMass[i] = kept >= 0 ? last!.inverseMass[kept]! : meanInverseMass(dynamics, ids[k]!, s[i]!);
        radius[i] = kept >= 0 ? last!.radius[kept]! : this.lockRadius(ids[k]!, s[i]!);
      }
    }
    const version = (last?.version ?? 0) + 1;
    const velocity = new Float64Array(3 * nodes);
    return { version, ids: ids.slice(), first: first.slice(), position, velocity, s, inverseMass, radius };
  }
}

function arcLengths(x: Float64Array, first: Uint32Array): Float64Array {
  const s = new Float64Array(x.length / 3);
  for (let k = 0; k + 1 < first.length; k++)
    for (let i = first[k]! + 1; i < first[k + 1]!; i++) {
      const dx = x[3 * i]! - x[3 * i - 3]!;
      const dy = x[3 * i + 1]! - x[3 * i - 2]!;
      const dz = x[3 * i + 2]! - x[3 * i - 1]!;
      s[i] = s[i - 1]! + Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
  return s;
}

function meanInverseMass(dynamics: StrandDynamics, id: number, s: number): number {
  const along = dynamics.inverseMass(id, s, [1, 0, 0]);
  return (along + dynamics.inverseMass(id, s, [0, 1, 0]) + dynamics.inverseMass(id, s, [0, 0, 1])) / 3;
}

/** Joins blocks to the state of all strands; a single block is taken as it is. */
export class HairAssembly {
  private joined: HairState | null = null;
  private versions: readonly number[] = [];

  join(blocks: readonly BlockState[], time: number, dt: number): HairState {
    if (blocks.length === 1) return { time, dt, ...blocks[0]! };
    const versions = blocks.map((block) => block.version);
    if (!this.joined || versions.some((version, b) => version !== this.versions[b])) this.joined = joinBlocks(blocks);
    this.versions = versions;
    const { position, velocity } = this.joined;
    let at = 0;
    for (const block of blocks) {
      position.set(block.position, at);
      velocity.set(block.velocity, at);
      at += block.position.length;
    }
    return { ...this.joined, time, dt };
  }
}

/** Strands of one block in the state of all. */
export function rangeOf(blocks: readonly BlockState[], index: number): StrandRange {
  let from = 0;
  for (let b = 0; b < index; b++) from += blocks[b]!.ids.length;
  return { from, to: from + blocks[index]!.ids.length };
}

function joinBlocks(blocks: readonly BlockState[]): HairState {
  const strands = blocks.reduce((sum, block) => sum + block.ids.length, 0);
  const nodes = blocks.reduce((sum, block) => sum + block.s.length, 0);
  const first = new Uint32Array(strands + 1);
  let strand = 0;
  for (const block of blocks)
    for (let k = 0; k < block.ids.length; k++, strand++)
      first[strand + 1] = first[strand]! + block.first[k + 1]! - block.first[k]!;
  return {
    time: 0,
    dt: 0,
    ids: Uint32Array.from(blocks.flatMap((block) => Array.from(block.ids))),
    first,
    position: new Float64Array(3 * nodes),
    velocity: new Float64Array(3 * nodes),
    s: joinRows(blocks, nodes, (block) => block.s),
    inverseMass: joinRows(blocks, nodes, (block) => block.inverseMass),
    radius: joinRows(blocks, nodes, (block) => block.radius),
  };
}

function joinRows(
  blocks: readonly BlockState[],
  nodes: number,
  field: (block: BlockState) => Float64Array,
): Float64Array {
  const out = new Float64Array(nodes);
  let at = 0;
  for (const block of blocks) {
    out.set(field(block), at);
    at += block.s.length;
  }
  return out;
}
