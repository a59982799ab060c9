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
import type { PictureSize } from './size.ts';

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

  /** The camera is set up for the first moment and stays. */
  async add(show: () => void, sample: Sample): Promise<void> {
    show();
    this.#camera ??= cameraOf(this.#appearance, this.#renderer.bounds(), this.#size.width / this.#size.height);
    const place = this.#placeOf(sample);
    for (let k = 0; k < MOST_TRIES; k++) {
      this.#renderer.add(this.#size, this.#camera, place);
      if (await this.#renderer.isComplete()) return;
      this.#renderer.takeBack();
    }
    this.#renderer.add(this.#size, this.#camera, place);
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
