import { conjugate, logMap, multiply, rotate } from '../../numeric/rotation.ts';
import { add, addScaled, at, subtract, type Vec3 } from '../../numeric/vector.ts';
import { InputError } from '../../strands/input-error.ts';
import type { Strands } from '../../strands/strands.ts';
import { locate } from '../store/cut.ts';
import { linkTurn } from './build.ts';
import type { OrientedRecord, OrientedStrand } from './fields.ts';
import type { Member } from './tree-loads.ts';

/**
 * Strands that grow on others: strand attributes `parent` (the id of the other, −1 for none) and `parentArc` (the arc length there).
 */
export interface Branching {
  /** Index of the strand that each grows on, −1 where it grows on none. */
  readonly parent: Int32Array;
  readonly arc: ArrayLike<number>;
}

/** Who grows on whom; null where nobody does. */
export function branchingOf({ id, strandAttributes }: Strands): Branching | null {
  const named = strandAttributes.get('parent')?.data;
  if (!named) return null;
  const arc = strandAttributes.get('parentArc')?.data ?? new Float32Array(id.length);
  const index = new Map(Array.from(id, (one, k) => [one, k]));
  const parent = Int32Array.from(named, (one, k) => {
    if (one < 0 || one === NONE) return -1;
    const found = index.get(one);
    if (found === undefined)
      throw new InputError('strands/parent', `Strand ${id[k]} grows on strand ${one}, which is not there; -1 is none.`);
    return found;
  });
  for (let k = 0; k < parent.length; k++) {
    let steps = 0;
    for (let p = parent[k]!; p >= 0; p = parent[p]!)
      if (++steps > parent.length)
        throw new InputError(
          'strands/parent',
          `Strand ${id[k]} grows on itself: follow its parents and it comes again.`,
        );
  }
  return { parent, arc };
}

/** -1 in an array of unsigned integers. */
const NONE = 4294967295;

/** Notes where a strand grows on another one, both in their groomed shape, with the joint there at rest. */
export function graft(strand: OrientedStrand, on: OrientedStrand, arc: number): void {
  const [edge] = locate(on, arc);
  const turn = linkTurn(on, edge);
  strand.parent[0] = on.id + 1;
  strand.parentArc[0] = arc;
  strand.parentPlace.set(rotate(conjugate(turn), subtract(at(strand.position, 0), at(on.position, edge))));
  strand.parentTurn.set(logMap(multiply(conjugate(turn), linkTurn(strand, 0))));
}

/** Strands as trees, trunks first: those that grow on a strand which is there, at an arc length that it has, are with it. */
export function growTrees(
  strands: readonly OrientedStrand[],
  firstLoad: ArrayLike<number>,
  row: ArrayLike<number>,
): readonly (readonly Member[])[] {
  const index = new Map(strands.map(({ id }, k) => [id, k]));
  const grown: number[][] = strands.map(() => []);
  const trunks: number[] = [];
  strands.forEach((strand, k) => {
    const on = strand.parent[0]! > 0 ? index.get(strand.parent[0]! - 1) : undefined;
    if (on === undefined) trunks.push(k);
    else grown[on]!.push(k);
  });
  return trunks.map((trunk) => {
    const members: Member[] = [];
    let links = 0;
    const put = (k: number, parent: number): void => {
      const strand = strands[k]!;
      const first = links;
      links += Math.max(0, strand.nodes - 1);
      members.push({ strand, k, first, parent, firstLoad: firstLoad[k]!, row: row[k]! });
      for (const child of grown[k]!) put(child, first + locate(strand, strands[child]!.parentArc[0]!)[0]);
    };
    put(trunk, -1);
    return members;
  });
}

/** Weight of strands and of all that grows on them, with what it turns about the origin: force and moment. */
export interface Weight {
  force: Vec3;
  moment: Vec3;
}

export const addWeight = (a: Weight, b: Weight): Weight => ({
  force: add(a.force, b.force),
  moment: add(a.moment, b.moment),
});

/** Weight of one strand. */
export function weightOf({ nodes, mass, position }: OrientedStrand, gravity: Vec3): Weight {
  let sum: Weight = { force: [0, 0, 0], moment: [0, 0, 0] };
  for (let e = 0; e + 1 < nodes; e++) {
    const x = addScaled(at(position, e), subtract(at(position, e + 1), at(position, e)), 0.5);
    const f: Vec3 = [mass[e]! * gravity[0], mass[e]! * gravity[1], mass[e]! * gravity[2]];
    const moment: Vec3 = [x[1] * f[2] - x[2] * f[1], x[2] * f[0] - x[0] * f[2], x[0] * f[1] - x[1] * f[0]];
    sum = addWeight(sum, { force: f, moment });
  }
  return sum;
}

/** Where on a strand others grow, and what they weigh with all that grows on them. */
export interface Burden {
  readonly arc: number;
  readonly weight: Weight;
}

/** All strands of a groom that are built together: who grows on whom, each as it is before it is balanced. */
export class Family {
  private readonly branching: Branching | null;
  private readonly make: (k: number) => OrientedRecord;
  private readonly made: (OrientedRecord | undefined)[] = [];
  private readonly grown: number[][];

  constructor(strands: Strands, make: (k: number) => OrientedRecord) {
    this.branching = branchingOf(strands);
    this.make = make;
    this.grown = Array.from(strands.id, () => []);
    this.branching?.parent.forEach((p, k) => {
      if (p >= 0) this.grown[p]!.push(k);
    });
  }

  /** A strand for its own use, grafted where it grows on another. */
  build(k: number): OrientedRecord {
    const strand = this.make(k);
    const on = this.branching?.parent[k] ?? -1;
    if (on >= 0 && strand.nodes > 1) graft(strand, this.known(on), this.branching!.arc[k]!);
    return strand;
  }

  private known(k: number): OrientedRecord {
    this.made[k] ??= this.make(k);
    return this.made[k];
  }

  burdensOf(k: number, gravity: Vec3): Burden[] {
    return this.grown[k]!.map((child) => ({ arc: this.branching!.arc[child]!, weight: this.whole(child, gravity) }));
  }

  private whole(k: number, gravity: Vec3): Weight {
    return this.grown[k]!.reduce(
      (sum, child) => addWeight(sum, this.whole(child, gravity)),
      weightOf(this.known(k), gravity),
    );
  }
}

/** A strand was cut: what grew on the piece grows on that from now on, at its arc length there. */
export function regraft(strands: readonly OrientedStrand[], id: number, s: number, newId: number): void {
  const piece = strands.find((strand) => strand.id === newId);
  for (const strand of strands) {
    if (strand.parent[0] !== id + 1) continue;
    const arc = strand.parentArc[0]!;
    const on = arc > s ? piece : strands.find((one) => one.id === id);
    if (!on) continue;
    strand.parent[0] = on.id + 1;
    strand.parentArc[0] = arc > s ? arc - s : arc;
    // The link may have become two.
    const [edge] = locate(on, strand.parentArc[0]);
    const arm = subtract(at(strand.position, 0), at(on.position, edge));
    strand.parentPlace.set(rotate(conjugate(linkTurn(on, edge)), arm));
  }
}
