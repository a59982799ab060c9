import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';

/** Some strands of one groom, in an order of their own: those of a model, or of a block of a run. */
export interface StrandSource {
  readonly groom: number;
  readonly ids: Uint32Array;
  readonly first: Uint32Array;
}

/** Place of a strand in the document: groomed strands in the order of their grooms, then new ones by id. */
export type DocumentOrder = (id: number) => number;

export function documentOrder(grooms: readonly { readonly name: string; readonly guides: Strands }[]): DocumentOrder {
  const places = new Map<number, number>();
  for (const { name, guides } of grooms)
    for (const id of guides.id) {
      if (places.has(id))
        throw new InputError(
          'simulation/ids',
          `Strand ${id} of ${name} is there twice: ids are unique over all grooms.`,
        );
      places.set(id, places.size);
    }
  const count = places.size;
  return (id) => places.get(id) ?? count + id;
}

/** Numbers of nodes, so many each. */
export type NodeRows = Float64Array | Float32Array;

/** Numbers of a run of nodes: source, first node there, first node here, nodes. */
const RUN = 4;

/**
 * Strands of several sources as one set, groom after groom, each in the document's order: whatever sources they come from,
 * the order is the same. Runs of nodes that stay together are copied at once.
 */
export class StrandPacking {
  readonly ids: Uint32Array;
  readonly first: Uint32Array;
  /** Number of each strand's groom. */
  readonly groom: Uint16Array;
  /** Which source each strand comes from. */
  readonly source: Uint16Array;
  private readonly runs: Uint32Array;

  constructor(sources: readonly StrandSource[], order: DocumentOrder) {
    const strands = sources.flatMap(({ groom, ids, first }, source) =>
      Array.from(ids, (id, k) => ({ id, groom, source, place: order(id), from: first[k]!, to: first[k + 1]! })),
    );
    strands.sort((a, b) => a.groom - b.groom || a.place - b.place);
    this.ids = Uint32Array.from(strands, ({ id }) => id);
    this.groom = Uint16Array.from(strands, ({ groom }) => groom);
    this.source = Uint16Array.from(strands, ({ source }) => source);
    this.first = new Uint32Array(strands.length + 1);
    const runs: number[] = [];
    strands.forEach(({ source, from, to }, k) => {
      const node = this.first[k]!;
      this.first[k + 1] = node + to - from;
      const last = runs.length - RUN;
      if (last >= 0 && runs[last] === source && runs[last + 1]! + runs[last + 3]! === from)
        runs[last + 3]! += to - from;
      else runs.push(source, from, node, to - from);
    });
    this.runs = Uint32Array.from(runs);
  }

  get nodes(): number {
    return this.first[this.ids.length]!;
  }

  /** Whether the first source has all strands, in this order. */
  get isPlain(): boolean {
    return this.runs.length === 0 || (this.runs.length === RUN && this.runs[0] === 0 && this.runs[1] === 0);
  }

  /** Strands of a groom: from .. to. */
  range(groom: number): { readonly from: number; readonly to: number } {
    let from = 0;
    while (from < this.groom.length && this.groom[from]! < groom) from++;
    let to = from;
    while (to < this.groom.length && this.groom[to] === groom) to++;
    return { from, to };
  }

  /** Brings rows of so many numbers a node from the sources' order into this one. */
  gather<Rows extends NodeRows>(rows: readonly NodeRows[], size: number, out: Rows): Rows {
    const { runs } = this;
    for (let r = 0; r < runs.length; r += RUN) {
      const from = size * runs[r + 1]!;
      out.set(rows[runs[r]!]!.subarray(from, from + size * runs[r + 3]!), size * runs[r + 2]!);
    }
    return out;
  }
}
