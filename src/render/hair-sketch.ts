import { bufferOf } from './buffers.ts';
import type { RenderedHair } from './hair.ts';
import { groupOf, layoutOf } from './kernel.ts';
import { sketchWgsl } from './sketch.wgsl.ts';
import { DEPTH_FORMAT, LIGHT_FORMAT, SAMPLES, type Targets } from './targets.ts';

/** Ends a strip. */
const RESTART = 0xffffffff;

/** Two vertices a point, strand after strand. */
export function stripIndices(first: Uint32Array): Uint32Array {
  const strands = first.length - 1;
  const out = new Uint32Array(2 * first[strands]! + strands);
  let at = 0;
  for (let i = 0; i < strands; i++) {
    for (let k = 2 * first[i]!; k < 2 * first[i + 1]!; k++) out[at++] = k;
    out[at++] = RESTART;
  }
  return out;
}

/** Draws strands as strips over what is opaque: see sketch.wgsl.ts. */
export class HairSketch {
  readonly #device: GPUDevice;
  readonly #frame: GPUBuffer;
  readonly #layout: GPUBindGroupLayout;
  readonly #pipeline: GPURenderPipeline;
  #indices: { readonly hair: RenderedHair; readonly buffer: GPUBuffer } | null = null;

  constructor(device: GPUDevice, frame: GPUBuffer) {
    this.#device = device;
    this.#frame = frame;
    this.#layout = layoutOf(device, 'strips', ['uniform', 'read', 'read', 'read'], GPUShaderStage.VERTEX);
    const module = device.createShaderModule({ label: 'strips', code: sketchWgsl });
    this.#pipeline = device.createRenderPipeline({
      label: 'strips',
      layout: device.createPipelineLayout({ bindGroupLayouts: [this.#layout] }),
      vertex: { module, entryPoint: 'stripVertex' },
      fragment: { module, entryPoint: 'stripFragment', targets: [{ format: LIGHT_FORMAT }] },
      primitive: { topology: 'triangle-strip', stripIndexFormat: 'uint32', cullMode: 'none' },
      depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: true, depthCompare: 'less' },
      multisample: { count: SAMPLES },
    });
  }

  /** Null where there is none: then only the samples of each pixel are brought together. */
  draw(encoder: GPUCommandEncoder, targets: Targets, hair: RenderedHair | null): void {
    const pass = encoder.beginRenderPass(targets.hairPass);
    if (hair) {
      const group = groupOf(this.#device, this.#layout, [this.#frame, hair.positions, hair.words, hair.light]);
      pass.setPipeline(this.#pipeline);
      pass.setBindGroup(0, group);
      pass.setIndexBuffer(this.#indicesOf(hair), 'uint32');
      pass.drawIndexed(2 * hair.drawn.points + hair.drawn.strands);
    }
    pass.end();
  }

  #indicesOf(hair: RenderedHair): GPUBuffer {
    if (this.#indices?.hair === hair) return this.#indices.buffer;
    this.#indices?.buffer.destroy();
    const buffer = bufferOf(this.#device, 'strips', stripIndices(hair.first), GPUBufferUsage.INDEX);
    this.#indices = { hair, buffer };
    return buffer;
  }

  destroy(): void {
    this.#indices?.buffer.destroy();
  }
}
