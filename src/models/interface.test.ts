import { describe, expect, it } from 'vitest';
import { completeParameters } from '../numeric/parameters.ts';
import { models } from './index.ts';
import { keepsInterfaceLaws } from './interface-laws.fixture.ts';
import { wire } from './toy-model.fixture.ts';

for (const model of models) keepsInterfaceLaws(model);
// No elastic fibre, and nothing of it moves without its root: the interface asks for no physics.
keepsInterfaceLaws(wire);

describe.each(models)('parameters of $name', (model) => {
  it('are refused where they make no sense, by name and range', () => {
    expect(() => completeParameters(model.parameters, { stiffness: -1 })).toThrow(/stiffness[\s\S]*at least 0/);
    expect(() => completeParameters(model.parameters, { thickness: Number.NaN })).toThrow(/thickness/);
  });
});
