import { Random } from '../../numeric/random.ts';
import { sectionOf } from '../section.ts';
import { transportAlong } from './frames.ts';
import { makePose, measureCentreline } from './pose.ts';
import { setRestState } from './rest-state.ts';
import { helixPoints } from './rod.fixture.ts';
import { makeRod, setStiffness } from './rod.ts';
import { makeTwistProblem, measureBent, type TwistProblem } from './twist-problem.ts';

/**
 * A curl of real hair (κ 40, τ 20 per metre, edges of 1 cm) whose nodes are moved at random by up to `shake` metres.
 * It is curled by nature, or else only twisted so and bent by force.
 */
export function shakenCurl(
  nodes: number,
  ellipticity: number,
  shake: number,
  seed: number,
  isCurled = true,
): { problem: TwistProblem; theta: Float64Array } {
  const section = sectionOf({ radius: 50e-6, ellipticity, density: 1300, youngsModulus: 1.5e9, poissonRatio: 0.48 });
  const rod = makeRod(nodes, 'current');
  setStiffness(rod, section.stiff, section.soft, section.twist);
  const x = helixPoints(nodes, 0.01, 40, 20);
  const rest = setRestState(rod, x);
  if (!isCurled) rod.restCurvature.fill(0);
  const random = new Random(seed);
  const pose = makePose(nodes);
  pose.x.set(x);
  for (let c = 6; c < x.length; c++) pose.x[c] = pose.x[c]! + random.between(-shake, shake);
  measureCentreline(rod, pose);
  const u1 = rest.u1.slice();
  transportAlong(pose.tangent, u1);
  const problem = makeTwistProblem(rod);
  measureBent(pose, u1, problem.bent);
  problem.clamped[0] = 1;
  return { problem, theta: rest.theta };
}

/**
 * A rod whose binormals are given as angles η (NaN: unbent) of size 0.3 in the Bishop frame; β/l = 1, l = 1, no rest
 * curvature.
 */
export function drawnProblem(eta: readonly number[], restTwist = 0): TwistProblem {
  const nodes = eta.length + 2;
  const rod = makeRod(nodes);
  rod.restLength.fill(0.5);
  rod.span.fill(1, 1, nodes - 1);
  setStiffness(rod, 1000, 1, 1);
  rod.restTwist.fill(restTwist, 1, nodes - 1);
  const problem = makeTwistProblem(rod);
  eta.forEach((angle, k) => {
    if (!Number.isNaN(angle)) problem.bent.set([0.3 * Math.cos(angle), 0.3 * Math.sin(angle)], 2 * (k + 1));
  });
  problem.clamped[0] = 1;
  return problem;
}
