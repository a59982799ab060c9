import type { LightSettings, RendererOptions } from '../../../src/render/index.ts';

/** Time that a picture may take where the processor draws, milliseconds; and what is aimed at, to stay below it. */
export const LONGEST_PICTURE = 300;
const AIM = 220;
export const LEAST_SHARE = 0.02;
const LEAST_RESOLUTION = 0.15;
/** A picture changes the numbers by at most this factor. */
const STEP = 2;

/** What a sketch does without. */
export const SKETCH: Omit<RendererOptions, 'format'> = {
  shadowSize: 256,
  lightMapSize: 160,
  isSketch: true,
};

/** One light is enough for a sketch: the key. */
export const sketchLights = (lights: readonly LightSettings[]): readonly LightSettings[] => lights.slice(0, 1);

/** Chooses how many strands and pixels are drawn from how long pictures take: strands first, then pixels. */
export class Thinning {
  /** Of the strands. */
  share = 1;
  /** Drawn pixels per pixel of the display, along one side. */
  resolution: number;
  readonly #mostResolution: number;

  constructor(resolution: number) {
    this.resolution = resolution;
    this.#mostResolution = resolution;
  }

  /** Takes note of a picture's time; whether the numbers have changed. */
  observe(milliseconds: number): boolean {
    const factor = Math.min(STEP, Math.max(1 / STEP, AIM / Math.max(milliseconds, 1)));
    // Between the aim and the limit nothing changes, so that a picture at rest stays as it is.
    if (milliseconds <= LONGEST_PICTURE && factor < 1.4) return false;
    const { share, resolution } = this;
    // Time goes with strands and with pixels, the square of the resolution; both give way, strands more.
    this.share = Math.min(1, Math.max(LEAST_SHARE, share * factor));
    this.resolution = Math.min(
      this.#mostResolution,
      Math.max(LEAST_RESOLUTION, resolution * Math.sqrt(Math.sqrt(factor))),
    );
    return this.share !== share || this.resolution !== resolution;
  }
}
