import type { RenderedHair } from './hair.ts';
import { groupOf, layoutOf, onFirstUse } from './kernel.ts';
import { previewWgsl } from './preview.wgsl.ts';
import { type GroomBuffers, STRAND_SLOTS, strandResources } from './strands.wgsl.ts';
import { DEPTH_FORMAT, LIGHT_FORMAT, SAMPLES, type Targets } from './targets.ts';

/** Draws strands as strips over what is opaque: see preview.wgsl.ts. */
export class HairPreview {
  readonly #device: GPUDevice;
  readonly #frame: GPUBuffer;
  readonly #layout: GPUBindGroupLayout;
  readonly #pipeline: () => GPURenderPipeline;

  constructor(device: GPUDevice, frame: GPUBuffer) {
    this.#device = device;
    this.#frame = frame;
    this.#layout = layoutOf(device, 'strips', [...STRAND_SLOTS, 'read'], GPUShaderStage.VERTEX);
    this.#pipeline = onFirstUse(device, ['strips'], () => {
      const module = device.createShaderModule({ label: 'strips', code: previewWgsl });
      return device.createRenderPipeline({
        label: 'strips',
        layout: device.createPipelineLayout({ bindGroupLayouts: [this.#layout] }),
        vertex: { module, entryPoint: 'stripVertex' },
        fragment: { module, entryPoint: 'stripFragment', targets: [{ format: LIGHT_FORMAT }] },
        primitive: { topology: 'triangle-strip', stripIndexFormat: 'uint32', cullMode: 'none' },
        depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: true, depthCompare: 'less' },
        multisample: { count: SAMPLES },
      });
    });
  }

  /** Where there are none, only the samples of each pixel are brought together. */
  draw(encoder: GPUCommandEncoder, targets: Targets, grooms: readonly GroomBuffers<RenderedHair>[]): void {
    const pass = encoder.beginRenderPass(targets.hairPass);
    if (grooms.length > 0) pass.setPipeline(this.#pipeline());
    for (const groom of grooms) {
      const { hair } = groom;
      const resources = [...strandResources(this.#frame, groom), hair.light];
      pass.setBindGroup(0, groupOf(this.#device, this.#layout, resources));
      pass.setIndexBuffer(hair.strips, 'uint32');
      pass.drawIndexed(2 * hair.drawn.points + hair.drawn.strands);
    }
    pass.end();
  }
}
