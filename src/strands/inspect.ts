import { cos } from '../numeric/elementary.ts';
import { type Bulk, EVERYWHERE, isWithin } from './bulk.ts';
import { classifyTurns, makeTurnScratch, type TurnScratch, type Turns } from './turns.ts';

/** What is wrong with the shape of one strand: the kernel that check and repair share. */

export interface ShapeLimits {
  /** Largest turn at a point that is not crooked, radians. */
  readonly maximumTurn: number;
  /** Longest over shortest edge of a strand. */
  readonly maximumEdgeRatio: number;
  /** Edges up to this length count as zero, metres. */
  readonly zeroEdge: number;
}

/** Findings about one strand. Points and edges count from the root; edge i runs from point i to the next usable point. */
export interface Shape extends Turns {
  points: number;
  notFinite: number;
  firstNotFinite: number;
  /** Finite points absurdly far from the rest of the hair. */
  outliers: number;
  firstOutlier: number;
  /** Points left when those that are not finite, outliers and those that repeat the one before are taken out. */
  usable: number;
  repeated: number;
  firstRepeated: number;
  shortest: number;
  longest: number;
  shortestEdge: number;
  longestEdge: number;
  length: number;
}

/** Findings and working space, used again for every strand. */
export interface Inspector {
  readonly limits: ShapeLimits;
  /** What is outside of it is passed over like what is not finite. */
  bulk: Bulk;
  readonly shape: Shape;
  /** The usable points of the strand, and where they stand in it; filled only where turns had to be classified. */
  points: Float64Array;
  place: Uint32Array;
  turns: TurnScratch;
}

export function makeInspector(limits: ShapeLimits, bulk: Bulk = EVERYWHERE): Inspector {
  const shape = {
    ...{ points: 0, notFinite: 0, firstNotFinite: -1, outliers: 0, firstOutlier: -1 },
    ...{ usable: 0, repeated: 0, firstRepeated: -1 },
    ...{ shortest: 0, longest: 0, shortestEdge: -1, longestEdge: -1, length: 0 },
    ...{ crooked: 0, firstCrooked: -1, sharpest: 0, pointsPerTurn: Number.POSITIVE_INFINITY, firstOfCurl: -1 },
  };
  return { limits, bulk, shape, points: new Float64Array(0), place: new Uint32Array(0), turns: makeTurnScratch(0) };
}

/** Inspects the strand `begin .. end` of `positions` and returns the inspector's `shape`, filled. */
export function inspectStrand(inspector: Inspector, positions: Float32Array, begin: number, end: number): Shape {
  const { shape, limits, bulk } = inspector;
  const { zeroEdge } = limits;
  // Half the limit: what a curl must turn to be looked at. Straighter strands need no classification.
  const cosGate = cos(0.5 * limits.maximumTurn);
  resetShape(shape, end - begin);
  let before = -1;
  let ex = 0;
  let ey = 0;
  let ez = 0;
  let e = 0;
  let hasSharpTurn = false;
  for (let p = begin; p < end; p++) {
    const x = positions[3 * p]!;
    const y = positions[3 * p + 1]!;
    const z = positions[3 * p + 2]!;
    if (!isWithin(bulk, x, y, z)) {
      addUnusable(shape, p - begin, x * 0 + y * 0 + z * 0 === 0);
      continue;
    }
    if (before < 0) {
      before = p;
      continue;
    }
    const dx = x - positions[3 * before]!;
    const dy = y - positions[3 * before + 1]!;
    const dz = z - positions[3 * before + 2]!;
    const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (l <= zeroEdge) {
      if (shape.repeated++ === 0) shape.firstRepeated = p - begin;
      continue;
    }
    if (e > 0 && dx * ex + dy * ey + dz * ez < cosGate * l * e) hasSharpTurn = true;
    addEdge(shape, l, before - begin);
    before = p;
    ex = dx;
    ey = dy;
    ez = dz;
    e = l;
  }
  shape.usable = shape.points - shape.notFinite - shape.outliers - shape.repeated;
  if (hasSharpTurn) inspectTurns(inspector, positions, begin, end);
  return shape;
}

export const isUneven = (shape: Shape, limits: ShapeLimits): boolean =>
  shape.longest > limits.maximumEdgeRatio * shape.shortest;

function resetShape(shape: Shape, points: number): void {
  shape.points = points;
  shape.notFinite = 0;
  shape.outliers = 0;
  shape.repeated = 0;
  shape.shortest = Number.POSITIVE_INFINITY;
  shape.longest = 0;
  shape.length = 0;
  shape.crooked = 0;
  shape.pointsPerTurn = Number.POSITIVE_INFINITY;
}

function addUnusable(shape: Shape, point: number, isOutlier: boolean): void {
  if (isOutlier) {
    if (shape.outliers++ === 0) shape.firstOutlier = point;
  } else if (shape.notFinite++ === 0) shape.firstNotFinite = point;
}

function addEdge(shape: Shape, length: number, edge: number): void {
  shape.length += length;
  if (length < shape.shortest) {
    shape.shortest = length;
    shape.shortestEdge = edge;
  }
  if (length > shape.longest) {
    shape.longest = length;
    shape.longestEdge = edge;
  }
}

/** Gathers the usable points and classifies their turns. */
function inspectTurns(inspector: Inspector, positions: Float32Array, begin: number, end: number): void {
  if (inspector.place.length < end - begin) {
    inspector.points = new Float64Array(3 * (end - begin));
    inspector.place = new Uint32Array(end - begin);
    inspector.turns = makeTurnScratch(end - begin);
  }
  const { points, place, shape, limits, bulk } = inspector;
  let count = 0;
  for (let p = begin; p < end; p++) {
    const x = positions[3 * p]!;
    const y = positions[3 * p + 1]!;
    const z = positions[3 * p + 2]!;
    if (!isWithin(bulk, x, y, z)) continue;
    if (count > 0) {
      const dx = x - points[3 * count - 3]!;
      const dy = y - points[3 * count - 2]!;
      const dz = z - points[3 * count - 1]!;
      if (Math.sqrt(dx * dx + dy * dy + dz * dz) <= limits.zeroEdge) continue;
    }
    points[3 * count] = x;
    points[3 * count + 1] = y;
    points[3 * count + 2] = z;
    place[count++] = p - begin;
  }
  classifyTurns(points, count, limits.maximumTurn, inspector.turns, shape);
  if (shape.crooked > 0) shape.firstCrooked = place[shape.firstCrooked]!;
  if (shape.firstOfCurl >= 0) shape.firstOfCurl = place[shape.firstOfCurl]!;
}
