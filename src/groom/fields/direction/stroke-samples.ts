import { makeNearestPoint, TriangleBvh } from '../../../body/bvh.ts';
import { nextSide, previousSide, type Surface } from '../../../body/surface.ts';
import { atan2 } from '../../../numeric/elementary.ts';
import { distance, mix, subtract, type Vec3 } from '../../../numeric/vector.ts';
import type { Connection } from './connection.ts';
import type { AngleWish } from './smooth-angles.ts';
import { TURN, type Turns, wrapped } from './turns.ts';

/** A stroke that says which way hair lies: it lies as the stroke runs. */
export interface DirectionStroke {
  /** Points on the skin or near it, in order, m. */
  readonly path: readonly Vec3[];
  /** How firmly hair keeps to it, where strokes disagree; 1 where absent. */
  readonly strength?: number | undefined;
}

/** A place of a stroke on the surface, and which way the stroke runs there. */
export interface StrokeSample {
  readonly face: number;
  readonly weights: readonly [number, number, number];
  readonly direction: Vec3;
  readonly at: Vec3;
}

/** Strokes farther from the skin than this fraction of its size do not mean it. */
const REACH = 0.2;
const MOST_SAMPLES = 2000;
/** A stroke that runs out of the skin says nothing of a direction on it: sine of the least angle to the normal. */
const LEAST_ALONG = 0.25;

/** Finds places on a surface. */
export class SurfaceSearch {
  readonly reach: number;
  private readonly bvh: TriangleBvh;
  private readonly found = makeNearestPoint();

  constructor({ positions, corner, triangle }: Surface) {
    // Faces that close holes come last and are no skin.
    let faces = triangle.length;
    while (faces > 0 && triangle[faces - 1]! < 0) faces--;
    this.bvh = new TriangleBvh({ positions: Float32Array.from(positions), triangles: corner.slice(0, 3 * faces) });
    this.reach = REACH * sizeOf(positions);
  }

  /** The nearest place; null where it is out of reach. */
  nearest([x, y, z]: Vec3): { face: number; weights: [number, number, number]; at: Vec3 } | null {
    const { found } = this;
    if (!this.bvh.nearest(x, y, z, this.reach, found)) return null;
    return { face: found.triangle, weights: [found.u, found.v, found.w], at: [found.x, found.y, found.z] };
  }
}

function sizeOf(positions: Float64Array): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = k; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]!);
      high = Math.max(high, positions[i]!);
    }
    square += (high - low) * (high - low);
  }
  return Math.sqrt(square);
}

/** Places along a stroke, `spacing` apart, with the direction of the stroke between the places before and after. */
export function sampleStroke(
  search: SurfaceSearch,
  surface: Surface,
  path: readonly Vec3[],
  spacing: number,
): StrokeSample[] {
  const length = path.reduce((sum, point, i) => (i === 0 ? 0 : sum + distance(path[i - 1]!, point)), 0);
  const count = Math.min(MOST_SAMPLES, Math.max(2, 1 + Math.ceil(length / spacing)));
  const points = Array.from({ length: count }, (_, n) => pointAt(path, (length * n) / (count - 1)));
  return points.flatMap((point, n) => {
    const place = search.nearest(point);
    const way = subtract(points[Math.min(count - 1, n + 1)]!, points[Math.max(0, n - 1)]!);
    return place && isAlong(surface, place.face, way) ? [{ ...place, direction: way }] : [];
  });
}

function pointAt(path: readonly Vec3[], s: number): Vec3 {
  let left = s;
  for (let i = 1; i < path.length; i++) {
    const edge = distance(path[i - 1]!, path[i]!);
    if (left <= edge && edge > 0) return mix(path[i - 1]!, path[i]!, left / edge);
    left -= edge;
  }
  return path[path.length - 1]!;
}

function isAlong(surface: Surface, face: number, way: Vec3): boolean {
  const { x, y } = inPlane(surface, 3 * face, way);
  const square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
  return square > 0 && x * x + y * y > LEAST_ALONG * LEAST_ALONG * square;
}

/** Components of a vector along side h and to its left in the plane of its face. */
function inPlane({ positions: p, corner }: Surface, h: number, [wx, wy, wz]: Vec3): { x: number; y: number } {
  const a = 3 * corner[h]!;
  const b = 3 * corner[nextSide(h)]!;
  const c = 3 * corner[previousSide(h)]!;
  const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
  const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
  const long = ux * ux + uy * uy + uz * uz;
  const lean = (ux * vx + uy * vy + uz * vz) / long;
  const [lx, ly, lz] = [vx - lean * ux, vy - lean * uy, vz - lean * uz];
  const left = Math.sqrt(lx * lx + ly * ly + lz * lz);
  return {
    x: (wx * ux + wy * uy + wz * uz) / Math.sqrt(long),
    y: left > 0 ? (wx * lx + wy * ly + wz * lz) / left : 0,
  };
}

/**
 * What a sample asks of the angles at its face's vertices. A direction in a face has at a vertex the angle that it has to the middle of the
 * face's corner; the three then differ as the field would turn in between, without whole turns.
 */
export function wishOf(
  surface: Surface,
  connection: Connection,
  turns: Turns,
  { face, weights, direction }: StrokeSample,
  strength: number,
): AngleWish {
  let first = 0;
  let angle = 0;
  for (let c = 0; c < 3; c++) {
    const h = 3 * face + c;
    const { x, y } = inPlane(surface, h, direction);
    const corner = connection.angle[h]!;
    const stretched = connection.stretch[surface.corner[h]!]! * corner;
    let here = connection.leaving[h]! + 0.5 * (stretched - corner) + atan2(y, x);
    if (c === 0) first = here;
    else {
      // From the first vertex to this one: along side 0, or back along side 2.
      const side = c === 1 ? 3 * face : 3 * face + 2;
      const step = (c === 1 ? 1 : -1) * (connection.carried[side]! + TURN * turns.count[side]!);
      here = first + step + wrapped(here - first - step);
    }
    angle += weights[c]! * here;
  }
  return { face, weights, angle, strength };
}
