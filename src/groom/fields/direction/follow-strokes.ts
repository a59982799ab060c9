import { nextSide, type Surface } from '../../../body/surface.ts';
import { atan2, cos, sin } from '../../../numeric/elementary.ts';
import { distance } from '../../../numeric/vector.ts';
import type { Connection } from './connection.ts';
import type { AngleWish, SmoothAngles } from './smooth-angles.ts';
import { type StrokeSample, wishOf } from './stroke-samples.ts';
import { fieldIndices, TURN, wrapped } from './turns.ts';

/** A stroke as it runs over one part of a surface. */
export interface StrokePiece {
  readonly stroke: number;
  readonly part: number;
  readonly strength: number;
  readonly samples: StrokeSample[];
}

export interface Following {
  readonly surface: Surface;
  readonly connection: Connection;
  readonly angles: SmoothAngles;
  /** Of every face, as it was prescribed. */
  readonly indices: Int8Array;
  readonly pieces: readonly StrokePiece[];
  /** What parts without strokes wish. */
  readonly own: readonly AngleWish[];
}

/** Strength of a wish against an edge's weight, which is about 0.6. */
const STRENGTH = 10;
/** Solutions on the way; strokes beyond are taken several at a time. */
const MOST_STEPS = 24;
const LARGE = 100_000;

/**
 * Lets the angles follow strokes. A direction is an angle up to whole turns; which of them a stroke means is told by the field that the strokes
 * before it gave, the nearest first, so that two neighbours agree where both are far from the first one.
 *
 * Strokes that contradict each other, or that run about a place without a whorl, cannot all be followed without new whorls: those that
 * make the field turn too fast are weakened there until it does not.
 */
export function followStrokes({ surface, connection, angles, indices, pieces, own }: Following): string[] {
  const wished = pieces.map((piece) => wishesOf(surface, connection, angles, indices, piece));
  const order = nearestFirst(pieces);
  const isFirst = (n: number): boolean => order.find((other) => pieces[other]!.part === pieces[n]!.part) === n;
  const all: AngleWish[] = [...own];
  for (const n of order.filter(isFirst)) {
    turnPart(surface, angles, pieces[n]!.part, wished[n]!);
    unwind(angles, wished[n]!);
    all.push(...wished[n]!);
  }
  const rest = order.filter((n) => !isFirst(n));
  const steps = surface.vertexCount > LARGE ? 3 : MOST_STEPS;
  const batch = Math.max(1, Math.ceil(rest.length / steps));
  for (let n = 0; n < rest.length; n += batch) {
    angles.solve(all, 1e-4);
    for (const next of rest.slice(n, n + batch)) {
      unwind(angles, wished[next]!);
      all.push(...wished[next]!);
    }
  }
  angles.solve(all);
  return calm({ surface, connection, angles, indices, pieces, own }, wished, all);
}

function wishesOf(
  surface: Surface,
  connection: Connection,
  angles: SmoothAngles,
  indices: Int8Array,
  { samples, strength }: StrokePiece,
): AngleWish[] {
  // On a whorl all directions are as good.
  return samples
    .filter(({ face }) => indices[face] === 0)
    .map((sample) => wishOf(surface, connection, angles.turns, sample, STRENGTH * strength));
}

/** The longest piece, then always the one that is nearest to those before it. */
function nearestFirst(pieces: readonly StrokePiece[]): number[] {
  const some = pieces.map(({ samples }) =>
    samples.filter((_, i) => i % Math.ceil(samples.length / 24) === 0).map(({ at }) => at),
  );
  const far = pieces.map(() => Number.POSITIVE_INFINITY);
  const left = new Set(pieces.keys());
  const order: number[] = [];
  while (left.size > 0) {
    let next = -1;
    for (const n of left) {
      const isNearer = next < 0 || far[n]! < far[next]!;
      const isLonger = next >= 0 && far[n] === far[next] && pieces[n]!.samples.length > pieces[next]!.samples.length;
      if (isNearer || isLonger) next = n;
    }
    left.delete(next);
    order.push(next);
    for (const n of left)
      for (const a of some[next]!) for (const b of some[n]!) far[n] = Math.min(far[n]!, distance(a, b));
  }
  return order;
}

