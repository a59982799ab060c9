import { emptyBuffer } from './buffers.ts';
import { type Kernel, makeKernel, run } from './kernel.ts';
import { projectWgsl } from './project.wgsl.ts';
import { rasterWgsl } from './raster.wgsl.ts';
import { type GroomBuffers, STRAND_SLOTS, strandResources } from './strands.wgsl.ts';
import type { Targets } from './targets.ts';
import { projectTexelsWgsl } from './texels.wgsl.ts';
import { behindWgsl, countWgsl, fillWgsl, placeWgsl, rangeWgsl, SLICES, TILE } from './tiles.wgsl.ts';

/** Entries a piece at first: a piece of a few pixels touches one or two tiles. More are made when they are needed. */
const ENTRIES_A_PIECE = 2.2;
const { max, min, ceil } = Math;

interface Kernels {
  readonly project: Kernel;
  readonly projectTexels: Kernel;
  readonly behind: Kernel;
  readonly range: Kernel;
  readonly count: Kernel;
  readonly place: Kernel;
  readonly fill: Kernel;
  readonly raster: Kernel;
}

function makeKernels(device: GPUDevice): Kernels {
  const tiles = ['uniform', 'read', 'write', 'read'] as const;
  return {
    project: makeKernel(device, projectWgsl, 'project', [...STRAND_SLOTS, 'read', 'write', 'write']),
    projectTexels: makeKernel(device, projectTexelsWgsl, 'projectTexels', [
      ...STRAND_SLOTS,
      'read',
      'write',
      'write',
      'read',
    ]),
    behind: makeKernel(device, behindWgsl, 'findBehind', ['uniform', 'write', 'depth-samples']),
    range: makeKernel(device, rangeWgsl, 'findRange', tiles),
    count: makeKernel(device, countWgsl, 'countPieces', [...tiles, 'write']),
    place: makeKernel(device, placeWgsl, 'placeLists', [...tiles, 'write', 'write']),
    fill: makeKernel(device, fillWgsl, 'fillLists', [...tiles, 'write', 'write']),
    raster: makeKernel(device, rasterWgsl, 'raster', [
      ...(['uniform', 'read', 'read', 'read', 'read'] as const),
      ...(['depth-samples', 'texture', 'image'] as const),
    ]),
  };
}

/** A groom with so many vertices to draw. */
interface PlacedGroom extends GroomBuffers {
  readonly vertices: number;
}

/** Buffers that grow with the hair. */
interface PieceBuffers {
  readonly pieces: number;
  readonly vertices: GPUBuffer;
  readonly colours: GPUBuffer;
}

/** Buffers that grow with the picture. */
interface TileBuffers {
  readonly tiles: number;
  readonly ranges: GPUBuffer;
  readonly counts: GPUBuffer;
  readonly behind: GPUBuffer;
}

/** Draws strands over what is opaque: see tiles.wgsl.ts and raster.wgsl.ts. */
export class HairRaster {
  readonly #device: GPUDevice;
  readonly #frame: GPUBuffer;
  readonly #kernels: Kernels;
  readonly #cursor: GPUBuffer;
  readonly #read: GPUBuffer;
  #isReading = false;
  #pieces: PieceBuffers | null = null;
  #tiles: TileBuffers | null = null;
  #entries: GPUBuffer | null = null;
  #wanted = 0;

