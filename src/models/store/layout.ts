import { countOf, type Field, type FieldTable, type Owner, type StrandCounts } from './fields.ts';

/**
 * Where fields lie in a store's memory: field after field, what moves first, each strand after strand. Only this file knows.
 */
export interface Layout {
  /** Numbers in all. */
  readonly size: number;
  /** Numbers of the fields that move, but for those that follow from the others: the beginning. */
  readonly own: number;
  /** Numbers of all fields that move. */
  readonly moving: number;
  /** Of each field, in numbers. */
  readonly start: ReadonlyMap<string, number>;
  /** The first owner of each strand, by kind: one more than there are strands. */
  readonly first: Readonly<Record<Owner, Uint32Array>>;
}

export function layOut(table: FieldTable, strands: readonly StrandCounts[]): Layout {
  const first = Object.fromEntries(OWNERS.map((of) => [of, offsets(strands, of)])) as Record<Owner, Uint32Array>;
  const start = new Map<string, number>();
  let size = 0;
  const place = (isMeant: (field: Field) => boolean): void => {
    for (const [name, field] of Object.entries(table)) {
      if (!isMeant(field)) continue;
      start.set(name, size);
      size += field.size * first[field.of][strands.length]!;
    }
  };
  place(({ moves, follows }) => moves && !follows);
  const own = size;
  place(({ moves, follows }) => moves && follows === true);
  const movingSize = size;
  place(({ moves }) => !moves);
  return { size, own, moving: movingSize, start, first };
}

const OWNERS: readonly Owner[] = ['strand', 'node', 'edge', 'joint', 'element', 'quadrature'];

function offsets(strands: readonly StrandCounts[], of: Owner): Uint32Array {
  const first = new Uint32Array(strands.length + 1);
  strands.forEach((counts, k) => {
    first[k + 1] = first[k]! + countOf(counts, of);
  });
  return first;
}
