import type { RigidMotion } from '../body/motion.ts';
import type { HairState } from '../contact/interaction.ts';
import type { ForceField, Obstacles, PointContacts, PointForces } from '../models/model.ts';
import { type PackedArray, packArrays, unpackArrays } from '../models/snapshot.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { InputError } from '../strands/input-error.ts';
import { applyProducts, applyShapes } from './apply-products.ts';
import { Bonds } from './bonds.ts';
import { CarryingBodies } from './carrying-bodies.ts';
import { Changes, type Sprout, type Sprouted } from './changes.ts';
import { Clasps } from './clasps.ts';
import { CutEdges } from './cut-edges.ts';
import { applyCuts } from './cutting.ts';
import { isDripping, runWater } from './dripping.ts';
import { type GrownStrands, growStrands } from './growing.ts';
import { HairView } from './hair-view.ts';
import { LoadBuilder } from './loads.ts';
import { type PaintStroke, paintFromNumbers, paintNumbers } from './paint.ts';
import { Products } from './products.ts';
import { type Rows, stretchPlaces } from './rows.ts';
import { mirrored, moveTool, poseAtEnd, type Running, RunningStrokes } from './running.ts';
import { Selection } from './selection.ts';
import { type SalonSettings, salonSettings } from './settings.ts';
import { isUsable, type Pose, type Stroke, type StrokeEvent, type ToolSample } from './stroke.ts';
import type { AirDensity, EditableStrands, SalonMemory, StrokeEffect, Work } from './tool.ts';
import { findTool, toolParameters } from './tools/index.ts';
import { Deposit } from './volumes/deposit.ts';

export interface SalonSetup {
  /** Strokes of the document. */
  readonly strokes?: readonly Stroke[];
  readonly seed?: number;
  readonly settings?: Partial<SalonSettings>;
  /** Motions of the bodies that hair grows on: clasps and paint ride on them. At rest where absent. */
  readonly bodies?: readonly RigidMotion[];
  /** Which of them carries each groom, −1 for none; all hair grows on the first one where absent. */
  readonly carryingBodies?: readonly number[];
  /** Other lists of places on strands (id and arc length first) that follow cuts and growth. */
  readonly places?: readonly Rows[];
  /** How hair holds up the air of a dryer; measured on the strands where absent. */
  readonly air?: AirDensity;
  /** Grows a strand for the tool `grow`; null where none can grow. */
  readonly sprout?: (sprout: Sprout) => Sprouted | null;
  /** First id of new strands and cut pieces; one more than the largest id where absent. */
  readonly firstNewId?: number;
}

/** What tools do in the step that follows, for the strands of one block. Rows sorted by (id, s). */
export interface SalonLoads {
  readonly forces: PointForces;
  readonly contacts: PointContacts;
  readonly fields: readonly ForceField[];
  readonly obstacles: readonly Obstacles[];
  /** Strands that something happened to, rising: they wake. */
  readonly touched: readonly number[];
  /** Whether strands were cut or taken away: the state of all hair must be read again. */
  readonly hasNewTopology: boolean;
  /** Whether masses or lengths of strands were changed: what was noted of them must be asked for again. */
  readonly hasNewProperties: boolean;
  /** Strands that grew, by groom: each is to be added to one block, with its root where it begins. */
  readonly grown: readonly GrownStrands[];
}

/**
 * Tools at work on running hair of any model.
 *
 * Every block of a simulation has a salon of its own and calls `act` once before each step, with the state of all strands and
 * with its own strands' dynamics, before that keeps its state aside: a step that is tried again uses the same loads. All salons
 * see the same hair and the same strokes, so all remember the same, and what a strand feels does not depend on the blocks;
 * only edits and cuts are done by the block that has the strand.
 */
export class Salon implements SalonMemory {
  readonly settings: SalonSettings;
  readonly products: Products = new Products();
  readonly bonds: Bonds = new Bonds();
  readonly clasps: Clasps = new Clasps();
  readonly paint: PaintStroke[] = [];
  readonly selection: Selection = new Selection();
  readonly cutEdges: CutEdges = new CutEdges();
  private strokeList: Stroke[];
  /** By number of the stroke; nothing that a step depends on. */
  private readonly effects = new Map<number, StrokeEffect>();
  private readonly setup: SalonSetup;
  private readonly running = new RunningStrokes();
  private nextId: number;
  /** What the next id was before anything was cut or grown. */
  private firstId: number;
  private readonly pieces = new Set<number>();
  private readonly loads = new LoadBuilder();
  private readonly changes = new Changes();
  private readonly deposit = new Deposit();
  private readonly carryingBodies: CarryingBodies;
  private view: HairView | null = null;
  private own: { readonly ids: Uint32Array; readonly set: ReadonlySet<number> } | null = null;

