import { fillLead, LEAD } from './factor.ts';
import { type Jacobian, type JointArrays, MEASURES, measureJoint, UNKNOWNS, WIDTH } from './kernel.ts';

/** Scratch of one strand's linear system. */
export interface RodSystem {
  /** Lower band of the symmetric matrix, row by row: see numeric/banded.ts. */
  readonly matrix: Float64Array;
  readonly rhs: Float64Array;
  /** The same memory with the identity rows that the factorisation wants in front. */
  readonly led: { readonly matrix: Float64Array; readonly rhs: Float64Array };
  readonly jacobian: Jacobian;
}

export function makeRodSystem(nodes: number): RodSystem {
  const led = {
    matrix: new Float64Array((LEAD + UNKNOWNS * nodes) * WIDTH),
    rhs: new Float64Array(LEAD + UNKNOWNS * nodes),
  };
  fillLead(led.matrix);
  return {
    matrix: led.matrix.subarray(LEAD * WIDTH),
    rhs: led.rhs.subarray(LEAD),
    led,
    jacobian: new Float64Array(6 * MEASURES),
  };
}

/**
 * Adds the joint at `node` to the system: its forces to the right side and Jᵀ W J to the matrix, which is positive
 * semi-definite by construction. `viscosity` is γ/h: internal friction pulls the measures towards their history.
 *
 * The sums over the five measures are written out, first by edges (e0, e1) and angles, then scattered to nodes:
 * x_{k−1} = −e0, x_k = e0 − e1, x_{k+1} = e1. Written out because the loops cost twice as much (bench: rod).
 */
