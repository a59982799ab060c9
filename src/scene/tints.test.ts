import { describe, expect, it } from 'vitest';
import type { PaintStroke } from '../salon/paint.ts';
import { prepareScene } from './instance.ts';
import { LiveHair } from './live-hair.ts';
import { oneGroomScene, styled } from './scene.fixture.ts';
import type { Scene } from './schema.ts';
import { paintedLength, TINT } from './tints.ts';

const sceneWith = (parameters: Record<string, unknown>): Scene =>
  oneGroomScene({
    body: { resolution: 64 },
    groom: { source: styled('bob'), guides: 10, strands: 60 },
    strokes: [{ tool: 'paint', parameters, samples: [{ step: 0, origin: [0, 0, 0] }], end: 3 }],
  });

function shown(scene: Scene): LiveHair {
  const { grooms, simulation } = prepareScene(scene);
  const live = new LiveHair(grooms[0]!, 0, simulation);
  expect(live.tints()).toBeNull();
  simulation.advance(4);
  return live;
}

describe('colour on hair as it is shown', () => {
  it('a dye that reaches all hair gives every point its colour, by the same fraction', () => {
    const live = shown(sceneWith({ colour: [0.1, 0.2, 0.7], radius: 0.5, hardness: 0.99, flow: 100 }));
    const tints = live.tints()!;
    expect(tints.length).toBe(TINT * live.first.at(-1)!);
    for (let i = 0; i < tints.length; i += TINT) {
      expect(tints[i]).toBeGreaterThan(0.5);
      expect(tints[i]).toBeLessThanOrEqual(1);
      [0.1, 0.2, 0.7].forEach((value, c) => {
        expect(tints[i + 1 + c]).toBeCloseTo(value, 5);
      });
    }
    expect(live.tints()).toBe(tints);
    expect(live.isWhole).toBe(true);
  });

  it('a colour on the skin covers strands by where they grow, whole inside the brush and not at all outside', () => {
    const live = shown(sceneWith({ attribute: 'colour', colour: [1, 0, 0], radius: 0.1, hardness: 0.99 }));
    const tints = live.tints()!;
    const fractions = Array.from({ length: 60 }, (_, k) => tints[TINT * live.first[k]!]!);
    expect(fractions.some((fraction) => fraction === 1)).toBe(true);
    expect(fractions.some((fraction) => fraction === 0)).toBe(true);
  });
});

describe('density and length painted on the skin', () => {
  const stroke = (attribute: PaintStroke['attribute'], value: number): PaintStroke => ({
    ...{
      attribute,
      value: [value, value, value],
      radius: 1,
      hardness: 0.5,
      opacity: 1,
      isOver: true,
      body: 0,
      path: [0, 0, 0],
    },
  });

  it('leave that fraction of the strands', () => {
    const left = Array.from({ length: 4000 }, (_, id) => paintedLength([stroke('density', 0.3)], [0, 0, 0], id));
    expect(left.filter((fraction) => fraction === 1).length / 4000).toBeCloseTo(0.3, 1);
    expect(left.filter((fraction) => fraction === 0).length / 4000).toBeCloseTo(0.7, 1);
  });

  it('and that fraction of their length', () => {
    expect(paintedLength([stroke('length', 0.4)], [0, 0, 0], 5)).toBeCloseTo(0.4, 12);
    expect(paintedLength([stroke('length', 0.4)], [2, 0, 0], 5)).toBe(1);
  });
});
