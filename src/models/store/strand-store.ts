import { packArrays, unpackArrays } from '../snapshot.ts';
import { areSame, type BuiltStrands, builtCounts, builtField, isBuiltFor, sparseFields } from './built.ts';
import { countOf, type FieldTable, type Owner, type StrandCounts, type StrandRecord } from './fields.ts';
import { type Layout, layOut } from './layout.ts';
import { plainMemory, type StrandMemory } from './memory.ts';

/** All strands of a model: one array a field, strand after strand, in memory that the caller hands in. */
export class StrandStore<F extends FieldTable = FieldTable> {
  readonly table: F;
  ids: Uint32Array = new Uint32Array(0);
  counts: readonly StrandCounts[] = [];
  /** Every field of all strands; views that `assign` makes anew. */
  arrays!: { readonly [name in keyof F]: Float64Array };
  private readonly memory: StrandMemory;
  private layout!: Layout;
  private room: Float64Array = new Float64Array(0);
  private index: ReadonlyMap<number, number> = new Map();
  private records: (StrandRecord<F> | undefined)[] = [];
  private readonly movingNames: readonly string[];
  /** What moves of strands, aside, by place. */
  private readonly strandsAside: Float64Array[] = [];
  /** What moved, aside: see `checkpoint`. */
  private aside: Float64Array = new Float64Array(0);
  /** Who slept then, 1 a strand; null where nobody did. */
  private sleepers: Uint8Array | null = null;
  /** Whether a step may still be taken back, and whether what follows from the rest has been put aside for that. */
  private isHeld = false;
  private isAllAside = true;

  constructor(table: F, memory: StrandMemory) {
    this.table = table;
    this.memory = memory;
    this.movingNames = Object.keys(table).filter((name) => table[name]!.moves);
    this.assign([]);
  }

  /** Points of strand k are first[k] .. first[k + 1]. */
  get first(): Uint32Array {
    return this.layout.first.node;
  }

  /** Where the owners of each strand begin in a field's array, in owners. */
  firstOf(of: Owner): Uint32Array {
    return this.layout.first[of];
  }

  /** Nodes of the longest strand, at least 1. */
  get mostNodes(): number {
    return this.counts.reduce((most, { nodes }) => Math.max(most, nodes), 1);
  }

  /** The place of a strand, −1 where there is none with this id. */
  find(id: number): number {
    return this.index.get(id) ?? -1;
  }

  /** Strand k as views of the store; they hold until strands come or go. */
  record(k: number): StrandRecord<F> {
    const known = this.records[k];
    if (known) return known;
    const counts = this.counts[k]!;
    const record: Record<string, unknown> = { id: this.ids[k]!, ...counts };
    for (const [name, { of, size }] of Object.entries(this.table)) {
      const from = size * this.layout.first[of][k]!;
      record[name] = this.arrays[name]!.subarray(from, from + size * countOf(counts, of));
    }
    // A spread, as in `stateOf`: what is made field by field is a dictionary.
    const views = { ...record } as StrandRecord<F>;
    this.records[k] = views;
    return views;
  }

  /** All strands, in order. */
  all(): StrandRecord<F>[] {
    return this.counts.map((_, k) => this.record(k));
  }

  /** Takes these strands and no others; they may be views of this store. */
  assign(strands: readonly StrandRecord<F>[]): void {
    const counts = strands.map(({ nodes, elements, quadrature }) => ({ nodes, elements, quadrature }));
    const layout = layOut(this.table, counts);
    const next = new Float64Array(layout.size);
    for (const [name, { of, size }] of Object.entries(this.table)) {
      const start = layout.start.get(name)!;
      const first = layout.first[of];
      for (let k = 0; k < strands.length; k++) next.set(strands[k]![name]!, start + size * first[k]!);
    }
    this.lay(
      Uint32Array.from(strands, ({ id }) => id),
      counts,
      layout,
    );
    this.room.set(next);
  }

  /** Makes room and views for strands of these sizes. */
  private lay(ids: Uint32Array, counts: readonly StrandCounts[], layout: Layout): void {
    if (this.room.length !== layout.size) {
      this.memory.release(this.room);
      this.room = this.memory.allocate(layout.size);
    }
    this.ids = ids;
    this.counts = counts;
    this.layout = layout;
    this.index = new Map(Array.from(ids, (id, k) => [id, k]));
    this.records = [];
    const arrays: Record<string, Float64Array> = {};
    for (const [name, { of, size }] of Object.entries(this.table)) {
      const start = layout.start.get(name)!;
      arrays[name] = this.room.subarray(start, start + size * layout.first[of][ids.length]!);
    }
    this.arrays = arrays as { readonly [name in keyof F]: Float64Array };
  }

