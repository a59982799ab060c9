import type { Vec3 } from '../numeric/vector.ts';
import type { Rgb } from './angles.ts';
import { cubicWgsl } from './cubic.ts';
import { dualHighlightWgsl, scatterDualHighlight } from './dual-highlight.ts';
import { scatterFar } from './far-field.ts';
import type { Fibre } from './fibre.ts';
import { furWgsl, scatterFur } from './fur.ts';
import { hairBaseWgsl, hairShadingWgsl } from './hair.wgsl.ts';
import { kajiyaKayWgsl, scatterGoldman, scatterKajiyaKay, scatterKim } from './kajiya-kay.ts';
import type { ShadingModelName } from './look.ts';
import { scatterMarschner } from './marschner.ts';
import { marschnerWgsl } from './marschner.wgsl.ts';

/**
 * All models behind one signature. `scatter` gives S, the BCSDF in 1/sr without any cosine: the light that leaves towards
 * `wo` is the integral of S · radiance · cos θi over all `wi`, both unit vectors in the fibre's frame (x root to tip).
 */
export interface ShadingModel {
  readonly scatter: (fibre: Fibre, wi: Vec3, wo: Vec3) => Rgb;
  /** WGSL that defines `hair_scatter(fibre, wi, wo, h)` of this model, with all it needs but `hair_table`. */
  readonly wgsl: string;
}

const entry = (name: string): string => /* wgsl */ `
fn hair_scatter(fibre: HairFibre, wi: vec3f, wo: vec3f, h: f32) -> vec3f {
  return hair_scatter_${name}(fibre, wi, wo, h);
}
`;

const cone = (name: string): string => hairBaseWgsl + kajiyaKayWgsl + entry(name);

export const SHADING: Readonly<Record<ShadingModelName, ShadingModel>> = /* @__PURE__ */ Object.freeze({
  'energy-conserving': { scatter: scatterFar, wgsl: hairShadingWgsl },
  marschner: { scatter: scatterMarschner, wgsl: hairBaseWgsl + cubicWgsl + marschnerWgsl + entry('marschner') },
  'kajiya-kay': { scatter: scatterKajiyaKay, wgsl: cone('kajiya_kay') },
  goldman: { scatter: scatterGoldman, wgsl: cone('goldman') },
  kim: { scatter: scatterKim, wgsl: cone('kim') },
  'dual-highlight': { scatter: scatterDualHighlight, wgsl: hairBaseWgsl + dualHighlightWgsl + entry('dual_highlight') },
  fur: { scatter: scatterFur, wgsl: hairBaseWgsl + furWgsl + entry('fur') },
});
