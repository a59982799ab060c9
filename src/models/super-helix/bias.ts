import { add, addScaled, at, cross, dot, scale, type Vec3 } from '../../numeric/vector.ts';
import { STUMPFF } from './stumpff.ts';
import type { HelixSystem } from './system.ts';

/** Velocity, spin, acceleration and angular acceleration of the first point and its frame. */
export interface RootKinematics {
  readonly velocity: Vec3;
  readonly spin: Vec3;
  readonly acceleration: Vec3;
  readonly angularAcceleration: Vec3;
}

const E0: Vec3 = [1, 0, 0];

/**
 * Velocities of all points for curvatures that change at `rate`, and the accelerations they would have if these rates stayed:
 * Coriolis, centrifugal and the root's. Exact, in closed form: inside an element the shape is σ V(σ w) e₀, whose first and
 * second derivative along the rate are sums of Stumpff functions; an element's end hands on spin and angular acceleration.
 */
export function writeBias(
  system: HelixSystem,
  rate: Float64Array,
  root: RootKinematics,
  velocity: Float64Array,
  bias: Float64Array,
): void {
  let { velocity: v, spin, acceleration: a, angularAcceleration: alpha } = root;
  const { frame, w, length, coefficient, elementCoefficient } = system;
  for (let e = 0; e < system.elements; e++) {
    const turn = (x: Vec3): Vec3 => rotated(frame, 9 * e, x);
    const darboux = at(w, e);
    const change = at(rate, e);
    for (let p = system.head[e]!; p >= 0; p = system.next[p]!) {
      const sigma = system.place[p]!;
      const motion = along(scale(darboux, sigma), scale(change, sigma), sigma, coefficient, STUMPFF * p);
      const arm = turn(motion.place);
      velocity.set(add(add(v, cross(spin, arm)), turn(motion.rate)), 3 * p);
      bias.set(ride(a, alpha, spin, arm, turn(motion.rate), turn(motion.second)), 3 * p);
    }
    const l = length[e]!;
    const [phi, dot1, c] = [scale(darboux, l), scale(change, l), STUMPFF * e];
    const motion = along(phi, dot1, l, elementCoefficient, c);
    const arm = turn(motion.place);
    const own = turn(spinOf(phi, dot1, elementCoefficient, c));
    const ownRate = turn(spinRateOf(phi, dot1, elementCoefficient, c));
    a = ride(a, alpha, spin, arm, turn(motion.rate), turn(motion.second));
    v = add(add(v, cross(spin, arm)), turn(motion.rate));
    alpha = add(add(alpha, cross(spin, own)), ownRate);
    spin = add(spin, own);
  }
}

/** a + α × d + ω × (ω × d) + 2 ω × ḋ + d̈ */
function ride(a: Vec3, alpha: Vec3, spin: Vec3, arm: Vec3, rate: Vec3, second: Vec3): Vec3 {
  const centrifugal = cross(spin, cross(spin, arm));
  return add(add(add(a, cross(alpha, arm)), add(centrifugal, second)), scale(cross(spin, rate), 2));
}

function rotated(frame: Float64Array, f: number, x: Vec3): Vec3 {
  return [
    frame[f]! * x[0] + frame[f + 1]! * x[1] + frame[f + 2]! * x[2],
    frame[f + 3]! * x[0] + frame[f + 4]! * x[1] + frame[f + 5]! * x[2],
    frame[f + 6]! * x[0] + frame[f + 7]! * x[1] + frame[f + 8]! * x[2],
  ];
}

/** k_n = n c_{n+2} − c_{n+1}: φ k_n is the derivative of c_n. */
const slopeOf = (c: Float64Array, at: number, n: number): number => n * c[at + n + 2]! - c[at + n + 1]!;

/** σ V(φ) e₀ with its first and second derivative where φ changes at the rate φ̇. */
function along(
  phi: Vec3,
  rate: Vec3,
  sigma: number,
  c: Float64Array,
  at: number,
): { readonly place: Vec3; readonly rate: Vec3; readonly second: Vec3 } {
  const [c2, c3, k2, k3] = [c[at + 2]!, c[at + 3]!, slopeOf(c, at, 2), slopeOf(c, at, 3)];
  const k4 = slopeOf(c, at, 4);
  const k5 = slopeOf(c, at, 5);
  const mixed = dot(phi, rate);
  const square = dot(rate, rate);
  const second2 = (2 * k4 - k3) * mixed * mixed + k2 * square;
  const second3 = (3 * k5 - k4) * mixed * mixed + k3 * square;
  const once = cross(phi, E0);
  const twice = cross(phi, once);
  const turned = cross(rate, E0);
  const both = add(cross(rate, once), cross(phi, turned));
  const place = addScaled(addScaled(E0, once, c2), twice, c3);
  let first = addScaled(scale(once, k2 * mixed), turned, c2);
  first = addScaled(addScaled(first, twice, k3 * mixed), both, c3);
  let second = addScaled(scale(once, second2), turned, 2 * k2 * mixed);
  second = addScaled(addScaled(second, twice, second3), both, 2 * k3 * mixed);
  second = addScaled(second, cross(rate, turned), 2 * c3);
  return { place: scale(place, sigma), rate: scale(first, sigma), second: scale(second, sigma) };
}

/** Spin of exp[φ] where φ changes at the rate φ̇: V φ̇. */
function spinOf(phi: Vec3, rate: Vec3, c: Float64Array, at: number): Vec3 {
  const once = cross(phi, rate);
  return addScaled(addScaled(rate, once, c[at + 2]!), cross(phi, once), c[at + 3]!);
}

/** d/dt (V φ̇) for a steady φ̇. */
function spinRateOf(phi: Vec3, rate: Vec3, c: Float64Array, at: number): Vec3 {
  const mixed = dot(phi, rate);
  const once = cross(phi, rate);
  const sum = addScaled(scale(once, slopeOf(c, at, 2) * mixed), cross(phi, once), slopeOf(c, at, 3) * mixed);
  return addScaled(sum, cross(rate, once), c[at + 3]!);
}
