import type { RodStrand } from './fields.ts';

/** One joint of a strand in balance, as a row of numbers: vectors begin at these places. */
const E0 = 0;
const E1 = 3;
const T0 = 6;
export const T1 = 9;
const KB = 12;
/** The four material axes that curvatures are measured on. */
export const AXES = 15;
/** 1/(l0 l1 + e0·e1), and one over the length of each edge. */
const G = 27;
const N0 = 28;
const N1 = 29;
export const JOINT_ROW = 30;

export function writeJoint({ position: x, m1, restLength }: RodStrand, k: number, joint: Float64Array): void {
  const n = 3 * k;
  for (let c = 0; c < 3; c++) {
    joint[E0 + c] = x[n + c]! - x[n - 3 + c]!;
    joint[E1 + c] = x[n + 3 + c]! - x[n + c]!;
  }
  const g = 1 / (restLength[k - 1]! * restLength[k]! + dotAt(joint, E0, joint, E1));
  joint[G] = g;
  joint[N0] = 1 / Math.sqrt(dotAt(joint, E0, joint, E0));
  joint[N1] = 1 / Math.sqrt(dotAt(joint, E1, joint, E1));
  for (let c = 0; c < 3; c++) {
    joint[T0 + c] = joint[E0 + c]! * joint[N0]!;
    joint[T1 + c] = joint[E1 + c]! * joint[N1]!;
    joint[AXES + 3 + c] = -m1[n - 3 + c]!;
    joint[AXES + 9 + c] = -m1[n + c]!;
  }
  crossInto(joint, E0, joint, E1, 2 * g, joint, KB);
  crossInto(joint, T0, m1, n - 3, 1, joint, AXES);
  crossInto(joint, T1, m1, n, 1, joint, AXES + 6);
}

/** What a joint does: forces by both edges (3 each), torques by both angles. */
export const LOAD_ROW = 8;

/** The load of a moment Q, which has conjugates g_i = Q · axis_i with the four curvatures, and of w, that with the twist. */
export function writeLoad(joint: Float64Array, q: Float64Array, w: number, load: Float64Array): void {
  // Sum over the axes of (Q·m) m: what multiplies dκb.
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let a = AXES; a < AXES + 12; a += 3) {
    const s = q[0]! * joint[a]! + q[1]! * joint[a + 1]! + q[2]! * joint[a + 2]!;
    mx += s * joint[a]!;
    my += s * joint[a + 1]!;
    mz += s * joint[a + 2]!;
  }
  const g = joint[G]!;
  const bend = -g * (mx * joint[KB]! + my * joint[KB + 1]! + mz * joint[KB + 2]!);
  writeForce(joint, E1, -2 * g, mx, my, mz, bend, 0.5 * joint[N0]! * w, load, 0);
  writeForce(joint, E0, 2 * g, mx, my, mz, bend, 0.5 * joint[N1]! * w, load, 3);
  load[6] = turningOf(joint, T0, q) - w;
  load[7] = turningOf(joint, T1, q) + w;
}

/** scale m × e + bend e + twist κb, for the other edge e. */
function writeForce(
  joint: Float64Array,
  e: number,
  scale: number,
  mx: number,
  my: number,
  mz: number,
  bend: number,
  twist: number,
  out: Float64Array,
  at: number,
): void {
  const ex = joint[e]!;
  const ey = joint[e + 1]!;
  const ez = joint[e + 2]!;
  out[at] = (my * ez - mz * ey) * scale + ex * bend + joint[KB]! * twist;
  out[at + 1] = (mz * ex - mx * ez) * scale + ey * bend + joint[KB + 1]! * twist;
  out[at + 2] = (mx * ey - my * ex) * scale + ez * bend + joint[KB + 2]! * twist;
}

/** t · (Q × κb): how a moment turns the edge with the direction at t about itself. */
export function turningOf(joint: Float64Array, t: number, q: Float64Array): number {
  const [kx, ky, kz] = [joint[KB]!, joint[KB + 1]!, joint[KB + 2]!];
  return (
    joint[t]! * (q[1]! * kz - q[2]! * ky) +
    joint[t + 1]! * (q[2]! * kx - q[0]! * kz) +
    joint[t + 2]! * (q[0]! * ky - q[1]! * kx)
  );
}

/** Finds the moment Q with which, together with some twist and tension, the node after a joint and its edge are in balance. */
export class JointMoment {
  readonly q = new Float64Array(3);
  /** Two directions across the mean tangent, which moments are made of, and no moment. */
  private readonly across = [new Float64Array(3), new Float64Array(3), new Float64Array(3)] as const;
  private readonly load = new Float64Array(LOAD_ROW);
  private readonly rows = new Float64Array(20);

