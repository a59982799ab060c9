import type { Strands } from '../strands/strands.ts';

/** Places along a strand at which its neighbours are looked for, as fractions of its points. */
const PLACES = [0.25, 0.5, 0.75, 1] as const;
/** Strands are neighbours where they come nearer than this many of their mean distances. */
const REACH = 1.5;

/** Which strands are near which: those of strand n are others[first[n]] .. others[first[n + 1]], by place in the list. */
export interface NearStrands {
  readonly first: Uint32Array;
  readonly others: Uint32Array;
}

/** Strands that are near each other as groomed, in the order of a list of ids. */
export function nearStrands(grooms: readonly Strands[], ids: Uint32Array): NearStrands {
  const place = new Map(Array.from(ids, (id, n) => [id, n]));
  const points: { n: number; x: readonly number[] }[] = [];
  for (const { id, first, positions } of grooms)
    id.forEach((one, k) => {
      for (const t of PLACES) {
        const i = first[k]! + Math.round(t * (first[k + 1]! - 1 - first[k]!));
        points.push({ n: place.get(one)!, x: [0, 1, 2].map((c) => positions[3 * i + c]!) });
      }
    });
  const sides = [0, 1, 2].map((c) => {
    const all = points.map(({ x }) => x[c]!);
    return all.reduce((most, x) => Math.max(most, x), -1e9) - all.reduce((least, x) => Math.min(least, x), 1e9);
  });
  // Hair lies about a surface as large as the two longest sides of its box.
  const [, b, a] = [...sides].sort((one, other) => one - other) as [number, number, number];
  const reach = REACH * Math.sqrt((a * Math.max(b, 1e-6)) / Math.max(ids.length, 1));
  // Cells that share a key only make more points be looked at.
  const cells = new Map<number, typeof points>();
  const cell = (x: number): number => Math.floor(x / reach);
  const keyOf = (x: number, y: number, z: number): number => x + 2053 * y + 4194319 * z;
  for (const point of points) {
    const key = keyOf(cell(point.x[0]!), cell(point.x[1]!), cell(point.x[2]!));
    const there = cells.get(key);
    if (there) there.push(point);
    else cells.set(key, [point]);
  }
  const near = Array.from(ids, () => new Set<number>());
  for (const { n, x } of points)
    for (let c = 0; c < 27; c++) {
      const [dx, dy, dz] = [(c % 3) - 1, (Math.floor(c / 3) % 3) - 1, Math.floor(c / 9) - 1];
      for (const other of cells.get(keyOf(cell(x[0]!) + dx, cell(x[1]!) + dy, cell(x[2]!) + dz)) ?? []) {
        const squared = x.reduce((sum, value, k) => sum + (value - other.x[k]!) * (value - other.x[k]!), 0);
        if (other.n !== n && squared < reach * reach) near[n]!.add(other.n);
      }
    }
  const first = new Uint32Array(ids.length + 1);
  near.forEach((others, n) => {
    first[n + 1] = first[n]! + others.size;
  });
  return { first, others: Uint32Array.from(near.flatMap((others) => [...others].sort((p, q) => p - q))) };
}

/** Pairs of near strands that are in different blocks. */
export function pairsBetween({ first, others }: NearStrands, block: ArrayLike<number>): number {
  let count = 0;
  for (let n = 0; n + 1 < first.length; n++)
    for (let e = first[n]!; e < first[n + 1]!; e++) if (others[e]! > n && block[n] !== block[others[e]!]) count++;
  return count;
}

/**
 * Strands of equal weight change blocks two by two as long as that leaves fewer pairs of near strands in different blocks (Pixar 12-03b, 4.4): what a swap saves
 * is (E_aB − E_aA) + (E_bA − E_bB) − 2 C_ab, E_aB being how many strands of block B are near a. Greedy: the best of those that stand first by
 * what each would save alone. Changes `block` in place; returns how many swaps were made.
 */
export function swapStrands(
  near: NearStrands,
  weight: ArrayLike<number>,
  block: Uint32Array,
  most = block.length,
): number {
  const { first, others } = near;
  /** What it saves if n alone goes to a block. */
  const saving = (n: number, to: number): number => {
    let saved = 0;
    for (let e = first[n]!; e < first[n + 1]!; e++)
      saved += block[others[e]!] === to ? 1 : block[others[e]!] === block[n] ? -1 : 0;
    return saved;
  };
  const isNear = (a: number, b: number): boolean => {
    for (let e = first[a]!; e < first[a + 1]!; e++) if (others[e] === b) return true;
    return false;
  };
  let swaps = 0;
  for (let isBetter = true; isBetter && swaps < most; ) {
    isBetter = false;
    for (let a = 0; a < block.length && swaps < most; a++) {
      const best = { b: -1, gain: 0 };
      for (const to of neighbourBlocks(a)) {
        const own = saving(a, to);
        if (own <= 0) continue;
        for (const b of candidates(to, block[a]!)) {
          if (weight[b] !== weight[a]) continue;
          const gain = own + saving(b, block[a]!) - (isNear(a, b) ? 2 : 0);
          if (gain > best.gain) Object.assign(best, { b, gain });
        }
      }
      if (best.b < 0) continue;
      [block[a], block[best.b]] = [block[best.b]!, block[a]!];
      swaps++;
      isBetter = true;
    }
  }
  return swaps;

  function neighbourBlocks(a: number): Set<number> {
    const found = new Set<number>();
    for (let e = first[a]!; e < first[a + 1]!; e++) if (block[others[e]!] !== block[a]) found.add(block[others[e]!]!);
    return found;
  }

  /** Strands of a block that are near one of another. */
  function candidates(of: number, other: number): number[] {
    const found: number[] = [];
    for (let n = 0; n < block.length; n++) {
      if (block[n] !== of) continue;
      for (let e = first[n]!; e < first[n + 1]!; e++)
        if (block[others[e]!] === other) {
          found.push(n);
          break;
        }
    }
    return found;
  }
}