export function addJoint(joint: JointArrays, system: RodSystem, node: number, viscosity: number): void {
  const { matrix: a, rhs, jacobian: j } = system;
  measureJoint(joint, node, j);
  const r = MEASURES * node;
  const { measure, restMeasure, pastMeasure, weight } = joint;
  // Friction acts on each measure alike; twist stands for the whole joint, hence twice.
  const v = viscosity * joint.frictionWeight[node]!;

  const k0 = weight[r]!;
  const w0 = k0 + v;
  const c0 = measure[r]!;
  const g0 = k0 * (c0 - restMeasure[r]!) + v * (c0 - pastMeasure[r]!);
  const k1 = weight[r + 1]!;
  const w1 = k1 + v;
  const c1 = measure[r + 1]!;
  const g1 = k1 * (c1 - restMeasure[r + 1]!) + v * (c1 - pastMeasure[r + 1]!);
  const k2 = weight[r + 2]!;
  const w2 = k2 + v;
  const c2 = measure[r + 2]!;
  const g2 = k2 * (c2 - restMeasure[r + 2]!) + v * (c2 - pastMeasure[r + 2]!);
  const k3 = weight[r + 3]!;
  const w3 = k3 + v;
  const c3 = measure[r + 3]!;
  const g3 = k3 * (c3 - restMeasure[r + 3]!) + v * (c3 - pastMeasure[r + 3]!);
  const k4 = weight[r + 4]!;
  const w4 = k4 + 2 * v;
  const c4 = measure[r + 4]!;
  const g4 = k4 * (c4 - restMeasure[r + 4]!) + 2 * v * (c4 - pastMeasure[r + 4]!);
  // Derivatives of the measures by the edges.
  const j00x = j[0]!;
  const j00y = j[1]!;
  const j00z = j[2]!;
  const j01x = j[3]!;
  const j01y = j[4]!;
  const j01z = j[5]!;
  const j10x = j[6]!;
  const j10y = j[7]!;
  const j10z = j[8]!;
  const j11x = j[9]!;
  const j11y = j[10]!;
  const j11z = j[11]!;
  const j20x = j[12]!;
  const j20y = j[13]!;
  const j20z = j[14]!;
  const j21x = j[15]!;
  const j21y = j[16]!;
  const j21z = j[17]!;
  const j30x = j[18]!;
  const j30y = j[19]!;
  const j30z = j[20]!;
  const j31x = j[21]!;
  const j31y = j[22]!;
  const j31z = j[23]!;
  const j40x = j[24]!;
  const j40y = j[25]!;
  const j40z = j[26]!;
  const j41x = j[27]!;
  const j41y = j[28]!;
  const j41z = j[29]!;
  // Gradient by edges and angles.
  const gAx = g0 * j00x + g1 * j10x + g2 * j20x + g3 * j30x + g4 * j40x;
  const gAy = g0 * j00y + g1 * j10y + g2 * j20y + g3 * j30y + g4 * j40y;
  const gAz = g0 * j00z + g1 * j10z + g2 * j20z + g3 * j30z + g4 * j40z;
  const gBx = g0 * j01x + g1 * j11x + g2 * j21x + g3 * j31x + g4 * j41x;
  const gBy = g0 * j01y + g1 * j11y + g2 * j21y + g3 * j31y + g4 * j41y;
  const gBz = g0 * j01z + g1 * j11z + g2 * j21z + g3 * j31z + g4 * j41z;
  const gT0 = g0 * c1 - g1 * c0 - g4;
  const gT1 = g2 * c3 - g3 * c2 + g4;
  const u = UNKNOWNS * node;
  rhs[u - 5] = rhs[u - 5]! + gAx;
  rhs[u - 4] = rhs[u - 4]! + gAy;
  rhs[u - 3] = rhs[u - 3]! + gAz;
  rhs[u - 2] = rhs[u - 2]! - gT0;
  rhs[u] = rhs[u]! - gAx + gBx;
  rhs[u + 1] = rhs[u + 1]! - gAy + gBy;
  rhs[u + 2] = rhs[u + 2]! - gAz + gBz;
  rhs[u + 3] = rhs[u + 3]! - gT1;
  rhs[u + 5] = rhs[u + 5]! - gBx;
  rhs[u + 6] = rhs[u + 6]! - gBy;
  rhs[u + 7] = rhs[u + 7]! - gBz;
  // Jᵀ W J by edges and angles.
  const q00x = w0 * j00x;
  const q10x = w1 * j10x;
  const q20x = w2 * j20x;
  const q30x = w3 * j30x;
  const q40x = w4 * j40x;
  const q00y = w0 * j00y;
  const q10y = w1 * j10y;
  const q20y = w2 * j20y;
  const q30y = w3 * j30y;
  const q40y = w4 * j40y;
  const q00z = w0 * j00z;
  const q10z = w1 * j10z;
  const q20z = w2 * j20z;
  const q30z = w3 * j30z;
  const q40z = w4 * j40z;
  const q01x = w0 * j01x;
  const q11x = w1 * j11x;
  const q21x = w2 * j21x;
  const q31x = w3 * j31x;
  const q41x = w4 * j41x;
  const q01y = w0 * j01y;
  const q11y = w1 * j11y;
  const q21y = w2 * j21y;
  const q31y = w3 * j31y;
  const q41y = w4 * j41y;
  const q01z = w0 * j01z;
  const q11z = w1 * j11z;
  const q21z = w2 * j21z;
  const q31z = w3 * j31z;
  const q41z = w4 * j41z;
  const h00xx = q00x * j00x + q10x * j10x + q20x * j20x + q30x * j30x + q40x * j40x;
  const h00xy = q00x * j00y + q10x * j10y + q20x * j20y + q30x * j30y + q40x * j40y;
  const h00xz = q00x * j00z + q10x * j10z + q20x * j20z + q30x * j30z + q40x * j40z;
  const h00yy = q00y * j00y + q10y * j10y + q20y * j20y + q30y * j30y + q40y * j40y;
  const h00yz = q00y * j00z + q10y * j10z + q20y * j20z + q30y * j30z + q40y * j40z;
  const h00zz = q00z * j00z + q10z * j10z + q20z * j20z + q30z * j30z + q40z * j40z;
  const h11xx = q01x * j01x + q11x * j11x + q21x * j21x + q31x * j31x + q41x * j41x;
  const h11xy = q01x * j01y + q11x * j11y + q21x * j21y + q31x * j31y + q41x * j41y;
  const h11xz = q01x * j01z + q11x * j11z + q21x * j21z + q31x * j31z + q41x * j41z;
  const h11yy = q01y * j01y + q11y * j11y + q21y * j21y + q31y * j31y + q41y * j41y;
  const h11yz = q01y * j01z + q11y * j11z + q21y * j21z + q31y * j31z + q41y * j41z;
  const h11zz = q01z * j01z + q11z * j11z + q21z * j21z + q31z * j31z + q41z * j41z;
  const h10xx = q01x * j00x + q11x * j10x + q21x * j20x + q31x * j30x + q41x * j40x;
  const h10xy = q01x * j00y + q11x * j10y + q21x * j20y + q31x * j30y + q41x * j40y;
  const h10xz = q01x * j00z + q11x * j10z + q21x * j20z + q31x * j30z + q41x * j40z;
  const h10yx = q01y * j00x + q11y * j10x + q21y * j20x + q31y * j30x + q41y * j40x;
  const h10yy = q01y * j00y + q11y * j10y + q21y * j20y + q31y * j30y + q41y * j40y;
  const h10yz = q01y * j00z + q11y * j10z + q21y * j20z + q31y * j30z + q41y * j40z;
  const h10zx = q01z * j00x + q11z * j10x + q21z * j20x + q31z * j30x + q41z * j40x;
  const h10zy = q01z * j00y + q11z * j10y + q21z * j20y + q31z * j30y + q41z * j40y;
  const h10zz = q01z * j00z + q11z * j10z + q21z * j20z + q31z * j30z + q41z * j40z;
  const f00x = q00x * c1 - q10x * c0 - q40x;
  const f01x = q20x * c3 - q30x * c2 + q40x;
  const f00y = q00y * c1 - q10y * c0 - q40y;
  const f01y = q20y * c3 - q30y * c2 + q40y;
  const f00z = q00z * c1 - q10z * c0 - q40z;
  const f01z = q20z * c3 - q30z * c2 + q40z;
  const f10x = q01x * c1 - q11x * c0 - q41x;
  const f11x = q21x * c3 - q31x * c2 + q41x;
  const f10y = q01y * c1 - q11y * c0 - q41y;
  const f11y = q21y * c3 - q31y * c2 + q41y;
  const f10z = q01z * c1 - q11z * c0 - q41z;
  const f11z = q21z * c3 - q31z * c2 + q41z;
  const tt00 = w0 * c1 * c1 + w1 * c0 * c0 + w4;
  const tt11 = w2 * c3 * c3 + w3 * c2 * c2 + w4;
  const tt01 = -w4;
  const m = u * WIDTH;
  a[m - 53] = a[m - 53]! + h00xx;
  a[m - 41] = a[m - 41]! + h00xy;
  a[m - 40] = a[m - 40]! + h00yy;
  a[m - 29] = a[m - 29]! + h00xz;
  a[m - 28] = a[m - 28]! + h00yz;
  a[m - 27] = a[m - 27]! + h00zz;
  a[m - 17] = a[m - 17]! - f00x;
  a[m - 16] = a[m - 16]! - f00y;
  a[m - 15] = a[m - 15]! - f00z;
  a[m - 14] = a[m - 14]! + tt00;
  a[m + 7] = a[m + 7]! + h10xx - h00xx;
  a[m + 8] = a[m + 8]! + h10xy - h00xy;
  a[m + 9] = a[m + 9]! + h10xz - h00xz;
  a[m + 10] = a[m + 10]! + f00x - f10x;
  a[m + 12] = a[m + 12]! + h00xx - h10xx - h10xx + h11xx;
  a[m + 19] = a[m + 19]! + h10yx - h00xy;
  a[m + 20] = a[m + 20]! + h10yy - h00yy;
  a[m + 21] = a[m + 21]! + h10yz - h00yz;
  a[m + 22] = a[m + 22]! + f00y - f10y;
  a[m + 24] = a[m + 24]! + h00xy - h10yx - h10xy + h11xy;
  a[m + 25] = a[m + 25]! + h00yy - h10yy - h10yy + h11yy;
  a[m + 31] = a[m + 31]! + h10zx - h00xz;
  a[m + 32] = a[m + 32]! + h10zy - h00yz;
  a[m + 33] = a[m + 33]! + h10zz - h00zz;
  a[m + 34] = a[m + 34]! + f00z - f10z;
  a[m + 36] = a[m + 36]! + h00xz - h10zx - h10xz + h11xz;
  a[m + 37] = a[m + 37]! + h00yz - h10zy - h10yz + h11yz;
  a[m + 38] = a[m + 38]! + h00zz - h10zz - h10zz + h11zz;
  a[m + 43] = a[m + 43]! - f01x;
  a[m + 44] = a[m + 44]! - f01y;
  a[m + 45] = a[m + 45]! - f01z;
  a[m + 46] = a[m + 46]! + tt01;
  a[m + 48] = a[m + 48]! + f01x - f11x;
  a[m + 49] = a[m + 49]! + f01y - f11y;
  a[m + 50] = a[m + 50]! + f01z - f11z;
  a[m + 51] = a[m + 51]! + tt11;
  a[m + 67] = a[m + 67]! - h10xx;
  a[m + 68] = a[m + 68]! - h10xy;
  a[m + 69] = a[m + 69]! - h10xz;
  a[m + 70] = a[m + 70]! + f10x;
  a[m + 72] = a[m + 72]! + h10xx - h11xx;
  a[m + 73] = a[m + 73]! + h10xy - h11xy;
  a[m + 74] = a[m + 74]! + h10xz - h11xz;
  a[m + 75] = a[m + 75]! + f11x;
  a[m + 77] = a[m + 77]! + h11xx;
  a[m + 79] = a[m + 79]! - h10yx;
  a[m + 80] = a[m + 80]! - h10yy;
  a[m + 81] = a[m + 81]! - h10yz;
  a[m + 82] = a[m + 82]! + f10y;
  a[m + 84] = a[m + 84]! + h10yx - h11xy;
  a[m + 85] = a[m + 85]! + h10yy - h11yy;
  a[m + 86] = a[m + 86]! + h10yz - h11yz;
  a[m + 87] = a[m + 87]! + f11y;
  a[m + 89] = a[m + 89]! + h11xy;
  a[m + 90] = a[m + 90]! + h11yy;
  a[m + 91] = a[m + 91]! - h10zx;
  a[m + 92] = a[m + 92]! - h10zy;
  a[m + 93] = a[m + 93]! - h10zz;
  a[m + 94] = a[m + 94]! + f10z;
  a[m + 96] = a[m + 96]! + h10zx - h11xz;
  a[m + 97] = a[m + 97]! + h10zy - h11yz;
  a[m + 98] = a[m + 98]! + h10zz - h11zz;
  a[m + 99] = a[m + 99]! + f11z;
  a[m + 101] = a[m + 101]! + h11xz;
  a[m + 102] = a[m + 102]! + h11yz;
  a[m + 103] = a[m + 103]! + h11zz;
}

