/** A signed distance to a body: negative inside, metres, in the body's own coordinates. */
export interface DistanceField {
  /** Distance at a point. Far from the body it may be an underestimate, never an overestimate. */
  distance(x: number, y: number, z: number): number;
  /** Writes distance and unit outward gradient (d, nx, ny, nz). */
  sample(x: number, y: number, z: number, out: Float64Array): void;
}
