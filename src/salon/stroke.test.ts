import { describe, expect, it } from 'vitest';
import { followSamples, poseFromNumbers, poseNumbers, poseOf, type ToolSample } from './stroke.ts';

const sample = (step: number, x: number): ToolSample => ({
  step,
  origin: [x, 0, 0],
  direction: [0, 0, -2],
  up: [0, 1, 0],
  press: 1,
  aperture: 1,
});

describe('strokes', () => {
  it('move evenly at any rate of the display, and know no sample before it comes', () => {
    for (const gap of [1, 2, 4]) {
      const samples = Array.from({ length: 40 / gap }, (_, i) => sample(i * gap, 0.01 * i * gap));
      let pose = poseOf(samples[0]!);
      let live = pose;
      for (let step = 0; step < 40; step++) {
        const before = pose.origin[0];
        pose = followSamples(samples, step, pose);
        live = followSamples(
          samples.filter((own) => own.step <= step),
          step,
          live,
        );
        expect(live).toEqual(pose);
        if (step > 2 * gap) expect(pose.origin[0] - before).toBeCloseTo(0.01, 9);
      }
    }
  });

  it('stay where the hand stops', () => {
    let pose = poseOf(sample(0, 0));
    for (let step = 0; step < 30; step++) pose = followSamples([sample(0, 0), sample(4, 1)], step, pose);
    expect(pose.origin[0]).toBe(1);
    expect(poseFromNumbers(poseNumbers(pose))).toEqual(pose);
  });
});
