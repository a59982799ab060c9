import { describe, expect, it } from 'vitest';
import { fromAxisAngle, rotate } from '../../numeric/rotation.ts';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import type { Fibre } from '../model.ts';
import { createIn, environmentOf, type Motion, pointsOf, strandsOf, type World } from '../world.fixture.ts';
import { massSpring } from './mass-spring.ts';

const fibre: Fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const H = 1 / 120;
const RIGS = ['angular', 'flexion', 'strip', 'prism', 'tetrahedra'] as const;

const line = (nodes: number, length: number, along: Vec3): Vec3[] =>
  Array.from({ length: nodes }, (_, i) => along.map((c) => (c * i * length) / (nodes - 1)) as unknown as Vec3);

/** Points of one strand after `steps`. */
function settle(shape: readonly Vec3[], world: World, steps: number, h = H, material: Fibre = fibre): Float64Array {
  const dynamics = createIn(massSpring, strandsOf(shape), material, world);
  for (let n = 0; n < steps; n++) dynamics.step(h, environmentOf(n * h, world));
  return pointsOf(dynamics);
}

const tip = (x: Float64Array): Vec3 => at(x, x.length / 3 - 1);

/** Enough damping to come to rest. */
const calm = { springDamping: 0.05, damping: 8, thickness: 0, layerOffset: 0 };

