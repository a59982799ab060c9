import { clamp } from '../src/numeric/curve.ts';
import { EAR_MIDDLE } from './ear.ts';
import { mouthLine } from './face.ts';
import { lashLine } from './figure.ts';
import { type Hairline, hairlineDistance, makeHairline } from './hairline.ts';
import type { Density } from './surface/density.ts';
import type { Grid } from './surface/marching-tetrahedra.ts';
import type { Crease } from './surface/sheet.ts';

/** Where the bust's mesh is fine and where it is coarse. The sum of all is what keeps it below 15,000 triangles. */

const LONGEST = 0.022;
// How fast the longest edge grows with the distance from a zone.
const GROWTH = 0.28;

// Zones about segments: both ends, radius, and the longest edge inside, metres.
const ZONES = Float64Array.of(
  // cranium
  ...[0, 0.06, 0, 0, 0.06, 0, 0.12, 0.0105],
  // face
  ...[0, 0, 0.09, 0, 0.03, 0.09, 0.04, 0.006],
  // ear
  ...[0.078, 0.03, -0.01, 0.078, 0.03, -0.01, 0.036, 0.0034],
  // lashes
  ...[0.018, 0.0415, 0.08, 0.045, 0.0425, 0.074, 0.005, 0.0016],
  // mouth
  ...[0, -0.0255, 0.097, 0.027, -0.0262, 0.083, 0.003, 0.0017],
  // nostrils
  ...[0.005, 0.003, 0.106, 0.008, 0.002, 0.099, 0.005, 0.0016],
  // brows
  ...[0.011, 0.062, 0.096, 0.03, 0.0685, 0.089, 0.003, 0.0034],
  ...[0.03, 0.0685, 0.089, 0.048, 0.063, 0.073, 0.003, 0.0034],
  // collarbone
  ...[0, -0.168, 0.03, 0.105, -0.168, -0.008, 0.008, 0.0065],
);
const ZONE = 8;

// Along the hairline, which cuts the roots off.
const HAIRLINE_LONGEST = 0.006;

function longest(hairline: Hairline, x: number, y: number, z: number): number {
  const isHead = y > -0.06;
  let least = isHead ? Math.min(LONGEST, HAIRLINE_LONGEST + GROWTH * hairlineDistance(hairline, x, y, z)) : LONGEST;
  for (let k = 0; k < ZONES.length; k += ZONE) {
    const ax = x - ZONES[k]!;
    const ay = y - ZONES[k + 1]!;
    const az = z - ZONES[k + 2]!;
    const bx = ZONES[k + 3]! - ZONES[k]!;
    const by = ZONES[k + 4]! - ZONES[k + 1]!;
    const bz = ZONES[k + 5]! - ZONES[k + 2]!;
    const b2 = bx * bx + by * by + bz * bz;
    const along = b2 > 0 ? (ax * bx + ay * by + az * bz) / b2 : 0;
    const t = clamp(along, 0, 1);
    const [dx, dy, dz] = [ax - t * bx, ay - t * by, az - t * bz];
    const outside = Math.max(0, Math.sqrt(dx * dx + dy * dy + dz * dz) - ZONES[k + 6]!);
    least = Math.min(least, ZONES[k + 7]! + GROWTH * outside);
  }
  return least;
}

function sagitta(x: number, y: number, z: number): number {
  if (x > 0.06 && y > -0.01 && y < 0.075 && z < 0.02) return 0.0002;
  if (y < -0.08) return 0.001;
  return z > 0.05 ? 0.0002 : 0.0005;
}

export function bustDensity(): Density {
  const hairline = makeHairline(1);
  return { longest: (x, y, z) => longest(hairline, x, y, z), shortest: 0.0016, sagitta };
}

export const BUST_CREASES: readonly Crease[] = [
  { distance: lashLine, centre: [0.0315, 0.042, 0.08], reach: 0.0165 },
  { distance: mouthLine, centre: [0, -0.0255, 0.09], reach: 0.0255 },
];

/** Even steps of about `cell` up to each `to`. */
function nodes(from: number, pieces: readonly (readonly [to: number, cell: number])[]): Float64Array {
  const out = [from];
  let start = from;
  for (const [to, cell] of pieces) {
    const count = Math.max(1, Math.round((to - start) / cell));
    for (let i = 1; i <= count; i++) out.push(start + ((to - start) * i) / count);
    start = to;
  }
  return Float64Array.from(out);
}

/** The first grid: fine enough for the ear's topology, coarse elsewhere, since the remeshing adds what is missing. */
export function firstGrid(): Grid {
  const ear = 0.0042;
  const [mx, my, mz] = EAR_MIDDLE;
  return {
    x: nodes(0, [
      [mx - 0.011, 0.01],
      [mx + 0.025, ear],
      [0.23, 0.016],
    ]),
    y: nodes(-0.29, [
      [my - 0.11, 0.016],
      [my - 0.038, 0.009],
      [my + 0.038, ear],
      [0.18, 0.014],
    ]),
    z: nodes(-0.13, [
      [mz - 0.029, 0.014],
      [mz + 0.024, ear],
      [0.13, 0.008],
    ]),
  };
}
