import { keepsInterfaceLaws } from '../interface-laws.fixture.ts';
import type { StrandModel } from '../model.ts';
import { curly } from './curly.ts';

/** All that others rely on, with explicit steps. */
const published: StrandModel<typeof curly.parameters> = {
  ...curly,
  name: 'curly with published steps',
  create: (setup, parameters) => curly.create(setup, { ...parameters, integrator: 'published' }),
};

keepsInterfaceLaws(published);
