import type { Strands } from '../../strands/strands.ts';
import { strandCount } from '../../strands/strands.ts';

/** Neighbours that the room of a clump is measured by. */
const NEIGHBOURS = 6;
/** A root at the hairline has neighbours on one side only: no clump is thicker than this many median ones. */
const THICKEST = 1.5;
/** Places along a strand, root and tip among them, at which its room is measured. */
const PLACES = 8;

/**
 * Radius of the clump of hair that each guide stands for, at every point, metres: the room that it has among its neighbours,
 * as a disc. On the scalp, the distance d to the k-th nearest root encloses k times that room, so the radius is d / √k; where
 * the groom gathers strands, the same with the k-th nearest strand, but never more than at the root.
 */
export function clumpRadii(guides: Strands): Float64Array {
  const count = strandCount(guides);
  const radii = new Float64Array(guides.positions.length / 3);
  const k = Math.min(NEIGHBOURS, count - 1);
  if (k < 1) return radii;
  const nearest = new Float64Array(k);
  const places = placesOf(guides);
  const atRoot = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    nearest.fill(Number.POSITIVE_INFINITY);
    for (let j = 0; j < count; j++) if (j !== i) insert(nearest, squared(places, PLACES * i, PLACES * j));
    atRoot[i] = Math.sqrt(nearest[k - 1]! / k);
  }
  const most = THICKEST * atRoot.slice().sort()[Math.floor(count / 2)]!;
  const bounds = boxesOf(places, count);
  const along = new Float64Array(PLACES);
  for (let i = 0; i < count; i++) {
    along[0] = Math.min(atRoot[i]!, most);
    for (let n = 1; n < PLACES; n++) along[n] = roomAt(places, bounds, i, n, along[0]!, nearest);
    spreadAlong(guides, i, along, radii);
  }
  return radii;
}

/** The radii of `clumpRadii` by id and arc length; strands that came later have the mean. */
export function clumpRadiusOf(guides: Strands): (id: number, s: number) => number {
  const radii = clumpRadii(guides);
  const place = new Map(Array.from(guides.id, (id, k) => [id, k]));
  const mean = radii.reduce((sum, radius) => sum + radius, 0) / Math.max(radii.length, 1);
  const { first, positions: x } = guides;
  return (id, s) => {
    const k = place.get(id);
    if (k === undefined) return mean;
    let left = s;
    let i = first[k]!;
    while (i + 1 < first[k + 1]!) {
      const edge = Math.sqrt(squaredEdge(x, i));
      if (left < 0.5 * edge) break;
      left -= edge;
      i++;
    }
    return radii[i]!;
  };
}

function squaredEdge(x: Float32Array, i: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += (x[3 * i + 3 + c]! - x[3 * i + c]!) * (x[3 * i + 3 + c]! - x[3 * i + c]!);
  return sum;
}

/** PLACES points of every strand, evenly by index. */
function placesOf({ first, positions }: Strands): Float64Array {
  const count = first.length - 1;
  const out = new Float64Array(3 * PLACES * count);
  for (let k = 0; k < count; k++)
    for (let n = 0; n < PLACES; n++) {
      const at = first[k]! + (n * (first[k + 1]! - 1 - first[k]!)) / (PLACES - 1);
      const i = Math.min(Math.floor(at), Math.max(first[k + 1]! - 2, first[k]!));
      const next = Math.min(i + 1, first[k + 1]! - 1);
      for (let c = 0; c < 3; c++)
        out[3 * (PLACES * k + n) + c] =
          positions[3 * i + c]! + (at - i) * (positions[3 * next + c]! - positions[3 * i + c]!);
    }
  return out;
}

/** Low and high corner of every strand's places. */
function boxesOf(places: Float64Array, count: number): Float64Array {
  const boxes = new Float64Array(6 * count);
  for (let k = 0; k < count; k++)
    for (let c = 0; c < 3; c++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let n = 0; n < PLACES; n++) {
        low = Math.min(low, places[3 * (PLACES * k + n) + c]!);
        high = Math.max(high, places[3 * (PLACES * k + n) + c]!);
      }
      boxes[6 * k + c] = low;
      boxes[6 * k + 3 + c] = high;
    }
  return boxes;
}

/** Radius of the room of strand i at its place n; `most` where fewer strands are near. */
function roomAt(
  places: Float64Array,
  boxes: Float64Array,
  i: number,
  n: number,
  most: number,
  nearest: Float64Array,
): number {
  const k = nearest.length;
  const far = most * most * k;
  const point = 3 * (PLACES * i + n);
  nearest.fill(far);
  for (let j = 0; 6 * j < boxes.length; j++)
    if (j !== i && boxDistance(boxes, j, places, point) < far) insert(nearest, strandDistance(places, j, point, far));
  return Math.sqrt(nearest[k - 1]! / k);
}

function boxDistance(boxes: Float64Array, j: number, places: Float64Array, point: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const x = places[point + c]!;
    const d = Math.max(0, boxes[6 * j + c]! - x, x - boxes[6 * j + 3 + c]!);
    sum += d * d;
  }
  return sum;
}

/** Squared distance of a point from the polyline through a strand's places, at most `far`. */
function strandDistance(places: Float64Array, j: number, point: number, far: number): number {
  let least = far;
  for (let n = 0; n + 1 < PLACES; n++) {
    const a = 3 * (PLACES * j + n);
    let along = 0;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const edge = places[a + 3 + c]! - places[a + c]!;
      along += edge * (places[point + c]! - places[a + c]!);
      square += edge * edge;
    }
    const t = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0;
    let sum = 0;
    for (let c = 0; c < 3; c++) {
      const d = places[point + c]! - places[a + c]! - t * (places[a + 3 + c]! - places[a + c]!);
      sum += d * d;
    }
    least = Math.min(least, sum);
  }
  return least;
}

function spreadAlong({ first }: Strands, k: number, along: Float64Array, radii: Float64Array): void {
  const last = first[k + 1]! - 1 - first[k]!;
  for (let i = 0; i <= last; i++) {
    const at = last > 0 ? (i * (PLACES - 1)) / last : 0;
    const n = Math.min(Math.floor(at), PLACES - 2);
    radii[first[k]! + i] = along[n]! + (at - n) * (along[n + 1]! - along[n]!);
  }
}

function squared(places: Float64Array, i: number, j: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const d = places[3 * i + c]! - places[3 * j + c]!;
    sum += d * d;
  }
  return sum;
}

/** Keeps the smallest numbers, sorted. */
function insert(sorted: Float64Array, value: number): void {
  let at = sorted.length - 1;
  if (value >= sorted[at]!) return;
  while (at > 0 && sorted[at - 1]! > value) {
    sorted[at] = sorted[at - 1]!;
    at--;
  }
  sorted[at] = value;
}
