import { describe, expect, it } from 'vitest';
import { exampleNames, exampleScene } from '../../scene/examples.ts';
import { readScene } from '../../scene/read-scene.ts';
import { pelage } from '../context.fixture.ts';

describe('examples', () => {
  it('lists one line each', async () => {
    const lines = (await pelage('/', 'examples')).out.trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(exampleNames);
    const { examples } = (await pelage('/', 'examples', '--json')).json() as {
      examples: { name: string; about: string }[];
    };
    expect(examples.map(({ name }) => name)).toEqual(exampleNames);
    expect(examples.every(({ about }) => about.length > 0)).toBe(true);
  });

  it.each(exampleNames)('prints %s so that it can be saved and read again', async (name) => {
    const { out } = await pelage('/', 'examples', name);
    expect(readScene(out, `${name}.json`)).toEqual(exampleScene(name));
    expect((await pelage('/', 'examples', name, '--json')).out).toBe(out);
  });

  it('suggests the nearest', async () => {
    const answer = await pelage('/', 'examples', 'culry');
    expect(answer.code).toBe(1);
    expect(answer.err).toBe('There is no example culry; did you mean curly?\n');
  });
});
