import { bandIndex, factorBanded, solveBanded } from '../../numeric/banded.ts';

/**
 * Small oscillations of a strand that hangs from a clamp: EI w'''' − (T w')' = ρS ω² w with T = ρS g (L − s).
 *
 * Units: length L, stiffness EI, mass ρS L; gravity is then γ = ρS g L³ / EI, and ω is in √(EI / ρS L⁴). γ = 0 is the beam;
 * for large γ the modes tend to those of the flexible chain, ω = j₀ₖ √γ / 2 with the zeros of the Bessel function J₀.
 *
 * Cubic Hermite elements, finer towards the clamp where heavy strands have a boundary layer of 1/√γ. Eigenvalues by
 * counting negative pivots (Sylvester) and bisection, shapes by inverse iteration.
 */
export interface Mode {
  readonly omega: number;
  /** Displacement at a fraction of the length from the clamp; 1 at the tip. */
  shape(s: number): number;
}

const ELEMENTS = 160;
const BAND = 3;
/** Abscissae and weights of four-point Gauss quadrature on 0..1: exact to degree 7. */
const GAUSS = [
  [0.06943184420297371, 0.17392742256872692],
  [0.33000947820757187, 0.3260725774312731],
  [0.6699905217924281, 0.3260725774312731],
  [0.9305681557970262, 0.17392742256872692],
] as const;

interface Elements {
  readonly place: readonly number[];
  readonly stiffness: Float64Array;
  readonly mass: Float64Array;
  /** Unknowns: displacement and slope of every node but the clamped first. */
  readonly size: number;
}

export function strandModes(gamma: number, count: number): Mode[] {
  const elements = assemble(gamma);
  return Array.from({ length: count }, (_, k) => {
    const square = eigenvalue(elements, k);
    const vector = eigenvector(elements, square);
    return { omega: Math.sqrt(square), shape: (s) => evaluate(elements.place, vector, s) };
  });
}

/** The four cubic Hermite functions, or their first or second derivatives, at ξ of an element of length h. */
function hermite(xi: number, h: number, derivative: 0 | 1 | 2): readonly [number, number, number, number] {
  if (derivative === 0)
    return [
      1 - 3 * xi * xi + 2 * xi * xi * xi,
      h * (xi - 2 * xi * xi + xi * xi * xi),
      3 * xi * xi - 2 * xi * xi * xi,
      h * (xi * xi * xi - xi * xi),
    ];
  if (derivative === 1)
    return [(6 * xi * xi - 6 * xi) / h, 1 - 4 * xi + 3 * xi * xi, (6 * xi - 6 * xi * xi) / h, 3 * xi * xi - 2 * xi];
  return [(12 * xi - 6) / (h * h), (6 * xi - 4) / h, (6 - 12 * xi) / (h * h), (6 * xi - 2) / h];
}

function assemble(gamma: number): Elements {
  const place = Array.from({ length: ELEMENTS + 1 }, (_, i) => (i / ELEMENTS) ** 1.5);
  const size = 2 * ELEMENTS;
  const stiffness = new Float64Array(size * (BAND + 1));
  const mass = new Float64Array(size * (BAND + 1));
  for (let e = 0; e < ELEMENTS; e++) {
    const h = place[e + 1]! - place[e]!;
    for (const [xi, weight] of GAUSS) {
      const tension = gamma * (1 - place[e]! - xi * h);
      const value = hermite(xi, h, 0);
      const slope = hermite(xi, h, 1);
      const bend = hermite(xi, h, 2);
      for (let a = 0; a < 4; a++)
        for (let b = 0; b <= a; b++) {
          const row = 2 * (e - 1) + a;
          const column = 2 * (e - 1) + b;
          if (column < 0) continue;
          const m = bandIndex(BAND, row, column);
          stiffness[m] = stiffness[m]! + weight * h * (bend[a]! * bend[b]! + tension * slope[a]! * slope[b]!);
          mass[m] = mass[m]! + weight * h * value[a]! * value[b]!;
        }
    }
  }
  return { place, stiffness, mass, size };
}

function shifted({ stiffness, mass, size }: Elements, square: number): Float64Array {
  const matrix = stiffness.map((value, i) => value - square * mass[i]!);
  factorBanded(matrix, size, BAND);
  return matrix;
}

/** How many eigenvalues lie below. */
function countBelow(elements: Elements, square: number): number {
  const matrix = shifted(elements, square);
  let count = 0;
  for (let i = 0; i < elements.size; i++) if (matrix[bandIndex(BAND, i, i)]! < 0) count++;
  return count;
}

function eigenvalue(elements: Elements, k: number): number {
  let high = 1;
  while (countBelow(elements, high) <= k) high *= 2;
  let low = 0;
  while (high - low > 1e-12 * high) {
    const middle = 0.5 * (low + high);
    if (middle === low || middle === high) break;
    if (countBelow(elements, middle) > k) high = middle;
    else low = middle;
  }
  return 0.5 * (low + high);
}

function eigenvector(elements: Elements, square: number): Float64Array {
  const matrix = shifted(elements, square * (1 + 1e-7));
  let vector = new Float64Array(elements.size).fill(1);
  for (let n = 0; n < 4; n++) {
    const next = times(elements.mass, vector);
    solveBanded(matrix, next, elements.size, BAND);
    const tip = next[elements.size - 2]!;
    vector = next.map((value) => value / tip);
  }
  return vector;
}

function times(matrix: Float64Array, vector: Float64Array): Float64Array {
  const out = new Float64Array(vector.length);
  for (let i = 0; i < vector.length; i++)
    for (let j = Math.max(0, i - BAND); j <= i; j++) {
      const value = matrix[bandIndex(BAND, i, j)]!;
      out[i] = out[i]! + value * vector[j]!;
      if (j < i) out[j] = out[j]! + value * vector[i]!;
    }
  return out;
}

function evaluate(place: readonly number[], vector: Float64Array, s: number): number {
  if (s <= 0) return 0;
  let e = 0;
  while (e < place.length - 2 && s > place[e + 1]!) e++;
  const h = place[e + 1]! - place[e]!;
  const functions = hermite((s - place[e]!) / h, h, 0);
  let sum = 0;
  for (let a = 0; a < 4; a++) {
    const row = 2 * (e - 1) + a;
    if (row >= 0) sum += functions[a]! * vector[row]!;
  }
  return sum;
}

/** βₖ of the clamped-free beam: cos β cosh β = −1; ω = β² √(EI / ρS L⁴). */
export function beamRoot(k: number): number {
  // 1/cosh instead of cosh: the function stays of order one.
  let beta = k === 0 ? 1.87 : (k + 0.5) * Math.PI;
  for (let n = 0; n < 50; n++) {
    const value = Math.cos(beta) + 1 / Math.cosh(beta);
    const slope = -Math.sin(beta) - Math.tanh(beta) / Math.cosh(beta);
    beta -= value / slope;
  }
  return beta;
}
