import { cos, sin } from '../numeric/elementary.ts';
import { hashUnit } from '../numeric/random.ts';
import { InputError } from '../strands/input-error.ts';
import { makeStrands, type Strands } from '../strands/strands.ts';
import type { DrawnSource } from './groom-schema.ts';

/** Strands that a scene draws point by point, with what grows on them, in as many copies as it asks for. `name` stands for the groom. */
export function drawnStrands(name: string, { strands, copies, spacing, seed }: DrawnSource): Strands {
  const positions: number[] = [];
  const first = [0];
  const parent: number[] = [];
  const arc: number[] = [];
  const girth: number[] = [];
  strands.forEach(({ parent: on }, k) => {
    if (on === undefined || (on < strands.length && on !== k)) return;
    throw new InputError(
      'scene/invalid',
      `${name}: strand ${k} grows on strand ${on}; "parent" must be the place of another strand in the list, 0 to ${strands.length - 1}.`,
    );
  });
  const side = Math.ceil(Math.sqrt(copies));
  for (let n = 0; n < copies; n++) {
    const place = placeOf(n, side, spacing, seed);
    strands.forEach(({ points, parent: on, at, girth: thick }) => {
      for (const [x, y, z] of points)
        positions.push(place.x + place.c * x + place.s * z, y, place.z - place.s * x + place.c * z);
      first.push(positions.length / 3);
      parent.push(on === undefined ? -1 : n * strands.length + on);
      arc.push(at);
      girth.push(thick);
    });
  }
  const isBranched = parent.some((on) => on >= 0);
  return makeStrands({
    first: Uint32Array.from(first),
    positions: Float32Array.from(positions),
    strandAttributes: new Map([
      ['girth', { size: 1, data: Float32Array.from(girth) }],
      ...(isBranched
        ? ([
            ['parent', { size: 1, data: Int32Array.from(parent) }],
            ['parentArc', { size: 1, data: Float32Array.from(arc) }],
          ] as const)
        : []),
    ]),
  });
}

/** Copies stand on a square grid, a little off it and turned about the vertical; the first one as it is drawn. */
function placeOf(
  n: number,
  side: number,
  spacing: number,
  seed: number,
): { x: number; z: number; c: number; s: number } {
  if (n === 0) return { x: 0, z: 0, c: 1, s: 0 };
  const turn = 2 * Math.PI * hashUnit(seed, n, 0);
  const off = (axis: number): number => 0.5 * (hashUnit(seed, n, axis) - 0.5);
  return {
    x: spacing * ((n % side) + off(1)),
    z: -spacing * (Math.floor(n / side) + off(2)),
    c: cos(turn),
    s: sin(turn),
  };
}
