import { BAND, EDGE_ROW, MEASURES, UNKNOWNS, WIDTH } from './kernel.ts';
import type { RodPose } from './pose.ts';

/** Numbers of one joint's second derivative. */
export const JOINT_STIFFNESS = 64;

/**
 * The exact second derivative of a joint's energy Σ w r²/2, where `kernel.ts` takes the Gauss–Newton part alone:
 *
 *   Σ w ∇r ∇rᵀ + Σ w r ∇²r
 *
 * by (e0, e1, θ0, θ1), with frames that follow their edges without twist. A curvature κb·m on an axis m of edge s, with A, B its
 * derivatives by e0, e1 (see kernel.ts), G = 1/(l0 l1 + e0·e1) and m' = dm/dθ, has
 *
 *   by e0, e0: −G (A e1ᵀ + e1 Aᵀ) + [s = 0] (κb mᵀ + m κbᵀ) / 2|e0|²      by e0, θ: A of m'
 *   by e1, e1: −G (B e0ᵀ + e0 Bᵀ) + [s = 1] (κb mᵀ + m κbᵀ) / 2|e1|²      by e1, θ: B of m'
 *   by e0, e1: −G (A e0ᵀ + e1 Bᵀ + 2 [m] + κb·m)                          by θ, θ: −κb·m
 *
 * which is linear in m: the two axes of an edge are taken together. Twist, with b the binormal of the directions t0, t1 alone, c
 * their cosine and t = t0 + t1, has
 *
 *   by e0, e0: −sym(b tᵀ/(1 + c) + b t0ᵀ) / 2|e0|²     by e0, e1: (2 [t] − b tᵀ − t bᵀ) / 4 (1 + c) |e0| |e1|
 *
 * and e1, e1 as e0, e0. The derivatives of holonomy are not symmetric in themselves (Bergou et al. 2010): these are the means of both
 * orders, which is what motions feel that keep the lengths.
 */
export class JointStiffness {
  /** 8 x 8, by e0, e1, θ0, θ1; the lower triangle is what counts. */
  private readonly s = new Float64Array(JOINT_STIFFNESS);
  private readonly gradient = new Float64Array(8);
  private readonly e = new Float64Array(6);
  private readonly t = new Float64Array(6);
  private readonly kb = new Float64Array(3);
  /** Axes of both edges, each times what its measure presses with, and how they turn. */
  private readonly m = new Float64Array(6);
  private readonly turned = new Float64Array(3);
  private readonly sum = new Float64Array(3);

  /** Writes Σ w ∇r ∇rᵀ of the joint at `node`, which no rest shape changes. The pose must be measured with this Jacobian. */
  writeSquares(pose: RodPose, node: number, jacobian: Float64Array, out: Float64Array, at: number): void {
    const { gradient: d } = this;
    const { measure, weight } = pose;
    const r = MEASURES * node;
    for (let k = at; k < at + JOINT_STIFFNESS; k++) out[k] = 0;
    for (let i = 0; i < MEASURES; i++) {
      for (let c = 0; c < 6; c++) d[c] = jacobian[6 * i + c]!;
      // dω/dθ = (ω₂, −ω₁) on the measure's own edge; twist has both.
      const byAngle = i === 4 ? 1 : i % 2 === 0 ? measure[r + i + 1]! : -measure[r + i - 1]!;
      d[6] = i < 2 ? byAngle : i === 4 ? -1 : 0;
      d[7] = i < 2 ? 0 : byAngle;
      const w = weight[r + i]!;
      for (let a = 0; a < 8; a++) {
        const scaled = w * d[a]!;
        const row = at + 8 * a;
        for (let b = 0; b <= a; b++) out[row + b] = out[row + b]! + scaled * d[b]!;
      }
    }
  }

