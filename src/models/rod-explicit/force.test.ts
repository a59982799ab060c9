import { describe, expect, it } from 'vitest';
import { fromAxisAngle, rotate } from '../../numeric/rotation.ts';
import { add, addScaled, at, cross, length, type Vec3 } from '../../numeric/vector.ts';
import { denseForce } from './force-dense.fixture.ts';
import { makePose, poseFromAngles } from './pose.ts';
import { elasticEnergy, elasticForce, torques } from './reference.fixture.ts';
import { setRestState } from './rest-state.ts';
import { helixPoints, randomRod, relativeError } from './rod.fixture.ts';
import { makeRod, setStiffness } from './rod.ts';
import { relaxTwist } from './twist-newton.ts';
import { makeTwistProblem, measureBent } from './twist-problem.ts';

/** Sum of forces, and sum of their moments about the origin. */
function resultants(x: Float64Array, force: Float64Array): readonly [Vec3, Vec3] {
  let sum: Vec3 = [0, 0, 0];
  let moment: Vec3 = [0, 0, 0];
  for (let i = 0; i < x.length / 3; i++) {
    sum = add(sum, at(force, i));
    moment = add(moment, cross(at(x, i), at(force, i)));
  }
  return [sum, moment];
}

describe('force', () => {
  it.each([11, 12, 13])('balances: Σ F = 0 and Σ x × F = Σ t ∇U for any state, seed %i', (seed) => {
    for (const lengths of ['rest', 'current'] as const) {
      const { rod, pose } = randomRod(seed, 9, lengths);
      const [sum, moment] = resultants(pose.x, elasticForce(rod, pose));
      expect(length(sum)).toBeLessThan(1e-13);
      let expected: Vec3 = [0, 0, 0];
      torques(rod, pose).forEach((torque, j) => {
        expected = addScaled(expected, at(pose.tangent, j), torque);
      });
      expect(length(addScaled(moment, expected, -1))).toBeLessThan(1e-12);
    }
  });

  it('vanishes at the rest shape, and a rigid motion changes no energy and turns all forces', () => {
    const rod = makeRod(20);
    setStiffness(rod, 2, 1, 0.7);
    const rest = setRestState(rod, helixPoints(20, 0.01, 40, 20));
    expect(elasticEnergy(rod, rest.pose)).toBe(0);
    expect(Math.max(...elasticForce(rod, rest.pose).map(Math.abs))).toBe(0);
    const { rod: other, x, u1, theta, pose } = randomRod(14);
    const turn = fromAxisAngle([1, -2, 0.5], 2.1);
    const turned = x.slice();
    for (let i = 0; i < 8; i++) turned.set(add(rotate(turn, at(x, i)), [3, 1, -2]), 3 * i);
    const turnedU1 = u1.slice();
    turnedU1.set(rotate(turn, at(u1, 0)));
    const moved = makePose(8);
    poseFromAngles(other, turned, turnedU1, theta, moved);
    expect(elasticEnergy(other, moved)).toBeCloseTo(elasticEnergy(other, pose), 12);
    const before = elasticForce(other, pose);
    const expected = Float64Array.from({ length: 8 }, (_, i) => i).reduce((out, i) => {
      out.set(rotate(turn, at(before, i)), 3 * i);
      return out;
    }, new Float64Array(24));
    expect(relativeError(elasticForce(other, moved), expected)).toBeLessThan(1e-12);
  });

  it.each([
    [21, [0]],
    [22, [0]],
    [23, [0, 6]],
    [24, [0, 3, 6]],
  ])('equals the printed form where the unclamped angles are at rest, seed %i, clamped %j', (seed, edges) => {
    const { rod, x, u1, theta, pose } = randomRod(seed, 8, 'current');
    const problem = makeTwistProblem(rod);
    for (const j of edges) problem.clamped[j] = 1;
    measureBent(pose, u1, problem.bent);
    relaxTwist(problem, theta, { tolerance: 1e-14 });
    poseFromAngles(rod, x, u1, theta, pose);
    const local = elasticForce(rod, pose);
    // The Bishop frame starts on the first edge, which therefore stays: its nodes are left out.
    const dense = denseForce(rod, pose, problem.clamped);
    expect(relativeError(local.slice(6), dense.slice(6))).toBeLessThan(1e-10);
  });
});
