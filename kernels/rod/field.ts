import { LEAST_GRADIENT, mean, slope } from '../../src/kernels/field-cell.ts';
import {
  AWAY,
  CELL,
  FIELD_SPIN,
  FIELD_TURN,
  FOUND_AWAY,
  FOUND_CELL,
  FOUND_DISTANCE,
  FOUND_MOVE,
  FOUND_NORMAL,
  FOUND_PART,
  FOUND_VELOCITY,
  FOUND_WAY,
  GRID_CELL,
  GRID_PART,
  GROWTH,
  KEPT,
  KNOWN_CELL,
  KNOWN_CORNERS,
  KNOWN_FACES,
  KNOWN_SIDES,
  LAST,
  LAST_CELL,
  MARGIN,
  MOVE,
  NEXT,
  ROW_STEP,
  SIZE,
  SLICE_STEP,
  SPEED,
  TO_CELLS,
  WITHIN,
} from '../../src/kernels/rod-layout.ts';
import { anyLane, local, lookUp, placeOf, type Rows, type Table } from '../language.ts';

/**
 * A baked field as `BakedField.sample` reads it, in single precision. Cells are told from what is left within a cell, and all values of a cell are
 * taken relative to one of its corners: so distances are as exact as a cell is small, 0.3 nm, and not as the body is large.
 */

/** The point at hand: `share` (0 or 1) of the moves of the node at w, or of the middle between that and the one `next` rows on. */
export function placePoint(work: Rows, field: Rows, w: number, next: number, share: number): void {
  const u = local(3);
  for (let c = 0; c < 3; c++) {
    u[c] = 0;
    field[FOUND_CELL + c] = work[w + GRID_CELL + c];
  }
  for (let n = 0; n < share; n++)
    for (let c = 0; c < 3; c++) u[c] = 0.5 * (work[w + MOVE + c] + work[w + next + MOVE + c]);
  for (let c = 0; c < 3; c++) {
    const t = TO_CELLS + 3 * c;
    const cells = work[w + next + GRID_CELL + c] - work[w + GRID_CELL + c];
    const start = 0.5 * (cells + work[w + GRID_PART + c] + work[w + next + GRID_PART + c]);
    field[FOUND_PART + c] = start + (field[t] * u[0] + field[t + 1] * u[1] + field[t + 2] * u[2]);
    field[FOUND_AWAY + c] = 0.5 * (work[w + AWAY + c] + work[w + next + AWAY + c]) + u[c];
    field[FOUND_MOVE + c] = u[c];
  }
}

/** Looks up the values of the cells that points have come to. */
export function lookAtCell(known: Rows, k: number, values: Table, row: number, slice: number): void {
  const corner = placeOf(known[k + KNOWN_CELL]);
  known[k + KNOWN_SIDES] = -1;
  known[k + KNOWN_CORNERS] = lookUp(values, corner, 0);
  known[k + KNOWN_CORNERS + 1] = lookUp(values, corner, 1);
  known[k + KNOWN_CORNERS + 2] = lookUp(values, corner, row);
  known[k + KNOWN_CORNERS + 3] = lookUp(values, corner, row + 1);
  known[k + KNOWN_CORNERS + 4] = lookUp(values, corner, slice);
  known[k + KNOWN_CORNERS + 5] = lookUp(values, corner, slice + 1);
  known[k + KNOWN_CORNERS + 6] = lookUp(values, corner, slice + row);
  known[k + KNOWN_CORNERS + 7] = lookUp(values, corner, slice + row + 1);
}

