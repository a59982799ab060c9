import { describe, expect, it } from 'vitest';
import { fromAxisAngle, rotate } from '../../numeric/rotation.ts';
import { at, cross, subtract } from '../../numeric/vector.ts';
import { blendedEnergy, blendedExtension, STEEPEST } from './core.ts';
import { acrossFirst, coreOf, helix, shaken, springsOf, targetsOf } from './curl.fixture.ts';
import { polylineOf, shapeOf } from './rest-shape.ts';
import { addBend, addCore, addCoreDamping, addEdgeDamping, addNodeForces, setStretch } from './springs.ts';

const NODES = 30;
const rest = helix(NODES);
type Springs = ReturnType<typeof springsOf>;

/** Forces on nodes of what writes tensions. */
function forces(write: (out: Float64Array) => void): Float64Array {
  const tension = new Float64Array(3 * NODES);
  const force = new Float64Array(3 * NODES);
  write(tension);
  addNodeForces(tension, 0, NODES, force);
  return force;
}

const stretchOf = ({ view }: Springs, x: Float64Array) => forces((out) => setStretch(view, x, out));
const bendOf = (springs: Springs, x: Float64Array, u: Float64Array) =>
  forces((out) => addBend(springs.view, x, targetsOf(springs, x, u), out));
const coreForces = (springs: Springs, x: Float64Array) =>
  forces((out) => addCore(springs.view, coreOf(springs, x), new Float64Array(3 * NODES), out));
const dampingOf = ({ view }: Springs, x: Float64Array, v: Float64Array) =>
  forces((out) => addEdgeDamping(view, x, v, out));
const coreDampingOf = (springs: Springs, x: Float64Array, v: Float64Array) =>
  forces((out) => addCoreDamping(springs.view, coreOf(springs, x), v, new Float64Array(3 * NODES), out));

const size = (a: Float64Array): number => Math.hypot(...a);
const sum = (f: Float64Array): number =>
  Math.hypot(...[0, 1, 2].map((c) => f.reduce((s, value, i) => (i % 3 === c ? s + value : s), 0)));
function torque(x: Float64Array, f: Float64Array): number {
  const total = [0, 0, 0];
  for (let i = 0; i < NODES; i++) {
    const moment = cross(at(x, i), at(f, i));
    for (let c = 0; c < 3; c++) total[c]! += moment[c]!;
  }
  return Math.hypot(...total);
}
const power = (f: Float64Array, v: Float64Array): number => f.reduce((s, value, i) => s + value * v[i]!, 0);

function expectEqual(a: Float64Array, b: Float64Array): void {
  for (let c = 0; c < b.length; c++) expect(a[c]).toBeCloseTo(b[c]!, 12);
}

describe('rigid motion of a strand with its root', () => {
  const turn = fromAxisAngle([0.3, -0.5, 0.8], 1.1);
  const moved = Float64Array.from(Array.from({ length: NODES }, (_, i) => rotate(turn, at(rest, i))).flat());
  const u = Float64Array.from(rotate(turn, at(acrossFirst(rest), 0)));
  const away = moved.map((c, i) => c + [0.3, -2, 0.7][i % 3]!);

  it.each([0, 0.03, 0.1, Number.POSITIVE_INFINITY])('gives no force at α = %d m', (alpha) => {
    const springs = springsOf(rest, alpha, alpha);
    expect(size(stretchOf(springs, away))).toBeLessThan(1e-12);
    expect(size(bendOf(springs, away, u))).toBeLessThan(1e-12);
    expect(size(coreForces(springs, away))).toBeLessThan(1e-12);
  });
});

