import type { ParameterTable, ValuesOf } from '../../numeric/parameters.ts';
import { add, at, mix, type Vec3 } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import {
  type Environment,
  type ModelSetup,
  makeRootStates,
  type RestReport,
  type RootStates,
  type Roots,
  type StepReport,
  type StrandCut,
  type StrandDynamics,
  type StrandEdit,
  type StrandEnergy,
  type StrandModel,
} from '../model.ts';
import type { BuiltStrands } from './built.ts';
import { cutStrand, locate } from './cut.ts';
import { type Editing, editStrand, rememberMade, rememberNatural } from './edit.ts';
import type { BASE_FIELDS, FieldTable, StrandRecord } from './fields.ts';
import { plainMemory } from './memory.ts';
import { resetStrand, teleportStrand } from './place.ts';
import { rebalance } from './rebalance.ts';
import { StrandStore } from './strand-store.ts';

/** What takes the steps of the strands that a store holds at present. It is made anew when strands come or go. */
export interface Stepper {
  step(dt: number, environment: Environment): StepReport;
  /** Brings up to date what a step leaves until somebody reads it. */
  settle?(): void;
  /** Points as they are now and how they move, where that can be had without settling. */
  positions?(out: Float32Array | Float64Array): void;
  velocities?(out: Float32Array | Float64Array): void;
  /** Takes note of strands that would have gone where no number is, and leaves those where their last good part ended; absent: it does not look. */
  readonly failed?: Set<number>;
  /** What the next steps change is put aside in the store's checkpoint, unsettled; absent: it wants to be settled before. */
  kept?(): void;
  /** Strands are as they were at the store's checkpoint. */
  takenBack?(): void;
  /** Whether an edit leaves it with numbers that no longer hold; absent: every edit does. */
  isStaleAfter?(change: StrandEdit): boolean;
}

/** The physics of a model, for one groom: everything that does not follow from its table of fields. */
export interface Physics<F extends FieldTable> extends Editing<F> {
  /** One strand in its groomed shape, at rest, grown from the root in this row. */
  build(strands: Strands, k: number, roots: RootStates, row: number, time: number): StrandRecord<F>;
  stepper(store: StrandStore<F>): Stepper;
  /** Makes the present shape the groomed one and the rest shape, in balance as the rest state says. */
  adoptShape?(strand: StrandRecord<F>): void;
  /** Brings up to date what follows from places, after the strand was put elsewhere. */
  placed?(strand: StrandRecord<F>): void;
  /** Puts a strand that was reset into a given shape and motion. Returns the farthest distance of a point from its place. */
  setState?(strand: StrandRecord<F>, positions: Float64Array, velocities: Float64Array): number;
  /** Models that are not made of nodes cut by themselves. */
  cut?(strand: StrandRecord<F>, s: number, newId: number): [StrandRecord<F>, StrandRecord<F>] | null;
  /** Completes the parts of a strand that was cut as the table says. */
  afterCut?(root: StrandRecord<F>, tip: StrandRecord<F>, whole: StrandRecord<F>): void;
  /** Puts a rooted strand into its groomed shape where its root is now, in balance as the rest state says: a cut asks for it. */
  balance?(strand: StrandRecord<F>): void;
  /** After all cuts, one call for each: what knows of the strand that was cut may be with the piece now. */
  wasCut?(strands: readonly StrandRecord<F>[], id: number, s: number, newId: number): void;
  energy?(strand: StrandRecord<F>): StrandEnergy;
  momentum?(strand: StrandRecord<F>): Vec3;
  /** Where points are not on the straight lines between nodes, or masses not at them. */
  positionAt?(strand: StrandRecord<F>, s: number): Vec3;
  inverseMass?(strand: StrandRecord<F>, s: number, direction: Vec3): number;
}

export interface ModelDefinition<P extends ParameterTable, F extends FieldTable>
  extends Omit<StrandModel<P>, 'create'> {
  /** With what edits keep: see `withEdits`. */
  readonly fields: F;
  /** Fields of a strand that are finite as long as its points are: what is looked at after every step; absent: the points. */
  readonly telling?: readonly (keyof F)[];
  physics(setup: ModelSetup, parameters: ValuesOf<P>): Physics<F>;
}

