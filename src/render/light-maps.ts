import { BODY_BUFFERS, type RenderedBody } from './body.ts';
import { bodyShadowWgsl } from './body.wgsl.ts';
import { emptyBuffer } from './buffers.ts';
import type { RenderedHair } from './hair.ts';
import { groupOf, type Kernel, layoutOf, makeKernel, run } from './kernel.ts';
import { MAP_SIDE, nearestWgsl, type ShadowMethod, splatWgsl, sumWgsl, wordsPerTexel } from './light-map.wgsl.ts';
import { MOST_LIGHTS } from './lights.ts';
import type { Mat4 } from './matrix.ts';

const DEPTH_FORMAT: GPUTextureFormat = 'depth32float';
/** Uniform offsets must be multiples of this. */
const OFFSET = 256;

/** What lights see: layers of hair and the nearest body. */
export class LightMaps {
  readonly method: ShadowMethod;
  readonly side: number;
  readonly hair: GPUBuffer;
  readonly solid: GPUTextureView;
  readonly #device: GPUDevice;
  readonly #frame: GPUBuffer;
  readonly #solid: GPUTexture;
  readonly #views: GPUTextureView[];
  readonly #uniforms: GPUBuffer;
  readonly #groups: GPUBindGroup[];
  readonly #shadow: GPURenderPipeline;
  readonly #nearest: Kernel;
  readonly #splat: Kernel;
  readonly #sum: Kernel;
  /** What each light's body map shows: it is drawn again only when that changes. */
  readonly #shown: ({ readonly body: RenderedBody | null; readonly places: Float32Array } | undefined)[] = [];

  constructor(device: GPUDevice, frame: GPUBuffer, method: ShadowMethod, solidSide: number, hairSide: number) {
    this.#device = device;
    this.#frame = frame;
    this.method = method;
    this.side = Math.min(MAP_SIDE[method], hairSide);
    const bytes = 4 * MOST_LIGHTS * this.side * this.side * wordsPerTexel(method);
    this.hair = emptyBuffer(device, 'light maps', bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
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
        entries: [{ binding: 0, resource: { buffer: this.#uniforms, offset: OFFSET * k, size: 128 } }],
      }),
    );
    this.#shadow = device.createRenderPipeline({
      label: 'body shadow',
      layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
      vertex: {
        module: device.createShaderModule({ code: bodyShadowWgsl }),
        entryPoint: 'bodyLightVertex',
        buffers: [BODY_BUFFERS[0]!],
      },
      primitive: { topology: 'triangle-list', cullMode: 'none' },
      depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: true, depthCompare: 'less' },
    });
    const splat = ['uniform', 'read', 'read', 'write'] as const;
    this.#nearest = makeKernel(device, nearestWgsl, 'findNearest', splat);
    this.#splat = makeKernel(device, splatWgsl(method), 'splatHair', splat);
    this.#sum = makeKernel(device, sumWgsl(method), 'sumLayers', ['uniform', 'write']);
  }

  /** The body's depth for every light that throws shadow; the others see nothing. */
  drawBody(
    encoder: GPUCommandEncoder,
    body: RenderedBody | null,
    projections: readonly (Mat4 | null)[],
    pose: Mat4,
  ): void {
    projections.forEach((projection, k) => {
      if (!projection) return;
      const data = new Float32Array(32);
      data.set(projection, 0);
      data.set(pose, 16);
      const shown = this.#shown[k];
      if (shown?.body === body && shown.places.every((value, i) => value === data[i])) return;
      this.#shown[k] = { body, places: data };
      this.#device.queue.writeBuffer(this.#uniforms, OFFSET * k, data);
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
      pass.setPipeline(this.#shadow);
      pass.setBindGroup(0, this.#groups[k]!);
      body?.draw(pass);
      pass.end();
    });
  }

  /** Of the first `lights` lights. */
  clear(encoder: GPUCommandEncoder, lights: number): void {
    encoder.clearBuffer(this.hair, 0, 4 * lights * this.side * this.side * wordsPerTexel(this.method));
  }

  splat(pass: GPUComputePassEncoder, hair: RenderedHair, lights: number): void {
    const resources = [this.#frame, hair.positions, hair.words, this.hair];
    if (this.method === 'deep')
      run(pass, this.#nearest, groupOf(this.#device, this.#nearest.layout, resources), hair.drawn.points);
    run(pass, this.#splat, groupOf(this.#device, this.#splat.layout, resources), hair.drawn.points);
    const texels = lights * this.side * this.side;
    run(pass, this.#sum, groupOf(this.#device, this.#sum.layout, [this.#frame, this.hair]), texels);
  }

  destroy(): void {
    this.hair.destroy();
    this.#solid.destroy();
    this.#uniforms.destroy();
  }
}
