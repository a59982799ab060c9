import type { NodeFactor, StrandDynamics } from '../models/model.ts';
import type { Changes } from './changes.ts';
import type { Products, StrandProducts } from './products.ts';
import type { SalonSettings } from './settings.ts';

/** Factors of mass, stiffness and thickness at a node. */
export function factorsAt(own: StrandProducts, i: number, settings: SalonSettings): readonly [number, number, number] {
  const wet = own.wet[i]!;
  return [
    1 + settings.waterMass * wet,
    1 + settings.sprayStiffening * own.spray[i]!,
    (1 - settings.waterThinning * wet) * (1 + settings.mousseThickening * own.mousse[i]!),
  ];
}

/** Smaller changes than this wait, so that a drying lock is not edited in every step; the ends 0 and 1 do not wait. */
const NOTICEABLE = 0.004;

/**
 * Tells a model what the products on its strands do. Every block notes what all are told; each tells its own strands.
 * Returns whether anybody was told anything.
 */
export function tellProducts(
  products: Products,
  changes: Changes,
  settings: SalonSettings,
  dynamics: StrandDynamics,
  isOwn: (id: number) => boolean,
): boolean {
  const news: StrandProducts[] = [];
  let hasNews = false;
  for (const id of [...changes.dirty].sort((a, b) => a - b)) {
    const own = products.get(id);
    if (!own || !isNews(own, settings)) continue;
    for (let i = 0; i < own.s.length; i++) own.told.set(factorsAt(own, i, settings), 3 * i);
    hasNews = true;
    if (isOwn(id)) news.push(own);
  }
  if (news.length === 0) return hasNews;
  const column = (c: number): Float64Array =>
    Float64Array.from(news.flatMap((own) => Array.from(own.s, (_, i) => own.told[3 * i + c]!)));
  dynamics.edit(
    Uint32Array.from(news, (own) => own.id),
    { mass: column(0), stiffness: column(1), thickness: column(2) },
  );
  return hasNews;
}

function isNews(own: StrandProducts, settings: SalonSettings): boolean {
  for (let i = 0; i < own.s.length; i++) {
    const factors = factorsAt(own, i, settings);
    for (let c = 0; c < 3; c++) {
      const change = Math.abs(factors[c]! - own.told[3 * i + c]!);
      if (change > NOTICEABLE * factors[c]!) return true;
      if (change > 0 && (own.wet[i] === 0 || own.wet[i] === 1)) return true;
    }
  }
  return false;
}

/** Tells a model which rest shapes are to change, and which lengths. */
export function tellShapes(
  products: Products,
  changes: Changes,
  dynamics: StrandDynamics,
  isOwn: (id: number) => boolean,
): void {
  tellShares(changes.shapeReset, isOwn, (ids, shapeReset) => dynamics.edit(ids, { shapeReset }));
  tellShares(changes.shapeSet, isOwn, (ids, shapeSet) => dynamics.edit(ids, { shapeSet }));
  const rest = Uint32Array.from([...changes.rest].filter(isOwn).sort((a, b) => a - b));
  if (rest.length > 0) dynamics.edit(rest, { restFromShape: true });
  const lengths = new Map<number, Float64Array>();
  for (const [id, length] of changes.lengths)
    lengths.set(id, new Float64Array(products.get(id)!.s.length).fill(length));
  tellShares(lengths, isOwn, (ids, lengthen) => dynamics.edit(ids, { lengthen }));
}

function tellShares(
  shares: ReadonlyMap<number, Float64Array>,
  isOwn: (id: number) => boolean,
  tell: (ids: Uint32Array, factor: NodeFactor) => void,
): void {
  const own = [...shares].filter(([id]) => isOwn(id)).sort((a, b) => a[0] - b[0]);
  if (own.length === 0) return;
  const all = new Float64Array(own.reduce((sum, [, values]) => sum + values.length, 0));
  let offset = 0;
  for (const [, values] of own) {
    all.set(values, offset);
    offset += values.length;
  }
  tell(
    Uint32Array.from(own, ([id]) => id),
    all,
  );
}