  constructor(setup: SalonSetup = {}) {
    this.setup = setup;
    this.settings = completeParameters(salonSettings, setup.settings, 'The salon');
    this.strokeList = checkedStrokes(setup.strokes ?? []);
    this.nextId = setup.firstNewId ?? 0;
    this.firstId = this.nextId;
    this.carryingBodies = new CarryingBodies(setup.bodies, setup.carryingBodies);
  }

  /** The strokes of the document so far. One that is under way ends at Infinity. */
  get strokes(): readonly Stroke[] {
    return this.strokeList;
  }

  /** What a stroke has done so far; null where it has not been at work. */
  effect(stroke: number): StrokeEffect | null {
    return this.effects.get(stroke) ?? null;
  }

  /** Whether a strand is a piece that was cut off. */
  isPiece(id: number): boolean {
    return this.pieces.has(id);
  }

  /** Whether water still runs down the hair, or dries. */
  get isDripping(): boolean {
    return isDripping(this.products, this.settings);
  }

  /** Replaces the document's strokes: after opening a file, and after undo and redo. */
  setStrokes(strokes: readonly Stroke[]): void {
    this.strokeList = checkedStrokes(strokes);
  }

  /** Picks up a tool; returns the number of the stroke. */
  begin(
    tool: string,
    parameters: Record<string, unknown> = {},
    seed: number = this.setup.seed ?? 0,
    isMirrored?: boolean,
  ): number {
    this.take({ kind: 'begin', tool, parameters, seed, isMirrored });
    return this.strokeList.length - 1;
  }

  /** Moves a tool. `sample.step` is the step about to be taken, or a later one. */
  sample(stroke: number, sample: ToolSample): void {
    this.take({ kind: 'sample', stroke, sample });
  }

  /** Lets go: from `step` on the tool does nothing. */
  end(stroke: number, step: number): void {
    this.take({ kind: 'end', stroke, step });
  }

  /** Does what a hand does, from here or from where the hand is. */
  take(event: StrokeEvent): void {
    if (event.kind === 'begin') {
      toolParameters(findTool(event.tool), event.parameters);
      const { tool, parameters, seed } = event;
      const isMirrored = event.isMirrored ? { isMirrored: true } : {};
      this.effects.delete(this.strokeList.length);
      this.strokeList.push({ tool, parameters, seed, ...isMirrored, samples: [], end: Number.POSITIVE_INFINITY });
      return;
    }
    const stroke = this.strokeList[event.stroke];
    if (!stroke) throw new InputError('stroke/unknown', `There is no stroke ${event.stroke}.`);
    if (event.kind === 'end') {
      const last = stroke.samples[stroke.samples.length - 1]?.step ?? 0;
      this.strokeList[event.stroke] = { ...stroke, end: Math.max(event.step, last + 1) };
    } else if (isUsable(event.sample)) stroke.samples.push(event.sample);
  }

  /** The tools' part of the step that follows. */
  act(hair: HairState, strands: EditableStrands, step: number): SalonLoads {
    const { changes, loads, bonds, clasps, products } = this;
    const view = new HairView(hair, this.view ?? undefined);
    this.view = view;
    const isOwn = this.ownership(strands);
    this.meet(view);
    this.carryingBodies.setTime(hair.time + hair.dt);
    changes.clear();
    loads.clear();
    const fields: ForceField[] = [];
    const obstacles: Obstacles[] = [];
    this.workTools(view, step, fields, obstacles);
    for (const id of bonds.breakLong(view)) changes.touched.add(id);
    bonds.pull(view, loads, this.settings.linearDensity);
    clasps.hold(view, this.carryingBodies, loads);
    runWater(view, products, this.settings, changes);
    this.stretch();
    const hasNewProperties = applyProducts(products, changes, this.settings, strands, isOwn);
    applyShapes(products, changes, strands, isOwn);
    const hasNewTopology = this.cut(view, strands, isOwn) || this.sweep(view, strands, isOwn);
    const grown = this.grow();
    const isOwnNow = this.ownership(strands);
    return {
      forces: loads.forces((id) => isOwnNow(id) || (strands.feels?.(id) ?? false)),
      contacts: loads.contacts(isOwnNow),
      fields,
      obstacles,
      touched: [...changes.touched].sort((a, b) => a - b),
      hasNewTopology,
      hasNewProperties: hasNewProperties || changes.lengths.size > 0,
      grown,
    };
  }

