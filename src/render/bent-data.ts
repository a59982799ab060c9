import type { BentHair, BentInterpolation } from '../groom/bent-hair.ts';
import { NO_TUFT } from '../groom/binding.ts';
import { STRAND_WORDS } from './generator-data.ts';
import type { RidingRoots } from './riding-roots.ts';

/** Hairs that are bent as their guides are, as plain arrays for the GPU: see bent-hair.wgsl.ts. */

export const INTERPOLATIONS: readonly BentInterpolation[] = ['springs', 'geometry'];
/** Words of a hair that are used, of STRAND_WORDS. */
export const BENT_NUMBERS = 21;
/** Numbers of a curve's point: position, and the fraction of the length there. */
export const CURVE_STRIDE = 4;

export interface BentData {
  readonly interpolation: BentInterpolation;
  /** Points of all groomed curves, dry; and soaked, where water makes a difference. */
  readonly curves: Float32Array;
  readonly soaked: Float32Array | null;
}

export function packCurves({ interpolation, groomed, fraction, soaked }: BentHair): BentData {
  const pack = (points: Float32Array): Float32Array => {
    const out = new Float32Array(CURVE_STRIDE * fraction.length);
    for (let i = 0; i < fraction.length; i++) {
      for (let c = 0; c < 3; c++) out[CURVE_STRIDE * i + c] = points[3 * i + c]!;
      out[CURVE_STRIDE * i + 3] = fraction[i]!;
    }
    return out;
  };
  return { interpolation, curves: pack(groomed), soaked: soaked && pack(soaked()) };
}

/** A row a hair, as `Hair` of bent-hair.wgsl.ts has it. */
export function packHairs(
  id: Uint32Array,
  { guides, weights, direction }: BentHair,
  skin: RidingRoots | null,
): Uint32Array {
  const words = new Uint32Array(STRAND_WORDS * id.length);
  const floats = new Float32Array(words.buffer);
  for (let i = 0; i < id.length; i++) {
    const o = STRAND_WORDS * i;
    words.set([id[i]!, guides[3 * i]!, guides[3 * i + 1]!, guides[3 * i + 2]!, i, 0, NO_TUFT, NO_TUFT], o);
    for (let c = 0; c < 3; c++) {
      floats[o + 8 + c] = weights[3 * i + c]!;
      floats[o + 11 + c] = direction[3 * i + c]!;
    }
    if (skin) floats.set(skin.axes.subarray(7 * i, 7 * i + 7), o + 14);
  }
  return words;
}
