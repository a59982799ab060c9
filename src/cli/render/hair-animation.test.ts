import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MemorySink, makeAnimation, writeAnimation, writeHair } from '../../formats/index.ts';
import type { DrawnGroom, Renderer } from '../../render/index.ts';
import { strandsFromPolylines } from '../../strands/strands.ts';
import { fakeContext, scratchFolder } from '../context.fixture.ts';
import { storedAnimation } from './hair-animation.ts';
import { animationSource } from './picture-source.ts';

const strands = strandsFromPolylines([
  [
    [0, 1, 0],
    [0, 0.9, 0],
    [0, 0.8, 0.05],
  ],
  [
    [0.1, 1, 0],
    [0.1, 0.9, 0],
    [0.1, 0.8, 0],
  ],
]);
const FPS = 25;
/** Moves to the right by one metre a second, so every moment has a closed form. */
const animation = makeAnimation(
  strands,
  [0, 1, 2, 3].map((k) => k / FPS),
  [0, 1, 2, 3].map((k) => strands.positions.map((value, i) => (i % 3 === 0 ? value + k / FPS : value))),
);

async function placesAt(path: string, folder: string, times: readonly number[]): Promise<number[]> {
  const stored = storedAnimation(fakeContext({ cwd: folder }), path, FPS, {})!;
  const places: number[] = [];
  const groom = {
    setStrands: () => {},
    setPositions: (positions: Float32Array) => places.push(positions[0]!),
  } as unknown as DrawnGroom;
  const source = animationSource(path, stored.animation, () => ({ grooms: [groom], setTime: () => {} }), null);
  source.begin({} as Renderer);
  for await (const show of source.moments(times)) show();
  stored.close();
  return places;
}

function written(kind: string): { folder: string; path: string } {
  const folder = scratchFolder();
  if (kind === 'folder') {
    mkdirSync(join(folder, 'frames'));
    animation.times.forEach((_, k) => {
      const bytes = writeHair('a.hair', { ...strands, positions: animation.frame(k) });
      writeFileSync(join(folder, 'frames', `frame-000${k + 1}.hair`), bytes);
    });
    return { folder, path: 'frames' };
  }
  const sink = new MemorySink();
  writeAnimation(`a.${kind}`, animation, sink);
  writeFileSync(join(folder, `a.${kind}`), sink.bytes());
  return { folder, path: `a.${kind}` };
}

describe.each(['folder', 'pelage', 'abc', 'usda'])('frames from %s', (kind) => {
  test('lie where they were, and between two of them on a straight line', async () => {
    const { folder, path } = written(kind);
    const times = [0, 0.02, 0.04, 0.05, 0.11, 0.12];
    const places = await placesAt(path, folder, times);
    places.forEach((place, k) => {
      expect(Math.abs(place - times[k]!)).toBeLessThan(1e-4);
    });
  });

  test('end with a sentence that says how long they are', async () => {
    const { folder, path } = written(kind);
    await expect(placesAt(path, folder, [0.2])).rejects.toThrow(/4 frames.*0\.120 s.*0\.200 s/);
  });
});

test('a groom that stands still is no animation', () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'a.hair'), writeHair('a.hair', strands));
  writeFileSync(join(folder, 'a.usda'), writeHair('a.usda', strands));
  const context = fakeContext({ cwd: folder });
  for (const name of ['a.hair', 'a.usda', 'long-straight']) expect(storedAnimation(context, name, FPS, {})).toBeNull();
});
