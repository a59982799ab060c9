import {
  createRenderer,
  type OrbitCamera,
  type Renderer,
  type RendererOptions,
  type Size,
} from '../../../src/render/index.ts';
import type { Gpu, GpuProblem } from './gpu.ts';

/** What a picture needs of a renderer, however it draws. */
export type DrawnScene = Pick<
  Renderer,
  'addBody' | 'addGroom' | 'clear' | 'setLook' | 'setDetail' | 'bounds' | 'isComplete' | 'destroy'
>;

/** A canvas that pictures of a scene are drawn on. */
export interface Screen {
  readonly scene: DrawnScene;
  /** Most pixels along a side. */
  readonly mostPixels: number;
  draw(size: Size, camera: OrbitCamera): void;
  /** When everything that was drawn is there to be seen. */
  finished(): Promise<unknown>;
  destroy(): void;
}

/** Draws without WebGPU: strands whose points the worker makes, by three.js. */
export interface StillGl {
  /** What is missing here. */
  readonly problem: GpuProblem;
  readonly isSoftware: true;
  screen(canvas: HTMLCanvasElement): Screen;
}

export const isStillGl = (gpu: Gpu | StillGl): gpu is StillGl => 'screen' in gpu;

/** The canvas of a graphics processor. */
export function gpuScreen(canvas: HTMLCanvasElement, gpu: Gpu, options: Omit<RendererOptions, 'format'>): Screen {
  const { device, format } = gpu;
  const context = canvas.getContext('webgpu')!;
  context.configure({ device, format, alphaMode: 'opaque' });
  const scene = createRenderer(device, { format, ...options });
  return {
    scene,
    mostPixels: device.limits.maxTextureDimension2D,
    draw: (size, camera) => scene.draw(context.getCurrentTexture().createView(), size, camera),
    finished: () => device.queue.onSubmittedWorkDone(),
    destroy: () => {
      scene.destroy();
      context.unconfigure();
    },
  };
}
