import { type Strands, strandCount } from '../../strands/strands.ts';

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
  const places = placesOf(guides);
  const boxes = boxesOf(places, count);
  const nearest = new Float64Array(k);
  const atRoot = Float64Array.from({ length: count }, (_, i) => {
    nearest.fill(Number.POSITIVE_INFINITY);
    for (let j = 0; j < count; j++)
      if (j !== i) insert(nearest, squaredFrom(places, 3 * PLACES * i, 3 * PLACES * j, 0));
    return Math.sqrt(nearest[k - 1]! / k);
  });
  const most = THICKEST * atRoot.slice().sort()[Math.floor(count / 2)]!;
  const along = new Float64Array(PLACES);
  for (let i = 0; i < count; i++) {
    along[0] = Math.min(atRoot[i]!, most);
    const far = along[0]! * along[0]! * k;
    for (let n = 1; n < PLACES; n++) {
      nearest.fill(far);
      for (let j = 0; j < count; j++)
        if (j !== i) insert(nearest, strandDistance(places, boxes, j, 3 * (PLACES * i + n), far));
      along[n] = Math.sqrt(nearest[k - 1]! / k);
    }
    spreadAlong(guides, i, along, radii);
  }
  return radii;
}

/** The radii of `clumpRadii` by id and arc length; strands that came later have the mean. */
export function clumpRadiusOf(guides: Strands): (id: number, s: number) => number {
  const radii = clumpRadii(guides);
  const place = new Map(Array.from(guides.id, (id, k) => [id, k]));
  const mean = radii.reduce((sum, radius) => sum + radius, 0) / Math.max(radii.length, 1);
  const { first, positions } = guides;
  return (id, s) => {
    const k = place.get(id);
    if (k === undefined) return mean;
    let left = s;
    let i = first[k]!;
    for (; i + 1 < first[k + 1]!; i++) {
      const edge = Math.sqrt(squaredFrom(positions, 3 * i + 3, 3 * i, 0));
      if (left < 0.5 * edge) break;
      left -= edge;
    }
    return radii[i]!;
  };
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
  return Float64Array.from({ length: 6 * count }, (_, b) => {
    const choose = b % 6 < 3 ? Math.min : Math.max;
    const from = 3 * PLACES * Math.floor(b / 6) + (b % 3);
    let corner = places[from]!;
    for (let n = 1; n < PLACES; n++) corner = choose(corner, places[from + 3 * n]!);
    return corner;
  });
}

/** Squared distance of a point from the polyline through a strand's places, at most `far`. */
function strandDistance(places: Float64Array, boxes: Float64Array, j: number, point: number, far: number): number {
  let outside = 0;
  for (let c = 0; c < 3; c++) {
    const d = Math.max(0, boxes[6 * j + c]! - places[point + c]!, places[point + c]! - boxes[6 * j + 3 + c]!);
    outside += d * d;
  }
  if (outside >= far) return far;
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
    least = Math.min(least, squaredFrom(places, point, a, t));
  }
  return least;
}

/** Squared distance of a point from that a fraction t of the way from row `a` to the next. */
function squaredFrom(rows: ArrayLike<number>, point: number, a: number, t: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const d = rows[point + c]! - rows[a + c]! - (t === 0 ? 0 : t * (rows[a + 3 + c]! - rows[a + c]!));
    sum += d * d;
  }
  return sum;
}

function spreadAlong({ first }: Strands, k: number, along: Float64Array, radii: Float64Array): void {
  const last = first[k + 1]! - 1 - first[k]!;
  for (let i = 0; i <= last; i++) {
    const at = last > 0 ? (i * (PLACES - 1)) / last : 0;
    const n = Math.min(Math.floor(at), PLACES - 2);
    radii[first[k]! + i] = along[n]! + (at - n) * (along[n + 1]! - along[n]!);
  }
}

/** Keeps the smallest numbers, sorted. */
function insert(sorted: Float64Array, value: number): void {
  let at = sorted.length - 1;
  if (value >= sorted[at]!) return;
  for (; at > 0 && sorted[at - 1]! > value; at--) sorted[at] = sorted[at - 1]!;
  sorted[at] = value;
}
