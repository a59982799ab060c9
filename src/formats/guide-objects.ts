import type { ScopedAttribute } from './scoped.ts';

/**
 * Guides and hair as objects of their own, as they are exported for Unreal: only the hair has closest guides and their
 * weights, often only the hair has widths and colours, and both may count their ids from 0.
 */

type Attributes = readonly ScopedAttribute[];

const named = (attributes: Attributes, name: string): ScopedAttribute | undefined =>
  attributes.find((attribute) => attribute.name === name);

const isGuides = (attributes: Attributes): boolean => named(attributes, 'isGuide')?.data.every((x) => x === 1) === true;

const constant = (like: ScopedAttribute, data: Float32Array): ScopedAttribute => ({ ...like, scope: 'constant', data });

/** Gives objects what they need not have: no weights to hair that follows no guide, the hair's mean look to guides. */
function withMissing(lists: readonly Attributes[]): Attributes[] {
  const models = ['guideWeights', 'radius', 'colour'].flatMap(
    (name) => lists.map((list) => named(list, name)).find((attribute) => attribute?.data instanceof Float32Array) ?? [],
  );
  return lists.map((list) => [
    ...list,
    ...models
      .filter(({ name }) => !named(list, name) && (name === 'guideWeights' || isGuides(list)))
      .map((model) => constant(model, model.name === 'guideWeights' ? new Float32Array(model.size) : meanOf(model))),
  ]);
}

function meanOf({ size, data }: ScopedAttribute): Float32Array {
  const sum = new Float64Array(size);
  for (let i = 0; i < data.length; i++) sum[i % size]! += data[i]!;
  return Float32Array.from(sum, (x) => (x * size) / Math.max(1, data.length));
}

/** Ids of guides that are also ids of hair are numbered anew, and the closest guides with them. */
function withOwnIds(
  lists: readonly Attributes[],
  strands: readonly number[],
  note: (sentence: string) => void,
): readonly Attributes[] {
  const ids = lists.map((list) => named(list, 'id'));
  const hasAll = ids.every((id, k) => id && id.size === 1 && id.data.length === strands[k]);
  if (!hasAll || !lists.some((list) => named(list, 'closestGuides'))) return lists;
  const total = strands.reduce((sum, count) => sum + count, 0);
  const all = new Set(ids.flatMap((id) => Array.from(id!.data)));
  if (all.size === total) return lists;
  const renumbered = new Map<number, number>();
  let guides = 0;
  let next = 0;
  const fresh = lists.map((list, k) => {
    const own = Int32Array.from(ids[k]!.data, () => next++);
    if (isGuides(list)) {
      guides += own.length;
      ids[k]!.data.forEach((id, s) => void renumbered.set(id, own[s]!));
    }
    return own;
  });
  if (guides === 0 || renumbered.size !== guides) return lists;
  note('guides and hair have the same ids: all strands are numbered anew, and their closest guides with them');
  return lists.map((list, k) =>
    list.map((attribute) => {
      if (attribute.name === 'id') return { ...attribute, scope: 'strand' as const, data: fresh[k]! };
      if (attribute.name !== 'closestGuides') return attribute;
      return { ...attribute, data: Int32Array.from(attribute.data, (id) => renumbered.get(id) ?? id) };
    }),
  );
}

/** The attributes of all objects of a file, so that they can be put together. `strands` are how many each object has. */
export function joinGuides(
  lists: readonly Attributes[],
  strands: readonly number[],
  note: (sentence: string) => void,
): readonly Attributes[] {
  if (lists.length < 2) return lists;
  return withOwnIds(withMissing(lists), strands, note);
}
