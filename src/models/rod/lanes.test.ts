import { describe, expect, it } from 'vitest';
import { LANES } from '../../kernels/kernels.ts';
import { Random } from '../../numeric/random.ts';
import { addEvenAir, nodalView } from '../nodal.ts';
import { MovingRods } from './lanes.fixture.ts';
import { RodLanes } from './lanes.ts';

const seed = 31;
const NODES = 20;
const STEP = 1 / 240;

/** Steps strands, four together, and returns all that moves. */
function stepped(wantsSimd: boolean, groups: readonly (readonly number[])[], steps: number): Float64Array[] {
  const rods = new MovingRods(new Random(seed), 8, NODES);
  const lanes = new RodLanes(rods.rows, NODES, wantsSimd);
  expect(lanes.kernels.isSimd).toBe(wantsSimd);
  for (let n = 0; n < steps; n++)
    for (const group of groups) {
      lanes.clear();
      for (const k of group) rods.load(lanes, k, STEP);
      lanes.solve(rods.outer);
      group.forEach((_, lane) => {
        if (lanes.isSolved(lane)) lanes.store(lane);
      });
    }
  const { position, velocity, m1, measure, tension } = rods.store.arrays;
  return [position, velocity, m1, measure, tension];
}

describe(`rods in lanes (seed ${seed})`, () => {
  it('go where rods in double precision go', () => {
    const rods = new MovingRods(new Random(seed), LANES, NODES);
    const lanes = new RodLanes(rods.rows, NODES, true);
    for (let k = 0; k < LANES; k++) rods.load(lanes, k, STEP);
    lanes.solve(rods.outer);
    for (let k = 0; k < LANES; k++) {
      expect(lanes.isSolved(k)).toBe(true);
      const { solves } = rods.solve(k, STEP);
      expect(lanes.solves(k)).toBe(solves);
    }
    const single = new MovingRods(new Random(seed), LANES, NODES);
    for (let k = 0; k < LANES; k++) {
      lanes.store(k);
      single.solve(k, STEP);
      single.keep(k, STEP);
    }
    const far = (name: 'position' | 'velocity' | 'm1' | 'measure' | 'tension'): number => {
      const [a, b] = [rods.store.arrays[name], single.store.arrays[name]];
      let most = 0;
      let scale = 0;
      for (let i = 0; i < a.length; i++) {
        most = Math.max(most, Math.abs(a[i]! - b[i]!));
        scale = Math.max(scale, Math.abs(b[i]!));
      }
      return most / scale;
    };
    expect(far('position')).toBeLessThan(1e-7);
    expect(far('velocity')).toBeLessThan(1e-4);
    expect(far('m1')).toBeLessThan(1e-5);
    expect(far('measure')).toBeLessThan(1e-5);
    expect(far('tension')).toBeLessThan(1e-3);
  });

  it('are the same to the last bit with and without vector instructions', () => {
    const groups = [
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ];
    const [simd, twin] = [stepped(true, groups, 20), stepped(false, groups, 20)];
    expect(simd.every((values) => values.every(Number.isFinite))).toBe(true);
    expect(simd).toEqual(twin);
  });

  it('do not depend on the company they are in', () => {
    const together = stepped(
      true,
      [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
      ],
      20,
    );
    const alone = stepped(true, [[5], [0], [7, 1, 4], [2, 6], [3]], 20);
    expect(alone).toEqual(together);
  });

  it('feel air that is the same everywhere as if it were in their loads', () => {
    const air = { across: 4e-5, along: 8e-6, velocity: [0.6, -0.2, 1.1] as const };
    const ends = [false, true].map((isLoaded) => {
      const rods = new MovingRods(new Random(seed), LANES, NODES);
      const { outer } = rods;
      outer.loads.force.fill(0);
      outer.loads.damping.fill(0);
      if (isLoaded) for (let k = 0; k < LANES; k++) addEvenAir(nodalView(rods.store as never), k, air, outer.loads);
      else outer.air = air;
      outer.hasForces = isLoaded;
      outer.hasDamping = isLoaded;
      outer.hasSprings = false;
      const lanes = new RodLanes(rods.rows, NODES, true);
      for (let k = 0; k < LANES; k++) rods.load(lanes, k, STEP);
      lanes.solve(outer);
      for (let k = 0; k < LANES; k++) lanes.store(k);
      return rods.rows;
    });
    for (let i = 0; i < ends[0]!.x.length; i++) {
      expect(Math.abs(ends[0]!.x[i]! - ends[1]!.x[i]!)).toBeLessThan(2e-9);
      expect(Math.abs(ends[0]!.v[i]! - ends[1]!.v[i]!)).toBeLessThan(1e-6);
    }
  });
});
