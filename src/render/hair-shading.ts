import type { ShadingModelName } from '../shading/look.ts';
import type { AmbientGrid } from './ambient-grid.ts';
import type { HairFibres } from './hair-fibres.ts';
import { type Kernel, makeKernel, run } from './kernel.ts';
import type { LightMaps } from './light-maps.ts';
import { shadeWgsl } from './shade.wgsl.ts';
import { type GroomBuffers, STRAND_SLOTS, strandResources } from './strands.wgsl.ts';

/** Lights strand points. Light changes slowly along a strand, so points are lit and pixels interpolate. */
export class HairShading {
  readonly #device: GPUDevice;
  readonly #frame: GPUBuffer;
  readonly #maps: LightMaps;
  readonly #grid: AmbientGrid;
  readonly #kernels = new Map<ShadingModelName, Kernel>();

  constructor(device: GPUDevice, frame: GPUBuffer, maps: LightMaps, grid: AmbientGrid) {
    this.#device = device;
    this.#frame = frame;
    this.#maps = maps;
    this.#grid = grid;
  }

  #kernel(model: ShadingModelName): Kernel {
    let kernel = this.#kernels.get(model);
    if (!kernel) {
      kernel = makeKernel(this.#device, shadeWgsl(this.#maps.method, model), 'shade', [
        ...STRAND_SLOTS,
        ...(['read', 'read', 'read', 'write', 'uniform', 'depths', 'read', 'read'] as const),
      ]);
      this.#kernels.set(model, kernel);
    }
    return kernel;
  }

  /** `behind`: the farthest body of each tile. */
  shade(pass: GPUComputePassEncoder, groom: GroomBuffers, fibres: HairFibres, behind: GPUBuffer): void {
    const kernel = this.#kernel(fibres.look.model);
    const { hair } = groom;
    const group = kernel.bind(this.#device, [
      ...strandResources(this.#frame, groom),
      ...[this.#maps.hair, this.#grid.sums, fibres.table, hair.light],
      ...[fibres.uniform, this.#maps.solid, behind, hair.coat],
    ]);
    run(pass, kernel, group, hair.drawn.points);
  }
}
