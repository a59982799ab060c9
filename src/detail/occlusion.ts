import { OBSTACLE_ROW, type Obstacles } from '../models/model.ts';
import type { Vec3 } from '../numeric/vector.ts';

/** What hides hair is near it: its own head. Rays are followed so far from the hair towards the eye, m. */
const REACH = 0.5;
/** A ray that goes so deep through a body is well inside its outline, and so is what lies beside it, m. */
const DEEP = 0.02;
/** Bodies farther than this from a ray need not say how far, m: the ray comes nearer to them. */
const FAR = 0.1;
/** Rays advance by at least this, m, and take at most so many steps. */
const LEAST = 0.008;
const MOST_STEPS = 40;

/** Says of points whether a body stands between them and the eye. By the distances that contacts use: no picture is asked. */
export class Occlusion {
  private readonly obstacles: Obstacles;
  private points = new Float64Array(0);
  private rows = new Float64Array(0);
  private reach = new Float64Array(0);

  constructor(obstacles: Obstacles) {
    this.obstacles = obstacles;
  }

  /** `places`: xyz rows. 1 for each that is hidden at a time. */
  hidden(places: Float64Array, eye: Vec3, time: number): Uint8Array {
    const count = places.length / 3;
    const isHidden = new Uint8Array(count);
    const along = new Float64Array(count);
    if (this.points.length < places.length) {
      this.points = new Float64Array(places.length);
      this.rows = new Float64Array(OBSTACLE_ROW * count);
      this.reach = new Float64Array(count).fill(FAR);
    }
    const { points, rows } = this;
    let open = Array.from({ length: count }, (_, n) => n);
    for (let step = 0; step < MOST_STEPS && open.length > 0; step++) {
      open.forEach((n, row) => {
        const [dx, dy, dz] = [0, 1, 2].map((c) => eye[c]! - places[3 * n + c]!) as [number, number, number];
        const far = Math.sqrt(dx * dx + dy * dy + dz * dz);
        const part = far > 0 ? Math.min(1, along[n]! / far) : 1;
        points[3 * row] = places[3 * n]! + part * dx;
        points[3 * row + 1] = places[3 * n + 1]! + part * dy;
        points[3 * row + 2] = places[3 * n + 2]! + part * dz;
        if (part === 1) along[n] = REACH;
      });
      this.obstacles.nearest(points, open.length, time, rows, undefined, undefined, this.reach);
      const next: number[] = [];
      open.forEach((n, row) => {
        const distance = rows[OBSTACLE_ROW * row]!;
        if (distance < -DEEP) isHidden[n] = 1;
        along[n] = along[n]! + Math.max(LEAST, Math.abs(distance));
        if (isHidden[n] === 0 && along[n]! < REACH) next.push(n);
      });
      open = next;
    }
    return isHidden;
  }
}
