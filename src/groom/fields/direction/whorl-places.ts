import { areaOf, nextSide, type Surface } from '../../../body/surface.ts';
import { Multigrid } from '../../../numeric/multigrid.ts';
import { SparseBuilder } from '../../../numeric/sparse.ts';
import type { Vec3 } from '../../../numeric/vector.ts';
import type { Connection } from './connection.ts';

/** A whorl on a face. */
export interface PlacedWhorl {
  readonly face: number;
  readonly index: 1 | -1;
  readonly isAsked: boolean;
}

/**
 * Completes whorls so that the indices of every part without a border sum up to its Euler characteristic, which is the least that any
 * field must have. What is missing goes to the ends of the part along its axis (nose and tail), then to where curvature is least
 * accounted for: tips for 1, forks for −1. A part with a border needs none.
 */
export function completeWhorls(
  surface: Surface,
  connection: Connection,
  asked: readonly PlacedWhorl[],
  axisOf: (part: number) => Vec3,
): PlacedWhorl[] {
  const whorls = [...asked];
  surface.parts.forEach(({ borders, euler }, part) => {
    if (borders > 0) return;
    const own = (): PlacedWhorl[] => whorls.filter(({ face }) => surface.part[face] === part);
    let missing = euler - own().reduce((sum, { index }) => sum + index, 0);
    const ends = missing > 0 ? endsOf(surface, part, axisOf(part)) : [];
    while (missing > 0 && ends.length > 0) {
      const face = takeFarthest(surface, ends, own());
      whorls.push({ face: freeFace(surface, face, whorls), index: 1, isAsked: false });
      missing--;
    }
    for (; missing !== 0; missing -= Math.sign(missing)) {
      const index = missing > 0 ? 1 : -1;
      const potential = potentialOf(surface, connection, part, own());
      const face = highestFace(surface, part, (v) => index * potential[v]!);
      whorls.push({ face: freeFace(surface, face, whorls), index, isAsked: false });
    }
  });
  return whorls;
}

/** Area over squared longest side that a triangle needs to hold a whorl; 0.43 where its sides are equal. */
const ROUND = 0.15;
const MOST_TRIED = 400;

/** The nearest face over edges that is no needle and has no whorl: a triangle has room for one. */
export function freeFace(surface: Surface, face: number, whorls: readonly PlacedWhorl[]): number {
  const { opposite } = surface;
  const taken = new Set(whorls.map((whorl) => whorl.face));
  const queue = [face];
  const known = new Set(queue);
  let best = face;
  let roundest = -1;
  for (const f of queue) {
    const round = taken.has(f) ? -1 : roundness(surface, f);
    if (round > roundest) [roundest, best] = [round, f];
    if (roundest >= ROUND || known.size > MOST_TRIED) return best;
    for (let h = 3 * f; h < 3 * f + 3; h++) {
      const m = opposite[h]!;
      const g = (m - (m % 3)) / 3;
      if (m < 0 || known.has(g)) continue;
      known.add(g);
      queue.push(g);
    }
  }
  return best;
}

function roundness({ positions, corner }: Surface, f: number): number {
  let longest = 0;
  for (let h = 3 * f; h < 3 * f + 3; h++) {
    const a = 3 * corner[h]!;
    const b = 3 * corner[nextSide(h)]!;
    let square = 0;
    for (let k = 0; k < 3; k++)
      square += (positions[b + k]! - positions[a + k]!) * (positions[b + k]! - positions[a + k]!);
    longest = Math.max(longest, square);
  }
  return areaOf(positions, corner, f) / longest;
}

export function faceCentre({ positions: p, corner }: Surface, f: number): Vec3 {
  const at = (k: number): number =>
    (p[3 * corner[3 * f]! + k]! + p[3 * corner[3 * f + 1]! + k]! + p[3 * corner[3 * f + 2]! + k]!) / 3;
  return [at(0), at(1), at(2)];
}

/** The first and the last face of a part along an axis; none that only closes a hole. */
export function endsOf(surface: Surface, part: number, [x, y, z]: Vec3): number[] {
  let first = -1;
  let last = -1;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < surface.faceCount; f++) {
    if (surface.part[f] !== part || surface.triangle[f]! < 0) continue;
    const c = faceCentre(surface, f);
    const far = c[0] * x + c[1] * y + c[2] * z;
    if (far < low) [low, first] = [far, f];
    if (far > high) [high, last] = [far, f];
  }
  return first === last ? [first] : [first, last];
}

/** Takes the face that is farthest from all whorls of index 1. */
function takeFarthest(surface: Surface, faces: number[], whorls: readonly PlacedWhorl[]): number {
  const far = faces.map((face) => {
    const [x, y, z] = faceCentre(surface, face);
    return whorls.reduce((nearest, whorl) => {
      if (whorl.index < 0) return nearest;
      const [a, b, c] = faceCentre(surface, whorl.face);
      return Math.min(nearest, (a - x) * (a - x) + (b - y) * (b - y) + (c - z) * (c - z));
    }, Number.POSITIVE_INFINITY);
  });
  return faces.splice(far.indexOf(Math.max(...far)), 1)[0]!;
}

/**
 * A potential at the vertices of a part (0 elsewhere) whose sources are the curvature, and whose sinks are whorls: where it is highest a
 * whorl of index 1, where it is lowest one of −1 takes most of what hair would else have to make up for by turning.
 */
export function potentialOf(
  surface: Surface,
  { curvature, weight }: Connection,
  part: number,
  whorls: readonly PlacedWhorl[],
): Float64Array {
  const { corner, opposite, vertexCount, faceCount, part: partOf } = surface;
  const builder = new SparseBuilder(vertexCount);
  const source = new Float64Array(vertexCount);
  const isOwn = new Uint8Array(vertexCount);
  const add = (f: number, amount: number): void => {
    for (let c = 0; c < 3; c++) source[corner[3 * f + c]!] = source[corner[3 * f + c]!]! + amount / 3;
  };
  for (let f = 0; f < faceCount; f++) {
    if (partOf[f] !== part) continue;
    for (let h = 3 * f; h < 3 * f + 3; h++) {
      isOwn[corner[h]!] = 1;
      const other = opposite[h]!;
      if (other < h)
        builder.addDifference(corner[h]!, corner[nextSide(h)]!, weight[h]! + (other < 0 ? 0 : weight[other]!));
    }
    add(f, curvature[f]!);
  }
  for (const whorl of whorls) add(whorl.face, -2 * Math.PI * whorl.index);
  // What does not cancel is taken away evenly.
  let sum = 0;
  let count = 0;
  for (let v = 0; v < vertexCount; v++) {
    sum += source[v]!;
    count += isOwn[v]!;
    builder.add(v, v, isOwn[v] ? 0 : 1);
  }
  for (let v = 0; v < vertexCount; v++) if (isOwn[v]) source[v] = source[v]! - sum / count;
  builder.add(isOwn.indexOf(1), isOwn.indexOf(1), 1);
  const potential = new Float64Array(vertexCount);
  new Multigrid(builder.build()).solve(source, potential, 1e-6);
  return potential;
}

/** The face of a part with the highest mean of values at its vertices; none that only closes a hole. */
function highestFace(
  { corner, faceCount, part: partOf, triangle }: Surface,
  part: number,
  value: (v: number) => number,
): number {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < faceCount; f++) {
    if (partOf[f] !== part || triangle[f]! < 0) continue;
    const mean = value(corner[3 * f]!) + value(corner[3 * f + 1]!) + value(corner[3 * f + 2]!);
    if (mean > most) [most, best] = [mean, f];
  }
  return best;
}