  /** Nothing has been done to the hair that a later step could feel. */
  private get isUntouched(): boolean {
    const { nextId, firstId, pieces, bonds, clasps, running, paint, products, selection } = this;
    const lists = [bonds.rows.data, clasps.members.data, clasps.shapes.data, running.all(), paint, products.ids()];
    if (selection.ids.size > 0) return false;
    return nextId === firstId && clasps.next === 0 && pieces.size === 0 && lists.every((list) => list.length === 0);
  }

  /** Everything that the next step depends on besides the strokes; the same in all blocks, and nothing before a first command. */
  snapshot(): Uint8Array {
    if (this.isUntouched) return new Uint8Array(0);
    const arrays: PackedArray[] = [
      Float64Array.of(this.nextId, this.clasps.next),
      Float64Array.from([...this.pieces].sort((a, b) => a - b)),
      Float64Array.from(this.bonds.rows.data),
      Float64Array.from(this.clasps.members.data),
      Float64Array.from(this.clasps.shapes.data),
      Float64Array.from(this.clasps.woven.data),
      this.cutEdges.numbers(),
      this.selection.numbers(),
    ];
    const running = this.running.numbers();
    const paint = this.paint.map(paintNumbers);
    arrays.push(Uint32Array.of(running.length, paint.length), ...running, ...paint, ...this.products.arrays());
    return packArrays(arrays);
  }

  /** Returns to a snapshot. The strokes must be those of the document then, or more. */
  restore(snapshot: Uint8Array): void {
    this.forget();
    if (snapshot.length === 0) return;
    const arrays = unpackArrays(snapshot);
    const [meta, pieces, bonds, members, shapes, woven, edges, selected, counts] = arrays as Float64Array[];
    this.nextId = meta![0]!;
    this.clasps.next = meta![1]!;
    for (const id of pieces!) this.pieces.add(id);
    this.bonds.rows.data = Array.from(bonds!);
    this.clasps.members.data = Array.from(members!);
    this.clasps.shapes.data = Array.from(shapes!);
    this.clasps.woven.data = Array.from(woven!);
    this.cutEdges.restore(edges!);
    this.selection.restore(selected!);
    let next = 9;
    this.running.restore(this.strokeList, arrays.slice(next, next + counts![0]!) as Float64Array[]);
    next += counts![0]!;
    for (const numbers of arrays.slice(next, next + counts![1]!)) this.paint.push(paintFromNumbers(numbers));
    this.products.takeArrays(arrays, next + counts![1]!);
  }

  /** As before the first command. */
  private forget(): void {
    this.nextId = this.firstId;
    this.clasps.next = 0;
    this.pieces.clear();
    this.cutEdges.clear();
    this.selection.ids.clear();
    for (const rows of [this.bonds.rows, this.clasps.members, this.clasps.shapes, this.clasps.woven]) rows.data = [];
    this.running.restore([], []);
    this.paint.length = 0;
    this.products.clear();
  }

  /** Follows what the hair has become since the last step. */
  private meet(view: HairView): void {
    const { hair } = view;
    if (this.setup.firstNewId === undefined && this.nextId === 0)
      for (const id of hair.ids) this.nextId = this.firstId = Math.max(this.nextId, id + 1);
    this.products.follow(hair, view.place);
    this.clasps.follow(view);
    this.selection.follow(view);
    for (const id of this.pieces) if (!view.place.has(id)) this.pieces.delete(id);
  }

  private workTools(all: HairView, step: number, fields: ForceField[], obstacles: Obstacles[]): void {
    const { selection, running, strokeList, loads } = this;
    const view = selection.seen(all);
    // A field acts on all hair: where some of it is chosen it becomes loads on that.
    const ownFields = view === all ? fields : [];
    const base = { all, view, step, fields: ownFields, obstacles };
    for (const ended of running.end(strokeList, step)) {
      const work = this.workOf(ended, ended.pose, poseAtEnd(strokeList[ended.stroke]!), { ...base, isFirst: false });
      this.noting(ended, work, () => ended.tool.finish?.(work, ended.parameters));
    }
    const begun = running.begin(strokeList, step);
    for (const now of running.all()) {
      const from = moveTool(now, strokeList[now.stroke]!, step);
      const work = this.workOf(now, from, now.pose, { ...base, isFirst: begun.has(now.stroke) });
      this.noting(now, work, () => now.tool.work(work, now.parameters));
    }
    if (view !== all) for (const field of ownFields) loads.field(view, field);
  }

