import { describe, expect, it } from 'vitest';
import { at, distance } from '../numeric/vector.ts';
import { prepareScene, type SceneInstance } from './instance.ts';
import { changeScene } from './read-scene.ts';
import { oneGroomScene } from './scene.fixture.ts';
import type { Scene } from './schema.ts';

/** Hair of 4 cm on a ball that swings, its own field of little resolution. */
const BALL = oneGroomScene({
  name: 'ball',
  body: {
    shape: { kind: 'sphere', radius: 0.1 },
    motion: { kind: 'head', name: 'shake', amplitude: 0.8, period: 0.5, cycles: 4, start: 0 },
  },
  groom: { source: { kind: 'coat', change: { length: { base: 0.04 } } }, guides: 24, strands: 60 },
  contact: { hair: [] },
});

const changed = (changes: Record<string, unknown>): Scene =>
  changeScene(BALL, { remove: [], add: {}, changes }, 'test');
const prepared = (changes: Record<string, unknown>): SceneInstance => prepareScene(changed(changes));

/** All guides after some steps. */
function run(changes: Record<string, unknown>, steps = 6): Float64Array {
  const { simulation } = prepared(changes);
  simulation.advance(steps);
  const out = new Float64Array(3 * simulation.first.at(-1)!);
  simulation.positionsAt(simulation.time, out);
  return out;
}

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a, (x, i) => Math.abs(x - b[i]!)).reduce((most, x) => Math.max(most, x), 0);

/** Painted on the right of the ball. */
const PAINT = {
  kind: 'painted',
  strokes: [{ path: [[0.1, 0, 0]], radius: 0.12, hardness: 0.9, value: 1 }],
};

describe('controls where a field says', () => {
  const free = run({});
  const posed = { 'control.pose.strength': 200 };

  it('are as without a field where it is 1, and as absent, to the bit, where it is 0', () => {
    expect(run({ ...posed, 'control.where.pose': 1 })).toEqual(run(posed));
    expect(run({ ...posed, 'control.where.pose': 0 })).toEqual(free);
    const riding = { 'control.match.rate': 50, 'control.inertia.scale': 0.2 };
    expect(run({ ...riding, 'control.where': { match: 0, inertia: 0 } })).toEqual(free);
  });

  it('hold the painted side and leave the other to the bit', () => {
    const { guides } = prepared({}).grooms[0]!;
    const both = run(posed);
    const painted = run({ ...posed, 'control.where.pose': PAINT });
    let [held, left] = [0, 0];
    guides.first.slice(0, -1).forEach((from, k) => {
      const own = (all: Float64Array): Float64Array => all.slice(3 * from, 3 * guides.first[k + 1]!);
      const off = distance(at(guides.positions, from), [0.1, 0, 0]);
      if (off < 0.09) {
        expect(farthest(own(painted), own(both))).toBeLessThan(1e-6);
        held++;
      }
      if (off > 0.125) {
        expect(own(painted)).toEqual(own(free));
        left++;
      }
    });
    expect(Math.min(held, left)).toBeGreaterThan(2);
  });

  it('of inertia may be keyed over time: a key is as the scale that it says', () => {
    const scaled = { 'control.inertia.scale': 0.3 };
    expect(run({ 'control.inertia.over': [[0, 0.3]] })).toEqual(run(scaled));
    expect(run({ 'control.inertia.over': [[0, 1]] })).toEqual(free);
    expect(farthest(run(scaled), free)).toBeGreaterThan(1e-4);
  });
});

describe('layers on the result', () => {
  const sculpt = [{ move: [0, 0.01, 0], where: PAINT }];
  /** How far each guide's tip is moved up, by the root that it stands on, where the paint is whole. */
  const tipShifts = (instance: SceneInstance): Map<string, number> => {
    const { guides, layers } = instance.grooms[0]!;
    const moved = layers!.guidesAt(guides.positions, 0);
    const shifts = new Map<string, number>();
    guides.first.slice(1).forEach((end, k) => {
      const root = at(guides.positions, guides.first[k]!);
      if (distance(root, [0.1, 0, 0]) > 0.05) return;
      shifts.set(root.join(' '), moved[3 * end - 2]! - guides.positions[3 * end - 2]!);
    });
    return shifts;
  };

  it('survive another run and other guides: a sculpt is a field over the skin', () => {
    const [few, many] = [50, 130].map((guides) => tipShifts(prepared({ sculpt, guides })));
    // Means over roots would differ by which roots there are: hair that leans along the move gets less of it, as it keeps its length.
    const common = [...few!].filter(([root]) => many!.has(root));
    expect(common.length).toBeGreaterThan(2);
    expect(many!.size).toBeGreaterThan(common.length);
    for (const [root, shift] of common) {
      expect(shift).toBeGreaterThan(0.005);
      expect(many!.get(root)! / shift).toBeCloseTo(1, 6);
    }
  });

  it('sway every shown strand without a simulation, and keep its length and root', () => {
    const plain = prepared({}).grooms[0]!;
    const windy = prepared({ 'pelt.strength': 0.4 }).grooms[0]!;
    const points = (groom: typeof plain, time: number): Float32Array => {
      const out = new Float32Array(groom.hair.strands.positions.length);
      groom.hair.update(groom.guides.positions, time, out);
      return out;
    };
    const { first } = plain.hair.strands;
    const [before, after] = [points(plain, 0), points(windy, 0)];
    const long = (all: Float32Array, k: number): number => {
      let sum = 0;
      for (let i = first[k]!; i + 1 < first[k + 1]!; i++) sum += distance(at(all, i), at(all, i + 1));
      return sum;
    };
    for (let k = 0; k + 1 < first.length; k++) {
      expect(at(after, first[k]!)).toEqual(at(before, first[k]!));
      expect(Math.abs(long(after, k) / long(before, k) - 1)).toBeLessThan(1e-6);
      expect(distance(at(after, first[k + 1]! - 1), at(before, first[k + 1]! - 1))).toBeGreaterThan(0);
    }
    expect(windy.hair.generator).toBeUndefined();
  });
});
