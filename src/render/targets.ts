export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Linear light; alpha is the fraction of the backdrop that is seen. */
export const LIGHT_FORMAT: GPUTextureFormat = 'rgba16float';
export const SUM_FORMAT: GPUTextureFormat = 'rgba32float';
export const DEPTH_FORMAT: GPUTextureFormat = 'depth32float';
export const SAMPLES = 4;

/** The textures between the strands and a picture of one size. */
export interface Targets {
  readonly size: Size;
  /** The body with four samples a pixel; its depth stays for the hair. */
  readonly opaquePass: GPURenderPassDescriptor;
  /** Hair over the body's samples, for previews. */
  readonly hairPass: GPURenderPassDescriptor;
  readonly depth: GPUTextureView;
  readonly opaque: GPUTextureView;
  /** Body and hair together. */
  readonly light: GPUTextureView;
  readonly lightTexture: GPUTexture;
  /** Sums of sub-frames, written in turn. */
  readonly sums: readonly [GPUTextureView, GPUTextureView];
  destroy(): void;
}

/** In a preview the body's samples stay until hair is drawn over them. */
export function makeTargets(device: GPUDevice, size: Size, isPreview = false): Targets {
  const { width, height } = size;
  const made: GPUTexture[] = [];
  const make = (label: string, format: GPUTextureFormat, count: number, usage: GPUTextureUsageFlags): GPUTexture => {
    const texture = device.createTexture({ label, size: [width, height], format, sampleCount: count, usage });
    made.push(texture);
    return texture;
  };
  const { RENDER_ATTACHMENT, TEXTURE_BINDING, STORAGE_BINDING, COPY_SRC } = GPUTextureUsage;
  const depth = make('depth', DEPTH_FORMAT, SAMPLES, RENDER_ATTACHMENT | TEXTURE_BINDING).createView();
  const samples = make('samples', LIGHT_FORMAT, SAMPLES, RENDER_ATTACHMENT).createView();
  const opaque = make('opaque', LIGHT_FORMAT, 1, RENDER_ATTACHMENT | TEXTURE_BINDING).createView();
  const lightTexture = make('light', LIGHT_FORMAT, 1, STORAGE_BINDING | TEXTURE_BINDING | COPY_SRC);
  const sum = (): GPUTextureView => make('sum', SUM_FORMAT, 1, RENDER_ATTACHMENT | TEXTURE_BINDING).createView();
  const resolved = { resolveTarget: opaque, storeOp: 'discard' } as const;
  return {
    size,
    opaquePass: {
      label: 'opaque',
      colorAttachments: [
        {
          ...{ view: samples, loadOp: 'clear', clearValue: [0, 0, 0, 1] },
          ...(isPreview ? { storeOp: 'store' } : resolved),
        },
      ],
      depthStencilAttachment: { view: depth, depthClearValue: 1, depthLoadOp: 'clear', depthStoreOp: 'store' },
    },
    hairPass: {
      label: 'hair',
      colorAttachments: [{ view: samples, loadOp: 'load', ...resolved }],
      depthStencilAttachment: { view: depth, depthLoadOp: 'load', depthStoreOp: 'store' },
    },
    depth,
    opaque,
    light: lightTexture.createView(),
    lightTexture,
    sums: [sum(), sum()],
    destroy: () => {
      for (const texture of made) texture.destroy();
    },
  };
}
