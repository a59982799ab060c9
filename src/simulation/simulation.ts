import type { Clock } from '../body/clock.ts';
import type { FilteredRange } from '../contact/bodies/collision-filter.ts';
import type { ControlEvent } from '../contact/control.ts';
import type { HairState } from '../contact/interaction.ts';
import type { RestReport, StepReport, StrandModel } from '../models/model.ts';
import type { BuiltStrands } from '../models/store/built.ts';
import type { Quat } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Salon } from '../salon/salon.ts';
import { InputError } from '../strands/input-error.ts';
import { findBody } from './body.ts';
import type { Clamp } from './clamps.ts';
import { makeParts, type SimulationParts } from './parts.ts';
import type { StepProfiler } from './profiler.ts';
import { joinRestReports } from './reports.ts';
import { type SimulationSetup, STEP_DEFAULT } from './setup.ts';
import { captureParts, moveStrands, packState, restoreParts, type SimulationState, unpackState } from './state.ts';
import { takeStep } from './step.ts';
import type { StrandPacking } from './strand-packing.ts';

/** Something that a person should know about a run. */
export interface SimulationEvent {
  readonly step: number;
  readonly kind: 'teleport' | 'carried' | 'retry' | 'reset' | 'model' | ControlEvent['kind'];
  readonly strands: readonly number[];
  readonly detail: string;
}

/** What a change of the model did to the hair. */
export interface ModelChange {
  readonly model: string;
  /** Farthest that a point moved, metres. */
  readonly farthest: number;
  /** Farthest distance of the groom from the new model's own groomed shape, metres. */
  readonly fitError: number;
}

/** The strands of a groom among all of a simulation: from .. to, and the model that moves them. */
export interface GroomRange {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly model: StrandModel;
}

/**
 * Hair in motion: a value that you create, step, snapshot and throw away. It may have any number of grooms, each with a model of
 * its own, on any number of bodies; from outside they are one set of strands, groom after groom.
 * The state after step n depends on the setup and on n alone, never on the display rate, a clock or a number of workers.
 */
export class Simulation {
  readonly stepSize: number;
  readonly events: SimulationEvent[] = [];
  /** What the last step cost and met. */
  report: StepReport = { substeps: 0, contacts: 0, strain: 0, solves: 0, carried: [] };
  /** Is told about the parts of every step; nobody by itself. */
  profiler: StepProfiler | null = null;
  /** Strands that have changed hands between blocks so far: nothing that the hair depends on. */
  moved = 0;
  private readonly clock: Clock | null;
  private readonly parts: SimulationParts;
  /** The state before the first step. */
  private initial: SimulationState;
  private stepCount = 0;
  private topology = 0;
  /** Positions of the last two states, as they are packed, and the steps that were taken when the second was read. */
  private previous: Float64Array;
  private current: Float64Array;
  private currentStep = 0;

  constructor(setup: SimulationSetup) {
    this.stepSize = setup.stepSize ?? STEP_DEFAULT;
    this.clock = setup.clock ?? null;
    this.parts = makeParts(setup, this.stepSize);
    this.current = this.readPositions();
    this.previous = this.current.slice();
    this.initial = this.capture();
  }

  /** Steps taken so far. */
  get step(): number {
    return this.stepCount;
  }

  /** That of the animation. */
  get time(): number {
    return this.timeOf(this.stepCount);
  }

  /** Of the animation, when so many steps are taken. */
  timeOf(steps: number): number {
    const hairTime = steps * this.stepSize;
    return this.clock ? this.clock.animationAt(hairTime) : hairTime;
  }

  /** Hair's own: that of the steps. */
  private get hairTime(): number {
    return this.stepCount * this.stepSize;
  }

  /** All strands, groom after groom, whatever blocks they are in. */
  get ids(): Uint32Array {
    return this.packing.ids;
  }

  /** Offsets of the strands in what `positionsAt` writes. */
  get first(): Uint32Array {
    return this.packing.first;
  }

  get grooms(): readonly GroomRange[] {
    return this.parts.grooms.map(({ name, model }, g) => ({ name, model, ...this.packing.range(g) }));
  }

  /** Rises whenever strands are cut, taken away or added. */
  get topologyVersion(): number {
    return this.topology;
  }

  /** The tools at work, where the simulation has a salon. */
  get salon(): Salon | null {
    return this.parts.salon;
  }

  /** Strands that move by themselves at present: others follow them, where the simulation has levels. */
  get moving(): number {
    return this.parts.levels?.levels.moving ?? this.ids.length;
  }

