import { stumpff2, stumpff3 } from '../../strands/bent-curve.ts';
import type { RootStates } from '../model.ts';
import type { Constants } from './constants.ts';
import type { ContinuumState } from './fields.ts';

/** Where root and spring put the points of sample k (see bent-curve.ts), written to x. `m` is the root's rotation by rows. */
export function placeSample(
  state: ContinuumState,
  { fraction, slope }: Constants,
  roots: RootStates,
  m: Float64Array,
  k: number,
  x: Float32Array | Float64Array,
): void {
  const { first, groomed } = state;
  const { position: P } = roots;
  const a = 3 * k;
  const wx = state.w[a]!;
  const wy = state.w[a + 1]!;
  const wz = state.w[a + 2]!;
  const z = wx * wx + wy * wy + wz * wz;
  const last = first[k + 1]!;
  let b = 0;
  let c = 0;
  // Where the point is moved to.
  let dx = 0;
  let dy = 0;
  let dz = 0;
  for (let j = first[k]!; j < last; j++) {
    const i = 3 * j;
    const next = fraction[j]!;
    const square = next * next;
    const nextB = square * stumpff2(square * z);
    const nextC = square * next * stumpff3(square * z);
    const kb = nextB - b;
    const kc = nextC - c;
    b = nextB;
    c = nextC;
    const ex = slope[i]!;
    const ey = slope[i + 1]!;
    const ez = slope[i + 2]!;
    const along = kc * (wx * ex + wy * ey + wz * ez);
    const shorter = kc * z;
    dx += kb * (wy * ez - wz * ey) + along * wx - shorter * ex;
    dy += kb * (wz * ex - wx * ez) + along * wy - shorter * ey;
    dz += kb * (wx * ey - wy * ex) + along * wz - shorter * ez;
    const lx = groomed[i]! + dx;
    const ly = groomed[i + 1]! + dy;
    const lz = groomed[i + 2]! + dz;
    x[i] = P[a]! + m[0]! * lx + m[1]! * ly + m[2]! * lz;
    x[i + 1] = P[a + 1]! + m[3]! * lx + m[4]! * ly + m[5]! * lz;
    x[i + 2] = P[a + 2]! + m[6]! * lx + m[7]! * ly + m[8]! * lz;
  }
}

/**
 * How fast the points of sample k are where they were placed: they ride with the root, and pieces of a hair turn by their fraction of
 * what the spring turns.
 */
export function moveSample(
  state: ContinuumState,
  { fraction }: Constants,
  roots: RootStates,
  m: Float64Array,
  k: number,
): void {
  const { position: x, velocity: v, first } = state;
  const { position: P, velocity: V, angularVelocity: O } = roots;
  const a = 3 * k;
  const [vx, vy, vz] = [state.v[a]!, state.v[a + 1]!, state.v[a + 2]!];
  const rx = m[0]! * vx + m[1]! * vy + m[2]! * vz;
  const ry = m[3]! * vx + m[4]! * vy + m[5]! * vz;
  const rz = m[6]! * vx + m[7]! * vy + m[8]! * vz;
  const from = first[k]!;
  const last = first[k + 1]!;
  // The arm of a point: the sum of pieces, each times its fraction.
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let j = from; j < last; j++) {
    const i = 3 * j;
    if (j > from) {
      const middle = 0.5 * (fraction[j - 1]! + fraction[j]!);
      sx += middle * (x[i]! - x[i - 3]!);
      sy += middle * (x[i + 1]! - x[i - 2]!);
      sz += middle * (x[i + 2]! - x[i - 1]!);
    }
    const tx = x[i]! - P[a]!;
    const ty = x[i + 1]! - P[a + 1]!;
    const tz = x[i + 2]! - P[a + 2]!;
    v[i] = V[a]! + O[a + 1]! * tz - O[a + 2]! * ty + ry * sz - rz * sy;
    v[i + 1] = V[a + 1]! + O[a + 2]! * tx - O[a]! * tz + rz * sx - rx * sz;
    v[i + 2] = V[a + 2]! + O[a]! * ty - O[a + 1]! * tx + rx * sy - ry * sx;
  }
}

/** Where a straight hair points to, in root coordinates: n cos θ + w × n sin θ/θ, w being at right angles to n. */
export function turnTip({ w, direction: n, tip }: ContinuumState, k: number): void {
  const a = 3 * k;
  const x = w[a]!;
  const y = w[a + 1]!;
  const z = w[a + 2]!;
  const nx = n[a]!;
  const ny = n[a + 1]!;
  const nz = n[a + 2]!;
  const square = x * x + y * y + z * z;
  const c = 1 - square * stumpff2(square);
  const s = 1 - square * stumpff3(square);
  tip[a] = c * nx + s * (y * nz - z * ny);
  tip[a + 1] = c * ny + s * (z * nx - x * nz);
  tip[a + 2] = c * nz + s * (x * ny - y * nx);
}
