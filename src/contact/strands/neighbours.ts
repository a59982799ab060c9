import { packArrays, unpackArrays } from '../../models/snapshot.ts';
import { hashUnit } from '../../numeric/random.ts';
import type { HairState } from '../interaction.ts';
import { Capsules } from './capsules.ts';
import { PairList } from './pair-list.ts';
import { PairSearch } from './pair-search.ts';
import type { ContactParameters } from './parameters.ts';
import type { Segments } from './segments.ts';
import type { Topology } from './topology.ts';

/**
 * Which strands may touch at all (Pixar 12-03b, 4.2): those that are near each other at enough points, and of these the fraction that
 * is near at most points; chance decides between equals. A strand's strongest neighbour is never left out. Found in the groom, and
 * anew as often as asked.
 *
 * The paper thins by chance. On a curly head (594 pairs of 60 strands) half of them by chance changed the volume by 5.8 %, and
 * twice the stiffness of those that were left by 5.1 %: strands sink into each other where their pair is gone, however hard
 * others push. The half that is near at most points has 85 % of all near points, and the volume changed by 2.7 %.
 */
export class Neighbours {
  /** Pairs of strand ids, lower place in the document first. */
  edges: Uint32Array = new Uint32Array(0);
  /** How many times the neighbours were found anew. */
  private epoch = 0;
  private known: Uint32Array | null = null;
  /** Lower strand times all strands plus the higher one, sorted. */
  private keys: Float64Array = new Float64Array(0);
  private strands = 0;

  build(hair: HairState, segments: Segments, parameters: ContactParameters): void {
    const counts = countNear(hair, segments, parameters.pairReach);
    const strongest = new Uint32Array(hair.ids.length);
    for (const [i, j, n] of counts) {
      strongest[i] = Math.max(strongest[i]!, n);
      strongest[j] = Math.max(strongest[j]!, n);
    }
    const near = counts.filter(([, , n]) => n >= parameters.pairCount);
    const chance = near.map(([i, j]) => hashUnit(hair.ids[i]!, hair.ids[j]!, parameters.seed));
    const ranked = Array.from(near.keys()).sort((a, b) => near[b]![2] - near[a]![2] || chance[a]! - chance[b]!);
    const isKept = new Uint8Array(near.length);
    for (const e of ranked.slice(0, Math.ceil(parameters.pairFraction * near.length))) isKept[e] = 1;
    this.edges = Uint32Array.from(
      near.flatMap(([i, j, n], e) =>
        isKept[e] || n === strongest[i] || n === strongest[j] ? [hair.ids[i]!, hair.ids[j]!] : [],
      ),
    );
    this.known = null;
  }

  /** Finds the neighbours anew when it is time to, and the places that strands now have. */
  update(hair: HairState, topology: Topology, segments: Segments, parameters: ContactParameters): void {
    // Round-off of a time just before a multiple must not decide.
    const epoch = parameters.pairRefresh > 0 ? Math.floor(hair.time / parameters.pairRefresh + 1e-6) : this.epoch;
    if (epoch !== this.epoch) this.build(hair, segments, parameters);
    this.epoch = epoch;
    if (this.known !== topology.ids) this.index(topology);
  }

  private index(topology: Topology): void {
    this.known = topology.ids;
    this.strands = topology.ids.length;
    const keys: number[] = [];
    for (let e = 0; e < this.edges.length; e += 2) {
      const i = topology.strandOf(this.edges[e]!);
      const j = topology.strandOf(this.edges[e + 1]!);
      if (i >= 0 && j >= 0) keys.push(Math.min(i, j) * this.strands + Math.max(i, j));
    }
    this.keys = Float64Array.from(keys).sort();
  }

  /** Whether strands i and j may touch. */
  has(i: number, j: number): boolean {
    const { keys } = this;
    const key = Math.min(i, j) * this.strands + Math.max(i, j);
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return keys[low] === key;
  }

  snapshot(): Uint8Array {
    return packArrays([Uint32Array.of(this.epoch, ...this.edges)]);
  }

  restore(snapshot: Uint8Array): void {
    const [numbers] = unpackArrays(snapshot) as [Uint32Array];
    this.epoch = numbers[0]!;
    this.edges = numbers.slice(1);
    this.known = null;
  }
}

/** Pairs of strands with the number of their kept points that are near each other, by first and second strand. */
function countNear(hair: HairState, segments: Segments, reach: number): (readonly [number, number, number])[] {
  const strands = hair.ids.length;
  const nodes: number[][] = Array.from(hair.ids, () => []);
  for (let p = 0; p < segments.count; p++) {
    const own = nodes[segments.strand[p]!]!;
    if (own.length === 0) own.push(segments.start[p]!);
    own.push(segments.end[p]!);
  }
  const first = new Uint32Array(strands + 1);
  nodes.forEach((own, k) => {
    first[k + 1] = first[k]! + own.length;
  });
  const points = new Capsules();
  points.begin(first);
  nodes.flat().forEach((i, n) => {
    points.write(n, hair.position, hair.position, 0, 3 * i, 3 * i, reach * hair.radius[i]!);
  });
  const strandOf = Uint32Array.from(nodes.flatMap((own, k) => own.map(() => k)));
  const counts = new Map<number, number>();
  const pairs = new PairSearch().find(points, new PairList());
  for (let n = 0; n < pairs.count; n++) {
    const key = strandOf[pairs.first[n]!]! * strands + strandOf[pairs.second[n]!]!;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Array.from(counts)
    .sort((a, b) => a[0] - b[0])
    .map(([key, n]) => [Math.floor(key / strands), key % strands, n] as const);
}