describe.each([1, 2, 3])('what springs of a free strand keep, seed %i', (seed) => {
  const x = shaken(
    rest.map((c, i) => (i % 3 === 1 ? 1.3 * c : c)),
    0.003,
    seed,
  );
  const v = shaken(new Float64Array(3 * NODES), 1, 10 + seed);
  const u = acrossFirst(x);
  const consistent = springsOf(rest);
  const published = springsOf(rest, 0.1, 0.03, false);

  it('stretch: momentum and angular momentum; its damping only brakes', () => {
    const f = stretchOf(consistent, x);
    expect(sum(f)).toBeLessThan(1e-12 * size(f));
    expect(torque(x, f)).toBeLessThan(1e-12 * size(f));
    const along = springsOf(rest);
    along.view.bendDamping.fill(0);
    const d = dampingOf(along, x, v);
    expect(sum(d)).toBeLessThan(1e-12 * size(d));
    expect(torque(x, d)).toBeLessThan(1e-12 * size(d));
    expect(power(d, v)).toBeLessThanOrEqual(0);
  });

  it('bending: momentum alone; its damping only brakes', () => {
    const f = bendOf(consistent, x, u);
    expect(sum(f)).toBeLessThan(1e-12 * size(f));
    expect(torque(x, f)).toBeGreaterThan(1e-4 * size(f));
    const d = dampingOf(consistent, x, v);
    expect(sum(d)).toBeLessThan(1e-12 * size(d));
    expect(power(d, v)).toBeLessThanOrEqual(0);
    expect(torque(x, d)).toBeGreaterThan(1e-4 * size(d));
  });

  it('core as published: momentum alone', () => {
    const f = coreForces(published, x);
    expect(size(f)).toBeGreaterThan(0);
    expect(sum(f)).toBeLessThan(1e-12 * size(f));
    expect(torque(x, f)).toBeGreaterThan(1e-4 * size(f));
  });

  it('core with an energy: momentum and angular momentum; its damping only brakes', () => {
    const f = coreForces(consistent, x);
    expect(sum(f)).toBeLessThan(1e-12 * size(f));
    expect(torque(x, f)).toBeLessThan(1e-12 * size(f));
    const d = coreDampingOf(consistent, x, v);
    expect(sum(d)).toBeLessThan(1e-12 * size(d));
    expect(torque(x, d)).toBeLessThan(1e-12 * size(d));
    expect(power(d, v)).toBeLessThanOrEqual(0);
  });

  it('core with an energy: its force is minus the gradient', () => {
    const { view } = consistent;
    const energy = (y: Float64Array): number => {
      const core = coreOf(consistent, y);
      let total = 0;
      for (let i = 0; i < NODES - 1; i++)
        total += view.core.stiffness * view.restLength[i]! * blendedEnergy(1 / core.inverse[i]! - view.restCore[i]!);
      return total;
    };
    const f = coreForces(consistent, x);
    const step = 1e-7;
    for (const c of [4, 31, 60, 87]) {
      const [up, down] = [x.slice(), x.slice()];
      up[c]! += step;
      down[c]! -= step;
      expect(Math.abs((energy(down) - energy(up)) / (2 * step) - f[c]!)).toBeLessThan(1e-6 * size(f));
    }
  });
});

describe('limits', () => {
  const x = shaken(
    rest.map((c, i) => (i % 3 === 1 ? 1.3 * c : c)),
    0.003,
    7,
  );

  it('a core without smoothing is a stretch spring of one side, and both ways of acting are one', () => {
    const [a, b] = [springsOf(rest, 0.1, 0, true), springsOf(rest, 0.1, 0, false)];
    const [fa, fb] = [coreForces(a, x), coreForces(b, x)];
    expectEqual(fa, fb);
    const { view } = a;
    const tension = new Float64Array(3 * NODES);
    addCore(view, coreOf(a, x), new Float64Array(3 * NODES), tension);
    for (let i = 0; i < NODES - 1; i++) {
      const edge = subtract(at(x, i + 1), at(x, i));
      const pull = view.core.stiffness * blendedExtension(Math.hypot(...edge) / view.restLength[i]! - 1);
      expect(Math.hypot(...at(tension, i))).toBeCloseTo(pull, 12);
    }
  });

  it('a core smoothed without end sees the first edge alone, and pulls at it alone', () => {
    const springs = springsOf(rest, 0.1, Number.POSITIVE_INFINITY);
    const stretched = rest.map((c, i) => (i < 3 ? c : c + 0.2 * (rest[3 + (i % 3)]! - rest[i % 3]!)));
    const core = coreOf(springs, stretched);
    const tension = new Float64Array(3 * NODES);
    addCore(springs.view, core, new Float64Array(3 * NODES), tension);
    let whole = 0;
    for (let i = 0; i < NODES - 1; i++) whole += core.moment[i]!;
    expect(Math.hypot(...at(tension, 0)) * springs.view.restLength[0]!).toBeCloseTo(whole, 12);
    expect(Math.max(...tension.slice(3).map(Math.abs))).toBe(0);
  });

  it('frames smoothed without end turn with the first edge alone', () => {
    const springs = springsOf(rest, Number.POSITIVE_INFINITY);
    const bent = rest.map((c, i) => (i >= 30 && i % 3 === 0 ? c + 0.4 * (i / 3 - 10) * 0.01 : c));
    const targets = targetsOf(springs, bent, acrossFirst(rest));
    for (let i = 1; i < NODES - 1; i++)
      expect(Math.hypot(...subtract(at(targets, i), subtract(at(rest, i + 1), at(rest, i))))).toBeLessThan(1e-12);
  });

  it('a blend is steepest as estimates of stability say', () => {
    let most = 0;
    for (let x = 1e-4; x < 1; x += 1e-4)
      most = Math.max(most, (blendedExtension(x + 1e-6) - blendedExtension(x)) / 1e-6);
    expect(most).toBeCloseTo(STEEPEST, 3);
  });

  it.each([0, 0.03, 0.1])('references draw the shape that they were taken from, at α = %d m', (alpha) => {
    const smoothing = { bendSmoothing: alpha, coreSmoothing: 0.03 };
    const { view, reference } = springsOf(rest, alpha);
    const drawn = polylineOf(view.restLength, reference, smoothing);
    const again = shapeOf(drawn, view.restLength, Float64Array.of(0, 1, 0), smoothing);
    expectEqual(again.reference, reference);
    expectEqual(again.restCore, view.restCore);
  });
});
