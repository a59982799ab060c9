import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource, openFilm } from '../formats/index.ts';
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
  it('a film is readable after every frame, finished or not', () => {
    const cwd = scratchFolder();
    const context = fakeContext({ cwd });
    prepareOutput(context, 'run.pelage');
    const output = frameOutput(context, 'run.pelage', 3, strands);
    const frames = (): number =>
      openFilm('run.pelage', memorySource(readFileSync(join(cwd, 'run.pelage')))).film.times.length;
    for (let k = 0; k < 3; k++) {
      output.add(strands.positions, k / 30);
      expect(frames()).toBe(k + 1);
    }
    output.finish();
    expect(frames()).toBe(3);
  });
  it('other files than films are refused before the run', () => {
    const context = fakeContext({ cwd: scratchFolder() });
    expect(() => prepareOutput(context, 'run.abc')).toThrow(/write a film, then convert it to .abc/);
    expect(() => prepareOutput(context, 'no/run.pelage')).toThrow(/no folder/);
    prepareOutput(context, 'frames.v2');
    expect(existsSync(join(context.cwd, 'frames.v2'))).toBe(true);
  });
});