/** A model from its fields and its physics. */
export function defineModel<P extends ParameterTable, F extends FieldTable & typeof BASE_FIELDS>(
  definition: ModelDefinition<P, F>,
): StrandModel<P> {
  const { physics: _, fields: __, telling: ___, ...model } = definition;
  return { ...model, create: (setup, parameters) => new StoredStrands(definition, setup, parameters) };
}

/** Running strands: all that models have in common, around their fields and physics. */
export class StoredStrands<P extends ParameterTable, F extends FieldTable & typeof BASE_FIELDS>
  implements StrandDynamics
{
  readonly energy?: () => StrandEnergy;
  private readonly name: string;
  private readonly cutPieces: 'fly' | 'vanish' | 'refused';
  private readonly table: F;
  private readonly telling: readonly (keyof F)[];
  private readonly strands: StrandStore<F>;
  private readonly physics: Physics<F>;
  private present: Stepper | null = null;
  private isCheckpointDue = false;
  /** Who slept in the last step. */
  private asleep: Uint8Array | undefined;

  constructor(definition: ModelDefinition<P, F>, setup: ModelSetup, parameters: ValuesOf<P>) {
    this.name = definition.name;
    this.cutPieces = definition.cutPieces ?? 'fly';
    this.table = definition.fields;
    this.telling = definition.telling ?? ['position'];
    this.physics = definition.physics(setup, parameters);
    this.strands = new StrandStore(this.table, setup.memory ?? plainMemory);
    if (!setup.built || !this.store.take(setup.built, setup.rest.id))
      this.store.assign(this.build(setup.rest, setup.roots, setup.time));
    const { energy } = this.physics;
    if (energy) this.energy = () => this.store.all().map(energy).reduce(addEnergy, { kinetic: 0, elastic: 0 });
  }

  get ids(): Uint32Array {
    return this.strands.ids;
  }

  get first(): Uint32Array {
    return this.strands.first;
  }

  /** The strands as anybody but the stepper may read them. */
  private get store(): StrandStore<F> {
    this.present?.settle?.();
    return this.strands;
  }

  step(dt: number, environment: Environment): StepReport {
    this.asleep = environment.asleep;
    if (environment.asleep?.every((isAsleep) => isAsleep === 1))
      return { substeps: 0, contacts: 0, strain: 0, solves: 0, carried: [] };
    // Only a step that moves something copies: hair that sleeps costs nothing.
    this.present ??= this.physics.stepper(this.strands);
    if (this.isCheckpointDue) {
      if (!this.present.kept) this.present.settle?.();
      this.strands.checkpoint(environment.asleep);
      this.present.kept?.();
    }
    this.isCheckpointDue = false;
    return this.present.step(dt, environment);
  }

  get leavesFailed(): boolean {
    return this.present?.failed !== undefined;
  }

  failed(): number[] {
    const known = this.present?.failed;
    return known
      ? [...known].sort((a, b) => a - b).map((k) => this.ids[k]!)
      : this.strands.unsound(this.telling, this.asleep);
  }

  positions(out: Float32Array | Float64Array): void {
    if (this.present?.positions) this.present.positions(out);
    else out.set(this.store.arrays.position);
  }

  velocities(out: Float32Array | Float64Array): void {
    if (this.present?.velocities) this.present.velocities(out);
    else out.set(this.store.arrays.velocity);
  }

  arcLengths(out: Float64Array): void {
    const { ids, first, arrays } = this.store;
    for (let k = 0; k < ids.length; k++) {
      let s = 0;
      for (let i = first[k]!; i < first[k + 1]!; i++) {
        out[i] = s;
        s += arrays.restLength[i]!;
      }
    }
  }

  positionAt(id: number, s: number): Vec3 {
    const strand = this.strandOf(id);
    return this.physics.positionAt?.(strand, s) ?? between(strand, strand.position, s);
  }

  velocityAt(id: number, s: number): Vec3 {
    const strand = this.strandOf(id);
    return between(strand, strand.velocity, s);
  }

  inverseMass(id: number, s: number, direction: Vec3): number {
    const strand = this.strandOf(id);
    return this.physics.inverseMass?.(strand, s, direction) ?? nodalInverseMass(strand, s);
  }

  meanInverseMass(id: number, s: number): number {
    const strand = this.strandOf(id);
    const along = (axis: Vec3): number => this.physics.inverseMass!(strand, s, axis);
    if (this.physics.inverseMass) return (along(AXES[0]) + along(AXES[1]) + along(AXES[2])) / 3;
    // Summed as others do it, to the same bits.
    const same = nodalInverseMass(strand, s);
    return (same + same + same) / 3;
  }

  momentum(): Vec3 {
    return this.store
      .all()
      .map(this.physics.momentum ?? nodalMomentum)
      .reduce<Vec3>(add, [0, 0, 0]);
  }

  restReport(): RestReport {
    const strands = this.store.all();
    const isCarried = (strand: StrandRecord): boolean => strand.support?.some((force) => force !== 0) ?? false;
    const isHeld = (strand: StrandRecord): boolean => strand.poseSpring?.some((stiffness) => stiffness !== 0) ?? false;
    return {
      strands: strands.length,
      carried: strands.filter(isCarried).length,
      held: strands.filter(isHeld).length,
      helped: strands.filter((strand) => isCarried(strand) || isHeld(strand)).length,
      ...('fitError' in this.table ? { fitError: Math.max(0, ...this.store.arrays.fitError!) } : {}),
    };
  }

  edit(ids: Uint32Array, change: StrandEdit): void {
    let from = 0;
    for (const id of ids) {
      const strand = this.strandOf(id);
      editStrand(this.table, this.physics, strand, change, from);
      if (change.restFromShape) {
        this.physics.adoptShape?.(strand);
        rememberNatural(this.table, strand);
      }
      from += strand.nodes;
    }
    if (this.present?.isStaleAfter?.(change) ?? true) this.present = null;
  }

  split(cuts: readonly StrandCut[]): number {
    if (this.cutPieces === 'refused') return 0;
    const roots = new Map<number, StrandRecord<F>>();
    const tips: StrandRecord<F>[] = [];
    const made: StrandCut[] = [];
    for (const one of cuts) {
      const { id, s, newId } = one;
      const k = this.place(id);
      const parts = this.cut(roots.get(k) ?? this.store.record(k), s, newId);
      if (!parts) continue;
      roots.set(k, parts[0]);
      tips.push(parts[1]);
      made.push(one);
    }
    const pieces = this.cutPieces === 'fly' ? tips : [];
    if (tips.length > 0) this.assign([...this.store.all().map((strand, k) => roots.get(k) ?? strand), ...pieces]);
    if (this.physics.wasCut) for (const { id, s, newId } of made) this.physics.wasCut(this.strands.all(), id, s, newId);
    return tips.length;
  }

  private cut(strand: StrandRecord<F>, s: number, newId: number): [StrandRecord<F>, StrandRecord<F>] | null {
    const { cut, afterCut, balance } = this.physics;
    const parts = cut ? cut(strand, s, newId) : cutStrand(this.table, strand, s, newId);
    if (!parts) return null;
    afterCut?.(...parts, strand);
    if (balance && parts[0].rooted[0] === 1) rebalance(this.table, balance, parts[0]);
    return parts;
  }

  add(strands: Strands, roots: Roots, time: number): void {
    this.assign([...this.store.all(), ...this.build(strands, roots, time)]);
  }

  private build(strands: Strands, roots: Roots, time: number): StrandRecord<F>[] {
    const rows = makeRootStates(strands.id.length);
    roots.sample(strands.id, time, rows);
    return Array.from(strands.id, (_, k) => {
      const strand = this.physics.build(strands, k, rows, k, time);
      rememberMade(this.table, strand);
      return strand;
    });
  }

  remove(ids: Uint32Array): void {
    const gone = new Set(ids);
    this.assign(this.store.all().filter(({ id }) => !gone.has(id)));
  }

  teleport(before: RootStates, after: RootStates): void {
    this.store.all().forEach((strand, k) => {
      if (strand.rooted[0] !== 1) return;
      teleportStrand(this.table, strand, before, after, k);
      this.physics.placed?.(strand);
    });
  }

  reset(ids: Uint32Array, roots: Roots, time: number): void {
    const rooted = ids.filter((id) => this.strandOf(id).rooted[0] === 1);
    const rows = makeRootStates(rooted.length);
    roots.sample(rooted, time, rows);
    rooted.forEach((id, row) => {
      const strand = this.strandOf(id);
      resetStrand(this.table, strand, rows, row);
      this.physics.placed?.(strand);
    });
  }

  setState(
    positions: Float64Array,
    velocities: Float64Array,
    roots: Roots,
    time: number,
    ids: Uint32Array = this.ids,
  ): number {
    this.reset(ids, roots, time);
    let farthest = 0;
    let from = 0;
    for (const id of ids) {
      const strand = this.strandOf(id);
      const x = positions.subarray(from, from + 3 * strand.nodes);
      const v = velocities.subarray(from, from + 3 * strand.nodes);
      from += 3 * strand.nodes;
      if (this.physics.setState) farthest = Math.max(farthest, this.physics.setState(strand, x, v));
      else {
        strand.position.set(x);
        strand.velocity.set(v);
      }
    }
    return farthest;
  }

  checkpoint(): void {
    this.isCheckpointDue = true;
    this.present?.failed?.clear();
  }

  rollback(): void {
    this.present?.failed?.clear();
    if (this.isCheckpointDue) return;
    this.strands.rollback();
    this.present?.takenBack?.();
  }

  release(): void {
    this.isCheckpointDue = false;
    this.present?.failed?.clear();
    this.strands.release();
  }

  snapshot(): Uint8Array {
    return this.store.snapshot();
  }

  restore(snapshot: Uint8Array, ids?: Uint32Array): void {
    this.store.restore(snapshot, ids);
    this.present = null;
  }

  partOf(snapshot: Uint8Array, has: (id: number) => boolean): Uint8Array {
    return this.store.partOf(snapshot, has);
  }

  join(snapshots: readonly Uint8Array[], order: (id: number) => number): Uint8Array {
    return this.store.join(snapshots, order);
  }

  built(snapshot?: Uint8Array): BuiltStrands {
    return this.store.built(snapshot);
  }

  private assign(strands: readonly StrandRecord<F>[]): void {
    this.store.assign(strands);
    this.present = null;
  }

  private strandOf(id: number): StrandRecord<F> {
    return this.store.record(this.place(id));
  }

  private place(id: number): number {
    const k = this.store.find(id);
    if (k < 0) throw new RangeError(`${this.name}: no strand has the id ${id}`);
    return k;
  }
}

function between(strand: StrandRecord, values: Float64Array, s: number): Vec3 {
  if (strand.nodes < 2) return at(values, 0);
  const [node, t] = locate(strand, s);
  return mix(at(values, node), at(values, node + 1), t);
}

const AXES: readonly [Vec3, Vec3, Vec3] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Of masses at the nodes, the first edge of a rooted strand being held. */
function nodalInverseMass(strand: StrandRecord, s: number): number {
  const [node, t] = locate(strand, s);
  const held = strand.rooted![0] === 1 ? 1 : -1;
  const w = (i: number): number => (i <= held ? 0 : 1 / strand.mass![i]!);
  return (1 - t) * (1 - t) * w(node) + t * t * w(node + 1);
}

const addEnergy = (a: StrandEnergy, b: StrandEnergy): StrandEnergy => ({
  kinetic: a.kinetic + b.kinetic,
  elastic: a.elastic + b.elastic,
});

function nodalMomentum({ mass, velocity }: StrandRecord): Vec3 {
  const sum: [number, number, number] = [0, 0, 0];
  if (mass)
    for (let i = 0; i < velocity!.length; i++) sum[i % 3] = sum[i % 3]! + mass[Math.floor(i / 3)]! * velocity![i]!;
  return sum;
}
