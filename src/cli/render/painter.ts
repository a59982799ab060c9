import {
  apertureRadius,
  createRenderer,
  discPoints,
  type Renderer,
  type RendererOptions,
  type SubFramePlace,
} from '../../render/index.ts';
import { type Appearance, cameraOf, pictureLookOf } from '../../scene/appearance.ts';
import { CANVAS_FORMAT, type Canvas, makeCanvas } from './canvas.ts';
import type { PictureSource } from './picture-source.ts';
import type { FrameRange, PictureSize } from './size.ts';

/** Tries before a picture is taken as it is. */
const MOST_TRIES = 4;

export interface PainterOptions extends Pick<RendererOptions, 'lightMapSize' | 'shadowSize'> {
  /** Where it looks from; absent: where the appearance says, for what is shown first. */
  readonly camera?: ReturnType<typeof cameraOf> | null;
}

/** Draws moments of a scene to pixels. */
export class Painter {
  readonly #renderer: Renderer;
  readonly #canvas: Canvas;
  readonly #size: PictureSize;
  readonly #appearance: Appearance;
  #camera: ReturnType<typeof cameraOf> | null = null;

  constructor(
    device: GPUDevice,
    appearance: Appearance,
    source: PictureSource,
    size: PictureSize,
    { camera = null, ...options }: PainterOptions = {},
  ) {
    this.#camera = camera;
    this.#appearance = appearance;
    this.#size = size;
    this.#renderer = createRenderer(device, {
      format: CANVAS_FORMAT,
      shadowMethod: appearance.picture.shadows,
      ...options,
    });
    this.#canvas = makeCanvas(device, size.width, size.height);
    this.#renderer.setLook(pictureLookOf(appearance));
    source.begin(this.#renderer);
  }

  /** Where it looks from, once that is known. */
  get camera(): ReturnType<typeof cameraOf> | null {
    return this.#camera;
  }

  /** Takes notice of a moment that somebody else draws, as if it had been drawn here. */
  passOver(show: () => void): void {
    this.#aim(show);
    this.#renderer.passOver();
  }

  /** Where lights look: set to go on from another moment of the film. */
  get lit(): Renderer['lit'] {
    return this.#renderer.lit;
  }

  set lit(sphere: Renderer['lit']) {
    this.#renderer.lit = sphere;
  }

  /** The camera is set up for the first moment and stays. */
  async add(show: () => void, sample: Sample): Promise<void> {
    const camera = this.#aim(show);
    const place = this.#placeOf(sample);
    for (let k = 0; k < MOST_TRIES; k++) {
      this.#renderer.add(this.#size, camera, place);
      if (await this.#renderer.isComplete()) return;
      this.#renderer.takeBack();
    }
    this.#renderer.add(this.#size, camera, place);
  }

  #aim(show: () => void): ReturnType<typeof cameraOf> {
    show();
    this.#camera ??= cameraOf(this.#appearance, this.#renderer.bounds(), this.#size.width / this.#size.height);
    return this.#camera;
  }

  #placeOf({ jitter, disc }: Sample): SubFramePlace {
    const { fstop, focus } = this.#appearance.camera;
    const { fieldOfView, distance } = this.#camera!;
    if (fstop === 0) return { jitter };
    const radius = apertureRadius(fieldOfView, fstop);
    return { jitter, lens: { x: radius * disc[0], y: radius * disc[1], focus: focus ?? distance } };
  }

  /** RGBA rows of the sub-frames since the last picture. */
  picture(): Promise<Uint8Array> {
    this.#renderer.show(this.#canvas.view);
    return this.#canvas.read();
  }

  destroy(): void {
    this.#renderer.destroy();
    this.#canvas.destroy();
  }
}

/** How the frames of a film are drawn. */
export interface FilmForm {
  /** Frames a second. */
  readonly fps: number;
  /** Sub-frames a picture. */
  readonly spp: number;
  /** How long the shutter is open, as a fraction of a frame. */
  readonly shutter: number;
  /** The moment that is shown at a time of the film; absent: the time itself. */
  readonly momentOf?: ((time: number) => number) | undefined;
}

/** Moments of all sub-frames, rising. One alone lies at the frame's own time. */
export function filmMoments({ from, to }: FrameRange, form: FilmForm): number[] {
  const { fps, spp, shutter, momentOf = (time) => time } = form;
  const moments: number[] = [];
  for (let frame = from; frame <= to; frame++)
    for (let k = 0; k < spp; k++) moments.push(momentOf((frame - 1 + (shutter * k) / spp) / fps));
  return moments;
}

/** Frames of a film. A part of it looks as in the whole: the frames before it are passed over. */
export interface FilmPart extends FilmForm {
  readonly range: FrameRange;
  /** The first frame to pass over; absent: none is. */
  readonly first?: number | undefined;
  readonly seed: number;
}

/** Who looks on while a film is drawn. */
export interface FilmWatch {
  subFrame?(done: number, frame: number): void;
  /** A frame is drawn or passed over. */
  frame?(frame: number): void;
}

/** Draws frames one after the other; `each` is handed RGBA rows. */
export async function drawFilm(
  painter: Painter,
  source: PictureSource,
  { range, first = range.from, seed, ...form }: FilmPart,
  each: (rgba: Uint8Array, frame: number) => void | Promise<void>,
  watch: FilmWatch = {},
): Promise<void> {
  const { spp } = form;
  let k = 0;
  let done = 0;
  let samples = samplesOf(spp, seed);
  for await (const show of source.moments(filmMoments({ from: first, to: range.to }, form))) {
    const frame = first + Math.floor(k / spp);
    const part = k++ % spp;
    if (frame < range.from) painter.passOver(show);
    else {
      if (part === 0) samples = samplesOf(spp, seed + frame);
      await painter.add(show, samples[part]!);
      watch.subFrame?.(++done, frame);
      if (part === spp - 1) await each(await painter.picture(), frame);
    }
    if (part === spp - 1) watch.frame?.(frame);
  }
}

/** Where a sub-frame lies in its pixel, and in the lens as a part of its radius. */
export interface Sample {
  readonly jitter: readonly [number, number];
  readonly disc: readonly [number, number];
}

/** The sub-frames of one picture. */
export function samplesOf(count: number, seed: number): readonly Sample[] {
  return discPoints(count, seed).map((disc, k) => ({ jitter: jitterOf(k, count), disc }));
}

/** Where sub-frame k of n lies in its pixel: the R2 sequence (Roberts 2018), centred; one alone lies in the middle. */
export function jitterOf(k: number, n: number): readonly [number, number] {
  if (n === 1) return [0, 0];
  const x = 0.5 + (k + 1) * 0.7548776662466927;
  const y = 0.5 + (k + 1) * 0.5698402909980532;
  return [x - Math.floor(x) - 0.5, y - Math.floor(y) - 0.5];
}
