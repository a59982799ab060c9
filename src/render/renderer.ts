import type { TriangleMesh } from '../body/mesh.ts';
import { IDENTITY, type Quat } from '../numeric/rotation.ts';
import { type Vec3, ZERO } from '../numeric/vector.ts';
import { uniformFirst } from '../strands/strands.ts';
import { AmbientGrid } from './ambient-grid.ts';
import { GRID_SIDE } from './ambient-grid.wgsl.ts';
import { carried, makeBody, type RenderedBody } from './body.ts';
import { type Bounds, grown, isWithin, NO_BOUNDS, type Sphere, sphereOf, union } from './bounds.ts';
import { emptyBuffer } from './buffers.ts';
import type { OrbitCamera } from './camera.ts';
import { RENDERER_DEFAULTS, type Renderer, type RendererOptions, type SubFramePlace } from './contract.ts';
import { FRAME_BYTES, lightMatrix, standsFor, writeFrameUniforms } from './frame-uniforms.ts';
import { boundsOfGuides, type GeneratorData, type GuideFrame } from './generator-data.ts';
import { type OrderedGenerator, orderGenerator } from './generator-order.ts';
import { makeHair, type RenderedHair } from './hair.ts';
import { HairRaster } from './hair-raster.ts';
import { HairShading } from './hair-shading.ts';
import { HairSketch } from './hair-sketch.ts';
import { LightMaps } from './light-maps.ts';
import { MOST_LIGHTS } from './lights.ts';
import { defaultHairWidth, LOOK_DEFAULTS, type Look } from './look.ts';
import { type Mat4, rigid } from './matrix.ts';
import { PicturePass } from './picture-pass.ts';
import { ScenePass } from './scene-pass.ts';
import { pickNumbers, sparseGenerator, sparseGuides, sparseStrands } from './sparse.ts';
import { layersOf, widening } from './stand-in.ts';
import { StrandGenerator } from './strand-generator.ts';
import { makeTargets, type Size, type Targets } from './targets.ts';

const MIDDLE: SubFramePlace = { jitter: [0, 0] };

/** Radius of the lit sphere over the radius of what it was made for. */
const LIGHT_ROOM = 1.08;
/** Pieces of a segment are shorter than this on the picture, in pixels, as far as memory allows. */
const PIECE_PIXELS = 7;
const MOST_SUBDIVISIONS = 8;
/** How far strands lie outside the box of their guides, m. */
export const GUIDE_ROOM = 0.015;

/** Where the hair's curves are cut and how many strands are drawn, for one picture. */
interface Detail {
  readonly subdivisions: number;
  readonly keep: number;
}

export class WebGpuRenderer implements Renderer {
  readonly #device: GPUDevice;
  readonly #options: Required<RendererOptions>;
  readonly #uniforms: GPUBuffer;
  readonly #maps: LightMaps;
  readonly #grid: AmbientGrid;
  readonly #scene: ScenePass;
  readonly #shading: HairShading;
  readonly #raster: HairRaster;
  readonly #sketch: HairSketch | null;
  readonly #picture: PicturePass;
  #targets: Targets | null = null;
  #body: RenderedBody | null = null;
  #hair: RenderedHair | null = null;
  #pose: Mat4 = rigid(ZERO, IDENTITY);
  #generator: StrandGenerator | null = null;
  #needs: OrderedGenerator['counts'] | null = null;
  /** In a sketch: what guides are given for, and the given points that are drawn. */
  #given: GeneratorData | null = null;
  #picked: Uint32Array | null = null;
  #places = new Float32Array(0);
  #guides: GuideFrame | null = null;
  /** Strands that were made since guides or pose have changed. */
  #made = 0;
  #look: Look = LOOK_DEFAULTS;
  #lit: Sphere | null = null;
  #ground: Bounds | null = null;
  /** Where hair was when it came: pieces that fall do not change how it is drawn. */
  #groomed: Bounds | null = null;
  #standsFor = 1;
  #share = 1;
  #isFine = false;
  #added = 0;

