import { conjugate, expMap, logMap, multiply, normalizeQuat, type Quat, rotate } from '../numeric/rotation.ts';
import { rightJacobian, rightJacobianInverse, rightJacobianRate } from '../numeric/rotation-vector.ts';
import { add, addScaled, isFinite3, scale, subtract, type Vec3, ZERO } from '../numeric/vector.ts';
import { InputError } from '../strands/input-error.ts';
import { type RigidMotion, type RigidState, restMotion } from './motion.ts';

export interface MotionKey {
  /** Seconds. */
  readonly time: number;
  readonly position: Vec3;
  readonly orientation: Quat;
}

/**
 * A smooth motion through keys, each reached exactly, with continuous velocity and acceleration (C²).
 *
 * Local quintic interpolation: at each key the velocity and acceleration of the parabola through it and its neighbours,
 * and between two keys the quintic that meets both ends; rotations do the same in rotation vectors about the earlier
 * key. A key so influences two intervals to either side and no more. At the first and the last key the motion is at
 * rest, and stays so before and after. Turns between keys take the short way: give a key at least every third of a
 * turn.
 */
export function keyframedMotion(keys: readonly MotionKey[]): RigidMotion {
  const path = prepare(keys);
  if (path.length === 1) return restMotion(path[0]!.position, path[0]!.orientation);
  const segments: Segment[] = [];
  for (let i = 0; i + 1 < path.length; i++) segments.push(makeSegment(path, i));
  const before = restMotion(path[0]!.position, path[0]!.orientation);
  const end = path[path.length - 1]!;
  const after = restMotion(end.position, end.orientation);
  return {
    at: (time) => {
      if (!(time > path[0]!.time)) return before.at(time);
      if (time >= end.time) return after.at(time);
      return evaluate(segments[find(segments, time)]!, time);
    },
  };
}

/** Checks the keys and gives each orientation the sign that is nearer to the one before. */
function prepare(keys: readonly MotionKey[]): MotionKey[] {
  if (keys.length === 0) throw new InputError('motion/no-keys', 'A keyframed motion needs at least one key.');
  const path: MotionKey[] = [];
  for (const [i, key] of keys.entries()) {
    const norm = key.orientation.reduce((sum, c) => sum + c * c, 0);
    if (!(Number.isFinite(key.time) && isFinite3(key.position) && norm > 1e-12 && Number.isFinite(norm)))
      throw new InputError(
        'motion/key',
        `Key ${i} of the motion has a time, position or orientation that is not usable: all must be finite numbers and the quaternion not zero.`,
      );
    const last = path[path.length - 1];
    if (last && !(key.time > last.time))
      throw new InputError(
        'motion/order',
        `Key ${i} of the motion is at ${key.time} s, not after the key before it (${last.time} s): sort the keys and remove doubles.`,
      );
    let q = normalizeQuat(key.orientation);
    if (last && q.reduce((sum, c, k) => sum + c * last.orientation[k]!, 0) < 0) q = [-q[0], -q[1], -q[2], -q[3]];
    path.push({ time: key.time, position: key.position, orientation: q });
  }
  return path;
}

/** c₁u + … + c₅u⁵ over u in [0, 1], and the time that u = 1 stands for. */
interface Quintic {
  readonly span: number;
  readonly coefficients: readonly [Vec3, Vec3, Vec3, Vec3, Vec3];
}

interface Segment {
  readonly start: MotionKey;
  readonly shift: Quintic;
  readonly turn: Quintic;
}

/** First and second derivative in time. */
interface Rates {
  readonly first: Vec3;
  readonly second: Vec3;
}

const REST: Rates = { first: ZERO, second: ZERO };

/** The quintic from 0 to `end` with the given derivatives at both ends. */
function quintic(span: number, start: Rates, end: Vec3, finish: Rates): Quintic {
  const c1 = scale(start.first, span);
  const c2 = scale(start.second, 0.5 * span * span);
  // What value, slope and curvature still miss at u = 1.
  const d = subtract(subtract(end, c1), c2);
  const e = addScaled(subtract(scale(finish.first, span), c1), c2, -2);
  const f = addScaled(scale(finish.second, span * span), c2, -2);
  const c3 = addScaled(addScaled(scale(d, 10), e, -4), f, 0.5);
  const c4 = addScaled(addScaled(scale(d, -15), e, 7), f, -1);
  const c5 = addScaled(addScaled(scale(d, 6), e, -3), f, 0.5);
  return { span, coefficients: [c1, c2, c3, c4, c5] };
}

