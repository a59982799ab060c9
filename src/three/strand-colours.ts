import { smoothstep } from '../numeric/curve.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { absorptionOf } from '../shading/fibre.ts';
import type { HairLook } from '../shading/look.ts';
import { colourOfAbsorption } from '../shading/pigment.ts';
import { strandSigma } from '../shading/strand-colour.ts';
import type { HairPoints } from './hair-geometry.ts';

export interface StrandColouring {
  readonly colour: Vec3;
  readonly variation: number;
  readonly tips: number;
}

/** Pigment begins to change here along the hair. */
const TIP_START = 0.3;

/** The colour that a mass of such hair shows, linear: for `HairGeometryOptions.colour`. */
export function massColour(look: HairLook): Vec3 {
  return colourOfAbsorption(absorptionOf(look), look.roundness);
}

/** Linear colours of all points, three numbers each: the hair's own, or of strands whose pigment differs as the renderer's does. */
export function strandColours(
  { first, id, pointAttributes }: HairPoints,
  along: Float32Array,
  { colour, variation, tips }: StrandColouring,
): Float32Array {
  const own = pointAttributes?.get('colour');
  if (own?.size === 3) return Float32Array.from(own.data);
  const out = new Float32Array(3 * along.length);
  const fibre = { sigma: [1, 1, 1] as const, strands: { grey: 0, variation, tips, tipStart: TIP_START, bands: [] } };
  for (let k = 0; k + 1 < first.length; k++) {
    const [pigment] = strandSigma(fibre, id?.[k] ?? k, 0);
    for (let p = first[k]!; p < first[k + 1]!; p++) {
      const towardsTip = 1 + (tips - 1) * smoothstep((along[p]! - TIP_START) / (1 - TIP_START));
      // The colour of a mass is e^(−scale √σ), so that σ times f raises it to the power √f.
      const power = Math.sqrt(pigment * towardsTip);
      for (let c = 0; c < 3; c++) out[3 * p + c] = colour[c]! ** power;
    }
  }
  return out;
}
