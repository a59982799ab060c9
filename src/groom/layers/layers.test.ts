import { describe, expect, it } from 'vitest';
import type { RigidState } from '../../body/motion.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { expMap } from '../../numeric/rotation.ts';
import { at, distance } from '../../numeric/vector.ts';
import { applyPeltWind, type PeltWindParameters, peltWindParameters } from './pelt-wind.ts';
import { applySculpts, type SculptParameters, sculptParameters } from './sculpt.ts';

const SEED = 20261118;
const COUNT = 40;
const POINTS = 16;

/** A reproducible stream of numbers in 0..1. */
function stream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const random = stream(SEED);
const first = Uint32Array.from({ length: COUNT + 1 }, (_, k) => k * POINTS);
const root = new Float32Array(3 * COUNT).map(() => 0.3 * (random() - 0.5));
const normal = new Float32Array(3 * COUNT).map((_, i) => (i % 3 === 1 ? 1 : 0));
const strands = ((): Float32Array => {
  const out = new Float32Array(3 * COUNT * POINTS);
  for (let k = 0; k < COUNT; k++)
    for (let i = 0; i < POINTS; i++)
      for (let c = 0; c < 3; c++) {
        const a = 3 * (k * POINTS + i) + c;
        out[a] = i === 0 ? root[3 * k + c]! : out[a - 3]! + 0.02 * (random() - (c === 1 ? 0 : 0.5));
      }
  return out;
})();
const state = (angle: number): RigidState => ({
  position: [0.1, 0, 0],
  orientation: expMap([0, angle, 0]),
  velocity: [0, 0, 0],
  angularVelocity: [0, 0, 0],
  acceleration: [0, 0, 0],
  angularAcceleration: [0, 0, 0],
});

const lengthOf = (points: Float32Array, k: number): number => {
  let sum = 0;
  for (let i = k * POINTS; i + 1 < (k + 1) * POINTS; i++) sum += distance(at(points, i), at(points, i + 1));
  return sum;
};

const isKept = (points: Float32Array): void => {
  let worst = 0;
  for (let k = 0; k < COUNT; k++) {
    expect(at(points, k * POINTS)).toEqual(at(strands, k * POINTS));
    worst = Math.max(worst, Math.abs(lengthOf(points, k) / lengthOf(strands, k) - 1));
  }
  expect(worst).toBeLessThan(1e-6);
};

const swayed = (given: Partial<PeltWindParameters>, time = 0, turn = 0): Float32Array => {
  const positions = strands.slice();
  const parameters = completeParameters(peltWindParameters, given);
  applyPeltWind(parameters, { position: root, normal }, { first, positions, state: state(turn), time, seed: 3 });
  return positions;
};

const sculpted = (given: Partial<SculptParameters>, time = 0, weight = 1): Float32Array => {
  const positions = strands.slice();
  const parameters = completeParameters(sculptParameters, given);
  const weights = new Float64Array(COUNT).fill(weight);
  applySculpts([{ parameters, weights }], { first, positions, state: state(0), time });
  return positions;
};

describe(`pelt wind (seed ${SEED})`, () => {
  it('keeps every length within 1e-6 and every root, however strong', () => {
    for (const strength of [0.05, 0.5, 3]) isKept(swayed({ strength }, 1.7, 0.4));
  });

  it('moves nothing without strength, and nothing at a time when a key says so', () => {
    expect(swayed({ strength: 0 })).toEqual(strands);
    const over = [
      [0, 1],
      [1, 0],
    ] as const;
    expect(swayed({ strength: 1, over }, 0)).not.toEqual(strands);
    expect(swayed({ strength: 1, over }, 2)).toEqual(strands);
  });

  it('changes with time, smoothly: half the time, about half the change', () => {
    const change = (dt: number): number => {
      const [a, b] = [swayed({ strength: 0.3 }, 1), swayed({ strength: 0.3 }, 1 + dt)];
      return Math.max(...a.map((x, i) => Math.abs(x - b[i]!)));
    };
    expect(change(0.004)).toBeGreaterThan(1e-6);
    expect(change(0.004) / change(0.002)).toBeGreaterThan(1.7);
    expect(change(0.004) / change(0.002)).toBeLessThan(2.3);
  });

  it('leans with the wind in the world, however the body is turned', () => {
    for (const turn of [0, 1, 2.5]) {
      const points = swayed({ strength: 0.4, lean: 1, shelter: 0, direction: [0, 0, 2] }, 0.3, turn);
      let sum = 0;
      for (let k = 0; k < COUNT; k++) {
        const tip = (k + 1) * POINTS - 1;
        sum += at(points, tip)[2] - at(strands, tip)[2];
      }
      expect(sum / COUNT).toBeGreaterThan(0.005);
    }
  });

  it('spares what is sheltered: hair on the side that the wind blows from below', () => {
    const windward = swayed({ strength: 0.4, shelter: 1, direction: [0, -1, 0.5] });
    const leeward = swayed({ strength: 0.4, shelter: 1, direction: [0, 1, 0.5] });
    expect(leeward).toEqual(strands);
    expect(windward).not.toEqual(strands);
  });
});

describe(`a sculpt (seed ${SEED})`, () => {
  it('keeps every length within 1e-6 and every root', () => {
    isKept(sculpted({ turn: [0.7, -1.1, 0.2], move: [0.05, 0, -0.08] }));
    isKept(
      sculpted({
        move: [0.5, 0.5, 0.5],
        along: [
          [0.2, 0],
          [1, 1],
        ],
      }),
    );
  });

  it('turns the whole hair about its root as a rotation does', () => {
    const points = sculpted({ turn: [0, Math.PI / 2, 0] });
    for (let k = 0; k < COUNT; k++) {
      const [x, y, z] = at(strands, k * POINTS);
      const [tx, ty, tz] = at(strands, (k + 1) * POINTS - 1);
      const turned = [x + (tz - z), ty, z - (tx - x)] as const;
      expect(y).toBeLessThan(ty);
      expect(distance(at(points, (k + 1) * POINTS - 1), turned)).toBeLessThan(1e-6);
    }
  });

  it('moves tips by what it says as far as their length allows, in parts as its weight and keys say', () => {
    const shift = (weight: number, time = 0): number => {
      const points = sculpted(
        {
          move: [0.004, 0, 0],
          over: [
            [0, 1],
            [2, 0],
          ],
        },
        time,
        weight,
      );
      let sum = 0;
      for (let k = 0; k < COUNT; k++)
        sum += (at(points, (k + 1) * POINTS - 1)[0] - at(strands, (k + 1) * POINTS - 1)[0]) / COUNT;
      return sum;
    };
    expect(shift(1)).toBeGreaterThan(0.003);
    expect(shift(1)).toBeLessThan(0.0041);
    expect(shift(0.5) / shift(1)).toBeCloseTo(0.5, 1);
    expect(shift(1, 1) / shift(1)).toBeCloseTo(0.5, 1);
    expect(sculpted({ move: [1, 0, 0] }, 0, 0)).toEqual(strands);
    expect(shift(1, 3)).toBe(0);
  });
});