/** The elastic forces of a joint alone, added to the right side: what `addJoint` adds there, without friction. */
export function addForce(joint: JointArrays, system: RodSystem, node: number): void {
  const { rhs, jacobian } = system;
  measureJoint(joint, node, jacobian);
  const r = MEASURES * node;
  const { measure, restMeasure, weight } = joint;
  const u = UNKNOWNS * node;
  for (let i = 0; i < MEASURES; i++) {
    const q = r + i;
    const g = weight[q]! * (measure[q]! - restMeasure[q]!);
    for (let c = 0; c < 3; c++) {
      const byE0 = g * jacobian[6 * i + c]!;
      const byE1 = g * jacobian[6 * i + 3 + c]!;
      rhs[u - 5 + c] = rhs[u - 5 + c]! + byE0;
      rhs[u + c] = rhs[u + c]! - byE0 + byE1;
      rhs[u + 5 + c] = rhs[u + 5 + c]! - byE1;
    }
    // dω/dθ = (ω₂, −ω₁) on the measure's own edge; twist has both.
    const isFirst = i === 0 || i === 2;
    const byAngle = i === 4 ? 1 : isFirst ? measure[q + 1]! : -measure[q - 1]!;
    if (i !== 2 && i !== 3) rhs[u - 2] = rhs[u - 2]! - (i === 4 ? -g : g * byAngle);
    if (i !== 0 && i !== 1) rhs[u + 3] = rhs[u + 3]! - g * byAngle;
  }
}
