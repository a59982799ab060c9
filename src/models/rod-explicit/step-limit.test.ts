import { describe, expect, it } from 'vitest';
import { setRestState } from './rest-state.ts';
import { makeRod, setStiffness } from './rod.ts';
import { jointSoftness, StepLimit, turningTime } from './step-limit.ts';

function straight(nodes: number, edge: number, stiff: number, density: number) {
  const rod = makeRod(nodes);
  setStiffness(rod, stiff, 0.8 * stiff, 0.5 * stiff);
  const x = new Float64Array(3 * nodes);
  for (let i = 0; i < nodes; i++) x[3 * i] = i * edge;
  const { pose } = setRestState(rod, x);
  const mass = new Float64Array(nodes).fill(density * edge);
  return { rod, pose, mass };
}

describe('longest stable step', () => {
  it.each([
    ['Asian smooth', 4.9e-9, 10.2e-6, 2.3e-3],
    ['Caucasian wavy', 2.6e-9, 5.0e-6, 2.2e-3],
    ['Caucasian curly', 8.1e-9, 10.2e-6, 1.8e-3],
    ['African', 2.9e-9, 10.2e-6, 2.9e-3],
  ])('of %s hair at 1 cm is that of the specification, a quarter at 5 mm', (_name, stiff, density, expected) => {
    for (const [edge, factor] of [
      [0.01, 1],
      [0.005, 4],
    ] as const) {
      const { rod, pose, mass } = straight(12, edge, stiff, density);
      const longest = new StepLimit(rod, mass, 0).longest(pose);
      expect((longest * factor) / expected).toBeCloseTo(1, 1);
      expect(longest).toBeCloseTo(0.5 * edge * edge * Math.sqrt(density / stiff), 12);
    }
  });

  it('falls with internal friction and where hair is bent', () => {
    const { rod, pose, mass } = straight(12, 0.01, 4.9e-9, 10.2e-6);
    const plain = new StepLimit(rod, mass, 0).longest(pose);
    const damped = new StepLimit(rod, mass, 1e-10).longest(pose);
    // h²ω² + 2hc = 4 with c = γ/α ω², ω = 2/plain.
    const omega = 2 / plain;
    const c = (1e-10 / 4.9e-9) * omega * omega;
    expect(damped * damped * omega * omega + 2 * damped * c).toBeCloseTo(4, 9);
    pose.binormal.set([0, 0, 2], 15);
    expect(new StepLimit(rod, mass, 0).longest(pose)).toBeLessThan(0.65 * plain);
  });

  it('is short where edges turn fast', () => {
    // 1 m/s across an edge of 1 cm: 100 radian a second.
    expect(turningTime(Float64Array.of(0, 0, 0, 0, 1, 0), Float64Array.of(0.01))).toBeCloseTo(0.002, 12);
  });

  it('is kept above the shortest step by softer joints, whatever the edges', () => {
    const { rod, pose, mass } = straight(12, 0.01, 4.9e-9, 10.2e-6);
    rod.restLength[4] = 1e-6;
    rod.span[4] = rod.span[5] = 0.01;
    jointSoftness(rod, pose.binormal, mass, 1e-4).forEach((softness, i) => {
      rod.span[i] = rod.span[i]! * softness;
    });
    expect(new StepLimit(rod, mass, 0).longest(pose)).toBeGreaterThan(0.9e-4);
  });
});
