import { smoothstep } from '../../numeric/curve.ts';
import { Edge } from '../edge.ts';
import type { Skin } from '../skin.ts';
import type { HeadShape } from './shape.ts';
import type { HairlineStyle } from './style.ts';

/** Temples in fractions of the head's half breadth (across, up) and half depth, and their size, m. */
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
