import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource, openAnimation } from '../formats/index.ts';
import { strandsFromPolylines } from '../strands/strands.ts';
import { fakeContext, scratchFolder } from './context.fixture.ts';
import { frameOutput, prepareOutput } from './frame-output.ts';

const strands = strandsFromPolylines([
  [
    [0, 0, 0],
    [0, 0.1, 0],
  ],
]);

describe('where frames go', () => {
  it('an animation is readable after every frame, finished or not', () => {
    const cwd = scratchFolder();
    const context = fakeContext({ cwd });
    prepareOutput(context, 'run.pelage');
    const output = frameOutput(context, 'run.pelage', 3, strands);
    const frames = (): number =>
      openAnimation('run.pelage', memorySource(readFileSync(join(cwd, 'run.pelage')))).animation.times.length;
    for (let k = 0; k < 3; k++) {
      output.add(strands.positions, k / 30);
      expect(frames()).toBe(k + 1);
    }
    output.finish();
    expect(frames()).toBe(3);
  });
  it.each(['run.abc', 'run.usda', 'run.usdz'])('frames go straight to %s, and nothing else stays', (place) => {
    const cwd = scratchFolder();
    const context = fakeContext({ cwd });
    prepareOutput(context, place);
    const output = frameOutput(context, place, 3, strands);
    const frames = [0, 1, 2].map((k) => strands.positions.map((c) => c + 0.125 * k));
    frames.forEach((positions, k) => {
      output.add(positions, k / 30);
    });
    output.finish();
    expect(readdirSync(cwd)).toEqual([place]);
    const { animation } = openAnimation(place, memorySource(readFileSync(join(cwd, place))));
    expect(animation.times).toHaveLength(3);
    frames.forEach((positions, k) => {
      animation.frame(k).forEach((c, i) => {
        expect(Math.abs(c - positions[i]!)).toBeLessThan(2e-7);
      });
    });
  });
  it('a single frame and cards are written too', () => {
    const context = fakeContext({ cwd: scratchFolder() });
    for (const [place, count] of [
      ['one.abc', 1],
      ['run.glb', 2],
    ] as const) {
      const output = frameOutput(context, place, count, strands);
      for (let k = 0; k < count; k++) output.add(strands.positions, k / 30);
      output.finish();
    }
    expect(readdirSync(context.cwd).sort()).toEqual(['one.abc', 'run.glb']);
  });
  it('files that hold no animation are refused before the run', () => {
    const context = fakeContext({ cwd: scratchFolder() });
    expect(() => prepareOutput(context, 'run.tfx')).toThrow(/\.tfx holds no animation; a run writes \.abc, .*\.pelage/);
    expect(() => prepareOutput(context, 'no/run.pelage')).toThrow(/no folder/);
    prepareOutput(context, 'frames.v2');
    expect(existsSync(join(context.cwd, 'frames.v2'))).toBe(true);
  });
});
