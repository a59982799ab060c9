import type { ModelSetup } from '../model.ts';
import { groomAsPresent, placeAsGroomed } from '../store/place.ts';
import { defineModel, type Physics } from '../store/stored-strands.ts';
import { supportSprings } from '../support.ts';
import { buildStrand, setRestShape } from './build.ts';
import { cutShapes } from './cut.ts';
import { CURLY_FIELDS, type CurlyStrand } from './fields.ts';
import { beginFrame, makeFrame, moveFrame } from './frames.ts';
import { ImplicitStepper } from './implicit.ts';
import { type CurlyParameters, curlyParameters } from './parameters.ts';
import { PublishedStepper } from './published.ts';
import { presentShape } from './rest-shape.ts';

/** Curls as artists draw them (Iben et al. 2013): springs along edges, to smoothed frames, and along a core that may not get longer. */
export const curly = defineModel({
  name: 'curly',
  about:
    'Art-directed curls: springs that keep the shape, its orientation and its bounce whatever the motion; not elastic fibres.',
  parameters: curlyParameters,
  fields: CURLY_FIELDS,
  physics: curlyPhysics,
});

function curlyPhysics(setup: ModelSetup, parameters: CurlyParameters): Physics<typeof CURLY_FIELDS> {
  const { gravity, restState, makeContacts } = setup;
  return {
    build: buildStrand({ ...setup, ...parameters }),
    stepper: (store) =>
      parameters.integrator === 'published'
        ? new PublishedStepper(store, parameters, makeContacts, setup.kernels)
        : new ImplicitStepper(store, parameters, makeContacts),
    present: (strand) => ({ ...presentShape(strand, parameters) }),
    adoptShape(strand) {
      if (strand.nodes < 2) return;
      setRestShape(strand, parameters);
      if (strand.rooted[0] !== 1) return;
      const turn = groomAsPresent(strand);
      if (restState === 'sag-free') supportSprings(strand, turn, gravity, null);
    },
    balance(strand) {
      const turn = placeAsGroomed(strand);
      if (restState === 'sag-free') supportSprings(strand, turn, gravity, null);
    },
    setState(strand, positions, velocities) {
      const edge = strand.position.slice(0, 6);
      strand.position.set(positions);
      strand.velocity.set(velocities);
      strand.stepPast[0] = 0;
      if (strand.nodes > 1) carryFrame(strand, edge);
      return 0;
    },
    afterCut: (root, tip, whole) => cutShapes(root, tip, whole, parameters),
  };
}

/** Takes the first frame from where the first edge was to where it is. */
function carryFrame({ position: x, u1 }: CurlyStrand, before: Float64Array): void {
  const frame = makeFrame();
  const edge = Float64Array.of(before[3]! - before[0]!, before[4]! - before[1]!, before[5]! - before[2]!);
  const length = Math.sqrt(edge[0]! * edge[0]! + edge[1]! * edge[1]! + edge[2]! * edge[2]! + 1e-60);
  beginFrame(
    frame,
    edge.map((c) => c / length),
    0,
    u1,
    0,
  );
  moveFrame(frame, (x[3]! - x[0]!) / length, (x[4]! - x[1]!) / length, (x[5]! - x[2]!) / length);
  u1.set([frame.ux, frame.uy, frame.uz]);
}
