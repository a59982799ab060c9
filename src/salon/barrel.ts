import { OBSTACLE_ROW, type Obstacles, type PointOwners } from '../models/model.ts';
import { addScaled, dot, mix, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import { type Capsule, nearestOnSegment } from './volumes/capsule.ts';

export interface BarrelOptions {
  /** Where it is at the end of the step, and when that is. */
  readonly capsule: Capsule;
  readonly end: number;
  readonly velocity: Vec3;
  readonly friction: number;
  /** Strands that lie on it and are held there: they do not mind it. */
  readonly ignored: ReadonlySet<number>;
}

/** Far enough to be nobody's neighbour, metres. */
const FAR = 1e3;

/** A tool with a body that hair may not enter. */
export class Barrel implements Obstacles {
  private readonly options: BarrelOptions;

  constructor(options: BarrelOptions) {
    this.options = options;
  }

  nearest(points: Float64Array, count: number, time: number, out: Float64Array, owners?: PointOwners): void {
    const { capsule, end, velocity, friction, ignored } = this.options;
    const a = addScaled(capsule.a, velocity, time - end);
    const b = addScaled(capsule.b, velocity, time - end);
    for (let i = 0; i < count; i++) {
      const x: Vec3 = [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!];
      const gap = subtract(x, mix(a, b, nearestOnSegment(a, b, x)));
      const far = Math.sqrt(dot(gap, gap));
      const isIgnored = owners !== undefined && ignored.has(owners.id[i]!);
      out[OBSTACLE_ROW * i] = isIgnored ? FAR : far - capsule.radius + (owners?.layerOffset?.[i] ?? 0);
      out.set(far > 1e-12 ? scale(gap, 1 / far) : [0, 1, 0], OBSTACLE_ROW * i + 1);
      out.set(velocity, OBSTACLE_ROW * i + 4);
      out[OBSTACLE_ROW * i + 7] = friction;
    }
  }
}
