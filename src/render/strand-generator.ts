import { bufferOf, emptyBuffer } from './buffers.ts';
import { generatorWgsl } from './generator.wgsl.ts';
import { type GeneratorData, type GeneratorLevel, type GuideFrame, partsOfFrame } from './generator-data.ts';
import { type Kernel, makeKernel, run } from './kernel.ts';
import type { Mat4 } from './matrix.ts';

const SETTINGS_BYTES = 160;
const MODES = ['interpolation', 'wisp', 'hybrid'] as const;

interface Level {
  readonly data: GeneratorLevel;
  readonly strands: GPUBuffer;
  readonly tables: GPUBuffer;
  readonly triples: GPUBuffer;
  readonly settings: GPUBuffer;
  /** Of tufts; the strands' own belong to the caller. */
  readonly out: GPUBuffer | null;
}

/** Makes all strands from guides on the GPU, tufts first. */
export class StrandGenerator {
  readonly data: GeneratorData;
  readonly #device: GPUDevice;
  readonly #kernel: Kernel;
  readonly #levels: readonly Level[];
  readonly #guides: GPUBuffer;
  readonly #field: GPUBuffer;
  readonly #none: GPUBuffer;

  constructor(device: GPUDevice, data: GeneratorData) {
    const { STORAGE, UNIFORM } = GPUBufferUsage;
    this.data = data;
    this.#device = device;
    this.#kernel = makeKernel(device, generatorWgsl, 'generate', [
      ...(['uniform', 'read', 'read', 'read', 'read', 'read', 'read', 'read', 'write'] as const),
    ]);
    this.#guides = emptyBuffer(device, 'guides', 96 * data.guides * data.points, STORAGE);
    this.#field = bufferOf(device, 'body field', data.field?.values ?? new Float32Array(4), STORAGE);
    this.#none = emptyBuffer(device, 'no tufts', 16, STORAGE);
    this.#levels = data.levels.map((level) => ({
      data: level,
      strands: bufferOf(device, `${level.name} bindings`, level.strands, STORAGE),
      tables: bufferOf(device, `${level.name} tables`, level.tables, STORAGE),
      triples: emptyBuffer(device, `${level.name} triples`, 4 * level.triples * (9 + data.points), STORAGE),
      settings: emptyBuffer(device, `${level.name} settings`, SETTINGS_BYTES, UNIFORM),
      out: level.name === 'strands' ? null : emptyBuffer(device, level.name, 12 * level.count * data.points, STORAGE),
    }));
  }

  /** Uploads guides at a moment; `pose` carries the strands from where the body rests to where it is. */
  setGuides(frame: GuideFrame, pose: Mat4): void {
    const { queue } = this.#device;
    const { guides, triples } = partsOfFrame(this.data, frame);
    queue.writeBuffer(this.#guides, 0, guides);
    this.#levels.forEach((level, k) => {
      queue.writeBuffer(level.triples, 0, triples[k]!);
      queue.writeBuffer(level.settings, 0, this.#settings(level, pose));
    });
  }

  #settings({ data: level }: Level, pose: Mat4): ArrayBuffer {
    const { data } = this;
    const buffer = new ArrayBuffer(SETTINGS_BYTES);
    const floats = new Float32Array(buffer);
    const words = new Uint32Array(buffer);
    const isMain = level.name === 'strands';
    const has = (name: string): number => (data.levels.some((other) => other.name === name) ? 1 : 0);
    floats.set(pose, 0);
    floats.set([...(data.field?.origin ?? [0, 0, 0]), data.field?.cell ?? 1], 16);
    words.set([...(data.field?.size ?? [4, 4, 4]), data.points], 20);
    words.set([level.count, MODES.indexOf(data.mode), data.isCurled ? 1 : 0, data.guides * data.points], 24);
    words.set([level.triples, isMain ? 1 : 0], 28);
    words.set([level.name === 'large' ? 0 : has('large'), isMain ? has('small') : 0], 30);
    floats.set([level.frizz, data.flyaway, data.knots, level.lengthJitter], 32);
    floats.set([data.field ? data.clearance : -1e9, data.stray], 36);
    return buffer;
  }

  /** Writes the strands' points, three floats each; of each level only the first ones where `counts` says how many. */
  run(pass: GPUComputePassEncoder, out: GPUBuffer, counts?: readonly number[]): void {
    const tufts = (name: string): GPUBuffer =>
      this.#levels.find((level) => level.data.name === name)?.out ?? this.#none;
    this.#levels.forEach((level, k) => {
      const { name } = level.data;
      const large = name === 'large' ? this.#none : tufts('large');
      const small = name === 'strands' ? tufts('small') : this.#none;
      const group = this.#kernel.bind(this.#device, [
        ...[level.settings, this.#guides, level.triples, level.strands, level.tables],
        ...[large, small, this.#field, level.out ?? out],
      ]);
      run(pass, this.#kernel, group, counts?.[k] ?? level.data.count);
    });
  }

  destroy(): void {
    for (const level of this.#levels)
      for (const buffer of [level.strands, level.tables, level.triples, level.settings, level.out]) buffer?.destroy();
    for (const buffer of [this.#guides, this.#field, this.#none]) buffer.destroy();
  }
}
