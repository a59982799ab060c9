/**
 * The rod's factorisation and substitution, written out. Made by scripts/unroll-rod.mjs: change that, not this.
 *
 * The system is as in numeric/banded.ts, with a lead of two nodes of identity rows before the first, so that every node
 * has two before it. Diagonal entries hold 1/D afterwards.
 */

/** Identity rows that stand before the first node: two nodes. */
export const LEAD = 10;

/** Puts the identity rows in place. */
export function fillLead(a: Float64Array): void {
  a.fill(0, 0, LEAD * 13);
  for (let row = 0; row < LEAD; row++) a[row * 13 + 12] = 1;
}

/** L D Lᵀ in place, node by node from the root. */
export function factorRod(a: Float64Array, nodes: number): void {
  for (let node = 0; node < nodes; node++) {
    const m = (LEAD + 5 * node) * 13;
    const v0_m10 = a[m + 2]!;
    const v0_m9 = a[m + 3]! - v0_m10 * a[m - 106]!;
    const v0_m8 = a[m + 4]! - v0_m10 * a[m - 94]! - v0_m9 * a[m - 93]!;
    const v0_m7 = a[m + 5]! - v0_m10 * a[m - 82]! - v0_m9 * a[m - 81]! - v0_m8 * a[m - 80]!;
    const v0_m6 = a[m + 6]! - v0_m10 * a[m - 70]! - v0_m9 * a[m - 69]! - v0_m8 * a[m - 68]! - v0_m7 * a[m - 67]!;
    const v0_m5 =
      a[m + 7]! -
      v0_m10 * a[m - 58]! -
      v0_m9 * a[m - 57]! -
      v0_m8 * a[m - 56]! -
      v0_m7 * a[m - 55]! -
      v0_m6 * a[m - 54]!;
    const v0_m4 =
      a[m + 8]! -
      v0_m10 * a[m - 46]! -
      v0_m9 * a[m - 45]! -
      v0_m8 * a[m - 44]! -
      v0_m7 * a[m - 43]! -
      v0_m6 * a[m - 42]! -
      v0_m5 * a[m - 41]!;
    const v0_m3 =
      a[m + 9]! -
      v0_m10 * a[m - 34]! -
      v0_m9 * a[m - 33]! -
      v0_m8 * a[m - 32]! -
      v0_m7 * a[m - 31]! -
      v0_m6 * a[m - 30]! -
      v0_m5 * a[m - 29]! -
      v0_m4 * a[m - 28]!;
    const v0_m2 =
      a[m + 10]! -
      v0_m10 * a[m - 22]! -
      v0_m9 * a[m - 21]! -
      v0_m8 * a[m - 20]! -
      v0_m7 * a[m - 19]! -
      v0_m6 * a[m - 18]! -
      v0_m5 * a[m - 17]! -
      v0_m4 * a[m - 16]! -
      v0_m3 * a[m - 15]!;
    const v0_m1 = a[m + 11]! - v0_m5 * a[m - 5]! - v0_m4 * a[m - 4]! - v0_m3 * a[m - 3]! - v0_m2 * a[m - 2]!;
    const l0_m10 = v0_m10 * a[m - 118]!;
    a[m + 2] = l0_m10;
    const l0_m9 = v0_m9 * a[m - 105]!;
    a[m + 3] = l0_m9;
    const l0_m8 = v0_m8 * a[m - 92]!;
    a[m + 4] = l0_m8;
    const l0_m7 = v0_m7 * a[m - 79]!;
    a[m + 5] = l0_m7;
    const l0_m6 = v0_m6 * a[m - 66]!;
    a[m + 6] = l0_m6;
    const l0_m5 = v0_m5 * a[m - 53]!;
    a[m + 7] = l0_m5;
    const l0_m4 = v0_m4 * a[m - 40]!;
    a[m + 8] = l0_m4;
    const l0_m3 = v0_m3 * a[m - 27]!;
    a[m + 9] = l0_m3;
    const l0_m2 = v0_m2 * a[m - 14]!;
    a[m + 10] = l0_m2;
    const l0_m1 = v0_m1 * a[m - 1]!;
    a[m + 11] = l0_m1;
    const d0 =
      1 /
      (a[m + 12]! -
        l0_m10 * v0_m10 -
        l0_m9 * v0_m9 -
        l0_m8 * v0_m8 -
        l0_m7 * v0_m7 -
        l0_m6 * v0_m6 -
        l0_m5 * v0_m5 -
        l0_m4 * v0_m4 -
        l0_m3 * v0_m3 -
        l0_m2 * v0_m2 -
        l0_m1 * v0_m1);
    a[m + 12] = d0;
    const v1_m10 = a[m + 14]!;
    const v1_m9 = a[m + 15]! - v1_m10 * a[m - 106]!;
    const v1_m8 = a[m + 16]! - v1_m10 * a[m - 94]! - v1_m9 * a[m - 93]!;
    const v1_m7 = a[m + 17]! - v1_m10 * a[m - 82]! - v1_m9 * a[m - 81]! - v1_m8 * a[m - 80]!;
    const v1_m6 = a[m + 18]! - v1_m10 * a[m - 70]! - v1_m9 * a[m - 69]! - v1_m8 * a[m - 68]! - v1_m7 * a[m - 67]!;
    const v1_m5 =
      a[m + 19]! -
      v1_m10 * a[m - 58]! -
      v1_m9 * a[m - 57]! -
      v1_m8 * a[m - 56]! -
      v1_m7 * a[m - 55]! -
      v1_m6 * a[m - 54]!;
    const v1_m4 =
      a[m + 20]! -
      v1_m10 * a[m - 46]! -
      v1_m9 * a[m - 45]! -
      v1_m8 * a[m - 44]! -
      v1_m7 * a[m - 43]! -
      v1_m6 * a[m - 42]! -
      v1_m5 * a[m - 41]!;
    const v1_m3 =
      a[m + 21]! -
      v1_m10 * a[m - 34]! -
      v1_m9 * a[m - 33]! -
      v1_m8 * a[m - 32]! -
      v1_m7 * a[m - 31]! -
      v1_m6 * a[m - 30]! -
      v1_m5 * a[m - 29]! -
      v1_m4 * a[m - 28]!;
    const v1_m2 =
      a[m + 22]! -
      v1_m10 * a[m - 22]! -
      v1_m9 * a[m - 21]! -
      v1_m8 * a[m - 20]! -
      v1_m7 * a[m - 19]! -
      v1_m6 * a[m - 18]! -
      v1_m5 * a[m - 17]! -
      v1_m4 * a[m - 16]! -
      v1_m3 * a[m - 15]!;
    const v1_m1 = a[m + 23]! - v1_m5 * a[m - 5]! - v1_m4 * a[m - 4]! - v1_m3 * a[m - 3]! - v1_m2 * a[m - 2]!;
    const v1_0 =
      a[m + 24]! -
      v1_m10 * l0_m10 -
      v1_m9 * l0_m9 -
      v1_m8 * l0_m8 -
      v1_m7 * l0_m7 -
      v1_m6 * l0_m6 -
      v1_m5 * l0_m5 -
      v1_m4 * l0_m4 -
      v1_m3 * l0_m3 -
      v1_m2 * l0_m2 -
      v1_m1 * l0_m1;
    const l1_m10 = v1_m10 * a[m - 118]!;
    a[m + 14] = l1_m10;
    const l1_m9 = v1_m9 * a[m - 105]!;
    a[m + 15] = l1_m9;
    const l1_m8 = v1_m8 * a[m - 92]!;
    a[m + 16] = l1_m8;
    const l1_m7 = v1_m7 * a[m - 79]!;
    a[m + 17] = l1_m7;
    const l1_m6 = v1_m6 * a[m - 66]!;
    a[m + 18] = l1_m6;
    const l1_m5 = v1_m5 * a[m - 53]!;
    a[m + 19] = l1_m5;
    const l1_m4 = v1_m4 * a[m - 40]!;
    a[m + 20] = l1_m4;
    const l1_m3 = v1_m3 * a[m - 27]!;
    a[m + 21] = l1_m3;
    const l1_m2 = v1_m2 * a[m - 14]!;
    a[m + 22] = l1_m2;
    const l1_m1 = v1_m1 * a[m - 1]!;
    a[m + 23] = l1_m1;
    const l1_0 = v1_0 * d0;
    a[m + 24] = l1_0;
    const d1 =
      1 /
      (a[m + 25]! -
        l1_m10 * v1_m10 -
        l1_m9 * v1_m9 -
        l1_m8 * v1_m8 -
        l1_m7 * v1_m7 -
        l1_m6 * v1_m6 -
        l1_m5 * v1_m5 -
        l1_m4 * v1_m4 -
        l1_m3 * v1_m3 -
        l1_m2 * v1_m2 -
        l1_m1 * v1_m1 -
        l1_0 * v1_0);
    a[m + 25] = d1;
    const v2_m10 = a[m + 26]!;
    const v2_m9 = a[m + 27]! - v2_m10 * a[m - 106]!;
    const v2_m8 = a[m + 28]! - v2_m10 * a[m - 94]! - v2_m9 * a[m - 93]!;
    const v2_m7 = a[m + 29]! - v2_m10 * a[m - 82]! - v2_m9 * a[m - 81]! - v2_m8 * a[m - 80]!;
    const v2_m6 = a[m + 30]! - v2_m10 * a[m - 70]! - v2_m9 * a[m - 69]! - v2_m8 * a[m - 68]! - v2_m7 * a[m - 67]!;
    const v2_m5 =
      a[m + 31]! -
      v2_m10 * a[m - 58]! -
      v2_m9 * a[m - 57]! -
      v2_m8 * a[m - 56]! -
      v2_m7 * a[m - 55]! -
      v2_m6 * a[m - 54]!;
    const v2_m4 =
      a[m + 32]! -
      v2_m10 * a[m - 46]! -
      v2_m9 * a[m - 45]! -
      v2_m8 * a[m - 44]! -
      v2_m7 * a[m - 43]! -
      v2_m6 * a[m - 42]! -
      v2_m5 * a[m - 41]!;
    const v2_m3 =
      a[m + 33]! -
      v2_m10 * a[m - 34]! -
      v2_m9 * a[m - 33]! -
      v2_m8 * a[m - 32]! -
      v2_m7 * a[m - 31]! -
      v2_m6 * a[m - 30]! -
      v2_m5 * a[m - 29]! -
      v2_m4 * a[m - 28]!;
    const v2_m2 =
      a[m + 34]! -
      v2_m10 * a[m - 22]! -
      v2_m9 * a[m - 21]! -
      v2_m8 * a[m - 20]! -
      v2_m7 * a[m - 19]! -
      v2_m6 * a[m - 18]! -
      v2_m5 * a[m - 17]! -
      v2_m4 * a[m - 16]! -
      v2_m3 * a[m - 15]!;
    const v2_m1 = a[m + 35]! - v2_m5 * a[m - 5]! - v2_m4 * a[m - 4]! - v2_m3 * a[m - 3]! - v2_m2 * a[m - 2]!;
    const v2_0 =
      a[m + 36]! -
      v2_m10 * l0_m10 -
      v2_m9 * l0_m9 -
      v2_m8 * l0_m8 -
      v2_m7 * l0_m7 -
      v2_m6 * l0_m6 -
      v2_m5 * l0_m5 -
      v2_m4 * l0_m4 -
      v2_m3 * l0_m3 -
      v2_m2 * l0_m2 -
      v2_m1 * l0_m1;
    const v2_1 =
      a[m + 37]! -
      v2_m10 * l1_m10 -
      v2_m9 * l1_m9 -
      v2_m8 * l1_m8 -
      v2_m7 * l1_m7 -
      v2_m6 * l1_m6 -
      v2_m5 * l1_m5 -
      v2_m4 * l1_m4 -
      v2_m3 * l1_m3 -
      v2_m2 * l1_m2 -
      v2_m1 * l1_m1 -
      v2_0 * l1_0;
    const l2_m10 = v2_m10 * a[m - 118]!;
    a[m + 26] = l2_m10;
    const l2_m9 = v2_m9 * a[m - 105]!;
    a[m + 27] = l2_m9;
    const l2_m8 = v2_m8 * a[m - 92]!;
    a[m + 28] = l2_m8;
    const l2_m7 = v2_m7 * a[m - 79]!;
    a[m + 29] = l2_m7;
    const l2_m6 = v2_m6 * a[m - 66]!;
    a[m + 30] = l2_m6;
    const l2_m5 = v2_m5 * a[m - 53]!;
    a[m + 31] = l2_m5;
    const l2_m4 = v2_m4 * a[m - 40]!;
    a[m + 32] = l2_m4;
    const l2_m3 = v2_m3 * a[m - 27]!;
    a[m + 33] = l2_m3;
    const l2_m2 = v2_m2 * a[m - 14]!;
    a[m + 34] = l2_m2;
    const l2_m1 = v2_m1 * a[m - 1]!;
    a[m + 35] = l2_m1;
    const l2_0 = v2_0 * d0;
    a[m + 36] = l2_0;
    const l2_1 = v2_1 * d1;
    a[m + 37] = l2_1;
    const d2 =
      1 /
      (a[m + 38]! -
        l2_m10 * v2_m10 -
        l2_m9 * v2_m9 -
        l2_m8 * v2_m8 -
        l2_m7 * v2_m7 -
        l2_m6 * v2_m6 -
        l2_m5 * v2_m5 -
        l2_m4 * v2_m4 -
        l2_m3 * v2_m3 -
        l2_m2 * v2_m2 -
        l2_m1 * v2_m1 -
        l2_0 * v2_0 -
        l2_1 * v2_1);
    a[m + 38] = d2;
    const v3_m5 = a[m + 43]!;
    const v3_m4 = a[m + 44]! - v3_m5 * a[m - 41]!;
    const v3_m3 = a[m + 45]! - v3_m5 * a[m - 29]! - v3_m4 * a[m - 28]!;
    const v3_m2 = a[m + 46]! - v3_m5 * a[m - 17]! - v3_m4 * a[m - 16]! - v3_m3 * a[m - 15]!;
    const v3_m1 = a[m + 47]! - v3_m5 * a[m - 5]! - v3_m4 * a[m - 4]! - v3_m3 * a[m - 3]! - v3_m2 * a[m - 2]!;
    const v3_0 = a[m + 48]! - v3_m5 * l0_m5 - v3_m4 * l0_m4 - v3_m3 * l0_m3 - v3_m2 * l0_m2 - v3_m1 * l0_m1;
    const v3_1 =
      a[m + 49]! - v3_m5 * l1_m5 - v3_m4 * l1_m4 - v3_m3 * l1_m3 - v3_m2 * l1_m2 - v3_m1 * l1_m1 - v3_0 * l1_0;
    const v3_2 =
      a[m + 50]! -
      v3_m5 * l2_m5 -
      v3_m4 * l2_m4 -
      v3_m3 * l2_m3 -
      v3_m2 * l2_m2 -
      v3_m1 * l2_m1 -
      v3_0 * l2_0 -
      v3_1 * l2_1;
    const l3_m5 = v3_m5 * a[m - 53]!;
    a[m + 43] = l3_m5;
    const l3_m4 = v3_m4 * a[m - 40]!;
    a[m + 44] = l3_m4;
    const l3_m3 = v3_m3 * a[m - 27]!;
    a[m + 45] = l3_m3;
    const l3_m2 = v3_m2 * a[m - 14]!;
    a[m + 46] = l3_m2;
    const l3_m1 = v3_m1 * a[m - 1]!;
    a[m + 47] = l3_m1;
    const l3_0 = v3_0 * d0;
    a[m + 48] = l3_0;
    const l3_1 = v3_1 * d1;
    a[m + 49] = l3_1;
    const l3_2 = v3_2 * d2;
    a[m + 50] = l3_2;
    const d3 =
      1 /
      (a[m + 51]! -
        l3_m5 * v3_m5 -
        l3_m4 * v3_m4 -
        l3_m3 * v3_m3 -
        l3_m2 * v3_m2 -
        l3_m1 * v3_m1 -
        l3_0 * v3_0 -
        l3_1 * v3_1 -
        l3_2 * v3_2);
    a[m + 51] = d3;
    const v4_0 = a[m + 60]!;
    const v4_1 = a[m + 61]! - v4_0 * l1_0;
    const v4_2 = a[m + 62]! - v4_0 * l2_0 - v4_1 * l2_1;
    const v4_3 = a[m + 63]! - v4_0 * l3_0 - v4_1 * l3_1 - v4_2 * l3_2;
    const l4_0 = v4_0 * d0;
    a[m + 60] = l4_0;
    const l4_1 = v4_1 * d1;
    a[m + 61] = l4_1;
    const l4_2 = v4_2 * d2;
    a[m + 62] = l4_2;
    const l4_3 = v4_3 * d3;
    a[m + 63] = l4_3;
    const d4 = 1 / (a[m + 64]! - l4_0 * v4_0 - l4_1 * v4_1 - l4_2 * v4_2 - l4_3 * v4_3);
    a[m + 64] = d4;
  }
}

