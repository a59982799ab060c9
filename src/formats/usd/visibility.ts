import { textOf, type UsdPrim, type UsdProperty } from './types.ts';

/** Purposes that no picture shows unless it is asked for. */
const NOT_SHOWN = ['guide', 'proxy'];

/** Tokens of a property: its value, or those of all samples. */
function tokensOf(property: UsdProperty | undefined): (string | undefined)[] {
  if (!property) return [];
  if (property.times.length === 0) return [textOf(property.value)];
  return Array.from({ length: property.times.length }, (_, k) => textOf(property.sample(k)));
}

/** Why a prim is not shown, in words that follow "is"; undefined where it is. What is hidden at times is shown throughout. */
export function hiddenBy(prim: UsdPrim): string | undefined {
  if (!prim.isDefined) return 'defined nowhere (over)';
  let purpose: string | undefined;
  for (let at: UsdPrim | undefined = prim; at; at = at.parent) {
    const visibility = tokensOf(at.properties.get('visibility'));
    if (visibility.length > 0 && visibility.every((token) => token === 'invisible')) return 'invisible';
    purpose ??= textOf(at.properties.get('purpose')?.value);
  }
  return purpose !== undefined && NOT_SHOWN.includes(purpose) ? `for the purpose "${purpose}" alone` : undefined;
}
