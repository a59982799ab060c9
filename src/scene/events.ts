import { z } from 'zod';
import { HEAD_MOTIONS, type HeadMotionName, headMotion } from '../body/head-motion.ts';
import { composeStates, type RigidMotion, type RigidState } from '../body/motion.ts';
import { Air, type AirParameters, type HairDensity } from '../forces/air.ts';
import { windParameters } from '../forces/wind.ts';
import type { EvenAir, ForceField, Loads, SamplePoints } from '../models/model.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { schemaOf } from './parameter-schema.ts';
import { vector } from './vector-schema.ts';

const step = z.number().int().min(0).meta({ description: 'Internal step at which it begins.' });
const headMotions = Object.keys(HEAD_MOTIONS) as [HeadMotionName, ...HeadMotionName[]];

/** Something that happens in a scene while it runs, besides strokes of tools. */
export const eventSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('motion'),
      step,
      body: z.string().optional().meta({ description: 'Which body moves; the first where absent.' }),
      name: z.enum(headMotions).meta({ description: 'What it does, on top of what it does already.' }),
      amplitude: z.number().min(-10).max(10).optional().meta({ description: 'Radian; metre for bounce and sway.' }),
      period: z.number().min(0.02).max(1000).optional().meta({ description: 'Seconds a swing.' }),
      cycles: z.number().min(0.1).max(1000).default(2).meta({ description: 'How many swings.' }),
    }),
    z.strictObject({ kind: z.literal('wind'), step, wind: schemaOf(windParameters) }),
    z.strictObject({
      kind: z.literal('camera'),
      step,
      target: vector([0, 0, 0], 'm'),
      azimuth: z.number().min(-100).max(100).meta({ description: 'As that of the camera.', unit: 'rad' }),
      elevation: z.number().min(-1.57).max(1.57).meta({ description: 'Height above the horizon.', unit: 'rad' }),
      distance: z.number().min(0.001).max(1e4).meta({ description: 'Eye to target.', unit: 'm' }),
      fieldOfView: z.number().min(0.02).max(2.5).meta({ description: 'Vertical angle of view.', unit: 'rad' }),
    }),
  ])
  .meta({ description: 'Something that happens while the scene runs.' });

export type SceneEvent = z.infer<typeof eventSchema>;
/** Where levels look from, from a step on. */
export type CameraEvent = Extract<SceneEvent, { kind: 'camera' }>;

/**
 * The time after which an event is felt: later than the end of the step before it, (step - 1) h + h, which round-off may put
 * above step h. A document would else replay to other bytes than it was made with.
 */
const LATER = 1e-6;
const startOf = (event: SceneEvent, stepSize: number): number => (event.step + LATER) * stepSize;

/** The scene's own motion, and head motions that events add to it from their step on. */
export class EventMotion implements RigidMotion {
  private readonly own: RigidMotion;
  private readonly pivot: Vec3;
  private readonly timeOf: (step: number) => number;
  private added: { readonly start: number; readonly motion: RigidMotion }[] = [];

  /** `timeOf`: when a step is, in the time of the motion. */
  constructor(own: RigidMotion, pivot: Vec3, timeOf: (step: number) => number, events: readonly SceneEvent[]) {
    this.own = own;
    this.pivot = pivot;
    this.timeOf = timeOf;
    this.setEvents(events);
  }

  setEvents(events: readonly SceneEvent[]): void {
    this.added = events.flatMap((event) => {
      if (event.kind !== 'motion') return [];
      const { name, amplitude, period, cycles } = event;
      const given = { ...(amplitude === undefined ? {} : { amplitude }), ...(period === undefined ? {} : { period }) };
      const start = this.timeOf(event.step);
      const motion = headMotion(name, { start, cycles, pivot: this.pivot, ...given });
      return [{ start: this.timeOf(event.step + LATER), motion }];
    });
  }

  at(time: number): RigidState {
    let state = this.own.at(time);
    for (const { start, motion } of this.added) if (time > start) state = composeStates(state, motion.at(time));
    return state;
  }
}

/** The scene's own air until an event brings another wind. */
export class EventAir implements ForceField {
  private readonly parameters: AirParameters;
  private readonly seed: number;
  private readonly stepSize: number;
  private readonly density: HairDensity | null;
  private airs: { readonly start: number; readonly air: Air }[] = [];

  /** `density`: of the hair that shelters. */
  constructor(
    parameters: AirParameters,
    seed: number,
    stepSize: number,
    events: readonly SceneEvent[],
    density: HairDensity | null = null,
  ) {
    this.parameters = parameters;
    this.seed = seed;
    this.stepSize = stepSize;
    this.density = density;
    this.setEvents(events);
  }

  setEvents(events: readonly SceneEvent[]): void {
    this.airs = [{ start: Number.NEGATIVE_INFINITY, air: new Air(this.parameters, this.seed, this.density) }];
    for (const event of events)
      if (event.kind === 'wind')
        this.airs.push({
          start: startOf(event, this.stepSize),
          air: new Air({ ...this.parameters, wind: event.wind }, this.seed, this.density),
        });
  }

  isRestless(time: number): boolean {
    return this.airAt(time).isRestless();
  }

  evenAir(time: number): EvenAir | null {
    return this.airAt(time).evenAir(time);
  }

  apply(samplePoints: SamplePoints, time: number, loads: Loads): void {
    this.airAt(time).apply(samplePoints, time, loads);
  }

  private airAt(time: number): Air {
    let last = this.airs[0]!;
    for (const one of this.airs) if (time > one.start) last = one;
    return last.air;
  }
}
