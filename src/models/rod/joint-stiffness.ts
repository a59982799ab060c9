import { BAND, EDGE_ROW, MEASURES, UNKNOWNS, WIDTH } from './kernel.ts';
import type { RodPose } from './pose.ts';

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
  private readonly s = new Float64Array(64);
  private readonly gradient = new Float64Array(8);
  private readonly row = new Float64Array(8);
  private readonly e = new Float64Array(6);
  private readonly t = new Float64Array(6);
  private readonly kb = new Float64Array(3);
  private readonly m = new Float64Array(3);
  private readonly turned = new Float64Array(3);

  /** Adds the joint at `node` to the lower band of a strand's system. The pose must be measured with its Jacobian. */
  add(pose: RodPose, node: number, jacobian: Float64Array, matrix: Float64Array): void {
    const { s, e, t, kb } = this;
    const { edges, measure, restMeasure, weight, restLength, m1 } = pose;
    const c1 = EDGE_ROW * node;
    const c0 = c1 - EDGE_ROW;
    s.fill(0);
    for (let c = 0; c < 3; c++) {
      e[c] = edges[c0 + c]!;
      e[3 + c] = edges[c1 + c]!;
      t[c] = edges[c0 + 3 + c]!;
      t[3 + c] = edges[c1 + 3 + c]!;
    }
    const g = 1 / (restLength[node - 1]! * restLength[node]! + e[0]! * e[3]! + e[1]! * e[4]! + e[2]! * e[5]!);
    crossInto(e, 0, e, 3, 2 * g, kb);
    const r = MEASURES * node;
    for (let i = 0; i < MEASURES; i++) this.addSquare(jacobian, i, measure, r, weight[r + i]!);
    for (let side = 0; side < 2; side++) {
      const edge = side === 0 ? c0 : c1;
      const q = r + 2 * side;
      const first = weight[q]! * (measure[q]! - restMeasure[q]!);
      const second = weight[q + 1]! * (measure[q + 1]! - restMeasure[q + 1]!);
      for (let c = 0; c < 3; c++) {
        const major = m1[3 * (node - 1 + side) + c]!;
        const minor = edges[edge + 8 + c]!;
        this.m[c] = first * minor - second * major;
        this.turned[c] = -first * major - second * minor;
      }
      this.addCurvature(side, g, edges[edge + 6]!);
    }
    this.addTwist(weight[r + 4]! * (measure[r + 4]! - restMeasure[r + 4]!), edges[c0 + 6]!, edges[c1 + 6]!);
    this.scatter(node, matrix);
  }

  /** w ∇r ∇rᵀ */
  private addSquare(jacobian: Float64Array, i: number, measure: Float64Array, r: number, w: number): void {
    const { s, gradient } = this;
    for (let c = 0; c < 6; c++) gradient[c] = jacobian[6 * i + c]!;
    // dω/dθ = (ω₂, −ω₁) on the measure's own edge; twist has both.
    const byAngle = i === 4 ? 1 : i % 2 === 0 ? measure[r + i + 1]! : -measure[r + i - 1]!;
    gradient[6] = i < 2 ? byAngle : i === 4 ? -1 : 0;
    gradient[7] = i < 2 ? 0 : byAngle;
    for (let a = 0; a < 8; a++) {
      const scaled = w * gradient[a]!;
      for (let b = 0; b <= a; b++) s[8 * a + b] = s[8 * a + b]! + scaled * gradient[b]!;
    }
  }

  private addCurvature(side: number, g: number, inverse: number): void {
    const { s, e, kb, m, turned, gradient, row } = this;
    const value = dot3(kb, m);
    const byTurn = dot3(kb, turned);
    writeDerivative(e, m, value, g, gradient);
    writeDerivative(e, turned, byTurn, g, row);
    const angle = 6 + side;
    for (let c = 0; c < 6; c++) s[8 * angle + c] = s[8 * angle + c]! + row[c]!;
    s[9 * angle] = s[9 * angle]! - value;
    const half = 0.5 * inverse * inverse;
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) {
        const own = half * (kb[a]! * m[b]! + m[a]! * kb[b]!);
        // By e1 (row) and e0 (column): the transpose of what stands above.
        const mixed = -g * (e[a]! * gradient[b]! + gradient[3 + a]! * e[3 + b]!) + skewOf(m, a, b, 2 * g);
        s[8 * (3 + a) + b] = s[8 * (3 + a) + b]! + mixed - (a === b ? g * value : 0);
        if (b > a) continue;
        const first = -g * (gradient[a]! * e[3 + b]! + e[3 + a]! * gradient[b]!);
        const second = -g * (gradient[3 + a]! * e[b]! + e[a]! * gradient[3 + b]!);
        s[8 * a + b] = s[8 * a + b]! + first + (side === 0 ? own : 0);
        s[8 * (3 + a) + 3 + b] = s[8 * (3 + a) + 3 + b]! + second + (side === 1 ? own : 0);
      }
  }

  private addTwist(moment: number, n0: number, n1: number): void {
    const { s, t, m, row } = this;
    const facing = 1 + t[0]! * t[3]! + t[1]! * t[4]! + t[2]! * t[5]!;
    crossInto(t, 0, t, 3, 2 / facing, m);
    for (let c = 0; c < 3; c++) row[c] = t[c]! + t[3 + c]!;
    const mixedScale = (0.25 * moment * n0 * n1) / facing;
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) {
        const together = m[a]! * row[b]! + row[a]! * m[b]!;
        const mixed = mixedScale * (-skewOf(row, a, b, 2) - together);
        s[8 * (3 + a) + b] = s[8 * (3 + a) + b]! + mixed;
        if (b > a) continue;
        for (let side = 0; side < 2; side++) {
          const n = side === 0 ? n0 : n1;
          const u = 3 * side;
          const own = together / facing + m[a]! * t[u + b]! + t[u + a]! * m[b]!;
          s[9 * u + 8 * a + b] = s[9 * u + 8 * a + b]! - 0.25 * moment * n * n * own;
        }
      }
  }

  /** From edges and angles to the nodes' unknowns: e0 = x_k − x_{k−1}, e1 = x_{k+1} − x_k. */
  private scatter(node: number, matrix: Float64Array): void {
    const { s } = this;
    const u = UNKNOWNS * node;
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) {
        const low = 8 * Math.max(a, b) + Math.min(a, b);
        const by00 = s[low]!;
        const by11 = s[low + 27]!;
        const by10 = s[8 * (3 + a) + b]!;
        const by01 = s[8 * (3 + b) + a]!;
        if (b <= a) {
          addTo(matrix, u - 5 + a, u - 5 + b, by00);
          addTo(matrix, u + a, u + b, by00 - by01 - by10 + by11);
          addTo(matrix, u + 5 + a, u + 5 + b, by11);
        }
        addTo(matrix, u + a, u - 5 + b, by10 - by00);
        addTo(matrix, u + 5 + a, u - 5 + b, -by10);
        addTo(matrix, u + 5 + a, u + b, by10 - by11);
      }
    for (let c = 0; c < 3; c++)
      for (let side = 0; side < 2; side++) {
        const angle = u - 2 + UNKNOWNS * side;
        const by0 = s[8 * (6 + side) + c]!;
        const by1 = s[8 * (6 + side) + 3 + c]!;
        addTo(matrix, angle, u - 5 + c, -by0);
        addTo(matrix, Math.max(angle, u + c), Math.min(angle, u + c), by0 - by1);
        addTo(matrix, u + 5 + c, angle, by1);
      }
    addTo(matrix, u - 2, u - 2, s[54]!);
    addTo(matrix, u + 3, u - 2, s[62]!);
    addTo(matrix, u + 3, u + 3, s[63]!);
  }
}

