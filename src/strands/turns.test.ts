import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { classifyTurns, makeTurnScratch, type Turns } from './turns.ts';

const seed = 71009;
const limit = Math.PI / 3;

type Points = number[][];

function classify(points: Points): Turns & { marks: number[] } {
  const scratch = makeTurnScratch(points.length);
  const out = { crooked: -1, firstCrooked: -2, sharpest: -1, pointsPerTurn: -1, firstOfCurl: -2 };
  classifyTurns(Float64Array.from(points.flat()), points.length, limit, scratch, out);
  return { ...out, marks: [...scratch.isCrooked] };
}

const helix = (count: number, perTurn: number, rise: number, hand = 1): Points =>
  Array.from({ length: count }, (_, k) => {
    const a = (2 * Math.PI * k) / perTurn;
    return [Math.cos(a), rise * k, hand * Math.sin(a)];
  });

const straight = (count: number): Points => Array.from({ length: count }, (_, k) => [0, 0.1 * k, 0]);

describe(`turns (seed ${seed})`, () => {
  for (const hand of [1, -1])
    for (const perTurn of [3.5, 4, 5, 6, 7.5, 10])
      it(`a helix with ${perTurn} points a turn is a curl, not crooked (hand ${hand})`, () => {
        const turns = classify(helix(30, perTurn, 0.2, hand));
        expect(turns.crooked).toBe(0);
        expect(turns.pointsPerTurn).toBeCloseTo(perTurn, 6);
        expect(turns.firstOfCurl).toBe(1);
      });

  it('a helix with many points a turn does not turn sharply anywhere', () => {
    expect(classify(helix(60, 20, 0.2))).toMatchObject({ crooked: 0, pointsPerTurn: Number.POSITIVE_INFINITY });
  });

  it('a curl may widen, and begin after a straight part', () => {
    const curl = helix(30, 5.5, 0.4).map(([x, y, z], k) => [(1 + 0.03 * k) * x!, y! + 2, (1 + 0.03 * k) * z!]);
    const turns = classify([...straight(20), ...curl].map((p) => p));
    expect(turns.pointsPerTurn).toBeGreaterThan(5);
    expect(turns.pointsPerTurn).toBeLessThan(6.5);
    expect(turns.firstOfCurl).toBeGreaterThanOrEqual(20);
  });

  it('a spike, a right angle, a hook and a zigzag are crooked', () => {
    const spike = straight(20);
    spike[9] = [0.3, 0.9, 0];
    expect(classify(spike)).toMatchObject({ crooked: 3, firstCrooked: 8, pointsPerTurn: Number.POSITIVE_INFINITY });
    expect(classify(spike).marks.indexOf(1)).toBe(8);
    const angle = [...straight(5), [0.1, 0.4, 0], [0.2, 0.4, 0]];
    expect(classify(angle)).toMatchObject({ crooked: 1, firstCrooked: 4 });
    expect(classify(angle).sharpest).toBeCloseTo(Math.PI / 2, 9);
    const hook = [...straight(5), [0.1, 0.4, 0], [0.1, 0.3, 0], [0.1, 0.2, 0]];
    expect(classify(hook).crooked).toBe(2);
    const zigzag = Array.from({ length: 12 }, (_, k) => [k % 2, 0.5 * k, 0]);
    expect(classify(zigzag).crooked).toBe(10);
  });

  it('a scribble is crooked nearly everywhere it turns', () => {
    const random = new Random(seed);
    const scribble = Array.from({ length: 400 }, () => [random.unit(), random.unit(), random.unit()]);
    const { crooked, sharpest } = classify(scribble);
    expect(crooked).toBeGreaterThan(250);
    expect(sharpest).toBeGreaterThan(2.5);
  });

  it('one spike in a curl is found, and only near it', () => {
    const curl = helix(40, 6, 0.3);
    curl[20] = [3, 6, 0];
    const { marks, crooked, pointsPerTurn } = classify(curl);
    expect(crooked).toBeGreaterThan(0);
    expect(marks.every((mark, i) => mark === 0 || Math.abs(i - 20) <= 4)).toBe(true);
    expect(pointsPerTurn).toBeCloseTo(6, 1);
  });

  it('strands too short to turn have no turns', () => {
    for (const count of [0, 1, 2]) expect(classify(straight(count)).crooked).toBe(0);
  });
});
