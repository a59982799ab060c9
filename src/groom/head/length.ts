import { smoothstep } from '../../numeric/curve.ts';
import { hashUnit } from '../../numeric/random.ts';
import type { SkinPlace } from '../skin.ts';
import { PART_CREST, PART_REST, partAt } from './parts.ts';
import type { HeadShape } from './shape.ts';
import type { HeadStyle } from './style.ts';

/** Length of a hair by its place on the head, m, before any level cut: forehead, sides and nape have their own. */
export function lengthAt(style: HeadStyle, shape: HeadShape, { id, position }: SkinPlace, seed: number): number {
  const { length, comb, crest } = style;
  const [x, y, z] = [position[0]!, position[1]!, position[2]!];
  const { part } = partAt(style, shape, x, z);
  const across = Math.abs(x - shape.x) / shape.halfBreadth;
  const along = (z - shape.z) / shape.halfDepth;
  const below = (shape.top - y) / shape.halfBreadth;
  const shorter = 1 - length.variation * hashUnit(id, seed, 1);
  if (comb.mode === 'crest' && part === PART_REST) return crest.rest * shorter;
  const blend = (factor: number, weight: number): number => 1 + (factor - 1) * smoothstep(weight);
  const front = blend(length.front, (along - 0.25) / 0.6);
  const sides = part === PART_CREST ? 1 : blend(length.sides, (across - 0.5) / 0.4);
  const nape = blend(length.nape, Math.min((below - 0.9) / 0.8, (0.3 - along) / 0.4));
  return length.base * shorter * front * sides * nape;
}
