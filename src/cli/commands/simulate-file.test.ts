import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memorySource, openAnimation, writeHair } from '../../formats/index.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import { fakeContext, pelage, scratchFolder } from '../context.fixture.ts';
import { dispatch } from '../dispatch.ts';

/** More strands than scenes usually show: 20,000. */
const COUNT = 20_100;

function folderWithHair(count: number): string {
  const folder = scratchFolder();
  const positions = Float32Array.from({ length: 6 * count }, (_, i) => {
    const s = Math.floor(i / 6);
    return i % 3 === 0 ? 0.001 * (s % 150) : i % 3 === 2 ? 0.001 * Math.floor(s / 150) : i % 6 < 3 ? 0 : 0.01;
  });
  writeFileSync(
    join(folder, 'big.hair'),
    writeHair('big.hair', makeStrands({ first: uniformFirst(count, 2), positions })),
  );
  return folder;
}

const RUN = ['simulate', 'big.hair', '--guides', '4', '--no-cache', '--workers', '1', '--json'];

it('a groom of more than 20,000 strands keeps all of them, and says so where fewer are asked for', async () => {
  const folder = folderWithHair(COUNT);
  const { code, json, out, err } = await pelage(folder, ...RUN, '--frames', '1', '-o', 'out.pelage');
  expect(code, out).toBe(0);
  expect(json()['strands']).toBe(COUNT);
  // A program that reads the result is told nothing else.
  expect(err).toBe('');
  const guides = await pelage(folder, ...RUN, '--frames', '1', '--strands', 'guides', '-o', 'guides.pelage');
  expect(guides.json()['strands']).toBe(4);
}, 120_000);

it('pictures are refused before anything is made, with the command that draws them', async () => {
  const folder = folderWithHair(10);
  for (const place of ['film.mp4', 'film.PNG']) {
    const { code, out } = await pelage(folder, ...RUN, '-o', place);
    expect(code).toBe(1);
    expect(out).toMatch(/a run writes hair, not pictures; pelage render SCENE -o film/);
    expect(existsSync(join(folder, place))).toBe(false);
  }
});

it('Ctrl-C keeps the frames that are done, and says which', async () => {
  const folder = folderWithHair(10);
  const context = fakeContext({ cwd: folder, isInterrupted: true });
  const code = await dispatch([...RUN, '--frames', '500', '-o', 'out.abc'], context);
  expect(code).toBe(1);
  expect(context.out()).toMatch(/interrupted: frames 1 to \d+ of 500 are whole and kept in out\.abc/);
  const { frames } = JSON.parse(context.out());
  const kept = openAnimation('out.abc', memorySource(readFileSync(join(folder, 'out.abc')))).animation;
  expect(kept.times).toHaveLength(frames);
}, 120_000);
