import {
  type Bounds,
  CAMERA_DEFAULTS,
  type DrawnBody,
  type DrawnGroom,
  type GuideFrame,
  type OrbitCamera,
  type Size,
} from '../../../src/render/index.ts';
import { DrawnAccessories } from '../../../src/scene/accessories.ts';
import {
  type BodyPose,
  type Frame,
  groomParts,
  type SceneSummary,
  type ShownGroom,
  type ShownTopology,
} from '../simulation/protocol.ts';
import type { FrameSink } from '../simulation/store.ts';
import { besidePanels, framed, NO_PANELS, type Room } from './framing.ts';
import type { Gpu } from './gpu.ts';
import type { SceneLook } from './scene-look.ts';
import { type DrawnScene, gpuScreen, isStillGl, type Screen, type StillGl } from './screen.ts';
import { type Detail, leastFraction, PREVIEW, refined, Thinning, WHOLE } from './thinning.ts';

interface WaitingFrame {
  readonly frame: Frame;
  readonly giveBack: () => void;
}

/** Where somebody looked from. */
export interface KeptCamera {
  readonly camera: OrbitCamera;
  /** Whether it showed the whole figure, so that it does so again in any other window. */
  readonly isFramed: boolean;
}

export interface ViewOptions {
  /** Drawn pixels per pixel of the display, along one side. */
  readonly resolution: number;
  /** Else only pictures and videos that are asked for are drawn. */
  readonly isDrawing: boolean;
}

/** Pictures that the graphics processor may have before it: more would only make the page answer late. */
const MOST_UNFINISHED = 2;
/** The topology of no hair. */
const NO_STRANDS = new Uint32Array([0]);
/** A preview at rest is drawn better after this rest, milliseconds. */
const REST = 500;

/** Tells a renderer what a groom's frames are made of from now on. */
function reshape(groom: DrawnGroom, shown: ShownGroom, last: ShownGroom | undefined): void {
  if (shown.generator) {
    if (shown.generator.id.length !== last?.generator?.id.length) groom.setGenerator(shown.generator);
  } else if (!last || last.generator || shown.first.length !== last.first.length)
    groom.setStrands(shown.first, shown.id);
  groom.setWetness(shown.wetness);
  groom.setTints(shown.tints ?? null);
  groom.setColours(shown.colours ?? null);
}

/** A canvas with a renderer and a camera. Draws when something has changed, at most once a display refresh. */
export class View implements FrameSink {
  readonly #canvas: HTMLCanvasElement;
  readonly #screen: Screen;
  readonly #renderer: DrawnScene;
  #accessories: DrawnAccessories;
  #thinning: Thinning | null;
  readonly #resolution: number;
  readonly #isDrawing: boolean;
  /** A preview at rest, better than in motion; null while things move. */
  #refined: Detail | null = null;
  #rest = 0;
  #detail: Detail;
  #mirror: CanvasRenderingContext2D | null = null;
  #camera: OrbitCamera = CAMERA_DEFAULTS;
  /** Nobody has moved the camera since it was set up for the figure. */
  #isFramed = true;
  #kept: KeptCamera | null = null;
  #isRefining = false;
  /** Told where the camera was moved to by hand. */
  onMoved: (camera: OrbitCamera) => void = () => {};
  #tellRefining: (isRefining: boolean) => void = () => {};
  #room: Room = NO_PANELS;
  /** Body and hair as they came: pieces that fall must not draw the camera after them. */
  #figure: Bounds | null = null;
  #waiting: WaitingFrame | null = null;
  #hasScene = false;
  #look: SceneLook | null = null;
  /** One a body and a groom of the scene; null for what cannot be seen. */
  #bodies: readonly (DrawnBody | null)[] = [];
  #grooms: readonly DrawnGroom[] = [];
  /** One a groom: which of them are not to be seen. */
  #hidden: readonly boolean[] = [];
  #shown: ShownTopology | null = null;
  /** What the next frames are made of: taken up with the first of them, or hair would have no places in between. */
  #nextShown: ShownTopology | null = null;
  #request = 0;
  #isDestroyed = false;
  /** Something has changed since the last picture. */
  #isOutdated = false;
  #unfinished = 0;
  #resize: ResizeObserver;
  /** Display pixels that the canvas covers. */
  #box: Size | null = null;