/** Solves with the factors; `x` has the lead too. */
export function solveRod(a: Float64Array, x: Float64Array, nodes: number): void {
  x.fill(0, 0, LEAD);
  for (let node = 0; node < nodes; node++) {
    const u = LEAD + 5 * node;
    const m = u * 13;
    const y0 =
      x[u]! -
      a[m + 2]! * x[u - 10]! -
      a[m + 3]! * x[u - 9]! -
      a[m + 4]! * x[u - 8]! -
      a[m + 5]! * x[u - 7]! -
      a[m + 6]! * x[u - 6]! -
      a[m + 7]! * x[u - 5]! -
      a[m + 8]! * x[u - 4]! -
      a[m + 9]! * x[u - 3]! -
      a[m + 10]! * x[u - 2]! -
      a[m + 11]! * x[u - 1]!;
    x[u] = y0;
    const y1 =
      x[u + 1]! -
      a[m + 14]! * x[u - 10]! -
      a[m + 15]! * x[u - 9]! -
      a[m + 16]! * x[u - 8]! -
      a[m + 17]! * x[u - 7]! -
      a[m + 18]! * x[u - 6]! -
      a[m + 19]! * x[u - 5]! -
      a[m + 20]! * x[u - 4]! -
      a[m + 21]! * x[u - 3]! -
      a[m + 22]! * x[u - 2]! -
      a[m + 23]! * x[u - 1]! -
      a[m + 24]! * y0;
    x[u + 1] = y1;
    const y2 =
      x[u + 2]! -
      a[m + 26]! * x[u - 10]! -
      a[m + 27]! * x[u - 9]! -
      a[m + 28]! * x[u - 8]! -
      a[m + 29]! * x[u - 7]! -
      a[m + 30]! * x[u - 6]! -
      a[m + 31]! * x[u - 5]! -
      a[m + 32]! * x[u - 4]! -
      a[m + 33]! * x[u - 3]! -
      a[m + 34]! * x[u - 2]! -
      a[m + 35]! * x[u - 1]! -
      a[m + 36]! * y0 -
      a[m + 37]! * y1;
    x[u + 2] = y2;
    const y3 =
      x[u + 3]! -
      a[m + 43]! * x[u - 5]! -
      a[m + 44]! * x[u - 4]! -
      a[m + 45]! * x[u - 3]! -
      a[m + 46]! * x[u - 2]! -
      a[m + 47]! * x[u - 1]! -
      a[m + 48]! * y0 -
      a[m + 49]! * y1 -
      a[m + 50]! * y2;
    x[u + 3] = y3;
    const y4 = x[u + 4]! - a[m + 60]! * y0 - a[m + 61]! * y1 - a[m + 62]! * y2 - a[m + 63]! * y3;
    x[u + 4] = y4;
  }
  for (let u = LEAD; u < LEAD + 5 * nodes; u++) x[u] = x[u]! * a[u * 13 + 12]!;
  for (let node = nodes - 1; node >= 0; node--) {
    const u = LEAD + 5 * node;
    const m = u * 13;
    const z4 = x[u + 4]!;
    x[u] = x[u]! - a[m + 60]! * z4;
    x[u + 1] = x[u + 1]! - a[m + 61]! * z4;
    x[u + 2] = x[u + 2]! - a[m + 62]! * z4;
    x[u + 3] = x[u + 3]! - a[m + 63]! * z4;
    const z3 = x[u + 3]!;
    x[u - 5] = x[u - 5]! - a[m + 43]! * z3;
    x[u - 4] = x[u - 4]! - a[m + 44]! * z3;
    x[u - 3] = x[u - 3]! - a[m + 45]! * z3;
    x[u - 2] = x[u - 2]! - a[m + 46]! * z3;
    x[u - 1] = x[u - 1]! - a[m + 47]! * z3;
    x[u] = x[u]! - a[m + 48]! * z3;
    x[u + 1] = x[u + 1]! - a[m + 49]! * z3;
    x[u + 2] = x[u + 2]! - a[m + 50]! * z3;
    const z2 = x[u + 2]!;
    x[u - 10] = x[u - 10]! - a[m + 26]! * z2;
    x[u - 9] = x[u - 9]! - a[m + 27]! * z2;
    x[u - 8] = x[u - 8]! - a[m + 28]! * z2;
    x[u - 7] = x[u - 7]! - a[m + 29]! * z2;
    x[u - 6] = x[u - 6]! - a[m + 30]! * z2;
    x[u - 5] = x[u - 5]! - a[m + 31]! * z2;
    x[u - 4] = x[u - 4]! - a[m + 32]! * z2;
    x[u - 3] = x[u - 3]! - a[m + 33]! * z2;
    x[u - 2] = x[u - 2]! - a[m + 34]! * z2;
    x[u - 1] = x[u - 1]! - a[m + 35]! * z2;
    x[u] = x[u]! - a[m + 36]! * z2;
    x[u + 1] = x[u + 1]! - a[m + 37]! * z2;
    const z1 = x[u + 1]!;
    x[u - 10] = x[u - 10]! - a[m + 14]! * z1;
    x[u - 9] = x[u - 9]! - a[m + 15]! * z1;
    x[u - 8] = x[u - 8]! - a[m + 16]! * z1;
    x[u - 7] = x[u - 7]! - a[m + 17]! * z1;
    x[u - 6] = x[u - 6]! - a[m + 18]! * z1;
    x[u - 5] = x[u - 5]! - a[m + 19]! * z1;
    x[u - 4] = x[u - 4]! - a[m + 20]! * z1;
    x[u - 3] = x[u - 3]! - a[m + 21]! * z1;
    x[u - 2] = x[u - 2]! - a[m + 22]! * z1;
    x[u - 1] = x[u - 1]! - a[m + 23]! * z1;
    x[u] = x[u]! - a[m + 24]! * z1;
    const z0 = x[u]!;
    x[u - 10] = x[u - 10]! - a[m + 2]! * z0;
    x[u - 9] = x[u - 9]! - a[m + 3]! * z0;
    x[u - 8] = x[u - 8]! - a[m + 4]! * z0;
    x[u - 7] = x[u - 7]! - a[m + 5]! * z0;
    x[u - 6] = x[u - 6]! - a[m + 6]! * z0;
    x[u - 5] = x[u - 5]! - a[m + 7]! * z0;
    x[u - 4] = x[u - 4]! - a[m + 8]! * z0;
    x[u - 3] = x[u - 3]! - a[m + 9]! * z0;
    x[u - 2] = x[u - 2]! - a[m + 10]! * z0;
    x[u - 1] = x[u - 1]! - a[m + 11]! * z0;
  }
}
