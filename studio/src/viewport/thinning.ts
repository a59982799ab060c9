import { FEWEST_STRANDS, type RendererOptions } from '../../../src/render/index.ts';

/** Time that a picture may take where the processor draws, milliseconds; and what is aimed at, to stay below it. */
export const LONGEST_PICTURE = 300;
const AIM = 220;
export const LEAST_FRACTION = 0.02;
/** Fewer pixels than this, along one side, and nobody sees what the hair does. */
export const LEAST_RESOLUTION = 1 / 3;
/** A picture that stands still may take this long, milliseconds. */
const LONGEST_STILL = 2000;
/** Time grows with strands and pixels together at most with this power: twice of both takes 2.5 times as long. */
const REFINED_COST = 1.32;
/** Less more than this is not worth another picture. */
const LEAST_REFINEMENT = 1.1;
/** A picture changes the numbers by at most this factor. */
const STEP = 2;

/** What a preview does without. */
export const PREVIEW: Omit<RendererOptions, 'format'> = {
  shadowSize: 256,
  lightMapSize: 160,
  isPreview: true,
};

/** How much of everything is drawn. */
export interface Detail {
  /** Of the strands. */
  readonly fraction: number;
  /** Drawn pixels per pixel of the display, along one side. */
  readonly resolution: number;
}

export const WHOLE: Detail = Object.freeze({ fraction: 1, resolution: 1 });

export const leastFraction = (strands: number): number =>
  Math.min(1, Math.max(LEAST_FRACTION, FEWEST_STRANDS / Math.max(1, strands)));

/** Up to twice the strands and pixels of a picture that took so long; null where it has all, or more would take too long. */
export function refined({ fraction, resolution }: Detail, milliseconds: number): Detail | null {
  const factor = Math.min(2, (LONGEST_STILL / Math.max(milliseconds, 1)) ** (1 / REFINED_COST));
  if ((fraction === 1 && resolution === 1) || factor < LEAST_REFINEMENT) return null;
  return { fraction: Math.min(1, factor * fraction), resolution: Math.min(1, Math.sqrt(factor) * resolution) };
}

/** Chooses how many strands and pixels are drawn from how long pictures take: strands first, then pixels. */
export class Thinning implements Detail {
  fraction = 1;
  resolution: number;
  readonly #mostResolution: number;
  readonly #leastFraction: number;

  constructor(resolution: number, least: number = LEAST_FRACTION) {
    this.resolution = resolution;
    this.#mostResolution = resolution;
    this.#leastFraction = least;
  }

  /** Takes note of a picture's time; whether the numbers have changed. */
  observe(milliseconds: number): boolean {
    const factor = Math.min(STEP, Math.max(1 / STEP, AIM / Math.max(milliseconds, 1)));
    // Between the aim and the limit nothing changes, so that a picture at rest stays as it is.
    if (milliseconds <= LONGEST_PICTURE && factor < 1.4) return false;
    const { fraction, resolution } = this;
    // Time goes with strands and with pixels, the square of the resolution; both give way, strands more.
    this.fraction = Math.min(1, Math.max(this.#leastFraction, fraction * factor));
    this.resolution = Math.min(
      this.#mostResolution,
      Math.max(LEAST_RESOLUTION, resolution * Math.sqrt(Math.sqrt(factor))),
    );
    return this.fraction !== fraction || this.resolution !== resolution;
  }
}
