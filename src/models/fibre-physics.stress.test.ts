import { FIBRES, hasFibrePhysics } from './fibre-physics.fixture.ts';

for (const model of FIBRES)
  hasFibrePhysics(model, { rest: 5, steps: [1 / 500, 1 / 60, 1 / 15], rough: 0.5, fall: 3, fineness: 1 });
