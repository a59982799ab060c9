import { COLOUR_FORMAT, DEPTH_FORMAT } from './pipelines.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The textures between the strands and a picture of one size: many-sampled light, its average, and depth. */
export interface Targets {
  readonly attachments: GPURenderPassDescriptor;
  /** The averaged light, for the pass that makes the picture of it. */
  readonly resolved: GPUBindGroup;
  fits(size: Size): boolean;
  destroy(): void;
}

export function makeTargets(device: GPUDevice, layout: GPUBindGroupLayout, sampleCount: number, size: Size): Targets {
  const { width, height } = size;
  const make = (label: string, format: GPUTextureFormat, count: number, usage = 0): GPUTexture =>
    device.createTexture({
      label,
      size: [width, height],
      format,
      sampleCount: count,
      usage: GPUTextureUsage.RENDER_ATTACHMENT | usage,
    });
  const depth = make('depth', DEPTH_FORMAT, sampleCount);
  const light = make('light', COLOUR_FORMAT, 1, GPUTextureUsage.TEXTURE_BINDING);
  const samples = sampleCount > 1 ? make('samples', COLOUR_FORMAT, sampleCount) : null;
  const lightView = light.createView();
  return {
    attachments: {
      label: 'scene',
      colorAttachments: [
        samples
          ? { view: samples.createView(), resolveTarget: lightView, loadOp: 'clear', storeOp: 'discard' }
          : { view: lightView, loadOp: 'clear', storeOp: 'store' },
      ],
      depthStencilAttachment: {
        view: depth.createView(),
        depthClearValue: 1,
        depthLoadOp: 'clear',
        depthStoreOp: 'discard',
      },
    },
    resolved: device.createBindGroup({ label: 'picture', layout, entries: [{ binding: 0, resource: lightView }] }),
    fits: (other) => other.width === width && other.height === height,
    destroy: () => {
      depth.destroy();
      light.destroy();
      samples?.destroy();
    },
  };
}
