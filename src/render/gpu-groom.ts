import { IDENTITY } from '../numeric/rotation.ts';
import { ZERO } from '../numeric/vector.ts';
import { uniformFirst } from '../strands/strands.ts';
import type { GpuBody, RootTint } from './body.ts';
import { type Bounds, isEmpty, NO_BOUNDS } from './bounds.ts';
import { emptyBuffer } from './buffers.ts';
import type { DrawnGroom } from './contract.ts';
import type { GeneratorData, GuideFrame } from './generator-data.ts';
import { GROOM_BYTES, type GroomState, writeGroomUniforms } from './groom-uniforms.ts';
import { GuidedStrands } from './guided-strands.ts';
import { makeHair, type RenderedHair } from './hair.ts';
import { HairFibres } from './hair-fibres.ts';
import { finestCell, type LevelWeight, latticeOf, levelCount, levelsAt, STRANDS } from './levels.ts';
import { GROOM_LOOK_DEFAULTS, type GroomLook } from './look.ts';
import { type Mat4, rigid } from './matrix.ts';
import { pickNumbers, sparseStrands } from './sparse.ts';
import { FEWEST_STRANDS, layersOf, standsFor, widening } from './stand-in.ts';
import type { GroomBuffers, HairBuffers } from './strands.wgsl.ts';
import { type TexelBaker, Texels } from './texels.ts';

/** Fewer roots than this, a cat's whiskers, make nothing of the skin. */
const FEWEST_ROOTS = 100;
/** Strands that are kept of what is far: fewer, and wider, do not cover evenly. */
const FEWEST_FAR = 150;
/** Of points that lie closer than this on the picture, in pixels, only some are drawn. */
const STRIDE_PIXELS = 1.25;
/** Pieces of a segment are shorter than this on the picture, in pixels, as far as memory allows. */
const PIECE_PIXELS = 7;
const MOST_SUBDIVISIONS = 8;
/** Texels are baked from about so many points, of segments about so long, in cells. */
const BAKED_POINTS = 200_000;
const BAKED_PARTS = 0.5;
/** For texels, cells of light maps are no finer than so many pixels of the picture. */
const MAP_PIXELS = 0.5;
const UNMOVED: Mat4 = rigid(ZERO, IDENTITY);

/** What a picture asks of every groom. */
export interface PictureDetail {
  /** Metres of a pixel where the camera looks. */
  readonly pixel: number;
  /** Most strands that are drawn, as a fraction. */
  readonly fraction: number;
  /** Strands narrower than this, in pixels, become fewer and wider. */
  readonly leastWidth: number;
  /** Vertices a point that there is memory for. */
  readonly mostSubdivisions: number;
}

/** A groom that is ready to be drawn. */
export interface ReadyGroom<Hair extends HairBuffers = HairBuffers> extends GroomBuffers<Hair> {
  readonly fibres: HairFibres;
  readonly vertices: number;
}

export type StrandGroom = ReadyGroom<RenderedHair>;

export const isStrands = (groom: ReadyGroom): groom is StrandGroom => !groom.isTexels;

/** A groom on the GPU. */
export class GpuGroom implements DrawnGroom {
  readonly body: GpuBody | null;
  readonly #region: string | null;
  #isColoured = false;
  readonly #device: GPUDevice;
  readonly #isPreview: boolean;
  readonly #uniform: GPUBuffer;
  readonly #forget: (groom: GpuGroom) => void;
  #hair: RenderedHair | null = null;
  #guided: GuidedStrands | null = null;
  #fibres: HairFibres | null = null;
  #look: GroomLook = GROOM_LOOK_DEFAULTS;
  /** In a preview: the given points that are drawn. */
  #picked: Uint32Array | null = null;
  #places = new Float32Array(0);
  /** Where hair was when it came: pieces that fall do not change how it is drawn. */
  #groomed: Bounds | null = null;
  #standsFor = 1;
  #pixel = 0;
  #strandWeight = 1;
  readonly #texels = new Map<number, Texels>();

  /** `forget` is called when it is removed. */
  constructor(
    device: GPUDevice,
    isPreview: boolean,
    body: GpuBody | null,
    region: string | null,
    forget: (groom: GpuGroom) => void,
  ) {
    this.#device = device;
    this.#isPreview = isPreview;
    this.body = body;
    this.#region = region;
    this.#forget = forget;
    this.#uniform = emptyBuffer(device, 'groom', GROOM_BYTES, GPUBufferUsage.UNIFORM);
  }

  setStrands(first: Uint32Array, id?: Uint32Array): void {
    this.#hair?.destroy();
    this.#guided?.destroy();
    this.#guided = null;
    const sparse = this.#isPreview ? sparseStrands(first) : null;
    this.#picked = sparse?.point ?? null;
    this.#places = new Float32Array(3 * (sparse?.point.length ?? 0));
    this.#hair = makeHair(this.#device, sparse?.first ?? first, id);
  }

