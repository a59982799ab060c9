import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHair } from '../formats/index.ts';
import { readScene } from '../scene/read-scene.ts';
import { type Strands, strandCount } from '../strands/strands.ts';
import { pelage, scratchFolder } from './context.fixture.ts';

/** Two balls with a coat each. */
const balls = {
  ...{ format: 'pelage-scene', version: 2, name: 'balls' },
  bodies: [
    { name: 'left', shape: { kind: 'sphere', radius: 0.06 }, position: [-0.1, 0, 0] },
    { name: 'right', shape: { kind: 'sphere', radius: 0.05 }, position: [0.1, 0, 0] },
  ],
  grooms: [
    { name: 'fur', body: 'left', source: { kind: 'coat' }, guides: 12, strands: 40 },
    { name: 'long fluff', body: 'right', source: { kind: 'coat' }, guides: 6, strands: 20, model: { name: 'chain' } },
  ],
};

function folderWith(scene: object): string {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'balls.json'), JSON.stringify(scene));
  return folder;
}

const load = (folder: string, name: string): Strands =>
  readHair(name, readFileSync(join(folder, name)), { unit: 1 }).strands;
const counts = (strands: Strands): number[] => {
  const { data } = strands.strandAttributes.get('groom')!;
  return [0, 1].map((g) => data.filter((value) => value === g).length);
};

describe('a scene of several grooms', () => {
  it('is simulated into one animation where its format tells grooms apart, and any number of threads gives the same', async () => {
    const folder = folderWith(balls);
    const run = ['simulate', 'balls.json', '--frames', '3', '--json'];
    const { code, json, out } = await pelage(folder, ...run, '-o', 'a.pelage', '--strands', 'full', '--workers', '1');
    expect(code, out).toBe(0);
    expect(json()).toMatchObject({
      strands: 60,
      grooms: [
        { name: 'fur', strands: 40 },
        { name: 'long fluff', strands: 20 },
      ],
    });
    expect(String(json()['notes'])).toMatch(/attribute groom says which one a strand is of: 0 fur, 1 long fluff/);
    expect(counts(load(folder, 'a.pelage'))).toEqual([40, 20]);
    await pelage(folder, ...run, '-o', 'b.pelage', '--strands', 'full', '--workers', '2');
    expect(readFileSync(join(folder, 'b.pelage'))).toEqual(readFileSync(join(folder, 'a.pelage')));
  });

  it('goes into a folder or file a groom elsewhere, and says so', async () => {
    const folder = folderWith(balls);
    const { json } = await pelage(folder, 'simulate', 'balls.json', '--frames', '2', '-o', 'out', '--json');
    expect(String(json()['notes'])).toMatch(/each groom has a folder of its own/);
    expect(strandCount(load(folder, 'out/fur/frame-0002.hair'))).toBe(12);
    expect(strandCount(load(folder, 'out/long-fluff/frame-0002.hair'))).toBe(6);
    const grown = await pelage(folder, 'grow', 'balls.json', '-o', 'coat.hair', '--json');
    expect(grown.json()).toMatchObject({ files: ['coat-fur.hair', 'coat-long-fluff.hair'], strands: 60 });
    const { positions } = load(folder, 'coat-long-fluff.hair');
    // Where its body stands.
    expect(Math.min(...positions.filter((_, i) => i % 3 === 0))).toBeGreaterThan(0);
    expect(existsSync(join(folder, 'coat.hair'))).toBe(false);
    await pelage(folder, 'grow', 'balls.json', '-o', 'coat.usda');
    expect(counts(load(folder, 'coat.usda'))).toEqual([40, 20]);
  });

  it('takes numbers and models for all grooms or for one, by name', async () => {
    const folder = folderWith(balls);
    const simulated = async (...options: string[]): Promise<number[]> => {
      const run = ['simulate', 'balls.json', '--frames', '1', '-o', 'x.abc', ...options];
      const { code, err } = await pelage(folder, ...run);
      expect(code, err).toBe(0);
      return counts(load(folder, 'x.abc'));
    };
    expect(await simulated('--guides', '9')).toEqual([6, 3]);
    expect(await simulated('--guides', 'fur=5,long fluff=4', '--model', 'fur=chain')).toEqual([5, 4]);
    const wrong = await pelage(folder, 'simulate', 'balls.json', '-o', 'x.abc', '--guides', 'fure=5');
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch('There is no groom "fure"; did you mean fur?');
    const model = await pelage(folder, 'simulate', 'balls.json', '-o', 'x.abc', '--model', 'fur=rood');
    expect(model.err).toMatch(/--model must be one of .*, not "rood"; did you mean rod\?/);
  });

  it('is described body by body and groom by groom', async () => {
    const { out } = await pelage(folderWith(balls), 'info', 'balls.json');
    expect(out).toMatch(/body +left: sphere, still/);
    expect(out).toMatch(/groom +fur: coat, on left, 12 guides of 40 strands, rod/);
    expect(out).toMatch(/groom +long fluff: coat, on right, 6 guides of 20 strands, chain/);
    expect(out).toMatch(/guides +18 simulated/);
  });
});

describe('a scene of version 1', () => {
  it('is converted to version 2', async () => {
    const folder = folderWith({ format: 'pelage-scene', version: 1, name: 'old', guides: 9 });
    const { code, out } = await pelage(folder, 'convert', 'balls.json', 'new.json');
    expect(code).toBe(0);
    expect(out).toMatch(/^Wrote new\.json: a scene of version 2 with 1 body and 1 groom/);
    const text = readFileSync(join(folder, 'new.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ version: 2, grooms: [{ guides: 9 }] });
    expect(readScene(text, 'new.json').name).toBe('old');
    const hair = await pelage(folder, 'convert', 'balls.json', 'new.abc');
    expect(hair.err).toMatch(/pelage grow balls\.json -o new\.abc writes the hair/);
  });
});