  /** Ids of strands that have a number in these fields which is not finite; those that sleep have not changed. */
  unsound(names: readonly (keyof F)[], asleep?: Uint8Array): number[] {
    const bad = new Set<number>();
    for (const name of names) {
      const { of, size } = this.table[name]!;
      const values = this.arrays[name];
      const first = this.layout.first[of];
      for (let k = 0; k < this.ids.length; k++) {
        if (asleep?.[k]) continue;
        // A sum is finite only if all its terms are.
        let sum = 0;
        for (let i = size * first[k]!; i < size * first[k + 1]!; i++) sum += values[i]!;
        if (!Number.isFinite(sum)) bad.add(k);
      }
    }
    return [...bad].sort((a, b) => a - b).map((k) => this.ids[k]!);
  }

  /**
   * Copies what a step changes aside, of the strands that do not sleep, so that a failed step can be taken back. What follows from it is copied once it
   * is written.
   */
  checkpoint(asleep?: Uint8Array): void {
    const { own, moving } = this.layout;
    if (this.aside.length !== moving) this.aside = new Float64Array(moving);
    this.sleepers = asleep?.includes(1) ? asleep : null;
    if (this.sleepers) this.copyAwake(this.room, this.aside, 0, own);
    else this.aside.set(this.room.subarray(0, own));
    this.isHeld = true;
    this.isAllAside = own === moving;
  }

  /** Copies the moving fields that lie between two places, of the strands that were awake at the checkpoint. */
  private copyAwake(from: Float64Array, to: Float64Array, begin: number, end: number): void {
    const { start, first } = this.layout;
    const runs = awakeRuns(this.sleepers!);
    for (const name of this.movingNames) {
      const at = start.get(name)!;
      if (at < begin || at >= end) continue;
      const { of, size } = this.table[name]!;
      const owner = first[of];
      for (const [k, next] of runs) {
        const first = at + size * owner[k]!;
        to.set(from.subarray(first, at + size * owner[next]!), first);
      }
    }
  }

  /** To be called before what follows from the rest is written. */
  keepAside(): void {
    if (!this.isHeld || this.isAllAside) return;
    const { own, moving } = this.layout;
    if (this.sleepers) this.copyAwake(this.room, this.aside, own, moving);
    else this.aside.set(this.room.subarray(own, moving), own);
    this.isAllAside = true;
  }

  /** The step is good: it will not be taken back. */
  release(): void {
    this.isHeld = false;
  }

  rollback(): void {
    const end = this.isAllAside ? this.layout.moving : this.layout.own;
    if (this.sleepers) this.copyAwake(this.aside, this.room, 0, end);
    else this.room.set(this.aside.subarray(0, end));
  }

  /** Copies what moves of strand k aside, to `place`, until the next call for that: a step that fails in parts is taken back with `returnTo`. */
  setAside(k: number, place = 0): void {
    const record = this.record(k);
    let aside = this.strandsAside[place] ?? new Float64Array(0);
    let at = 0;
    for (const name of this.movingNames) {
      const values = record[name]!;
      if (at + values.length > aside.length) aside = longer(aside, at + values.length);
      aside.set(values, at);
      at += values.length;
    }
    this.strandsAside[place] = aside;
  }

  returnTo(k: number, place = 0): void {
    const record = this.record(k);
    let at = 0;
    for (const name of this.movingNames) {
      const values = record[name]!;
      values.set(this.strandsAside[place]!.subarray(at, at + values.length));
      at += values.length;
    }
  }

  /** Everything that the next step depends on. */
  snapshot(): Uint8Array {
    return packArrays([this.ids, this.flatCounts(), this.room]);
  }

  private flatCounts(): Uint32Array {
    return Uint32Array.from(this.counts.flatMap(({ nodes, elements, quadrature }) => [nodes, elements, quadrature]));
  }

  /** A store beside this one, with the strands of a snapshot. */
  private beside(snapshot?: Uint8Array): StrandStore<F> {
    const store = new StrandStore<F>(this.table, plainMemory);
    if (snapshot) store.read(snapshot);
    return store;
  }

  /** Of a snapshot, these strands alone. */
  partOf(snapshot: Uint8Array, has: (id: number) => boolean): Uint8Array {
    const store = this.beside(snapshot);
    if (store.ids.every(has)) return store.snapshot();
    const kept = Array.from(store.ids.keys()).filter((k) => has(store.ids[k]!));
    return this.gathered(kept.map((k) => ({ store, k }))).snapshot();
  }

