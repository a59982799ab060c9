import { cos, sin } from '../../src/numeric/elementary.ts';
import type { Vec3 } from '../../src/numeric/vector.ts';
import { type Box, type Shape, type Stroke, sculpture, smoothMax, unionBox } from './clay.ts';
import type { Implicit } from './implicit.ts';

export const DEGREE: number = Math.PI / 180;

/** Turns in degrees about x, then y, then z. */
export type Turns = readonly [number, number, number];

/** Three unit vectors at right angles. */
export type Axes = readonly [Vec3, Vec3, Vec3];

function turnedAxes(turns: Turns): Axes {
  const [cx, cy, cz] = [cos(turns[0] * DEGREE), cos(turns[1] * DEGREE), cos(turns[2] * DEGREE)];
  const [sx, sy, sz] = [sin(turns[0] * DEGREE), sin(turns[1] * DEGREE), sin(turns[2] * DEGREE)];
  return [
    [cz * cy, sz * cy, -sy],
    [cz * sy * sx - sz * cx, sz * sy * sx + cz * cx, cy * sx],
    [cz * sy * cx + sz * sx, sz * sy * cx - cz * sx, cy * cx],
  ];
}

/** The upright box about `centre` that an ellipsoid with these axes and radii touches. */
function ellipsoidBox(centre: Vec3, axes: Axes, radii: Vec3): Box {
  const extent = [0, 1, 2].map((c) => {
    const [a, b, d] = [axes[0][c]! * radii[0], axes[1][c]! * radii[1], axes[2][c]! * radii[2]];
    return Math.sqrt(a * a + b * b + d * d);
  });
  return {
    low: [centre[0] - extent[0]!, centre[1] - extent[1]!, centre[2] - extent[2]!],
    high: [centre[0] + extent[0]!, centre[1] + extent[1]!, centre[2] + extent[2]!],
  };
}

/** An ellipsoid. The distance is the first-order one of Quilez: exact on the surface, within a few per cent near it. */
export function ellipsoid(centre: Vec3, radii: Vec3, turns: Turns = [0, 0, 0]): Shape {
  const axes = turnedAxes(turns);
  const m = Float64Array.from(axes.flat());
  const [cx, cy, cz] = centre;
  const [ix, iy, iz] = [1 / radii[0], 1 / radii[1], 1 / radii[2]];
  const least = Math.min(radii[0], radii[1], radii[2]);
  return {
    box: ellipsoidBox(centre, axes, radii),
    distance: (px, py, pz) => {
      const x = px - cx;
      const y = py - cy;
      const z = pz - cz;
      const u = (m[0]! * x + m[1]! * y + m[2]! * z) * ix;
      const v = (m[3]! * x + m[4]! * y + m[5]! * z) * iy;
      const w = (m[6]! * x + m[7]! * y + m[8]! * z) * iz;
      const k0 = Math.sqrt(u * u + v * v + w * w);
      const us = u * ix;
      const vs = v * iy;
      const ws = w * iz;
      const k1 = Math.sqrt(us * us + vs * vs + ws * ws);
      return k1 < 1e-6 ? -least : (k0 * (k0 - 1)) / k1;
    },
  };
}

/** Signed distance to a plane, positive on the side that its normal points to. */
export function plane(point: Vec3, normal: Vec3): Implicit {
  const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  const [a, b, c] = [normal[0] / size, normal[1] / size, normal[2] / size];
  const offset = a * point[0] + b * point[1] + c * point[2];
  return (x, y, z) => a * x + b * y + c * z - offset;
}

/** The part of a shape where `knife` is negative; the new edge is rounded by the seam. */
export function cut({ box, distance }: Shape, knife: Implicit, seam: number): Shape {
  return { box, distance: (x, y, z) => smoothMax(distance(x, y, z), knife(x, y, z), seam) };
}

/** What the strokes make, as one shape. Seams swell a surface by a sixth of their width at most. */
export function group(strokes: readonly Stroke[]): Shape {
  const added = strokes.filter((stroke) => stroke.kind === 'add');
  const swell = added.reduce((sum, stroke) => sum + stroke.seam / 6, 0);
  const { low, high } = unionBox(added);
  const moved = (corner: Vec3, by: number): Vec3 => [corner[0] + by, corner[1] + by, corner[2] + by];
  return { box: { low: moved(low, -swell), high: moved(high, swell) }, distance: sculpture(strokes) };
}

/** A shape made in its own coordinates (u, v, w), set at `origin` with its axes along `axes`. */
export function placed(shape: Shape, origin: Vec3, axes: Axes): Shape {
  const m = Float64Array.from(axes.flat());
  const [ox, oy, oz] = origin;
  const { low, high } = shape.box;
  const middle = [0, 1, 2].map((k) => 0.5 * (low[k]! + high[k]!));
  const half = [0, 1, 2].map((k) => 0.5 * (high[k]! - low[k]!));
  const along = (c: number, values: number[], size: (n: number) => number): number =>
    values.reduce((sum, value, k) => sum + value * size(axes[k]![c]!), 0);
  const centre = [0, 1, 2].map((c) => origin[c]! + along(c, middle, (n) => n));
  const extent = [0, 1, 2].map((c) => along(c, half, Math.abs));
  const corner = (s: number): Vec3 => [
    centre[0]! + s * extent[0]!,
    centre[1]! + s * extent[1]!,
    centre[2]! + s * extent[2]!,
  ];
  const local = shape.distance;
  return {
    box: { low: corner(-1), high: corner(1) },
    distance: (px, py, pz) => {
      const x = px - ox;
      const y = py - oy;
      const z = pz - oz;
      return local(
        m[0]! * x + m[1]! * y + m[2]! * z,
        m[3]! * x + m[4]! * y + m[5]! * z,
        m[6]! * x + m[7]! * y + m[8]! * z,
      );
    },
  };
}
