import type { TriangleMesh } from '../body/mesh.ts';
import { IDENTITY, type Quat } from '../numeric/rotation.ts';
import { type Vec3, ZERO } from '../numeric/vector.ts';
import { makeBody, type RenderedBody } from './body.ts';
import { type Bounds, isWithin, NO_BOUNDS, type Sphere, sphereOf, union } from './bounds.ts';
import type { OrbitCamera } from './camera.ts';
import { FRAME_BYTES, writeFrameUniforms } from './frame-uniforms.ts';
import { makeHair, type RenderedHair } from './hair.ts';
import { defaultHairWidth, LOOK_DEFAULTS, type Look } from './look.ts';
import { type Mat4, rigid } from './matrix.ts';
import { DEPTH_FORMAT, makePipelines, type Pipelines } from './pipelines.ts';
import { makeTargets, type Size, type Targets } from './targets.ts';

export interface RendererOptions {
  /** Of the view that pictures are drawn to, 8 bits a channel; it may end in -srgb or not. */
  readonly format: GPUTextureFormat;
  /** 1 or 4. With 1, edges are hard and thin strands are drawn or left out as a whole. */
  readonly sampleCount?: 1 | 4;
  /** Texels along one side of the shadow map. */
  readonly shadowSize?: number;
}

export const RENDERER_DEFAULTS: Required<Omit<RendererOptions, 'format'>> = Object.freeze({
  sampleCount: 4,
  shadowSize: 1024,
});

/**
 * Draws a body and hair. It owns what it made on the device and nothing else: the caller owns the device, watches
 * `device.lost`, and then makes a new renderer on a new device.
 */
export interface Renderer {
  /** null: there is none. */
  setBody(mesh: TriangleMesh | null): void;
  setBodyPose(position: Vec3, orientation: Quat): void;
  /** Topology: strand i's points are first[i] .. first[i + 1]. Positions are zero until they are set. */
  setStrands(first: Uint32Array): void;
  /** Three numbers a point, metres, world coordinates. Copied before the call returns. */
  setPositions(positions: Float32Array): void;
  setLook(look: Partial<Look>): void;
  /** What the picture contains: body and hair as they are now. */
  bounds(): Bounds;
  draw(view: GPUTextureView, size: Size, camera: OrbitCamera): void;
  destroy(): void;
}

/** Radius of the lit sphere over the radius of what it was made for. */
const LIGHT_ROOM = 1.25;

class WebGpuRenderer implements Renderer {
  readonly #device: GPUDevice;
  readonly #options: Required<RendererOptions>;
  readonly #pipelines: Pipelines;
  readonly #uniforms: GPUBuffer;
  readonly #shadow: GPUTexture;
  readonly #shadowView: GPUTextureView;
  readonly #sceneGroup: GPUBindGroup;
  readonly #lightGroup: GPUBindGroup;
  #targets: Targets | null = null;
  #body: RenderedBody | null = null;
  #hair: RenderedHair | null = null;
  #pose: Mat4 = rigid(ZERO, IDENTITY);
  #look: Look = LOOK_DEFAULTS;
  #lit: Sphere | null = null;

