/** Where a renderer without a page draws: a texture whose pixels can be read. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly view: GPUTextureView;
  /** RGBA rows from the top, sRGB. */
  read(): Promise<Uint8Array>;
  destroy(): void;
}

export const CANVAS_FORMAT: GPUTextureFormat = 'rgba8unorm';
/** Bytes of a row in a copy from a texture are a multiple of this. */
const ROW = 256;

export function makeCanvas(device: GPUDevice, width: number, height: number): Canvas {
  const texture = device.createTexture({
    label: 'canvas',
    size: [width, height],
    format: CANVAS_FORMAT,
    usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
  });
  const bytesPerRow = Math.ceil((4 * width) / ROW) * ROW;
  const buffer = device.createBuffer({
    label: 'canvas pixels',
    size: bytesPerRow * height,
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
  });
  return {
    width,
    height,
    view: texture.createView(),
    async read() {
      const encoder = device.createCommandEncoder();
      encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [width, height]);
      device.queue.submit([encoder.finish()]);
      await buffer.mapAsync(GPUMapMode.READ);
      const mapped = new Uint8Array(buffer.getMappedRange());
      const out = new Uint8Array(4 * width * height);
      for (let y = 0; y < height; y++)
        out.set(mapped.subarray(y * bytesPerRow, y * bytesPerRow + 4 * width), 4 * width * y);
      buffer.unmap();
      return out;
    },
    destroy() {
      texture.destroy();
      buffer.destroy();
    },
  };
}
