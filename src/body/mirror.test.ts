import { describe, expect, it } from 'vitest';
import { mirrorHalf } from './mirror.ts';

describe('mirroring a half', () => {
  it('shares the border, turns the images over and mirrors normals and uv', () => {
    const whole = mirrorHalf({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      triangles: Uint32Array.of(0, 1, 2),
      normals: Float32Array.of(0, 0, 1, 0.6, 0, 0.8, 0, 0, 1),
      uv: Float32Array.of(0.5, 0.5, 0.75, 0.5, 0.5, 0.7),
      weights: new Map([['scalp', Float32Array.of(0, 1, 0.5)]]),
    });
    expect([...whole.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0]);
    expect([...whole.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(whole.normals[9]).toBeCloseTo(-0.6, 6);
    expect([...whole.uv!.slice(6)]).toEqual([0.25, 0.5]);
    expect([...whole.regions.get('scalp')!.weight]).toEqual([0, 1, 0.5, 1]);
  });
});
