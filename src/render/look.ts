import type { Vec3 } from '../numeric/vector.ts';

/** How things look. Colours are linear RGB, 0..1. */
export interface Look {
  readonly hairRoot: Vec3;
  readonly hairTip: Vec3;
  readonly body: Vec3;
  /** Behind the figure, and at the picture's edge; not tone mapped, so that a page can match them. */
  readonly backgroundCentre: Vec3;
  readonly backgroundEdge: Vec3;
  /** How much of the key light hair and body keep from each other: 0 none, 1 as much as they would. */
  readonly shadow: number;
  /** Thickness of a drawn strand, metres; 0 chooses it from the number of strands. */
  readonly hairWidth: number;
}

export const LOOK_DEFAULTS: Look = Object.freeze({
  // Chestnut: darker and cooler at the root, where strands shade each other; sun-warmed at the tip.
  hairRoot: [0.03, 0.0125, 0.0065] as const,
  hairTip: [0.074, 0.0315, 0.0142] as const,
  body: [0.44, 0.37, 0.325] as const,
  backgroundCentre: [0.055, 0.058, 0.066] as const,
  backgroundEdge: [0.011, 0.012, 0.015] as const,
  shadow: 1,
  hairWidth: 0,
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