  constructor(device: GPUDevice, options: Required<RendererOptions>) {
    this.#device = device;
    this.#options = options;
    this.#uniforms = emptyBuffer(device, 'frame', FRAME_BYTES, GPUBufferUsage.UNIFORM);
    this.#maps = new LightMaps(device, this.#uniforms, options.shadowMethod, options.shadowSize, options.lightMapSize);
    this.#grid = new AmbientGrid(device, this.#uniforms);
    this.#scene = new ScenePass(device, this.#uniforms, this.#maps, this.#grid, options.isSketch);
    this.#shading = new HairShading(device, this.#uniforms, options.shadowMethod);
    this.#raster = new HairRaster(device, this.#uniforms);
    this.#sketch = options.isSketch ? new HairSketch(device, this.#uniforms) : null;
    this.#picture = new PicturePass(device, options.format);
  }

  /** What tests look into. */
  get inside(): { hair: RenderedHair | null; raster: HairRaster; maps: LightMaps; targets: Targets | null } {
    return { hair: this.#hair, raster: this.#raster, maps: this.#maps, targets: this.#targets };
  }

  setBody(mesh: TriangleMesh | null): void {
    this.#body?.destroy();
    this.#body = mesh && makeBody(this.#device, mesh);
    this.#ground = null;
    this.#groomed = null;
  }

  setBodyShape(mesh: TriangleMesh): void {
    this.#body?.destroy();
    this.#body = makeBody(this.#device, mesh);
  }

  setBodyPose(position: Vec3, orientation: Quat): void {
    const pose = rigid(position, orientation);
    if (pose.some((value, k) => value !== this.#pose[k])) this.#made = 0;
    this.#pose = pose;
  }

  setStrands(first: Uint32Array, id?: Uint32Array): void {
    this.#hair?.destroy();
    this.#generator?.destroy();
    this.#generator = null;
    this.#guides = null;
    this.#made = 0;
    this.#lit = null;
    const sparse = this.#sketch ? sparseStrands(first) : null;
    this.#picked = sparse?.point ?? null;
    this.#places = new Float32Array(3 * (sparse?.point.length ?? 0));
    this.#hair = makeHair(this.#device, sparse?.first ?? first, id);
  }

  setPositions(positions: Float32Array): void {
    if (!this.#hair) throw new RangeError('renderer: setStrands comes before setPositions');
    this.#hair.setPositions(this.#picked ? pickNumbers(positions, this.#picked, 3, this.#places) : positions);
  }

  setWetness(wetness: Float32Array): void {
    if (!this.#hair) throw new RangeError('renderer: setStrands comes before setWetness');
    this.#hair.setWetness(wetness);
  }

  setTints(tints: Float32Array | null): void {
    if (!this.#hair) throw new RangeError('renderer: setStrands comes before setTints');
    const picked = this.#picked;
    this.#hair.setTints(tints && picked ? pickNumbers(tints, picked, 4, new Float32Array(4 * picked.length)) : tints);
  }

  setGenerator(data: GeneratorData): void {
    this.#given = this.#sketch ? data : null;
    const drawn = this.#sketch ? sparseGenerator(data) : data;
    const first = uniformFirst(data.id.length, data.points);
    this.setStrands(first, data.id);
    const { data: ordered, counts } = orderGenerator(drawn, this.#hair!.order);
    this.#needs = counts;
    this.#generator = new StrandGenerator(this.#device, ordered);
  }

  setGuides(guides: GuideFrame): void {
    if (!this.#generator) throw new RangeError('renderer: setGenerator comes before setGuides');
    // Its memory belongs to the caller.
    if (this.#given) this.#guides = sparseGuides(this.#given, guides);
    else {
      this.#guides ??= new Float32Array(guides.length);
      this.#guides.set(guides);
    }
    this.#made = 0;
  }

  setLook(look: Partial<Look>): void {
    this.#look = { ...this.#look, ...look };
  }

  setStandsFor(strands: number): void {
    this.#standsFor = Math.max(1, strands);
  }

  setDetail(share: number, isFine = false): void {
    this.#share = Math.min(1, Math.max(1e-3, share));
    this.#isFine = isFine;
  }

  bounds(): Bounds {
    this.#carryExtent();
    const body = this.#body?.boundsAt(this.#pose) ?? NO_BOUNDS;
    return this.#hair ? union(body, this.#hair.bounds) : body;
  }

  draw(view: GPUTextureView, size: Size, camera: OrbitCamera): void {
    const encoder = this.#device.createCommandEncoder({ label: 'frame' });
    const targets = this.#fit(size);
    const light = this.#drawLight(encoder, targets, camera, MIDDLE);
    this.#picture.show(encoder, targets, this.#look, light, 1, view);
    this.#device.queue.submit([encoder.finish()]);
    this.#added = 0;
  }

  add(size: Size, camera: OrbitCamera, place: SubFramePlace): void {
    const encoder = this.#device.createCommandEncoder({ label: 'sub-frame' });
    const targets = this.#fit(size);
    const light = this.#drawLight(encoder, targets, camera, place);
    this.#picture.add(encoder, targets, light, this.#added);
    this.#device.queue.submit([encoder.finish()]);
    this.#added++;
  }

  takeBack(): void {
    this.#added = Math.max(0, this.#added - 1);
  }

  show(view: GPUTextureView): void {
    if (!this.#targets || this.#added === 0) throw new RangeError('renderer: add comes before show');
    const encoder = this.#device.createCommandEncoder({ label: 'picture' });
    const sum = this.#targets.sums[(this.#added + 1) % 2]!;
    this.#picture.show(encoder, this.#targets, this.#look, sum, this.#added, view);
    this.#device.queue.submit([encoder.finish()]);
    this.#added = 0;
  }

  isComplete(): Promise<boolean> {
    return this.#hair && !this.#strips ? this.#raster.isComplete() : Promise.resolve(true);
  }

  #fit(size: Size): Targets {
    const { width, height } = size;
    if (this.#targets && this.#targets.size.width === width && this.#targets.size.height === height)
      return this.#targets;
    this.#targets?.destroy();
    this.#added = 0;
    this.#targets = makeTargets(this.#device, { width, height }, this.#options.isSketch);
    return this.#targets;
  }

  /** Everything up to linear light; returns where it is. */
  #drawLight(encoder: GPUCommandEncoder, targets: Targets, camera: OrbitCamera, place: SubFramePlace): GPUTextureView {
    this.#shading.look = this.#look.hair;
    const lit = this.#litSphere();
    const detail = this.#detail(targets.size, camera);
    this.#hair?.keep(detail.keep);
    this.#generate(encoder);
    this.#writeUniforms(targets.size, camera, place, lit, detail);
    const lights = this.#look.lights.slice(0, MOST_LIGHTS);
    const projections = lights.map((light, k) =>
      light.shadow && k < this.#mappedLights ? lightMatrix(light, camera.azimuth, lit) : null,
    );
    this.#maps.drawBody(encoder, this.#body, projections, this.#pose);
    const shadowed = projections.findLastIndex((projection) => projection !== null) + 1;
    this.#maps.clear(encoder, shadowed);
    this.#grid.clear(encoder);
    const hair = this.#hair && this.#hair.points > 1 ? this.#hair : null;
    const before = encoder.beginComputePass({ label: 'light maps' });
    this.#grid.fill(before, hair, this.#body);
    if (hair) this.#maps.splat(before, hair, shadowed);
    before.end();
    this.#scene.draw(encoder, targets, this.#body, this.#body !== null && this.#look.ground > 0);
    if (!hair) {
      this.#sketch?.draw(encoder, targets, null);
      return targets.opaque;
    }
    this.#raster.fit(this.#strips ? 0 : hair.drawn.points * detail.subdivisions, targets);
    const pass = encoder.beginComputePass({ label: 'light hair' });
    const behind = this.#raster.hide(pass, targets);
    this.#shading.shade(pass, hair, this.#maps, this.#grid, behind);
    pass.end();
    if (this.#strips) {
      this.#strips.draw(encoder, targets, hair);
      return targets.opaque;
    }
    this.#sketch?.draw(encoder, targets, null);
    this.#raster.sort(encoder, hair, detail.subdivisions);
    this.#raster.draw(encoder, targets);
    return targets.light;
  }

  /** What draws hair where it is drawn as strips. */
  get #strips(): HairSketch | null {
    return this.#isFine ? null : this.#sketch;
  }

  /** Every shadow map costs a picture where the processor draws. */
  get #mappedLights(): number {
    return this.#strips ? 1 : MOST_LIGHTS;
  }

  /** Where generated strands are: around their guides, as far as they stray from them. */
  #carryExtent(): void {
    if (!this.#generator || !this.#guides) return;
    const bounds = grown(carried(boundsOfGuides(this.#guides), this.#pose), GUIDE_ROOM);
    const { meanLength, points } = this.#generator.data;
    this.#hair!.setExtent(bounds, meanLength / (points - 1));
  }

  #generate(encoder: GPUCommandEncoder): void {
    const hair = this.#hair;
    if (!this.#generator || !this.#guides || !hair || hair.drawn.strands <= this.#made) return;
    this.#generator.setGuides(this.#guides, this.#pose);
    const pass = encoder.beginComputePass({ label: 'make strands' });
    this.#generator.run(pass, hair.positions, this.#needs!(hair.drawn.strands));
    pass.end();
    this.#made = hair.drawn.strands;
  }

  #hairWidth(): number {
    return this.#look.hairWidth || defaultHairWidth(this.#standsFor * (this.#hair?.strandCount ?? 0));
  }

  #detail({ height }: Size, camera: OrbitCamera): Detail {
    if (!this.#hair) return { subdivisions: 1, keep: 1 };
    const pixel = (2 * camera.distance * Math.tan(0.5 * camera.fieldOfView)) / Math.max(1, height);
    const most = Math.max(1, Math.floor(this.#raster.mostVertices / this.#hair.points));
    const { segment } = this.#hair;
    const wanted = Math.ceil(segment / pixel / PIECE_PIXELS);
    const keep = Math.min(this.#share, (this.#standsFor * this.#hairWidth()) / pixel / this.#options.leastWidth);
    return { subdivisions: Math.max(1, Math.min(wanted, most, MOST_SUBDIVISIONS)), keep };
  }

  /** How many strands one that is drawn stands for, and how much wider it is for them. */
  #standIns(keep: number): { readonly stands: number; readonly widen: number } {
    const hair = this.#hair;
    if (!hair) return { stands: 1, widen: 1 };
    this.#groomed ??= hair.bounds;
    const stands = this.#standsFor * standsFor(keep);
    const width = this.#hairWidth();
    const length = (hair.segment * (hair.points - hair.strandCount)) / Math.max(1, hair.strandCount);
    const layers = layersOf(this.#standsFor * hair.strandCount, length, width, this.#groomed);
    return { stands, widen: widening(stands, layers, width) };
  }

  #writeUniforms(
    { width, height }: Size,
    camera: OrbitCamera,
    { jitter, lens }: SubFramePlace,
    lit: Sphere,
    { subdivisions, keep }: Detail,
  ): void {
    const bounds = this.bounds();
    // The ground stays where the body first stood.
    this.#ground ??= this.#body?.boundsAt(this.#pose) ?? bounds;
    const uniforms = writeFrameUniforms({
      camera,
      width,
      height,
      jitter,
      lens,
      lit,
      bodyPose: this.#pose,
      bounds,
      hairWidth: this.#hairWidth(),
      subdivisions,
      keep,
      ...this.#standIns(keep),
      mapped: this.#mappedLights,
      mapSide: this.#maps.side,
      gridSide: GRID_SIDE,
      points: this.#hair?.drawn.points ?? 0,
      bodyVertices: this.#body?.vertices ?? 0,
      opacity: this.#shading.opacity,
      scalp: this.#shading.scalp,
      ground: this.#ground,
      look: this.#look,
    });
    this.#device.queue.writeBuffer(this.#uniforms, 0, uniforms);
  }

  /** Where lights look: with room to spare and changed seldom, because shadows shimmer when their texels move. */
  #litSphere(): Sphere {
    const bounds = this.bounds();
    if (!this.#lit || !isWithin(bounds, this.#lit)) {
      const { centre, radius } = sphereOf(bounds);
      this.#lit = { centre, radius: LIGHT_ROOM * radius };
    }
    return this.#lit;
  }

  destroy(): void {
    this.#body?.destroy();
    this.#hair?.destroy();
    this.#generator?.destroy();
    this.#targets?.destroy();
    this.#uniforms.destroy();
    this.#sketch?.destroy();
    for (const part of [this.#maps, this.#grid, this.#shading, this.#raster, this.#picture]) part.destroy();
  }
}

export function createRenderer(device: GPUDevice, options: RendererOptions): Renderer {
  return new WebGpuRenderer(device, { ...RENDERER_DEFAULTS, ...options });
}
