import type { HairState } from '../interaction.ts';

/** Which strand every node belongs to; made again only when strands come, go or are cut. */
export class Topology {
  ids: Uint32Array = new Uint32Array(0);
  first: Uint32Array = new Uint32Array(1);
  /** Strand of each node. */
  strand: Uint32Array = new Uint32Array(0);
  /** Strands in the order of their ids. */
  byId: Uint32Array = new Uint32Array(0);
  private index: Map<number, number> = new Map();

  /** Whether the strands are other than before. */
  update(hair: HairState): boolean {
    if (sameWords(hair.ids, this.ids) && sameWords(hair.first, this.first)) return false;
    this.ids = hair.ids.slice();
    this.first = hair.first.slice();
    this.strand = new Uint32Array(hair.first[hair.first.length - 1]!);
    for (let k = 0; k < hair.ids.length; k++) this.strand.fill(k, hair.first[k]!, hair.first[k + 1]!);
    this.byId = Uint32Array.from(hair.ids.keys()).sort((a, b) => hair.ids[a]! - hair.ids[b]!);
    this.index = new Map(Array.from(hair.ids, (id, k) => [id, k]));
    return true;
  }

  /** Node `number` of the strand `id`; -1 where there is none. */
  node(id: number, number: number): number {
    const k = this.index.get(id);
    if (k === undefined || number >= this.first[k + 1]! - this.first[k]!) return -1;
    return this.first[k]! + number;
  }

  strandOf(id: number): number {
    return this.index.get(id) ?? -1;
  }
}

function sameWords(a: Uint32Array, b: Uint32Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
