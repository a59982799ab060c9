import { conjugate, rotate } from '../../numeric/rotation.ts';
import { addScaled, at, dot, normalize, perpendicular, subtract } from '../../numeric/vector.ts';
import type { ModelSetup } from '../model.ts';
import { groomAsPresent } from '../store/place.ts';
import { defineModel, type Physics } from '../store/stored-strands.ts';
import { buildWisp, setRestShape, supportWisp } from './build.ts';
import { WISP_FIELDS, type Wisp } from './fields.ts';
import { ImplicitWisps } from './implicit.ts';
import { type WispParameters, wispParameters } from './parameters.ts';
import { PublishedWisps } from './published.ts';
import { shapeOf } from './shape.ts';

/** Flat wisps: ribbons of two rims that cling to those beside them and slide over those that they cross. */
export const wisp = defineModel({
  name: 'flat-wisp',
  about:
    'Flat wisps of hair: ribbons of two rims that tangle where they lie along each other and slide where they cross.',
  parameters: wispParameters,
  feelsNeighbours: true,
  fields: WISP_FIELDS,
  physics: wispPhysics,
});

function wispPhysics(setup: ModelSetup, parameters: WispParameters): Physics<typeof WISP_FIELDS> {
  const { gravity, restState, makeContacts } = setup;
  return {
    build: buildWisp({ ...setup, ...parameters }),
    stepper: (store) =>
      parameters.integrator === 'published'
        ? new PublishedWisps(store, parameters)
        : new ImplicitWisps(store, parameters, makeContacts),
    present: ({ position, across, restLength, nodes }) => shapeOf(position, across, restLength, nodes),
    adoptShape(strand) {
      if (strand.nodes < 2) return;
      setRestShape(strand);
      if (strand.rooted[0] !== 1) return;
      const turn = groomAsPresent(strand);
      for (let i = 0; i < strand.nodes; i++)
        strand.groomedAcross.set(rotate(conjugate(turn), at(strand.across, i)), 3 * i);
      if (restState === 'sag-free') supportWisp(strand, turn, gravity, null);
    },
    setState(strand, positions, velocities) {
      carryRims(strand, positions);
      strand.position.set(positions);
      strand.velocity.set(velocities);
      strand.stepPast[0] = 0;
      return 0;
    },
    afterCut(root, tip) {
      // Springs know places on their wisps that are elsewhere now.
      root.tangles.fill(0);
      tip.tangles.fill(0);
      if (tip.nodes > 1) tip.u1.set(normalize(at(tip.across, 0)));
    },
  };
}

/** Rims go with their middles to another shape: as they are across it, at rest. */
function carryRims({ across, halfWidth, acrossVelocity, nodes }: Wisp, x: Float64Array): void {
  acrossVelocity.fill(0);
  for (let i = 0; i < nodes && nodes > 1; i++) {
    const t = normalize(subtract(at(x, Math.min(i + 1, nodes - 1)), at(x, Math.max(0, i - 1))));
    const d = at(across, i);
    const flat = normalize(addScaled(d, t, -dot(d, t)), perpendicular(t));
    for (let c = 0; c < 3; c++) across[3 * i + c] = halfWidth[i]! * flat[c]!;
  }
}
