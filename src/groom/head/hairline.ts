import type { TriangleMesh } from '../../body/mesh.ts';
import { smoothstep } from '../../numeric/curve.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { Edge } from '../edge.ts';
import type { Skin } from '../skin.ts';
import { findScalp } from './scalp.ts';
import { type HeadShape, shapeOf } from './shape.ts';
import { type HairlineStyle, hairlineParameters } from './style.ts';

/** Temples in shares of the head's half breadth (across, up) and half depth, and their size, m. */
const TEMPLE = { across: 0.7, up: 0.42, along: 0.75, radius: 0.034 } as const;

/** The hairline of one head: the edge of its hair, drawn back at the temples, to the head's own scale. */
export function makeHairline(
  skin: Pick<Skin, 'mesh' | 'weight'>,
  shape: HeadShape | null,
  style: HairlineStyle,
  seed: number,
): Edge {
  const scale = shape?.scale ?? 1;
  const at = shape ? (x: number, y: number, z: number) => templeAt(shape, x, y, z) : () => 0;
  return new Edge(skin, style, { seed, scale, setback: { most: scale * style.temples, at } });
}

function templeAt(shape: HeadShape, x: number, y: number, z: number): number {
  const dx = Math.abs(x - shape.x) - TEMPLE.across * shape.halfBreadth;
  const dy = y - shape.y - TEMPLE.up * shape.halfBreadth;
  const dz = z - shape.z - TEMPLE.along * shape.halfDepth;
  return smoothstep(1 - Math.sqrt(dx * dx + dy * dy + dz * dz) / (TEMPLE.radius * shape.scale));
}

/** Skin darkens more slowly than hair thickens: where it thins out, more skin is seen between. */
const SHADE_WIDTH = 2;

/** How much roots that are not drawn darken every vertex of a head's skin, 0..1: where hair thins out, less and less. */
export function rootShade(mesh: TriangleMesh): Float32Array {
  const weight = findScalp(mesh)?.weight;
  if (!weight) return new Float32Array(mesh.positions.length / 3);
  const style = completeParameters(hairlineParameters);
  const wide = { ...style, fade: SHADE_WIDTH * style.fade };
  const density = makeHairline({ mesh, weight }, shapeOf(mesh, weight), wide, 1).densities();
  return density.map((share, v) => Math.sqrt(share) * weight[v]!);
}