  /** Adds the joint at `node`, whose squares begin at `squares[at]`, to the lower band of a strand's system. */
  add(pose: RodPose, node: number, squares: Float64Array, at: number, matrix: Float64Array): void {
    const { s, e, t, kb, m, turned } = this;
    const { edges, measure, restMeasure, weight, restLength, m1 } = pose;
    const c1 = EDGE_ROW * node;
    const c0 = c1 - EDGE_ROW;
    for (let k = 0; k < JOINT_STIFFNESS; k++) s[k] = squares[at + k]!;
    for (let c = 0; c < 3; c++) {
      e[c] = edges[c0 + c]!;
      e[3 + c] = edges[c1 + c]!;
      t[c] = edges[c0 + 3 + c]!;
      t[3 + c] = edges[c1 + 3 + c]!;
    }
    const g = 1 / (restLength[node - 1]! * restLength[node]! + e[0]! * e[3]! + e[1]! * e[4]! + e[2]! * e[5]!);
    crossInto(e, 0, e, 3, 2 * g, kb);
    const r = MEASURES * node;
    for (let side = 0; side < 2; side++) {
      const edge = side === 0 ? c0 : c1;
      const q = r + 2 * side;
      const first = weight[q]! * (measure[q]! - restMeasure[q]!);
      const second = weight[q + 1]! * (measure[q + 1]! - restMeasure[q + 1]!);
      for (let c = 0; c < 3; c++) {
        const major = m1[3 * (node - 1 + side) + c]!;
        const minor = edges[edge + 8 + c]!;
        m[3 * side + c] = first * minor - second * major;
        turned[c] = -first * major - second * minor;
      }
      this.addTurning(side, g, edges[edge + 6]!);
    }
    this.addCurvature(g);
    this.addTwist(weight[r + 4]! * (measure[r + 4]! - restMeasure[r + 4]!), edges[c0 + 6]!, edges[c1 + 6]!);
    this.scatter(node, matrix);
  }

  /** What an edge's own axes add: by its angle, and by its own turning. */
  private addTurning(side: number, g: number, inverse: number): void {
    const { s, e, kb, m, turned, gradient } = this;
    const u = 3 * side;
    writeDerivative(e, turned, kb[0]! * turned[0]! + kb[1]! * turned[1]! + kb[2]! * turned[2]!, g, gradient);
    const angle = 8 * (6 + side);
    for (let c = 0; c < 6; c++) s[angle + c] = s[angle + c]! + gradient[c]!;
    s[angle + 6 + side] = s[angle + 6 + side]! - (kb[0]! * m[u]! + kb[1]! * m[u + 1]! + kb[2]! * m[u + 2]!);
    const half = 0.5 * inverse * inverse;
    for (let a = 0; a < 3; a++)
      for (let b = 0; b <= a; b++) {
        const k = 9 * u + 8 * a + b;
        s[k] = s[k]! + half * (kb[a]! * m[u + b]! + m[u + a]! * kb[b]!);
      }
  }

