import type { NodeFactor } from '../models/model.ts';
import type { Changes } from './changes.ts';
import { FACTORS, type Factor, type Products, type StrandProducts } from './products.ts';
import type { SalonSettings } from './settings.ts';
import type { EditableStrands } from './tool.ts';

/** What the products on a node make of it. */
export function factorsAt(own: StrandProducts, i: number, settings: SalonSettings): Readonly<Record<Factor, number>> {
  const wet = own.wet[i]!;
  // What is left of a lock weighs and bears as much as its hairs.
  const left = 1 - own.thin[i]!;
  return {
    mass: left * (1 + settings.waterMass * wet),
    stiffness: left * (1 - settings.waterSoftening * wet) * (1 + settings.sprayStiffening * own.spray[i]!),
    thickness:
      Math.sqrt(left) *
      (1 - own.squeeze[i]!) *
      (1 - settings.waterThinning * wet) *
      (1 + settings.mousseThickening * own.mousse[i]!),
  };
}

/** Smaller changes than this wait, so that a drying clump is not edited in every step; the ends 0 and 1 do not wait. */
const NOTICEABLE = 0.004;

/**
 * Tells models what the products on their strands do. Every block notes it for all strands; each tells its own.
 * Returns whether any strand changed.
 */
export function applyProducts(
  products: Products,
  changes: Changes,
  settings: SalonSettings,
  strands: EditableStrands,
  isOwn: (id: number) => boolean,
): boolean {
  const changed: StrandProducts[] = [];
  let hasChanged = false;
  for (const id of [...changes.dirty].sort((a, b) => a - b)) {
    const own = products.get(id);
    if (!own || !isNoticeable(own, settings)) continue;
    for (let i = 0; i < own.s.length; i++) {
      const factors = factorsAt(own, i, settings);
      for (const factor of FACTORS) own.applied[factor][i] = factors[factor];
    }
    hasChanged = true;
    if (isOwn(id)) changed.push(own);
  }
  if (changed.length === 0) return hasChanged;
  const column = (factor: Factor): Float64Array =>
    Float64Array.from(changed.flatMap(({ applied }) => Array.from(applied[factor])));
  strands.edit(
    Uint32Array.from(changed, (own) => own.id),
    { mass: column('mass'), stiffness: column('stiffness'), thickness: column('thickness') },
  );
  return hasChanged;
}

function isNoticeable(own: StrandProducts, settings: SalonSettings): boolean {
  for (let i = 0; i < own.s.length; i++) {
    const factors = factorsAt(own, i, settings);
    for (const factor of FACTORS) {
      const change = Math.abs(factors[factor] - own.applied[factor][i]!);
      if (change > NOTICEABLE * factors[factor]) return true;
      if (change > 0 && (own.wet[i] === 0 || own.wet[i] === 1)) return true;
    }
  }
  return false;
}

/** Tells a model which rest shapes are to change, and which lengths. */
export function applyShapes(
  products: Products,
  changes: Changes,
  strands: EditableStrands,
  isOwn: (id: number) => boolean,
): void {
  applyFractions(changes.shapeReset, isOwn, (ids, shapeReset) => strands.edit(ids, { shapeReset }));
  applyFractions(changes.shapeSet, isOwn, (ids, shapeSet) => strands.edit(ids, { shapeSet }));
  const rest = Uint32Array.from([...changes.rest].filter(isOwn).sort((a, b) => a - b));
  if (rest.length > 0) strands.edit(rest, { restFromShape: true });
  const lengths = new Map<number, Float64Array>();
  for (const [id, length] of changes.lengths)
    lengths.set(id, new Float64Array(products.get(id)!.s.length).fill(length));
  applyFractions(lengths, isOwn, (ids, lengthen) => strands.edit(ids, { lengthen }));
}

function applyFractions(
  fractions: ReadonlyMap<number, Float64Array>,
  isOwn: (id: number) => boolean,
  apply: (ids: Uint32Array, factor: NodeFactor) => void,
): void {
  const own = [...fractions].filter(([id]) => isOwn(id)).sort((a, b) => a[0] - b[0]);
  if (own.length === 0) return;
  const all = new Float64Array(own.reduce((sum, [, values]) => sum + values.length, 0));
  let offset = 0;
  for (const [, values] of own) {
    all.set(values, offset);
    offset += values.length;
  }
  apply(
    Uint32Array.from(own, ([id]) => id),
    all,
  );
}