  /** The id of the strand that each follows, its own where it moves by itself. */
  leaders(): Uint32Array {
    const { ids } = this;
    const front = this.parts.levels?.levels.front;
    front?.recognise(ids);
    return front ? ids.map((_, k) => ids[front.leaderAt(k)]!) : ids.slice();
  }

  /** Strands that sleep at present. */
  get sleeping(): number {
    return this.parts.sleep?.count ?? 0;
  }

  advance(steps: number): void {
    for (let i = 1; i <= steps; i++) this.stepOnce(i === steps);
  }

  /** Advances until `time` lies within the last step. */
  advanceTo(time: number): void {
    // The small fraction of a step keeps 1/30 s from falling one step short by round-off.
    const end = (this.clock?.hairTime(time) ?? time) - 1e-6 * this.stepSize;
    while (this.hairTime < end) this.stepOnce((this.stepCount + 1) * this.stepSize >= end);
  }

  /** Positions at a time within the last step, between the last two states: for displays of any rate. */
  positionsAt(time: number, out: Float32Array | Float64Array): void {
    const shown = this.clock?.hairTime(time) ?? time;
    const t = Math.min(1, Math.max(0, 1 - (this.hairTime - shown) / this.stepSize));
    const { previous, current, first } = this;
    const { levels } = this.parts;
    levels?.recognise();
    for (let k = 0; k + 1 < first.length; k++) {
      // Where followers are follows from others.
      if (levels?.isFollower(k)) continue;
      const end = 3 * first[k + 1]!;
      for (let i = 3 * first[k]!; i < end; i++) out[i] = previous[i]! + t * (current[i]! - previous[i]!);
    }
    levels?.showAt(shown < this.hairTime ? shown : this.hairTime, out);
  }

  velocities(out: Float32Array | Float64Array): void {
    const hair = this.read();
    this.parts.levels?.show(hair);
    out.set(hair.velocity);
  }

  /** The strands of each groom as they are built; null for models that build quickly. See `GroomSetup.built`. */
  built(): (BuiltStrands | null)[] {
    return this.parts.grooms.map((groom, g) => groom.built(this.initial.grooms[g]!));
  }

  /** How the grooms are kept at rest, for models that can say. */
  restReport(): RestReport | undefined {
    return joinRestReports(this.parts.grooms.map(({ dynamics }) => dynamics.restReport?.()));
  }

  /** Strands that are at present allowed to be inside a collider: buried, pinched or on their way out. */
  filteredStrands(): number[] {
    return [...new Set(this.filteredRanges().map(({ id }) => id))].sort((a, b) => a - b);
  }

  /** Which pieces of them, in which collider, and how deep they may be. */
  filteredRanges(): FilteredRange[] {
    return this.parts.grooms.flatMap(({ controls }) => controls.filtered());
  }

  /** Holds points of strands from the next step on: these and no others. Targets are where they are to be now. */
  setClamps(clamps: readonly Clamp[]): void {
    const { clamps: held, sleep } = this.parts;
    const before = held.ids;
    held.set(clamps, this.hairTime);
    sleep?.wake([...before, ...held.ids]);
  }

  /** Moves a body and its hair to another place at once: shapes are kept, nothing is flung. */
  teleport(position: Vec3, orientation: Quat, body = 0): void {
    const { bodies, grooms, obstacles } = this.parts;
    const moved = findBody(bodies, body, 'What is teleported');
    const carried = grooms.filter((groom) => groom.body === moved);
    const before = carried.map((groom) => groom.rootsAt(this.hairTime));
    moved.place([...position, ...orientation]);
    carried.forEach((groom, g) => {
      groom.dynamics.teleport(before[g]!, groom.rootsAt(this.hairTime));
    });
    obstacles?.forget?.();
    this.parts.hair.moved();
    this.refresh();
    this.log('teleport', [], 'the body was moved by hand');
  }

