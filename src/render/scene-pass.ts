import type { AmbientGrid } from './ambient-grid.ts';
import { BODY_BUFFERS, type GpuBody, LIT_BODY_BUFFERS } from './body.ts';
import { bodyWgsl, groundWgsl, lightBodyWgsl, litBodyWgsl } from './body.wgsl.ts';
import { bodyLayout } from './body-uniforms.ts';
import { groupOf, type Kernel, layoutOf, makeKernel, onFirstUse, run } from './kernel.ts';
import type { LightMaps } from './light-maps.ts';
import { DEPTH_FORMAT, LIGHT_FORMAT, SAMPLES, type Targets } from './targets.ts';

/** Bodies and ground: what hair is drawn over. In a preview bodies are lit at their vertices. */
export class ScenePass {
  readonly #device: GPUDevice;
  readonly #body: () => GPURenderPipeline;
  readonly #ground: () => GPURenderPipeline;
  readonly #layout: GPUBindGroupLayout;
  readonly #frame: GPUBuffer;
  readonly #maps: LightMaps;
  readonly #grid: AmbientGrid;
  /** Of previews. */
  readonly #light: Kernel | null;

  constructor(device: GPUDevice, frame: GPUBuffer, maps: LightMaps, grid: AmbientGrid, isPreview: boolean) {
    this.#device = device;
    const slots = ['uniform', 'read', 'read', 'depths'] as const;
    const layout = layoutOf(device, 'scene', slots, GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT);
    this.#layout = layout;
    this.#frame = frame;
    this.#maps = maps;
    this.#grid = grid;
    const pipeline = (
      name: string,
      code: string,
      layouts: readonly GPUBindGroupLayout[],
      hides: boolean,
      vertex: object,
      primitive: GPUPrimitiveState,
    ) =>
      onFirstUse(device, [name, code, hides, vertex, primitive], () => {
        const module = device.createShaderModule({ label: name, code });
        return device.createRenderPipeline({
          label: name,
          layout: device.createPipelineLayout({ bindGroupLayouts: [...layouts] }),
          vertex: { module, entryPoint: `${name}Vertex`, ...vertex },
          fragment: { module, entryPoint: `${name}Fragment`, targets: [{ format: LIGHT_FORMAT }] },
          primitive: { cullMode: 'none', ...primitive },
          depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: hides, depthCompare: 'less' },
          multisample: { count: SAMPLES },
        });
      });
    const buffers = isPreview ? LIT_BODY_BUFFERS : BODY_BUFFERS;
    const code = isPreview ? litBodyWgsl : bodyWgsl(maps.method);
    this.#body = pipeline(
      'body',
      code,
      [layout, bodyLayout(device)],
      true,
      { buffers },
      {
        topology: 'triangle-list',
        // Where the processor draws, every triangle counts.
        cullMode: isPreview ? 'back' : 'none',
      },
    );
    // It darkens the backdrop alone and hides nothing.
    const ground = groundWgsl(maps.method, isPreview);
    this.#ground = pipeline('ground', ground, [layout], false, {}, { topology: 'triangle-strip' });
    this.#light = isPreview
      ? makeKernel(device, lightBodyWgsl(maps.method), 'lightBody', [...slots, 'uniform', 'read', 'read', 'write'])
      : null;
  }

  get #resources(): readonly (GPUBuffer | GPUTextureView)[] {
    return [this.#frame, this.#maps.hair, this.#grid.sums, this.#maps.solid];
  }

  draw(encoder: GPUCommandEncoder, targets: Targets, bodies: readonly GpuBody[], hasGround: boolean): void {
    if (this.#light) this.#lightVertices(encoder, this.#light, bodies);
    const pass = encoder.beginRenderPass(targets.opaquePass);
    pass.setBindGroup(0, groupOf(this.#device, this.#layout, this.#resources));
    if (bodies.length > 0) pass.setPipeline(this.#body());
    for (const body of bodies) {
      if (this.#light) body.drawLit(pass);
      else body.draw(pass);
    }
    if (hasGround) {
      pass.setPipeline(this.#ground());
      pass.draw(4);
    }
    pass.end();
  }

  #lightVertices(encoder: GPUCommandEncoder, kernel: Kernel, bodies: readonly GpuBody[]): void {
    const pass = encoder.beginComputePass({ label: 'light bodies' });
    for (const { uniform, points, roots, light, vertices } of bodies)
      run(pass, kernel, kernel.bind(this.#device, [...this.#resources, uniform, points, roots, light]), vertices);
    pass.end();
  }
}