  setPositions(positions: Float32Array): void {
    this.#given('setPositions').setPositions(
      this.#picked ? pickNumbers(positions, this.#picked, 3, this.#places) : positions,
    );
  }

  setWetness(wetness: Float32Array): void {
    this.#given('setWetness').setWetness(wetness);
    this.#guided?.setWetness(wetness.some((wet) => wet > 0) ? wetness : null);
  }

  setTints(tints: Float32Array | null): void {
    const picked = this.#picked;
    this.#given('setTints').setTints(
      tints && picked ? pickNumbers(tints, picked, 4, new Float32Array(4 * picked.length)) : tints,
    );
  }

  setColours(colours: Float32Array | null): void {
    this.#given('setColours').setColours(colours);
    this.#isColoured = colours !== null;
  }

  setGenerator(data: GeneratorData): void {
    this.setStrands(uniformFirst(data.id.length, data.points), data.id);
    this.#guided = new GuidedStrands(this.#device, data, this.body, this.#hair!.order, this.#isPreview);
  }

  setGuides(guides: GuideFrame): void {
    if (!this.#guided) throw new RangeError('renderer: setGenerator comes before setGuides');
    this.#guided.setGuides(guides);
  }

  setStandsFor(strands: number): void {
    this.#standsFor = Math.max(1, strands);
  }

  setLook(look: Partial<GroomLook>): void {
    this.#look = { ...this.#look, ...look };
  }

  remove(): void {
    this.#forget(this);
    this.destroy();
  }

  /** Strands of the groom that it stands for. */
  get strands(): number {
    return this.#standsFor * (this.#hair?.strandCount ?? 0);
  }

  get points(): number {
    return this.#hair?.points ?? 0;
  }

  get bounds(): Bounds {
    const extent = this.#guided?.extent(this.#pose);
    if (extent) this.#hair!.setExtent(extent.bounds, extent.segment);
    return this.#hair?.bounds ?? NO_BOUNDS;
  }

  /** What its roots make of the skin between them; null where it is not known where they stand, or they are few: whiskers. */
  get tint(): RootTint | null {
    if (this.#region === null || this.strands < FEWEST_ROOTS) return null;
    return { region: this.#region, colour: this.#isColoured ? null : this.fibres().rootColour };
  }

  fibres(): HairFibres {
    this.#fibres ??= new HairFibres(this.#device, this.#look.hair);
    this.#fibres.look = this.#look.hair;
    return this.#fibres;
  }

  /**
   * Makes everything ready for a picture and says what to draw: strands, texels, or where one goes over into the other some of
   * both. Strands are `width` metres thick where the look does not say; vertices begin at `firstVertex` among those of all grooms.
   */
  ready(
    encoder: GPUCommandEncoder,
    baker: TexelBaker | null,
    detail: PictureDetail,
    defaultWidth: number,
    firstVertex: number,
  ): readonly ReadyGroom[] {
    const hair = this.#hair;
    if (!hair || hair.points < 2) return [];
    const width = this.#look.hairWidth || defaultWidth;
    this.#groomed ??= hair.bounds;
    this.#guided?.setLeastWetness(this.#look.hair.wetness);
    const levels = this.#levels(hair, baker !== null && detail.leastWidth > 0, detail.pixel);
    const ready: ReadyGroom[] = [];
    let vertex = firstVertex;
    this.#pixel = detail.pixel;
    this.#strandWeight = levels.find(({ level }) => level === STRANDS)?.weight ?? 0;
    // Strands last: what is baked are other ones, of the same buffers.
    for (const { level, weight } of levels.toReversed()) {
      const one =
        level === STRANDS
          ? this.#strands(encoder, hair, detail, width, vertex, weight)
          : this.#texelsOf(encoder, hair, baker!, level, width, vertex, weight);
      ready.push(one);
      vertex += one.vertices;
    }
    return ready;
  }

  /** How fine the maps of light have to be for what was drawn, m; `finest` for strands, and between texels the picture's pixels. */
  lightCell(finest: number): number {
    const coarse = Math.max(finest, MAP_PIXELS * this.#pixel);
    return finest * (coarse / finest) ** (1 - this.#strandWeight);
  }

  #levels(hair: RenderedHair, isThinned: boolean, pixel: number): readonly LevelWeight[] {
    const groomed = this.#groomed!;
    const isTexels = isThinned && !isEmpty(groomed) && this.strands >= FEWEST_STRANDS && hair.segment > 0;
    return isTexels ? levelsAt(pixel, finestCell(groomed), levelCount(groomed)) : [{ level: STRANDS, weight: 1 }];
  }

  #strands(
    encoder: GPUCommandEncoder,
    hair: RenderedHair,
    detail: PictureDetail,
    width: number,
    firstVertex: number,
    weight: number,
  ): StrandGroom {
    const wanted = Math.ceil(hair.segment / detail.pixel / PIECE_PIXELS);
    const subdivisions = Math.max(1, Math.min(wanted, detail.mostSubdivisions, MOST_SUBDIVISIONS));
    const least = Math.min(1, FEWEST_STRANDS / Math.max(1, hair.strandCount));
    const fraction = Math.max(detail.fraction, least);
    const isWhole = detail.leastWidth === 0;
    const atLeast = Math.min(1, FEWEST_FAR / Math.max(1, hair.strandCount));
    const byWidth = isWhole ? 1 : Math.max(atLeast, (this.#standsFor * width) / detail.pixel / detail.leastWidth);
    const keep = Math.min(fraction, byWidth);
    const stride = isWhole || this.#isPreview ? 1 : strideOf(hair.segment, detail.pixel);
    const { stands, widen } = this.#standIns(hair, keep, width);
    const state = { subdivisions, firstVertex, stands: weight * stands, widen: weight * widen };
    this.#keep(encoder, hair, this.#uniform, keep, stride, { ...this.#state(width), ...state });
    const vertices = hair.drawn.points * subdivisions;
    return { uniform: this.#uniform, hair, fibres: this.fibres(), vertices, isTexels: false };
  }

  /** Strands that are drawn, or baked, from now on. */
  #keep(
    encoder: GPUCommandEncoder,
    hair: RenderedHair,
    uniform: GPUBuffer,
    keep: number,
    wanted: number,
    state: Omit<GroomState, 'keep' | 'points' | 'stride' | 'coatWords' | 'strandPoints'>,
  ): void {
    hair.keep(keep, wanted);
    this.#guided?.make(encoder, hair, this.#pose);
    const { points, stride } = hair.drawn;
    const { coatWords, strandPoints } = hair;
    const uniforms = writeGroomUniforms({ ...state, keep, points, stride, coatWords, strandPoints });
    this.#device.queue.writeBuffer(uniform, 0, uniforms);
  }

  #state(width: number): Pick<GroomState, 'width' | 'opacity' | 'albedo'> {
    const { opacity, albedo } = this.fibres();
    return { width, opacity, albedo };
  }

  /** Texels are baked when hair has moved, from as many strands at any distance, so that only hair that moves costs more than its texels. */
  #texelsOf(
    encoder: GPUCommandEncoder,
    hair: RenderedHair,
    baker: TexelBaker,
    level: number,
    width: number,
    firstVertex: number,
    weight: number,
  ): ReadyGroom {
    const texels = this.#texels.get(level) ?? new Texels(this.#device, level);
    this.#texels.set(level, texels);
    const lattice = latticeOf(hair.bounds, finestCell(this.#groomed!) * 2 ** level, texels.most);
    const stride = strideOf(hair.segment, BAKED_PARTS * lattice.cell);
    const keep = Math.min(1, (BAKED_POINTS * stride) / hair.points);
    const state = { ...this.#state(width), subdivisions: 1, firstVertex: 0, widen: 1 };
    const stands = this.#standsFor * standsFor(keep);
    this.#keep(encoder, hair, texels.baking, keep, stride, { ...state, stands });
    const { origin, cell } = lattice;
    const source = [hair, hair.version, this.#guided?.version, this.#look.hair, width, stands, ...origin, cell];
    if (!texels.isSame(source))
      baker.bake(encoder, { uniform: texels.baking, hair, isTexels: false }, this.fibres(), lattice, texels);
    const ready = texels.ready(
      { ...state, keep, stands, points: 0, coatWords: 1, strandPoints: 2, stride: 1 },
      lattice,
      weight,
      firstVertex,
    );
    return { ...ready, fibres: this.fibres(), vertices: ready.hair.drawn.points };
  }

  /** Takes notice of a moment that is not drawn here. */
  passOver(): void {
    if (this.#hair && this.#hair.points >= 2) this.#groomed ??= this.bounds;
  }

  destroy(): void {
    this.#hair?.destroy();
    this.#guided?.destroy();
    this.#fibres?.destroy();
    this.#uniform.destroy();
    for (const texels of this.#texels.values()) texels.destroy();
    this.#texels.clear();
  }

  get #pose(): Mat4 {
    return this.body?.pose ?? UNMOVED;
  }

  #given(what: string): RenderedHair {
    if (!this.#hair) throw new RangeError(`renderer: setStrands comes before ${what}`);
    return this.#hair;
  }

  /** How many strands one that is drawn stands for, and how much wider it is for them. */
  #standIns(hair: RenderedHair, keep: number, width: number): { readonly stands: number; readonly widen: number } {
    const stands = this.#standsFor * standsFor(keep);
    const length = (hair.segment * (hair.points - hair.strandCount)) / Math.max(1, hair.strandCount);
    const layers = layersOf(this.strands, length, width, this.#groomed!);
    return { stands, widen: widening(stands, layers, width) };
  }
}

/** Every how many points of a strand are drawn where its segments are so long: a power of two, so that few changes are seen. */
const strideOf = (segment: number, pixel: number): number =>
  segment > 0 ? 2 ** Math.max(0, Math.floor(Math.log2((STRIDE_PIXELS * pixel) / segment))) : 1;