  /**
   * Goes on with another model for a groom: same groom and rest state, same shape and motion as far as the new model can take
   * them. Refused where its strands were cut, added or taken away: the groom does not know them.
   */
  changeModel(groom: number, model: StrandModel, parameters?: unknown): ModelChange {
    const { grooms, hair, obstacles, blocks } = this.parts;
    const own = grooms[groom]!;
    if (blocks.count > 1)
      throw new InputError('simulation/model', 'The model cannot be changed while several workers share the hair.');
    if (!own.isWhole)
      throw new InputError(
        'simulation/model',
        'The model cannot be changed after strands were cut, added or taken away; reset the simulation first.',
      );
    this.parts.levels?.raiseAll(this.read());
    const { farthest, groomed } = own.changeModel(model, parameters, this.hairTime);
    const { initial } = this;
    initial.previous.set(groomed.positions, 3 * this.packing.first[this.packing.range(groom).from]!);
    this.initial = { ...initial, grooms: initial.grooms.with(groom, groomed.snapshot) };
    hair.forget();
    obstacles?.forget?.();
    this.refresh();
    const fitError = own.dynamics.restReport?.().fitError ?? 0;
    const moved = `farthest point moved by ${farthest.toExponential(1)} m`;
    this.log('model', [], `went on with the model ${model.name}; ${moved}`);
    return { model: model.name, farthest, fitError };
  }

  /** Back to the beginning. */
  reset(): void {
    this.return(this.initial);
    this.events.length = 0;
  }

  snapshot(): Uint8Array {
    return packState(this.capture());
  }

  restore(snapshot: Uint8Array): void {
    this.return(unpackState(snapshot));
  }

  /** `isLast`: what is shown lies between its two states. Points of others are read only where a step asks for them, which costs half of a step of springs. */
  private stepOnce(isLast: boolean): void {
    const { profiler, log } = this;
    // Blocks see each other's hair, and what it cost, at every step.
    const isShown = isLast || this.parts.blocks.exchange !== null;
    if (isShown) this.keepCurrent();
    const clock = { step: this.stepCount, time: this.hairTime, dt: this.stepSize };
    const observer = {
      profiler,
      log,
      strandsChanged: () => this.strandsChanged(),
      strandsBegun: (places: readonly number[], hair: HairState) => this.strandsBegun(places, hair),
    };
    const { report, carried } = takeStep(this.parts, clock, observer);
    this.report = report;
    this.stepCount++;
    this.shareOut();
    if (!isShown) return;
    this.current = this.readPositions(this.current);
    this.currentStep = this.stepCount;
    // What was carried is not shown on its way.
    this.parts.grooms.forEach((groom, g) => {
      if (!carried.has(groom)) return;
      const { from, to } = this.packing.range(g);
      const [start, end] = [3 * this.packing.first[from]!, 3 * this.packing.first[to]!];
      this.previous.set(this.current.subarray(start, end), start);
    });
  }

  /** What is shown now is what was shown before. */
  private keepCurrent(): void {
    const last = this.previous;
    this.previous = this.currentStep === this.stepCount ? this.current : this.readPositions(this.current);
    this.current = last;
  }

  /** Blocks that took longer than others give strands away. */
  private shareOut(): void {
    const moved = this.parts.blocks.review();
    if (!moved) return;
    moveStrands(this.parts, moved);
    this.moved += moved.size;
  }

  private get packing(): StrandPacking {
    return this.parts.hair.packing;
  }

  private read(): HairState {
    return this.parts.hair.read(this.hairTime, this.stepSize);
  }

  private capture(): SimulationState {
    return { step: this.stepCount, previous: this.previous.slice(), ...captureParts(this.parts) };
  }

  private return(state: SimulationState): void {
    restoreParts(this.parts, state, this.stepSize);
    this.stepCount = state.step;
    this.previous = state.previous.slice();
    this.current = this.readPositions();
    this.currentStep = this.stepCount;
    this.topology++;
  }

  /** Strands were cut, taken away or added: the last two states have as many points again. */
  private strandsChanged(): void {
    this.refresh();
    this.topology++;
  }

  /** What is shown of them between the last two states begins where they were shown as followers. */
  private strandsBegun(places: readonly number[], { first, position }: HairState): void {
    for (const k of places) this.previous.set(position.subarray(3 * first[k]!, 3 * first[k + 1]!), 3 * first[k]!);
  }

  private readPositions(out?: Float64Array): Float64Array {
    const position = this.parts.hair.points(this.hairTime, this.stepSize);
    const { nodes } = this.packing;
    if (out?.length !== 3 * nodes) return position.slice(0, 3 * nodes);
    out.set(position);
    return out;
  }

  private refresh(): void {
    this.current = this.readPositions(this.current);
    this.currentStep = this.stepCount;
    this.previous = this.current.slice();
  }

  private readonly log = (kind: SimulationEvent['kind'], strands: readonly number[], detail: string): void => {
    this.events.push({ step: this.stepCount, kind, strands, detail });
  };
}
