import { describe, expect, it } from 'vitest';
import { MOTIONS, movedBy, TYPES, type TypeName } from '../extremes.fixture.ts';
import { createIn, type Motion, strandsOf } from '../world.fixture.ts';
import { coil, line } from './strand.fixture.ts';
import { superHelix } from './super-helix.ts';

const LENGTH = 0.15;

interface Run {
  /** Fastest point after five seconds at rest, m/s. */
  readonly speed: number;
  /** The longest that the polyline through the output points ever was, in lengths of the strand. */
  readonly longest: number;
  readonly isFinite: boolean;
  readonly carried: number;
}

/** Moves a strand for 0.3 s, then lets it come to rest for five seconds. */
function shake(type: TypeName, nodes: number, h: number, motion: Motion): Run {
  const { helix, ...section } = TYPES[type];
  const points = helix ? coil(nodes, helix[0], helix[1], LENGTH) : line(nodes, LENGTH, [0, -1, 0]);
  const fibre = { ...section, density: 1300, poissonRatio: 0.48 };
  const dynamics = createIn(superHelix, strandsOf(points), fibre, { motion, restState: 'sag-free' });
  const end = Math.round(0.3 / h) * h;
  const still: Motion = () => ({ ...motion(end), spin: [0, 0, 0] });
  const x = new Float64Array(3 * nodes);
  let [longest, carried, isSound] = [0, 0, true];
  for (let n = 0; n * h < end + 5; n++) {
    const moving: Motion = n * h < end - 1e-9 ? (t) => (t < end - 1e-9 ? motion(t) : still(t)) : still;
    carried += dynamics.step(h, movedBy(moving, n * h)).carried.length;
    dynamics.positions(x);
    let sum = 0;
    for (let i = 3; i < x.length; i += 3)
      sum += Math.hypot(x[i]! - x[i - 3]!, x[i + 1]! - x[i - 2]!, x[i + 2]! - x[i - 1]!);
    longest = Math.max(longest, sum / LENGTH);
    isSound &&= Number.isFinite(sum);
  }
  const v = new Float64Array(3 * nodes);
  dynamics.velocities(v);
  return { speed: Math.max(...v.map(Math.abs)), longest, isFinite: isSound && v.every(Number.isFinite), carried };
}

describe('a super-helix under what no hair meets', () => {
  const cases: [string, TypeName, number, number][] = [
    ['shaken', 'smooth', 8, 1 / 15],
    ['shaken', 'wavy', 48, 1 / 30],
    ['shaken', 'curly', 64, 1 / 60],
    ['shaken', 'fuzzy', 120, 1 / 60],
    ['spun', 'smooth', 64, 1 / 60],
    ['spun', 'wavy', 32, 1 / 15],
    ['spun', 'curly', 48, 1 / 30],
    ['spun', 'fuzzy', 120, 1 / 30],
    ['teleported', 'smooth', 24, 1 / 1000],
    ['teleported', 'wavy', 32, 1 / 15],
    ['teleported', 'curly', 64, 1 / 240],
  ];
  it.each(cases)('%s: %s, %i points, step %f s: no NaN, no stretch, settles', (name, type, nodes, h) => {
    const run = shake(type, nodes, h, MOTIONS[name]!);
    expect(run.isFinite).toBe(true);
    expect(run.carried).toBe(0);
    // Chords of the curve are never longer than it; the fit may add a little to a polyline's length.
    expect(run.longest).toBeLessThan(1.01);
    expect(run.speed).toBeLessThan(0.02);
  });
});
