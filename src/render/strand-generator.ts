import type { FieldData } from '../body/baked-field.ts';
import { GENERATION_MODES } from '../groom/strand-settings.ts';
import { bufferOf, emptyBuffer } from './buffers.ts';
import { generatorWgsl } from './generator.wgsl.ts';
import {
  type GeneratorData,
  type GeneratorLevel,
  type GuideFrame,
  guideFloats,
  partsOfFrame,
  tripleFloats,
} from './generator-data.ts';
import { type Kernel, makeKernel, run } from './kernel.ts';
import type { Mat4 } from './matrix.ts';
import { MOST_FIELDS, type SkinFrame, stillField } from './skin-frame.ts';

const SETTINGS_BYTES = 272;
/** Words of the settings before the fields, of one field, and after all fields. */
const FIELDS_AT = 16;
const FIELD_WORDS = 8;
const NUMBERS_AT = FIELDS_AT + MOST_FIELDS * FIELD_WORDS;

interface Level {
  readonly data: GeneratorLevel;
  readonly strands: GPUBuffer;
  /** Curves along the strand, then what follows from the guides. */
  readonly numbers: GPUBuffer;
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
  readonly #roots: GPUBuffer;
  readonly #none: GPUBuffer;
  /** The skin and its fields, and where these are. */
  #body: GPUBuffer;
  #fields = new Uint32Array(MOST_FIELDS * FIELD_WORDS);
  #reach: readonly number[] = [0, 0];
  #fraction = 0;
  #moments = 0;

  constructor(device: GPUDevice, data: GeneratorData) {
    const { STORAGE, UNIFORM } = GPUBufferUsage;
    this.data = data;
    this.#device = device;
    this.#kernel = makeKernel(device, generatorWgsl, 'generate', [
      ...(['uniform', 'read', 'read', 'read', 'read', 'read', 'read', 'read', 'write'] as const),
    ]);
    this.#guides = emptyBuffer(device, 'guides', 4 * guideFloats(data), STORAGE);
    this.#roots = bufferOf(device, 'roots on the skin', data.roots ?? new Uint32Array(8), STORAGE);
    this.#none = emptyBuffer(device, 'no tufts', 16, STORAGE);
    this.#body = this.#none;
    this.#levels = data.levels.map((level) => ({
      data: level,
      strands: bufferOf(device, `${level.name} bindings`, level.strands, STORAGE),
      numbers: this.#numbers(level),
      settings: emptyBuffer(device, `${level.name} settings`, SETTINGS_BYTES, UNIFORM),
      out: level.name === 'strands' ? null : emptyBuffer(device, level.name, 12 * level.count * data.points, STORAGE),
    }));
    if (data.field) this.setSkin({ positions: new Float32Array(0), fields: [stillField(data.field)] });
  }

  #numbers(level: GeneratorLevel): GPUBuffer {
    const { tables } = level;
    const bytes = 4 * (tables.length + tripleFloats(level, this.data.points));
    const buffer = emptyBuffer(this.#device, `${level.name} numbers`, bytes, GPUBufferUsage.STORAGE);
    this.#device.queue.writeBuffer(buffer, 0, tables.slice());
    return buffer;
  }

  /** What strands stand on and keep out of, from now on. */
  setSkin({ positions, fields }: SkinFrame): void {
    const asked = fields.flatMap(({ near, far }) => [near, far]);
    const starts = new Map<FieldData, number>();
    let size = positions.length;
    for (const field of new Set(asked)) {
      starts.set(field, size);
      size += field.values.length;
    }
    this.#fitBody(4 * size);
    this.#write(positions, 0);
    for (const [field, start] of starts) this.#write(field.values, start);
    const floats = new Float32Array(this.#fields.buffer);
    asked.forEach((field, k) => {
      floats.set([...field.origin, field.cell], FIELD_WORDS * k);
      this.#fields.set([...field.size, starts.get(field)!], FIELD_WORDS * k + 4);
    });
    this.#reach = [fields[0]?.reach ?? 0, fields[1]?.reach ?? 0];
    this.#fraction = fields[1]?.fraction ?? 0;
    this.#moments = fields.length;
  }

  #write({ buffer, byteOffset, byteLength }: Float32Array, at: number): void {
    this.#device.queue.writeBuffer(this.#body, 4 * at, buffer as ArrayBuffer, byteOffset, byteLength);
  }

  #fitBody(bytes: number): void {
    if (this.#body.size >= bytes) return;
    if (this.#body !== this.#none) this.#body.destroy();
    this.#body = emptyBuffer(this.#device, 'skin and fields', bytes, GPUBufferUsage.STORAGE);
  }

  /** Uploads guides at a moment; `pose` carries the strands from where the body rests to where it is. */
  setGuides(frame: GuideFrame, pose: Mat4): void {
    const { queue } = this.#device;
    const { guides, triples } = partsOfFrame(this.data, frame);
    queue.writeBuffer(this.#guides, 0, guides);
    this.#levels.forEach((level, k) => {
      queue.writeBuffer(level.numbers, 4 * level.data.tables.length, triples[k]!);
      queue.writeBuffer(level.settings, 0, this.#settings(level, pose));
    });
  }

  #settings({ data: level }: Level, pose: Mat4): ArrayBuffer {
    const { data } = this;
    const buffer = new ArrayBuffer(SETTINGS_BYTES);
    const floats = new Float32Array(buffer);
    const words = new Uint32Array(buffer);
    const isTuft = level.name !== 'strands';
    const has = (name: string): number => (data.levels.some((other) => other.name === name) ? 1 : 0);
    floats.set(pose, 0);
    words.set(this.#fields, FIELDS_AT);
    words.set([data.points, level.count, GENERATION_MODES.indexOf(data.mode), data.isCurled ? 1 : 0], NUMBERS_AT);
    words.set([data.guides * data.points, level.triples], NUMBERS_AT + 4);
    words.set([level.name === 'large' ? 0 : has('large'), isTuft ? 0 : has('small')], NUMBERS_AT + 6);
    floats.set([level.frizz, data.flyaway, data.knots, level.lengthJitter], NUMBERS_AT + 8);
    floats.set([data.clearance, data.stray], NUMBERS_AT + 12);
    words.set([isTuft ? 1 : 0, data.roots ? 1 : 0], NUMBERS_AT + 14);
    floats.set([...this.#reach, this.#fraction], NUMBERS_AT + 16);
    words[NUMBERS_AT + 19] = this.#moments;
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
        ...[level.settings, this.#guides, level.numbers, level.strands, this.#roots],
        ...[large, small, this.#body, level.out ?? out],
      ]);
      run(pass, this.#kernel, group, counts?.[k] ?? level.data.count);
    });
  }

  destroy(): void {
    for (const level of this.#levels)
      for (const buffer of [level.strands, level.numbers, level.settings, level.out]) buffer?.destroy();
    for (const buffer of [this.#guides, this.#roots, this.#body, this.#none]) buffer.destroy();
  }
}
