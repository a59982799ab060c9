import { carried } from './body.ts';
import { type Bounds, grown } from './bounds.ts';
import { boundsOfGuides, type GeneratorData, type GuideFrame } from './generator-data.ts';
import { type OrderedGenerator, orderGenerator } from './generator-order.ts';
import type { RenderedHair } from './hair.ts';
import type { Mat4 } from './matrix.ts';
import type { SkinFrame } from './skin-frame.ts';
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
  #hasSkin = false;
  /** Strands that were made since guides or pose have changed, and the pose. */
  #made = 0;
  #pose: Mat4 | null = null;

  /** `order`: the strand at each place of the buffer. */
  constructor(device: GPUDevice, data: GeneratorData, order: Uint32Array, isPreview: boolean) {
    this.#given = isPreview ? data : null;
    const { data: ordered, counts } = orderGenerator(isPreview ? sparseGenerator(data) : data, order);
    this.#needs = counts;
    this.#generator = new StrandGenerator(device, ordered);
  }

  setGuides(guides: GuideFrame): void {
    // Its memory belongs to the caller.
    if (this.#given) this.#guides = sparseGuides(this.#given, guides);
    else {
      this.#guides ??= new Float32Array(guides.length);
      this.#guides.set(guides);
    }
    this.#made = 0;
  }

  setSkin(skin: SkinFrame): void {
    this.#generator.setSkin(skin);
    this.#hasSkin = true;
    this.#made = 0;
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
    if (this.#pose !== pose) this.#made = 0;
    const { roots } = this.#generator.data;
    if (!this.#guides || (roots && !this.#hasSkin) || hair.drawn.strands <= this.#made) return;
    this.#generator.setGuides(this.#guides, pose);
    const pass = encoder.beginComputePass({ label: 'make strands' });
    this.#generator.run(pass, hair.positions, this.#needs(hair.drawn.strands));
    pass.end();
    this.#made = hair.drawn.strands;
    this.#pose = pose;
  }

  destroy(): void {
    this.#generator.destroy();
  }
}
