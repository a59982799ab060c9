import { clamp } from '../../src/numeric/curve.ts';
import type { Box, Shape } from './clay.ts';

/** A point of a swept tube: where, and how thick there (metres). */
export type Bead = readonly [x: number, y: number, z: number, radius: number];

const catmullRom = (a: number, b: number, c: number, d: number, t: number): number =>
  b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));

/** Points on a Catmull-Rom spline through the beads, `steps` pieces between two beads; x, y, z, radius packed. */
export function smoothString(beads: readonly Bead[], steps: number): number[] {
  const out: number[] = [];
  const bead = (i: number): Bead => beads[Math.max(0, Math.min(beads.length - 1, i))]!;
  for (let i = 0; i + 1 < beads.length; i++) {
    for (let s = 0; s < steps; s++) {
      for (let k = 0; k < 4; k++) {
        out.push(catmullRom(bead(i - 1)[k]!, bead(i)[k]!, bead(i + 1)[k]!, bead(i + 2)[k]!, s / steps));
      }
    }
  }
  out.push(...bead(beads.length - 1));
  return out;
}

/** A tube along a smooth curve through the beads, its radius following theirs; `steps` straight pieces between two beads. */
export function tube(beads: readonly Bead[], steps = 3): Shape {
  const points = beads.length > 2 ? smoothString(beads, steps) : beads.flat();
  const pieces = conePieces(points);
  return { box: stringBox(points), distance: (x, y, z) => stringDistance(pieces, x, y, z) };
}

function stringBox(points: readonly number[]): Box {
  const bound = (c: number, sign: number): number => {
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < points.length; k += 4) most = Math.max(most, sign * points[k + c]! + points[k + 3]!);
    return sign * most;
  };
  return { low: [bound(0, -1), bound(1, -1), bound(2, -1)], high: [bound(0, 1), bound(1, 1), bound(2, 1)] };
}

const PIECE = 9;

/** Start and radius, axis and growth of the radius, and the inverse squared length, of each piece of the string. */
function conePieces(points: readonly number[]): Float64Array {
  const count = points.length / 4 - 1;
  const out = new Float64Array(PIECE * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 4; k++) {
      out[PIECE * i + k] = points[4 * i + k]!;
      out[PIECE * i + 4 + k] = points[4 * i + 4 + k]! - points[4 * i + k]!;
    }
    const [x, y, z] = [out[PIECE * i + 4]!, out[PIECE * i + 5]!, out[PIECE * i + 6]!];
    out[PIECE * i + 8] = 1 / (x * x + y * y + z * z);
  }
  return out;
}

/** Distance to a chain of cone pieces with spherical joints. */
function stringDistance(pieces: Float64Array, x: number, y: number, z: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < pieces.length; k += PIECE) {
    const ax = x - pieces[k]!;
    const ay = y - pieces[k + 1]!;
    const az = z - pieces[k + 2]!;
    const bx = pieces[k + 4]!;
    const by = pieces[k + 5]!;
    const bz = pieces[k + 6]!;
    const t = clamp((ax * bx + ay * by + az * bz) * pieces[k + 8]!, 0, 1);
    const ex = ax - t * bx;
    const ey = ay - t * by;
    const ez = az - t * bz;
    const d = Math.sqrt(ex * ex + ey * ey + ez * ez) - pieces[k + 3]! - t * pieces[k + 7]!;
    if (d < least) least = d;
  }
  return least;
}