describe('masses and springs', () => {
  it('bends as a beam does: a cantilever of angular springs under its own weight', () => {
    const [nodes, length] = [21, 0.02];
    const x = settle(line(nodes, length, [1, 0, 0]), { parameters: { ...calm, solves: 8 } }, 110);
    const [area, inertia] = [Math.PI * 50e-6 ** 2, (Math.PI * 50e-6 ** 4) / 4];
    const edge = length / (nodes - 1);
    // It is clamped at the middle of its first edge.
    const free = length - 0.5 * edge;
    const sag = (1300 * area * 9.81 * free ** 4) / (8 * 1e9 * inertia);
    expect(-tip(x)[1] / sag).toBeGreaterThan(0.97);
    expect(-tip(x)[1] / sag).toBeLessThan(1.03);
  });

  it('stands on wire of any stiffness: fixed steps, root shaken at 20 units a second, up to a spring of 1e8', () => {
    // Masses of about 1 on edges of 1, as in the specification's run.
    const area = Math.PI * 0.01;
    const shaken: Motion = (t) => ({
      position: [4 * Math.sin(5 * t), 0, 0],
      velocity: [20 * Math.cos(50 * t), 0, 0],
    });
    const material: Fibre = { ...fibre, radius: 0.1, density: 1 / area, youngsModulus: 1e6 / area };
    const unit = (1e6 * 0.01) / 4;
    // Centrifugal force stretches the softest, which whips.
    for (const [spring, bound] of [
      [1e2, 0.02],
      [1e5, 0.014],
      [1e8, 0.014],
    ] as const) {
      const world: World = {
        motion: shaken,
        gravity: [0, 0, 0],
        parameters: {
          stiffness: spring / unit,
          stretchStiffness: 1,
          springDamping: 0.005,
          damping: 0,
          thickness: 0,
          layerOffset: 0,
        },
      };
      const shape = line(17, 16, [0, -1, 0]);
      const dynamics = createIn(massSpring, strandsOf(shape), material, world);
      for (let n = 0; n < 200; n++) dynamics.step(1 / 96, environmentOf(n / 96, world));
      const x = pointsOf(dynamics);
      expect(x.every(Number.isFinite)).toBe(true);
      for (let i = 0; i + 1 < 17; i++) expect(Math.abs(distance(at(x, i), at(x, i + 1)) - 1)).toBeLessThan(bound);
      if (spring < 1e8) continue;
      const root = shaken(200 / 96).position;
      expect(distance(tip(x), [root[0], -16, 0])).toBeLessThan(0.01);
    }
  });

  it('knows a zig-zag from its mirror image by angles, not by flexion springs', () => {
    const zigzag = (side: number): Vec3[] =>
      Array.from({ length: 9 }, (_, i) => [0.004 * (i % 2) * side, -0.005 * i, 0]);
    const back = (rig: string): number => {
      const world: World = { gravity: [0, 0, 0], parameters: { ...calm, rig } };
      const dynamics = createIn(massSpring, strandsOf(zigzag(1)), fibre, world);
      // The mirror image that shares the root's edge: each joint turned the other way.
      const [a, b] = [zigzag(1)[0]!, zigzag(1)[1]!];
      const t = [b[0] - a[0], b[1] - a[1]] as const;
      const n = t[0] * t[0] + t[1] * t[1];
      const mirrored = zigzag(1).map(([px, py]) => {
        const s = (2 * ((px - a[0]) * t[0] + (py - a[1]) * t[1])) / n;
        return [2 * a[0] + s * t[0] - px, 2 * a[1] + s * t[1] - py, 0];
      });
      const x = Float64Array.from(mirrored.flat());
      dynamics.setState(x, new Float64Array(x.length), environmentOf(0).roots, 0);
      for (let i = 0; i < 120; i++) dynamics.step(H, environmentOf(i * H, world));
      return distance(tip(pointsOf(dynamics)), zigzag(1)[8]!);
    };
    expect(back('angular')).toBeLessThan(1e-3);
    expect(back('flexion')).toBeGreaterThan(0.02);
  });

  it('bends a prism as far one way as across it, and a strip not', () => {
    const sag = (rig: string, gravity: Vec3, axis: number): number =>
      Math.abs(
        tip(settle(line(7, 0.04, [1, 0, 0]), { gravity, parameters: { ...calm, rig, stiffness: 20 } }, 70))[axis]!,
      );
    const down = (rig: string): number => sag(rig, [0, -9.81, 0], 1);
    const side = (rig: string): number => sag(rig, [0, 0, -9.81], 2);
    expect(down('prism') / side('prism')).toBeGreaterThan(0.9);
    expect(down('prism') / side('prism')).toBeLessThan(1.1);
    const [a, b] = [down('strip'), side('strip')];
    expect(Math.max(a, b) / Math.min(a, b)).toBeGreaterThan(5);
  });

  it.each(RIGS.filter((rig) => rig !== 'flexion'))('comes home to its groomed shape: %s', (rig) => {
    const curl = Array.from(
      { length: 12 },
      (_, i): Vec3 => [0.006 * Math.cos(0.6 * i), -0.004 * i, 0.006 * Math.sin(0.6 * i)],
    );
    const world: World = { gravity: [0, 0, 0], parameters: { ...calm, rig, stiffness: 5 } };
    const dynamics = createIn(massSpring, strandsOf(curl), fibre, world);
    const gust = {
      apply: (p: { count: number; length: Float64Array }, _: number, l: { force: Float64Array }) => {
        for (let i = 0; i < p.count; i++) l.force[3 * i] = l.force[3 * i]! + 3e-4 * p.length[i]!;
      },
    };
    for (let n = 0; n < 20; n++) dynamics.step(H, { ...environmentOf(n * H, world), fields: [gust] });
    const pushed = distance(tip(pointsOf(dynamics)), curl[11]!);
    expect(pushed).toBeGreaterThan(5e-4);
    for (let n = 20; n < 170; n++) dynamics.step(H, environmentOf(n * H, world));
    expect(distance(tip(pointsOf(dynamics)), curl[11]!)).toBeLessThan(0.05 * pushed);
  });

  it.each(RIGS)('moves the same in a turned world: %s', (rig) => {
    const shape = Array.from({ length: 8 }, (_, i): Vec3 => [0.004 * i, -0.003 * i, 0.002 * Math.sin(i)]);
    const q = fromAxisAngle([0.6, 0, 0.8], 1.1);
    const plain = settle(shape, { parameters: { rig, thickness: 0, layerOffset: 0 } }, 6);
    // The root turns with the world; its groom is told in the world, so it is turned before.
    const turn = (v: Vec3): Vec3 => rotate(q, v);
    const turned = settle(
      shape.map(turn),
      {
        gravity: turn([0, -9.81, 0]),
        motion: () => ({ position: [0, 0, 0], orientation: q }),
        parameters: { rig, thickness: 0, layerOffset: 0 },
      },
      6,
    );
    for (let i = 0; i < shape.length; i++) expect(distance(turn(at(plain, i)), at(turned, i))).toBeLessThan(2e-5);
  });
});
