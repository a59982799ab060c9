import { cos, sin } from './elementary.ts';
import { addScaled, cross, dot, scale, type Vec3 } from './vector.ts';

/**
 * Rotation vectors φ with R = exp([φ]): how their rates and the body's angular velocity belong together.
 * ω = J φ̇ in body axes, with the right Jacobian J(φ) = 1 − f [φ] + g [φ]², f = (1 − cos a)/a², g = (a − sin a)/a³, a = |φ|.
 */

/** Below this a² the closed forms lose digits to cancellation; the series are exact to the last bit with eight terms there. */
const SERIES_BELOW = 0.25;

/** f, g, and their derivatives by a divided by a. */
interface Coefficients {
  readonly f: number;
  readonly g: number;
  readonly df: number;
  readonly dg: number;
}

/** Σ (−z)ᵏ / (2k + n)!, k = 0 … 7, and its derivative by a = √z divided by a. */
function series(z: number, n: number): [value: number, slope: number] {
  let factorial = 1;
  for (let i = 2; i <= n; i++) factorial *= i;
  let value = 0;
  let slope = 0;
  let term = 1 / factorial;
  let slopeTerm = 0;
  for (let k = 0; k < 8; k++) {
    value += term;
    slope += slopeTerm;
    const next = (2 * k + 1 + n) * (2 * k + 2 + n);
    slopeTerm = (-2 * (k + 1) * term) / next;
    term *= -z / next;
  }
  return [value, slope];
}

function coefficients(z: number): Coefficients {
  if (z < SERIES_BELOW) {
    const [f, df] = series(z, 2);
    const [g, dg] = series(z, 3);
    return { f, g, df, dg };
  }
  const a = Math.sqrt(z);
  const s = sin(a);
  const c = 1 - cos(a);
  return {
    f: c / z,
    g: (a - s) / (a * z),
    df: (a * s - 2 * c) / (z * z),
    dg: (a * c - 3 * (a - s)) / (z * z * a),
  };
}

/** J(φ) v */
export function rightJacobian(phi: Vec3, v: Vec3): Vec3 {
  const { f, g } = coefficients(dot(phi, phi));
  const once = cross(phi, v);
  return addScaled(addScaled(v, once, -f), cross(phi, once), g);
}

/** J(φ)⁻¹ v, for |φ| below a full turn. */
export function rightJacobianInverse(phi: Vec3, v: Vec3): Vec3 {
  const z = dot(phi, phi);
  const h = 0.5 * Math.sqrt(z);
  // (1 − (a/2) cot(a/2)) / a², by its series near zero.
  const k =
    z < 1e-2
      ? 1 / 12 + z * (1 / 720 + z * (1 / 30240 + z * (1 / 1209600 + z / 47900160)))
      : (1 - (h * cos(h)) / sin(h)) / z;
  const once = cross(phi, v);
  return addScaled(addScaled(v, once, 0.5), cross(phi, once), k);
}

/** (dJ/dt) v where φ changes at the rate φ̇. */
export function rightJacobianRate(phi: Vec3, rate: Vec3, v: Vec3): Vec3 {
  const { f, g, df, dg } = coefficients(dot(phi, phi));
  const along = dot(phi, rate);
  const once = cross(phi, v);
  let sum = scale(once, -df * along);
  sum = addScaled(sum, cross(rate, v), -f);
  sum = addScaled(sum, cross(phi, once), dg * along);
  sum = addScaled(sum, cross(rate, once), g);
  return addScaled(sum, cross(phi, cross(rate, v)), g);
}
