import { transport } from '../numeric/rotation.ts';
import { add, addScaled, cross, dot, length, normalize, perpendicular, scale, type Vec3 } from '../numeric/vector.ts';

/** Turns below this leave the material axes where transport brings them: the bend has no clear direction. */
export const CLEAR_TURN = 0.03;

/**
 * Major axes of edges: along the mean curvature binormal of the edge's two joints, so that the groomed curl bends over them, the
 * soft way; carried without twist where the hair is straight; never turning back on themselves. `pull` says how strongly
 * a bend by a turn draws the axis that was carried there.
 */
export function materialAxes(tangents: readonly Vec3[], pull: (turn: number) => number): Vec3[] {
  const binormal = (i: number): Vec3 => {
    const [a, b] = [tangents[i - 1], tangents[i]];
    return a && b ? scale(cross(a, b), 2 / Math.max(1 + dot(a, b), 0.02)) : [0, 0, 0];
  };
  let axis = perpendicular(tangents[0]!);
  return tangents.map((t, i) => {
    if (i > 0) axis = transport(tangents[i - 1]!, t, axis);
    const sum = add(binormal(i), binormal(i + 1));
    const across = addScaled(sum, t, -dot(sum, t));
    const turn = length(across);
    if (turn > CLEAR_TURN) {
      const towards = scale(across, (dot(across, axis) < 0 ? -1 : 1) / turn);
      axis = i === 0 ? towards : addScaled(axis, towards, pull(turn));
    }
    axis = normalize(addScaled(axis, t, -dot(axis, t)), perpendicular(t));
    return axis;
  });
}