  constructor(device: GPUDevice, options: Required<RendererOptions>) {
    this.#device = device;
    this.#options = options;
    this.#pipelines = makePipelines(device, options.format, options.sampleCount);
    this.#uniforms = device.createBuffer({
      label: 'frame',
      size: FRAME_BYTES,
      usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
    });
    this.#shadow = device.createTexture({
      label: 'shadow map',
      size: [options.shadowSize, options.shadowSize],
      format: DEPTH_FORMAT,
      usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.TEXTURE_BINDING,
    });
    this.#shadowView = this.#shadow.createView();
    const uniforms: GPUBindGroupEntry = { binding: 0, resource: { buffer: this.#uniforms } };
    this.#lightGroup = device.createBindGroup({ layout: this.#pipelines.lightLayout, entries: [uniforms] });
    this.#sceneGroup = device.createBindGroup({
      layout: this.#pipelines.sceneLayout,
      entries: [uniforms, { binding: 1, resource: this.#shadowView }],
    });
  }

  setBody(mesh: TriangleMesh | null): void {
    this.#body?.destroy();
    this.#body = mesh && makeBody(this.#device, mesh);
  }

  setBodyPose(position: Vec3, orientation: Quat): void {
    this.#pose = rigid(position, orientation);
  }

  setStrands(first: Uint32Array): void {
    this.#hair?.destroy();
    this.#lit = null;
    this.#hair = makeHair(this.#device, this.#pipelines.hairLayout, first);
  }

  setPositions(positions: Float32Array): void {
    if (!this.#hair) throw new RangeError('renderer: setStrands comes before setPositions');
    this.#hair.setPositions(positions);
  }

  setLook(look: Partial<Look>): void {
    this.#look = { ...this.#look, ...look };
  }

  bounds(): Bounds {
    const body = this.#body?.boundsAt(this.#pose) ?? NO_BOUNDS;
    return this.#hair ? union(body, this.#hair.bounds) : body;
  }

  draw(view: GPUTextureView, size: Size, camera: OrbitCamera): void {
    const device = this.#device;
    this.#writeUniforms(size, camera);
    if (!this.#targets?.fits(size)) {
      this.#targets?.destroy();
      this.#targets = makeTargets(device, this.#pipelines.pictureLayout, this.#options.sampleCount, size);
    }
    const encoder = device.createCommandEncoder({ label: 'frame' });
    this.#drawShadow(encoder);
    this.#drawScene(encoder, this.#targets.attachments);
    this.#drawPicture(encoder, this.#targets.resolved, view);
    device.queue.submit([encoder.finish()]);
  }

  #writeUniforms(size: Size, camera: OrbitCamera): void {
    const uniforms = writeFrameUniforms({
      camera,
      width: size.width,
      height: size.height,
      lit: this.#litSphere(),
      bodyPose: this.#pose,
      hairCentre: this.#hair?.centre ?? ZERO,
      hairWidth: this.#look.hairWidth || defaultHairWidth(this.#hair?.strandCount ?? 0),
      look: this.#look,
    });
    this.#device.queue.writeBuffer(this.#uniforms, 0, uniforms);
  }

  /** Where the light looks: with room to spare and changed seldom, because shadows shimmer when their texels move. */
  #litSphere(): Sphere {
    const bounds = this.bounds();
    if (!this.#lit || !isWithin(bounds, this.#lit)) {
      const { centre, radius } = sphereOf(bounds);
      this.#lit = { centre, radius: LIGHT_ROOM * radius };
    }
    return this.#lit;
  }

  #drawShadow(encoder: GPUCommandEncoder): void {
    const pass = encoder.beginRenderPass({
      label: 'shadow map',
      colorAttachments: [],
      depthStencilAttachment: {
        view: this.#shadowView,
        depthClearValue: 1,
        depthLoadOp: 'clear',
        depthStoreOp: 'store',
      },
    });
    pass.setBindGroup(0, this.#lightGroup);
    this.#body?.draw(pass, this.#pipelines.bodyShadow);
    this.#hair?.draw(pass, this.#pipelines.hairShadow);
    pass.end();
  }

  #drawScene(encoder: GPUCommandEncoder, attachments: GPURenderPassDescriptor): void {
    const pass = encoder.beginRenderPass(attachments);
    pass.setBindGroup(0, this.#sceneGroup);
    this.#body?.draw(pass, this.#pipelines.body);
    this.#hair?.draw(pass, this.#pipelines.hair);
    pass.setPipeline(this.#pipelines.background);
    pass.draw(3);
    pass.end();
  }

  #drawPicture(encoder: GPUCommandEncoder, scene: GPUBindGroup, view: GPUTextureView): void {
    const pass = encoder.beginRenderPass({
      label: 'picture',
      colorAttachments: [{ view, loadOp: 'clear', storeOp: 'store' }],
    });
    pass.setPipeline(this.#pipelines.picture);
    pass.setBindGroup(0, scene);
    pass.draw(3);
    pass.end();
  }

  destroy(): void {
    this.#body?.destroy();
    this.#hair?.destroy();
    this.#targets?.destroy();
    this.#uniforms.destroy();
    this.#shadow.destroy();
  }
}

export function createRenderer(device: GPUDevice, options: RendererOptions): Renderer {
  return new WebGpuRenderer(device, { ...RENDERER_DEFAULTS, ...options });
}
