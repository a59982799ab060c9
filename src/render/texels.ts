import { emptyBuffer } from './buffers.ts';
import { GROOM_BYTES, type GroomState, writeGroomUniforms } from './groom-uniforms.ts';
import type { HairFibres } from './hair-fibres.ts';
import { type Kernel, makeKernel, run } from './kernel.ts';
import { type Lattice, mostCells } from './levels.ts';
import { type GroomBuffers, type HairBuffers, STRAND_SLOTS, strandResources } from './strands.wgsl.ts';
import { bakeWgsl, cellBytes, LATTICE_BYTES, listWgsl, TEXEL_WORDS } from './texels.wgsl.ts';

/** The texels of one level of a groom. */
export class Texels {
  readonly uniform: GPUBuffer;
  readonly lattice: GPUBuffer;
  /** The strands that they are baked from, as a groom. */
  readonly baking: GPUBuffer;
  readonly hair: HairBuffers;
  readonly most: number;
  /** What they were baked from, as `isSame` compares it. */
  #baked: readonly unknown[] = [];
  readonly #device: GPUDevice;

  constructor(device: GPUDevice, level: number) {
    this.#device = device;
    this.most = mostCells(level);
    const points = 2 * this.most;
    const make = (label: string, bytes: number): GPUBuffer =>
      emptyBuffer(device, label, bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
    this.uniform = emptyBuffer(device, 'texel groom', GROOM_BYTES, GPUBufferUsage.UNIFORM);
    this.baking = emptyBuffer(device, 'groom that is baked', GROOM_BYTES, GPUBufferUsage.UNIFORM);
    this.lattice = emptyBuffer(device, 'lattice', LATTICE_BYTES, GPUBufferUsage.UNIFORM);
    this.hair = {
      positions: make('texel places', 12 * points),
      words: make('texel flags', 4 * points),
      light: make('texel light', 8 * points),
      coat: make('texels', 4 * TEXEL_WORDS * points),
      coatWords: TEXEL_WORDS,
      drawn: { strands: this.most, points, stride: 1 },
    };
  }

  /** Whether they hold what these things make them; from now on they do. */
  isSame(made: readonly unknown[]): boolean {
    const before = this.#baked;
    this.#baked = made;
    return before.length === made.length && made.every((one, k) => one === before[k]);
  }

  /** As a groom that is drawn: `weight` of the hair that they hold. */
  ready(state: GroomState, lattice: Lattice, weight: number, firstVertex: number): GroomBuffers {
    const drawn = { points: this.hair.drawn.points, subdivisions: 1, firstVertex, coatWords: TEXEL_WORDS };
    const strands = { keep: 1, strandPoints: 2, stride: 1, widen: weight, stands: weight };
    const uniforms = writeGroomUniforms({ ...state, ...drawn, ...strands, cell: lattice.cell });
    this.#device.queue.writeBuffer(this.uniform, 0, uniforms);
    return { uniform: this.uniform, hair: this.hair, isTexels: true };
  }

  destroy(): void {
    const { positions, words, light, coat } = this.hair;
    for (const buffer of [this.uniform, this.baking, this.lattice, positions, words, light, coat]) buffer.destroy();
  }
}

/** Sums strands up in cells: one for all grooms of a picture, since they are baked one after the other. */
export class TexelBaker {
  readonly #device: GPUDevice;
  readonly #frame: GPUBuffer;
  readonly #bake: Kernel;
  readonly #list: Kernel;
  readonly #count: GPUBuffer;
  #cells: GPUBuffer | null = null;
  /** Cells that became too few, for the commands that were being written: these may use them until they are sent. */
  #outgrown: GPUBuffer[] = [];
  #encoder: GPUCommandEncoder | null = null;

  constructor(device: GPUDevice, frame: GPUBuffer) {
    this.#device = device;
    this.#frame = frame;
    this.#count = emptyBuffer(device, 'texel count', 16, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
    const strands = [...STRAND_SLOTS, 'read', 'uniform', 'uniform', 'uniform', 'write'] as const;
    this.#bake = makeKernel(device, bakeWgsl, 'bakeTexels', strands);
    const list = ['uniform', 'read', 'write', 'write', 'write', 'write'] as const;
    this.#list = makeKernel(device, listWgsl, 'listTexels', list);
  }

  /** `strands` as they are drawn now. */
  bake(encoder: GPUCommandEncoder, strands: GroomBuffers, fibres: HairFibres, lattice: Lattice, texels: Texels): void {
    const device = this.#device;
    if (encoder !== this.#encoder) this.#dropOutgrown();
    this.#encoder = encoder;
    const count = lattice.size.reduce((product, side) => product * side, 1);
    const cells = this.#room(cellBytes(count));
    const data = new ArrayBuffer(LATTICE_BYTES);
    new Float32Array(data).set([...lattice.origin, lattice.cell]);
    new Uint32Array(data).set([...lattice.size, texels.most], 4);
    device.queue.writeBuffer(texels.lattice, 0, data);
    const { hair } = texels;
    encoder.clearBuffer(cells, 0, cellBytes(count));
    encoder.clearBuffer(this.#count);
    encoder.clearBuffer(hair.words);
    const pass = encoder.beginComputePass({ label: 'bake texels' });
    const source = [strands.hair.coat, fibres.uniform, fibres.bands, texels.lattice, cells];
    const group = this.#bake.bind(device, [...strandResources(this.#frame, strands), ...source]);
    run(pass, this.#bake, group, strands.hair.drawn.points);
    const listed = [texels.lattice, cells, this.#count, hair.positions, hair.words, hair.coat];
    run(pass, this.#list, this.#list.bind(device, listed), count);
    pass.end();
  }

  #room(bytes: number): GPUBuffer {
    if (!this.#cells || this.#cells.size < bytes) {
      if (this.#cells) this.#outgrown.push(this.#cells);
      this.#cells = emptyBuffer(this.#device, 'texel sums', bytes, GPUBufferUsage.STORAGE);
    }
    return this.#cells;
  }

  #dropOutgrown(): void {
    for (const cells of this.#outgrown) cells.destroy();
    this.#outgrown = [];
  }

  destroy(): void {
    this.#dropOutgrown();
    this.#count.destroy();
    this.#cells?.destroy();
  }
}
