import { transport } from '../numeric/rotation.ts';
import { at, distance, dot, mix, normalize, subtract, type Vec3 } from '../numeric/vector.ts';
import type { CutEdge } from '../salon/cut-edges.ts';
import { type Strands, strandCount } from '../strands/strands.ts';
import type { Hair } from './groom.ts';
import type { SimulatedHair } from './live-hair.ts';

/** Guides that are shorter than this are cut. */
const WHOLE = 1 - 1e-3;
/** Of a strand's guides, by weight, that are cut where it is cut with them. */
const CUT_WITH = 0.5;

/** A plane in which a guide was cut, where the hair was groomed, and the fraction of the guide that is left. */
interface CutPlane {
  readonly origin: Vec3;
  readonly normal: Vec3;
  readonly fraction: number;
}

export interface CutHair {
  readonly hair: Pick<Hair, 'followed' | 'strands'>;
  readonly guides: Strands;
  readonly simulation: Pick<SimulatedHair, 'salon'>;
}

/**
 * What is left of every strand that follows guides, as a fraction. Where most of its guides are cut it is cut with them, in the
 * plane of the same blades: that plane is carried to the groomed hair with the direction of the guide there, and the strand ends
 * where it crosses it. A mean of fractions would let strands end between two lines, where no blades were: cut level, 560 of 1,000
 * strands then ended 26 mm off the line at the 95th percentile.
 */
export function cutFractions(
  { hair: { followed, strands }, guides, simulation: { salon } }: CutHair,
  fractions: ArrayLike<number>,
  groomed: Float64Array,
): Float32Array {
  const planes = Array.from(guides.id, (id, g) =>
    fractions[g]! < WHOLE ? planeOf(guides, g, fractions[g]!, groomed, salon?.cutEdges.get(id)) : null,
  );
  const left = new Float32Array(strandCount(strands)).fill(1);
  if (planes.every((plane) => plane === null)) return left;
  for (let k = 0; k < left.length; k++) {
    let cut = 0;
    let sum = 0;
    for (let n = 3 * k; n < 3 * k + 3; n++) {
      const plane = planes[followed.guides[n]!];
      const weight = followed.weights[n]!;
      if (!plane || weight <= 0) continue;
      cut += weight;
      sum += weight * crossing(strands, k, plane);
    }
    if (cut > CUT_WITH) left[k] = sum / cut;
  }
  return left;
}

function planeOf(
  { first, positions }: Strands,
  g: number,
  fraction: number,
  groomed: Float64Array,
  edge: CutEdge | undefined,
): CutPlane {
  const [begin, end] = [first[g]!, first[g + 1]!];
  const s = fraction * groomed[end - 1]!;
  let i = begin;
  while (i < end - 2 && groomed[i + 1]! < s) i++;
  const [p, q] = [at(positions, i), at(positions, i + 1)];
  const origin = mix(p, q, Math.min(1, (s - groomed[i]!) / Math.max(groomed[i + 1]! - groomed[i]!, 1e-12)));
  const tangent = normalize(subtract(q, p));
  return { origin, normal: edge ? transport(edge.tangent, tangent, edge.across) : tangent, fraction };
}

/** Fraction of strand k where it crosses a plane, next to where the guide was cut; 1 where it ends before. */
function crossing({ first, positions }: Strands, k: number, { origin, normal, fraction }: CutPlane): number {
  const begin = first[k]!;
  const edges = first[k + 1]! - begin - 1;
  let best = 1;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < edges; i++) {
    const [p, q] = [at(positions, begin + i), at(positions, begin + i + 1)];
    const from = dot(normal, subtract(p, origin));
    const to = dot(normal, subtract(q, origin));
    if (from * to > 0 || from === to) continue;
    const there = (i + from / (from - to)) / edges;
    const away = Math.abs(there - fraction) * edges * distance(p, q);
    if (away >= nearest) continue;
    nearest = away;
    best = there;
  }
  return best;
}
