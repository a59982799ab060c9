import type { Vec3 } from '../numeric/vector.ts';
import type { Rgb } from '../shading/angles.ts';
import { BAND_VECTORS, packBands } from '../shading/bands.ts';
import { halfTurns } from '../shading/dual-scatter.ts';
import { type Fibre, fibreOf } from '../shading/fibre.ts';
import { FIBRE_FLOATS, packFibre } from '../shading/fibre-layout.ts';
import type { HairLook } from '../shading/look.ts';
import { bufferOf, emptyBuffer } from './buffers.ts';

/** The fibres of one look on the GPU: dry, and the same when soaked. */
export class HairFibres {
  readonly uniform: GPUBuffer;
  /** Colours along the hair; see `packBands`. */
  readonly bands: GPUBuffer;
  readonly #device: GPUDevice;
  #table: GPUBuffer;
  #look: HairLook;
  private dry: Fibre;
  private soaked: Fibre;
  #albedo = 1;

  constructor(device: GPUDevice, look: HairLook) {
    this.#device = device;
    this.uniform = emptyBuffer(device, 'fibres', 8 * FIBRE_FLOATS, GPUBufferUsage.UNIFORM);
    this.bands = emptyBuffer(device, 'bands', 16 * BAND_VECTORS, GPUBufferUsage.UNIFORM);
    this.#look = look;
    this.dry = fibreOf(look);
    this.soaked = soakedOf(look, this.dry);
    this.#table = this.#makeTable();
    this.#write();
  }

  get look(): HairLook {
    return this.#look;
  }

  set look(look: HairLook) {
    if (look === this.#look) return;
    const [dry, soaked] = [this.dry, this.soaked];
    this.#look = look;
    this.dry = fibreOf(look);
    this.soaked = soakedOf(look, this.dry);
    this.#write();
    // Most changes leave the tables as they are.
    if (dry.table === this.dry.table && soaked.table === this.soaked.table) return;
    this.#table.destroy();
    this.#table = this.#makeTable();
  }

  /** Azimuthal lobes of both. */
  get table(): GPUBuffer {
    return this.#table;
  }

  /** How much more light a strand stops than its width says. */
  get opacity(): number {
    return this.dry.shadowOpacity;
  }

  /** Fraction of light that a fibre sends on, of all colours together. */
  get albedo(): number {
    return this.#albedo;
  }

  /** Skin under hair: what many short or hidden roots make of it. */
  get rootColour(): Vec3 {
    const { sigma, colourScale, strands } = this.dry;
    const [r, g, b] = (strands.bands[0]?.sigma ?? sigma).map((s) => Math.exp(-colourScale * Math.sqrt(s))) as Rgb;
    return [0.02 + 0.5 * r, 0.016 + 0.5 * g, 0.014 + 0.5 * b];
  }

  destroy(): void {
    this.uniform.destroy();
    this.bands.destroy();
    this.#table.destroy();
  }

  #write(): void {
    const { ahead, behind } = halfTurns(this.dry, 0, 1);
    this.#albedo = [0, 1, 2].reduce((sum, c) => sum + (ahead.albedo[c]! + behind.albedo[c]!) / 3, 0);
    const { queue } = this.#device;
    queue.writeBuffer(this.uniform, 0, packFibre(this.dry));
    queue.writeBuffer(this.uniform, 4 * FIBRE_FLOATS, packFibre(this.soaked, this.dry.table.data.length / 4));
    queue.writeBuffer(this.bands, 0, packBands(this.dry.strands.bands, this.soaked.strands.bands));
  }

  #makeTable(): GPUBuffer {
    const [dry, soaked] = [this.dry.table.data, this.soaked.table.data];
    const tables = new Float32Array(dry.length + soaked.length);
    tables.set(dry, 0);
    tables.set(soaked, dry.length);
    return bufferOf(this.#device, 'hair tables', tables, GPUBufferUsage.STORAGE);
  }
}

const soakedOf = (look: HairLook, dry: Fibre): Fibre => fibreOf({ ...look, wetness: 1 }, dry);
