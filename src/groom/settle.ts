import type { DistanceField } from '../body/field.ts';
import { CLEARANCE, pushOut } from './core.ts';
import type { CoreScratch } from './growth.ts';

/**
 * The last care for a grown guide: no point in the body, no crooked turn, equal edges. Most guides pass at once; where a
 * chord cuts a corner (an ear, the edge of a shoulder) points are moved out and the edges laid out anew, each turning no
 * farther than a hair may.
 */

const MOST_ROUNDS = 200;
/** Cosine of the sharpest turn, 52°: below the 60° from which a hair counts as crooked. */
const SHARPEST = 0.6157;
/** Where that leaves a point in the body after half of the rounds, hair may break: 85°. */
const BREAKING = 0.087;

export function settle(field: DistanceField, p: Float64Array, edge: number, w: CoreScratch): void {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let isGood = true;
    for (let i = 1; 3 * i < p.length; i++) {
      if (isInside(field, p, i, edge)) {
        moveOut(field, p, i, edge, w);
        isGood = false;
      }
      if (2 * round < MOST_ROUNDS && 3 * i + 3 < p.length && cosineOfTurn(p, i) < SHARPEST - 1e-6) isGood = false;
    }
    if (isGood) return;
    layEdges(p, edge, 2 * round < MOST_ROUNDS ? SHARPEST : BREAKING, w.d);
  }
}

/** The first points may be as near to the skin as the root is. */
const clearanceAt = (i: number, edge: number): number => Math.min(CLEARANCE, 0.1 * i * edge);

function isInside(field: DistanceField, p: Float64Array, i: number, edge: number): boolean {
  return field.distance(p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!) < 0.2 * clearanceAt(i, edge);
}

function moveOut(field: DistanceField, p: Float64Array, i: number, edge: number, w: CoreScratch): void {
  for (let k = 0; k < 3; k++) w.p[k] = p[3 * i + k]!;
  pushOut(field, w.p, w.sample, clearanceAt(i, edge));
  for (let k = 0; k < 3; k++) p[3 * i + k] = w.p[k]!;
}

function cosineOfTurn(p: Float64Array, i: number): number {
  const o = 3 * i;
  const ax = p[o]! - p[o - 3]!;
  const ay = p[o + 1]! - p[o - 2]!;
  const az = p[o + 2]! - p[o - 1]!;
  const bx = p[o + 3]! - p[o]!;
  const by = p[o + 4]! - p[o + 1]!;
  const bz = p[o + 5]! - p[o + 2]!;
  const squares = (ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz);
  return squares > 0 ? (ax * bx + ay * by + az * bz) / Math.sqrt(squares) : 1;
}

/** Every edge to its length, from root to tip: towards the old place of its end, as far as the turn allows. */
function layEdges(p: Float64Array, edge: number, sharpest: number, d: Float64Array): void {
  const sharpestSine = Math.sqrt(1 - sharpest * sharpest);
  for (let o = 3; o < p.length; o += 3) {
    let x = p[o]! - p[o - 3]!;
    let y = p[o + 1]! - p[o - 2]!;
    let z = p[o + 2]! - p[o - 1]!;
    const l = Math.sqrt(x * x + y * y + z * z) + 1e-15;
    x /= l;
    y /= l;
    z /= l;
    const c = x * d[0]! + y * d[1]! + z * d[2]!;
    if (o > 3 && c < sharpest) {
      x -= c * d[0]!;
      y -= c * d[1]!;
      z -= c * d[2]!;
      const across = Math.sqrt(x * x + y * y + z * z);
      const sine = across > 1e-6 ? sharpestSine / across : 0;
      const cosine = across > 1e-6 ? sharpest : 1;
      x = cosine * d[0]! + sine * x;
      y = cosine * d[1]! + sine * y;
      z = cosine * d[2]! + sine * z;
    }
    d[0] = x;
    d[1] = y;
    d[2] = z;
    p[o] = p[o - 3]! + edge * x;
    p[o + 1] = p[o - 2]! + edge * y;
    p[o + 2] = p[o - 1]! + edge * z;
  }
}
