import type { HairState } from '../contact/interaction.ts';
import { at, mix, normalize, subtract, type Vec3 } from '../numeric/vector.ts';

/** A place on a strand as the first node of its edge and the fraction towards the next. */
export interface Place {
  readonly node: number;
  readonly fraction: number;
}

/** Looking things up in the state of all strands. */
export class HairView {
  readonly hair: HairState;
  /** Place of every id in the hair's order. */
  readonly place: ReadonlyMap<number, number>;

  constructor(hair: HairState, before?: HairView) {
    this.hair = hair;
    this.place = before && sameIds(before.hair.ids, hair.ids) ? before.place : indexOf(hair.ids);
  }

  /** The same hair with these strands alone, in the same order. */
  only(ids: ReadonlySet<number>): HairView {
    const { hair } = this;
    const kept = Array.from(hair.ids, (_, k) => k).filter((k) => ids.has(hair.ids[k]!));
    const nodes = kept.flatMap((k) =>
      Array.from({ length: hair.first[k + 1]! - hair.first[k]! }, (_, i) => hair.first[k]! + i),
    );
    const first = new Uint32Array(kept.length + 1);
    kept.forEach((k, n) => {
      first[n + 1] = first[n]! + hair.first[k + 1]! - hair.first[k]!;
    });
    const each = (values: Float64Array): Float64Array => Float64Array.from(nodes, (i) => values[i]!);
    const rows = (values: Float64Array): Float64Array =>
      Float64Array.from({ length: 3 * nodes.length }, (_, c) => values[3 * nodes[(c / 3) | 0]! + (c % 3)]!);
    return new HairView({
      ...hair,
      ids: Uint32Array.from(kept, (k) => hair.ids[k]!),
      first,
      position: rows(hair.position),
      velocity: rows(hair.velocity),
      s: each(hair.s),
      inverseMass: each(hair.inverseMass),
      radius: each(hair.radius),
      ...(hair.groom ? { groom: Uint16Array.from(kept, (k) => hair.groom![k]!) } : {}),
    });
  }

  locate(k: number, s: number): Place {
    const { first, s: places } = this.hair;
    let low = first[k]!;
    let high = first[k + 1]! - 1;
    if (high <= low) return { node: low, fraction: 0 };
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (places[middle]! <= s) low = middle;
      else high = middle;
    }
    const fraction = (s - places[low]!) / (places[low + 1]! - places[low]!);
    return { node: low, fraction: fraction < 0 ? 0 : fraction > 1 ? 1 : fraction };
  }

  pointAt({ node, fraction }: Place): Vec3 {
    const { position } = this.hair;
    return fraction === 0 ? at(position, node) : mix(at(position, node), at(position, node + 1), fraction);
  }

  velocityAt({ node, fraction }: Place): Vec3 {
    const { velocity } = this.hair;
    return fraction === 0 ? at(velocity, node) : mix(at(velocity, node), at(velocity, node + 1), fraction);
  }

  /** Whether the place is held: between two held nodes, or at one. */
  isHeldAt({ node, fraction }: Place): boolean {
    const { inverseMass } = this.hair;
    return inverseMass[node] === 0 && (fraction === 0 || inverseMass[node + 1] === 0);
  }

  /** Length of hair that a node of strand k stands for. */
  spanAt(k: number, { node, fraction }: Place): number {
    const { s, first } = this.hair;
    const i = fraction < 0.5 ? node : node + 1;
    return 0.5 * (s[Math.min(i + 1, first[k + 1]! - 1)]! - s[Math.max(i - 1, first[k]!)]!);
  }

  /** Unit tangent of an edge. */
  tangentAt({ node }: Place): Vec3 {
    return normalize(subtract(at(this.hair.position, node + 1), at(this.hair.position, node)));
  }

  /** The first node of a rooted strand is held. */
  isRooted(k: number): boolean {
    return this.hair.inverseMass[this.hair.first[k]!] === 0;
  }

  length(k: number): number {
    return this.hair.s[this.hair.first[k + 1]! - 1]!;
  }

  /** Places in the hair's order by rising id: the order in which everything that counts is done. */
  byId(): number[] {
    const { ids } = this.hair;
    const order = Array.from(ids, (_, k) => k);
    for (let k = 1; k < ids.length; k++) if (ids[k]! < ids[k - 1]!) return order.sort((a, b) => ids[a]! - ids[b]!);
    return order;
  }
}

function sameIds(a: Uint32Array, b: Uint32Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

const indexOf = (ids: Uint32Array): Map<number, number> => new Map(Array.from(ids, (id, k) => [id, k]));
