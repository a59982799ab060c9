import type { NodeFactor, StrandCut, StrandEdit } from '../models/model.ts';
import type { EditableStrands } from '../salon/tool.ts';
import type { SimulatedGroom } from './groom.ts';

/** The strands of all grooms of a block as tools change them: each change goes to the model that has the strand. */
export class StrandEditor implements EditableStrands {
  private readonly grooms: readonly SimulatedGroom[];
  private known: { readonly ids: Uint32Array; readonly groomOf: ReadonlyMap<number, SimulatedGroom> } | null = null;

  /** Is told of strands whose present shape an edit or a cut is about to use. */
  private readonly bring: (ids: Iterable<number>) => void;
  private readonly leaderOf: ((id: number) => number) | null;

  constructor(
    grooms: readonly SimulatedGroom[],
    levels: { bring(ids: Iterable<number>): void; leaderOf(id: number): number } | null,
  ) {
    this.grooms = grooms;
    this.bring = levels?.bring ?? (() => {});
    this.leaderOf = levels?.leaderOf ?? null;
  }

  feels(id: number): boolean {
    return this.leaderOf !== null && this.survey().groomOf.has(this.leaderOf(id));
  }

  get ids(): Uint32Array {
    return this.survey().ids;
  }

  /** Strands came or went. */
  changed(): void {
    this.known = null;
  }

  edit(ids: Uint32Array, change: StrandEdit): void {
    const { stiffness, shapeSet, restFromShape } = change;
    if (stiffness !== undefined || shapeSet !== undefined || restFromShape) this.bring(ids);
    for (const [groom, own] of this.shared(ids)) {
      groom.dynamics.edit(own, own.length === ids.length ? change : this.partOf(change, ids, groom));
      groom.view.moved();
    }
  }

  split(cuts: readonly StrandCut[]): number {
    this.bring(cuts.map(({ id }) => id));
    const { groomOf } = this.survey();
    let made = 0;
    for (const groom of this.grooms) {
      const own = cuts.filter(({ id }) => groomOf.get(id) === groom);
      if (own.length > 0) made += groom.dynamics.split(own);
      groom.view.moved();
    }
    this.changed();
    return made;
  }

  remove(ids: Uint32Array): void {
    for (const [groom, own] of this.shared(ids)) {
      groom.dynamics.remove(own);
      groom.view.moved();
    }
    this.changed();
  }

  private survey(): NonNullable<typeof this.known> {
    if (this.known) return this.known;
    const groomOf = new Map<number, SimulatedGroom>();
    for (const groom of this.grooms) for (const id of groom.dynamics.ids) groomOf.set(id, groom);
    this.known = { ids: Uint32Array.from(groomOf.keys()), groomOf };
    return this.known;
  }

  /** Which of these strands each groom has. */
  private shared(ids: Uint32Array): (readonly [SimulatedGroom, Uint32Array])[] {
    const { groomOf } = this.survey();
    return this.grooms
      .map((groom) => [groom, ids.filter((id) => groomOf.get(id) === groom)] as const)
      .filter(([, own]) => own.length > 0);
  }

  /** What an edit of these strands means for those of one groom: factors that differ from node to node are picked out. */
  private partOf(change: StrandEdit, ids: Uint32Array, groom: SimulatedGroom): StrandEdit {
    const { groomOf } = this.survey();
    const pick = (factor: NodeFactor): NodeFactor => {
      if (typeof factor === 'number') return factor;
      const picked: number[] = [];
      let at = 0;
      for (const id of ids) {
        const nodes = nodesOf(groomOf.get(id)!, id);
        if (groomOf.get(id) === groom) for (let i = 0; i < nodes; i++) picked.push(factor[at + i]!);
        at += nodes;
      }
      return Float64Array.from(picked);
    };
    return Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, typeof value === 'boolean' ? value : pick(value)]),
    );
  }
}

function nodesOf({ dynamics }: SimulatedGroom, id: number): number {
  const k = dynamics.ids.indexOf(id);
  return dynamics.first[k + 1]! - dynamics.first[k]!;
}