  constructor(device: GPUDevice, frame: GPUBuffer) {
    this.#device = device;
    this.#frame = frame;
    this.#kernels = makeKernels(device);
    this.#cursor = emptyBuffer(device, 'cursor', 16, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
    this.#read = device.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  }

  /** Most vertices that fit a buffer of this device. */
  get mostVertices(): number {
    return Math.floor(this.#device.limits.maxStorageBufferBindingSize / 16) - 1;
  }

  /** Projected vertices, for tests. */
  get vertices(): GPUBuffer | null {
    return this.#pieces?.vertices ?? null;
  }

  get colours(): GPUBuffer | null {
    return this.#pieces?.colours ?? null;
  }

  /** Makes buffers for so many vertices and such a picture. */
  fit(vertices: number, { size }: Targets): void {
    const device = this.#device;
    const { STORAGE, COPY_SRC } = GPUBufferUsage;
    if (!this.#pieces || this.#pieces.pieces < vertices) {
      this.#pieces?.vertices.destroy();
      this.#pieces?.colours.destroy();
      this.#pieces = {
        pieces: vertices,
        vertices: emptyBuffer(device, 'vertices', 16 * (vertices + 1), STORAGE | COPY_SRC),
        colours: emptyBuffer(device, 'colours', 8 * (vertices + 1), STORAGE | COPY_SRC),
      };
    }
    const tiles = ceil(size.width / TILE) * ceil(size.height / TILE);
    if (this.#tiles?.tiles !== tiles) {
      this.#destroyTiles();
      this.#tiles = {
        tiles,
        ranges: emptyBuffer(device, 'tiles', 16 * tiles, STORAGE),
        counts: emptyBuffer(device, 'slice counts', 4 * tiles * SLICES, STORAGE),
        behind: emptyBuffer(device, 'tile depth', 4 * tiles, STORAGE),
      };
    }
    const most = this.#device.limits.maxStorageBufferBindingSize;
    const bytes = min(most, 4 * ceil(max(this.#wanted, ENTRIES_A_PIECE * vertices, 65536)));
    if (!this.#entries || this.#entries.size < bytes) {
      this.#entries?.destroy();
      this.#entries = emptyBuffer(device, 'tile entries', bytes, STORAGE);
    }
  }

  /** Farthest body of each tile, after the body was drawn: hair behind it need not be lit. */
  hide(pass: GPUComputePassEncoder, targets: Targets): GPUBuffer {
    const { tiles, behind } = this.#tiles!;
    const { behind: hide } = this.#kernels;
    run(pass, hide, hide.bind(this.#device, [this.#frame, behind, targets.depth]), tiles);
    return behind;
  }

  /** Curves to pixels, pixels to lists; all grooms into the same, `pieces` of them together. */
  sort(encoder: GPUCommandEncoder, grooms: readonly PlacedGroom[], pieces: number): void {
    const { vertices, colours } = this.#pieces!;
    const { tiles, ranges, counts, behind } = this.#tiles!;
    const { project, projectTexels, range, count, place, fill } = this.#kernels;
    const device = this.#device;
    for (const buffer of [ranges, counts, this.#cursor]) encoder.clearBuffer(buffer);
    const pass = encoder.beginComputePass({ label: 'sort hair' });
    for (const groom of grooms) {
      const source = [...strandResources(this.#frame, groom), groom.hair.light, vertices, colours];
      if (groom.isTexels)
        run(pass, projectTexels, projectTexels.bind(device, [...source, groom.hair.coat]), groom.vertices / 2);
      else run(pass, project, project.bind(device, source), groom.vertices);
    }
    const base = [this.#frame, vertices, ranges, behind];
    run(pass, range, range.bind(device, base), pieces);
    run(pass, count, count.bind(device, [...base, counts]), pieces);
    run(pass, place, place.bind(device, [...base, counts, this.#cursor]), tiles);
    run(pass, fill, fill.bind(device, [...base, counts, this.#entries!]), pieces);
    pass.end();
  }

  draw(encoder: GPUCommandEncoder, targets: Targets): void {
    const { vertices, colours } = this.#pieces!;
    const { raster } = this.#kernels;
    const { width, height } = targets.size;
    const pass = encoder.beginComputePass({ label: 'draw hair' });
    pass.setPipeline(raster.pipeline());
    pass.setBindGroup(
      0,
      raster.bind(this.#device, [
        ...[this.#frame, vertices, colours, this.#tiles!.ranges, this.#entries!],
        ...[targets.depth, targets.opaque, targets.light],
      ]),
    );
    pass.dispatchWorkgroups(ceil(width / (2 * TILE)), ceil(height / (2 * TILE)));
    pass.end();
    if (!this.#isReading) encoder.copyBufferToBuffer(this.#cursor, 0, this.#read, 0, 16);
  }

  /** Whether the last picture had room for all its entries; if not, the next one will. */
  async isComplete(): Promise<boolean> {
    if (this.#isReading || !this.#entries) return true;
    this.#isReading = true;
    try {
      await this.#read.mapAsync(GPUMapMode.READ);
      const used = new Uint32Array(this.#read.getMappedRange())[0]!;
      this.#read.unmap();
      const room = this.#entries.size / 4;
      this.#wanted = max(this.#wanted, used > room ? 1.2 * used : 0);
      return used <= room || room * 4 >= this.#device.limits.maxStorageBufferBindingSize;
    } catch {
      // The device was lost; its owner knows.
      return true;
    } finally {
      this.#isReading = false;
    }
  }

  destroy(): void {
    this.#pieces?.vertices.destroy();
    this.#pieces?.colours.destroy();
    this.#destroyTiles();
    this.#entries?.destroy();
    this.#cursor.destroy();
    this.#read.destroy();
  }

  #destroyTiles(): void {
    this.#tiles?.ranges.destroy();
    this.#tiles?.counts.destroy();
    this.#tiles?.behind.destroy();
  }
}