/** Turns a part as a whole to where it agrees best with a stroke. */
function turnPart(surface: Surface, angles: SmoothAngles, part: number, wishes: readonly AngleWish[]): void {
  let [c, s] = [0, 0];
  for (const wish of wishes) {
    const off = wish.angle - angles.angleAt(wish);
    c += cos(off);
    s += sin(off);
  }
  const turn = c === 0 && s === 0 ? 0 : atan2(s, c);
  const isDone = new Uint8Array(surface.vertexCount);
  for (let h = 0; h < surface.corner.length; h++) {
    const v = surface.corner[h]!;
    if (surface.part[(h - (h % 3)) / 3] !== part || isDone[v]) continue;
    isDone[v] = 1;
    angles.theta[v] = angles.theta[v]! + turn;
  }
}

/** Chooses whole turns: along a stroke it departs from the field without jumps, and in the mean by less than half a turn. */
function unwind(angles: SmoothAngles, wishes: readonly AngleWish[]): void {
  const field = wishes.map((wish) => angles.angleAt(wish));
  let last = 0;
  const off = wishes.map(({ angle }, n) => {
    last += wrapped(angle - field[n]! - last);
    return last;
  });
  const mean = off.reduce((sum, x) => sum + x, 0) / Math.max(1, off.length);
  const whole = TURN * Math.round(mean / TURN);
  wishes.forEach((wish, n) => {
    wish.angle = field[n]! + off[n]! - whole;
  });
}

/** The field may turn by so much along an edge, except at whorls, rad. */
const STEEPEST = 1.6;
const WEAKER = 0.25;
const MOST_ROUNDS = 16;

/** Weakens wishes where the field turns too fast, until no whorl is there that nobody prescribed. */
function calm(following: Following, wished: readonly (readonly AngleWish[])[], all: readonly AngleWish[]): string[] {
  const { surface, angles, pieces } = following;
  const weakened = new Set<number>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { isSteep, hasMore } = steepVertices(following);
    const isNear = ({ face }: AngleWish): boolean =>
      [0, 1, 2].some((c) => isSteep[surface.corner[3 * face + c]!] === 1);
    const isLocal = wished.some((wishes) => wishes.some(isNear));
    // Where the field turns fast far from all strokes, the skin is to blame.
    if (!isLocal && !(hasMore && wished.length > 0)) break;
    wished.forEach((wishes, n) => {
      for (const wish of wishes) {
        if (isLocal && !isNear(wish)) continue;
        wish.strength *= WEAKER;
        weakened.add(pieces[n]!.stroke);
      }
    });
    angles.solve(all);
  }
  if (weakened.size === 0) return [];
  const names = [...weakened].sort((a, b) => a - b).join(', ');
  return [
    `stroke${weakened.size === 1 ? '' : 's'} ${names} of the direction cannot be followed everywhere without another whorl: hair departs from ${weakened.size === 1 ? 'it' : 'them'} in places`,
  ];
}

/** Vertices of edges along which the field turns too fast, and whether it has more whorls than were prescribed. */
function steepVertices({ surface, connection, angles, indices }: Following): { isSteep: Uint8Array; hasMore: boolean } {
  const { corner, opposite, faceCount, vertexCount } = surface;
  const isSteep = new Uint8Array(vertexCount);
  const found = fieldIndices(surface, connection, angles.theta);
  // About a whorl it turns fast, and that may come to lie in the next triangle.
  const isWhorl = new Uint8Array(vertexCount);
  let more = 0;
  for (let f = 0; f < faceCount; f++) {
    more += Math.abs(found[f]!) - Math.abs(indices[f]!);
    if (indices[f] !== 0) for (let c = 0; c < 3; c++) isWhorl[corner[3 * f + c]!] = 1;
  }
  for (let h = 0; h < corner.length; h++) {
    const [i, j] = [corner[h]!, corner[nextSide(h)]!];
    if (opposite[h]! > h || isWhorl[i] || isWhorl[j] || Math.abs(angles.turn(h)) < STEEPEST) continue;
    isSteep[i] = 1;
    isSteep[j] = 1;
  }
  return { isSteep, hasMore: more > 0 };
}
