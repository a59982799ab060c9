import type { OwnFloat32Array } from '../numeric/owned-arrays.ts';
import { type Bounds, boundsOf, NO_BOUNDS } from './bounds.ts';
import { bufferOf, emptyBuffer } from './buffers.ts';
import { coatWords, wordsOf } from './coat.ts';
import { drawOrder } from './draw-order.ts';
import { pointWords, stripIndices } from './strip.ts';

/**
 * Strands on the GPU, in draw order: one position buffer, written every frame, and what follows from the topology, written
 * once.
 */
export interface RenderedHair {
  readonly strandCount: number;
  readonly points: number;
  /** The strand at each place of the buffers, and where the points of each place begin. */
  readonly order: Uint32Array;
  readonly first: Uint32Array;
  /** How many of the first strands are drawn, how many points of them, and which: every `stride`-th of a strand and its tip. */
  readonly drawn: { readonly strands: number; readonly points: number; readonly stride: number };
  /** Points of a strand where all have as many, else 0. */
  readonly strandPoints: number;
  /** Three floats a point, world coordinates. */
  readonly positions: GPUBuffer;
  /** See `pointWords`. */
  readonly words: GPUBuffer;
  /** Light that each point sends to the eye: four halves. */
  readonly light: GPUBuffer;
  /** What is on each point, and in how many words; see coat.ts. */
  readonly coat: GPUBuffer;
  readonly coatWords: number;
  /** Indices of the strands as strips, for previews. */
  readonly strips: GPUBuffer;
  /** Of all points at present: of some of them it would depend on the strands' order. */
  readonly bounds: Bounds;
  /** Mean length of a segment, m. */
  readonly segment: number;
  /** Rises whenever strands have moved or what is on them has changed. */
  readonly version: number;
  /** Draws a fraction of the strands, 0..1, and every `stride`-th of their points where all strands have as many. */
  keep(fraction: number, stride?: number): void;
  setPositions(positions: Float32Array): void;
  /** One number a strand. */
  setWetness(wetness: Float32Array): void;
  /** Four numbers a point: fraction, red, green, blue; null for none. */
  setTints(tints: Float32Array | null): void;
  /** Three numbers a strand: factors of its red, green and blue; null for none. */
  setColours(colours: Float32Array | null): void;
  /** For positions that a kernel writes. */
  setExtent(bounds: Bounds, segment: number): void;
  destroy(): void;
}

function meanSegment(first: Uint32Array, positions: Float32Array): number {
  const strands = first.length - 1;
  let sum = 0;
  let count = 0;
  for (let i = 0; i < strands; i++)
    for (let p = 3 * first[i]!; p + 3 < 3 * first[i + 1]!; p += 3) {
      const x = positions[p + 3]! - positions[p]!;
      const y = positions[p + 4]! - positions[p + 1]!;
      const z = positions[p + 5]! - positions[p + 2]!;
      sum += Math.sqrt(x * x + y * y + z * z);
      count++;
    }
  return count > 0 ? sum / count : 0;
}

/** Points of every strand; 0 where they differ. */
function samePoints(first: Uint32Array): number {
  const points = first.length > 1 ? first[1]! - first[0]! : 0;
  for (let i = 1; i + 1 < first.length; i++) if (first[i + 1]! - first[i]! !== points) return 0;
  return points;
}

/** Numbers of strands, brought into another order. `width` numbers a point. */
function gathered(
  values: Float32Array,
  width: number,
  first: Uint32Array,
  order: Uint32Array,
  out: OwnFloat32Array,
): OwnFloat32Array {
  let to = 0;
  for (const strand of order) {
    const end = width * first[strand + 1]!;
    for (let from = width * first[strand]!; from < end; from++) out[to++] = values[from]!;
  }
  return out;
}

