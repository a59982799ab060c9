import type { Vec3 } from '../src/numeric/vector.ts';
import { type Implicit, probe } from './clay/implicit.ts';

/** The point of the surface f = 0 that Newton steps along the gradient find from `start`, which should be near it. */
export function onSurface(f: Implicit, start: Vec3): Vec3 {
  let [x, y, z] = start;
  const g = new Float64Array(4);
  for (let step = 0; step < 6; step++) {
    probe(f, x, y, z, g);
    const s = g[0]! / (g[1]! * g[1]! + g[2]! * g[2]! + g[3]! * g[3]!);
    // A point of the mirror plane has no gradient across it.
    x -= start[0] === 0 ? 0 : s * g[1]!;
    y -= s * g[2]!;
    z -= s * g[3]!;
  }
  return [x, y, z];
}

/** Where the ray from `origin`, which is inside, leaves the solid; within 0.3 m. */
export function exitPoint(f: Implicit, origin: Vec3, direction: Vec3): Vec3 {
  let inside = 0;
  let outside = 0.3;
  for (let step = 0; step < 40; step++) {
    const t = 0.5 * (inside + outside);
    const d = f(origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2]);
    if (d < 0) inside = t;
    else outside = t;
  }
  return [origin[0] + inside * direction[0], origin[1] + inside * direction[1], origin[2] + inside * direction[2]];
}
