import type { TriangleMesh } from '../body/mesh.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { AmbientGrid } from './ambient-grid.ts';
import { GRID_SIDE } from './ambient-grid.wgsl.ts';
import { GpuBody } from './body.ts';
import { type Bounds, isEmpty, isWithin, NO_BOUNDS, type Sphere, sphereOf, union } from './bounds.ts';
import { emptyBuffer } from './buffers.ts';
import { eyeOf, type OrbitCamera } from './camera.ts';
import {
  type DrawnBody,
  type DrawnGroom,
  type GroomPlace,
  RENDERER_DEFAULTS,
  type Renderer,
  type RendererOptions,
  type SubFramePlace,
} from './contract.ts';
import { FRAME_BYTES, type FrameState, lightMatrix, writeFrameUniforms } from './frame-uniforms.ts';
import { GpuGroom, isStrands, type PictureDetail, type ReadyGroom } from './gpu-groom.ts';
import { HairPreview } from './hair-preview.ts';
import { HairRaster } from './hair-raster.ts';
import { HairShading } from './hair-shading.ts';
import { LightMaps } from './light-maps.ts';
import { type LightSettings, MOST_LIGHTS } from './lights.ts';
import { defaultHairWidth, PICTURE_LOOK_DEFAULTS, type PictureLook } from './look.ts';
import { PicturePass } from './picture-pass.ts';
import { ScenePass } from './scene-pass.ts';
import { makeTargets, type Size, type Targets } from './targets.ts';
import { TexelBaker } from './texels.ts';

const MIDDLE: SubFramePlace = { jitter: [0, 0] };

/** Radius of the lit sphere over the radius of what it was made for. */
const LIGHT_ROOM = 1.08;
/** Grooms that send on fractions of light closer than this shade each other as if they were one. */
const SAME_ALBEDO = 0.005;

/** What the last picture drew of all grooms: strands, their points, and sets of texels. */
interface DrawnCounts {
  readonly strands: number;
  readonly points: number;
  readonly sets: number;
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
  readonly #preview: HairPreview | null;
  readonly #picture: PicturePass;
  readonly #texels: TexelBaker | null;
  #targets: Targets | null = null;
  #bodies: readonly GpuBody[] = [];
  #grooms: readonly GpuGroom[] = [];
  #look: PictureLook = PICTURE_LOOK_DEFAULTS;
  #lit: Sphere | null = null;
  #ground: Bounds | null = null;
  #fraction = 1;
  #isFine = false;
  #added = 0;
  #drawn: DrawnCounts = { strands: 0, points: 0, sets: 0 };

  constructor(device: GPUDevice, options: Required<RendererOptions>) {
    this.#device = device;
    this.#options = options;
    this.#uniforms = emptyBuffer(device, 'frame', FRAME_BYTES, GPUBufferUsage.UNIFORM);
    this.#maps = new LightMaps(device, this.#uniforms, options.shadowMethod, options.shadowSize, options.lightMapSize);
    this.#grid = new AmbientGrid(device, this.#uniforms);
    this.#scene = new ScenePass(device, this.#uniforms, this.#maps, this.#grid, options.isPreview);
    this.#shading = new HairShading(device, this.#uniforms, this.#maps, this.#grid);
    this.#raster = new HairRaster(device, this.#uniforms);
    this.#preview = options.isPreview ? new HairPreview(device, this.#uniforms) : null;
    this.#picture = new PicturePass(device, options.format);
    this.#texels = options.isPreview || !options.hasTexels ? null : new TexelBaker(device, this.#uniforms);
  }

  /** What tests look into. */
  get inside(): { raster: HairRaster; maps: LightMaps; targets: Targets | null; drawn: DrawnCounts } {
    return { raster: this.#raster, maps: this.#maps, targets: this.#targets, drawn: this.#drawn };
  }

  addBody(mesh: TriangleMesh): DrawnBody {
    const body = new GpuBody(this.#device, mesh, (gone) => {
      this.#setBodies(this.#bodies.filter((one) => one !== gone));
    });
    this.#setBodies([...this.#bodies, body]);
    return body;
  }

