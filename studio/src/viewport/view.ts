import {
  CAMERA_DEFAULTS,
  createRenderer,
  type Look,
  type OrbitCamera,
  type Renderer,
} from '../../../src/render/index.ts';
import type { Frame, StageSummary } from '../simulation/protocol.ts';
import type { FrameSink } from '../simulation/store.ts';
import { framed } from './framing.ts';
import type { Gpu } from './gpu.ts';

interface WaitingFrame {
  readonly frame: Frame;
  readonly giveBack: () => void;
}

/** Pictures that the graphics processor may have before it: more would only make the page answer late. */
const MOST_UNFINISHED = 2;

/** A canvas with a renderer and a camera. Draws when something has changed, at most once a display refresh. */
export class View implements FrameSink {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: GPUCanvasContext;
  readonly #device: GPUDevice;
  readonly #renderer: Renderer;
  readonly #resolution: number;
  #camera: OrbitCamera = CAMERA_DEFAULTS;
  #waiting: WaitingFrame | null = null;
  #hasStage = false;
  #request = 0;
  /** Something has changed since the last picture. */
  #isOutdated = false;
  #unfinished = 0;
  #resize: ResizeObserver;

  constructor(canvas: HTMLCanvasElement, gpu: Gpu, resolution: number) {
    this.#canvas = canvas;
    this.#resolution = resolution;
    this.#device = gpu.device;
    this.#context = canvas.getContext('webgpu')!;
    this.#context.configure({ device: gpu.device, format: gpu.format, alphaMode: 'opaque' });
    this.#renderer = createRenderer(gpu.device, { format: gpu.format });
    this.#resize = new ResizeObserver((entries) => this.#fit(entries[0]!));
    this.#resize.observe(canvas);
  }

  get camera(): OrbitCamera {
    return this.#camera;
  }

  set camera(camera: OrbitCamera) {
    this.#camera = camera;
    this.requestDraw();
  }

  setLook(look: Partial<Look>): void {
    this.#renderer.setLook(look);
    this.requestDraw();
  }

  stage(summary: StageSummary): void {
    this.#dropWaiting();
    this.#renderer.setBody(summary.body);
    this.#renderer.setStrands(summary.first);
    this.#renderer.setPositions(summary.positions);
    this.#hasStage = true;
    this.frameAll();
  }

  frame(next: Frame, giveBack: () => void): void {
    this.#dropWaiting();
    this.#waiting = { frame: next, giveBack };
    this.requestDraw();
  }

  /** Shows body and hair as a whole, from the present side. */
  frameAll(): void {
    this.camera = framed(this.#camera, this.#renderer.bounds(), this.#canvas.width / this.#canvas.height);
  }

  requestDraw(): void {
    this.#isOutdated = true;
    if (this.#request === 0 && this.#unfinished < MOST_UNFINISHED)
      this.#request = requestAnimationFrame(() => this.#draw());
  }

  destroy(): void {
    cancelAnimationFrame(this.#request);
    this.#resize.disconnect();
    this.#dropWaiting();
    this.#renderer.destroy();
    this.#context.unconfigure();
  }

  #dropWaiting(): void {
    this.#waiting?.giveBack();
    this.#waiting = null;
  }

  #takeFrame(): number | undefined {
    if (!this.#waiting) return undefined;
    const { frame: taken, giveBack } = this.#waiting;
    this.#waiting = null;
    this.#renderer.setPositions(taken.positions);
    this.#renderer.setBodyPose(taken.bodyPosition, taken.bodyOrientation);
    giveBack();
    return taken.frame;
  }

  #draw(): void {
    this.#request = 0;
    const requested = this.#takeFrame();
    if (!this.#hasStage) return;
    const { width, height } = this.#canvas;
    const view = this.#context.getCurrentTexture().createView();
    this.#renderer.draw(view, { width, height }, this.#camera);
    this.#isOutdated = false;
    this.#unfinished++;
    void this.#device.queue.onSubmittedWorkDone().then(() => this.#finish(requested));
  }

  /** Draws what was asked for in the meantime, and tells scripts that wait for a picture that it is there. */
  #finish(requested: number | undefined): void {
    this.#unfinished--;
    if (requested !== undefined) document.documentElement.dataset.frame = String(requested);
    if (this.#isOutdated) this.requestDraw();
  }

  #fit(entry: ResizeObserverEntry): void {
    const ratio = window.devicePixelRatio;
    const exact = entry.devicePixelContentBoxSize?.[0];
    const width = exact?.inlineSize ?? entry.contentRect.width * ratio;
    const height = exact?.blockSize ?? entry.contentRect.height * ratio;
    const most = this.#device.limits.maxTextureDimension2D;
    this.#canvas.width = Math.max(1, Math.min(Math.round(width * this.#resolution), most));
    this.#canvas.height = Math.max(1, Math.min(Math.round(height * this.#resolution), most));
    // A new size empties the canvas: drawn in the same refresh, the emptiness is never seen.
    cancelAnimationFrame(this.#request);
    this.#draw();
  }
}
