import type { RigidMotion } from '../body/motion.ts';
import type { ControlNews } from '../contact/control.ts';
import type { HairState, StrandInteraction, StrandRange } from '../contact/interaction.ts';
import type { ForceField, Obstacles, PointContacts, PointForces, StrandDynamics } from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import { Salon, type SalonLoads, type SalonSetup } from '../salon/salon.ts';
import { Sleep, type SleepSettings } from '../salon/sleep.ts';
import type { Strands } from '../strands/strands.ts';
import type { Controls } from './controls.ts';
import type { Exchange } from './exchange.ts';
import { type BlockState, BlockView, HairAssembly, type LockRadius, rangeOf } from './hair-view.ts';
import { mergeContacts, mergeForces } from './merge-rows.ts';
import type { StepWatch } from './watch.ts';

/** How strands meet each other. */
export interface MeetingSetup {
  readonly lockRadius: LockRadius;
  /** Makes the interaction from the groomed state of all strands. */
  make(groomed: HairState): StrandInteraction;
}

export interface InfluenceSetup {
  readonly meeting?: MeetingSetup | undefined;
  readonly salon?: Omit<SalonSetup, 'motion'> | undefined;
  /** Leaves calm strands alone; absent: none sleeps. */
  readonly sleep?: Partial<SleepSettings> | undefined;
  readonly exchange?: Exchange | undefined;
}

/** What acts on this block's strands in one step, besides gravity, lasting fields and bodies. */
export interface StepInfluence {
  readonly forces: PointForces | null;
  readonly contacts: PointContacts | null;
  readonly fields: readonly ForceField[];
  readonly obstacles: readonly Obstacles[];
  /** One a strand in the model's order, 1 where it is left alone; null where nobody sleeps. */
  readonly asleep: Uint8Array | null;
  readonly news: readonly ControlNews[];
  /** Strands were cut, taken away or added. */
  readonly hasNewTopology: boolean;
}

const NOTHING = new Uint8Array(0);

/**
 * Everything that reads the state of all hair before a step: tools, other strands, controls, sleep. In this order, because
 * tools may cut strands, and what is touched wakes up.
 */
export class Influences {
  readonly salon: Salon | null;
  readonly sleep: Sleep | null;
  watch: StepWatch | null = null;
  private readonly dynamics: StrandDynamics;
  private readonly controls: Controls;
  private readonly motion: RigidMotion;
  private readonly view: BlockView;
  private readonly exchange: Exchange | null;
  private readonly assembly = new HairAssembly();
  private readonly interaction: StrandInteraction | null;
  private readonly addStrands: (grown: Strands, time: number) => void;
  private range: StrandRange = { from: 0, to: 0 };

  constructor(
    setup: InfluenceSetup,
    dynamics: StrandDynamics,
    controls: Controls,
    motion: RigidMotion,
    dt: number,
    addStrands: (grown: Strands, time: number) => void,
  ) {
    this.dynamics = dynamics;
    this.controls = controls;
    this.motion = motion;
    this.exchange = setup.exchange ?? null;
    this.addStrands = addStrands;
    this.salon = setup.salon ? new Salon({ ...setup.salon, motion }) : null;
    this.sleep = setup.sleep ? new Sleep(setup.sleep) : null;
    this.view = new BlockView(dynamics, this.lockRadius(setup.meeting));
    this.interaction = setup.meeting?.make(this.gather(0, dt)) ?? null;
  }

  private get isNeeded(): boolean {
    return this.salon !== null || this.sleep !== null || this.interaction !== null || this.controls.count > 0;
  }

  before(step: number, time: number, dt: number, isRestless: boolean): StepInfluence {
    if (!this.isNeeded) return CALM;
    let hair = this.gather(time, dt);
    this.watch?.('reading');
    const salon = this.salon?.act(hair, this.dynamics, step) ?? null;
    if (salon && this.follow(salon, time)) hair = this.gather(time, dt);
    this.watch?.('tools');
    const meeting = this.interaction?.act(hair, this.range) ?? null;
    this.watch?.('meeting');
    const controlled = this.controls.count > 0 ? this.controls.forces({ time, dt, ...this.view.read() }) : null;
    const asleep = this.rest(hair, salon, isRestless);
    this.watch?.('controls');
    return {
      forces: mergeForces(present([salon?.forces, meeting?.forces, controlled])),
      contacts: mergeContacts(present([salon?.contacts, meeting?.contacts])),
      fields: salon?.fields ?? [],
      obstacles: salon?.obstacles ?? [],
      asleep,
      news: this.controls.takeNews(),
      hasNewTopology: salon !== null && (salon.hasNewTopology || salon.grown !== null),
    };
  }

  snapshot(): Uint8Array {
    return packArrays([
      this.view.snapshot(),
      this.interaction?.snapshot(this.range) ?? NOTHING,
      this.controls.snapshot(),
      this.salon?.snapshot() ?? NOTHING,
      this.sleep?.snapshot() ?? NOTHING,
    ]);
  }

  restore(snapshot: Uint8Array): void {
    const [view, meeting, controls, salon, sleep] = unpackArrays(snapshot) as Uint8Array[];
    this.view.restore(view!);
    this.interaction?.restore([meeting!]);
    this.controls.restore(controls!);
    this.salon?.restore(salon!);
    this.sleep?.restore(sleep!);
  }

  /** Locks as the groom has them, thinner where they are wet, thicker with mousse. */
  private lockRadius(meeting: MeetingSetup | undefined): LockRadius {
    if (!meeting) return () => 0;
    return (id, s) => {
      const own = this.salon?.products.get(id);
      return meeting.lockRadius(id, s) * (own ? thicknessAt(own.s, own.told, s) : 1);
    };
  }

  private gather(time: number, dt: number): HairState {
    const own = this.view.read();
    const blocks: readonly BlockState[] = this.exchange ? this.exchange.gather(own) : [own];
    this.range = rangeOf(blocks, this.exchange?.index ?? 0);
    return this.assembly.join(blocks, time, dt);
  }

  /** Takes note of what tools did to the strands; whether their state must be read again. */
  private follow(salon: SalonLoads, time: number): boolean {
    if (salon.grown) this.addStrands(salon.grown, time);
    const isNew = salon.hasNewTopology || salon.grown !== null;
    if (isNew || salon.hasNewProperties) this.view.changed(salon.touched);
    return isNew;
  }

  private rest(hair: HairState, salon: SalonLoads | null, isRestless: boolean): Uint8Array | null {
    if (!this.sleep) return null;
    const body = this.motion.at(hair.time + hair.dt);
    this.sleep.update(hair, { touched: salon?.touched ?? [], isRestless, body });
    return this.sleep.asleep(this.dynamics.ids);
  }
}

/** The factor that the model was last told for the node at or beyond s. */
function thicknessAt(places: Float64Array, told: Float64Array, s: number): number {
  let i = 0;
  while (i < places.length - 1 && places[i]! < s) i++;
  return told[3 * i + 2] ?? 1;
}

const CALM: StepInfluence = Object.freeze({
  forces: null,
  contacts: null,
  fields: [],
  obstacles: [],
  asleep: null,
  news: [],
  hasNewTopology: false,
});

const present = <Value>(values: readonly (Value | null | undefined)[]): Value[] =>
  values.filter((value): value is Value => value !== null && value !== undefined);
