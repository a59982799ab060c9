import { beforeAll, describe, expect, it } from 'vitest';
import { LiveScene } from '../src/scene/live.ts';
import { LiveHair } from '../src/scene/live-hair.ts';
import { studioScene } from '../studio/src/simulation/start-scenes.ts';
import { angleAside, CUT, CUTS, cameraAt, cutTips, type Fibre, fibresOf, STORY, work } from './haircut.fixture.ts';

/**
 * Long waves to the shoulders, a fringe and what frames the face: cut wet, blown dry and sprayed, with the hand of the page. The long
 * form draws the same strokes with a mouse in a browser (haircut.stress.test.ts).
 */

/** A hand that lets hair come to rest before it cuts, and when all is done; steps. */
const PAUSE = 30;
const REST = 240;

describe('a haircut', () => {
  let live: LiveScene;
  let hair: LiveHair;
  const now = (): Fibre[] => fibresOf(hair.grownAt(live.time));
  let uncut: Fibre[];
  /** Distances of all tips that were cut from the lines that cut them, at the cut. */
  const off: number[] = [];

  beforeAll(() => {
    live = new LiveScene(studioScene('long-wavy'), { guides: 64, strands: 300 });
    hair = new LiveHair(live.instance.grooms[0]!, 0, live.instance.simulation);
    uncut = now();
    work(live, STORY.wet);
    for (const stroke of CUTS) {
      live.advance(PAUSE);
      const before = now();
      work(live, [stroke], 0);
      off.push(...cutTips(before, now(), stroke, cameraAt(stroke.side)));
    }
    work(live, STORY.dry);
    live.advance(REST);
  }, 300_000);

  it('ends where the lines were drawn: 95 % of the tips within 5 mm', () => {
    expect(off.length).toBeGreaterThan(300);
    off.sort((a, b) => a - b);
    expect(off[Math.floor(0.95 * off.length)]).toBeLessThan(0.005);
  });

  it('rests as hair of that length does: no end more than 30° aside, seen from its root', () => {
    const angles = now().flatMap((fibre, k) => {
      if (uncut[k]!.length - fibre.length < CUT || fibre.length < CUT) return [];
      return [angleAside(fibre, uncut[k]!)];
    });
    expect(angles.length).toBeGreaterThan(200);
    expect(Math.max(...angles)).toBeLessThan(30);
  });

  it('is dry again, and comes to the shoulders', () => {
    const wet = hair.wetness();
    expect(wet.reduce((sum, one) => sum + one, 0) / wet.length).toBeLessThan(0.05);
    for (const { points } of now()) expect(points.at(-1)![1]).toBeGreaterThan(-0.19);
  });
});
