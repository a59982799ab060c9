import { describe, expect, it } from 'vitest';
import { at, cross, dot, length, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { type Equilibrium, findEquilibrium } from './equilibrium.fixture.ts';
import { rootSupport } from './kkt.ts';
import { makePose, poseFromAngles } from './pose.ts';
import { setRestState } from './rest-state.ts';
import { makeRod, setSpans, setStiffness } from './rod.ts';

function straightPoints(nodes: number, edge: number, start = 0): Float64Array {
  const x = new Float64Array(3 * nodes);
  for (let i = 0; i < nodes; i++) x[3 * i] = start + i * edge;
  return x;
}

/** One clamped edge and n free ones; the free length 1 is measured from the middle of the clamped edge. α = 1. */
function cantilever(n: number, weight: number): { drop: number; reach: number } {
  const nodes = n + 2;
  const edge = 1 / (n + 0.5);
  const rod = makeRod(nodes);
  setStiffness(rod, 1, 1, 0.7);
  const { pose } = setRestState(rod, straightPoints(nodes, edge, -0.5 * edge));
  const loads = new Float64Array(3 * nodes);
  for (let i = 0; i < nodes; i++) loads[3 * i + 1] = -weight * edge * (i === nodes - 1 ? 0.5 : 1);
  const found = findEquilibrium(rod, pose, loads, rootSupport(nodes));
  expect(found.isConverged, `n = ${n}, W = ${weight}: residual ${found.residual}`).toBe(true);
  return { reach: found.pose.x[3 * nodes - 3]!, drop: -found.pose.x[3 * nodes - 2]! };
}

describe('cantilever under its own weight', () => {
  it('meets the elastica for W = 1 .. 20', () => {
    for (const [weight, drop, reach] of [
      [1, 0.123471, 0.991246],
      [2, 0.238507, 0.966893],
      [5, 0.495905, 0.846657],
      [10, 0.7002, 0.656354],
      [20, 0.829881, 0.445232],
    ] as const) {
      const found = cantilever(30, weight);
      expect(Math.abs(found.drop - drop), `W = ${weight}`).toBeLessThan(1.6e-3);
      expect(Math.abs(found.reach - reach), `W = ${weight}`).toBeLessThan(2e-3);
    }
  });

  it('has the second-order errors of the specification at W = 10', () => {
    for (const [n, error] of [
      [10, -8.8e-3],
      [20, -2.4e-3],
      [40, -6.2e-4],
      [80, -1.6e-4],
    ] as const)
      expect((cantilever(n, 10).drop - 0.7002) / error, `n = ${n}`).toBeCloseTo(1, 1);
  });
});

/** Radius and pitch of the discrete helix around node m, from the second differences, which stand across its axis. */
function helixAt(x: Float64Array, m: number): { radius: number; pitch: number } {
  const edge = (i: number): Vec3 => subtract(at(x, i + 1), at(x, i));
  const before = subtract(edge(m), edge(m - 1));
  const after = subtract(edge(m + 1), edge(m));
  const normal = cross(before, after);
  const axis = scale(normal, 1 / length(normal));
  const cosine = dot(before, after) / (length(before) * length(after));
  const rise = dot(edge(m), axis);
  return { radius: length(before) / (2 * (1 - cosine)), pitch: (2 * Math.PI * rise) / Math.acos(cosine) };
}

describe('helix', () => {
  it('a straight rod with uniform rest curvature and twist relaxes to the radius and pitch they give, second order', () => {
    const kappa = 3;
    const torsion = 2;
    const k2 = kappa * kappa + torsion * torsion;
    const errors = [20, 40, 80].map((edges) => {
      const edge = 4 / edges;
      const rod = makeRod(edges + 1);
      setStiffness(rod, 1.5, 1, 0.7);
      const { pose } = setRestState(rod, straightPoints(edges + 1, edge));
      for (let i = 1; i < edges; i++) {
        rod.restTwist[i] = torsion * edge;
        rod.restCurvature.set([0, kappa * edge, 0, kappa * edge], 4 * i);
      }
      const found = findEquilibrium(rod, pose, new Float64Array(3 * edges + 3), rootSupport(edges + 1));
      expect(found.isConverged).toBe(true);
      const { radius, pitch } = helixAt(found.pose.x, edges / 2);
      return [radius / (kappa / k2) - 1, pitch / ((2 * Math.PI * torsion) / k2) - 1] as const;
    });
    expect(Math.abs(errors[2]![0])).toBeLessThan(0.012);
    expect(Math.abs(errors[2]![1])).toBeLessThan(1e-3);
    expect(errors[0]![0] / errors[1]![0]).toBeGreaterThan(3.5);
    expect(errors[1]![0] / errors[2]![0]).toBeGreaterThan(3.7);
  });
});

const ALPHA = 1;
const BETA = 0.7;
const COSINE = 0.6;
/** Length of the rod, and s* of the buckle. */
const LENGTH = 1;
const STAR = 1 / 14;
const MOMENT = ((2 * ALPHA) / STAR) * Math.sqrt((1 + COSINE) / (1 - COSINE));

/** Nodes on the closed-form buckle: cos φ = c₀ + (1 − c₀) tanh²(s/s*), azimuth growing by M/α(1 + cos φ). */
function buckledPoints(edges: number): Float64Array {
  const edge = LENGTH / edges;
  const fine = 100;
  const x = new Float64Array(3 * edges + 3);
  for (const way of [1, -1]) {
    let azimuth = 0;
    let p: Vec3 = [0, 0, 0];
    for (let e = 0; e < edges / 2; e++) {
      for (let k = 0; k < fine; k++) {
        const step = edge / fine;
        const c = COSINE + (1 - COSINE) * Math.tanh(((e * fine + k + 0.5) * step) / STAR) ** 2;
        const turn = (way * MOMENT * step) / (ALPHA * (1 + c));
        const across = Math.sqrt(1 - c * c) * way * step;
        const middle = azimuth + 0.5 * turn;
        p = [p[0] + c * way * step, p[1] + across * Math.cos(middle), p[2] + across * Math.sin(middle)];
        azimuth += turn;
      }
      x.set(p, 3 * (edges / 2 + way * (e + 1)));
    }
  }
  return x;
}

function buckle(edges: number): { found: Equilibrium; moment: number } {
  const x = buckledPoints(edges);
  const nodes = edges + 1;
  const rod = makeRod(nodes);
  setStiffness(rod, ALPHA, ALPHA, BETA);
  const { u1 } = setRestState(rod, x);
  rod.restLength.fill(LENGTH / edges);
  setSpans(rod);
  rod.restCurvature.fill(0);
  rod.restTwist.fill(0);
  const pose = makePose(nodes);
  const theta = Float64Array.from({ length: edges }, (_, j) => (j * LENGTH * MOMENT) / (edges * BETA));
  poseFromAngles(rod, x, u1, theta, pose);
  const support = { held: new Uint8Array(nodes), clamped: new Uint8Array(edges) };
  for (const i of [0, 1, nodes - 2, nodes - 1]) support.held[i] = 1;
  support.clamped[0] = support.clamped[edges - 1] = 1;
  const found = findEquilibrium(rod, pose, new Float64Array(3 * nodes), support, { tolerance: 1e-8 });
  expect(found.isConverged, `${edges} edges: residual ${found.residual}`).toBe(true);
  return { found, moment: (BETA * found.pose.twist[edges / 2]! * edges) / LENGTH };
}

describe('localised buckling of a twisted rod', () => {
  it('has the closed-form envelope and tension, second order', () => {
    const errors = [80, 160].map((edges) => {
      const { found, moment } = buckle(edges);
      const edge = LENGTH / edges;
      const cosine = Float64Array.from({ length: edges }, (_, j) => found.pose.tangent[3 * j]!);
      // The peak lies between the two middle edges.
      const m = edges / 2;
      const peak = (9 * cosine[m]! - cosine[m + 1]!) / 8;
      const star = ((2 * ALPHA) / moment) * Math.sqrt((1 + peak) / (1 - peak));
      let worst = 0;
      for (let j = 0; j < edges; j++) {
        const expected = Math.tanh(((j + 0.5 - m) * edge) / star) ** 2;
        worst = Math.max(worst, Math.abs((cosine[j]! - peak) / (1 - peak) - expected));
      }
      const tension = (moment * moment) / (2 * ALPHA * (1 + peak));
      return [worst, Math.abs(found.tension[2]! / tension - 1)] as const;
    });
    expect(errors[1]![0]).toBeLessThan(0.02);
    expect(errors[0]![0] / errors[1]![0]).toBeGreaterThan(3);
    expect(errors[1]![1]).toBeLessThan(0.05);
  });
});
