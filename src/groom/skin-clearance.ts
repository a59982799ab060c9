import type { SurfaceWalk } from '../body/surface-walk.ts';
import { LEAST_REACH, RISE } from './strand-kernel.ts';

/** Below the skin a strand goes no deeper than it has gone along, by this factor: what seems deeper is other skin. */
export const STEEPEST = 1.5;

/**
 * Moves the points of a strand out to the clearance over the skin that it stands on, `triangle` at its root, whose vertices are at
 * `pose`. Like `pushStrandOut`, for skin that has moved since its distance field was made.
 */
export function pushStrandOverSkin(
  walk: SurfaceWalk,
  pose: ArrayLike<number>,
  triangle: number,
  clearance: number,
  points: number,
  out: Float32Array,
  o: number,
): void {
  const { below } = walk;
  const reach = Math.max(RISE * clearance, LEAST_REACH);
  const [rx, ry, rz] = [out[o]!, out[o + 1]!, out[o + 2]!];
  let [ox, oy, oz] = [rx, ry, rz];
  let height = 0;
  let at = triangle;
  for (let j = 1; j < points; j++) {
    const p = o + 3 * j;
    const [x, y, z] = [out[p]!, out[p + 1]!, out[p + 2]!];
    const step = Math.sqrt((x - ox) * (x - ox) + (y - oy) * (y - oy) + (z - oz) * (z - oz));
    [ox, oy, oz] = [x, y, z];
    if (!walk.find(pose, at, x, y, z)) continue;
    at = below.triangle;
    // Heights change no faster than one moves: else another side of the body is below.
    const deepest = height - STEEPEST * step;
    height = Math.max(below.height, deepest);
    if (below.height < deepest) continue;
    const away = Math.sqrt((x - rx) * (x - rx) + (y - ry) * (y - ry) + (z - rz) * (z - rz));
    const risen = Math.min(1, away / reach);
    const lack = clearance * risen * (2 - risen) - below.height;
    if (lack <= 0) continue;
    out[p] = x + lack * below.nx;
    out[p + 1] = y + lack * below.ny;
    out[p + 2] = z + lack * below.nz;
  }
}
