import type { AmbientGrid } from './ambient-grid.ts';
import { BODY_BUFFERS, type RenderedBody } from './body.ts';
import { bodyWgsl, groundWgsl } from './body.wgsl.ts';
import { groupOf, layoutOf } from './kernel.ts';
import type { LightMaps } from './light-maps.ts';
import { DEPTH_FORMAT, LIGHT_FORMAT, SAMPLES, type Targets } from './targets.ts';

/** Body and ground: what hair is drawn over. */
export class ScenePass {
  readonly #body: GPURenderPipeline;
  readonly #ground: GPURenderPipeline;
  readonly #group: GPUBindGroup;

  constructor(device: GPUDevice, frame: GPUBuffer, maps: LightMaps, grid: AmbientGrid, isSketch: boolean) {
    const both = GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT;
    const layout = layoutOf(device, 'scene', ['uniform', 'read', 'read', 'depths'], both);
    const pipelineLayout = device.createPipelineLayout({ bindGroupLayouts: [layout] });
    this.#group = groupOf(device, layout, [frame, maps.hair, grid.sums, maps.solid]);
    const depthStencil = (writes: boolean): GPUDepthStencilState => ({
      format: DEPTH_FORMAT,
      depthWriteEnabled: writes,
      depthCompare: 'less',
    });
    const body = device.createShaderModule({ label: 'body', code: bodyWgsl(maps.method, isSketch) });
    this.#body = device.createRenderPipeline({
      label: 'body',
      layout: pipelineLayout,
      vertex: { module: body, entryPoint: 'bodyVertex', buffers: [...BODY_BUFFERS] },
      fragment: { module: body, entryPoint: 'bodyFragment', targets: [{ format: LIGHT_FORMAT }] },
      primitive: { topology: 'triangle-list', cullMode: 'none' },
      depthStencil: depthStencil(true),
      multisample: { count: SAMPLES },
    });
    const ground = device.createShaderModule({ label: 'ground', code: groundWgsl(maps.method, isSketch) });
    this.#ground = device.createRenderPipeline({
      label: 'ground',
      layout: pipelineLayout,
      vertex: { module: ground, entryPoint: 'groundVertex' },
      fragment: { module: ground, entryPoint: 'groundFragment', targets: [{ format: LIGHT_FORMAT }] },
      primitive: { topology: 'triangle-strip', cullMode: 'none' },
      // It darkens the backdrop alone and hides nothing.
      depthStencil: depthStencil(false),
      multisample: { count: SAMPLES },
    });
  }

  draw(encoder: GPUCommandEncoder, targets: Targets, body: RenderedBody | null, hasGround: boolean): void {
    const pass = encoder.beginRenderPass(targets.opaquePass);
    pass.setBindGroup(0, this.#group);
    if (body) {
      pass.setPipeline(this.#body);
      body.draw(pass);
    }
    if (hasGround) {
      pass.setPipeline(this.#ground);
      pass.draw(4);
    }
    pass.end();
  }
}