  /** Lets a tool work and takes note of what it did. */
  private noting({ stroke, tool }: Running, work: Work, act: () => void): void {
    const done = (): number => this.changes.size + this.paint.length;
    const before = done();
    act();
    const last = this.effects.get(stroke);
    this.effects.set(stroke, {
      strands: Math.max(last?.strands ?? 0, done() - before),
      progress: work.rows.count > 0 ? (tool.progress?.(work) ?? null) : (last?.progress ?? null),
    });
  }

  private workOf(
    { stroke, isOther, rows }: Running,
    from: Pose,
    to: Pose,
    base: Pick<Work, 'all' | 'view' | 'step' | 'fields' | 'obstacles' | 'isFirst'>,
  ): Work {
    const { products, bonds, clasps, paint, selection, settings, deposit, changes, loads, carryingBodies } = this;
    const side = (pose: Pose): Pose => (isOther ? mirrored(pose, carryingBodies, base.all.hair) : pose);
    return {
      ...base,
      ...{ products, bonds, clasps, paint, selection, settings, deposit, changes, loads, carryingBodies },
      stroke,
      seed: this.strokeList[stroke]?.seed ?? 0,
      from: side(from),
      to: side(to),
      isOther,
      rows,
      air: this.setup.air ?? null,
    };
  }

  private ownership({ ids }: EditableStrands): (id: number) => boolean {
    if (this.own?.ids !== ids) this.own = { ids, set: new Set(ids) };
    const { set } = this.own!;
    return (id) => set.has(id);
  }

  /** Lists of places that are bound to strands. */
  private places(): Rows[] {
    return [
      this.clasps.members,
      this.clasps.woven,
      this.clasps.shapes,
      ...this.running.all().map(({ rows }) => rows),
      ...(this.setup.places ?? []),
    ];
  }

  /** Places on strands that grow longer move with the hair. */
  private stretch(): void {
    for (const [id, length] of this.changes.lengths) {
      const own = this.products.get(id)!;
      const factor = length / own.length;
      own.length = length;
      this.bonds.stretch(id, factor);
      for (const rows of this.places()) stretchPlaces(rows, id, factor);
    }
  }

  private cut(view: HairView, strands: EditableStrands, isOwn: (id: number) => boolean): boolean {
    const { changes, bonds, products, loads } = this;
    if (changes.cuts.length === 0) return false;
    const { cuts } = changes;
    const firstId = this.nextId;
    const made = applyCuts({ view, cuts, firstId, strands, isOwn, products, bonds, rows: this.places(), loads });
    this.cutEdges.take(made, view, this.carryingBodies);
    for (const { id, newId } of made) {
      this.pieces.add(newId);
      this.selection.cut(id, newId);
      changes.touched.add(id);
      changes.touched.add(newId);
    }
    this.nextId += made.length;
    return made.length > 0;
  }

  /** Takes away pieces that have fallen out of the scene. */
  private sweep({ hair, place }: HairView, strands: EditableStrands, isOwn: (id: number) => boolean): boolean {
    const gone: number[] = [];
    for (const id of [...this.pieces].sort((a, b) => a - b)) {
      const k = place.get(id);
      if (k === undefined) continue;
      let isBelow = true;
      for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++)
        if (hair.position[3 * i + 1]! > this.settings.lowest) isBelow = false;
      if (isBelow) gone.push(id);
    }
    if (gone.length === 0) return false;
    for (const id of gone) this.pieces.delete(id);
    const own = Uint32Array.from(gone.filter(isOwn));
    if (own.length > 0) strands.remove(own);
    return true;
  }

  private grow(): GrownStrands[] {
    const { sprout } = this.setup;
    if (!sprout || this.changes.sprouts.length === 0) return [];
    const grown = growStrands(this.changes.sprouts, sprout, this.nextId);
    for (const { strands } of grown) this.nextId += strands.id.length;
    return grown;
  }
}

/** Strokes with tools and settings that exist; a sentence about the first that has not. */
function checkedStrokes(strokes: readonly Stroke[]): Stroke[] {
  return strokes.map((stroke, i) => {
    try {
      toolParameters(findTool(stroke.tool), stroke.parameters);
    } catch (error) {
      if (error instanceof InputError) throw new InputError(error.code, `Stroke ${i}: ${error.message}`);
      throw error;
    }
    return { ...stroke, samples: [...stroke.samples] };
  });
}
