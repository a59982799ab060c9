import { stumpff2, stumpff3 } from '../../strands/bent-curve.ts';
import type { RootStates } from '../model.ts';
import type { Constants } from './constants.ts';
import type { ContinuumState } from './fields.ts';

/**
 * Where root and spring put the points of sample k (see bent-curve.ts), and how fast they are there: pieces of a hair turn by their fraction of
 * what the spring turns. `m` is the root's rotation by rows.
 */
export function placeSample(
  state: ContinuumState,
  { fraction, slope }: Constants,
  roots: RootStates,
  m: Float64Array,
  k: number,
): void {
  const { position: x, velocity: v, first, groomed } = state;
  const { position: P, velocity: V, angularVelocity: O } = roots;
  const a = 3 * k;
  const wx = state.w[a]!;
  const wy = state.w[a + 1]!;
  const wz = state.w[a + 2]!;
  const rx = state.v[a]!;
  const ry = state.v[a + 1]!;
  const rz = state.v[a + 2]!;
  const z = wx * wx + wy * wy + wz * wz;
  const last = first[k + 1]!;
  let u = 0;
  let b = 0;
  let c = 0;
  // Where the point is moved to, and its arm: the sum of pieces, each times its fraction.
  let dx = 0;
  let dy = 0;
  let dz = 0;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let j = first[k]!; j < last; j++) {
    const i = 3 * j;
    const next = fraction[j]!;
    const square = next * next;
    const nextB = square * stumpff2(square * z);
    const nextC = square * next * stumpff3(square * z);
    const kb = nextB - b;
    const kc = nextC - c;
    const part = next - u;
    const middle = 0.5 * (u + next);
    b = nextB;
    c = nextC;
    u = next;
    const ex = slope[i]!;
    const ey = slope[i + 1]!;
    const ez = slope[i + 2]!;
    const along = kc * (wx * ex + wy * ey + wz * ez);
    const shorter = kc * z;
    const mx = kb * (wy * ez - wz * ey) + along * wx - shorter * ex;
    const my = kb * (wz * ex - wx * ez) + along * wy - shorter * ey;
    const mz = kb * (wx * ey - wy * ex) + along * wz - shorter * ez;
    dx += mx;
    dy += my;
    dz += mz;
    sx += middle * (part * ex + mx);
    sy += middle * (part * ey + my);
    sz += middle * (part * ez + mz);
    const lx = groomed[i]! + dx;
    const ly = groomed[i + 1]! + dy;
    const lz = groomed[i + 2]! + dz;
    const tx = m[0]! * lx + m[1]! * ly + m[2]! * lz;
    const ty = m[3]! * lx + m[4]! * ly + m[5]! * lz;
    const tz = m[6]! * lx + m[7]! * ly + m[8]! * lz;
    x[i] = P[a]! + tx;
    x[i + 1] = P[a + 1]! + ty;
    x[i + 2] = P[a + 2]! + tz;
    const qx = ry * sz - rz * sy;
    const qy = rz * sx - rx * sz;
    const qz = rx * sy - ry * sx;
    v[i] = V[a]! + O[a + 1]! * tz - O[a + 2]! * ty + m[0]! * qx + m[1]! * qy + m[2]! * qz;
    v[i + 1] = V[a + 1]! + O[a + 2]! * tx - O[a]! * tz + m[3]! * qx + m[4]! * qy + m[5]! * qz;
    v[i + 2] = V[a + 2]! + O[a]! * ty - O[a + 1]! * tx + m[6]! * qx + m[7]! * qy + m[8]! * qz;
  }
}
