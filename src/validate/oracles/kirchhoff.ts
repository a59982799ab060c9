import {
  conjugate,
  expMap,
  fromAxes,
  logMap,
  multiply,
  normalizeQuat,
  type Quat,
  rotate,
} from '../../numeric/rotation.ts';
import { add, addScaled, cross, scale, subtract, type Vec3, ZERO } from '../../numeric/vector.ts';

/**
 * Balance of the continuous Kirchhoff rod that hangs from a clamp by its own weight.
 *
 * Material axes: d₁ the major one, d₃ the tangent. r' = d₃, the axes turn at u = û + K⁻¹ m (components on them),
 * m' + r' × n = 0, and n = ρS g (L − s) is known because nothing but weight acts. At the free tip m = 0 and only the
 * orientation is unknown: shooting from there on three numbers must meet the clamp's axes. Gravity is raised in small parts, so
 * the balance found is the one that the natural shape leads to.
 */
export interface HangingRod {
  /** Length from the clamp to the tip, metres. */
  readonly length: number;
  /** Bending about d₁ and d₂ and twisting, N m². */
  readonly stiffness: Vec3;
  /** û: natural curvatures about d₁ and d₂ and natural twist, 1/m, the same all along. */
  readonly natural: Vec3;
  /** kg/m. */
  readonly lineDensity: number;
  readonly gravity: Vec3;
  /** Axes at the clamp. */
  readonly tangent: Vec3;
  readonly major: Vec3;
}

export interface HangingOptions {
  /** Runge–Kutta steps along the rod. */
  readonly steps?: number;
  /** Parts in which gravity is raised. */
  readonly parts?: number;
}

export const HANGING_DEFAULTS: Required<HangingOptions> = Object.freeze({ steps: 600, parts: 24 });

export interface Hanging {
  /** Points from the clamp to the tip, relative to the clamp. */
  readonly points: readonly Vec3[];
  /** What is left of the difference of the axes at the clamp, radian. */
  readonly miss: number;
}

interface Section {
  readonly r: Vec3;
  readonly q: Quat;
  readonly m: Vec3;
}

export function hangingRod(rod: HangingRod, options: HangingOptions = {}): Hanging {
  const { steps, parts } = { ...HANGING_DEFAULTS, ...options };
  const clamp = fromAxes(rod.major, cross(rod.tangent, rod.major), rod.tangent);
  // Without weight the axes turn evenly by û.
  let tip = multiply(clamp, expMap(scale(rod.natural, rod.length)));
  let miss: Vec3 = ZERO;
  for (let part = 1; part <= parts; part++) {
    const load = scale(rod.gravity, (rod.lineDensity * part) / parts);
    // On the way it is enough to stay near the balance: the next part begins there.
    const enough = part < parts ? 1e-3 : 1e-9;
    const missOf = (turn: Vec3): Vec3 =>
      logMap(multiply(march(rod, load, multiply(expMap(turn), tip), steps).at(-1)!.q, conjugate(clamp)));
    for (let n = 0; n < 12; n++) {
      miss = missOf(ZERO);
      if (Math.hypot(...miss) < enough) break;
      tip = normalizeQuat(multiply(expMap(newtonTurn(missOf, miss)), tip));
    }
  }
  const sections = march(rod, scale(rod.gravity, rod.lineDensity), tip, steps).reverse();
  return { points: sections.map(({ r }) => subtract(r, sections[0]!.r)), miss: Math.hypot(...miss) };
}

/** The turn of the tip that Newton's method with differences proposes. */
function newtonTurn(missOf: (turn: Vec3) => Vec3, miss: Vec3): Vec3 {
  const h = 1e-6;
  const [a, b, c] = (
    [
      [h, 0, 0],
      [0, h, 0],
      [0, 0, h],
    ] as const
  ).map((turn) => scale(subtract(missOf(turn), missOf([-turn[0], -turn[1], -turn[2]])), 0.5 / h)) as [Vec3, Vec3, Vec3];
  // Cramer's rule for a x + b y + c z = −miss.
  const [bc, ca, ab] = [cross(b, c), cross(c, a), cross(a, b)];
  const determinant = a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2];
  const fraction = (n: Vec3): number => -(miss[0] * n[0] + miss[1] * n[1] + miss[2] * n[2]) / determinant;
  const turn: Vec3 = [fraction(bc), fraction(ca), fraction(ab)];
  const size = Math.hypot(...turn);
  return size > MOST_TURN ? scale(turn, MOST_TURN / size) : turn;
}

const MOST_TURN = 0.5;

/** Sections from the tip to the clamp. `load` is the weight of a metre as a vector. */
function march(rod: HangingRod, load: Vec3, tip: Quat, steps: number): Section[] {
  const h = -rod.length / steps;
  let now: Section = { r: ZERO, q: tip, m: ZERO };
  const sections = [now];
  for (let n = 0; n < steps; n++) {
    const beyond = -n * h;
    const k1 = rates(rod, load, now, beyond);
    const k2 = rates(rod, load, moved(now, k1, 0.5 * h), beyond - 0.5 * h);
    const k3 = rates(rod, load, moved(now, k2, 0.5 * h), beyond - 0.5 * h);
    const k4 = rates(rod, load, moved(now, k3, h), beyond - h);
    now = moved(now, mean(k1, k2, k3, k4), h);
    now = { ...now, q: normalizeQuat(now.q) };
    sections.push(now);
  }
  return sections;
}

interface Rates {
  readonly r: Vec3;
  readonly q: readonly [number, number, number, number];
  readonly m: Vec3;
}

function rates({ stiffness, natural }: HangingRod, load: Vec3, { q, m }: Section, beyond: number): Rates {
  const own = rotate(conjugate(q), m);
  const u: Vec3 = [
    natural[0] + own[0] / stiffness[0],
    natural[1] + own[1] / stiffness[1],
    natural[2] + own[2] / stiffness[2],
  ];
  const tangent = rotate(q, [0, 0, 1]);
  const turn = multiply(q, [0.5 * u[0], 0.5 * u[1], 0.5 * u[2], 0]);
  return { r: tangent, q: turn, m: scale(cross(tangent, load), -beyond) };
}

const moved = ({ r, q, m }: Section, rate: Rates, h: number): Section => ({
  r: addScaled(r, rate.r, h),
  q: [q[0] + h * rate.q[0], q[1] + h * rate.q[1], q[2] + h * rate.q[2], q[3] + h * rate.q[3]],
  m: addScaled(m, rate.m, h),
});

function mean(a: Rates, b: Rates, c: Rates, d: Rates): Rates {
  const vector = (part: 'r' | 'm'): Vec3 =>
    scale(add(add(a[part], scale(b[part], 2)), add(scale(c[part], 2), d[part])), 1 / 6);
  const q = [0, 1, 2, 3].map((i) => (a.q[i]! + 2 * b.q[i]! + 2 * c.q[i]! + d.q[i]!) / 6);
  return { r: vector('r'), q: [q[0]!, q[1]!, q[2]!, q[3]!], m: vector('m') };
}
