import {
  add,
  addScaled,
  cross,
  distance,
  dot,
  normalize,
  perpendicular,
  scale,
  subtract,
  type Vec3,
} from '../../numeric/vector.ts';
import type { Rows } from '../rows.ts';
import type { Pose } from '../stroke.ts';

/** No strand has this id: what is remembered is no place on a strand. */
export const NO_STRAND = 4294967295;
/** Numbers that a drawn line remembers of each of its points: no strand, place (3) and direction of the view there (3). */
export const DRAWN_WIDTH = 8;
/** Points are at least this far from one another, metres. */
const APART = 0.003;

/** One point of a line that was drawn across the view, and the direction in which it was looked at there. */
export interface DrawnPoint {
  readonly x: Vec3;
  readonly direction: Vec3;
}

/** A line drawn over the hair, as a stroke remembers it. */
export class DrawnLine {
  private readonly rows: Rows;

  constructor(rows: Rows) {
    this.rows = rows;
  }

  get count(): number {
    return this.rows.count;
  }

  at(row: number): DrawnPoint {
    const n = (column: number): number => this.rows.at(row, column);
    return { x: [n(2), n(3), n(4)], direction: [n(5), n(6), n(7)] };
  }

  get points(): DrawnPoint[] {
    return Array.from({ length: this.count }, (_, row) => this.at(row));
  }

  extend({ origin, direction }: Pose): void {
    if (this.count > 0 && distance(this.at(this.count - 1).x, origin) < APART) return;
    this.rows.push(NO_STRAND, 0, ...origin, ...direction);
  }

  /** Mean direction of the view. */
  get axis(): Vec3 {
    return normalize(this.points.reduce<Vec3>((sum, { direction }) => add(sum, direction), [0, 0, 0]));
  }
}

/** Where the ray through a drawn point meets the plane through x across the view. */
function besideOf({ x: from, direction }: DrawnPoint, axis: Vec3, x: Vec3): Vec3 {
  const along = dot(direction, axis);
  return addScaled(from, direction, dot(subtract(x, from), axis) / (along > 0.1 ? along : 0.1));
}

/** Whether a point is behind or before the closed line, seen from where it was drawn, and at most so far from it. */
export function insideLine(line: DrawnLine, depth: number): (x: Vec3) => boolean {
  const { points, axis } = line;
  const u = normalize(perpendicular(axis));
  const v = cross(axis, u);
  const middle = scale(
    points.reduce<Vec3>((sum, point) => add(sum, point.x), [0, 0, 0]),
    1 / Math.max(1, points.length),
  );
  return (x) => {
    if (points.length < 3 || Math.abs(dot(subtract(x, middle), axis)) > depth) return false;
    const flat = points.map((point) => subtract(besideOf(point, axis, x), x));
    let isInside = false;
    for (let i = 0, j = flat.length - 1; i < flat.length; j = i++) {
      const [ax, ay] = [dot(flat[i]!, u), dot(flat[i]!, v)];
      const [bx, by] = [dot(flat[j]!, u), dot(flat[j]!, v)];
      // Even and odd crossings of a ray to the right.
      if (ay > 0 !== by > 0 && (bx - ax) * (-ay / (by - ay)) + ax > 0) isInside = !isInside;
    }
    return isInside;
  };
}

/** The plane of the view through both ends of a line, or null where it has none. Its normal looks to the line's left. */
export function planeOf(line: DrawnLine): { readonly from: Vec3; readonly to: Vec3; readonly normal: Vec3 } | null {
  if (line.count < 2) return null;
  const [{ x: from, direction }, { x: to }] = [line.at(0), line.at(line.count - 1)];
  const normal = cross(direction, subtract(to, from));
  const size = Math.sqrt(dot(normal, normal));
  return size > 1e-6 ? { from, to, normal: scale(normal, -1 / size) } : null;
}

/** Whether a point is to the left of the line, as it was drawn. */
export function besideLine(line: DrawnLine): (x: Vec3) => boolean {
  const plane = planeOf(line);
  return (x) => plane !== null && dot(plane.normal, subtract(x, plane.from)) > 0;
}
