import { smoothstep } from '../numeric/curve.ts';
import { cos, sin } from '../numeric/elementary.ts';
import { hashUnit } from '../numeric/random.ts';
import { addScaled, at, scale, subtract, type Vec3, ZERO } from '../numeric/vector.ts';
import { InputError } from '../strands/input-error.ts';
import { makeStrands, type Strands, strandCount } from '../strands/strands.ts';
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

/** A wisp is as wide as it gets from this fraction of its length on, and narrower by this at its tip. */
const SPREAD_AT = 0.3;
const NARROWER = 0.5;
/** What is shown goes smoothly through the points that are drawn, with so many edges for each of theirs. */
const FINER = 4;

/** What is shown of drawn strands: each one smoothly, with others about it that keep their distance; and which one each follows. */
export function wispsAlong(
  drawn: Strands,
  { strands: count, radius }: DrawnSource['wisp'],
): { readonly strands: Strands; readonly leader: Uint32Array } {
  const leader = new Uint32Array(count * strandCount(drawn)).map((_, k) => Math.floor(k / count));
  const positions: number[] = [];
  const first = [0];
  leader.forEach((g, k) => {
    const away = k % count === 0 ? ZERO : scale(inBall(drawn.id[g]!, k % count), radius);
    const begin = drawn.first[g]!;
    const edges = drawn.first[g + 1]! - begin - 1;
    for (let i = 0; i <= FINER * edges; i++) {
      const t = i / (FINER * edges);
      const wide = smoothstep(t / SPREAD_AT) * (1 - NARROWER * t);
      positions.push(...addScaled(pointAlong(drawn.positions, begin, edges, i / FINER), away, wide));
    }
    first.push(positions.length / 3);
  });
  return {
    strands: makeStrands({ first: Uint32Array.from(first), positions: Float32Array.from(positions) }),
    leader,
  };
}

/** A point of the cubic spline through points (Catmull and Rom 1974), `x` edges from the first. */
function pointAlong(positions: Float32Array, begin: number, edges: number, x: number): Vec3 {
  const i = Math.min(edges - 1, Math.floor(x));
  const t = x - i;
  const [a, b, c, d] = [i - 1, i, i + 1, i + 2].map((k) => at(positions, begin + Math.min(edges, Math.max(0, k))));
  const slope = (p: Vec3, q: Vec3): Vec3 => scale(subtract(q, p), 0.5);
  const chord = subtract(c!, b!);
  const [from, to] = [slope(a!, c!), slope(b!, d!)];
  return [0, 1, 2].map(
    (k) =>
      b![k]! + t * (from[k]! + t * (3 * chord[k]! - 2 * from[k]! - to[k]! + t * (from[k]! + to[k]! - 2 * chord[k]!))),
  ) as unknown as Vec3;
}

/** A place in the unit ball: the first of a hashed row of places in the cube that is in it. */
function inBall(id: number, n: number): Vec3 {
  for (let attempt = 0; ; attempt++) {
    const [x, y, z] = [0, 1, 2].map((c) => 2 * hashUnit(id, n, 3 * attempt + c) - 1) as [number, number, number];
    if (x * x + y * y + z * z <= 1) return [x, y, z];
  }
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