  /** Strands of several snapshots as one, in an order that their ids have. */
  join(snapshots: readonly Uint8Array[], order: (id: number) => number): Uint8Array {
    const strands = snapshots.flatMap((snapshot) => {
      const store = this.beside(snapshot);
      return Array.from(store.ids, (id, k) => ({ store, k, place: order(id) }));
    });
    return this.gathered(strands.sort((a, b) => a.place - b.place)).snapshot();
  }

  /** A store beside this one, with strands of others. */
  private gathered(strands: readonly { readonly store: StrandStore<F>; readonly k: number }[]): StrandStore<F> {
    const next = this.beside();
    const counts = strands.map(({ store, k }) => store.counts[k]!);
    next.lay(
      Uint32Array.from(strands, ({ store, k }) => store.ids[k]!),
      counts,
      layOut(this.table, counts),
    );
    for (const [name, { of, size }] of Object.entries(this.table)) {
      const to = next.arrays[name]!;
      let at = 0;
      for (const { store, k } of strands) {
        const from = store.arrays[name]!;
        const first = store.layout.first[of];
        const end = size * first[k + 1]!;
        // Rows are short: a view of each would cost more than its numbers.
        for (let i = size * first[k]!; i < end; i++) to[at++] = from[i]!;
      }
    }
    return next;
  }

  /** All strands as plain data, for a later start; those of a snapshot where one is given. */
  built(snapshot?: Uint8Array): BuiltStrands {
    if (snapshot) return this.beside(snapshot).built();
    return { ids: this.ids.slice(), counts: this.flatCounts(), fields: sparseFields(this.table, this.arrays) };
  }

  /** Takes strands that were built before, of more where there are more; false, with nothing changed, where these ids are not among them. */
  take(built: BuiltStrands, ids: Uint32Array): boolean {
    if (!isBuiltFor(this.table, built)) return false;
    if (areSame(ids, built.ids)) {
      this.fill(built);
      return true;
    }
    const whole = this.beside();
    whole.fill(built);
    if (!ids.every((id) => whole.find(id) >= 0)) return false;
    const own = this.gathered(Array.from(ids, (id) => ({ store: whole, k: whole.find(id) })));
    this.lay(own.ids, own.counts, own.layout);
    this.room.set(own.room);
    return true;
  }

  private fill(built: BuiltStrands): void {
    const counts = builtCounts(built);
    this.lay(built.ids.slice(), counts, layOut(this.table, counts));
    for (const name of Object.keys(this.table)) {
      const values = this.arrays[name]!;
      const known = builtField(built, name, values.length);
      if (known) values.set(known);
      else values.fill(0);
    }
  }

  /** Returns to a snapshot; with `only`, the strands with these ids alone, which both states must have. */
  restore(snapshot: Uint8Array, only?: Uint32Array): void {
    const then = this.beside(snapshot);
    if (!only) {
      if (areSame(this.ids, then.ids) && areSame(this.flatCounts(), then.flatCounts())) this.room.set(then.room);
      else this.assign(then.all());
      return;
    }
    const wanted = new Set(only);
    const taken = (id: number, k: number): StrandRecord<F> =>
      wanted.has(id) ? then.record(then.find(id)) : this.record(k);
    this.assign(Array.from(this.ids, taken));
  }

  private read(snapshot: Uint8Array): void {
    const [ids, flat, room] = unpackArrays(snapshot) as [Uint32Array, Uint32Array, Float64Array];
    const counts = builtCounts({ ids, counts: flat });
    this.lay(ids, counts, layOut(this.table, counts));
    this.room.set(room);
  }
}

/** Strands that follow each other and are all awake: the first, and the first after them. */
function awakeRuns(asleep: Uint8Array): (readonly [number, number])[] {
  const runs: (readonly [number, number])[] = [];
  for (let k = asleep.indexOf(0); k >= 0; ) {
    const end = asleep.indexOf(1, k);
    const next = end < 0 ? asleep.length : end;
    runs.push([k, next]);
    k = asleep.indexOf(0, next);
  }
  return runs;
}

function longer(values: Float64Array, length: number): Float64Array {
  const next = new Float64Array(2 * length);
  next.set(values);
  return next;
}

/** All strands as the steps of a model see them. */
export type StoreState<F extends FieldTable> = Pick<StrandStore<F>, 'ids' | 'first'> & StrandStore<F>['arrays'];

/** A spread: `arrays`, which is made field by field, is a dictionary that every use would search. */
export const stateOf = <F extends FieldTable>({ ids, first, arrays }: StrandStore<F>): StoreState<F> => ({
  ...{ ids, first },
  ...arrays,
});
