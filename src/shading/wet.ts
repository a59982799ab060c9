/** The part of a look that water changes. */
export interface DampLook {
  readonly roughness: number;
  readonly roundness: number;
  readonly tilt: number;
}

/**
 * Hair under a film of water: the film is smooth, so highlights sharpen and the scales' shift goes; light is caught in
 * it, so less comes back; the soaked fibre is more opaque. Mapping of wetness 0 .. 1 by looks, not by optics.
 */
export function wet(
  look: DampLook,
  wetness: number,
): DampLook & { pigment: number; density: number; shadowOpacity: number } {
  const w = wetness;
  return {
    roughness: look.roughness * (1 - 0.6 * w),
    roundness: look.roundness * (1 - 0.4 * w),
    tilt: look.tilt * (1 - w),
    pigment: 1 + 0.5 * w,
    density: 1 - 0.4 * w,
    shadowOpacity: 1 + w,
  };
}
