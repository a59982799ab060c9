import { add, carve, working } from '../clay/clay.ts';
import { group } from '../clay/solids.ts';
import { EAR, EAR_HOLLOW } from './ear.ts';
import { HEAD } from './head.ts';
import { onHead } from './head-frame.ts';
import { FORELEG, FOREPAW, HINDLEG, HINDPAW, TAIL } from './legs.ts';
import { TRUNK } from './trunk.ts';

/**
 * The whole fox as one implicit function, metres: the ground is y = 0, it looks to +z and stands about z = 0. Lengths of bones,
 * heights of joints and the proportions of the skull are those of a red fox; what lies over them is as full as under a short
 * summer coat, the tail fuller than its bones and skin.
 */

// Only the half at x > 0 is modelled. Each part is skipped as a whole where it is far away.
const workTrunk = working(TRUNK);
const workTail = working(TAIL);
const workForeleg = working(FORELEG);
const workHindleg = working(HINDLEG);
const workForepaw = working(FOREPAW);
const workHindpaw = working(HINDPAW);
const workHead = working([add(onHead(group(HEAD)), 0.025), carve(onHead(EAR_HOLLOW), 0.006)]);
const workEar = working([add(onHead(EAR), 0.008)]);

// |x| rounded off at the mirror plane, where strokes beside it would otherwise meet their images in a crease.
const MIDLINE = 0.001;
const mirrored = (x: number): number => Math.sqrt(x * x + MIDLINE * MIDLINE);

function legsAndHead(trunk: number, x: number, y: number, z: number): number {
  const limbs = workHindpaw(workForepaw(workHindleg(workForeleg(trunk, x, y, z), x, y, z), x, y, z), x, y, z);
  return workHead(limbs, x, y, z);
}

/** Negative inside the fox; near the surface close to a distance in metres. */
export function foxDistance(px: number, y: number, z: number): number {
  const x = mirrored(px);
  return workEar(legsAndHead(workTail(workTrunk(1, x, y, z), x, y, z), x, y, z), x, y, z);
}

/** The same without ears. */
export function earlessDistance(px: number, y: number, z: number): number {
  const x = mirrored(px);
  return legsAndHead(workTail(workTrunk(1, x, y, z), x, y, z), x, y, z);
}

/** The same without ears and tail. */
export function taillessDistance(px: number, y: number, z: number): number {
  const x = mirrored(px);
  return legsAndHead(workTrunk(1, x, y, z), x, y, z);
}
