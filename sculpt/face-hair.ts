import { lerp, smoothstep } from '../src/numeric/curve.ts';
import type { Vec3 } from '../src/numeric/vector.ts';
import type { RegionName } from './regions.ts';

/** Where lashes and beard grow on the finished bust: functions of its vertices and of a few places that an artist would mark. */

/** The edge of the left upper lid, from the inner corner of the eye to the outer. */
const LASH_LINE: readonly Vec3[] = [
  [0.0213, 0.0409, 0.0823],
  [0.0224, 0.0406, 0.0824],
  [0.024, 0.0404, 0.0827],
  [0.0259, 0.0404, 0.0829],
  [0.0289, 0.0404, 0.0832],
  [0.0308, 0.0405, 0.0832],
  [0.0341, 0.0408, 0.0829],
  [0.0374, 0.0413, 0.082],
  [0.041, 0.0422, 0.0805],
  [0.0436, 0.0431, 0.0789],
  [0.0463, 0.0448, 0.0765],
];
/** Distance from the lid's edge at which nothing of a lash's root is left, m: about one triangle of the lids. */
const LASH_REACH = 0.0024;

/** The upper line of the beard seen from the side, (z, y): from the nose over moustache and cheek to the sideburn. */
const CHEEK_LINE: readonly (readonly [z: number, y: number])[] = [
  [0.02, 0.032],
  [0.03, 0.019],
  [0.04, 0.006],
  [0.05, -0.006],
  [0.06, -0.014],
  [0.07, -0.0175],
  [0.08, -0.0145],
  [0.087, -0.0085],
  [0.092, -0.005],
  [0.105, -0.0035],
];
/** The plane behind which no beard grows: from the throat to below the ear. */
const THROAT = { y: -0.082, z: 0.026, ny: 0.412, nz: 0.911 } as const;
/** Widths over which the beard begins, m, at the moustache, on the cheek and on the neck. */
const FADE = { lip: 0.003, cheek: 0.014, neck: 0.016 } as const;

/** Weights of `lashes` and `beard` at vertices with x >= 0. */
export function faceHairRegions(
  p: Float32Array,
  regions: ReadonlyMap<RegionName, Float32Array>,
): Map<string, Float32Array> {
  const lashes = new Float32Array(p.length / 3);
  const beard = new Float32Array(p.length / 3);
  const lips = regions.get('lips')!;
  const ears = regions.get('ears')!;
  for (let v = 0; v < lashes.length; v++) {
    const [x, y, z] = [p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!];
    lashes[v] = Math.max(0, 1 - lineDistance(LASH_LINE, x, y, z) / LASH_REACH);
    beard[v] = beardWeight(x, y, z) * (1 - lips[v]!) * (1 - ears[v]!);
  }
  return new Map([
    ['lashes', lashes],
    ['beard', beard],
  ]);
}

function beardWeight(x: number, y: number, z: number): number {
  const onLip = smoothstep((0.03 - x) / 0.01) * smoothstep((z - 0.08) / 0.01);
  const under = cheekHeight(z) - y;
  const before = THROAT.ny * (y - THROAT.y) + THROAT.nz * (z - THROAT.z);
  return smoothstep(0.5 + under / lerp(FADE.cheek, FADE.lip, onLip)) * smoothstep(0.5 + before / FADE.neck);
}

function cheekHeight(z: number): number {
  for (let k = 1; k < CHEEK_LINE.length; k++) {
    const [z0, y0] = CHEEK_LINE[k - 1]!;
    const [z1, y1] = CHEEK_LINE[k]!;
    if (z < z1) return lerp(y0, y1, Math.max(0, (z - z0) / (z1 - z0)));
  }
  return CHEEK_LINE[CHEEK_LINE.length - 1]![1];
}

/** Distance of a point from a line of straight pieces, m. */
function lineDistance(line: readonly Vec3[], x: number, y: number, z: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 1; k < line.length; k++) {
    const [a, b] = [line[k - 1]!, line[k]!];
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [px, py, pz] = [x - a[0], y - a[1], z - a[2]];
    const t = Math.min(1, Math.max(0, (px * ux + py * uy + pz * uz) / (ux * ux + uy * uy + uz * uz)));
    const [dx, dy, dz] = [px - t * ux, py - t * uy, pz - t * uz];
    least = Math.min(least, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(least);
}
