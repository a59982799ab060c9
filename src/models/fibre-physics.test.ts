import { FIBRES, hasFibrePhysics } from './fibre-physics.fixture.ts';

/** Briefly, on fewer nodes; `fibre-physics.stress.test.ts` watches longer. */
for (const model of FIBRES)
  hasFibrePhysics(model, { rest: 0.5, steps: [1 / 500, 1 / 15], rough: 0.2, fall: 1, fineness: 0.75 });
