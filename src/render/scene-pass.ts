import type { AmbientGrid } from './ambient-grid.ts';
import { BODY_BUFFERS, LIT_BODY_BUFFERS, type RenderedBody } from './body.ts';
import { bodyWgsl, groundWgsl, lightBodyWgsl, litBodyWgsl } from './body.wgsl.ts';
import { groupOf, type Kernel, layoutOf, makeKernel, run } from './kernel.ts';
import type { LightMaps } from './light-maps.ts';
import { DEPTH_FORMAT, LIGHT_FORMAT, SAMPLES, type Targets } from './targets.ts';

/** Body and ground: what hair is drawn over. In a sketch the body is lit at its vertices. */
export class ScenePass {
  readonly #device: GPUDevice;
  readonly #body: GPURenderPipeline;
  readonly #ground: GPURenderPipeline;
  readonly #resources: readonly (GPUBuffer | GPUTextureView)[];
  readonly #group: GPUBindGroup;
  /** Of sketches. */
  readonly #light: Kernel | null;

  constructor(device: GPUDevice, frame: GPUBuffer, maps: LightMaps, grid: AmbientGrid, isSketch: boolean) {
    this.#device = device;
    const slots = ['uniform', 'read', 'read', 'depths'] as const;
    const layout = layoutOf(device, 'scene', slots, GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT);
    const pipelineLayout = device.createPipelineLayout({ bindGroupLayouts: [layout] });
    this.#resources = [frame, maps.hair, grid.sums, maps.solid];
    this.#group = groupOf(device, layout, this.#resources);
    const pipeline = (name: string, code: string, hides: boolean, vertex: object, primitive: GPUPrimitiveState) => {
      const module = device.createShaderModule({ label: name, code });
      return device.createRenderPipeline({
        label: name,
        layout: pipelineLayout,
        vertex: { module, entryPoint: `${name}Vertex`, ...vertex },
        fragment: { module, entryPoint: `${name}Fragment`, targets: [{ format: LIGHT_FORMAT }] },
        primitive: { cullMode: 'none', ...primitive },
        depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: hides, depthCompare: 'less' },
        multisample: { count: SAMPLES },
      });
    };
    const buffers = isSketch ? LIT_BODY_BUFFERS : BODY_BUFFERS;
    const code = isSketch ? litBodyWgsl : bodyWgsl(maps.method);
    this.#body = pipeline(
      'body',
      code,
      true,
      { buffers },
      {
        topology: 'triangle-list',
        // Where the processor draws, every triangle counts.
        cullMode: isSketch ? 'back' : 'none',
      },
    );
    // It darkens the backdrop alone and hides nothing.
    const ground = groundWgsl(maps.method, isSketch);
    this.#ground = pipeline('ground', ground, false, {}, { topology: 'triangle-strip' });
    this.#light = isSketch
      ? makeKernel(device, lightBodyWgsl(maps.method), 'lightBody', [...slots, 'read', 'read', 'write'])
      : null;
  }

  draw(encoder: GPUCommandEncoder, targets: Targets, body: RenderedBody | null, hasGround: boolean): void {
    if (body && this.#light) {
      const light = encoder.beginComputePass({ label: 'light body' });
      const group = this.#light.bind(this.#device, [...this.#resources, body.points, body.scalp, body.light]);
      run(light, this.#light, group, body.vertices);
      light.end();
    }
    const pass = encoder.beginRenderPass(targets.opaquePass);
    pass.setBindGroup(0, this.#group);
    if (body) {
      pass.setPipeline(this.#body);
      if (this.#light) body.drawLit(pass);
      else body.draw(pass);
    }
    if (hasGround) {
      pass.setPipeline(this.#ground);
      pass.draw(4);
    }
    pass.end();
  }
}