/**
 * Velocity and acceleration at a key of the parabola through it and its neighbours, with the steps `ahead` (after the
 * time h) and `behind` (before the time k): v = (k² ahead − h² behind) / hk(h + k), a = 2 (k ahead + h behind) / hk(h +
 * k).
 */
function parabola(ahead: Vec3, h: number, behind: Vec3, k: number): Rates {
  const s = 1 / (h * k * (h + k));
  return {
    first: addScaled(scale(ahead, k * k * s), behind, -h * h * s),
    second: addScaled(scale(ahead, 2 * k * s), behind, 2 * h * s),
  };
}

const turnBetween = (from: MotionKey, to: MotionKey): Vec3 =>
  logMap(multiply(conjugate(from.orientation), to.orientation));

/** Rates of position and of body rotation at key i; in rotation vectors about the key itself φ̇ is ω and φ̈ is ω̇. */
function ratesAt(path: readonly MotionKey[], i: number): { shift: Rates; turn: Rates } {
  if (i === 0 || i === path.length - 1) return { shift: REST, turn: REST };
  const [a, b, c] = [path[i - 1]!, path[i]!, path[i + 1]!];
  const h = c.time - b.time;
  const k = b.time - a.time;
  return {
    shift: parabola(subtract(c.position, b.position), h, subtract(a.position, b.position), k),
    turn: parabola(turnBetween(b, c), h, turnBetween(b, a), k),
  };
}

function makeSegment(path: readonly MotionKey[], i: number): Segment {
  const start = path[i]!;
  const end = path[i + 1]!;
  const span = end.time - start.time;
  const from = ratesAt(path, i);
  const to = ratesAt(path, i + 1);
  const r = turnBetween(start, end);
  // The end key's ω and ω̇ as rates of the rotation vector about the start key.
  const first = rightJacobianInverse(r, to.turn.first);
  const second = rightJacobianInverse(r, subtract(to.turn.second, rightJacobianRate(r, first, first)));
  return {
    start,
    shift: quintic(span, from.shift, subtract(end.position, start.position), to.shift),
    turn: quintic(span, from.turn, r, { first, second }),
  };
}

function find(segments: readonly Segment[], time: number): number {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (segments[middle]!.start.time <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

function valueAt(q: Quintic, u: number): Vec3 {
  const [c1, c2, c3, c4, c5] = q.coefficients;
  return scale(addScaled(c1, addScaled(c2, addScaled(c3, addScaled(c4, c5, u), u), u), u), u);
}

function firstAt(q: Quintic, u: number): Vec3 {
  const [c1, c2, c3, c4, c5] = q.coefficients;
  const tail = addScaled(scale(c4, 4), c5, 5 * u);
  return scale(addScaled(c1, addScaled(scale(c2, 2), addScaled(scale(c3, 3), tail, u), u), u), 1 / q.span);
}

function secondAt(q: Quintic, u: number): Vec3 {
  const [, c2, c3, c4, c5] = q.coefficients;
  const tail = addScaled(scale(c4, 12), c5, 20 * u);
  return scale(addScaled(scale(c2, 2), addScaled(scale(c3, 6), tail, u), u), 1 / (q.span * q.span));
}

function evaluate(segment: Segment, time: number): RigidState {
  const { start, shift, turn } = segment;
  const u = (time - start.time) / shift.span;
  const phi = valueAt(turn, u);
  const rate = firstAt(turn, u);
  const orientation = normalizeQuat(multiply(start.orientation, expMap(phi)));
  const omega = rightJacobian(phi, rate);
  const alpha = add(rightJacobian(phi, secondAt(turn, u)), rightJacobianRate(phi, rate, rate));
  return {
    position: add(start.position, valueAt(shift, u)),
    orientation,
    velocity: firstAt(shift, u),
    acceleration: secondAt(shift, u),
    // Body axes to world axes; R ω̇ is the world's derivative of R ω because ω × ω = 0.
    angularVelocity: rotate(orientation, omega),
    angularAcceleration: rotate(orientation, alpha),
  };
}
