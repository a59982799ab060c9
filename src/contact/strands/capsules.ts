import { roomFor, wordsFor } from './growable.ts';
import type { Segments } from './segments.ts';

/** Numbers of a capsule: its middle (3), how far it reaches, half the way from its start to its end (3), 1 / square of that half. */
export const CAPSULE = 8;

/** Segments as capsules, strand after strand. */
export class Capsules {
  count = 0;
  rows: Float64Array = new Float64Array(0);
  /** First capsule of the strand after each one's own. */
  next: Uint32Array = new Uint32Array(0);

  /** Makes room for capsules of strands, those of strand k being first[k] .. first[k + 1]. */
  begin(first: Uint32Array): void {
    const strands = first.length - 1;
    this.count = first[strands]!;
    this.rows = roomFor(this.rows, CAPSULE * this.count);
    this.next = wordsFor(this.next, this.count);
    for (let k = 0; k < strands; k++) this.next.fill(first[k + 1]!, first[k]!, first[k + 1]!);
  }

  /** Capsules of segments without thickness. */
  writeAll({ count, start, end }: Segments, x: Float64Array): void {
    for (let n = 0; n < count; n++) this.write(n, x, x, 0, 3 * start[n]!, 3 * end[n]!, 0);
  }

  /** Capsule n from a to b (offsets of xyz rows), as it will be after `time`. */
  write(n: number, x: Float64Array, v: Float64Array, time: number, a: number, b: number, reach: number): void {
    const { rows } = this;
    const at = CAPSULE * n;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const low = x[a + c]! + time * v[a + c]!;
      const high = x[b + c]! + time * v[b + c]!;
      rows[at + c] = 0.5 * (low + high);
      rows[at + 4 + c] = 0.5 * (high - low);
      square += 0.25 * (high - low) * (high - low);
    }
    rows[at + 3] = reach;
    // One without length is as good as one of 1e-15 m.
    rows[at + 7] = 1 / (square + 1e-30);
  }
}

/**
 * Squared distance of the axes of two capsules: `closestPoints` without branches, for they cannot be foretold (with them it
 * took three times as long). Where t is free, its s comes out once more.
 */
export function squaredDistance(rows: Float64Array, p: number, q: number): number {
  const i = CAPSULE * p;
  const j = CAPSULE * q;
  const ux = rows[i + 4]!;
  const uy = rows[i + 5]!;
  const uz = rows[i + 6]!;
  const overA = rows[i + 7]!;
  const vx = rows[j + 4]!;
  const vy = rows[j + 5]!;
  const vz = rows[j + 6]!;
  const overE = rows[j + 7]!;
  const rx = rows[i]! - rows[j]!;
  const ry = rows[i + 1]! - rows[j + 1]!;
  const rz = rows[i + 2]! - rows[j + 2]!;
  const b = ux * vx + uy * vy + uz * vz;
  const c = (ux * rx + uy * ry + uz * rz) * overA;
  const f = (vx * rx + vy * ry + vz * rz) * overE;
  // Parallel ones take s = 0 first; what is lost by that is below 1e-12 of their length.
  const free = within((b * f * overA - c) / (1 + 1e-12 - b * b * overA * overE));
  const t = within(b * overE * free + f);
  const s = within(b * overA * t - c);
  const dx = rx + s * ux - t * vx;
  const dy = ry + s * uy - t * vy;
  const dz = rz + s * uz - t * vz;
  return dx * dx + dy * dy + dz * dz;
}

/** The number between -1 and 1 that is nearest to x, without a branch. */
export function within(x: number): number {
  return 0.5 * (Math.abs(x + 1) - Math.abs(x - 1));
}
