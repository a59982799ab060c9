import { type Body, PosedBody } from '../body/body.ts';
import { OBSTACLE_ROW, type Obstacles } from '../models/model.ts';

export interface Obstacle {
  readonly body: Body;
  /** Coulomb coefficient against hair. */
  readonly friction: number;
}

interface Posed {
  readonly body: PosedBody;
  readonly friction: number;
  time: number;
}

/** Moving bodies as distance fields. The nearest surface answers. */
export class BodyObstacles implements Obstacles {
  private readonly bodies: readonly Posed[];
  private readonly hit = new Float64Array(OBSTACLE_ROW);

  constructor(obstacles: readonly Obstacle[]) {
    this.bodies = obstacles.map(({ body, friction }) => ({ body: new PosedBody(body), friction, time: Number.NaN }));
  }

  nearest(points: Float64Array, count: number, time: number, out: Float64Array): void {
    const { hit } = this;
    for (let i = 0; i < count; i++) out[OBSTACLE_ROW * i] = Number.POSITIVE_INFINITY;
    for (const posed of this.bodies) {
      if (posed.time !== time) posed.body.setTime(time);
      posed.time = time;
      hit[7] = posed.friction;
      for (let i = 0; i < count; i++) {
        posed.body.sample(points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!, hit);
        if (hit[0]! < out[OBSTACLE_ROW * i]!) out.set(hit, OBSTACLE_ROW * i);
      }
    }
  }
}
