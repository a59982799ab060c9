import { add, addScaled, at, distance, dot, length, mix, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { HairState } from '../interaction.ts';
import type { PlaneRows } from './plane-rows.ts';
import type { Segments } from './segments.ts';
import { CROSSING_ROW, edgesMeet } from './sweep.ts';

/** Sine of the angle below which strands count as parallel and may slide into each other. */
const LEAST_SINE = 0.3;
/** Strands are minded that could meet if they moved this many times as far as they seem to: pushes and bends come on top. */
export const FORESIGHT = 2;
/** Distance from the common plane that strands keep at most, metres. */
const ROOM = 0.0003;
/** Edges whose lines meet within this many edge lengths of both are stopped too: the real way is not quite straight. */
const MARGIN = 1;

/** Two segments that may pass through each other: where they are nearest, and what they keep between them. */
export interface Crossing {
  readonly p: number;
  readonly q: number;
  /** Of `closestPoints`. */
  readonly nearest: Float64Array;
  readonly rest: number;
  /** -1 where they have passed already. */
  readonly side: number;
}

/** A common plane: a point of it at the end of the step, its velocity, and how far both keep from it. */
interface CommonPlane {
  readonly normal: Vec3;
  readonly point: Vec3;
  readonly velocity: Vec3;
  readonly room: number;
}

const row: Float64Array = new Float64Array(CROSSING_ROW);

/**
 * Keeps crossing segments from passing through each other in this step, however fast they are: both strands get one common plane
 * that moves with their common velocity, and each model's own solve keeps its strand on its side. A push could not: what a strand
 * carries along behind the point that is hit is known to its solve alone. Returns the normal, from the second to the
 * first; null where they do not cross.
 */
export function separate(hair: HairState, segments: Segments, crossing: Crossing, planes: PlaneRows): Vec3 | null {
  const { position, velocity, dt } = hair;
  const { p, q, nearest, rest, side } = crossing;
  const u = nearest[2]!;
  const nodes = [segments.start[p]!, segments.end[p]!, segments.start[q]!, segments.end[q]!] as const;
  const [a, b, c, d] = nodes;
  const motion = dt * Math.max(...[a, b].flatMap((i) => [c, d].map((j) => distance(at(velocity, i), at(velocity, j)))));
  if (side * u > FORESIGHT * motion + 0.5 * rest || u < 1e-12) return null;
  const first = subtract(at(position, b), at(position, a));
  const second = subtract(at(position, d), at(position, c));
  const cosine = dot(first, second) / (length(first) * length(second) + 1e-300);
  if (1 - cosine * cosine < LEAST_SINE * LEAST_SINE) return null;
  const isFast = motion > Math.min(length(first), length(second));
  if (isFast && u > rest && edgesMeet(position, velocity, dt, nodes, MARGIN, row)) {
    const plane = between(hair, nodes, unit(row[1]!), unit(row[2]!), at(row, 1), rest);
    if (plane) separateStrands(hair, segments.strand[p]!, segments.strand[q]!, plane, planes);
    return plane?.normal ?? null;
  }
  const normal = scale(at(nearest, 1), side / u);
  const heights = nodes.map((i) => dot(normal, addScaled(at(position, i), at(velocity, i), dt)));
  const gap = Math.min(heights[0]!, heights[1]!) - Math.max(heights[2]!, heights[3]!);
  if (side * u > 0.5 * rest && gap > motion + 0.25 * rest) return null;
  const plane = between(hair, nodes, nearest[0]!, nearest[1]!, normal, rest);
  if (plane) for (const [n, node] of nodes.entries()) give(node, n < 2 ? 1 : -1, plane, planes);
  return plane?.normal ?? null;
}

/** The plane where points s and t of the edges would be if they stuck together; null where both are held. */
function between(
  { inverseMass: w, position, velocity, dt }: HairState,
  [a, b, c, d]: readonly [number, number, number, number],
  s: number,
  t: number,
  normal: Vec3,
  rest: number,
): CommonPlane | null {
  const first = (1 - s) * (1 - s) * w[a]! + s * s * w[b]!;
  const second = (1 - t) * (1 - t) * w[c]! + t * t * w[d]!;
  if (!(first + second > 0)) return null;
  const fraction = first / (first + second);
  const va = mix(at(velocity, a), at(velocity, b), s);
  const vb = mix(at(velocity, c), at(velocity, d), t);
  const xa = addScaled(mix(at(position, a), at(position, b), s), va, dt);
  const xb = addScaled(mix(at(position, c), at(position, d), t), vb, dt);
  return { normal, point: mix(xa, xb, fraction), velocity: mix(va, vb, fraction), room: Math.min(ROOM, 0.125 * rest) };
}

/** Gives the plane to a node, a little away from it on the node's side. */
function give(node: number, side: number, { normal, point, velocity, room }: CommonPlane, planes: PlaneRows): void {
  planes.add({ node, normal: scale(normal, side), point: add(point, scale(normal, side * room)), velocity });
}

/**
 * Strands that fly farther in a step than their segments are long: where in the step the rest of each strand would wrap round
 * the other cannot be known, so both lie flat against the common plane when the step is over. Nodes that are beyond the
 * plane from the start, on their own flight, are left alone.
 */
function separateStrands(hair: HairState, p: number, q: number, plane: CommonPlane, planes: PlaneRows): void {
  const start = addScaled(plane.point, plane.velocity, -hair.dt);
  for (const [strand, side] of [[p, 1] as const, [q, -1] as const])
    for (let i = hair.first[strand]!; i < hair.first[strand + 1]!; i++)
      if (side * dot(plane.normal, subtract(at(hair.position, i), start)) > 0) give(i, side, plane, planes);
}

function unit(x: number): number {
  return Math.min(1, Math.max(0, x));
}
