import { MODULE as ROD, type Kernels as RodFunctions } from './generated/rod-module.ts';
import { bindTwin as bindRod } from './generated/rod-twin.ts';
import { MODULE as STRANDS, type Kernels as StrandsFunctions } from './generated/strands-module.ts';
import { bindTwin as bindStrands } from './generated/strands-twin.ts';
import { LANES } from './lanes.ts';
import { dropFar, merge, packNear, sortFound } from './merge-twin.ts';
import { collect, moveOn, placeInGrid, spread, spreadMotion } from './rod-state-twin.ts';
import { sumForces, sumImpedance } from './sums-twin.ts';
import * as tables from './tables-twin.ts';
import * as tree from './tree-twin.ts';
import * as volume from './volume-twin.ts';

export { LANES };

/** Bytes by which memory is given. */
export const PAGE = 65536;

/** Modules by their text, compiled once; null where WebAssembly or its vector instructions are missing. */
const compiled = new Map<string, WebAssembly.Module | null>();

/** A module in base 64. */
export function compile(text: string): WebAssembly.Module | null {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  let made: WebAssembly.Module | null = null;
  try {
    made = new WebAssembly.Module(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  } catch {
    // The twin does it.
  }
  compiled.set(text, made);
  return made;
}

/**
 * A module with a memory of its own, which never grows: who needs more takes another. To grow detaches a buffer, and once a thread has
 * detached one, V8 asks at every access to any typed array whether its buffer is still there: all other models then take a sixth longer.
 */
export function instantiate(module: WebAssembly.Module, pages: number): { exports: unknown; buffer: ArrayBuffer } {
  const memory = new WebAssembly.Memory({ initial: pages });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { exports, buffer: memory.buffer };
}

const pagesFor = (rows: number): number => Math.ceil((16 * rows) / PAGE);

/** What `rod-state-twin.ts` says. Places in states are numbers of double precision, others are rows. */
interface StateFunctions {
  spread(from: number, size: number, count: number, to: number, step: number, next: number): void;
  spreadMotion(
    x: number,
    xPast: number,
    v: number,
    vPast: number,
    last: number,
    edge: number,
    speed: number,
    change: number,
    lag: number,
    next: number,
    count: number,
  ): void;
  collect(from: number, step: number, next: number, size: number, count: number, to: number): void;
  moveOn(x: number, xPast: number, v: number, history: number, from: number, next: number, count: number): void;
  placeInGrid(x: number, pose: number, cell: number, part: number, away: number, next: number, count: number): void;
}

/**
 * The rod's kernels on a memory that a larger one follows when it is full. Row r is numbers 4 r .. 4 r + 3, one a strand. Without vector instructions, or where they are not
 * wanted, a twin in TypeScript does the same to the last bit, about ten times slower.
 */
export class RodKernels {
  /** The memory in single and in double precision: others after `makeRoom`. */
  memory: Float32Array = new Float32Array(0);
  doubles: Float64Array = new Float64Array(0);
  run!: RodFunctions & StateFunctions;
  private readonly module: WebAssembly.Module | null;

  constructor(rows: number, wantsSimd = true) {
    this.module = wantsSimd ? compile(ROD) : null;
    this.makeRoom(rows);
  }

  get isSimd(): boolean {
    return this.module !== null;
  }

  /** At least so many rows; what was written stays, what is new is zero. */
  makeRoom(rows: number): void {
    const pages = pagesFor(rows);
    if (pages <= this.memory.byteLength / PAGE) return;
    const made = this.module && instantiate(this.module, pages);
    const buffer = made?.buffer ?? new ArrayBuffer(PAGE * pages);
    const [memory, doubles] = [new Float32Array(buffer), new Float64Array(buffer)];
    memory.set(this.memory);
    this.memory = memory;
    this.doubles = doubles;
    if (made) this.run = made.exports as RodFunctions & StateFunctions;
    else
      this.run = {
        ...bindRod(memory),
        spread: (...given) => spread(doubles, memory, given),
        spreadMotion: (...given) => spreadMotion(doubles, memory, given),
        collect: (...given) => collect(doubles, memory, given),
        moveOn: (...given) => moveOn(doubles, memory, given),
        placeInGrid: (...given) => placeInGrid(doubles, memory, given),
      };
  }
}

interface AllStrandsFunctions extends StrandsFunctions {
  /** As in `tree-twin.ts`. */
  boundCapsules(index: number): void;
  sortSlots(index: number): void;
  placeLeaves(index: number): void;
  boundLevel(index: number, level: number): void;
  descend(
    index: number,
    level: number,
    list: number,
    size: number,
    from: number,
    to: number,
    out: number,
    room: number,
  ): number;
  listKnown(index: number, pairs: number, count: number, list: number): number;
  sortNodes(index: number, list: number, size: number, count: number): void;
  meetLeaves(index: number, from: number, to: number, out: number, room: number): number;
  keepFound(index: number, list: number, room: number, count: number, out: number, size: number, found: number): number;
  /** As in `merge-twin.ts`. */
  merge(
    pairs: number,
    count: number,
    near: number,
    nearCount: number,
    out: number,
    slips: number,
    outSlips: number,
  ): number;
  packNear(lists: number, count: number, out: number): void;
  dropFar(packs: number, count: number): number;
  sortFound(list: number, size: number, count: number, counts: number, capsules: number, out: number): void;
  /** As in `sums-twin.ts`. */
  sumImpedance(pairs: number, contacts: number, sums: number, count: number, dt: number): void;
  sumForces(pairs: number, contacts: number, forces: number, sums: number, count: number): void;
  /** As in `tables-twin.ts`. */
  lumpNodes(head: number): void;
  writeSegments(head: number): void;
  findMargins(head: number): void;
  hasLeft(head: number): number;
  writeCapsules(head: number): void;
  shareImpedance(head: number): void;
  spreadForces(head: number): void;
  listBorder(head: number, pairs: number, count: number): number;
  takeBorder(head: number, count: number): void;
  /** As in `volume-twin.ts`. */
  placeItems(head: number): void;
  packLayers(head: number): void;
  keepNear(head: number): void;
  deposit(head: number): number;
  press(head: number): void;
  pushPoints(head: number): void;
  takeForces(head: number): void;
}

/** Kernels of strands that meet, on a memory that a larger one follows when it is full. */
export class StrandsKernels {
  /** The memory as numbers, whole numbers and bytes: others after `makeRoom`. */
  numbers: Float32Array = new Float32Array(0);
  words: Uint32Array = new Uint32Array(0);
  bytes: Uint8Array = new Uint8Array(0);
  run!: AllStrandsFunctions;
  private readonly module: WebAssembly.Module | null;

  constructor(wantsSimd = true) {
    this.module = wantsSimd ? compile(STRANDS) : null;
    this.makeRoom(1);
  }

  get isSimd(): boolean {
    return this.module !== null;
  }

  /** At least so many rows; what was written stays. A half more than asked for, so that a running simulation soon grows no more. */
  makeRoom(rows: number): void {
    const pages = pagesFor(rows);
    const had = this.bytes.length / PAGE;
    if (pages <= had) return;
    const wanted = Math.ceil(1.5 * pages);
    const made = this.module && instantiate(this.module, wanted);
    const buffer = made?.buffer ?? new ArrayBuffer(PAGE * wanted);
    const bytes = new Uint8Array(buffer);
    bytes.set(this.bytes);
    const [numbers, words] = [new Float32Array(buffer), new Uint32Array(buffer)];
    this.numbers = numbers;
    this.words = words;
    this.bytes = bytes;
    if (made) this.run = made.exports as AllStrandsFunctions;
    else
      this.run = {
        ...bindStrands(numbers),
        boundCapsules: (index) => tree.boundCapsules(words, index),
        sortSlots: (index) => tree.sortSlots(words, index),
        placeLeaves: (index) => tree.placeLeaves(words, index),
        boundLevel: (index, level) => tree.boundLevel(words, index, level),
        descend: (index, level, ...given) => tree.descend(words, index, level, given),
        meetLeaves: (index, ...given) => tree.meetLeaves(words, index, given),
        listKnown: (index, ...given) => tree.listKnown(words, index, given),
        sortNodes: (index, ...given) => tree.sortNodes(words, index, given),
        keepFound: (_, ...given) => tree.keepFound(words, given),
        merge: (...given) => merge(numbers, given),
        packNear: (...given) => packNear(numbers, given),
        dropFar: (...given) => dropFar(numbers, given),
        sortFound: (...given) => sortFound(numbers, given),
        sumImpedance: (...given) => sumImpedance(numbers, given),
        sumForces: (...given) => sumForces(numbers, given),
        lumpNodes: (head) => tables.lumpNodes(words, head),
        writeSegments: (head) => tables.writeSegments(words, head),
        findMargins: (head) => tables.findMargins(words, head),
        hasLeft: (head) => tables.hasLeft(words, head),
        writeCapsules: (head) => tables.writeCapsules(words, head),
        shareImpedance: (head) => tables.shareImpedance(words, head),
        spreadForces: (head) => tables.spreadForces(words, head),
        listBorder: (head, pairs, count) => tables.listBorder(words, head, pairs, count),
        takeBorder: (head, count) => tables.takeBorder(words, head, count),
        placeItems: (head) => volume.placeItems(words, head),
        packLayers: (head) => volume.packLayers(words, head),
        keepNear: (head) => volume.keepNear(words, head),
        deposit: (head) => volume.deposit(words, head),
        press: (head) => volume.press(words, head),
        pushPoints: (head) => volume.pushPoints(words, head),
        takeForces: (head) => volume.takeForces(words, head),
      };
  }
}
