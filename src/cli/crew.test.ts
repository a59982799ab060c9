import { describe, expect, it } from 'vitest';
import type { SimulationEvent } from '../simulation/simulation.ts';
import type { BlockFrame } from './block.ts';
import { mergeFrames, workersFor } from './crew.ts';

const event = (step: number, kind: SimulationEvent['kind'], strands: number[]): SimulationEvent => ({
  step,
  kind,
  strands,
  detail: kind,
});

const frame = (positions: number[], strain: number, events: SimulationEvent[]): BlockFrame => ({
  positions: Float32Array.from(positions),
  steps: 8,
  strain,
  solves: 5,
  helped: 1,
  events,
});

describe('mergeFrames', () => {
  it('joins blocks in order, keeps the largest strain, and tells what befell the body once', () => {
    const jump = event(2, 'teleport', []);
    const merged = mergeFrames([
      frame([1, 2, 3], 0.1, [jump, event(5, 'retry', [0])]),
      frame([4, 5, 6, 7, 8, 9], 0.3, [jump, event(4, 'reset', [7])]),
      frame([], 0, [jump]),
    ]);
    expect([...merged.positions]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(merged).toMatchObject({ steps: 8, strain: 0.3, solves: 15, helped: 3 });
    expect(merged.events).toEqual([jump, event(4, 'reset', [7]), event(5, 'retry', [0])]);
  });
});

describe('workersFor', () => {
  it('takes what is asked for, but not more than there are guides', () => {
    expect(workersFor(100, 3)).toBe(3);
    expect(workersFor(2, 3)).toBe(2);
    expect(workersFor(0, 3)).toBe(1);
  });

  it('does not start threads for a few guides', () => {
    expect(workersFor(100, undefined)).toBe(1);
    expect(workersFor(1e6, undefined)).toBeGreaterThanOrEqual(1);
  });
});
