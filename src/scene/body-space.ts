import type { RigidState } from '../body/motion.ts';
import { conjugate, type Quat } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';

/** Moves packed points with a body: in place, single precision, no allocation a point. */
export function toWorldSpace(points: Float32Array, state: RigidState): void {
  transform(points, points, state.orientation, [0, 0, 0], state.position);
}

/** Where points would be if the body stood at rest. */
export function toBodySpace(points: Float32Array, state: RigidState, out: Float32Array): void {
  const [x, y, z] = state.position;
  transform(points, out, conjugate(state.orientation), [-x, -y, -z], [0, 0, 0]);
}

/** out = turn (p + before) + after */
function transform(points: Float32Array, out: Float32Array, turn: Quat, before: Vec3, after: Vec3): void {
  const [x, y, z, w] = turn;
  const xx = 1 - 2 * (y * y + z * z);
  const xy = 2 * (x * y - w * z);
  const xz = 2 * (x * z + w * y);
  const yx = 2 * (x * y + w * z);
  const yy = 1 - 2 * (x * x + z * z);
  const yz = 2 * (y * z - w * x);
  const zx = 2 * (x * z - w * y);
  const zy = 2 * (y * z + w * x);
  const zz = 1 - 2 * (x * x + y * y);
  for (let i = 0; i < points.length; i += 3) {
    const px = points[i]! + before[0];
    const py = points[i + 1]! + before[1];
    const pz = points[i + 2]! + before[2];
    out[i] = xx * px + xy * py + xz * pz + after[0];
    out[i + 1] = yx * px + yy * py + yz * pz + after[1];
    out[i + 2] = zx * px + zy * py + zz * pz + after[2];
  }
}
