import type { HairState } from '../contact/interaction.ts';
import type { PackedArray } from '../models/snapshot.ts';

/**
 * What is on the hair, node by node, each 0..1: water, spray, mousse, how far heat has set the shape, and dye with its
 * colour, how many hairs of the lock thinning shears have taken, and how much
 * an up-do squeezes it. Kept by (id, arc length), so that it outlives cuts.
 */
export const PRODUCTS = ['wet', 'spray', 'mousse', 'heat', 'dye', 'red', 'green', 'blue', 'thin', 'squeeze'] as const;
export type Product = (typeof PRODUCTS)[number];

/** What products do to a node of a strand, as factors: each is 1 where nothing is on it. */
export const FACTORS = ['mass', 'stiffness', 'thickness'] as const;
export type Factor = (typeof FACTORS)[number];

export type StrandProducts = {
  readonly id: number;
  /** Arc length of each node. */
  s: Float64Array;
  /** Length as a multiple of what was grown. */
  length: number;
  /** The factors that the model was last given, one a node. */
  readonly applied: Record<Factor, Float64Array>;
} & { [product in Product]: Float64Array };

function makeStrandProducts(id: number, s: Float64Array): StrandProducts {
  const ones = (): Float64Array => new Float64Array(s.length).fill(1);
  const applied = { mass: ones(), stiffness: ones(), thickness: ones() };
  const made: Record<string, unknown> = { id, s, length: 1, applied };
  for (const product of PRODUCTS) made[product] = new Float64Array(s.length);
  return made as StrandProducts;
}

/** Products of all strands that have any. */
export class Products {
  private strands = new Map<number, StrandProducts>();

  get(id: number): StrandProducts | undefined {
    return this.strands.get(id);
  }

  /** The products of strand k, made where there were none. */
  open(hair: HairState, k: number): StrandProducts {
    const id = hair.ids[k]!;
    let own = this.strands.get(id);
    if (!own) {
      own = makeStrandProducts(id, hair.s.slice(hair.first[k]!, hair.first[k + 1]!));
      this.strands.set(id, own);
    }
    return own;
  }

  clear(): void {
    this.strands.clear();
  }

  /** Rising ids. */
  ids(): number[] {
    return [...this.strands.keys()].sort((a, b) => a - b);
  }

  /** Follows the nodes of the hair: strands that are gone are forgotten, others have one value a node. */
  follow(hair: HairState, place: ReadonlyMap<number, number>): void {
    for (const [id, own] of this.strands) {
      const k = place.get(id);
      if (k === undefined) {
        this.strands.delete(id);
        continue;
      }
      const nodes = hair.s.subarray(hair.first[k]!, hair.first[k + 1]!);
      if (nodes.length === own.s.length) own.s.set(nodes);
      else this.strands.set(id, resampled(own, nodes.slice()));
    }
  }

  /** Shares a strand's products between both parts of a cut: nothing is lost and nothing moves. */
  cut(id: number, s: number, newId: number): void {
    const own = this.strands.get(id);
    if (!own) return;
    const before = own.s.filter((place) => place < s - 1e-9);
    const after = own.s.filter((place) => place > s + 1e-9);
    this.strands.set(id, resampled(own, Float64Array.of(...before, s)));
    const piece = resampled(own, Float64Array.of(s, ...after), newId);
    for (let i = 0; i < piece.s.length; i++) piece.s[i] = piece.s[i]! - s;
    this.strands.set(newId, piece);
  }

  arrays(): PackedArray[] {
    const ids = this.ids();
    const out: PackedArray[] = [Uint32Array.from(ids)];
    for (const id of ids) {
      const own = this.strands.get(id)!;
      out.push(own.s, Float64Array.of(own.length));
      out.push(...FACTORS.map((factor) => own.applied[factor]), ...PRODUCTS.map((product) => own[product]));
    }
    return out;
  }

  /** Takes over what `arrays` gave, from entry `at` on; returns the entry after it. */
  takeArrays(arrays: readonly PackedArray[], at: number): number {
    const ids = arrays[at] as Uint32Array;
    let next = at + 1;
    this.strands = new Map();
    for (const id of ids) {
      const own = makeStrandProducts(id, arrays[next++] as Float64Array);
      own.length = arrays[next++]![0]!;
      for (const factor of FACTORS) own.applied[factor] = arrays[next++] as Float64Array;
      for (const product of PRODUCTS) own[product] = arrays[next++] as Float64Array;
      this.strands.set(id, own);
    }
    return next;
  }
}

/** The factor of thickness that the model was last given for the node at or beyond s. */
export function appliedThickness({ s: places, applied }: StrandProducts, s: number): number {
  let i = 0;
  while (i < places.length - 1 && places[i]! < s) i++;
  return applied.thickness[i] ?? 1;
}

/** The same products at other arc lengths; equal values where the places are equal. */
function resampled(own: StrandProducts, s: Float64Array, id = own.id): StrandProducts {
  const next = makeStrandProducts(id, s);
  next.length = own.length;
  for (let i = 0; i < s.length; i++) {
    const [node, fraction] = locate(own.s, s[i]!);
    const mix = (values: Float64Array): number =>
      fraction === 0 ? values[node]! : (1 - fraction) * values[node]! + fraction * values[node + 1]!;
    for (const product of PRODUCTS) next[product][i] = mix(own[product]);
    for (const factor of FACTORS) next.applied[factor][i] = mix(own.applied[factor]);
  }
  return next;
}

/** Node and fraction of an arc length among rising places. */
function locate(places: Float64Array, s: number): readonly [number, number] {
  const last = places.length - 1;
  if (s <= places[0]!) return [0, 0];
  if (s >= places[last]!) return [last, 0];
  let node = 0;
  while (places[node + 1]! <= s) node++;
  return [node, (s - places[node]!) / (places[node + 1]! - places[node]!)];
}