  addGroom({ body, region }: GroomPlace = {}): DrawnGroom {
    const on = this.#bodies.find((one) => one === body);
    if (body && !on) throw new RangeError('renderer: a groom can only grow on a body that is in the picture');
    const groom = new GpuGroom(this.#device, this.#options.isPreview, on ?? null, region ?? null, (gone) => {
      this.#setGrooms(this.#grooms.filter((one) => one !== gone));
    });
    this.#setGrooms([...this.#grooms, groom]);
    return groom;
  }

  clear(): void {
    for (const one of [...this.#bodies, ...this.#grooms]) one.destroy();
    this.#setBodies([]);
    this.#setGrooms([]);
  }

  setLook(look: Partial<PictureLook>): void {
    this.#look = { ...this.#look, ...look };
  }

  setDetail(fraction: number, isFine = false): void {
    this.#fraction = Math.min(1, Math.max(1e-3, fraction));
    this.#isFine = isFine;
  }

  bounds(): Bounds {
    return [...this.#bodies, ...this.#grooms].reduce((sum, { bounds }) => union(sum, bounds), NO_BOUNDS);
  }

  passOver(): void {
    this.#litSphere();
    this.#groundBounds();
    for (const groom of this.#grooms) groom.passOver();
  }

  get lit(): Sphere | null {
    return this.#lit;
  }

  set lit(sphere: Sphere | null) {
    this.#lit = sphere;
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
    return this.#strips ? Promise.resolve(true) : this.#raster.isComplete();
  }

  /** The ground stays where bodies first stood, and light where it first fell, until there are others. */
  #setBodies(bodies: readonly GpuBody[]): void {
    this.#bodies = bodies;
    this.#ground = null;
    this.#lit = null;
  }

  #setGrooms(grooms: readonly GpuGroom[]): void {
    this.#grooms = grooms;
    this.#lit = null;
  }

  #fit(size: Size): Targets {
    const { width, height } = size;
    if (this.#targets && this.#targets.size.width === width && this.#targets.size.height === height)
      return this.#targets;
    this.#targets?.destroy();
    this.#added = 0;
    this.#targets = makeTargets(this.#device, { width, height }, this.#options.isPreview);
    return this.#targets;
  }

  /** Everything up to linear light; returns where it is. */
  #drawLight(encoder: GPUCommandEncoder, targets: Targets, camera: OrbitCamera, place: SubFramePlace): GPUTextureView {
    const lit = this.#litSphere();
    const grooms = this.#readyGrooms(encoder, targets.size, camera);
    const vertices = grooms.reduce((sum, groom) => sum + groom.vertices, 0);
    const isMixed = grooms.some(({ fibres }) => Math.abs(fibres.albedo - grooms[0]!.fibres.albedo) > SAME_ALBEDO);
    this.#drawn = {
      strands: grooms.filter(isStrands).reduce((sum, { hair }) => sum + hair.drawn.strands, 0),
      points: grooms.filter(isStrands).reduce((sum, { hair }) => sum + hair.drawn.points, 0),
      sets: grooms.length - grooms.filter(isStrands).length,
    };
    this.#maps.fit((cell) => Math.min(...this.#grooms.map((groom) => groom.lightCell(cell))), 2 * lit.radius);
    this.#writeUniforms(targets.size, camera, place, { lit, vertices, isMixed });
    this.#drawShadows(encoder, grooms, camera, lit, isMixed);
    this.#scene.draw(encoder, targets, this.#bodies, this.#bodies.length > 0 && this.#look.ground > 0);
    if (grooms.length === 0) {
      this.#preview?.draw(encoder, targets, []);
      return targets.opaque;
    }
    this.#raster.fit(this.#strips ? 0 : vertices, targets);
    const pass = encoder.beginComputePass({ label: 'light hair' });
    const behind = this.#raster.hide(pass, targets);
    for (const groom of grooms) this.#shading.shade(pass, groom, isMixed, behind);
    pass.end();
    if (this.#strips) {
      this.#strips.draw(encoder, targets, grooms.filter(isStrands));
      return targets.opaque;
    }
    this.#preview?.draw(encoder, targets, []);
    this.#raster.sort(encoder, grooms, vertices);
    this.#raster.draw(encoder, targets);
    return targets.light;
  }

  /** What lights see, and what hides the surroundings: all bodies and grooms together. */
  #drawShadows(
    encoder: GPUCommandEncoder,
    grooms: readonly ReadyGroom[],
    camera: OrbitCamera,
    lit: Sphere,
    isMixed: boolean,
  ): void {
    const projections = this.#lights
      .slice(0, MOST_LIGHTS)
      .map((light, k) => (light.shadow && k < this.#mappedLights ? lightMatrix(light, camera.azimuth, lit) : null));
    this.#maps.drawBodies(encoder, this.#bodies, projections);
    const shadowed = projections.findLastIndex((projection) => projection !== null) + 1;
    this.#maps.clear(encoder, shadowed, isMixed);
    this.#grid.clear(encoder);
    const pass = encoder.beginComputePass({ label: 'light maps' });
    this.#grid.fill(pass, grooms, this.#bodies, isMixed);
    if (grooms.length > 0) this.#maps.splat(pass, grooms, shadowed);
    pass.end();
  }

  /** Grooms that have something to draw, with their strands made; skin is tinted by all. */
  #readyGrooms(encoder: GPUCommandEncoder, { height }: Size, camera: OrbitCamera): ReadyGroom[] {
    const points = this.#grooms.reduce((sum, groom) => sum + groom.points, 0);
    const most = this.#raster.mostVertices;
    const eye = eyeOf(camera);
    const pixel = (2 * Math.tan(0.5 * camera.fieldOfView)) / Math.max(1, height);
    const detail: Omit<PictureDetail, 'pixel'> = {
      fraction: Math.min(this.#fraction, most / Math.max(1, points)),
      leastWidth: this.#options.leastWidth,
      mostSubdivisions: Math.floor(most / Math.max(1, points)),
    };
    const ready: ReadyGroom[] = [];
    let vertex = 0;
    for (const groom of this.#grooms) {
      const own = { ...detail, pixel: pixel * distanceOf(groom.bounds, eye, camera.distance) };
      for (const one of groom.ready(encoder, this.#texels, own, this.#defaultWidth(groom.body), vertex)) {
        ready.push(one);
        vertex += one.vertices;
      }
    }
    for (const body of this.#bodies)
      body.tint(this.#grooms.flatMap(({ body: on, tint }) => (on === body && tint ? [tint] : [])));
    return ready;
  }

  /** Thickness of strands that follows from all strands on a body: grooms divide what is one head of hair. */
  #defaultWidth(body: GpuBody | null): number {
    return defaultHairWidth(this.#grooms.reduce((sum, groom) => sum + (groom.body === body ? groom.strands : 0), 0));
  }

  /** Where nobody wants shadow no light throws any: maps cost more than the rest of a small picture. */
  get #lights(): readonly LightSettings[] {
    const { lights, shadow } = this.#look;
    return shadow > 0 ? lights : lights.map((light) => ({ ...light, shadow: false }));
  }

  /** What draws hair where it is drawn as strips. */
  get #strips(): HairPreview | null {
    return this.#isFine ? null : this.#preview;
  }

  /** Every shadow map costs a picture where the processor draws. */
  get #mappedLights(): number {
    return this.#strips ? 1 : MOST_LIGHTS;
  }

  #writeUniforms(
    { width, height }: Size,
    camera: OrbitCamera,
    { jitter, lens }: SubFramePlace,
    state: Pick<FrameState, 'lit' | 'vertices' | 'isMixed'>,
  ): void {
    const bounds = this.bounds();
    const uniforms = writeFrameUniforms({
      ...{ camera, width, height, jitter, lens, bounds, ...state },
      mapped: this.#mappedLights,
      mapSide: this.#maps.side,
      gridSide: GRID_SIDE,
      ground: this.#groundBounds(),
      look: { ...this.#look, lights: this.#lights },
    });
    this.#device.queue.writeBuffer(this.#uniforms, 0, uniforms);
  }

  #groundBounds(): Bounds {
    this.#ground ??= this.#bodies.length > 0 ? this.#bodies.map((body) => body.bounds).reduce(union) : this.bounds();
    return this.#ground;
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
    this.clear();
    this.#targets?.destroy();
    this.#uniforms.destroy();
    for (const part of [this.#maps, this.#grid, this.#raster, this.#picture, this.#texels]) part?.destroy();
  }
}

/** How far a groom counts as: as what the camera looks at, or where that is not among the groom, its end towards it. */
function distanceOf(bounds: Bounds, eye: Vec3, looked: number): number {
  if (isEmpty(bounds)) return looked;
  const { low, high } = bounds;
  let [nearest, farthest] = [0, 0];
  for (let c = 0; c < 3; c++) {
    const [from, to] = [low[c]! - eye[c]!, high[c]! - eye[c]!];
    nearest += Math.max(from, 0, -to) ** 2;
    farthest += Math.max(from * from, to * to);
  }
  return Math.max(Math.sqrt(nearest), Math.min(looked, Math.sqrt(farthest)));
}

export function createRenderer(device: GPUDevice, options: RendererOptions): Renderer {
  return new WebGpuRenderer(device, { ...RENDERER_DEFAULTS, ...options });
}
