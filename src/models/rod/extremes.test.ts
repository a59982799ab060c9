import { describe, expect, it } from 'vitest';
import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { fromAxisAngle } from '../../numeric/rotation.ts';
import { makeStrands, type Strands, uniformFirst } from '../../strands/strands.ts';
import { MOTIONS, movedBy, TYPES, type TypeName, up } from '../extremes.fixture.ts';
import type { StrandDynamics } from '../model.ts';
import { GRAVITY, type Motion, rootsOf } from '../world.fixture.ts';
import { rodParameters } from './parameters.ts';
import { rod } from './rod.ts';

function hanging(type: TypeName, nodes: number, length: number): Strands {
  const [r, step] = TYPES[type].helix ?? [0, 0];
  // Fewer than eight points a turn would not be a curl: the strand is straight then.
  const turn = Math.hypot(2 * Math.PI * r, step);
  const isCurl = r > 0 && (turn * (nodes - 1)) / length >= 8;
  const points = Array.from({ length: nodes }, (_, i) => {
    const s = (length * i) / (nodes - 1);
    const a = isCurl ? (2 * Math.PI * s) / turn : 0;
    return isCurl ? [r * Math.cos(a) - r, (-step * s) / turn, r * Math.sin(a)] : [0, -s, 0];
  });
  return makeStrands({ first: uniformFirst(1, nodes), positions: Float32Array.from(points.flat()) });
}

interface Run {
  readonly strain: number;
  readonly speed: number;
  readonly isFinite: boolean;
}

/** Moves a strand for `seconds`, then lets it come to rest for five. */
function shake(type: TypeName, nodes: number, h: number, motion: Motion, seconds: number): Run {
  const { helix: _, ...section } = TYPES[type];
  const still: Motion = () => motion(seconds);
  const dynamics: StrandDynamics = rod.create(
    {
      rest: hanging(type, nodes, 0.15),
      roots: rootsOf(motion),
      time: 0,
      gravity: GRAVITY,
      restState: 'sag-free',
      obstacles: null,
      fibre: { ...section, density: 1300, poissonRatio: 0.48 },
      makeContacts,
    },
    completeParameters(rodParameters),
  );
  let strain = 0;
  const go = (moving: Motion, from: number, to: number): void => {
    for (let n = Math.round(from / h); n < Math.round(to / h); n++) {
      const spinless: Motion = (time) => (moving === still ? { ...still(time), spin: [0, 0, 0] } : moving(time));
      strain = Math.max(strain, dynamics.step(h, movedBy(spinless, n * h)).strain);
    }
  };
  go(motion, 0, seconds);
  go(still, seconds, seconds + 5);
  const v = new Float64Array(3 * nodes);
  dynamics.velocities(v);
  return { strain, speed: Math.max(...v.map(Math.abs)), isFinite: v.every(Number.isFinite) };
}

describe('a rod under what no hair meets', () => {
  const cases: [string, TypeName, number, number][] = [
    ['shaken', 'smooth', 8, 1 / 15],
    ['shaken', 'curly', 64, 1 / 60],
    ['shaken', 'fuzzy', 200, 1 / 240],
    ['spun', 'wavy', 32, 1 / 15],
    ['spun', 'fuzzy', 64, 1 / 60],
    ['spun', 'smooth', 200, 1 / 60],
    ['teleported', 'curly', 64, 1 / 1000],
    ['teleported', 'wavy', 32, 1 / 15],
  ];
  it.each(cases)('%s: %s, %i nodes, step %f s: no NaN, strain below 1 %%, settles', (name, type, nodes, h) => {
    const run = shake(type, nodes, h, MOTIONS[name]!, 0.3);
    expect(run.isFinite).toBe(true);
    expect(run.strain).toBeLessThan(0.01);
    expect(run.speed).toBeLessThan(0.02);
  });

  it('stretches by less than 0.1 % in head turns of 40 degrees at 2 Hz', () => {
    const turning: Motion = (t) => {
      const amplitude = (40 * Math.PI) / 180;
      const rate = 2 * Math.PI * 2;
      return {
        position: [0, 0, 0],
        orientation: fromAxisAngle(up, amplitude * Math.sin(rate * t)),
        spin: [0, amplitude * rate * Math.cos(rate * t), 0],
      };
    };
    for (const type of ['smooth', 'curly'] as const)
      expect(shake(type, 32, 1 / 120, turning, 1).strain).toBeLessThan(0.001);
  });
});
