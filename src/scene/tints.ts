import { hashUnit } from '../numeric/random.ts';
import { at, type Vec3 } from '../numeric/vector.ts';
import { type Painted, type PaintStroke, paintedAt } from '../salon/paint.ts';
import type { Products, StrandProducts } from '../salon/products.ts';
import { type Strands, strandCount } from '../strands/strands.ts';
import type { Followed } from './groom.ts';

/** Numbers of a tint: how much covers the hair's own colour, 0..1, and its red, green and blue, linear. */
export const TINT = 4;

const hasPaint = (paint: readonly PaintStroke[], attribute: Painted): boolean =>
  paint.some((stroke) => stroke.attribute === attribute);

/** What paint on the skin leaves of a strand's length: none of it where hair was painted thinner than the strand's lot. */
export function paintedLength(paint: readonly PaintStroke[], root: Vec3, id: number): number {
  const [density] = paintedAt(paint, 'density', [1, 1, 1], root);
  if (hashUnit(id, 92) >= density) return 0;
  return Math.min(1, paintedAt(paint, 'length', [1, 1, 1], root)[0]);
}

/** Whether paint decides how much of the strands is shown. */
export const isPruned = (paint: readonly PaintStroke[]): boolean =>
  hasPaint(paint, 'density') || hasPaint(paint, 'length');

/** Changes whenever a colour on the hair does. */
export function tintSignature({ products, paint }: Pick<TintedHair, 'products' | 'paint'>): number {
  let sum = 0;
  for (const id of products.ids()) {
    const { dye, red, green, blue } = products.get(id)!;
    for (let i = 0; i < dye.length; i++) sum += dye[i]! * (1 + red[i]! + 3 * green[i]! + 7 * blue[i]!) * (1 + 0.01 * i);
  }
  for (const { attribute, path } of paint) if (attribute === 'colour') sum += 1000 + path.length;
  return sum;
}

/** The colour painted on the skin at a point: what it gives over black and over white tells how much it covers. */
function skinTint(paint: readonly PaintStroke[], root: Vec3): readonly number[] {
  const over = paintedAt(paint, 'colour', [0, 0, 0], root);
  const fraction = 1 - (paintedAt(paint, 'colour', [1, 1, 1], root)[0] - over[0]);
  return [fraction, ...over];
}

/** Colour on a simulated strand, node by node. */
export type DyedStrand = Pick<StrandProducts, 's' | 'dye' | 'red' | 'green' | 'blue'>;

/** Dye of a strand at evenly spaced points, premultiplied so that it can be blended; null where there is none. */
function dyeAlong({ s, dye, red, green, blue }: DyedStrand, points: number): Float32Array | null {
  if (!dye.some((fraction) => fraction > 0)) return null;
  const out = new Float32Array(TINT * points);
  const last = s.length - 1;
  for (let j = 0, i = 0; j < points; j++) {
    const place = (s[last]! * j) / Math.max(1, points - 1);
    while (i < last - 1 && s[i + 1]! < place) i++;
    const edge = s[i + 1]! - s[i]!;
    const t = edge > 0 ? Math.min(1, Math.max(0, (place - s[i]!) / edge)) : 0;
    for (const [node, part] of [
      [i, 1 - t],
      [i + 1, t],
    ] as const) {
      const fraction = part * dye[node]!;
      out[TINT * j]! += fraction;
      out[TINT * j + 1]! += fraction * red[node]!;
      out[TINT * j + 2]! += fraction * green[node]!;
      out[TINT * j + 3]! += fraction * blue[node]!;
    }
  }
  return out;
}

/** Dye of simulated strands at so many points, each found once. */
class Dyes {
  readonly #found = new Map<string, Float32Array | null>();
  readonly #dyeOf: (id: number) => DyedStrand | undefined;

  constructor(dyeOf: (id: number) => DyedStrand | undefined) {
    this.#dyeOf = dyeOf;
  }

  of(id: number, points: number): Float32Array | null {
    const key = `${id} ${points}`;
    let dye = this.#found.get(key);
    if (dye === undefined) {
      const own = this.#dyeOf(id);
      dye = own ? dyeAlong(own, points) : null;
      this.#found.set(key, dye);
    }
    return dye;
  }
}

export interface TintedHair {
  readonly products: Products;
  /** Of the body that it grows on. */
  readonly paint: readonly PaintStroke[];
  /** As groomed. */
  readonly strands: Strands;
  readonly guides: Strands;
  readonly followed: Followed;
  /** Of all that is shown: grown strands, then those of pieces. */
  readonly first: Uint32Array;
  /** The fallen piece that each strand beyond the grown ones belongs to. */
  readonly pieces: readonly number[];
}

/** The colour on every shown point, TINT numbers each; null where hair has its own colour everywhere. */
export function tintsOf(hair: TintedHair): Float32Array | null {
  const { products, paint } = hair;
  if (!hasPaint(paint, 'colour') && tintSignature({ products, paint }) === 0) return null;
  return laidTints(hair, (id) => products.get(id));
}

/** The colour on every shown point where simulated strands have such dye and the skin is painted. */
export function laidTints(
  hair: Omit<TintedHair, 'products'>,
  dyeOf: (id: number) => DyedStrand | undefined,
): Float32Array {
  const { paint, strands, guides, followed, first, pieces } = hair;
  const isPainted = hasPaint(paint, 'colour');
  const dyes = new Dyes(dyeOf);
  const out = new Float32Array(TINT * first[first.length - 1]!);
  const own = strandCount(strands);
  for (let k = 0; k + 1 < first.length; k++) {
    const part = out.subarray(TINT * first[k]!, TINT * first[k + 1]!);
    const points = first[k + 1]! - first[k]!;
    if (k >= own) addWeighted(part, dyes.of(pieces[k - own]!, points), 1);
    else
      for (let n = 3 * k; n < 3 * k + 3; n++)
        addWeighted(part, dyes.of(guides.id[followed.guides[n]!]!, points), followed.weights[n]!);
    finish(part, isPainted && k < own ? skinTint(paint, at(strands.positions, strands.first[k]!)) : NO_TINT);
  }
  return out;
}

const NO_TINT: readonly number[] = [0, 0, 0, 0];

function addWeighted(sum: Float32Array, values: Float32Array | null, weight: number): void {
  if (values && weight > 0) for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + weight * values[i]!;
}

/** Lays premultiplied dye over what was painted on the skin and divides by the fraction. */
function finish(tints: Float32Array, skin: readonly number[]): void {
  for (let i = 0; i < tints.length; i += TINT) {
    const left = 1 - tints[i]!;
    const fraction = tints[i]! + left * skin[0]!;
    if (fraction <= 0) continue;
    tints[i] = fraction;
    for (let c = 1; c < TINT; c++) tints[i + c] = (tints[i + c]! + left * skin[c]!) / fraction;
  }
}