  /** What is linear in the axes alone: those of both edges at once. */
  private addCurvature(g: number): void {
    const { s, e, kb, m, sum, gradient: d } = this;
    for (let c = 0; c < 3; c++) sum[c] = m[c]! + m[3 + c]!;
    const value = kb[0]! * sum[0]! + kb[1]! * sum[1]! + kb[2]! * sum[2]!;
    writeDerivative(e, sum, value, g, d);
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) {
        // By e1 (row) and e0 (column): the transpose of what stands above.
        const mixed = 8 * (3 + a) + b;
        s[mixed] = s[mixed]! - g * (e[a]! * d[b]! + d[3 + a]! * e[3 + b]!);
        if (b > a) continue;
        const k = 8 * a + b;
        s[k] = s[k]! - g * (d[a]! * e[3 + b]! + e[3 + a]! * d[b]!);
        s[k + 27] = s[k + 27]! - g * (d[3 + a]! * e[b]! + e[a]! * d[3 + b]!);
      }
    this.addMixed(sum, 2 * g, -g * value);
  }

  private addTwist(moment: number, n0: number, n1: number): void {
    const { s, t, sum, turned: b } = this;
    const facing = 1 + t[0]! * t[3]! + t[1]! * t[4]! + t[2]! * t[5]!;
    crossInto(t, 0, t, 3, 2 / facing, b);
    for (let c = 0; c < 3; c++) sum[c] = t[c]! + t[3 + c]!;
    const mixedScale = (0.25 * moment * n0 * n1) / facing;
    const scale0 = 0.25 * moment * n0 * n0;
    const scale1 = 0.25 * moment * n1 * n1;
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        const together = b[i]! * sum[j]! + sum[i]! * b[j]!;
        const mixed = 8 * (3 + i) + j;
        s[mixed] = s[mixed]! - mixedScale * together;
        if (j > i) continue;
        const k = 8 * i + j;
        s[k] = s[k]! - scale0 * (together / facing + b[i]! * t[j]! + t[i]! * b[j]!);
        s[k + 27] = s[k + 27]! - scale1 * (together / facing + b[i]! * t[3 + j]! + t[3 + i]! * b[j]!);
      }
    this.addMixed(sum, -2 * mixedScale, 0);
  }

  /** Adds to the part by e1 (row) and e0 (column): the cross product with v, scaled, and a multiple of one. */
  private addMixed(v: Float64Array, scale: number, one: number): void {
    const { s } = this;
    const x = scale * v[0]!;
    const y = scale * v[1]!;
    const z = scale * v[2]!;
    s[24] = s[24]! + one;
    s[25] = s[25]! - z;
    s[26] = s[26]! + y;
    s[32] = s[32]! + z;
    s[33] = s[33]! + one;
    s[34] = s[34]! - x;
    s[40] = s[40]! - y;
    s[41] = s[41]! + x;
    s[42] = s[42]! + one;
  }

  /** From edges and angles to the nodes' unknowns: e0 = x_k − x_{k−1}, e1 = x_{k+1} − x_k. */
  private scatter(node: number, matrix: Float64Array): void {
    const { s } = this;
    // Entry (u + a, u + b) is at `centre + BAND a + b`; a node later or earlier is five rows or five columns away.
    const u = UNKNOWNS * node;
    const centre = WIDTH * u + BAND;
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) {
        const low = a < b ? 8 * b + a : 8 * a + b;
        const by00 = s[low]!;
        const by11 = s[low + 27]!;
        const by10 = s[24 + 8 * a + b]!;
        const k = centre + BAND * a + b;
        if (b <= a) {
          const by01 = s[24 + 8 * b + a]!;
          matrix[k - ROWS - 5] = matrix[k - ROWS - 5]! + by00;
          matrix[k] = matrix[k]! + (by00 - by01 - by10 + by11);
          matrix[k + ROWS + 5] = matrix[k + ROWS + 5]! + by11;
        }
        matrix[k - 5] = matrix[k - 5]! + (by10 - by00);
        matrix[k + ROWS - 5] = matrix[k + ROWS - 5]! - by10;
        matrix[k + ROWS] = matrix[k + ROWS]! + (by10 - by11);
      }
    for (let side = 0; side < 2; side++) {
      const angle = u - 2 + UNKNOWNS * side;
      for (let c = 0; c < 3; c++) {
        const by0 = s[8 * (6 + side) + c]!;
        const by1 = s[8 * (6 + side) + 3 + c]!;
        addTo(matrix, angle, u - 5 + c, -by0);
        addTo(matrix, side === 0 ? u + c : angle, side === 0 ? angle : u + c, by0 - by1);
        addTo(matrix, u + 5 + c, angle, by1);
      }
    }
    addTo(matrix, u - 2, u - 2, s[54]!);
    addTo(matrix, u + 3, u - 2, s[62]!);
    addTo(matrix, u + 3, u + 3, s[63]!);
  }
}

/** Between the rows of a node and of the next in a lower band. */
const ROWS = UNKNOWNS * BAND;

/** Adds to entry (row, column), column ≤ row, of a lower band. */
export function addTo(matrix: Float64Array, row: number, column: number, value: number): void {
  const m = row * WIDTH + BAND + column - row;
  matrix[m] = matrix[m]! + value;
}

/** A and B of an axis m: −G (2 m × e1 + (κb·m) e1) and G (2 m × e0 − (κb·m) e0). */
function writeDerivative(e: Float64Array, m: Float64Array, value: number, g: number, out: Float64Array): void {
  const x = 2 * m[0]!;
  const y = 2 * m[1]!;
  const z = 2 * m[2]!;
  out[0] = -g * (y * e[5]! - z * e[4]! + value * e[3]!);
  out[1] = -g * (z * e[3]! - x * e[5]! + value * e[4]!);
  out[2] = -g * (x * e[4]! - y * e[3]! + value * e[5]!);
  out[3] = g * (y * e[2]! - z * e[1]! - value * e[0]!);
  out[4] = g * (z * e[0]! - x * e[2]! - value * e[1]!);
  out[5] = g * (x * e[1]! - y * e[0]! - value * e[2]!);
}

function crossInto(a: Float64Array, i: number, b: Float64Array, j: number, scale: number, out: Float64Array): void {
  out[0] = scale * (a[i + 1]! * b[j + 2]! - a[i + 2]! * b[j + 1]!);
  out[1] = scale * (a[i + 2]! * b[j]! - a[i]! * b[j + 2]!);
  out[2] = scale * (a[i]! * b[j + 1]! - a[i + 1]! * b[j]!);
}
