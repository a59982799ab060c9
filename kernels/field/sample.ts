import { LEAST_GRADIENT, mean, slope } from '../../src/kernels/field-cell.ts';
import {
  CELL,
  DISTANCE,
  GROWTH,
  HIGH,
  INVERSE,
  LAST,
  LAST_CELL,
  LOW,
  MARGIN,
  NEXT,
  NORMAL,
  PER_CELL,
  POINT,
  POSITION,
  REACH,
  ROW_STEP,
  SIZE,
  SLICE_STEP,
  SPEED,
  SPIN,
  VELOCITY,
} from '../../src/kernels/field-layout.ts';
import { anyLane, local, lookUp, placeOf, type Rows, type Table } from '../language.ts';

/**
 * Distance, outward normal and velocity of a body's surface at `count` rows of points. Normal and velocity are written where any point of
 * the row is within its reach. `row` and `slice` are the grid's steps once more, as whole numbers.
 */
export function sampleField(
  points: Rows,
  pose: Rows,
  grid: Rows,
  values: Table,
  row: number,
  slice: number,
  count: number,
): void {
  for (let i = 0; i < count; i++) samplePoint(points, pose, grid, values, row, slice, POINT * i);
}

/** `BakedField` says what lies beyond the grid. */
function samplePoint(points: Rows, pose: Rows, grid: Rows, values: Table, row: number, slice: number, p: number): void {
  // Into the body's space, then into cells, then into the grid.
  const r = local(3);
  for (let c = 0; c < 3; c++) r[c] = points[p + c] - pose[POSITION + c];
  const f = local(3);
  const cell = local(3);
  const away = local(3);
  for (let c = 0; c < 3; c++) {
    const own = pose[INVERSE] * (pose[c] * r[0] + pose[3 + c] * r[1] + pose[6 + c] * r[2]);
    const g = (own - grid[c]) * grid[PER_CELL];
    const last = grid[LAST_CELL + c];
    // What is no number stays in the grid.
    const held = Math.min(Math.max(1, g), last);
    cell[c] = Math.min(Math.floor(held), last - 1);
    f[c] = held - cell[c];
    away[c] = g - held;
  }
  const fx = f[0];
  const fy = f[1];
  const fz = f[2];
  const ex = 1 - fx;
  const ey = 1 - fy;
  const ez = 1 - fz;
  // The cell's corners, named by their x, y, z, and means over its faces across x.
  const n = cell[0] + grid[ROW_STEP] * cell[1] + grid[SLICE_STEP] * cell[2];
  const corner = placeOf(n);
  const v000 = lookUp(values, corner, 0);
  const v100 = lookUp(values, corner, 1);
  const v010 = lookUp(values, corner, row);
  const v110 = lookUp(values, corner, row + 1);
  const v001 = lookUp(values, corner, slice);
  const v101 = lookUp(values, corner, slice + 1);
  const v011 = lookUp(values, corner, slice + row);
  const v111 = lookUp(values, corner, slice + row + 1);
  // Means over its faces, from means along its edges.
  const x0 = mean(ez, fz, mean(ey, fy, v000, v010), mean(ey, fy, v001, v011));
  const x1 = mean(ez, fz, mean(ey, fy, v100, v110), mean(ey, fy, v101, v111));
  const a00 = mean(ex, fx, v000, v100);
  const a10 = mean(ex, fx, v010, v110);
  const a01 = mean(ex, fx, v001, v101);
  const a11 = mean(ex, fx, v011, v111);
  const inside = mean(ex, fx, x0, x1);
  let own = inside;
  const isBeyond = away[0] !== 0 || away[1] !== 0 || away[2] !== 0;
  if (anyLane(isBeyond)) {
    const e = grid[CELL] * Math.sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
    const out = inside > 0 ? Math.sqrt(e * (e + 2 * grid[MARGIN]) + inside * inside) : inside + e;
    own = isBeyond ? out : inside;
  }
  const field = pose[SIZE] * own;
  // Fields underestimate far away; their box knows better.
  const b = local(3);
  for (let c = 0; c < 3; c++)
    b[c] = Math.max(Math.max(pose[LOW + c] - points[p + c], points[p + c] - pose[HIGH + c]), 0);
  const box = b[0] * b[0] + b[1] * b[1] + b[2] * b[2];
  let d = field;
  if (anyLane(box > 0)) {
    const far = Math.sqrt(box);
    d = box > 0 && far > field ? far : field;
  }
  points[p + DISTANCE] = d;
  if (anyLane(!(d > points[p + REACH]))) {
    // Means over the other faces, and over the face beyond on the side that the point is nearer to.
    const y0 = mean(ez, fz, a00, a01);
    const y1 = mean(ez, fz, a10, a11);
    const z0 = mean(ey, fy, a00, a10);
    const z1 = mean(ey, fy, a01, a11);
    const hx = Math.floor(fx + 0.5);
    const hy = Math.floor(fy + 0.5);
    const hz = Math.floor(fz + 0.5);
    const px = placeOf(n - 1 + 3 * hx);
    const py = placeOf(n + (3 * hy - 1) * grid[ROW_STEP]);
    const pz = placeOf(n + (3 * hz - 1) * grid[SLICE_STEP]);
    const xb = mean(
      ez,
      fz,
      mean(ey, fy, lookUp(values, px, 0), lookUp(values, px, row)),
      mean(ey, fy, lookUp(values, px, slice), lookUp(values, px, slice + row)),
    );
    const yb = mean(
      ez,
      fz,
      mean(ex, fx, lookUp(values, py, 0), lookUp(values, py, 1)),
      mean(ex, fx, lookUp(values, py, slice), lookUp(values, py, slice + 1)),
    );
    const zb = mean(
      ey,
      fy,
      mean(ex, fx, lookUp(values, pz, 0), lookUp(values, pz, 1)),
      mean(ex, fx, lookUp(values, pz, row), lookUp(values, pz, row + 1)),
    );
    const dx = slope(fx, hx, x0, x1, xb);
    const dy = slope(fy, hy, y0, y1, yb);
    const dz = slope(fz, hz, z0, z1, zb);
    // In the very middle of a body all ways out are equal: up is one of them.
    const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const scale = 1 / l;
    let nx = l > LEAST_GRADIENT ? dx * scale : 0;
    let ny = l > LEAST_GRADIENT ? dy * scale : 1;
    let nz = l > LEAST_GRADIENT ? dz * scale : 0;
    if (anyLane(isBeyond)) {
      const ax = away[0] * grid[CELL] + inside * nx;
      const ay = away[1] * grid[CELL] + inside * ny;
      const az = away[2] * grid[CELL] + inside * nz;
      const far = Math.sqrt(ax * ax + ay * ay + az * az);
      const isOut = isBeyond && far > 0;
      nx = isOut ? ax / far : nx;
      ny = isOut ? ay / far : ny;
      nz = isOut ? az / far : nz;
    }
    for (let c = 0; c < 3; c++) {
      const w = pose[3 * c] * nx + pose[3 * c + 1] * ny + pose[3 * c + 2] * nz;
      points[p + NORMAL + c] = w;
      // Material of a body that grows moves away from its origin in proportion to how far it is, taken at the surface.
      points[p + VELOCITY + c] =
        pose[SPEED + c] +
        pose[SPIN + NEXT[c]] * r[LAST[c]] -
        pose[SPIN + LAST[c]] * r[NEXT[c]] +
        pose[GROWTH] * (r[c] - field * w);
    }
  }
}
