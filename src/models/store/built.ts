import { countOf, type FieldTable, type StrandCounts } from './fields.ts';

/**
 * Strands of a model as they were built, as plain data: what a later start takes instead of building them again. Most fields of
 * new strands are zero or the same as another, as the natural shape is the rest shape, and are told by that.
 */
export interface BuiltStrands {
  readonly ids: Uint32Array;
  /** Nodes, elements and quadrature points of each strand. */
  readonly counts: Uint32Array;
  /** Values; the name of an earlier field with the same bits; null for zeros. */
  readonly fields: Readonly<Record<string, Float64Array | string | null>>;
}

/** The fields of a store in few bytes. */
export function sparseFields(
  table: FieldTable,
  arrays: Readonly<Record<string, Float64Array>>,
): BuiltStrands['fields'] {
  const fields: Record<string, Float64Array | string | null> = {};
  const kept: string[] = [];
  for (const name of Object.keys(table)) {
    const values = arrays[name]!;
    const words = wordsOf(values);
    if (words.every((word) => word === 0)) fields[name] = null;
    else {
      const same = kept.find((other) => areSame(wordsOf(arrays[other]!), words));
      fields[name] = same ?? values.slice();
      if (same === undefined) kept.push(name);
    }
  }
  return fields;
}

/** All values of a field; undefined where the data are not those of the table. */
export function builtField({ fields }: BuiltStrands, name: string, size: number): Float64Array | null | undefined {
  const own = fields[name];
  const values = typeof own === 'string' ? fields[own] : own;
  if (values === null) return null;
  return values instanceof Float64Array && values.length === size ? values : undefined;
}

export function builtCounts({ ids, counts }: Pick<BuiltStrands, 'ids' | 'counts'>): StrandCounts[] {
  return Array.from(ids, (_, k) => ({
    nodes: counts[3 * k]!,
    elements: counts[3 * k + 1]!,
    quadrature: counts[3 * k + 2]!,
  }));
}

/** Whether they are strands of a table. */
export function isBuiltFor(table: FieldTable, built: BuiltStrands): boolean {
  const counts = builtCounts(built);
  return Object.entries(table).every(([name, { of, size }]) => {
    const count = counts.reduce((sum, one) => sum + countOf(one, of), 0);
    return builtField(built, name, size * count) !== undefined;
  });
}

/** Bits as words: zeros with a sign are not zero, and numbers that are none are compared too. */
const wordsOf = ({ buffer, byteOffset, length }: Float64Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, 2 * length);

export function areSame(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
