import { hash } from './random.ts';
import type { Vec3 } from './vector.ts';

/** Gradient noise in four dimensions (three of space, one of time) and the divergence-free field made from it. */

// The 32 edge directions of the four-dimensional cube: equal lengths, no preferred axis (Perlin 2002, one dimension up).
const GRADIENTS = new Float64Array(32 * 4);
for (let i = 0; i < 32; i++) {
  const zero = i >> 3;
  let bit = 1;
  for (let c = 0; c < 4; c++) {
    if (c === zero) continue;
    GRADIENTS[4 * i + c] = i & bit ? -1 : 1;
    bit <<= 1;
  }
}

/** Value and spatial derivatives (value, d/dx, d/dy, d/dz) of one noise sample. */
export type NoiseSample = Float64Array;

/** Gradient noise at (x, y, z, t): about zero on average, within [-1, 1], C2. Writes value and spatial gradient to `out`. */
export function noise4(seed: number, x: number, y: number, z: number, t: number, out: NoiseSample): void {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const iz = Math.floor(z);
  const it = Math.floor(t);
  const fx = x - ix;
  const fy = y - iy;
  const fz = z - iz;
  const ft = t - it;
  // Quintic weights w and their slopes d at both ends of each axis.
  const wx = fx * fx * fx * (fx * (6 * fx - 15) + 10);
  const wy = fy * fy * fy * (fy * (6 * fy - 15) + 10);
  const wz = fz * fz * fz * (fz * (6 * fz - 15) + 10);
  const wt = ft * ft * ft * (ft * (6 * ft - 15) + 10);
  const dx = 30 * fx * fx * (fx - 1) * (fx - 1);
  const dy = 30 * fy * fy * (fy - 1) * (fy - 1);
  const dz = 30 * fz * fz * (fz - 1) * (fz - 1);
  let value = 0;
  let gx = 0;
  let gy = 0;
  let gz = 0;
  for (let corner = 0; corner < 16; corner++) {
    const cx = corner & 1;
    const cy = (corner >> 1) & 1;
    const cz = (corner >> 2) & 1;
    const ct = corner >> 3;
    const g = 4 * (hash(ix + cx, iy + cy, iz + cz, seed + 7919 * (it + ct)) & 31);
    const px = GRADIENTS[g]!;
    const py = GRADIENTS[g + 1]!;
    const pz = GRADIENTS[g + 2]!;
    const ramp = px * (fx - cx) + py * (fy - cy) + pz * (fz - cz) + GRADIENTS[g + 3]! * (ft - ct);
    const ux = cx ? wx : 1 - wx;
    const uy = cy ? wy : 1 - wy;
    const uz = cz ? wz : 1 - wz;
    const ut = ct ? wt : 1 - wt;
    const weight = ux * uy * uz * ut;
    value += weight * ramp;
    gx += weight * px + (cx ? dx : -dx) * uy * uz * ut * ramp;
    gy += weight * py + (cy ? dy : -dy) * ux * uz * ut * ramp;
    gz += weight * pz + (cz ? dz : -dz) * ux * uy * ut * ramp;
  }
  out[0] = value;
  out[1] = gx;
  out[2] = gy;
  out[3] = gz;
}

/** Scalar noise without its gradient. */
export function noiseValue(seed: number, x: number, y = 0, z = 0, t = 0): number {
  return new NoiseLine(seed, x, y, z).at(t);
}

/**
 * The same at one place and any time, bit for bit: what depends on the place is worked out once, what depends on the cell of time
 * while time stays in it. Along a hair that is six times faster.
 */
export class NoiseLine {
  private readonly seed: number;
  private readonly x: number;
  private readonly y: number;
  private readonly z: number;
  private cell = Number.NaN;
  /** Of the eight corners of the cell of space: their weight. */
  private readonly weight = new Float64Array(8);
  /** Of the sixteen corners: the ramp without its part along time, and that part's slope. */
  private readonly ramp = new Float64Array(16);
  private readonly slope = new Float64Array(16);

  constructor(seed: number, x: number, y: number, z: number) {
    this.seed = seed;
    this.x = x;
    this.y = y;
    this.z = z;
    const [wx, wy, wz] = [quintic(x - Math.floor(x)), quintic(y - Math.floor(y)), quintic(z - Math.floor(z))];
    for (let corner = 0; corner < 8; corner++)
      this.weight[corner] = (corner & 1 ? wx : 1 - wx) * (corner & 2 ? wy : 1 - wy) * (corner & 4 ? wz : 1 - wz);
  }

  at(t: number): number {
    const { weight, ramp, slope } = this;
    const cell = Math.floor(t);
    if (cell !== this.cell) this.enter(cell);
    const f = t - cell;
    const w = quintic(f);
    let value = 0;
    for (let corner = 0; corner < 8; corner++)
      value += weight[corner]! * (1 - w) * (ramp[corner]! + slope[corner]! * f);
    for (let corner = 8; corner < 16; corner++)
      value += weight[corner - 8]! * w * (ramp[corner]! + slope[corner]! * (f - 1));
    return value;
  }

  private enter(cell: number): void {
    const { seed, x, y, z, ramp, slope } = this;
    this.cell = cell;
    const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)];
    for (let corner = 0; corner < 16; corner++) {
      const cx = corner & 1;
      const cy = (corner >> 1) & 1;
      const cz = (corner >> 2) & 1;
      const g = 4 * (hash(ix + cx, iy + cy, iz + cz, seed + 7919 * (cell + (corner >> 3))) & 31);
      ramp[corner] =
        GRADIENTS[g]! * (x - ix - cx) + GRADIENTS[g + 1]! * (y - iy - cy) + GRADIENTS[g + 2]! * (z - iz - cz);
      slope[corner] = GRADIENTS[g + 3]!;
    }
  }
}

const quintic = (f: number): number => f * f * f * (f * (6 * f - 15) + 10);

const CURL_OFFSET = 101.3;

/** Curl noise: the curl of three independent potentials, so its divergence is exactly zero (Bridson et al. 2007). */
export function curlNoise(seed: number, x: number, y: number, z: number, t: number, scratch: NoiseSample): Vec3 {
  noise4(seed, x, y, z, t, scratch);
  const ay = scratch[2]!;
  const az = scratch[3]!;
  noise4(seed + 1, x + CURL_OFFSET, y, z, t, scratch);
  const bx = scratch[1]!;
  const bz = scratch[3]!;
  noise4(seed + 2, x, y + CURL_OFFSET, z, t, scratch);
  const cx = scratch[1]!;
  const cy = scratch[2]!;
  return [cy - bz, az - cx, bx - ay];
}
