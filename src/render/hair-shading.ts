import type { ShadingModelName } from '../shading/look.ts';
import type { AmbientGrid } from './ambient-grid.ts';
import type { ReadyGroom } from './gpu-groom.ts';
import { type Kernel, makeKernel, run, type Slot } from './kernel.ts';
import type { LightMaps } from './light-maps.ts';
import { shadeWgsl } from './shade.wgsl.ts';
import { STRAND_SLOTS, strandResources } from './strands.wgsl.ts';

/** Lights strand points. Light changes slowly along a strand, so points are lit and pixels interpolate. */
export class HairShading {
  readonly #device: GPUDevice;
  readonly #frame: GPUBuffer;
  readonly #maps: LightMaps;
  readonly #grid: AmbientGrid;
  readonly #kernels = new Map<string, Kernel>();

  constructor(device: GPUDevice, frame: GPUBuffer, maps: LightMaps, grid: AmbientGrid) {
    this.#device = device;
    this.#frame = frame;
    this.#maps = maps;
    this.#grid = grid;
  }

  #kernel(model: ShadingModelName, isMixed: boolean, ofTexels: boolean): Kernel {
    const name = `${model} ${isMixed} ${ofTexels}`;
    let kernel = this.#kernels.get(name);
    if (!kernel) {
      const slots: Slot[] = [...STRAND_SLOTS, 'read', 'read', 'read', 'write'];
      slots.push('uniform', 'depths', 'read', 'read', 'uniform');
      const code = shadeWgsl(this.#maps.method, model);
      kernel = makeKernel(this.#device, code, 'shade', slots, {
        isMixed: isMixed ? 1 : 0,
        ofTexels: ofTexels ? 1 : 0,
      });
      this.#kernels.set(name, kernel);
    }
    return kernel;
  }

  /** `behind`: the farthest body of each tile; `isMixed` as the frame says. */
  shade(pass: GPUComputePassEncoder, groom: ReadyGroom, isMixed: boolean, behind: GPUBuffer): void {
    const { hair, fibres } = groom;
    const kernel = this.#kernel(fibres.look.model, isMixed, groom.isTexels);
    const group = kernel.bind(this.#device, [
      ...strandResources(this.#frame, groom),
      ...[this.#maps.hair, this.#grid.sums, fibres.table, hair.light],
      ...[fibres.uniform, this.#maps.solid, behind, hair.coat, fibres.bands],
    ]);
    run(pass, kernel, group, hair.drawn.points);
  }
}
