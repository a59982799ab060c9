import type { Vec3 } from '../numeric/vector.ts';
import { HAIR_LOOK_DEFAULTS, type HairLook } from '../shading/look.ts';
import { DEFAULT_LIGHTS, type LightSettings } from './lights.ts';

export const TONE_CURVES = ['none', 'agx', 'aces'] as const;
export type ToneCurve = (typeof TONE_CURVES)[number];

/** How a picture looks apart from what is in it. Colours are linear RGB, 0..1. */
export interface PictureLook {
  /** Behind the figure, and at the picture's edge; not tone mapped, so that a page can match them. */
  readonly backgroundCentre: Vec3;
  readonly backgroundEdge: Vec3;
  /** Up to four. */
  readonly lights: readonly LightSettings[];
  /** Light from all around, as a factor. */
  readonly ambient: number;
  /** Darkness of the shadow on the ground, 0..1. */
  readonly ground: number;
  /** In stops. */
  readonly exposure: number;
  readonly tone: ToneCurve;
  /** How much light hair and bodies keep from each other: 0 none, 1 as much as they would. */
  readonly shadow: number;
}

/** How a groom looks. */
export interface GroomLook {
  readonly hair: HairLook;
  /** Thickness of a drawn strand, metres; 0 chooses it from the number of strands on the body. */
  readonly hairWidth: number;
}

/** How a body looks. */
export interface BodyLook {
  /** Albedo, linear RGB. */
  readonly skin: Vec3;
  /** Whether a mesh that has colours at its vertices is seen in them instead. */
  readonly isPainted: boolean;
  /** A region of a painted mesh that is seen in `skin` all the same: an animal's eyes and nose keep their colours. */
  readonly skinRegion?: string | undefined;
}

/** All that decides a picture of one groom on one body. */
export interface Look extends PictureLook, GroomLook, BodyLook {}

export const PICTURE_LOOK_DEFAULTS: PictureLook = Object.freeze({
  backgroundCentre: [0.055, 0.058, 0.066] as const,
  backgroundEdge: [0.011, 0.012, 0.015] as const,
  lights: DEFAULT_LIGHTS,
  ambient: 0.75,
  ground: 1,
  exposure: 0,
  tone: 'agx',
  shadow: 1,
});

export const GROOM_LOOK_DEFAULTS: GroomLook = Object.freeze({ hair: HAIR_LOOK_DEFAULTS, hairWidth: 0 });

export const BODY_LOOK_DEFAULTS: BodyLook = Object.freeze({ skin: [0.56, 0.37, 0.28] as const, isPainted: true });

export const LOOK_DEFAULTS: Look = Object.freeze({
  ...PICTURE_LOOK_DEFAULTS,
  ...GROOM_LOOK_DEFAULTS,
  ...BODY_LOOK_DEFAULTS,
});

/** A head has about 100,000 hairs of up to 100 micrometres. Fewer drawn strands are drawn thicker, up to a limit that still reads as hair. */
export function defaultHairWidth(strands: number): number {
  return Math.min(6e-4, 1e-4 * Math.sqrt(Math.max(1, 100_000 / Math.max(1, strands))));
}

/** Linear RGB of an sRGB colour written as 0xrrggbb. */
export function fromSrgb(colour: number): Vec3 {
  const channel = (shift: number): number => {
    const c = ((colour >>> shift) & 255) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [channel(16), channel(8), channel(0)];
}
