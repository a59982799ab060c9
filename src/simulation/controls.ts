import type { FilteredRange } from '../contact/bodies/collision-filter.ts';
import type { ControlEvent, PlacedStrands, StrandControl } from '../contact/control.ts';
import type { HairState } from '../contact/interaction.ts';
import type { LayerParameters } from '../models/layer-offset.ts';
import type { Clamps, Obstacles, PointForces, Roots, StepReport } from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import type { Strands } from '../strands/strands.ts';
import { selectState } from './groom-view.ts';
import { mergeClamps, mergeForces, present } from './merge-rows.ts';

/** What controls may hold on to when they are made. */
export interface ControlPlace {
  readonly roots: Roots;
  readonly obstacles: Obstacles | null;
  /** The groom at time 0, in world coordinates. */
  readonly guides: Strands;
  /** How strands lie on the body and on other hair, as their model has it. */
  readonly layer: LayerParameters;
  /** Mass of a metre of fibre, kg/m. */
  readonly lineDensity: number;
}

const NOTHING = new Uint8Array(0);

/** All controls of a simulation as one. */
export class Controls {
  private readonly controls: readonly StrandControl[];

  constructor(controls: readonly StrandControl[]) {
    this.controls = controls;
  }

  get count(): number {
    return this.controls.length;
  }

  /** What acts on the strands of one block over the step that follows, but for those that follow others (1). */
  forces(hair: HairState, isFollowing: Uint8Array | null): PointForces | null {
    const busy = this.controls.filter((control) => !control.isIdle?.(hair, isFollowing));
    if (busy.length === 0) return null;
    const moving = isFollowing ? { ...hair, ...selectState(hair, (k) => isFollowing[k] === 0) } : hair;
    return mergeForces(present(busy.map((control) => control.act(moving))));
  }

  /** What is held at a time within the step, with what was set by hand. */
  held(time: number, ids: Uint32Array, set: Clamps | null): Clamps | null {
    return mergeClamps(present([set, ...this.controls.map((control) => control.held?.(time, ids, set))]));
  }

  /** Strands that no model moves in the step at hand, as they are at its end. */
  placed(): PlacedStrands[] {
    return present(this.controls.map((control) => control.placed?.()));
  }

  /** Says which points are held at a time; null where none ever is. */
  holder(time: number): ((id: number, fraction: number) => boolean) | null {
    const holders = this.controls.filter(({ holds }) => holds);
    if (holders.length === 0) return null;
    return (id, fraction) => holders.some((control) => control.holds!(id, fraction, time));
  }

  /** Of these strands those of which something is held. */
  heldOf(ids: Uint32Array, time: number): number[] {
    const isHeld = this.holder(time);
    return isHeld ? Array.from(ids).filter((id) => isHeld(id, 1) || isHeld(id, 0.5)) : [];
  }

  isMoved(from: number, to: number): boolean {
    return this.controls.some((control) => control.isMoved?.(from, to));
  }

  afterStep(report: StepReport): void {
    for (const control of this.controls) control.afterStep?.(report);
  }

  takeEvents(): ControlEvent[] {
    return this.controls.flatMap((control) => control.takeEvents?.() ?? []);
  }

  filtered(): FilteredRange[] {
    return this.controls.flatMap((control) => control.filtered?.() ?? []);
  }

  snapshot(): Uint8Array {
    return packArrays(this.controls.map((control) => control.snapshot?.() ?? NOTHING));
  }

  restore(snapshot: Uint8Array): void {
    const parts = unpackArrays(snapshot) as Uint8Array[];
    this.controls.forEach((control, i) => {
      control.restore?.(parts[i]!);
    });
  }

  partOf(snapshot: Uint8Array, has: (id: number) => boolean): Uint8Array {
    const parts = unpackArrays(snapshot) as Uint8Array[];
    return packArrays(this.controls.map((control, i) => control.partOf?.(parts[i]!, has) ?? parts[i]!));
  }

  join(snapshots: readonly Uint8Array[]): Uint8Array {
    const parts = snapshots.map((snapshot) => unpackArrays(snapshot) as Uint8Array[]);
    return packArrays(
      this.controls.map((control, i) => control.join?.(parts.map((part) => part[i]!)) ?? parts[0]![i]!),
    );
  }
}
