import { conjugate, fromAxes, IDENTITY, multiply, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, addScaled, at, cross, dot, normalize, perpendicular, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { ModelSetup } from '../model.ts';
import { defineModel, type Physics } from '../store/stored-strands.ts';
import { buildStrand, measureRestShape, setSupport } from './build.ts';
import { CHAIN_FIELDS, type ChainStrand } from './fields.ts';
import { transportAlong } from './frames.ts';
import { type ChainParameters, chainParameters } from './parameters.ts';
import { ChainStepper } from './step.ts';

/** The simplest strand that keeps its length and its curl: a position-based chain. */
export const chain = defineModel({
  name: 'chain',
  about: 'Inextensible position-based chain with bending towards the groomed shape: simple, stable at any step.',
  parameters: chainParameters,
  fields: CHAIN_FIELDS,
  physics: chainPhysics,
});

function chainPhysics(setup: ModelSetup, parameters: ChainParameters): Physics<typeof CHAIN_FIELDS> {
  const { fibre, gravity, restState, obstacles } = setup;
  const { stiffness, thickness, layerOffset } = parameters;
  const options = { fibre, stiffness, thickness, layerOffset, gravity, restState, obstacles };
  const compliance = 1 / (fibre.youngsModulus * Math.PI * fibre.radius * fibre.radius);
  return {
    build: (strands, k, roots, row, time) => buildStrand(strands, k, roots, row, time, options),
    stepper: (store) => new ChainStepper(store, parameters, compliance, setup.makeContacts),
    present: measureRestShape,
    adoptShape(strand) {
      const shape = measureRestShape(strand);
      strand.bend.set(shape.bend);
      strand.restTwist.set(shape.restTwist);
      const orientation = strand.rooted[0] === 1 ? groomAsPresent(strand) : IDENTITY;
      if (strand.rooted[0] === 1 && restState === 'sag-free') setSupport(strand, orientation, gravity, null);
    },
    setState(strand, positions, velocities) {
      strand.position.set(positions);
      strand.velocity.set(velocities);
      transportAlong(strand.position, strand.u1, 0, strand.nodes);
      return 0;
    },
  };
}

/** The present shape of a rooted strand becomes the groomed one. Returns the rotation of its root. */
function groomAsPresent({ position, u1, groomed, groomedU1, nodes }: ChainStrand): Quat {
  const frame = (a: Vec3, b: Vec3, u: Vec3): Quat => {
    const t = normalize(subtract(b, a));
    const across = normalize(addScaled(u, t, -dot(u, t)), perpendicular(t));
    return fromAxes(t, across, cross(t, across));
  };
  const now = frame(at(position, 0), at(position, 1), at(u1, 0));
  const then = frame(at(groomed, 0), at(groomed, 1), at(groomedU1, 0));
  const turn = multiply(now, conjugate(then));
  const toRoot = conjugate(turn);
  for (let i = 1; i < nodes; i++) {
    groomed.set(add(at(groomed, 0), rotate(toRoot, subtract(at(position, i), at(position, 0)))), 3 * i);
    if (i < nodes - 1) groomedU1.set(rotate(toRoot, at(u1, i)), 3 * i);
  }
  return turn;
}
