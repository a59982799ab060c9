import type { TriangleMesh } from '../../body/mesh.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { BEARD } from './face/beard.ts';
import { BROWS } from './face/brows.ts';
import { LASHES } from './face/lashes.ts';
import { makeHairline } from './hairline.ts';
import { scalpName } from './scalp.ts';
import { shapeOf } from './shape.ts';
import { hairlineParameters } from './style.ts';

/** How much hair of the face shades the skin that it stands on: it is so sparse that skin is seen between. */
const FACE_SHADE: ReadonlyMap<string, number> = new Map([
  [BROWS, 0.5],
  [BEARD, 0.5],
  [LASHES, 0],
]);
/** Skin darkens more slowly than hair thickens: where it thins out, more skin is seen between. */
const SHADE_WIDTH = 2;

/**
 * How much roots that are not drawn darken every vertex of the skin, 0..1: all of a coat's, where hair of the head thins out
 * less and less, and little of the face.
 */
export function rootShade(mesh: TriangleMesh, region: string | null = scalpName(mesh)): Float32Array {
  const weight = region === null ? undefined : mesh.regions.get(region)?.weight;
  if (region === null || !weight) return new Float32Array(mesh.positions.length / 3);
  if (region === scalpName(mesh)) return scalpShade(mesh, weight);
  const fraction = FACE_SHADE.get(region) ?? 1;
  return weight.map((w) => fraction * w);
}

function scalpShade(mesh: TriangleMesh, weight: Float32Array): Float32Array {
  const style = completeParameters(hairlineParameters);
  const wide = { ...style, fade: SHADE_WIDTH * style.fade };
  const density = makeHairline({ mesh, weight }, shapeOf(mesh, weight), wide, 1).densities();
  return density.map((fraction, v) => Math.sqrt(fraction) * weight[v]!);
}
