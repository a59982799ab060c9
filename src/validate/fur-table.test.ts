import { describe, expect, it } from 'vitest';
import { gorillaScene, grassScene, mammothScene } from './fur-scenes.ts';
import { pressGrass } from './fur-table.ts';
import { whirl } from './whirlwind.ts';

describe('the published loads of fur', () => {
  it('whirl: the hair at the centre stands still in all frames with springs, and moves and shortens with shapes', () => {
    const [springs, shapes] = [whirl('springs', 2), whirl('geometry', 2)];
    expect(springs.most).toBeLessThan(1e-6);
    expect(springs.cornerAngle).toBeGreaterThan(0.4);
    expect(shapes.cornerAngle).toBe(springs.cornerAngle);
    // The mean of arcs that lean all ways has the height of one of them.
    expect(shapes.height).toBeCloseTo(Math.sin(shapes.cornerAngle) / shapes.cornerAngle, 4);
    expect(shapes.corner).toBeCloseTo(springs.corner, 6);
  });

  it('press grass flat under a ball, away from it, and let it stand up again', () => {
    const row = pressGrass(grassScene(140, 0));
    expect(row.pressed).toBeGreaterThan(2);
    expect(row.leastAngle).toBeGreaterThan((85 / 180) * Math.PI);
    expect(row.away).toBeGreaterThan(0.9);
    expect(row.left).toBeLessThan(0.01);
  });

  it('have as many hairs of as many segments as were published', () => {
    const sums = [mammothScene(), gorillaScene()].map(({ grooms }) => ({
      hairs: grooms.reduce((sum, { strands }) => sum + strands, 0),
      points: grooms.map(({ source }) => (source.kind === 'coat' ? source.change['points'] : 0)),
    }));
    expect(sums.map(({ hairs }) => hairs)).toEqual([16000, 44000]);
    expect(new Set(sums[0]!.points)).toEqual(new Set([6]));
    expect(new Set(sums[1]!.points)).toEqual(new Set([5]));
  });
});
