import type { Vec3 } from '../numeric/vector.ts';
import { type Fibre, fibreOf } from '../shading/fibre.ts';
import { FIBRE_FLOATS, packFibre } from '../shading/fibre-layout.ts';
import type { HairLook, ShadingModelName } from '../shading/look.ts';
import type { AmbientGrid } from './ambient-grid.ts';
import { bufferOf, emptyBuffer } from './buffers.ts';
import type { RenderedHair } from './hair.ts';
import { type Kernel, makeKernel, run } from './kernel.ts';
import type { LightMaps } from './light-maps.ts';
import { shadeWgsl } from './shade.wgsl.ts';

/** Lights strand points. Light changes slowly along a strand, so points are lit and pixels interpolate. */
export class HairShading {
  readonly #device: GPUDevice;
  readonly #frame: GPUBuffer;
  readonly #uniform: GPUBuffer;
  readonly #method: LightMaps['method'];
  readonly #kernels = new Map<ShadingModelName, Kernel>();
  #table: GPUBuffer | null = null;
  #look: HairLook | null = null;
  #fibre: Fibre | null = null;
  #soaked: Fibre | null = null;

  constructor(device: GPUDevice, frame: GPUBuffer, method: LightMaps['method']) {
    this.#device = device;
    this.#frame = frame;
    this.#uniform = emptyBuffer(device, 'fibres', 8 * FIBRE_FLOATS, GPUBufferUsage.UNIFORM);
    this.#method = method;
  }

  #kernel(model: ShadingModelName): Kernel {
    let kernel = this.#kernels.get(model);
    if (!kernel) {
      kernel = makeKernel(this.#device, shadeWgsl(this.#method, model), 'shade', [
        ...(['uniform', 'read', 'read', 'read', 'read', 'read', 'write'] as const),
        ...(['uniform', 'depths', 'read', 'read'] as const),
      ]);
      this.#kernels.set(model, kernel);
    }
    return kernel;
  }

  set look(look: HairLook) {
    if (look === this.#look) return;
    const before = this.#fibre;
    const soakedBefore = this.#soaked;
    this.#look = look;
    this.#fibre = fibreOf(look, before ?? undefined);
    this.#soaked = fibreOf({ ...look, wetness: 1 }, soakedBefore ?? undefined);
    const { queue } = this.#device;
    const dryFloats = this.#fibre.table.data.length;
    queue.writeBuffer(this.#uniform, 0, packFibre(this.#fibre));
    queue.writeBuffer(this.#uniform, 4 * FIBRE_FLOATS, packFibre(this.#soaked, dryFloats / 4));
    if (before?.table === this.#fibre.table && soakedBefore?.table === this.#soaked.table) return;
    const tables = new Float32Array(dryFloats + this.#soaked.table.data.length);
    tables.set(this.#fibre.table.data, 0);
    tables.set(this.#soaked.table.data, dryFloats);
    this.#table?.destroy();
    this.#table = bufferOf(this.#device, 'hair tables', tables, GPUBufferUsage.STORAGE);
  }

  /** How much more light a strand stops than its width says. */
  get opacity(): number {
    return this.#fibre?.shadowOpacity ?? 1;
  }

  /** Skin under hair: what many short or hidden roots make of it. */
  get scalp(): Vec3 {
    const [r, g, b] = this.#fibre?.colour ?? [0, 0, 0];
    return [0.02 + 0.5 * r, 0.016 + 0.5 * g, 0.014 + 0.5 * b];
  }

  shade(pass: GPUComputePassEncoder, hair: RenderedHair, maps: LightMaps, grid: AmbientGrid, behind: GPUBuffer): void {
    const kernel = this.#kernel(this.#look!.model);
    const group = kernel.bind(this.#device, [
      ...[this.#frame, hair.positions, hair.words, maps.hair, grid.sums, this.#table!, hair.light],
      ...[this.#uniform, maps.solid, behind, hair.coat],
    ]);
    run(pass, kernel, group, hair.drawn.points);
  }

  destroy(): void {
    this.#uniform.destroy();
    this.#table?.destroy();
  }
}
