import { hashUnit } from '../numeric/random.ts';
import type { Products } from '../salon/products.ts';
import { type Strands, strandCount } from '../strands/strands.ts';
import type { Hair } from './groom.ts';
import type { SimulatedHair } from './live-hair.ts';

/** Places along a strand at which thinning is compared: a centimetre or two of long hair. */
const PLACES = 24;

export interface ThinnedHair {
  readonly hair: Pick<Hair, 'followed' | 'strands'>;
  readonly guides: Strands;
  readonly simulation: Pick<SimulatedHair, 'salon'>;
}

type Thin = Pick<NonNullable<ReturnType<Products['get']>>, 's' | 'thin' | 'length'>;

const thinOf = ({ simulation: { salon } }: ThinnedHair, id: number): Thin | undefined => salon?.products.get(id);

/** Thinning only ever takes more, and most at the tip. */
const most = (strand: Thin | undefined): number => strand?.thin[strand.thin.length - 1] ?? 0;

export const isThinned = (hair: ThinnedHair): boolean => hair.guides.id.some((id) => most(thinOf(hair, id)) > 0);

/** Changes whenever shears have taken something. */
export const thinSignature = (hair: ThinnedHair): number =>
  hair.guides.id.reduce((sum, id) => sum + (thinOf(hair, id)?.thin.reduce((all, one) => all + one, 0) ?? 0), 0);

/** What is left of every strand that follows guides, as a fraction: each has its lot, and ends where more than that was taken. */
export function thinnedFractions(thinned: ThinnedHair, groomed: Float64Array): Float32Array {
  const { hair, guides } = thinned;
  const { followed, strands } = hair;
  const along = Array.from(guides.id, (id, g) => sampled(thinOf(thinned, id), groomed[guides.first[g + 1]! - 1]!));
  return Float32Array.from({ length: strandCount(strands) }, (_, k) => {
    const lot = hashUnit(strands.id[k]!, 93);
    for (let j = 0; j < PLACES; j++) {
      let taken = 0;
      for (let n = 3 * k; n < 3 * k + 3; n++) taken += followed.weights[n]! * (along[followed.guides[n]!]?.[j] ?? 0);
      if (taken > lot) return j / (PLACES - 1);
    }
    return 1;
  });
}

/** Thinning at even places along a guide as it was groomed; null where there is none. */
function sampled(strand: Thin | undefined, groomed: number): Float64Array | null {
  if (!strand || most(strand) === 0) return null;
  const last = strand.s.length - 1;
  let i = 0;
  return Float64Array.from({ length: PLACES }, (_, j) => {
    const s = (strand.length * groomed * j) / (PLACES - 1);
    while (i < last && strand.s[i]! < s) i++;
    return strand.thin[i]!;
  });
}
