import { type GpuBody, SOLID_BODY_BUFFERS } from './body.ts';
import { bodyShadowWgsl } from './body.wgsl.ts';
import { bodyLayout } from './body-uniforms.ts';
import { emptyBuffer } from './buffers.ts';
import { type Kernel, layoutOf, makeKernel, onFirstUse, run } from './kernel.ts';
import {
  MAP_SIDE,
  nearestTexelsWgsl,
  nearestWgsl,
  type ShadowMethod,
  splatTexelsWgsl,
  splatWgsl,
  sumWgsl,
  wordsPerTexel,
} from './light-map.wgsl.ts';
import { MOST_LIGHTS } from './lights.ts';
import type { Mat4 } from './matrix.ts';
import { type GroomBuffers, STRAND_SLOTS, strandResources } from './strands.wgsl.ts';

const DEPTH_FORMAT: GPUTextureFormat = 'depth32float';
/** Uniform offsets must be multiples of this. */
const OFFSET = 256;
/** Along a map: coarser ones save nothing. */
const FEWEST_TEXELS = 48;

/** What a light's body map shows. */
interface Shown {
  readonly projection: Mat4;
  readonly bodies: readonly GpuBody[];
  readonly versions: readonly number[];
}

/** What lights see: layers of hair and the nearest body. */
export class LightMaps {
  readonly method: ShadowMethod;
  readonly #mostSide: number;
  #side: number;
  #hair: GPUBuffer;
  readonly solid: GPUTextureView;
  readonly #device: GPUDevice;
  readonly #frame: GPUBuffer;
  readonly #solid: GPUTexture;
  readonly #views: GPUTextureView[];
  readonly #uniforms: GPUBuffer;
  readonly #groups: GPUBindGroup[];
  readonly #shadow: () => GPURenderPipeline;
  readonly #nearest: Kernel;
  readonly #splat: Kernel;
  readonly #nearestTexels: Kernel;
  readonly #splatTexels: Kernel;
  readonly #sum: Kernel;
  /** What each light's body map shows: it is drawn again only when that changes. */
  readonly #shown: (Shown | undefined)[] = [];

