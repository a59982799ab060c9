import {
  type Bounds,
  CAMERA_DEFAULTS,
  createRenderer,
  DEFAULT_LIGHTS,
  type GuideFrame,
  type Look,
  type OrbitCamera,
  type Renderer,
  type Size,
} from '../../../src/render/index.ts';
import type { Frame, ShownTopology, StageSummary } from '../simulation/protocol.ts';
import type { FrameSink } from '../simulation/store.ts';
import { framed, NO_PANELS, type Room } from './framing.ts';
import type { Gpu } from './gpu.ts';
import { SKETCH, sketchLights, Thinning } from './thinning.ts';

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
  readonly #thinning: Thinning | null;
  #resolution: number;
  #camera: OrbitCamera = CAMERA_DEFAULTS;
  #room: Room = NO_PANELS;
  /** Body and hair as they came: pieces that fall must not draw the camera after them. */
  #figure: Bounds | null = null;
  #waiting: WaitingFrame | null = null;
  #hasStage = false;
  #shown: ShownTopology | null = null;
  #request = 0;
  /** Something has changed since the last picture. */
  #isOutdated = false;
  #unfinished = 0;
  #resize: ResizeObserver;
  /** Display pixels that the canvas covers. */
  #box: Size | null = null;

  constructor(canvas: HTMLCanvasElement, gpu: Gpu, resolution: number) {
    this.#canvas = canvas;
    // A sketch is drawn where the processor draws and motion matters more than every strand and pixel.
    this.#thinning = resolution < 1 ? new Thinning(resolution) : null;
    this.#resolution = resolution;
    this.#device = gpu.device;
    this.#context = canvas.getContext('webgpu')!;
    this.#context.configure({ device: gpu.device, format: gpu.format, alphaMode: 'opaque' });
    this.#renderer = createRenderer(gpu.device, {
      format: gpu.format,
      ...(this.#thinning ? SKETCH : {}),
    });
    if (this.#thinning) this.#renderer.setLook({ lights: sketchLights(DEFAULT_LIGHTS) });
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
    this.#renderer.setLook(this.#thinning && look.lights ? { ...look, lights: sketchLights(look.lights) } : look);
    this.requestDraw();
  }

  stage(summary: StageSummary): void {
    this.#dropWaiting();
    this.#renderer.setBody(summary.body);
    this.#shown = null;
    this.reshape(summary.shown);
    this.#setHair(summary.positions);
    this.#hasStage = true;
    this.#figure = this.#renderer.bounds();
    this.frameAll();
  }

  reshape(shown: ShownTopology): void {
    const last = this.#shown;
    this.#shown = shown;
    this.#dropWaiting();
    if (shown.generator) {
      if (shown.generator !== last?.generator && shown.generator.id.length !== last?.generator?.id.length)
        this.#renderer.setGenerator(shown.generator);
    } else if (last?.generator || shown.first.length !== last?.first.length)
      this.#renderer.setStrands(shown.first, shown.id);
    this.#renderer.setWetness(shown.wetness);
  }

  frame(next: Frame, giveBack: () => void): void {
    this.#dropWaiting();
    this.#waiting = { frame: next, giveBack };
    this.requestDraw();
  }

  /** Shows body and hair as a whole, from the present side. */
  frameAll(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const size = { width: clientWidth, height: clientHeight };
    this.camera = framed(this.#camera, this.#figure ?? this.#renderer.bounds(), size, this.#room);
  }

  /** What panels leave free of the picture, for framing. */
  setRoom(room: Room): void {
    this.#room = room;
  }

  /** The picture as it is now. */
  picture(): Promise<Blob | null> {
    cancelAnimationFrame(this.#request);
    // A canvas keeps its picture only until the end of the task that drew it.
    this.#draw();
    return new Promise((resolve) => this.#canvas.toBlob(resolve, 'image/png'));
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

  #setHair(positions: Float32Array): void {
    if (this.#shown?.generator) this.#renderer.setGuides(positions as GuideFrame);
    else this.#renderer.setPositions(positions);
  }

  #takeFrame(): number | undefined {
    if (!this.#waiting) return undefined;
    const { frame: taken, giveBack } = this.#waiting;
    this.#waiting = null;
    if (taken.version !== this.#shown?.version) {
      giveBack();
      return undefined;
    }
    this.#setHair(taken.positions);
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
    const start = performance.now();
    this.#renderer.draw(view, { width, height }, this.#camera);
    this.#isOutdated = false;
    this.#unfinished++;
    const isAlone = this.#unfinished === 1;
    void Promise.all([this.#device.queue.onSubmittedWorkDone(), this.#renderer.isComplete()]).then(([, isComplete]) => {
      if (isAlone) this.#adapt(performance.now() - start);
      if (!isComplete) this.#isOutdated = true;
      this.#finish(isComplete ? requested : undefined);
    });
  }

  /** Fewer strands and pixels where the last picture took too long, more where there was time. */
  #adapt(milliseconds: number): void {
    if (!this.#thinning?.observe(milliseconds)) return;
    this.#renderer.setDetail(this.#thinning.share);
    this.#resolution = this.#thinning.resolution;
    if (this.#box) this.#resizeTo(this.#box);
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
    this.#box = {
      width: exact?.inlineSize ?? entry.contentRect.width * ratio,
      height: exact?.blockSize ?? entry.contentRect.height * ratio,
    };
    this.#resizeTo(this.#box);
    // A new size empties the canvas: drawn in the same refresh, the emptiness is never seen.
    cancelAnimationFrame(this.#request);
    this.#draw();
  }

  /** Drawn pixels for a box of display pixels. */
  #resizeTo({ width, height }: Size): void {
    const most = this.#device.limits.maxTextureDimension2D;
    this.#canvas.width = Math.max(1, Math.min(Math.round(width * this.#resolution), most));
    this.#canvas.height = Math.max(1, Math.min(Math.round(height * this.#resolution), most));
    this.#isOutdated = true;
  }
}
