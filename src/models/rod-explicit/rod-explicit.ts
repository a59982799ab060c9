import { transport } from '../../numeric/rotation.ts';
import { at, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { ModelSetup } from '../model.ts';
import { groomAsPresent } from '../store/place.ts';
import { defineModel, type Physics } from '../store/stored-strands.ts';
import { balance, buildStrand } from './build.ts';
import { type ExplicitStrand, ROD_EXPLICIT_FIELDS, rodOf } from './fields.ts';
import { transportAlong } from './frames.ts';
import { type RodExplicitParameters, rodExplicitParameters } from './parameters.ts';
import { makePose, measureCentreline, type Pose } from './pose.ts';
import { ExplicitStepper } from './step.ts';
import { jointSoftness, StepLimit } from './step-limit.ts';
import { StrandStepper } from './strand-step.ts';

/** Discrete elastic rods as the documents state them: explicit, in double precision, one strand after another. */
export const rodExplicit = defineModel({
  name: 'rod-explicit',
  about:
    'Discrete elastic rods as published: explicit, twist at rest, lengths and bodies by projection; slow and exact.',
  parameters: rodExplicitParameters,
  fields: ROD_EXPLICIT_FIELDS,
  physics: explicitPhysics,
});

function explicitPhysics(setup: ModelSetup, parameters: RodExplicitParameters): Physics<typeof ROD_EXPLICIT_FIELDS> {
  const options = { ...setup, ...parameters };
  const poseOf = (strand: ExplicitStrand): Pose => new StrandStepper(strand, parameters).present();
  return {
    build: buildStrand(options),
    stepper: (store) => new ExplicitStepper(store, parameters, setup.makeContacts),
    present(strand) {
      // Measuring relaxes the twist, which is the step's business.
      const theta = strand.theta.slice();
      const { curvature, twist } = poseOf(strand);
      strand.theta.set(theta);
      return { restCurvature: curvature, restTwist: twist };
    },
    adoptShape(strand) {
      if (strand.nodes < 2) return;
      balance(strand, poseOf(strand), options);
      if (strand.rooted[0] !== 1) return;
      groomAsPresent(strand);
      strand.groomedTheta.set(strand.theta);
    },
    setState(strand, positions, velocities) {
      const tangent = (): Vec3 => normalize(subtract(at(strand.position, 1), at(strand.position, 0)));
      const before = strand.nodes > 1 ? tangent() : null;
      strand.position.set(positions);
      strand.velocity.set(velocities);
      if (before) strand.u1.set(transport(before, tangent(), at(strand.u1, 0)));
      return 0;
    },
    afterCut(root, tip, whole) {
      tip.u1.set(frameOfEdge(whole, whole.nodes - tip.nodes));
      const shortest = STUB * new StepLimit(rodOf(whole), whole.mass, 0).longest(null);
      softenStub(root, root.nodes - 2, shortest);
      softenStub(tip, 1, shortest);
    },
  };
}

/** The joint of a stub that a cut leaves is made so soft that it shortens internal steps to no less than this fraction. */
const STUB = 0.35;

/** Only joint i, beside the cut. */
function softenStub(part: ExplicitStrand, i: number, shortest: number): void {
  if (i < 1 || i > part.nodes - 2 || !Number.isFinite(shortest)) return;
  const softness = jointSoftness(rodOf(part), new Float64Array(3 * part.nodes), part.mass, shortest);
  part.softness[i] = part.softness[i]! * softness[i]!;
}

/** Bishop u₁ of edge j. */
function frameOfEdge(strand: ExplicitStrand, j: number): Float64Array {
  const pose = makePose(strand.nodes);
  pose.x.set(strand.position);
  measureCentreline(rodOf(strand), pose);
  const u1 = new Float64Array(3 * (strand.nodes - 1));
  u1.set(strand.u1);
  transportAlong(pose.tangent, u1);
  return u1.subarray(3 * j, 3 * j + 3);
}
