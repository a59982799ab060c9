import { carried, type GpuBody } from './body.ts';
import { type Bounds, grown } from './bounds.ts';
import { boundsOfGuides, type GeneratorData, type GuideFrame } from './generator-data.ts';
import { type OrderedGenerator, orderGenerator } from './generator-order.ts';
import type { RenderedHair } from './hair.ts';
import type { Mat4 } from './matrix.ts';
import { sparseGenerator, sparseGuides } from './sparse.ts';
import { StrandGenerator } from './strand-generator.ts';

/** How far strands lie outside the box of their guides, m. */
export const GUIDE_ROOM = 0.015;

/** Strands that follow guides: made on the GPU when they are drawn, as many as are drawn. */
export class GuidedStrands {
  readonly #generator: StrandGenerator;
  readonly #needs: OrderedGenerator['counts'];
  /** In a preview: what guides are given for. */
  readonly #given: GeneratorData | null;
  #guides: GuideFrame | null = null;
  readonly #body: GpuBody | null;
  readonly #order: Uint32Array;
  #wetness: Float32Array | null = null;
  /** Strands that were made since guides, pose or skin have changed, the pose, and the shape of the body. */
  #made = 0;
  #version = 0;
  #pose: Mat4 | null = null;
  #shape = -1;

  /** `body`: what they grow on; `order`: the strand at each place of the buffer. */
  constructor(device: GPUDevice, data: GeneratorData, body: GpuBody | null, order: Uint32Array, isPreview: boolean) {
    if (data.skin && !body) throw new RangeError('renderer: strands that ride on a skin need a body in the picture');
    this.#body = body;
    this.#order = order;
    this.#given = isPreview ? data : null;
    const { data: ordered, counts } = orderGenerator(isPreview ? sparseGenerator(data) : data, order);
    this.#needs = counts;
    this.#generator = new StrandGenerator(device, ordered);
    if (data.skin) this.#generator.setSkin(body!.points);
  }

  setGuides(guides: GuideFrame): void {
    // Its memory belongs to the caller.
    if (this.#given) this.#guides = sparseGuides(this.#given, guides);
    else {
      this.#guides ??= new Float32Array(guides.length);
      this.#guides.set(guides);
    }
    this.#begin();
  }

  /** How wet each strand is, in the order they were given; null for dry hair. */
  setWetness(wetness: Float32Array | null): void {
    if (!wetness && !this.#wetness) return;
    this.#wetness = wetness;
    this.#generator.setWetness(Float32Array.from(this.#order, (strand) => wetness?.[strand] ?? 0));
    this.#begin();
  }

  /** The same of all of them at least. */
  setLeastWetness(wetness: number): void {
    if (this.#generator.wetness === wetness) return;
    this.#generator.wetness = wetness;
    this.#begin();
  }

  /** Where the strands are, around their guides, as far as they stray from them; null before guides were set. */
  extent(pose: Mat4): { readonly bounds: Bounds; readonly segment: number } | null {
    if (!this.#guides) return null;
    const { meanLength, points } = this.#generator.data;
    const bounds = grown(carried(boundsOfGuides(this.#guides), pose), GUIDE_ROOM);
    return { bounds, segment: meanLength / (points - 1) };
  }

  /** Writes the strands that are drawn, on a body in that pose. */
  make(encoder: GPUCommandEncoder, hair: RenderedHair, pose: Mat4): void {
    const shape = this.#generator.data.skin ? this.#body!.shape : -1;
    if (this.#pose !== pose || this.#shape !== shape) this.#begin();
    if (!this.#guides || hair.drawn.strands <= this.#made) return;
    this.#generator.setGuides(this.#guides, pose);
    const pass = encoder.beginComputePass({ label: 'make strands' });
    this.#generator.run(pass, hair.positions, this.#needs(hair.drawn.strands));
    pass.end();
    this.#made = hair.drawn.strands;
    this.#pose = pose;
    this.#shape = shape;
  }

  /** Rises whenever strands are made anew. */
  get version(): number {
    return this.#version;
  }

  #begin(): void {
    this.#made = 0;
    this.#version++;
  }

  destroy(): void {
    this.#generator.destroy();
  }
}
