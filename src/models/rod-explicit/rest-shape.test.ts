import { describe, expect, it } from 'vitest';
import { at, dot, scale, type Vec3 } from '../../numeric/vector.ts';
import { bendingMoments } from './energy.ts';
import type { Pose } from './pose.ts';
import { elasticForce, torques } from './reference.fixture.ts';
import { balanceRestShape } from './rest-shape.ts';
import { randomRod } from './rod.fixture.ts';
import type { Rod } from './rod.ts';

/** Largest force across the strand and largest torque that tensions cannot balance, as fractions of the loads at work. */
function imbalance(rod: Rod, pose: Pose, loads: Float64Array): readonly [number, number] {
  const force = elasticForce(rod, pose).map((f, c) => f + loads[c]!);
  const largest = Math.max(...elasticForce(rod, pose).map(Math.abs));
  let worst = 0;
  let tension: Vec3 = [0, 0, 0];
  for (let i = rod.nodes - 1; i >= 2; i--) {
    const t = at(pose.tangent, i - 1);
    const total = at(force, i).map((f, c) => f + tension[c]!) as unknown as Vec3;
    tension = scale(t, dot(total, t));
    for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs(total[c]! - tension[c]!));
  }
  const bending = new Float64Array(4 * rod.nodes);
  bendingMoments(rod, pose.curvature, bending);
  const torque = torques(rod, pose);
  const moment = Math.max(...bending.map(Math.abs));
  return [worst / largest, Math.max(...torque.slice(1).map(Math.abs)) / moment];
}

describe('rest shape in balance', () => {
  it.each([31, 32, 33])('makes a random pose an equilibrium under random loads, seed %i', (seed) => {
    const { rod, pose } = randomRod(seed, 12, 'current');
    const loads = Float64Array.from({ length: 36 }, (_, c) => Math.sin(seed + 7 * c));
    balanceRestShape(rod, pose, loads);
    const [force, torque] = imbalance(rod, pose, loads);
    expect(force).toBeLessThan(1e-12);
    expect(torque).toBeLessThan(1e-12);
  });

  it('without loads is the pose itself', () => {
    const { rod, pose } = randomRod(34, 9);
    balanceRestShape(rod, pose, new Float64Array(27));
    expect([...rod.restCurvature]).toEqual([...pose.curvature]);
    expect([...rod.restTwist]).toEqual([...pose.twist]);
  });
});
