import { inflateSync } from 'fflate';
import type { Vec3 } from '../numeric/vector.ts';
import { unpack } from '../strands/pack.ts';
import { BakedField } from './baked-field.ts';
import { bytesOfBase64 } from './base64.ts';
import { BUST_DISTANCES, BUST_FIELD, BUST_LANDMARKS, BUST_MESH } from './bust-file.ts';
import { decodeGrid } from './grid-code.ts';
import type { TriangleMesh } from './mesh.ts';
import { type HalfMesh, mirrorHalf } from './mirror.ts';

/** Places on the bust that grooming and scenes refer to, metres. */
export interface BustLandmarks {
  /** Middle of the scalp, at uv (0.5, 0.5). */
  readonly crown: Vec3;
  /** Top of the head. */
  readonly vertex: Vec3;
  /** The hairline in the mirror plane, at the forehead and at the nape. */
  readonly foreheadHairline: Vec3;
  readonly nape: Vec3;
  /** Middle of each ear; left is the character's left, x > 0. */
  readonly leftEar: Vec3;
  readonly rightEar: Vec3;
  readonly noseTip: Vec3;
  readonly chin: Vec3;
  readonly headCentre: Vec3;
  /** From the centre to the side of the head without ears, to the top, and to front and back (their mean). */
  readonly headRadii: Vec3;
}

/**
 * The built-in bust: a hairdresser's training head with shoulders, of human size (0.23 m from chin to vertex).
 *
 * It is sculpted in `sculpt/` and baked into `bust-file.ts` by `npm run bake-bust`. The origin is the pivot of the head, between the
 * ears and slightly below; Y is up, the face looks to +Z, the character's left is +X. The mesh is closed, exactly symmetric in
 * x, and the same on every machine. Regions: scalp (1 within the hairline, fading to 0 over 8 mm at it), face, ears, lips, brows,
 * eyes, lashes, beard. `uv` is the azimuthal equidistant chart of directions about the crown.
 */
export function makeBust(): TriangleMesh {
  const { triangles, ...half } = unpack(inflateSync(bytesOfBase64(BUST_MESH))) as Omit<HalfMesh, 'triangles'> & {
    readonly triangles: Uint16Array;
  };
  return mirrorHalf({ ...half, triangles: Uint32Array.from(triangles) });
}

/** Nodes along the longest side of the field that comes with the bust; another is baked from the mesh. */
export const BUST_RESOLUTION = 128;

/** The bust's field as the file has it: the nodes at x >= 0, in whole steps. */
export interface StoredField {
  readonly origin: Vec3;
  readonly cell: number;
  readonly size: readonly [number, number, number];
  /** Metres. */
  readonly step: number;
}

/**
 * The distance to the bust, baked with BUST_RESOLUTION nodes along its longest side: within 2 µm of what `bakeDistanceField` makes,
 * and exactly symmetric. To read it takes a tenth of the time of baking.
 */
export function makeBustField(): BakedField {
  const { step, ...grid } = BUST_FIELD;
  const [nx, ny, nz] = grid.size;
  const half = nx - (nx >> 1);
  const numbers = decodeGrid(bytesOfBase64(BUST_DISTANCES), [half, ny, nz]);
  const values = new Float32Array(nx * ny * nz);
  for (let row = 0, n = 0; row < values.length; row += nx)
    for (let i = nx - half; i < nx; i++, n++) {
      const value = step * numbers[n]!;
      values[row + i] = value;
      values[row + nx - 1 - i] = value;
    }
  return new BakedField({ ...grid, values });
}

export const bustLandmarks = (): BustLandmarks => BUST_LANDMARKS;