/** Adds to entry (row, column), column ≤ row, of a lower band. */
export function addTo(matrix: Float64Array, row: number, column: number, value: number): void {
  const m = row * WIDTH + BAND + column - row;
  matrix[m] = matrix[m]! + value;
}

/** A and B of an axis m: −G (2 m × e1 + (κb·m) e1) and G (2 m × e0 − (κb·m) e0). */
function writeDerivative(e: Float64Array, m: Float64Array, value: number, g: number, out: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    const i = (c + 1) % 3;
    const j = (c + 2) % 3;
    out[c] = -g * (2 * (m[i]! * e[3 + j]! - m[j]! * e[3 + i]!) + value * e[3 + c]!);
    out[3 + c] = g * (2 * (m[i]! * e[j]! - m[j]! * e[i]!) - value * e[c]!);
  }
}

/** Entry (a, b) of the matrix that is the cross product with v, scaled. */
function skewOf(v: Float64Array, a: number, b: number, scale: number): number {
  if (a === b) return 0;
  const size = scale * v[3 - a - b]!;
  return (b - a + 3) % 3 === 1 ? -size : size;
}

function dot3(a: Float64Array, b: Float64Array): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

function crossInto(a: Float64Array, i: number, b: Float64Array, j: number, scale: number, out: Float64Array): void {
  out[0] = scale * (a[i + 1]! * b[j + 2]! - a[i + 2]! * b[j + 1]!);
  out[1] = scale * (a[i + 2]! * b[j]! - a[i]! * b[j + 2]!);
  out[2] = scale * (a[i]! * b[j + 1]! - a[i + 1]! * b[j]!);
}
