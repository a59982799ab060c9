import { type HairMaterial, material } from '../groom/materials.ts';
import type { Fibre } from '../models/model.ts';
import { absorptionOf } from '../shading/absorption.ts';
import { colourOfAbsorption } from '../shading/pigment.ts';
import { gatherAttributes } from '../strands/attributes.ts';
import type { Attribute, Strands } from '../strands/strands.ts';
import type { SceneGroom } from './groom-schema.ts';

/** What the hair of a groom is made of; `grown` is the material of where it comes from. */
export function groomFibre({ material: asked, fibre }: SceneGroom, grown: HairMaterial): HairMaterial & Partial<Fibre> {
  // Only what was given: an absent number must not hide the material's.
  const given = Object.fromEntries(Object.entries(fibre).filter(([, value]) => value !== undefined));
  return { ...(asked === 'auto' ? grown : material(asked)), ...given };
}

/** What `withRenderAttributes` needs to know of a groom that was made ready. */
export interface RenderedGroom {
  readonly look: SceneGroom['look'];
  readonly fibre: { readonly radius: number };
}

/** What is known of strands besides their points. */
type Known = Omit<Strands, 'positions'>;

/**
 * Strands as they go into files: with thickness, colour and all that `groomed` says of them, by id, where they have none of
 * their own. The thickness is the one that is drawn, else the fibre's; the colour that of a mass of the hair, linear.
 */
export function withRenderAttributes<S extends Known>(
  { look, fibre }: RenderedGroom,
  strands: S,
  groomed: Known = strands,
): S {
  const strandAttributes = new Map<string, Attribute>(attributesOf(strands, groomed));
  const uv = strandAttributes.get('rootUv');
  // Meshes without uv give zeros, which say nothing.
  if (uv && !uv.data.some((x) => x !== 0)) strandAttributes.delete('rootUv');
  const put = (name: string, values: readonly number[]): void => {
    if (strands.pointAttributes.has(name) || strandAttributes.has(name)) return;
    strandAttributes.set(name, { size: values.length, data: repeated(values, strands.id.length) });
  };
  put('radius', [look.strandWidth > 0 ? 0.5 * look.strandWidth : fibre.radius]);
  put('colour', colourOfAbsorption(absorptionOf(look), look.roundness));
  return { ...strands, strandAttributes };
}

/** The strands' own attributes; where they have none, those of the groomed strands with the same ids. */
function attributesOf(strands: Known, groomed: Known): Strands['strandAttributes'] {
  if (strands === groomed || strands.strandAttributes.size > 0) return strands.strandAttributes;
  const place = new Map(Array.from(groomed.id, (id, index) => [id, index]));
  const index = Array.from(strands.id, (id) => place.get(id) ?? -1);
  // Pieces that were cut off are new strands: nothing was groomed with their ids.
  return index.includes(-1) ? new Map() : gatherAttributes(groomed.strandAttributes, index);
}

function repeated(values: readonly number[], count: number): Float32Array {
  const data = new Float32Array(values.length * count);
  for (let i = 0; i < data.length; i++) data[i] = values[i % values.length]!;
  return data;
}