  constructor(canvas: HTMLCanvasElement, gpu: Gpu | StillGl, { resolution, isDrawing }: ViewOptions) {
    this.#canvas = canvas;
    // A preview is drawn where the processor draws and motion matters more than every strand and pixel.
    this.#thinning = resolution < 1 ? new Thinning(resolution) : null;
    this.#resolution = resolution;
    this.#isDrawing = isDrawing;
    this.#detail = this.#thinning ?? WHOLE;
    this.#screen = isStillGl(gpu) ? gpu.screen(canvas) : gpuScreen(canvas, gpu, this.#thinning ? PREVIEW : {});
    this.#renderer = this.#screen.scene;
    this.#accessories = new DrawnAccessories(this.#renderer);
    this.#resize = new ResizeObserver((entries) => this.#fit(entries[0]!));
    this.#resize.observe(canvas);
  }

  get camera(): OrbitCamera {
    return this.#camera;
  }

  /** Moves the camera by hand: from then on a new size leaves it where it is. */
  set camera(camera: OrbitCamera) {
    this.#isFramed = false;
    this.#setCamera(camera);
    this.onMoved(camera);
  }

  #setCamera(camera: OrbitCamera): void {
    this.#camera = camera;
    this.requestDraw();
  }

  /** The camera as the page shows it, beside its panels. */
  get shownCamera(): OrbitCamera {
    if (this.#mirror) return this.#camera;
    return besidePanels(this.#camera, this.#size, this.#room);
  }

  /** Whether the camera shows the whole figure and nobody has moved it since. */
  get isFramed(): boolean {
    return this.#isFramed;
  }

  /** The place that the next scene is seen from, in place of its own. */
  keepCamera(kept: KeptCamera): void {
    this.#kept = kept;
  }

  get #size(): Size {
    return { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
  }

  setLook(look: SceneLook): void {
    this.#look = look;
    this.#applyLook();
    this.requestDraw();
  }

  #applyLook(): void {
    const look = this.#look;
    if (!look) return;
    this.#renderer.setLook(look.picture);
    this.#bodies.forEach((body, k) => {
      if (look.bodies[k]) body?.setLook(look.bodies[k]);
    });
    this.#grooms.forEach((groom, g) => {
      if (look.grooms[g]) groom.setLook(look.grooms[g]);
    });
  }

  setScene(summary: SceneSummary): void {
    this.#dropWaiting();
    this.#renderer.clear();
    this.#accessories = new DrawnAccessories(this.#renderer);
    this.#bodies = summary.bodies.map((mesh) => mesh && this.#renderer.addBody(mesh));
    this.#grooms = summary.grooms.map(({ body, region, standsFor }) => {
      const groom = this.#renderer.addGroom({ body: this.#bodies[body] ?? undefined, region: region ?? undefined });
      groom.setStandsFor(standsFor);
      return groom;
    });
    this.#applyLook();
    if (this.#thinning) this.#thinning = new Thinning(this.#resolution, leastFraction(summary.strands));
    this.#shown = null;
    this.#hidden = [];
    this.#takeShape(summary.shown);
    this.#setHair(summary.positions);
    this.#setPoses(summary.poses);
    this.#hasScene = true;
    this.#figure = this.#renderer.bounds();
    if (this.#kept) this.#camera = this.#kept.camera;
    if (this.#kept?.isFramed === false) this.camera = this.#kept.camera;
    else this.frameAll();
    this.#kept = null;
  }

  reshape(shown: ShownTopology): void {
    this.#nextShown = shown;
  }

  #takeShape(shown: ShownTopology): void {
    const last = this.#shown;
    this.#shown = shown;
    this.#nextShown = null;
    this.#accessories.set(shown.accessories);
    this.#grooms.forEach((groom, g) => {
      if (!this.#hidden[g]) reshape(groom, shown.grooms[g]!, last?.grooms[g]);
    });
  }

  /** Which grooms are not to be seen; those that come back appear with the next frame. */
  setHidden(hidden: readonly boolean[]): void {
    const before = this.#hidden;
    this.#hidden = hidden;
    this.#grooms.forEach((groom, g) => {
      if (hidden[g] && !before[g]) groom.setStrands(NO_STRANDS);
      else if (!hidden[g] && before[g] && this.#shown) reshape(groom, this.#shown.grooms[g]!, undefined);
    });
    this.requestDraw();
  }

  frame(next: Frame, giveBack: () => void): void {
    this.#dropWaiting();
    this.#waiting = { frame: next, giveBack };
    this.requestDraw();
  }

  /** Shows body and hair as a whole, from the present side. */
  frameAll(): void {
    this.#isFramed = true;
    this.#setCamera(framed(this.#camera, this.#figure ?? this.#renderer.bounds(), this.#size, this.#room));
  }

  /** What panels leave free of the picture, for framing. */
  setRoom(room: Room): void {
    if (room === this.#room) return;
    this.#room = room;
    if (!this.#hasScene) return;
    if (this.#isFramed) this.frameAll();
    else this.requestDraw();
  }

  /** Is told whether better pictures of what stands still are under way. */
  set onRefining(listener: (isRefining: boolean) => void) {
    this.#tellRefining = listener;
  }

  /** The picture as it is now, with every strand and pixel. */
  async picture(): Promise<Blob | null> {
    this.#setDetail(WHOLE);
    for (;;) {
      cancelAnimationFrame(this.#request);
      this.#draw(this.#camera, true);
      // A canvas keeps its picture only until the end of the task that drew it.
      const content = new Promise<Blob | null>((resolve) => this.#canvas.toBlob(resolve, 'image/png'));
      if (!(await this.#renderer.isComplete())) continue;
      this.requestDraw();
      return content;
    }
  }

  /**
   * A canvas of a fixed size that shows every picture too: videos are taken from it. Browsers give no stream of a canvas that
   * a graphics processor draws to, and where the processor draws its size changes.
   */
  mirror(): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    const { width, height } = this.#box ?? this.#canvas;
    // Codecs halve colours.
    canvas.width = 2 * Math.ceil(0.5 * width);
    canvas.height = 2 * Math.ceil(0.5 * height);
    this.#mirror = canvas.getContext('2d', { alpha: false });
    this.requestDraw();
    return canvas;
  }

  endMirror(): void {
    this.#mirror = null;
    this.requestDraw();
  }

  requestDraw(): void {
    window.clearTimeout(this.#rest);
    this.#setRefining(false);
    if (this.#thinning && this.#detail !== this.#thinning) this.#setDetail(this.#thinning);
    this.#refined = null;
    this.#drawSoon();
  }

  #drawSoon(): void {
    this.#isOutdated = true;
    if (this.#request === 0 && this.#unfinished < MOST_UNFINISHED)
      this.#request = requestAnimationFrame(() => this.#draw());
  }

  destroy(): void {
    this.#isDestroyed = true;
    cancelAnimationFrame(this.#request);
    window.clearTimeout(this.#rest);
    this.#resize.disconnect();
    this.#dropWaiting();
    this.#screen.destroy();
  }

  #dropWaiting(): void {
    this.#waiting?.giveBack();
    this.#waiting = null;
  }

  #setHair(positions: Float32Array): void {
    const { grooms } = this.#shown!;
    groomParts(grooms, positions).forEach((part, g) => {
      if (this.#hidden[g]) return;
      if (grooms[g]!.generator) this.#grooms[g]!.setGuides(part as GuideFrame);
      else this.#grooms[g]!.setPositions(part);
    });
  }

  #setPoses(poses: readonly BodyPose[]): void {
    poses.forEach(({ position, orientation, shape }, k) => {
      if (shape) this.#bodies[k]?.setShape(shape);
      this.#bodies[k]?.setPose(position, orientation);
    });
  }

  #takeFrame(): number | undefined {
    if (!this.#waiting) return undefined;
    const { frame: taken, giveBack } = this.#waiting;
    this.#waiting = null;
    if (taken.version === this.#nextShown?.version) this.#takeShape(this.#nextShown);
    if (taken.version !== this.#shown?.version) {
      giveBack();
      return undefined;
    }
    this.#setHair(taken.positions);
    this.#setPoses(taken.bodies);
    this.#accessories.setPoses(taken.accessories);
    giveBack();
    return taken.frame;
  }

  #draw(camera: OrbitCamera = this.shownCamera, isDrawing = this.#isDrawing || this.#mirror !== null): void {
    this.#request = 0;
    const requested = this.#takeFrame();
    if (!this.#hasScene || !isDrawing) return;
    const { width, height } = this.#canvas;
    const start = performance.now();
    this.#screen.draw({ width, height }, camera);
    this.#mirror?.drawImage(this.#canvas, 0, 0, this.#mirror.canvas.width, this.#mirror.canvas.height);
    this.#isOutdated = false;
    this.#unfinished++;
    const isAlone = this.#unfinished === 1;
    const detail = this.#detail;
    void Promise.all([this.#screen.finished(), this.#renderer.isComplete()]).then(([, isComplete]) => {
      // A view may be taken away before its last picture is finished.
      if (this.#isDestroyed) return;
      const took = performance.now() - start;
      if (isAlone && detail === this.#thinning && this.#thinning.observe(took)) this.#setDetail(this.#thinning);
      if (!isComplete) this.#isOutdated = true;
      this.#finish(isComplete ? requested : undefined);
      if (isComplete && !this.#isOutdated && this.#unfinished === 0) this.#refineLater(took);
    });
  }

  /** What stands still is drawn again with more strands and pixels, as long as that takes no time to speak of. */
  #refineLater(took: number): void {
    const better = this.#thinning && refined(this.#refined ?? this.#thinning, took);
    this.#setRefining(better !== null);
    if (!better) return;
    window.clearTimeout(this.#rest);
    this.#rest = window.setTimeout(
      () => {
        this.#refined = better;
        this.#setDetail(better);
        this.#drawSoon();
      },
      this.#refined ? 0 : REST,
    );
  }

  #setRefining(isRefining: boolean): void {
    if (isRefining === this.#isRefining) return;
    this.#isRefining = isRefining;
    this.#tellRefining(isRefining);
  }

  /** Fewer strands and pixels, or more. */
  #setDetail(detail: Detail): void {
    this.#detail = detail;
    // Only what stands still is drawn at full resolution, and then there is time.
    this.#renderer.setDetail(detail.fraction, detail.resolution === 1);
    if (this.#box) this.#resizeTo(this.#box);
  }

  /** Draws what was asked for in the meantime, and tells scripts that wait for a picture that it is there. */
  #finish(requested: number | undefined): void {
    this.#unfinished--;
    if (requested !== undefined) document.documentElement.dataset.frame = String(requested);
    if (this.#isOutdated) this.#drawSoon();
  }

  #fit(entry: ResizeObserverEntry): void {
    const ratio = window.devicePixelRatio;
    const exact = entry.devicePixelContentBoxSize?.[0];
    this.#box = {
      width: exact?.inlineSize ?? entry.contentRect.width * ratio,
      height: exact?.blockSize ?? entry.contentRect.height * ratio,
    };
    this.#resizeTo(this.#box);
    if (this.#isFramed && this.#hasScene) this.frameAll();
    // A new size empties the canvas: drawn in the same refresh, the emptiness is never seen.
    cancelAnimationFrame(this.#request);
    this.#draw();
  }

  /** Drawn pixels for a box of display pixels. */
  #resizeTo({ width, height }: Size): void {
    const most = this.#screen.mostPixels;
    const { resolution } = this.#detail;
    this.#canvas.width = Math.max(1, Math.min(Math.round(width * resolution), most));
    this.#canvas.height = Math.max(1, Math.min(Math.round(height * resolution), most));
    this.#isOutdated = true;
  }
}
