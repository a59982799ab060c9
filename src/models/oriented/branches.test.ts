import { describe, expect, it } from 'vitest';
import { fromAxisAngle } from '../../numeric/rotation.ts';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import { makeStrands, type Strands } from '../../strands/strands.ts';
import type { Fibre, StrandDynamics } from '../model.ts';
import { createIn, environmentOf, pointsOf, type World } from '../world.fixture.ts';
import { oriented } from './oriented.ts';

const fibre: Fibre = { radius: 1e-4, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };

/** A stem that stands, two branches on it, and a twig on one of them. */
function sapling(): Strands {
  const line = (from: Vec3, way: Vec3, nodes: number): Vec3[] =>
    Array.from({ length: nodes }, (_, i) => [from[0] + i * way[0], from[1] + i * way[1], from[2] + i * way[2]]);
  const strands = [
    line([0, 0, 0], [0, 0.01, 0], 8),
    line([0, 0.045, 0], [0.008, 0.004, 0], 6),
    line([0, 0.06, 0], [-0.006, 0.002, 0.005], 5),
    line([0.024, 0.057, 0], [0, 0, 0.007], 4),
  ];
  const first = Uint32Array.of(0, 8, 14, 19, 23);
  return makeStrands({
    first,
    id: Uint32Array.of(3, 5, 6, 9),
    positions: Float32Array.from(strands.flat(2)),
    strandAttributes: new Map([
      ['parent', { size: 1, data: Int32Array.of(-1, 3, 3, 5) }],
      ['parentArc', { size: 1, data: Float32Array.of(0, 0.045, 0.06, 3 * Math.sqrt(8e-5)) }],
    ]),
  });
}

/** How far branches are from where they grow. */
function gaps(dynamics: StrandDynamics, joints: readonly (readonly [id: number, on: number, arc: number])[]): number {
  return Math.max(...joints.map(([id, on, arc]) => distance(dynamics.positionAt(id, 0), dynamics.positionAt(on, arc))));
}
const JOINTS = [
  [5, 3, 0.045],
  [6, 3, 0.06],
  [9, 5, 3 * Math.sqrt(8e-5)],
] as const;

function run(dynamics: StrandDynamics, steps: number, world: World, from = 0): void {
  for (let n = from; n < from + steps; n++) dynamics.step(1 / 120, environmentOf(n / 120, world));
}

describe('strands that grow on others', () => {
  it('stay as groomed, the stem bearing what grows on it', () => {
    const world = { restState: 'sag-free' as const };
    const dynamics = createIn(oriented, sapling(), fibre, world);
    const x = pointsOf(dynamics);
    run(dynamics, 120, world);
    const moved = pointsOf(dynamics).map((value, i) => Math.abs(value - x[i]!));
    expect(Math.max(...moved)).toBeLessThan(2e-8);
  });

  it('stay on them in any motion, and move them as they move', () => {
    const motion = (t: number) => ({
      position: [0.02 * Math.sin(25 * t), 0, 0] as Vec3,
      orientation: fromAxisAngle([0, 1, 0], 0.5 * Math.sin(9 * t)),
    });
    const world = { motion, restState: 'as-groomed' as const };
    const dynamics = createIn(oriented, sapling(), fibre, world);
    run(dynamics, 90, world);
    expect(gaps(dynamics, JOINTS)).toBeLessThan(1e-6);
    const bare = createIn(oriented, makeStrands({ ...sapling(), strandAttributes: new Map() }), fibre, world);
    run(bare, 90, world);
    expect(distance(bare.positionAt(3, 0.07), dynamics.positionAt(3, 0.07))).toBeGreaterThan(1e-3);
  });

  it('are the same links as those of one strand where one goes on where the other ends', () => {
    const bend = (i: number): Vec3 => [0.01 * i, -0.002 * i * i, 0];
    const points = Array.from({ length: 9 }, (_, i) => bend(i));
    const whole = makeStrands({ first: Uint32Array.of(0, 9), positions: Float32Array.from(points.flat()) });
    const upper = points.slice(0, 5);
    const lower = points.slice(4);
    let arc = 0;
    for (let i = 1; i < 5; i++) arc += distance(upper[i]!, upper[i - 1]!);
    const parts = makeStrands({
      first: Uint32Array.of(0, 5, 10),
      positions: Float32Array.from([...upper, ...lower].flat()),
      strandAttributes: new Map([
        ['parent', { size: 1, data: Int32Array.of(-1, 0) }],
        ['parentArc', { size: 1, data: Float32Array.of(0, arc) }],
      ]),
    });
    // Slack joints are equal whatever the lengths that they bend over.
    const world = { parameters: { stiffness: 0, internalFriction: 0 } };
    const [one, two] = [createIn(oriented, whole, fibre, world), createIn(oriented, parts, fibre, world)];
    run(one, 30, world);
    run(two, 30, world);
    const tip = (dynamics: StrandDynamics): Vec3 => at(pointsOf(dynamics).slice(-3), 0);
    expect(distance(tip(one), tip(two))).toBeLessThan(1e-5);
  });

  it('fall with the piece that they grow on', () => {
    const world = { restState: 'sag-free' as const };
    const dynamics = createIn(oriented, sapling(), fibre, world);
    run(dynamics, 5, world);
    expect(dynamics.split([{ id: 3, s: 0.05, newId: 20 }])).toBe(1);
    run(dynamics, 30, world, 5);
    expect(
      gaps(dynamics, [
        [5, 3, 0.045],
        [6, 20, 0.01],
        [9, 5, 3 * Math.sqrt(8e-5)],
      ]),
    ).toBeLessThan(1e-6);
    expect(dynamics.positionAt(6, 0)[1]).toBeLessThan(-0.1);
    expect(dynamics.positionAt(5, 0)[1]).toBeGreaterThan(0.03);
  });

  it('must grow on strands that are there, and not on themselves', () => {
    const strands = sapling();
    const growing = (parents: number[]): (() => unknown) => {
      const parent = { size: 1, data: Int32Array.from(parents) };
      const strandAttributes = new Map([...strands.strandAttributes, ['parent', parent] as const]);
      return () => createIn(oriented, makeStrands({ ...strands, strandAttributes }), fibre);
    };
    expect(growing([-1, 3, 3, 77])).toThrow(/strand 77, which is not there/);
    expect(growing([9, 3, 3, 5])).toThrow(/grows on itself/);
  });
});
