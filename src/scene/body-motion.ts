import { type Clock, clockedMotion } from '../body/clock.ts';
import { composeMotion, type RigidMotion, restMotion } from '../body/motion.ts';
import { expMap } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { SceneBody } from './body-schema.ts';
import { EventMotion, type SceneEvent } from './events.ts';
import { isZero, sceneMotion } from './motion.ts';
import type { Scene } from './schema.ts';

/** The motions of all bodies in the world, those that are carried included. */
export class BodyMotions {
  readonly motions: readonly RigidMotion[];
  private readonly own: readonly EventMotion[];
  private readonly scene: Scene;
  private readonly clock: Clock | null;

  /** `centres`: what a body turns about that says nothing and has no shape; `clock`: hair's, where it is another. */
  constructor(scene: Scene, centres: readonly (Vec3 | null)[], clock: Clock | null) {
    this.scene = scene;
    this.clock = clock;
    const timeOf = stepTimes(scene.step, clock);
    this.own = scene.bodies.map((body, k) => {
      const pivot = body.motion.pivot ?? centres[k] ?? body.position;
      return new EventMotion(sceneMotion(body.motion, pivot), pivot, timeOf, this.eventsOf(scene.events, k));
    });
    this.motions = carried(scene.bodies, this.own, []);
  }

  /** A motion as hair's time sees it. */
  byHair(motion: RigidMotion): RigidMotion {
    return this.clock ? clockedMotion(motion, this.clock) : motion;
  }

  /** Motions by hair's time in the world where what carries others is at other places: those that somebody put there by hand. */
  carriedBy(placed: readonly RigidMotion[]): RigidMotion[] {
    return carried(
      this.scene.bodies,
      this.own.map((motion) => this.byHair(motion)),
      placed,
    );
  }

  setEvents(events: readonly SceneEvent[]): void {
    this.own.forEach((motion, k) => {
      motion.setEvents(this.eventsOf(events, k));
    });
  }

  private eventsOf(events: readonly SceneEvent[], k: number): SceneEvent[] {
    const { bodies } = this.scene;
    return events.filter((event) => event.kind === 'motion' && (event.body ?? bodies[0]!.name) === bodies[k]!.name);
  }
}

/** When a step of the simulation is, by the time of the animation. */
function stepTimes(step: number, clock: Clock | null): (n: number) => number {
  return clock ? (n) => clock.animationAt(n * step) : (n) => n * step;
}

/** Bodies in the world, given how each moves in the coordinates of what carries it; those that nothing carries may be placed. */
function carried(
  bodies: readonly SceneBody[],
  own: readonly RigidMotion[],
  placed: readonly RigidMotion[],
): RigidMotion[] {
  const known: RigidMotion[] = [];
  const motionOf = (k: number): RigidMotion => {
    known[k] ??= makeMotion(k);
    return known[k];
  };
  const makeMotion = (k: number): RigidMotion => {
    const { on, position, rotation } = bodies[k]!;
    if (on === null && placed[k]) return placed[k];
    const isStanding = isZero(position) && isZero(rotation);
    const moved = isStanding ? own[k]! : composeMotion(own[k]!, restMotion(position, expMap(rotation)));
    return on === null ? moved : composeMotion(motionOf(bodies.findIndex(({ name }) => name === on)), moved);
  };
  return bodies.map((_, k) => motionOf(k));
}
