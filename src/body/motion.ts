import { IDENTITY, multiply, normalizeQuat, type Quat, rotate } from '../numeric/rotation.ts';
import { add, addScaled, cross, type Vec3, ZERO } from '../numeric/vector.ts';

/** Where a rigid thing is and how it moves, in world coordinates. */
export interface RigidState {
  readonly position: Vec3;
  readonly orientation: Quat;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  readonly acceleration: Vec3;
  readonly angularAcceleration: Vec3;
}

/** A motion known at every time, with continuous velocity and acceleration. */
export interface RigidMotion {
  at(time: number): RigidState;
}

export const AT_REST: RigidState = /* @__PURE__ */ Object.freeze({
  position: ZERO,
  orientation: IDENTITY,
  velocity: ZERO,
  angularVelocity: ZERO,
  acceleration: ZERO,
  angularAcceleration: ZERO,
});

/** Stays where it is for ever. */
export function restMotion(position: Vec3 = ZERO, orientation: Quat = IDENTITY): RigidMotion {
  const state: RigidState = Object.freeze({ ...AT_REST, position, orientation: normalizeQuat(orientation) });
  return { at: () => state };
}

/** What moves by `inner` in the coordinates of a carrier that itself moves by `outer`: a head on a walking figure. */
export function composeMotion(outer: RigidMotion, inner: RigidMotion): RigidMotion {
  return { at: (time) => composeStates(outer.at(time), inner.at(time)) };
}

/** The state in the world of a thing whose state `b` is given in the moving coordinates of `a`. */
export function composeStates(a: RigidState, b: RigidState): RigidState {
  const q = a.orientation;
  const r = rotate(q, b.position);
  const relativeVelocity = rotate(q, b.velocity);
  const relativeSpin = rotate(q, b.angularVelocity);
  const omega = a.angularVelocity;
  // Euler, centripetal, Coriolis and relative acceleration, in this order.
  let acceleration = add(a.acceleration, cross(a.angularAcceleration, r));
  acceleration = add(acceleration, cross(omega, cross(omega, r)));
  acceleration = addScaled(acceleration, cross(omega, relativeVelocity), 2);
  acceleration = add(acceleration, rotate(q, b.acceleration));
  return {
    position: add(a.position, r),
    orientation: normalizeQuat(multiply(q, b.orientation)),
    velocity: add(add(a.velocity, cross(omega, r)), relativeVelocity),
    angularVelocity: add(omega, relativeSpin),
    acceleration,
    angularAcceleration: add(add(a.angularAcceleration, cross(omega, relativeSpin)), rotate(q, b.angularAcceleration)),
  };
}

/** The velocity of the body's material at a point of the world. */
export function surfaceVelocity(state: RigidState, x: number, y: number, z: number): Vec3 {
  const r: Vec3 = [x - state.position[0], y - state.position[1], z - state.position[2]];
  return add(state.velocity, cross(state.angularVelocity, r));
}
