import { describe, expect, it } from 'vitest';
import { findEquilibrium } from './equilibrium.fixture.ts';
import { rootSupport } from './kkt.ts';
import { makePose, poseFromAngles } from './pose.ts';
import { setRestState } from './rest-state.ts';
import { makeRod, setStiffness } from './rod.ts';
import { motionsBelow, slowestMotion } from './vibration.fixture.ts';

/** A ring of n edges: an open rod whose last edge lies on its first, both held. */
function ringStability(n: number, alpha: number, beta: number, radius: number): (twist: number) => number {
  const nodes = n + 2;
  const rod = makeRod(nodes);
  setStiffness(rod, alpha, alpha, beta);
  const x = new Float64Array(3 * nodes);
  for (let i = 0; i < nodes; i++) {
    const angle = (2 * Math.PI * i) / n;
    x.set([radius * Math.cos(angle), radius * Math.sin(angle), 0], 3 * i);
  }
  const { u1 } = setRestState(rod, x);
  rod.restCurvature.fill(0);
  const support = { held: new Uint8Array(nodes), clamped: new Uint8Array(nodes - 1) };
  for (const i of [0, 1, n, n + 1]) support.held[i] = 1;
  support.clamped[0] = support.clamped[n] = 1;
  const mass = new Float64Array(nodes).fill(alpha / (radius ** 3 * n));
  return (twist) => {
    const pose = makePose(nodes);
    const theta = Float64Array.from({ length: nodes - 1 }, (_, j) => (j * twist) / n);
    poseFromAngles(rod, x, u1, theta, pose);
    const found = findEquilibrium(rod, pose, new Float64Array(3 * nodes), support, { stable: false });
    expect(found.isConverged).toBe(true);
    expect(found.steps).toBeLessThanOrEqual(1);
    // The ring may turn about its held edge for nothing: that motion has ω² = 0.
    return motionsBelow({ rod, pose: found.pose, tension: found.tension, support, mass }, -1e-7);
  };
}

describe('a closed ring under twist (Michell 1889, Zajac 1962)', () => {
  it.each([
    [20, 1, 0.7, 1, 8.1],
    [40, 3, 5, 0.02, 2.0],
    [80, 1, 1.3, 4, 0.49],
  ])('of %i nodes, α %f, β %f, radius %f buckles %f per cent above 2π√3 α/β', (n, alpha, beta, radius, percent) => {
    const exact = (2 * Math.PI * Math.sqrt(3) * alpha) / beta;
    const unstable = ringStability(n, alpha, beta, radius);
    let low = 0.9;
    let high = 1.2;
    while (high - low > 1e-4) {
      const middle = 0.5 * (low + high);
      if (unstable(middle * exact) > 0) high = middle;
      else low = middle;
    }
    expect(Math.abs(100 * (low - 1) - percent)).toBeLessThan(0.05);
  });
});

describe('slowest motion', () => {
  it('of a straight beam is the first clamped mode, second order', () => {
    const exact = 1.8751040687 ** 2;
    const errors = [20, 40].map((n) => {
      const nodes = n + 2;
      const edge = 1 / (n + 0.5);
      const rod = makeRod(nodes);
      setStiffness(rod, 1, 1, 0.7);
      const x = new Float64Array(3 * nodes);
      for (let i = 0; i < nodes; i++) x[3 * i] = i * edge;
      const { pose } = setRestState(rod, x);
      const mass = new Float64Array(nodes).fill(edge);
      mass[nodes - 1] = edge / 2;
      const tension = new Float64Array(nodes - 1);
      const slowest = slowestMotion({ rod, pose, tension, support: rootSupport(nodes), mass });
      return Math.sqrt(slowest) / exact - 1;
    });
    expect(Math.abs(errors[1]!)).toBeLessThan(1e-3);
    expect(errors[0]! / errors[1]!).toBeGreaterThan(3.5);
  });

  it('of hair that stands longer than it can is negative: balance alone is not enough', () => {
    // Greenhill 1881: a column under its own weight buckles at ρSgL³/α = 7.837.
    const stands = [7.6, 8.1].map((weight) => {
      const n = 30;
      const nodes = n + 2;
      const edge = 1 / (n + 0.5);
      const rod = makeRod(nodes);
      setStiffness(rod, 1, 1, 0.7);
      const x = new Float64Array(3 * nodes);
      for (let i = 0; i < nodes; i++) x[3 * i + 1] = i * edge;
      const { pose } = setRestState(rod, x);
      const mass = new Float64Array(nodes).fill(edge);
      mass[nodes - 1] = edge / 2;
      // Compression grows from the tip to the root.
      const tension = new Float64Array(nodes - 1);
      for (let j = nodes - 2; j >= 0; j--) tension[j] = (tension[j + 1] ?? 0) - weight * mass[j + 1]!;
      return slowestMotion({ rod, pose, tension, support: rootSupport(nodes), mass }, 4);
    });
    expect(stands[0]).toBeGreaterThan(0);
    expect(stands[1]).toBeLessThan(0);
  });
});
