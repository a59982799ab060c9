import type { Viewpoint } from '../detail/viewpoint.ts';
import { cos, sin } from '../numeric/elementary.ts';
import { addScaled, cross, length, normalize, subtract, UP, type Vec3 } from '../numeric/vector.ts';
import type { GroomInstance } from './groom-instance.ts';
import type { Scene } from './schema.ts';

/** A picture is so many times as wide as it is high, for what is in view: a page may be narrower. */
const ASPECT = 16 / 9;

/** Where levels look from: the scene's camera, and from a camera event's step on that event's. */
export class SceneViewpoint {
  private readonly scene: Pick<Scene, 'camera' | 'step'>;
  private readonly grooms: readonly Pick<GroomInstance, 'guides'>[];
  private views: { readonly start: number; readonly view: Viewpoint }[] = [];

  constructor(scene: Pick<Scene, 'camera' | 'step' | 'events'>, grooms: readonly Pick<GroomInstance, 'guides'>[]) {
    this.scene = scene;
    this.grooms = grooms;
    this.setEvents(scene.events);
  }

  setEvents(events: readonly Scene['events'][number][]): void {
    const { camera, step } = this.scene;
    const framed = { ...camera, ...this.frame(camera.fieldOfView, camera) };
    this.views = [{ start: Number.NEGATIVE_INFINITY, view: viewOf(framed) }];
    for (const event of events)
      if (event.kind === 'camera') this.views.push({ start: (event.step - 0.5) * step, view: viewOf(event) });
  }

  readonly at = (time: number): Viewpoint => {
    let last = this.views[0]!;
    for (const one of this.views) if (time > one.start) last = one;
    return last.view;
  };

  /** A camera that is placed by nobody sees all hair. */
  private frame(
    fieldOfView: number,
    { target, distance }: Pick<Scene['camera'], 'target' | 'distance'>,
  ): { target: Vec3; distance: number } {
    if (target && distance !== undefined) return { target, distance };
    const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
    const high = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
    for (const { guides } of this.grooms)
      guides.positions.forEach((x, i) => {
        low[i % 3] = Math.min(low[i % 3]!, x);
        high[i % 3] = Math.max(high[i % 3]!, x);
      });
    if (!(low[0]! <= high[0]!)) return { target: target ?? [0, 0, 0], distance: distance ?? 1 };
    const middle = low.map((x, c) => 0.5 * (x + high[c]!)) as [number, number, number];
    const radius = 0.5 * length(subtract(high as unknown as Vec3, low as unknown as Vec3));
    return { target: target ?? middle, distance: distance ?? radius / sin(0.5 * fieldOfView) };
  }
}

interface Orbit {
  readonly target: Vec3;
  readonly azimuth: number;
  readonly elevation: number;
  readonly distance: number;
  readonly fieldOfView: number;
}

/** As `eyeOf` and `axesOf` of the renderer's camera have it. */
function viewOf({ target, azimuth, elevation, distance, fieldOfView }: Orbit): Viewpoint {
  const level = cos(elevation);
  const back: Vec3 = [level * sin(azimuth), sin(elevation), level * cos(azimuth)];
  const right = normalize(cross(UP, back));
  const upwards = sin(0.5 * fieldOfView) / cos(0.5 * fieldOfView);
  return {
    eye: addScaled(target, back, distance),
    axes: [right, cross(back, right), back],
    upwards,
    across: ASPECT * upwards,
  };
}
