import { describe, expect, it } from 'vitest';
import type { SimulationEvent } from '../simulation/simulation.ts';
import { joinFigures } from './frames.ts';

const event = (step: number, kind: SimulationEvent['kind'], strands: number[]): SimulationEvent => ({
  step,
  kind,
  strands,
  detail: kind,
});

describe('joinFigures', () => {
  it('keeps the largest strain, adds up the costs, and tells what befell several strands or the body once', () => {
    const jump = event(2, 'teleport', []);
    const joined = joinFigures([
      { strain: 0.1, solves: 5, helped: 1, events: [jump, event(5, 'retry', [9])] },
      { strain: 0.3, solves: 5, helped: 1, events: [jump, event(4, 'reset', [7]), event(5, 'retry', [1])] },
      { strain: 0, solves: 5, helped: 1, events: [jump] },
    ]);
    expect(joined).toMatchObject({ strain: 0.3, solves: 15, helped: 3 });
    expect(joined.events).toEqual([jump, event(4, 'reset', [7]), event(5, 'retry', [1, 9])]);
  });
});
