import { NearestPoints } from '../../groom/neighbours.ts';
import { atan2 } from '../../numeric/elementary.ts';
import { at, cross, dot, perpendicular, subtract } from '../../numeric/vector.ts';
import type { ContinuumState } from './fields.ts';

/** Samples around each sample on the skin as it was groomed, by rising angle about the normal: as many rows for every one. */
export interface NeighbourTable {
  /** Rows a sample. */
  readonly most: number;
  /** How many of them are neighbours; the others are the sample itself, with slopes of zero. */
  readonly count: Uint8Array;
  readonly index: Uint32Array;
  /** Three a row: the way to the neighbour over its squared length, 1/m, times the fraction of the circle that it stands for. */
  readonly slope: Float64Array;
  /** Three a sample: the sum of its slopes. */
  readonly slopeSum: Float64Array;
  /** One a sample: area of the fan of triangles to the neighbours, m²; 0 where there is none. */
  readonly area: Float64Array;
}

/** Normals that differ more (cosine) are on another side of a thin body. */
const FACING = -0.5;

/**
 * Of every sample the nearest others, within the groom. Directions are shared out to the neighbours by the angles between them, so that uneven
 * samples tell the mean over all directions.
 */
export function findNeighbours(state: ContinuumState, most: number): NeighbourTable {
  const { ids, home, rubbing, normal } = state;
  const table = {
    most,
    count: new Uint8Array(ids.length),
    index: new Uint32Array(most * ids.length),
    slope: new Float64Array(3 * most * ids.length),
    slopeSum: new Float64Array(3 * ids.length),
    area: new Float64Array(ids.length),
  };
  const grid = most > 0 && ids.length > 1 ? new NearestPoints(Float32Array.from(home)) : null;
  const found = new Int32Array(Math.max(1, most));
  const square = new Float64Array(Math.max(1, most));
  for (let k = 0; k < ids.length; k++) {
    table.index.fill(k, most * k, most * (k + 1));
    const p = at(home, k);
    const n = at(normal, k);
    const reach = rubbing[k]!;
    const accept = (i: number): boolean =>
      i !== k && rubbing[i]! > 0 && dot(n, at(normal, i)) > FACING && !isSamePlace(home, i, k);
    const count = grid && reach > 0 ? grid.find(...p, most, accept, found, square, reach) : 0;
    const near = Array.from(found.subarray(0, count)).filter((_, i) => square[i]! <= reach * reach);
    writeFan(table, home, k, fanOf(home, near, k, n));
  }
  return table;
}

/** A table in which the sample `order[r]` has row r, and neighbours are named by their rows. */
export function inOrder(
  { most, count, index, slope, slopeSum, area }: NeighbourTable,
  order: Uint32Array,
): NeighbourTable {
  const row = new Uint32Array(order.length);
  order.forEach((k, r) => {
    row[k] = r;
  });
  const of = <Numbers extends Uint8Array | Uint32Array | Float64Array>(numbers: Numbers, size: number): Numbers => {
    const out = numbers.slice() as Numbers;
    for (let r = 0; r < order.length; r++)
      out.set(numbers.subarray(size * order[r]!, size * (order[r]! + 1)), size * r);
    return out;
  };
  return {
    most,
    count: of(count, 1),
    index: of(index, most).map((k) => row[k]!),
    slope: of(slope, 3 * most),
    slopeSum: of(slopeSum, 3),
    area: of(area, 1),
  };
}

function writeFan(table: NeighbourTable, home: Float64Array, k: number, fan: readonly Ray[]): void {
  const { most, count, index, slope, slopeSum, area } = table;
  count[k] = fan.length;
  fan.forEach(({ i, fraction }, m) => {
    const way = subtract(at(home, i), at(home, k));
    const factor = fraction / dot(way, way);
    index[most * k + m] = i;
    for (let c = 0; c < 3; c++) {
      slope[3 * (most * k + m) + c] = factor * way[c]!;
      slopeSum[3 * k + c] = slopeSum[3 * k + c]! + factor * way[c]!;
    }
    area[k] = area[k]! + triangleArea(home, k, i, fan[(m + 1) % fan.length]!.i);
  });
}

/** A neighbour, and the fraction of the circle that is nearest to it. */
interface Ray {
  readonly i: number;
  readonly fraction: number;
}

const isSamePlace = (x: Float64Array, i: number, k: number): boolean =>
  x[3 * i] === x[3 * k] && x[3 * i + 1] === x[3 * k + 1] && x[3 * i + 2] === x[3 * k + 2];

/** Neighbours by rising angle. */
function fanOf(home: Float64Array, near: readonly number[], k: number, n: readonly [number, number, number]): Ray[] {
  const a = perpendicular(n);
  const b = cross(n, a);
  const fan = near.map((i) => {
    const way = subtract(at(home, i), at(home, k));
    return { i, angle: atan2(dot(way, b), dot(way, a)) };
  });
  fan.sort((one, other) => one.angle - other.angle || one.i - other.i);
  const turn = 2 * Math.PI;
  return fan.map(({ i }, m) => {
    const before = m > 0 ? fan[m - 1]!.angle : fan.at(-1)!.angle - turn;
    const after = m + 1 < fan.length ? fan[m + 1]!.angle : fan[0]!.angle + turn;
    return { i, fraction: fan.length === 1 ? 1 : (0.5 * (after - before)) / turn };
  });
}

/** Area of the triangle of three points. */
export function triangleArea(x: Float64Array, k: number, i: number, j: number): number {
  const ax = x[3 * i]! - x[3 * k]!;
  const ay = x[3 * i + 1]! - x[3 * k + 1]!;
  const az = x[3 * i + 2]! - x[3 * k + 2]!;
  const bx = x[3 * j]! - x[3 * k]!;
  const by = x[3 * j + 1]! - x[3 * k + 1]!;
  const bz = x[3 * j + 2]! - x[3 * k + 2]!;
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  return 0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz);
}
