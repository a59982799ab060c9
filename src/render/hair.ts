import type { Vec3 } from '../numeric/vector.ts';
import { ZERO } from '../numeric/vector.ts';
import { type Bounds, boundsOf, NO_BOUNDS } from './bounds.ts';
import { bufferOf } from './buffers.ts';
import { pointWords, stripIndices } from './strip.ts';

/** Strands on the GPU: one position buffer, written every frame, and what follows from the topology, written once. */
export interface RenderedHair {
  readonly strandCount: number;
  /** Of every eleventh point at present. */
  readonly bounds: Bounds;
  /** The middle of the roots: the hair mass faces away from it. */
  readonly centre: Vec3;
  setPositions(positions: Float32Array): void;
  draw(pass: GPURenderPassEncoder, pipeline: GPURenderPipeline): void;
  destroy(): void;
}

/** Coprime to usual numbers of points a strand, so that tips are among them. */
const BOUNDS_STRIDE = 11;

function middleOfRoots(first: Uint32Array, positions: Float32Array): Vec3 {
  const strands = first.length - 1;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < strands; i++) {
    const root = 3 * first[i]!;
    x += positions[root]!;
    y += positions[root + 1]!;
    z += positions[root + 2]!;
  }
  return strands > 0 ? [x / strands, y / strands, z / strands] : ZERO;
}

export function makeHair(device: GPUDevice, layout: GPUBindGroupLayout, first: Uint32Array): RenderedHair {
  const points = first[first.length - 1]!;
  const most = Math.floor(device.limits.maxStorageBufferBindingSize / 12);
  if (points > most)
    throw new RangeError(`renderer: ${points} points are more than this device can draw at once (${most})`);
  const indices = stripIndices(first);
  const index = bufferOf(device, 'hair strips', indices, GPUBufferUsage.INDEX);
  const words = bufferOf(device, 'hair points', pointWords(first), GPUBufferUsage.STORAGE);
  const stored = bufferOf(device, 'hair positions', new Float32Array(3 * points), GPUBufferUsage.STORAGE);
  const group = device.createBindGroup({
    label: 'hair',
    layout,
    entries: [
      { binding: 0, resource: { buffer: stored } },
      { binding: 1, resource: { buffer: words } },
    ],
  });
  let bounds = NO_BOUNDS;
  let centre = ZERO;
  return {
    strandCount: first.length - 1,
    get bounds() {
      return bounds;
    },
    get centre() {
      return centre;
    },
    setPositions(positions) {
      if (positions.length !== 3 * points)
        throw new RangeError(`renderer: ${positions.length} numbers for ${points} points, ${3 * points} expected`);
      device.queue.writeBuffer(stored, 0, positions.buffer as ArrayBuffer, positions.byteOffset, positions.byteLength);
      bounds = boundsOf(positions, BOUNDS_STRIDE);
      centre = middleOfRoots(first, positions);
    },
    draw(pass, pipeline) {
      pass.setPipeline(pipeline);
      pass.setBindGroup(1, group);
      pass.setIndexBuffer(index, 'uint32');
      pass.drawIndexed(indices.length);
    },
    destroy() {
      index.destroy();
      words.destroy();
      stored.destroy();
    },
  };
}
