import { type DeformingMesh, isDeformed } from '../body/deforming-mesh.ts';
import { makeMesh } from '../body/mesh.ts';
import type { RigidMotion } from '../body/motion.ts';
import { SURFACE_FRAME, SURFACE_ROW, SurfacePoints } from '../body/surface-points.ts';
import type { RootStates } from '../models/model.ts';
import { conjugate, logMap, multiply, type Quat, rotate } from '../numeric/rotation.ts';
import { add, at, cross, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import { FARTHEST } from './guard.ts';
import type { AttachedRoots } from './roots.ts';

/** Seconds over which velocities are taken: short against a step, long against rounding. */
const REACH = 1e-4;
/** Mean motion in a step that is a jump, in mean distances from the middle: what a turn by 60 degrees does to a ball. */
const LARGEST_CHANGE = 0.8;

/** Roots that ride on the triangles of a body that deforms in its own coordinates, while these move rigidly. */
export class SurfaceRoots implements AttachedRoots {
  private readonly motion: RigidMotion;
  private readonly surface: DeformingMesh;
  private points: SurfacePoints;
  private readonly place = new Map<number, number>();
  private readonly rest: Float64Array;
  private readonly now: Float64Array;
  private readonly before: Float64Array;
  private readonly after: Float64Array;
  private readonly frames = new Float64Array(3 * SURFACE_FRAME);

  constructor(motion: RigidMotion, surface: DeformingMesh) {
    this.motion = motion;
    this.surface = surface;
    const size = 3 * surface.vertexCount;
    this.rest = new Float64Array(size);
    surface.positionsAt(0, this.rest);
    this.now = new Float64Array(size);
    this.before = new Float64Array(size);
    this.after = new Float64Array(size);
    this.points = new SurfacePoints(surface.triangles, this.rest);
  }

  add(ids: Uint32Array, points: Float64Array, time: number): void {
    const body = this.motion.at(time);
    const back = conjugate(body.orientation);
    const roots = new Float64Array(points.length);
    for (let k = 0; k < ids.length; k++) roots.set(rotate(back, subtract(at(points, k), body.position)), 3 * k);
    const positions = new Float32Array(this.now.length);
    this.surface.positionsAt(time, positions);
    const first = this.points.bind(roots, makeMesh({ positions, triangles: this.surface.triangles }));
    for (let k = 0; k < ids.length; k++) this.place.set(ids[k]!, first + k);
  }

  sample(ids: Uint32Array, time: number, out: RootStates): void {
    const { surface, now, before, after, frames, points } = this;
    const body = this.motion.at(time);
    const [from, to] = surface.around?.(time, REACH) ?? [time - REACH, time + REACH];
    const rate = to > from ? 1 / (to - from) : 0;
    surface.positionsAt(time, now);
    if (rate > 0) {
      surface.positionsAt(from, before);
      surface.positionsAt(to, after);
    }
    for (let row = 0; row < ids.length; row++) {
      const r = this.place.get(ids[row]!);
      if (r === undefined) continue;
      points.frame(r, now, frames, 0);
      points.frame(r, rate > 0 ? before : now, frames, SURFACE_FRAME);
      points.frame(r, rate > 0 ? after : now, frames, 2 * SURFACE_FRAME);
      const arm = rotate(body.orientation, positionOf(frames, 0));
      const moved = subtract(positionOf(frames, 2), positionOf(frames, 1));
      const turned = logMap(multiply(turnOf(frames, 2), conjugate(turnOf(frames, 1))));
      const own = rotate(body.orientation, scale(moved, rate));
      const spin = rotate(body.orientation, scale(turned, rate));
      out.position.set(add(body.position, arm), 3 * row);
      out.orientation.set(multiply(body.orientation, turnOf(frames, 0)), 4 * row);
      out.velocity.set(add(add(body.velocity, cross(body.angularVelocity, arm)), own), 3 * row);
      out.angularVelocity.set(add(body.angularVelocity, spin), 3 * row);
    }
  }

  isMoved(from: number, to: number): boolean {
    return isDeformed(this.surface, from, to, this.now, this.after);
  }

  /** Of the whole surface, so that every block of strands says the same. */
  jumped(from: number, to: number): string {
    const { now, after } = this;
    this.surface.positionsAt(from, now);
    this.surface.positionsAt(to, after);
    const count = now.length / 3;
    const middle = [0, 0, 0];
    const shift = [0, 0, 0];
    for (let i = 0; i < now.length; i++) {
      middle[i % 3] = middle[i % 3]! + now[i]! / count;
      shift[i % 3] = shift[i % 3]! + (after[i]! - now[i]!) / count;
    }
    const far = Math.sqrt(shift[0]! * shift[0]! + shift[1]! * shift[1]! + shift[2]! * shift[2]!);
    if (far > FARTHEST) return `the body jumped by ${far.toFixed(2)} m in one step; hair was carried along rigidly`;
    let change = 0;
    let size = 0;
    for (let i = 0; i < now.length; i++) {
      const d = after[i]! - now[i]! - shift[i % 3]!;
      const r = now[i]! - middle[i % 3]!;
      change += d * d;
      size += r * r;
    }
    if (change <= LARGEST_CHANGE * LARGEST_CHANGE * size) return '';
    return 'the body changed its pose altogether in one step; hair was carried along rigidly';
  }

  /** Rows of id and place, by rising id. */
  numbers(): Float64Array {
    const rows = [...this.place].sort((a, b) => a[0] - b[0]);
    return Float64Array.from(rows.flatMap(([id, r]) => [id, ...this.points.row(r)]));
  }

  setNumbers(numbers: Float64Array): void {
    this.place.clear();
    const stride = SURFACE_ROW + 1;
    const count = numbers.length / stride;
    const rows = new Float64Array(SURFACE_ROW * count);
    for (let r = 0; r < count; r++) {
      this.place.set(numbers[stride * r]!, r);
      rows.set(numbers.subarray(stride * r + 1, stride * (r + 1)), SURFACE_ROW * r);
    }
    this.points = new SurfacePoints(this.surface.triangles, this.rest, rows);
  }
}

const positionOf = (frames: Float64Array, k: number): Vec3 => [
  frames[SURFACE_FRAME * k]!,
  frames[SURFACE_FRAME * k + 1]!,
  frames[SURFACE_FRAME * k + 2]!,
];

const turnOf = (frames: Float64Array, k: number): Quat => [
  frames[SURFACE_FRAME * k + 3]!,
  frames[SURFACE_FRAME * k + 4]!,
  frames[SURFACE_FRAME * k + 5]!,
  frames[SURFACE_FRAME * k + 6]!,
];
