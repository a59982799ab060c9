import { makeNearestPoint, TriangleBvh } from '../../../body/bvh.ts';
import type { Surface } from '../../../body/surface.ts';
import { addScaled, at, cross, distance, dot, mix, normalize, subtract, type Vec3 } from '../../../numeric/vector.ts';
import { angleIn, type Connection } from './connection.ts';
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
  const out = dot(way, faceNormal(surface, face));
  const square = dot(way, way);
  return square > 0 && square - out * out > LEAST_ALONG * LEAST_ALONG * square;
}

/**
 * What a sample asks of the angles at its face's vertices: those that its direction has there, turned as the skin turns. They differ as the
 * field would turn in between, without whole turns.
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
  const way = new Float64Array(3);
  for (let c = 0; c < 3; c++) {
    const v = surface.corner[3 * face + c]!;
    turnTo(faceNormal(surface, face), direction, at(connection.normals, v), way);
    let here = angleIn(connection, v, way[0]!, way[1]!, way[2]!);
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

function faceNormal({ positions, corner }: Surface, face: number): Vec3 {
  const [a, b, c] = [0, 1, 2].map((k) => at(positions, corner[3 * face + k]!)) as [Vec3, Vec3, Vec3];
  return normalize(cross(subtract(b, a), subtract(c, a)));
}

/** Writes a direction, freed of its part along one normal and turned as that is turned to another. */
function turnTo(from: Vec3, direction: Vec3, to: Vec3, out: Float64Array): void {
  const v = addScaled(direction, from, -dot(direction, from));
  const f = dot(v, to) / Math.max(1e-6, 1 + dot(from, to));
  for (let k = 0; k < 3; k++) out[k] = v[k]! - f * (from[k]! + to[k]!);
}
