import {
  depositBodyWgsl,
  depositHairWgsl,
  depositTexelsWgsl,
  GRID_BLOCKS,
  GRID_CELLS,
  GRID_SIDE,
  sumAxesWgsl,
} from './ambient-grid.wgsl.ts';
import type { GpuBody } from './body.ts';
import { emptyBuffer } from './buffers.ts';
import { type Kernel, makeKernel, run } from './kernel.ts';
import { type GroomBuffers, STRAND_SLOTS, strandResources } from './strands.wgsl.ts';

/** Density of hair and body on a coarse grid, summed along the axes: what ambient light is dimmed by. */
export class AmbientGrid {
  readonly sums: GPUBuffer;
  readonly #device: GPUDevice;
  readonly #frame: GPUBuffer;
  readonly #density: GPUBuffer;
  readonly #hair: Kernel;
  readonly #texels: Kernel;
  readonly #body: Kernel;
  readonly #sum: Kernel;

  constructor(device: GPUDevice, frame: GPUBuffer) {
    this.#device = device;
    this.#frame = frame;
    this.#density = emptyBuffer(device, 'density', 4 * GRID_BLOCKS * GRID_CELLS, GPUBufferUsage.STORAGE);
    this.sums = emptyBuffer(device, 'ambient sums', 12 * GRID_BLOCKS * GRID_CELLS, GPUBufferUsage.STORAGE);
    this.#hair = makeKernel(device, depositHairWgsl, 'depositHair', [...STRAND_SLOTS, 'write']);
    this.#texels = makeKernel(device, depositTexelsWgsl, 'depositTexels', [...STRAND_SLOTS, 'write', 'read']);
    this.#body = makeKernel(device, depositBodyWgsl, 'depositBody', ['uniform', 'uniform', 'read', 'write']);
    this.#sum = makeKernel(device, sumAxesWgsl, 'sumAxes', ['uniform', 'read', 'write']);
  }

  clear(encoder: GPUCommandEncoder): void {
    encoder.clearBuffer(this.#density);
  }

  /** `isMixed`: grooms send on different fractions of light, which the frame must say as well. */
  fill(
    pass: GPUComputePassEncoder,
    grooms: readonly GroomBuffers[],
    bodies: readonly GpuBody[],
    isMixed: boolean,
  ): void {
    const device = this.#device;
    // Bodies first: a cell of theirs is full, and what hair is in it comes on top.
    for (const { uniform, points, vertices } of bodies)
      run(pass, this.#body, this.#body.bind(device, [this.#frame, uniform, points, this.#density]), vertices);
    for (const groom of grooms) {
      const resources = [...strandResources(this.#frame, groom), this.#density];
      const { points } = groom.hair.drawn;
      if (groom.isTexels)
        run(pass, this.#texels, this.#texels.bind(device, [...resources, groom.hair.coat]), points / 2);
      else run(pass, this.#hair, this.#hair.bind(device, resources), points);
    }
    const rows = (isMixed ? GRID_BLOCKS : 1) * 3 * GRID_SIDE * GRID_SIDE;
    run(pass, this.#sum, this.#sum.bind(device, [this.#frame, this.#density, this.sums]), rows);
  }

  destroy(): void {
    this.#density.destroy();
    this.sums.destroy();
  }
}
