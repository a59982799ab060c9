import { add, sculpture, smoothMax, working } from './clay/clay.ts';
import { EAR } from './ear.ts';
import { EYES, lashPlane, MOUTH, NOSE, UPPER_LID } from './face.ts';
import { SKULL } from './skull.ts';
import { TORSO } from './torso.ts';

/**
 * The whole bust as one implicit function, metres. Proportions follow the canons of drawing and the norms of Farkas 1994:
 * eyes half way up the head and a fifth of its breadth wide, nose base half way between brow and chin, mouth a third of
 * the way from there to the chin, ears from brow to nose base and behind the middle of the head.
 */

// Only the half at x > 0 is modelled. Each part is skipped as a whole where it is far away.
const workSkull = working(SKULL);
const workTorso = working(TORSO);
const workEyes = working(EYES);
const workNose = working(NOSE);
const workMouth = working(MOUTH);
const workEar = working([add(EAR, 0.008)]);

function earless(x: number, y: number, z: number): number {
  const body = workTorso(workSkull(1, x, y, z), x, y, z);
  return workMouth(workNose(workEyes(body, x, y, z), x, y, z), x, y, z);
}

// |x| rounded off at the mirror plane, where strokes beside it would otherwise meet their images in a crease.
const MIDLINE = 0.0015;
const mirrored = (x: number): number => Math.sqrt(x * x + MIDLINE * MIDLINE);

const SHOULDER_CUT = { halfWidth: 0.19, top: -0.17, height: 0.1, seam: 0.036 } as const;
const BASE = { y: -0.264, seam: 0.034 } as const;

/** Cuts the arms off along an ellipse and the trunk flat, with rounded edges. */
function trimmed(d: number, x: number, y: number): number {
  if (y > -0.1) return d;
  const u = x / SHOULDER_CUT.halfWidth;
  const v = Math.max(0, SHOULDER_CUT.top - y) / SHOULDER_CUT.height;
  const outside = (Math.sqrt(u * u + v * v) - 1) * 0.12;
  return smoothMax(smoothMax(d, outside, SHOULDER_CUT.seam), BASE.y - y, BASE.seam);
}

/** Negative inside the bust; near the surface close to a distance in metres. */
export function bustDistance(px: number, y: number, z: number): number {
  const x = mirrored(px);
  return trimmed(workEar(earless(x, y, z), x, y, z), x, y);
}

/** The same without ears, for what lies on the head itself. */
export function earlessDistance(px: number, y: number, z: number): number {
  const x = mirrored(px);
  return trimmed(earless(x, y, z), x, y);
}

const beforeUpperLid = sculpture([...SKULL, ...TORSO, ...EYES.slice(0, -1)]);

/** Vanishes along the lashes, where the upper lid meets what was there before it; 1 further than 5 mm from them. */
export function lashLine(px: number, y: number, z: number): number {
  const x = mirrored(px);
  if (Math.abs(lashPlane(x, y, z)) > 0.005) return 1;
  return UPPER_LID.distance(x, y, z) - beforeUpperLid(x, y, z);
}
