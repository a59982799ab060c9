import { measureStrand, placeEvenly } from './arc-length.ts';
import { copyAttributes, interpolate, makePlacement, type Placement, placeAttributes } from './attributes.ts';
import { evaluateSpan, measureCatmullRom, SAMPLES_PER_SPAN, spanCubic } from './catmull-rom.ts';
import { InputError } from './input-error.ts';
import { makeStrands, type Strands, strandCount } from './strands.ts';

export interface ResampleOptions {
  /** Points of every strand, from 2. Give this or `spacing`. */
  readonly points?: number;
  /** Distance between points, metres; the nearest distance that divides the strand evenly is taken, at least one edge. */
  readonly spacing?: number;
  /**
   * `linear` follows the polyline: no point leaves the hair as it was modelled, length never grows, and attributes that
   * are linear stay linear. `catmull-rom` rounds the corners with the centripetal spline through all points (Yuksel et
   * al. 2011: no loops, no cusps); it leaves the polyline by up to a tenth of an edge, so it can enter a body that the edges avoid.
   */
  readonly curve?: 'linear' | 'catmull-rom';
}

export const RESAMPLE_DEFAULTS: Required<Pick<ResampleOptions, 'curve'>> = /* @__PURE__ */ Object.freeze({
  curve: 'linear',
});

/**
 * Strands with points at equal distances along their arc. Root and tip stay exactly where they are; ids and strand
 * attributes are kept, point attributes are interpolated (integers: taken from the nearer point).
 * A strand without an arc length (fewer than two points, or a point that is not finite) passes through as it is:
 * `checkStrands` names it and `repairStrands` deals with it.
 */
export function resample(strands: Strands, options: ResampleOptions): Strands {
  const { points, spacing } = options;
  if ((points === undefined) === (spacing === undefined))
    throw new InputError('strands/resample', 'resample: give either points or spacing, one of the two');
  if (points !== undefined && !(Number.isInteger(points) && points >= 2))
    throw new InputError('strands/resample', `resample: points must be a whole number from 2, not ${points}`);
  if (spacing !== undefined && !(spacing > 0))
    throw new InputError('strands/resample', `resample: spacing must be a positive length in metres, not ${spacing}`);

  const curved = (options.curve ?? RESAMPLE_DEFAULTS.curve) === 'catmull-rom';
  const lengths = new Float64Array(longestStrand(strands) * (curved ? SAMPLES_PER_SPAN : 1));
  const first = countPoints(strands, options, curved, lengths);
  const placement = placePoints(strands, first, curved, lengths);
  const positions = new Float32Array(3 * first[first.length - 1]!);
  if (curved) evaluatePlaces(strands, first, placement, positions);
  else interpolate(strands.positions, 3, placement, positions);
  return makeStrands({
    id: strands.id.slice(),
    first,
    positions,
    pointAttributes: placeAttributes(strands.pointAttributes, placement),
    strandAttributes: copyAttributes(strands.strandAttributes),
  });
}

function longestStrand(strands: Strands): number {
  let most = 1;
  for (let i = 0; i < strandCount(strands); i++) most = Math.max(most, strands.first[i + 1]! - strands.first[i]!);
  return most;
}

function measure(strands: Strands, strand: number, curved: boolean, lengths: Float64Array): number {
  const begin = strands.first[strand]!;
  const end = strands.first[strand + 1]!;
  const total = measureStrand(strands.positions, begin, end, lengths);
  return curved && end - begin > 1 && Number.isFinite(total)
    ? measureCatmullRom(strands.positions, begin, end, lengths, new Float64Array(12))
    : total;
}

/** New offsets. A strand that passes through keeps its count. */
function countPoints(strands: Strands, options: ResampleOptions, curved: boolean, lengths: Float64Array): Uint32Array {
  const first = new Uint32Array(strands.first.length);
  let total = 0;
  for (let i = 0; i < strandCount(strands); i++) {
    const before = strands.first[i + 1]! - strands.first[i]!;
    const length = measure(strands, i, curved, lengths);
    if (before < 2 || !Number.isFinite(length)) total += before;
    else total += options.points ?? Math.max(1, Math.round(length / options.spacing!)) + 1;
    if (total > 0xffffffff)
      throw new InputError('strands/resample', `resample: spacing ${options.spacing} m gives more than 4e9 points`);
    first[i + 1] = total;
  }
  return first;
}

function placePoints(strands: Strands, first: Uint32Array, curved: boolean, lengths: Float64Array): Placement {
  const placement = makePlacement(first[first.length - 1]!);
  const { lower, fraction } = placement;
  for (let i = 0; i < strandCount(strands); i++) {
    const begin = strands.first[i]!;
    const count = strands.first[i + 1]! - begin;
    const at = first[i]!;
    const end = first[i + 1]!;
    const length = measure(strands, i, curved, lengths);
    if (count < 2 || !Number.isFinite(length)) {
      for (let p = at; p < end; p++) lower[p] = begin + p - at;
    } else if (curved) {
      placeEvenly(lengths, (count - 1) * SAMPLES_PER_SPAN + 1, end - at, placement, at, 0);
      // From places between samples of the spline to places between points.
      for (let p = at; p < end; p++) {
        const span = Math.floor(lower[p]! / SAMPLES_PER_SPAN);
        fraction[p] = (lower[p]! - span * SAMPLES_PER_SPAN + fraction[p]!) / SAMPLES_PER_SPAN;
        lower[p] = begin + span;
      }
    } else placeEvenly(lengths, count, end - at, placement, at, begin);
  }
  return placement;
}

function evaluatePlaces(strands: Strands, first: Uint32Array, placement: Placement, positions: Float32Array): void {
  const { lower, fraction } = placement;
  const cubic = new Float64Array(12);
  for (let i = 0; i < strandCount(strands); i++)
    for (let p = first[i]!; p < first[i + 1]!; p++) {
      const t = fraction[p]!;
      if (t === 0) {
        // On a point: taken as it is, so that root and tip stay to the last bit.
        for (let c = 0; c < 3; c++) positions[3 * p + c] = strands.positions[3 * lower[p]! + c]!;
        continue;
      }
      spanCubic(strands.positions, strands.first[i]!, strands.first[i + 1]!, lower[p]!, cubic);
      evaluateSpan(cubic, t, positions, p);
    }
}