/** Finds how far the point is from touching; where any is near, normals and velocities as well. What is known of the grid there stands at k. */
export function samplePoint(field: Rows, known: Rows, k: number, values: Table, row: number, slice: number): void {
  const f = local(3);
  const cell = local(3);
  const away = local(3);
  for (let c = 0; c < 3; c++) {
    const g = field[FOUND_PART + c];
    const whole = Math.floor(g);
    const part = g - whole;
    const at = field[FOUND_CELL + c] + whole;
    // What is no number stays in the grid.
    const held = Math.min(Math.max(1, at), field[LAST_CELL + c] - 1);
    const border = at < held ? 0 : 1;
    cell[c] = held;
    f[c] = at === held ? part : border;
    away[c] = at === held ? 0 : at - held + part - border;
  }
  const fx = f[0];
  const fy = f[1];
  const fz = f[2];
  const ex = 1 - fx;
  const ey = 1 - fy;
  const ez = 1 - fz;
  const n = cell[0] + field[ROW_STEP] * cell[1] + field[SLICE_STEP] * cell[2];
  if (anyLane(known[k + KNOWN_CELL] !== n)) {
    known[k + KNOWN_CELL] = n;
    lookAtCell(known, k, values, row, slice);
  }
  // Corners are named by their x, y, z; all but the first relative to it.
  const first = known[k + KNOWN_CORNERS];
  const v100 = known[k + KNOWN_CORNERS + 1] - first;
  const v010 = known[k + KNOWN_CORNERS + 2] - first;
  const v110 = known[k + KNOWN_CORNERS + 3] - first;
  const v001 = known[k + KNOWN_CORNERS + 4] - first;
  const v101 = known[k + KNOWN_CORNERS + 5] - first;
  const v011 = known[k + KNOWN_CORNERS + 6] - first;
  const v111 = known[k + KNOWN_CORNERS + 7] - first;
  const x0 = mean(ez, fz, fy * v010, mean(ey, fy, v001, v011));
  const x1 = mean(ez, fz, mean(ey, fy, v100, v110), mean(ey, fy, v101, v111));
  const within = mean(ex, fx, x0, x1);
  const size = field[SIZE];
  let way = size * first - field[KEPT] + size * within;
  let distance = size * first + size * within;
  const isBeyond = away[0] !== 0 || away[1] !== 0 || away[2] !== 0;
  if (anyLane(isBeyond)) {
    const e = field[CELL] * Math.sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
    const out = distance > 0 ? Math.sqrt(e * (e + 2 * field[MARGIN]) + distance * distance) : distance + e;
    way = isBeyond ? out - field[KEPT] : way;
    distance = isBeyond ? out : distance;
  }
  field[FOUND_WAY] = way;
  field[FOUND_DISTANCE] = distance;
  if (anyLane(!(way > field[WITHIN]))) {
    const a00 = fx * v100;
    const a10 = mean(ex, fx, v010, v110);
    const a01 = mean(ex, fx, v001, v101);
    const a11 = mean(ex, fx, v011, v111);
    // Means over the other faces, and over the face beyond on the side that the point is nearer to.
    const y0 = mean(ez, fz, a00, a01);
    const y1 = mean(ez, fz, a10, a11);
    const z0 = mean(ey, fy, a00, a10);
    const z1 = mean(ey, fy, a01, a11);
    const hx = Math.floor(fx + 0.5);
    const hy = Math.floor(fy + 0.5);
    const hz = Math.floor(fz + 0.5);
    const sides = hx + 2 * hy + 4 * hz;
    if (anyLane(known[k + KNOWN_SIDES] !== sides)) {
      const px = placeOf(n - 1 + 3 * hx);
      const py = placeOf(n + (3 * hy - 1) * field[ROW_STEP]);
      const pz = placeOf(n + (3 * hz - 1) * field[SLICE_STEP]);
      known[k + KNOWN_SIDES] = sides;
      known[k + KNOWN_FACES] = lookUp(values, px, 0);
      known[k + KNOWN_FACES + 1] = lookUp(values, px, row);
      known[k + KNOWN_FACES + 2] = lookUp(values, px, slice);
      known[k + KNOWN_FACES + 3] = lookUp(values, px, slice + row);
      known[k + KNOWN_FACES + 4] = lookUp(values, py, 0);
      known[k + KNOWN_FACES + 5] = lookUp(values, py, 1);
      known[k + KNOWN_FACES + 6] = lookUp(values, py, slice);
      known[k + KNOWN_FACES + 7] = lookUp(values, py, slice + 1);
      known[k + KNOWN_FACES + 8] = lookUp(values, pz, 0);
      known[k + KNOWN_FACES + 9] = lookUp(values, pz, 1);
      known[k + KNOWN_FACES + 10] = lookUp(values, pz, row);
      known[k + KNOWN_FACES + 11] = lookUp(values, pz, row + 1);
    }
    const b = k + KNOWN_FACES;
    const xb = mean(
      ez,
      fz,
      mean(ey, fy, known[b] - first, known[b + 1] - first),
      mean(ey, fy, known[b + 2] - first, known[b + 3] - first),
    );
    const yb = mean(
      ez,
      fz,
      mean(ex, fx, known[b + 4] - first, known[b + 5] - first),
      mean(ex, fx, known[b + 6] - first, known[b + 7] - first),
    );
    const zb = mean(
      ey,
      fy,
      mean(ex, fx, known[b + 8] - first, known[b + 9] - first),
      mean(ex, fx, known[b + 10] - first, known[b + 11] - first),
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
      const inside = size * first + size * within;
      const ax = away[0] * field[CELL] + inside * nx;
      const ay = away[1] * field[CELL] + inside * ny;
      const az = away[2] * field[CELL] + inside * nz;
      const far = Math.sqrt(ax * ax + ay * ay + az * az);
      const isOut = isBeyond && far > 0;
      nx = isOut ? ax / far : nx;
      ny = isOut ? ay / far : ny;
      nz = isOut ? az / far : nz;
    }
    for (let c = 0; c < 3; c++) {
      const t = FIELD_TURN + 3 * c;
      const w = field[t] * nx + field[t + 1] * ny + field[t + 2] * nz;
      field[FOUND_NORMAL + c] = w;
      // Material of a body that grows moves away from its origin in proportion to how far it is, taken at the surface.
      field[FOUND_VELOCITY + c] =
        field[SPEED + c] +
        field[FIELD_SPIN + NEXT[c]] * field[FOUND_AWAY + LAST[c]] -
        field[FIELD_SPIN + LAST[c]] * field[FOUND_AWAY + NEXT[c]] +
        field[GROWTH] * (field[FOUND_AWAY + c] - distance * w);
    }
  }
}