  constructor(device: GPUDevice, frame: GPUBuffer, method: ShadowMethod, solidSide: number, hairSide: number) {
    this.#device = device;
    this.#frame = frame;
    this.method = method;
    this.#mostSide = Math.min(MAP_SIDE[method], hairSide);
    this.#side = this.#mostSide;
    this.#hair = this.#makeMaps(1);
    this.#solid = device.createTexture({
      label: 'body as lights see it',
      size: [solidSide, solidSide, MOST_LIGHTS],
      format: DEPTH_FORMAT,
      usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.TEXTURE_BINDING,
    });
    this.solid = this.#solid.createView({ dimension: '2d-array' });
    this.#views = Array.from({ length: MOST_LIGHTS }, (_, k) =>
      this.#solid.createView({ dimension: '2d', baseArrayLayer: k, arrayLayerCount: 1 }),
    );
    this.#uniforms = emptyBuffer(device, 'lights', OFFSET * MOST_LIGHTS, GPUBufferUsage.UNIFORM);
    const layout = layoutOf(device, 'body shadow', ['uniform'], GPUShaderStage.VERTEX);
    this.#groups = Array.from({ length: MOST_LIGHTS }, (_, k) =>
      device.createBindGroup({
        layout,
        entries: [{ binding: 0, resource: { buffer: this.#uniforms, offset: OFFSET * k, size: 64 } }],
      }),
    );
    this.#shadow = onFirstUse(device, ['body shadow'], () =>
      device.createRenderPipeline({
        label: 'body shadow',
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout, bodyLayout(device)] }),
        vertex: {
          module: device.createShaderModule({ code: bodyShadowWgsl }),
          entryPoint: 'bodyLightVertex',
          buffers: [...SOLID_BODY_BUFFERS],
        },
        primitive: { topology: 'triangle-list', cullMode: 'none' },
        depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: true, depthCompare: 'less' },
      }),
    );
    const splat = [...STRAND_SLOTS, 'write', 'depths'] as const;
    this.#nearest = makeKernel(device, nearestWgsl, 'findNearest', splat);
    this.#splat = makeKernel(device, splatWgsl(method), 'splatHair', splat);
    const texels = [...splat, 'read'] as const;
    this.#nearestTexels = makeKernel(device, nearestTexelsWgsl, 'findNearestTexels', texels);
    this.#splatTexels = makeKernel(device, splatTexelsWgsl(method), 'splatTexels', texels);
    this.#sum = makeKernel(device, sumWgsl(method), 'sumLayers', ['uniform', 'write']);
  }

  /** The bodies' depth for every light that throws shadow; the others see nothing. */
  drawBodies(encoder: GPUCommandEncoder, bodies: readonly GpuBody[], projections: readonly (Mat4 | null)[]): void {
    const versions = bodies.map(({ version }) => version);
    projections.forEach((projection, k) => {
      if (!projection) return;
      const next: Shown = { projection, bodies: [...bodies], versions };
      if (isShown(this.#shown[k], next)) return;
      this.#shown[k] = next;
      this.#device.queue.writeBuffer(this.#uniforms, OFFSET * k, projection);
      const pass = encoder.beginRenderPass({
        label: 'body shadow',
        colorAttachments: [],
        depthStencilAttachment: {
          view: this.#views[k]!,
          depthClearValue: 1,
          depthLoadOp: 'clear',
          depthStoreOp: 'store',
        },
      });
      pass.setPipeline(this.#shadow());
      pass.setBindGroup(0, this.#groups[k]!);
      for (const body of bodies) body.drawSolid(pass);
      pass.end();
    });
  }

  /** Texels along a map. */
  get side(): number {
    return this.#side;
  }

  /** Maps of `width` metres with the cells that are asked for where the finest ones are so long. */
  fit(cellFor: (finest: number) => number, width: number): void {
    const side = Math.ceil(width / cellFor(width / this.#mostSide) - 1e-6);
    this.#side = Math.min(this.#mostSide, Math.max(FEWEST_TEXELS, side));
  }

  /** Layers of hair, see light-map.wgsl.ts. */
  get hair(): GPUBuffer {
    return this.#hair;
  }

  /** Empties the maps of the first `lights` lights; `isMixed` as the frame says. */
  clear(encoder: GPUCommandEncoder, lights: number, isMixed: boolean): void {
    const blocks = isMixed ? 2 : 1;
    const most = blocks * blockBytes(this.method, this.#mostSide);
    if (this.#hair.size < most) {
      this.#hair.destroy();
      this.#hair = this.#makeMaps(blocks);
    }
    for (let block = 0; block < blocks; block++)
      encoder.clearBuffer(this.#hair, block * this.#block, (lights * this.#block) / MOST_LIGHTS);
  }

  /** All grooms together: the nearest hair of a texel is that of any of them. */
  splat(pass: GPUComputePassEncoder, grooms: readonly GroomBuffers[], lights: number): void {
    const each = (ofStrands: Kernel, ofTexels: Kernel): void => {
      for (const groom of grooms) {
        const resources = [...strandResources(this.#frame, groom), this.hair, this.solid];
        const { points } = groom.hair.drawn;
        if (groom.isTexels)
          run(pass, ofTexels, ofTexels.bind(this.#device, [...resources, groom.hair.coat]), points / 2);
        else run(pass, ofStrands, ofStrands.bind(this.#device, resources), points);
      }
    };
    if (this.method === 'deep') each(this.#nearest, this.#nearestTexels);
    each(this.#splat, this.#splatTexels);
    const texels = lights * this.side * this.side;
    run(pass, this.#sum, this.#sum.bind(this.#device, [this.#frame, this.hair]), texels);
  }

  /** Bytes of one number of all layers of all lights. */
  get #block(): number {
    return blockBytes(this.method, this.side);
  }

  #makeMaps(blocks: number): GPUBuffer {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
    return emptyBuffer(this.#device, 'light maps', blocks * blockBytes(this.method, this.#mostSide), usage);
  }

  destroy(): void {
    this.#hair.destroy();
    this.#solid.destroy();
    this.#uniforms.destroy();
  }
}

const blockBytes = (method: ShadowMethod, side: number): number =>
  4 * MOST_LIGHTS * side * side * wordsPerTexel(method);

function isShown(shown: Shown | undefined, { projection, bodies, versions }: Shown): boolean {
  return (
    shown !== undefined &&
    shown.bodies.length === bodies.length &&
    bodies.every((body, i) => body === shown.bodies[i] && versions[i] === shown.versions[i]) &&
    projection.every((value, i) => value === shown.projection[i])
  );
}
