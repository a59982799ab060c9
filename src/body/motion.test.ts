import { describe, expect, it } from 'vitest';
import { fromAxisAngle, rotate } from '../numeric/rotation.ts';
import { add, cross, distance, subtract, type Vec3 } from '../numeric/vector.ts';
import { headMotion } from './head-motion.ts';
import { AT_REST, composeMotion, composeStates, type RigidMotion, restMotion, surfaceVelocity } from './motion.ts';

describe('rigid motions', () => {
  const walk = headMotion('sway', { cycles: Number.POSITIVE_INFINITY, period: 1.1, amplitude: 0.3 });
  const shake = headMotion('shake', { cycles: Number.POSITIVE_INFINITY, pivot: [0.1, -0.2, 0.05] });
  const nod = headMotion('nod', { cycles: Number.POSITIVE_INFINITY, pivot: [0, -0.1, 0.3], start: 0.2 });
  const carried = composeMotion(composeMotion(walk, shake), nod);

  it('at rest means that nothing changes', () => {
    expect(restMotion().at(3)).toEqual(AT_REST);
    const q = fromAxisAngle([1, 1, 0], 0.4);
    const state = restMotion([1, 2, 3], q).at(-5);
    expect(state.position).toEqual([1, 2, 3]);
    expect(state.velocity).toEqual([0, 0, 0]);
    expect(distance(rotate(state.orientation, [0, 0, 1]), rotate(q, [0, 0, 1]))).toBeLessThan(1e-15);
  });

  it('a carried motion has the derivatives that its positions say', () => {
    for (const time of [0.35, 0.9, 1.7]) {
      const h = 1e-5;
      const [a, b, c] = [carried.at(time - h), carried.at(time), carried.at(time + h)];
      const slope = (p: Vec3, q: Vec3): Vec3 => subtract(q, p).map((d) => d / (2 * h)) as unknown as Vec3;
      expect(distance(slope(a.position, c.position), b.velocity)).toBeLessThan(1e-7);
      expect(distance(slope(a.velocity, c.velocity), b.acceleration)).toBeLessThan(1e-6);
      expect(distance(slope(a.angularVelocity, c.angularVelocity), b.angularAcceleration)).toBeLessThan(1e-6);
      for (const axis of [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ] as Vec3[]) {
        const turned = slope(rotate(a.orientation, axis), rotate(c.orientation, axis));
        expect(distance(turned, cross(b.angularVelocity, rotate(b.orientation, axis)))).toBeLessThan(1e-7);
      }
    }
  });

  it('carrying is associative and rest changes nothing', () => {
    const other = composeMotion(walk, composeMotion(shake, nod)).at(1.3);
    const one = carried.at(1.3);
    for (const key of ['position', 'velocity', 'acceleration', 'angularVelocity', 'angularAcceleration'] as const)
      expect(distance(one[key], other[key])).toBeLessThan(1e-13);
    const state = nod.at(0.9);
    for (const same of [composeStates(AT_REST, state), composeStates(state, AT_REST)])
      for (const key of ['position', 'velocity', 'acceleration', 'angularVelocity'] as const)
        expect(distance(same[key], state[key])).toBeLessThan(1e-15);
  });

  it('the surface moves as a point fixed to the body does', () => {
    const local: Vec3 = [0.1, 0.25, -0.08];
    const where = (motion: RigidMotion, time: number): Vec3 =>
      add(motion.at(time).position, rotate(motion.at(time).orientation, local));
    const h = 1e-5;
    const now = where(carried, 0.8);
    const moved = subtract(where(carried, 0.8 + h), where(carried, 0.8 - h)).map((d) => d / (2 * h)) as unknown as Vec3;
    expect(distance(surfaceVelocity(carried.at(0.8), ...now), moved)).toBeLessThan(1e-7);
  });
});
