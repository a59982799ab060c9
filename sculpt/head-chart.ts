import { acos, cos, sin } from '../src/numeric/elementary.ts';
import type { Vec3 } from '../src/numeric/vector.ts';
import { DEGREE } from './clay/solids.ts';

/** The middle of the cranium, from which directions are counted. */
export const HEAD_CENTRE: Vec3 = [0, 0.072, -0.004];

const TILT = 20 * DEGREE;
/** From the head's centre to the crown, the middle of the scalp: upwards and a little back. */
export const CROWN_DIRECTION: Vec3 = [0, cos(TILT), -sin(TILT)];

/** Angles from the crown beyond this are folded back, so that the chart stays continuous opposite the crown. */
export const FOLD = 2.5;

/** Angle between the directions of a point and of the crown, seen from the head's centre. */
export function crownAngle(x: number, y: number, z: number): number {
  const dy = y - HEAD_CENTRE[1];
  const dz = z - HEAD_CENTRE[2];
  return acos((CROWN_DIRECTION[1] * dy + CROWN_DIRECTION[2] * dz) / Math.sqrt(x * x + dy * dy + dz * dz));
}

/**
 * Azimuthal equidistant chart of directions from the head's centre, into out[slot], out[slot + 1]: crown at (0.5, 0.5),
 * front towards v = 1, the character's left towards u = 1, one full turn per unit of radius. Injective up to 143 degrees
 * from the crown, which holds the whole scalp.
 */
export function headChart(x: number, y: number, z: number, out: Float32Array | Float64Array, slot: number): void {
  const front = CROWN_DIRECTION[1] * (z - HEAD_CENTRE[2]) - CROWN_DIRECTION[2] * (y - HEAD_CENTRE[1]);
  const across = Math.sqrt(x * x + front * front);
  const angle = crownAngle(x, y, z);
  const beyond = (angle - FOLD) / (Math.PI - FOLD);
  const folded = beyond > 0 ? FOLD * (1 - beyond * beyond) : angle;
  const scale = across > 1e-12 ? folded / (2 * Math.PI * across) : 0;
  out[slot] = 0.5 + scale * x;
  out[slot + 1] = 0.5 + scale * front;
}
