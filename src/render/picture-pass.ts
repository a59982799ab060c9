import { emptyBuffer } from './buffers.ts';
import { groupOf, layoutOf, onFirstUse } from './kernel.ts';
import { type PictureLook, TONE_CURVES } from './look.ts';
import { addWgsl, pictureWgsl } from './picture.wgsl.ts';
import { SUM_FORMAT, type Targets } from './targets.ts';

/** Light to picture, and sums of sub-frames. */
export class PicturePass {
  readonly #device: GPUDevice;
  readonly #uniform: GPUBuffer;
  readonly #pictureLayout: GPUBindGroupLayout;
  readonly #addLayout: GPUBindGroupLayout;
  readonly #picture: () => GPURenderPipeline;
  readonly #add: () => GPURenderPipeline;

  constructor(device: GPUDevice, format: GPUTextureFormat) {
    this.#device = device;
    this.#uniform = emptyBuffer(device, 'picture', 48, GPUBufferUsage.UNIFORM);
    this.#pictureLayout = layoutOf(device, 'picture', ['uniform', 'texture'], GPUShaderStage.FRAGMENT);
    this.#addLayout = layoutOf(device, 'add', ['texture', 'texture'], GPUShaderStage.FRAGMENT);
    const pipeline = (
      name: string,
      code: string,
      layout: GPUBindGroupLayout,
      target: GPUTextureFormat,
      constants: Record<string, number>,
    ): (() => GPURenderPipeline) =>
      onFirstUse(device, [name, target, constants], () => {
        const module = device.createShaderModule({ label: name, code });
        return device.createRenderPipeline({
          label: name,
          layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
          vertex: { module, entryPoint: `${name}Vertex` },
          fragment: { module, entryPoint: `${name}Fragment`, constants, targets: [{ format: target }] },
        });
      });
    const encodesSrgb = format.endsWith('-srgb') ? 0 : 1;
    this.#picture = pipeline('picture', pictureWgsl, this.#pictureLayout, format, { encodesSrgb });
    this.#add = pipeline('add', addWgsl, this.#addLayout, SUM_FORMAT, {});
  }

  /** Adds the light to what was summed up in the other target; the first sub-frame begins anew. */
  add(encoder: GPUCommandEncoder, targets: Targets, light: GPUTextureView, count: number): void {
    const from = targets.sums[(count + 1) % 2]!;
    const to = targets.sums[count % 2]!;
    if (count === 0) clear(encoder, from);
    const pass = encoder.beginRenderPass({ colorAttachments: [{ view: to, loadOp: 'clear', storeOp: 'store' }] });
    pass.setPipeline(this.#add());
    pass.setBindGroup(0, groupOf(this.#device, this.#addLayout, [from, light]));
    pass.draw(3);
    pass.end();
  }

  /** `samples`: sub-frames that `light` is the sum of. */
  show(
    encoder: GPUCommandEncoder,
    { size }: Targets,
    look: PictureLook,
    light: GPUTextureView,
    samples: number,
    view: GPUTextureView,
  ): void {
    const tone = TONE_CURVES.indexOf(look.tone);
    const data = Float32Array.of(
      ...[...look.backgroundCentre, 2 ** look.exposure],
      ...[...look.backgroundEdge, tone],
      ...[size.width, size.height, look.tone === 'none' ? 0 : 1, 1 / samples],
    );
    this.#device.queue.writeBuffer(this.#uniform, 0, data);
    const pass = encoder.beginRenderPass({
      label: 'picture',
      colorAttachments: [{ view, loadOp: 'clear', storeOp: 'store' }],
    });
    pass.setPipeline(this.#picture());
    pass.setBindGroup(0, groupOf(this.#device, this.#pictureLayout, [this.#uniform, light]));
    pass.draw(3);
    pass.end();
  }

  destroy(): void {
    this.#uniform.destroy();
  }
}

function clear(encoder: GPUCommandEncoder, view: GPUTextureView): void {
  encoder.beginRenderPass({ colorAttachments: [{ view, loadOp: 'clear', storeOp: 'store' }] }).end();
}
