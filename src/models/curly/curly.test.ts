import { describe, expect, it } from 'vitest';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import { createIn, environmentOf, pointsOf, strandsOf, type World } from '../world.fixture.ts';
import { helix } from './curl.fixture.ts';
import { curly } from './curly.ts';
import { curlyPresets } from './presets.ts';

const fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const H = 1 / 120;

const curl = (nodes: number) => {
  const x = helix(nodes);
  return strandsOf(Array.from({ length: nodes }, (_, i) => at(x, i)));
};

/** Every point at every step. */
function run(world: World, nodes: number, seconds: number): Float64Array[] {
  const dynamics = createIn(curly, curl(nodes), fibre, { drag: 2e-5, ...world });
  const frames: Float64Array[] = [];
  for (let n = 0; n * H < seconds; n++) {
    dynamics.step(H, environmentOf(n * H, { drag: 2e-5, ...world }));
    frames.push(pointsOf(dynamics));
  }
  return frames;
}

/** A head on a walk: two steps a second. */
const walk = (time: number) => ({
  position: [
    0.03 * Math.sin(2 * Math.PI * time),
    0.02 * Math.sin(4 * Math.PI * time),
    0.02 * Math.sin(2 * Math.PI * time + 1),
  ] as Vec3,
});

/** How far the tip goes along each axis in the last part of a run. */
function envelope(frames: readonly Float64Array[], nodes: number): number[] {
  const late = frames.slice(Math.floor(frames.length / 3));
  return [0, 1, 2].map((c) => {
    const places = late.map((x) => x[3 * nodes - 3 + c]!);
    return Math.max(...places) - Math.min(...places);
  });
}

const SETS = [
  ['redhead', curlyPresets.redhead, 36],
  ['horse', curlyPresets.horse, 17],
] as const;

describe.each(SETS)('implicit steps of %s against the published ones', (_, preset, nodes) => {
  const both = (world: World, seconds: number): Float64Array[][] =>
    ['published', 'implicit'].map((integrator) =>
      run({ ...world, parameters: { ...preset, integrator } }, nodes, seconds),
    );

  it('settle in the same shape, to 1 % of the length', () => {
    // Heavy air: rest comes soon.
    const [published, implicit] = both({ drag: 2e-4 }, 1).map((frames) => frames.at(-1)!) as [
      Float64Array,
      Float64Array,
    ];
    expect(distance(at(published, nodes - 1), at(helix(nodes), nodes - 1))).toBeGreaterThan(0.01);
    for (let i = 0; i < nodes; i++)
      expect(distance(at(published, i), at(implicit, i))).toBeLessThan(0.01 * 0.01 * (nodes - 1));
  });

  it('reach as far on a walk, to 5 %', () => {
    const [published, implicit] = both({ motion: walk }, 0.9).map((frames) => envelope(frames, nodes)) as [
      number[],
      number[],
    ];
    published.forEach((far, c) => {
      expect(far).toBeGreaterThan(0.02);
      expect(Math.abs(implicit[c]! - far)).toBeLessThan(0.05 * far);
    });
  });
});

describe.each(['implicit', 'published'])('strands stepped %s', (integrator) => {
  it('stay as groomed at full gravity where the rest state says so', () => {
    const frames = run({ restState: 'sag-free', parameters: { integrator } }, 30, 0.3);
    const groomed = helix(30);
    for (let i = 0; i < 30; i++) expect(distance(at(frames.at(-1)!, i), at(groomed, i))).toBeLessThan(1e-5);
  });

  it('are never longer than allowed, even where they are thrown', () => {
    const motion = (time: number) => ({ position: [0, time < 0.1 ? 0 : 8 * Math.min(time - 0.1, 0.05), 0] as Vec3 });
    const lengths = (x: Float64Array): number[] =>
      Array.from({ length: 24 }, (_, i) => distance(at(x, i), at(x, i + 1)));
    const rest = lengths(helix(25));
    for (const x of run({ motion, parameters: { integrator } }, 25, 0.3))
      expect(Math.max(...lengths(x).map((l, i) => l / rest[i]!))).toBeLessThan(1.1001);
  });
});
