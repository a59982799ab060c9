import { describe, expect, it } from 'vitest';
import type { SimulationEvent } from '../simulation/simulation.ts';
import { documentOrder } from '../simulation/strand-packing.ts';
import { strandsFromPolylines } from '../strands/strands.ts';
import { mergeFrames } from './frames.ts';
import type { BlockFrame, BlockGroom } from './simulation-block.ts';

const event = (step: number, kind: SimulationEvent['kind'], strands: number[]): SimulationEvent => ({
  step,
  kind,
  strands,
  detail: kind,
});

/** Strands of one point each, at their own ids. */
const groom = (ids: number[]): BlockGroom => ({
  ids: Uint32Array.from(ids),
  first: Uint32Array.from({ length: ids.length + 1 }, (_, k) => k),
  positions: Float32Array.from(ids.flatMap((id) => [id, 0, 0])),
});

const frame = (grooms: BlockGroom[], strain: number, events: SimulationEvent[]): BlockFrame => ({
  grooms,
  salon: Uint8Array.of(7),
  steps: 8,
  strain,
  solves: 5,
  helped: 1,
  events,
});

/** Strands 4, 1, 3 of one groom and 0, 2 of another. */
const line = [
  [0, 0, 0],
  [0, 1, 0],
];
const grooms = [
  [4, 1, 3],
  [0, 2],
].map((ids) => ({
  name: 'hair',
  guides: { ...strandsFromPolylines(ids.map(() => line)), id: Uint32Array.from(ids) },
}));

describe('mergeFrames', () => {
  const jump = event(2, 'teleport', []);
  const blocks = [
    frame([groom([4, 3, 9]), groom([2])], 0.1, [jump, event(5, 'retry', [9])]),
    frame([groom([1, 6]), groom([0, 7])], 0.3, [jump, event(4, 'reset', [7]), event(5, 'retry', [1])]),
    frame([groom([]), groom([])], 0, [jump]),
  ];
  const merged = mergeFrames(blocks, documentOrder(grooms));

  it('puts the strands of all blocks into the order of the document, new ones of a groom after it', () => {
    expect([...merged.ids]).toEqual([4, 1, 3, 6, 9, 0, 2, 7]);
    expect([...merged.positions.filter((_, i) => i % 3 === 0)]).toEqual([4, 1, 3, 6, 9, 0, 2, 7]);
    expect([...merged.first]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('keeps the largest strain, adds up the costs, and tells what befell several strands or the body once', () => {
    expect(merged).toMatchObject({ steps: 8, strain: 0.3, solves: 15, helped: 3, salon: Uint8Array.of(7) });
    expect(merged.events).toEqual([jump, event(4, 'reset', [7]), event(5, 'retry', [1, 9])]);
  });
});
