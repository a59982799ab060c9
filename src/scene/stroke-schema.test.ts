import { describe, expect, it } from 'vitest';
import type { ToolSample } from '../salon/stroke.ts';
import { strokeSchema } from './stroke-schema.ts';

const sample = (step: number): ToolSample => ({
  step,
  origin: [0, 0, 0],
  direction: [0, 0, -2],
  up: [0, 1, 0],
  press: 1,
  aperture: 1,
});

describe('strokes in a file', () => {
  it('are refused when their steps fall or their end comes too early, with a sentence', () => {
    const stroke = { tool: 'water', samples: [sample(5), sample(7)], end: 9 };
    expect(strokeSchema.parse(stroke)).toMatchObject({ parameters: {}, seed: 0 });
    expect(strokeSchema.safeParse({ ...stroke, samples: [sample(7), sample(5)] }).error!.message).toMatch(/fall/);
    expect(strokeSchema.safeParse({ ...stroke, end: 7 }).error!.message).toMatch(/after the last sample/);
    expect(strokeSchema.safeParse({ ...stroke, samples: [{ ...sample(5), press: 2 }] }).success).toBe(false);
  });
});
