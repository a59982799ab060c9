/** A device and how its pictures reach the page. */
export interface Gpu {
  readonly device: GPUDevice;
  readonly format: GPUTextureFormat;
  /** The processor draws in place of a graphics processor: right, but some hundred times slower. */
  readonly isSoftware: boolean;
}

/** A sentence about what is missing and one about what to do. */
export interface GpuProblem {
  readonly missing: string;
  readonly remedy: string;
}

export const isProblem = (gpu: object): gpu is GpuProblem => 'missing' in gpu;

const INSECURE: GpuProblem = {
  missing: 'This page was not opened over a secure connection, so the browser keeps WebGPU from it.',
  remedy: 'Open it as https://… or from http://localhost.',
};
const NO_WEBGPU: GpuProblem = {
  missing: 'This browser has no WebGPU, which the studio draws with.',
  remedy:
    'Use a current Chrome, Edge, Safari 26 or Firefox 141 and later; on Linux, WebGPU may have to be switched on.',
};
const NO_ADAPTER: GpuProblem = {
  missing: 'This browser knows WebGPU but found no graphics processor that it may use.',
  remedy: 'Switch on hardware acceleration in the browser’s settings, update the graphics driver and reload the page.',
};

function isSoftware({ info }: GPUAdapter): boolean {
  return (
    info.isFallbackAdapter || /swiftshader|llvmpipe|basic render/i.test(`${info.architecture} ${info.description}`)
  );
}

export async function requestGpu(): Promise<Gpu | GpuProblem> {
  if (!window.isSecureContext) return INSECURE;
  const { gpu } = navigator;
  if (!gpu) return NO_WEBGPU;
  try {
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) return NO_ADAPTER;
    const device = await adapter.requestDevice();
    return { device, format: gpu.getPreferredCanvasFormat(), isSoftware: isSoftware(adapter) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { missing: `The graphics processor could not be opened: ${reason}`, remedy: NO_ADAPTER.remedy };
  }
}
