import { inflateSync } from 'fflate';
import type { Vec3 } from '../numeric/vector.ts';
import { unpack } from '../strands/pack.ts';
import { BUST_LANDMARKS, BUST_MESH } from './bust-file.ts';
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
  const { triangles, ...half } = unpack(inflateSync(bytesOf(BUST_MESH))) as Omit<HalfMesh, 'triangles'> & {
    readonly triangles: Uint16Array;
  };
  return mirrorHalf({ ...half, triangles: Uint32Array.from(triangles) });
}

export const bustLandmarks = (): BustLandmarks => BUST_LANDMARKS;

function bytesOf(base64: string): Uint8Array {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
