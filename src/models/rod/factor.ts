/**
 * The rod's factorisation and substitution, written out. Made by scripts/unroll-rod.mjs: change that, not this.
 *
 * The system is as in numeric/banded.ts; it is eliminated from the tip to the root, so that what is near the root, contacts above
 * all, can be changed and factored again without the rest. Two nodes of identity rows follow the tip and precede the root, so
 * that every node has two on either side: node `i` begins at row `LEAD + 5 i`. Diagonal entries of factors hold 1/D.
 */

/** Identity rows before the first node and after the last: two nodes. */
export const LEAD = 10;

/** Puts the identity rows beyond the tip of a strand of so many nodes in place, in a system or in its factors. */
export function fillBeyond(a: Float64Array, nodes: number): void {
  const first = LEAD + 5 * nodes;
  a.fill(0, first * 13, (first + LEAD) * 13);
  for (let row = first; row < first + LEAD; row++) a[row * 13 + 12] = 1;
}

/** L D Lᵀ of nodes last .. first, towards the root: reads the system `a`, writes the factors `f`. */
export function factorRod(a: Float64Array, f: Float64Array, first: number, last: number): void {
  for (let node = last; node >= first; node--) {
    const m = (LEAD + 5 * node) * 13;
    const v0_m3 = a[m + 100]!;
    const v0_m2 = a[m + 88]! - v0_m3 * f[m + 102]!;
    const v0_m1 = a[m + 76]! - v0_m3 * f[m + 101]! - v0_m2 * f[m + 89]!;
    const l0_m3 = v0_m3 * f[m + 103]!;
    f[m + 100] = l0_m3;
    const l0_m2 = v0_m2 * f[m + 90]!;
    f[m + 88] = l0_m2;
    const l0_m1 = v0_m1 * f[m + 77]!;
    f[m + 76] = l0_m1;
    const d0 = 1 / (a[m + 64]! - l0_m3 * v0_m3 - l0_m2 * v0_m2 - l0_m1 * v0_m1);
    f[m + 64] = d0;
    const v1_m8 = a[m + 159]!;
    const v1_m7 = a[m + 147]! - v1_m8 * f[m + 167]!;
    const v1_m6 = a[m + 135]! - v1_m8 * f[m + 166]! - v1_m7 * f[m + 154]!;
    const v1_m5 = a[m + 123]! - v1_m8 * f[m + 165]! - v1_m7 * f[m + 153]! - v1_m6 * f[m + 141]!;
    const v1_m4 = a[m + 111]! - v1_m8 * f[m + 164]! - v1_m7 * f[m + 152]! - v1_m6 * f[m + 140]! - v1_m5 * f[m + 128]!;
    const v1_m3 =
      a[m + 99]! -
      v1_m8 * f[m + 163]! -
      v1_m7 * f[m + 151]! -
      v1_m6 * f[m + 139]! -
      v1_m5 * f[m + 127]! -
      v1_m4 * f[m + 115]!;
    const v1_m2 =
      a[m + 87]! -
      v1_m8 * f[m + 162]! -
      v1_m7 * f[m + 150]! -
      v1_m6 * f[m + 138]! -
      v1_m5 * f[m + 126]! -
      v1_m4 * f[m + 114]! -
      v1_m3 * f[m + 102]!;
    const v1_m1 =
      a[m + 75]! -
      v1_m8 * f[m + 161]! -
      v1_m7 * f[m + 149]! -
      v1_m6 * f[m + 137]! -
      v1_m5 * f[m + 125]! -
      v1_m4 * f[m + 113]! -
      v1_m3 * f[m + 101]! -
      v1_m2 * f[m + 89]!;
    const v1_0 = a[m + 63]! - v1_m3 * l0_m3 - v1_m2 * l0_m2 - v1_m1 * l0_m1;
    const l1_m8 = v1_m8 * f[m + 168]!;
    f[m + 159] = l1_m8;
    const l1_m7 = v1_m7 * f[m + 155]!;
    f[m + 147] = l1_m7;
    const l1_m6 = v1_m6 * f[m + 142]!;
    f[m + 135] = l1_m6;
    const l1_m5 = v1_m5 * f[m + 129]!;
    f[m + 123] = l1_m5;
    const l1_m4 = v1_m4 * f[m + 116]!;
    f[m + 111] = l1_m4;
    const l1_m3 = v1_m3 * f[m + 103]!;
    f[m + 99] = l1_m3;
    const l1_m2 = v1_m2 * f[m + 90]!;
    f[m + 87] = l1_m2;
    const l1_m1 = v1_m1 * f[m + 77]!;
    f[m + 75] = l1_m1;
    const l1_0 = v1_0 * d0;
    f[m + 63] = l1_0;
    const d1 =
      1 /
      (a[m + 51]! -
        l1_m8 * v1_m8 -
        l1_m7 * v1_m7 -
        l1_m6 * v1_m6 -
        l1_m5 * v1_m5 -
        l1_m4 * v1_m4 -
        l1_m3 * v1_m3 -
        l1_m2 * v1_m2 -
        l1_m1 * v1_m1 -
        l1_0 * v1_0);
    f[m + 51] = d1;
    const v2_m8 = a[m + 158]!;
    const v2_m7 = a[m + 146]! - v2_m8 * f[m + 167]!;
    const v2_m6 = a[m + 134]! - v2_m8 * f[m + 166]! - v2_m7 * f[m + 154]!;
    const v2_m5 = a[m + 122]! - v2_m8 * f[m + 165]! - v2_m7 * f[m + 153]! - v2_m6 * f[m + 141]!;
    const v2_m4 = a[m + 110]! - v2_m8 * f[m + 164]! - v2_m7 * f[m + 152]! - v2_m6 * f[m + 140]! - v2_m5 * f[m + 128]!;
    const v2_m3 =
      a[m + 98]! -
      v2_m8 * f[m + 163]! -
      v2_m7 * f[m + 151]! -
      v2_m6 * f[m + 139]! -
      v2_m5 * f[m + 127]! -
      v2_m4 * f[m + 115]!;
    const v2_m2 =
      a[m + 86]! -
      v2_m8 * f[m + 162]! -
      v2_m7 * f[m + 150]! -
      v2_m6 * f[m + 138]! -
      v2_m5 * f[m + 126]! -
      v2_m4 * f[m + 114]! -
      v2_m3 * f[m + 102]!;
    const v2_m1 =
      a[m + 74]! -
      v2_m8 * f[m + 161]! -
      v2_m7 * f[m + 149]! -
      v2_m6 * f[m + 137]! -
      v2_m5 * f[m + 125]! -
      v2_m4 * f[m + 113]! -
      v2_m3 * f[m + 101]! -
      v2_m2 * f[m + 89]!;
    const v2_0 = a[m + 62]! - v2_m3 * l0_m3 - v2_m2 * l0_m2 - v2_m1 * l0_m1;
    const v2_1 =
      a[m + 50]! -
      v2_m8 * l1_m8 -
      v2_m7 * l1_m7 -
      v2_m6 * l1_m6 -
      v2_m5 * l1_m5 -
      v2_m4 * l1_m4 -
      v2_m3 * l1_m3 -
      v2_m2 * l1_m2 -
      v2_m1 * l1_m1 -
      v2_0 * l1_0;
    const l2_m8 = v2_m8 * f[m + 168]!;
    f[m + 158] = l2_m8;
    const l2_m7 = v2_m7 * f[m + 155]!;
    f[m + 146] = l2_m7;
    const l2_m6 = v2_m6 * f[m + 142]!;
    f[m + 134] = l2_m6;
    const l2_m5 = v2_m5 * f[m + 129]!;
    f[m + 122] = l2_m5;
    const l2_m4 = v2_m4 * f[m + 116]!;
    f[m + 110] = l2_m4;
    const l2_m3 = v2_m3 * f[m + 103]!;
    f[m + 98] = l2_m3;
    const l2_m2 = v2_m2 * f[m + 90]!;
    f[m + 86] = l2_m2;
    const l2_m1 = v2_m1 * f[m + 77]!;
    f[m + 74] = l2_m1;
    const l2_0 = v2_0 * d0;
    f[m + 62] = l2_0;
    const l2_1 = v2_1 * d1;
    f[m + 50] = l2_1;
    const d2 =
      1 /
      (a[m + 38]! -
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
    f[m + 38] = d2;
    const v3_m8 = a[m + 157]!;
    const v3_m7 = a[m + 145]! - v3_m8 * f[m + 167]!;
    const v3_m6 = a[m + 133]! - v3_m8 * f[m + 166]! - v3_m7 * f[m + 154]!;
    const v3_m5 = a[m + 121]! - v3_m8 * f[m + 165]! - v3_m7 * f[m + 153]! - v3_m6 * f[m + 141]!;
    const v3_m4 = a[m + 109]! - v3_m8 * f[m + 164]! - v3_m7 * f[m + 152]! - v3_m6 * f[m + 140]! - v3_m5 * f[m + 128]!;
    const v3_m3 =
      a[m + 97]! -
      v3_m8 * f[m + 163]! -
      v3_m7 * f[m + 151]! -
      v3_m6 * f[m + 139]! -
      v3_m5 * f[m + 127]! -
      v3_m4 * f[m + 115]!;
    const v3_m2 =
      a[m + 85]! -
      v3_m8 * f[m + 162]! -
      v3_m7 * f[m + 150]! -
      v3_m6 * f[m + 138]! -
      v3_m5 * f[m + 126]! -
      v3_m4 * f[m + 114]! -
      v3_m3 * f[m + 102]!;
    const v3_m1 =
      a[m + 73]! -
      v3_m8 * f[m + 161]! -
      v3_m7 * f[m + 149]! -
      v3_m6 * f[m + 137]! -
      v3_m5 * f[m + 125]! -
      v3_m4 * f[m + 113]! -
      v3_m3 * f[m + 101]! -
      v3_m2 * f[m + 89]!;
    const v3_0 = a[m + 61]! - v3_m3 * l0_m3 - v3_m2 * l0_m2 - v3_m1 * l0_m1;
    const v3_1 =
      a[m + 49]! -
      v3_m8 * l1_m8 -
      v3_m7 * l1_m7 -
      v3_m6 * l1_m6 -
      v3_m5 * l1_m5 -
      v3_m4 * l1_m4 -
      v3_m3 * l1_m3 -
      v3_m2 * l1_m2 -
      v3_m1 * l1_m1 -
      v3_0 * l1_0;
    const v3_2 =
      a[m + 37]! -
      v3_m8 * l2_m8 -
      v3_m7 * l2_m7 -
      v3_m6 * l2_m6 -
      v3_m5 * l2_m5 -
      v3_m4 * l2_m4 -
      v3_m3 * l2_m3 -
      v3_m2 * l2_m2 -
      v3_m1 * l2_m1 -
      v3_0 * l2_0 -
      v3_1 * l2_1;
    const l3_m8 = v3_m8 * f[m + 168]!;
    f[m + 157] = l3_m8;
    const l3_m7 = v3_m7 * f[m + 155]!;
    f[m + 145] = l3_m7;
    const l3_m6 = v3_m6 * f[m + 142]!;
    f[m + 133] = l3_m6;
    const l3_m5 = v3_m5 * f[m + 129]!;
    f[m + 121] = l3_m5;
    const l3_m4 = v3_m4 * f[m + 116]!;
    f[m + 109] = l3_m4;
    const l3_m3 = v3_m3 * f[m + 103]!;
    f[m + 97] = l3_m3;
    const l3_m2 = v3_m2 * f[m + 90]!;
    f[m + 85] = l3_m2;
    const l3_m1 = v3_m1 * f[m + 77]!;
    f[m + 73] = l3_m1;
    const l3_0 = v3_0 * d0;
    f[m + 61] = l3_0;
    const l3_1 = v3_1 * d1;
    f[m + 49] = l3_1;
    const l3_2 = v3_2 * d2;
    f[m + 37] = l3_2;
    const d3 =
      1 /
      (a[m + 25]! -
        l3_m8 * v3_m8 -
        l3_m7 * v3_m7 -
        l3_m6 * v3_m6 -
        l3_m5 * v3_m5 -
        l3_m4 * v3_m4 -
        l3_m3 * v3_m3 -
        l3_m2 * v3_m2 -
        l3_m1 * v3_m1 -
        l3_0 * v3_0 -
        l3_1 * v3_1 -
        l3_2 * v3_2);
    f[m + 25] = d3;
    const v4_m8 = a[m + 156]!;
    const v4_m7 = a[m + 144]! - v4_m8 * f[m + 167]!;
    const v4_m6 = a[m + 132]! - v4_m8 * f[m + 166]! - v4_m7 * f[m + 154]!;
    const v4_m5 = a[m + 120]! - v4_m8 * f[m + 165]! - v4_m7 * f[m + 153]! - v4_m6 * f[m + 141]!;
    const v4_m4 = a[m + 108]! - v4_m8 * f[m + 164]! - v4_m7 * f[m + 152]! - v4_m6 * f[m + 140]! - v4_m5 * f[m + 128]!;
    const v4_m3 =
      a[m + 96]! -
      v4_m8 * f[m + 163]! -
      v4_m7 * f[m + 151]! -
      v4_m6 * f[m + 139]! -
      v4_m5 * f[m + 127]! -
      v4_m4 * f[m + 115]!;
    const v4_m2 =
      a[m + 84]! -
      v4_m8 * f[m + 162]! -
      v4_m7 * f[m + 150]! -
      v4_m6 * f[m + 138]! -
      v4_m5 * f[m + 126]! -
      v4_m4 * f[m + 114]! -
      v4_m3 * f[m + 102]!;
    const v4_m1 =
      a[m + 72]! -
      v4_m8 * f[m + 161]! -
      v4_m7 * f[m + 149]! -
      v4_m6 * f[m + 137]! -
      v4_m5 * f[m + 125]! -
      v4_m4 * f[m + 113]! -
      v4_m3 * f[m + 101]! -
      v4_m2 * f[m + 89]!;
    const v4_0 = a[m + 60]! - v4_m3 * l0_m3 - v4_m2 * l0_m2 - v4_m1 * l0_m1;
    const v4_1 =
      a[m + 48]! -
      v4_m8 * l1_m8 -
      v4_m7 * l1_m7 -
      v4_m6 * l1_m6 -
      v4_m5 * l1_m5 -
      v4_m4 * l1_m4 -
      v4_m3 * l1_m3 -
      v4_m2 * l1_m2 -
      v4_m1 * l1_m1 -
      v4_0 * l1_0;
    const v4_2 =
      a[m + 36]! -
      v4_m8 * l2_m8 -
      v4_m7 * l2_m7 -
      v4_m6 * l2_m6 -
      v4_m5 * l2_m5 -
      v4_m4 * l2_m4 -
      v4_m3 * l2_m3 -
      v4_m2 * l2_m2 -
      v4_m1 * l2_m1 -
      v4_0 * l2_0 -
      v4_1 * l2_1;
    const v4_3 =
      a[m + 24]! -
      v4_m8 * l3_m8 -
      v4_m7 * l3_m7 -
      v4_m6 * l3_m6 -
      v4_m5 * l3_m5 -
      v4_m4 * l3_m4 -
      v4_m3 * l3_m3 -
      v4_m2 * l3_m2 -
      v4_m1 * l3_m1 -
      v4_0 * l3_0 -
      v4_1 * l3_1 -
      v4_2 * l3_2;
    const l4_m8 = v4_m8 * f[m + 168]!;
    f[m + 156] = l4_m8;
    const l4_m7 = v4_m7 * f[m + 155]!;
    f[m + 144] = l4_m7;
    const l4_m6 = v4_m6 * f[m + 142]!;
    f[m + 132] = l4_m6;
    const l4_m5 = v4_m5 * f[m + 129]!;
    f[m + 120] = l4_m5;
    const l4_m4 = v4_m4 * f[m + 116]!;
    f[m + 108] = l4_m4;
    const l4_m3 = v4_m3 * f[m + 103]!;
    f[m + 96] = l4_m3;
    const l4_m2 = v4_m2 * f[m + 90]!;
    f[m + 84] = l4_m2;
    const l4_m1 = v4_m1 * f[m + 77]!;
    f[m + 72] = l4_m1;
    const l4_0 = v4_0 * d0;
    f[m + 60] = l4_0;
    const l4_1 = v4_1 * d1;
    f[m + 48] = l4_1;
    const l4_2 = v4_2 * d2;
    f[m + 36] = l4_2;
    const l4_3 = v4_3 * d3;
    f[m + 24] = l4_3;
    const d4 =
      1 /
      (a[m + 12]! -
        l4_m8 * v4_m8 -
        l4_m7 * v4_m7 -
        l4_m6 * v4_m6 -
        l4_m5 * v4_m5 -
        l4_m4 * v4_m4 -
        l4_m3 * v4_m3 -
        l4_m2 * v4_m2 -
        l4_m1 * v4_m1 -
        l4_0 * v4_0 -
        l4_1 * v4_1 -
        l4_2 * v4_2 -
        l4_3 * v4_3);
    f[m + 12] = d4;
  }
}

/** L⁻¹ of what `y` holds for nodes last .. first, in place. */
export function forwardRod(f: Float64Array, y: Float64Array, first: number, last: number): void {
  for (let node = last; node >= first; node--) {
    const u = LEAD + 5 * node;
    const m = u * 13;
    const y0 = y[u + 4]! - f[m + 100]! * y[u + 7]! - f[m + 88]! * y[u + 6]! - f[m + 76]! * y[u + 5]!;
    y[u + 4] = y0;
    const y1 =
      y[u + 3]! -
      f[m + 159]! * y[u + 12]! -
      f[m + 147]! * y[u + 11]! -
      f[m + 135]! * y[u + 10]! -
      f[m + 123]! * y[u + 9]! -
      f[m + 111]! * y[u + 8]! -
      f[m + 99]! * y[u + 7]! -
      f[m + 87]! * y[u + 6]! -
      f[m + 75]! * y[u + 5]! -
      f[m + 63]! * y0;
    y[u + 3] = y1;
    const y2 =
      y[u + 2]! -
      f[m + 158]! * y[u + 12]! -
      f[m + 146]! * y[u + 11]! -
      f[m + 134]! * y[u + 10]! -
      f[m + 122]! * y[u + 9]! -
      f[m + 110]! * y[u + 8]! -
      f[m + 98]! * y[u + 7]! -
      f[m + 86]! * y[u + 6]! -
      f[m + 74]! * y[u + 5]! -
      f[m + 62]! * y0 -
      f[m + 50]! * y1;
    y[u + 2] = y2;
    const y3 =
      y[u + 1]! -
      f[m + 157]! * y[u + 12]! -
      f[m + 145]! * y[u + 11]! -
      f[m + 133]! * y[u + 10]! -
      f[m + 121]! * y[u + 9]! -
      f[m + 109]! * y[u + 8]! -
      f[m + 97]! * y[u + 7]! -
      f[m + 85]! * y[u + 6]! -
      f[m + 73]! * y[u + 5]! -
      f[m + 61]! * y0 -
      f[m + 49]! * y1 -
      f[m + 37]! * y2;
    y[u + 1] = y3;
    const y4 =
      y[u]! -
      f[m + 156]! * y[u + 12]! -
      f[m + 144]! * y[u + 11]! -
      f[m + 132]! * y[u + 10]! -
      f[m + 120]! * y[u + 9]! -
      f[m + 108]! * y[u + 8]! -
      f[m + 96]! * y[u + 7]! -
      f[m + 84]! * y[u + 6]! -
      f[m + 72]! * y[u + 5]! -
      f[m + 60]! * y0 -
      f[m + 48]! * y1 -
      f[m + 36]! * y2 -
      f[m + 24]! * y3;
    y[u] = y4;
  }
}

/** x = L⁻ᵀ D⁻¹ y of nodes first .. last, towards the tip; what is nearer to the root is known. */
export function backwardRod(f: Float64Array, y: Float64Array, x: Float64Array, first: number, last: number): void {
  for (let node = first; node <= last; node++) {
    const u = LEAD + 5 * node;
    const m = u * 13;
    const x4 =
      y[u]! * f[m + 12]! -
      f[m + 11]! * x[u - 1]! -
      f[m + 10]! * x[u - 2]! -
      f[m + 9]! * x[u - 3]! -
      f[m + 8]! * x[u - 4]! -
      f[m + 7]! * x[u - 5]! -
      f[m + 5]! * x[u - 7]! -
      f[m + 4]! * x[u - 8]! -
      f[m + 3]! * x[u - 9]! -
      f[m + 2]! * x[u - 10]!;
    x[u] = x4;
    const x3 =
      y[u + 1]! * f[m + 25]! -
      f[m + 24]! * x4 -
      f[m + 23]! * x[u - 1]! -
      f[m + 22]! * x[u - 2]! -
      f[m + 21]! * x[u - 3]! -
      f[m + 20]! * x[u - 4]! -
      f[m + 19]! * x[u - 5]! -
      f[m + 17]! * x[u - 7]! -
      f[m + 16]! * x[u - 8]! -
      f[m + 15]! * x[u - 9]! -
      f[m + 14]! * x[u - 10]!;
    x[u + 1] = x3;
    const x2 =
      y[u + 2]! * f[m + 38]! -
      f[m + 37]! * x3 -
      f[m + 36]! * x4 -
      f[m + 35]! * x[u - 1]! -
      f[m + 34]! * x[u - 2]! -
      f[m + 33]! * x[u - 3]! -
      f[m + 32]! * x[u - 4]! -
      f[m + 31]! * x[u - 5]! -
      f[m + 29]! * x[u - 7]! -
      f[m + 28]! * x[u - 8]! -
      f[m + 27]! * x[u - 9]! -
      f[m + 26]! * x[u - 10]!;
    x[u + 2] = x2;
    const x1 =
      y[u + 3]! * f[m + 51]! -
      f[m + 50]! * x2 -
      f[m + 49]! * x3 -
      f[m + 48]! * x4 -
      f[m + 46]! * x[u - 2]! -
      f[m + 45]! * x[u - 3]! -
      f[m + 44]! * x[u - 4]! -
      f[m + 43]! * x[u - 5]!;
    x[u + 3] = x1;
    const x0 =
      y[u + 4]! * f[m + 64]! -
      f[m + 63]! * x1 -
      f[m + 62]! * x2 -
      f[m + 61]! * x3 -
      f[m + 60]! * x4 -
      f[m + 58]! * x[u - 2]! -
      f[m + 57]! * x[u - 3]! -
      f[m + 56]! * x[u - 4]! -
      f[m + 55]! * x[u - 5]!;
    x[u + 4] = x0;
  }
}