export function makeHair(device: GPUDevice, first: Uint32Array, id?: Uint32Array): RenderedHair {
  const points = first[first.length - 1]!;
  const most = Math.floor(device.limits.maxStorageBufferBindingSize / 16);
  if (points > most)
    throw new RangeError(`renderer: ${points} points are more than this device can draw at once (${most})`);
  const strandCount = first.length - 1;
  const { strand: order, drawn: drawnOf } = drawOrder(strandCount, id);
  const placed = new Uint32Array(strandCount + 1);
  order.forEach((strand, k) => {
    placed[k + 1] = placed[k]! + first[strand + 1]! - first[strand]!;
  });
  const ids = Uint32Array.from(order, (strand) => (id ? id[strand]! : strand));
  const words = bufferOf(device, 'hair points', pointWords(placed, ids), GPUBufferUsage.STORAGE);
  const scratch = new Float32Array(3 * points);
  let drawn = { strands: strandCount, points, stride: 1 };
  const strandPoints = samePoints(first);
  const stored = emptyBuffer(device, 'hair positions', 12 * points, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
  const light = emptyBuffer(device, 'hair light', 8 * points, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
  let coat = emptyBuffer(device, 'hair coat', 4 * points, GPUBufferUsage.STORAGE);
  let strips: GPUBuffer | null = null;
  let isCoated = false;
  let wetness: Float32Array | null = null;
  let tints: Float32Array | null = null;
  let colours: Float32Array | null = null;
  const writeCoat = (): void => {
    // Most hair is dry, has its own colour and stays so.
    const wasCoated = isCoated;
    isCoated = wetness !== null || tints !== null || colours !== null;
    const bytes = 4 * wordsOf({ colours }) * points;
    if (coat.size < bytes) {
      coat.destroy();
      coat = emptyBuffer(device, 'hair coat', bytes, GPUBufferUsage.STORAGE);
    }
    version++;
    if (isCoated || wasCoated) device.queue.writeBuffer(coat, 0, coatWords(first, order, { wetness, tints, colours }));
  };
  let bounds = NO_BOUNDS;
  let segment = 0;
  let version = 0;
  return {
    strandCount,
    points,
    order,
    first: placed,
    get drawn() {
      return drawn;
    },
    strandPoints,
    keep(fraction, wanted = 1) {
      const strands = drawnOf(fraction);
      const stride = strandPoints > 2 ? Math.max(1, Math.min(wanted, strandPoints - 1)) : 1;
      const points = stride > 1 ? strands * (Math.floor((strandPoints - 2) / stride) + 2) : placed[strands]!;
      drawn = { strands, points, stride };
    },
    positions: stored,
    words,
    light,
    get coat() {
      return coat;
    },
    get coatWords() {
      return wordsOf({ colours });
    },
    get strips() {
      strips ??= bufferOf(device, 'strips', stripIndices(placed), GPUBufferUsage.INDEX);
      return strips;
    },
    get bounds() {
      return bounds;
    },
    get segment() {
      return segment;
    },
    get version() {
      return version;
    },
    setPositions(positions) {
      if (positions.length !== 3 * points)
        throw new RangeError(`renderer: ${positions.length} numbers for ${points} points, ${3 * points} expected`);
      device.queue.writeBuffer(stored, 0, gathered(positions, 3, first, order, scratch));
      version++;
      bounds = boundsOf(positions);
      segment = meanSegment(first, positions);
    },
    setWetness(given) {
      if (given.length !== strandCount)
        throw new RangeError(`renderer: wetness of ${given.length} strands, ${strandCount} expected`);
      wetness = given.some((wet) => wet > 0) ? given.slice() : null;
      writeCoat();
    },
    setTints(given) {
      if (given && given.length !== 4 * points)
        throw new RangeError(`renderer: ${given.length} numbers for tints of ${points} points, ${4 * points} expected`);
      tints = given;
      writeCoat();
    },
    setColours(given) {
      if (given && given.length !== 3 * strandCount)
        throw new RangeError(
          `renderer: ${given.length} numbers for colours of ${strandCount} strands, ${3 * strandCount} expected`,
        );
      if (!given && !colours) return;
      colours = given ? given.slice() : null;
      writeCoat();
    },
    setExtent(around, length) {
      bounds = around;
      segment = length;
    },
    destroy() {
      for (const buffer of [words, stored, light, coat, strips]) buffer?.destroy();
    },
  };
}
