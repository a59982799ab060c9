import { GENERATION_MODES } from '../groom/strand-settings.ts';
import type { OwnFloat32Array } from '../numeric/owned-arrays.ts';
import { INTERPOLATIONS } from './bent-data.ts';
import { bentHairWgsl } from './bent-hair.wgsl.ts';
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

const SETTINGS_BYTES = 176;
/** Words of the settings before the field, and after it. */
const FIELD_AT = 16;
const NUMBERS_AT = FIELD_AT + 8;

/** Wetness of each strand, dry at first; then roots, then the skin's triangles. */
function rootWords({ id, skin }: GeneratorData): Uint32Array {
  const words = new Uint32Array(Math.max(8, id.length + (skin ? skin.roots.length + skin.triangles.length : 0)));
  if (!skin) return words;
  words.set(skin.roots, id.length);
  words.set(skin.triangles, id.length + skin.roots.length);
  return words;
}

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
  /** Of all strands at least, 0..1; counts when guides are set. */
  wetness = 0;
  readonly #device: GPUDevice;
  readonly #kernel: Kernel;
  readonly #levels: readonly Level[];
  readonly #guides: GPUBuffer;
  readonly #roots: GPUBuffer;
  readonly #none: GPUBuffer;
  /** Of strands that are bent, in the place of tufts. */
  readonly #curves: GPUBuffer | null;
  readonly #soaked: GPUBuffer | null;
  /** Values of the body's distance field where it stands still, else the points of its skin (`GpuBody.points`). */
  #body: GPUBuffer;
  readonly #field: GPUBuffer | null;

  constructor(device: GPUDevice, data: GeneratorData) {
    const { STORAGE, UNIFORM } = GPUBufferUsage;
    this.data = data;
    this.#device = device;
    this.#kernel = makeKernel(device, data.bent ? bentHairWgsl : generatorWgsl, 'generate', [
      ...(['uniform', 'read', 'read', 'read', 'read', 'read', 'read', 'read', 'write'] as const),
    ]);
    this.#guides = emptyBuffer(device, 'guides', 4 * guideFloats(data), STORAGE);
    this.#roots = bufferOf(device, 'roots on the skin', rootWords(data), STORAGE);
    this.#none = emptyBuffer(device, 'no tufts', 16, STORAGE);
    this.#curves = data.bent && bufferOf(device, 'groomed curves', data.bent.curves, STORAGE);
    this.#soaked = data.bent?.soaked ? bufferOf(device, 'soaked curves', data.bent.soaked, STORAGE) : null;
    this.#field = data.field && bufferOf(device, 'distance field', data.field.values, STORAGE);
    this.#body = this.#field ?? this.#none;
    this.#levels = data.levels.map((level) => ({
      data: level,
      strands: bufferOf(device, `${level.name} bindings`, level.strands, STORAGE),
      numbers: this.#numbers(level),
      settings: emptyBuffer(device, `${level.name} settings`, SETTINGS_BYTES, UNIFORM),
      out: level.name === 'strands' ? null : emptyBuffer(device, level.name, 12 * level.count * data.points, STORAGE),
    }));
  }

  #numbers(level: GeneratorLevel): GPUBuffer {
    const { tables } = level;
    const bytes = 4 * (tables.length + tripleFloats(level, this.data.points));
    const buffer = emptyBuffer(this.#device, `${level.name} numbers`, bytes, GPUBufferUsage.STORAGE);
    this.#device.queue.writeBuffer(buffer, 0, tables.slice());
    return buffer;
  }

  /** Positions and normals of the skin's vertices, six numbers each: what strands on a skin that deforms stand on from now on. */
  setSkin(points: GPUBuffer): void {
    this.#body = points;
  }

  /** How wet each strand is, 0..1, in the order of the data. */
  setWetness(wetness: OwnFloat32Array): void {
    this.#device.queue.writeBuffer(this.#roots, 0, wetness);
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
    const { field, skin } = data;
    floats.set(pose, 0);
    if (field) {
      floats.set([...field.origin, field.cell], FIELD_AT);
      words.set(field.size, FIELD_AT + 4);
    }
    const mode = data.bent ? INTERPOLATIONS.indexOf(data.bent.interpolation) : GENERATION_MODES.indexOf(data.mode);
    words.set([data.points, level.count, mode, data.isCurled ? 1 : 0], NUMBERS_AT);
    words.set([data.guides * data.points, level.triples], NUMBERS_AT + 4);
    const hasSmall = data.bent ? Number(data.bent.soaked !== null) : has('small');
    words.set([level.name === 'large' ? 0 : has('large'), isTuft ? 0 : hasSmall], NUMBERS_AT + 6);
    floats.set([level.frizz, data.flyaway, data.knots, level.lengthJitter], NUMBERS_AT + 8);
    floats.set([data.clearance, data.stray], NUMBERS_AT + 12);
    words.set([isTuft ? 1 : 0, skin ? 1 : 0, field && !skin ? 1 : 0], NUMBERS_AT + 14);
    words.set([data.id.length, data.id.length + (skin?.roots.length ?? 0)], NUMBERS_AT + 17);
    floats[NUMBERS_AT + 19] = this.wetness;
    return buffer;
  }

  /** Writes the strands' points, three floats each; of each level only the first ones where `counts` says how many. */
  run(pass: GPUComputePassEncoder, out: GPUBuffer, counts?: readonly number[]): void {
    const tufts = (name: string): GPUBuffer =>
      this.#levels.find((level) => level.data.name === name)?.out ?? this.#none;
    this.#levels.forEach((level, k) => {
      const { name } = level.data;
      const large = this.#curves ?? (name === 'large' ? this.#none : tufts('large'));
      const small = this.#soaked ?? (name === 'strands' ? tufts('small') : this.#none);
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
    for (const buffer of [this.#guides, this.#roots, this.#field, this.#none, this.#curves, this.#soaked])
      buffer?.destroy();
  }
}