  solve(joint: Float64Array, force: Float64Array, node: number, aboutNext: number): void {
    const { across, load, rows, q } = this;
    writeAcross(joint, across[0], across[1]);
    for (let column = 0; column < 3; column++) {
      writeLoad(joint, across[column]!, column === 2 ? 1 : 0, load);
      for (let r = 0; r < 3; r++) rows[5 * r + column] = load[3 + r]!;
      rows[15 + column] = load[7]!;
    }
    // force − byE1 − tension t1 = 0 and about1 + aboutNext = 0.
    for (let r = 0; r < 3; r++) {
      rows[5 * r + 3] = joint[T1 + r]!;
      rows[5 * r + 4] = force[node + r]!;
    }
    rows[18] = 0;
    rows[19] = -aboutNext;
    const isSolved = solveFour(rows);
    for (let c = 0; c < 3; c++) q[c] = isSolved ? across[0][c]! * rows[4]! + across[1][c]! * rows[9]! : 0;
  }
}

/** Two unit vectors across the mean of both directions: Frisvad 2012, as `perpendicular` in numeric/vector.ts. */
function writeAcross(joint: Float64Array, a: Float64Array, b: Float64Array): void {
  let mx = joint[T0]! + joint[T1]!;
  let my = joint[T0 + 1]! + joint[T1 + 1]!;
  let mz = joint[T0 + 2]! + joint[T1 + 2]!;
  const l = Math.sqrt(mx * mx + my * my + mz * mz);
  const isFolded = !(l > 1e-300);
  mx = isFolded ? joint[T1]! : mx * (1 / l);
  my = isFolded ? joint[T1 + 1]! : my * (1 / l);
  mz = isFolded ? joint[T1 + 2]! : mz * (1 / l);
  const sign = mz >= 0 ? 1 : -1;
  const s = -1 / (sign + mz);
  a[0] = 1 + sign * mx * mx * s;
  a[1] = sign * mx * my * s;
  a[2] = -sign * mx;
  b[0] = my * a[2]! - mz * a[1]!;
  b[1] = mz * a[0]! - mx * a[2]!;
  b[2] = mx * a[1]! - my * a[0]!;
}

/**
 * Gauss elimination of four equations, each row with its right side as fifth number, which the solution replaces. The pivot is
 * what is largest of its row. False where singular.
 */
function solveFour(rows: Float64Array): boolean {
  for (let c = 0; c < 4; c++) {
    swapRows(rows, c, pivotOf(rows, c));
    if (Math.abs(rows[6 * c]!) < 1e-300) return false;
    for (let r = c + 1; r < 4; r++) {
      const f = rows[5 * r + c]! / rows[6 * c]!;
      for (let j = c; j <= 4; j++) rows[5 * r + j] = rows[5 * r + j]! - f * rows[5 * c + j]!;
    }
  }
  for (let r = 3; r >= 0; r--) {
    let sum = rows[5 * r + 4]!;
    for (let j = r + 1; j < 4; j++) sum -= rows[5 * r + j]! * rows[5 * j + 4]!;
    rows[5 * r + 4] = sum / rows[6 * r]!;
  }
  return true;
}

function pivotOf(rows: Float64Array, c: number): number {
  let best = c;
  let most = -1;
  for (let r = c; r < 4; r++) {
    let largest = 1e-300;
    for (let j = c; j < 4; j++) largest = Math.max(largest, Math.abs(rows[5 * r + j]!));
    const fraction = Math.abs(rows[5 * r + c]!) / largest;
    if (fraction > most) {
      most = fraction;
      best = r;
    }
  }
  return best;
}

function swapRows(rows: Float64Array, a: number, b: number): void {
  if (a === b) return;
  for (let j = 0; j < 5; j++) {
    const value = rows[5 * a + j]!;
    rows[5 * a + j] = rows[5 * b + j]!;
    rows[5 * b + j] = value;
  }
}

function dotAt(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i]! * b[j]! + a[i + 1]! * b[j + 1]! + a[i + 2]! * b[j + 2]!;
}

function crossInto(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  scale: number,
  out: Float64Array,
  at: number,
): void {
  out[at] = (a[i + 1]! * b[j + 2]! - a[i + 2]! * b[j + 1]!) * scale;
  out[at + 1] = (a[i + 2]! * b[j]! - a[i]! * b[j + 2]!) * scale;
  out[at + 2] = (a[i]! * b[j + 1]! - a[i + 1]! * b[j]!) * scale;
}
