import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sphereMesh } from '../../body/shapes.ts';
import { writeHair, writeMesh } from '../../formats/index.ts';
import { strandsFromPolylines } from '../../strands/strands.ts';
import { pelage, scratchFolder } from '../context.fixture.ts';

const two = strandsFromPolylines([
  [
    [0, 0, 0],
    [0, 0.1, 0],
    [0, 0.2, 0],
  ],
  [
    [1, 0, 0],
    [1, 0, 0.3],
  ],
]);

describe('info of hair', () => {
  it('names the option that overrules the unit, with the unit that fits', async () => {
    const cwd = scratchFolder();
    const spread = (height: number) =>
      writeHair(
        'a.tfx',
        strandsFromPolylines([0, height].map((y) => [0, 1, 2, 3].map((x) => [0.1 * height * x, y, 0]))),
      );
    writeFileSync(join(cwd, 'cm.tfx'), spread(18));
    writeFileSync(join(cwd, 'mm.tfx'), spread(180));
    expect((await pelage(cwd, 'info', 'cm.tfx')).out).toContain('for example cm (--unit cm)');
    expect((await pelage(cwd, 'info', 'mm.tfx')).out).toContain('for example mm (--unit mm)');
    expect((await pelage(cwd, 'info', 'mm.tfx', '--unit', 'mm')).out).not.toContain('--unit');
  });

  it('gives totals, bounds and lengths in metres, and says that metres were assumed where the file says nothing', async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'a.hair'), writeHair('a.hair', two));
    const document = (await pelage(cwd, 'info', 'a.hair', '--json')).json();
    expect(document).toMatchObject({
      file: 'a.hair',
      kind: 'hair',
      strands: 2,
      points: 5,
      problemCount: 0,
      problems: [],
    });
    expect(document['bounds']).toEqual({ min: [0, 0, 0], max: [1, expect.closeTo(0.2), expect.closeTo(0.3)] });
    expect(document['length']).toEqual({
      min: expect.closeTo(0.2),
      mean: expect.closeTo(0.25),
      max: expect.closeTo(0.3),
    });
    expect(document['notes']).toEqual([]);
    const text = await pelage(cwd, 'info', 'a.hair');
    writeFileSync(join(cwd, 'a.ply'), writeHair('a.ply', two));
    expect((await pelage(cwd, 'info', 'a.ply')).out).toContain('a.ply: no unit in the file: metres were assumed');
    expect(text.out).toContain('20 cm to 30 cm, mean 25 cm');
  });

  it('converts the unit that it is told', async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'a.hair'), writeHair('a.hair', two));
    const document = (await pelage(cwd, 'info', 'a.hair', '--unit', 'cm', '--json')).json();
    expect(document['length']).toMatchObject({ max: expect.closeTo(0.003) });
    expect(document['notes']).toEqual([]);
  });

  it('lists at most 1,000 problems, counts them all, and still is done', async () => {
    const cwd = scratchFolder();
    const bad = strandsFromPolylines(
      Array.from({ length: 1500 }, (_, i) => [
        [i, 0, 0],
        [i, Number.NaN, 0],
        [i, 2, 0],
      ]),
    );
    writeFileSync(join(cwd, 'bad.hair'), writeHair('bad.hair', bad));
    const answer = await pelage(cwd, 'info', 'bad.hair', '--json');
    const document = answer.json() as { problemCount: number; problems: Record<string, unknown>[] };
    expect(answer.code).toBe(0);
    expect(document.problemCount).toBe(1500);
    expect(document.problems).toHaveLength(1000);
    expect(document.problems[3]).toEqual({
      strand: 3,
      kind: 'not-finite',
      detail: expect.stringContaining('1 of 3 points'),
    });
    const text = (await pelage(cwd, 'info', 'bad.hair')).out;
    expect(text).toContain('problems    not-finite 1500');
    expect(text).toContain('and 1,490 more problems');
  });
});

describe('info of other things', () => {
  it('tells a mesh from hair in an .obj file', async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'ball.obj'), writeMesh('ball.obj', sphereMesh(1, 2)));
    writeFileSync(join(cwd, 'hair.obj'), writeHair('hair.obj', two));
    expect((await pelage(cwd, 'info', 'ball.obj', '--json')).json()).toMatchObject({ kind: 'mesh', openEdges: 0 });
    expect((await pelage(cwd, 'info', 'hair.obj', '--json')).json()).toMatchObject({ kind: 'hair', strands: 2 });
  });

  it('describes examples and scene files', async () => {
    const cwd = scratchFolder();
    expect((await pelage(cwd, 'info', 'wind', '--json')).json()).toMatchObject({
      kind: 'scene',
      example: 'wind',
      name: 'wind',
    });
    writeFileSync(join(cwd, 'wind.json'), (await pelage(cwd, 'examples', 'wind')).out);
    expect((await pelage(cwd, 'info', 'wind.json', '--json')).json()).toMatchObject({
      kind: 'scene',
      file: 'wind.json',
    });
  });

  it('describes several files one after the other, whatever is wrong with one of them', async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'a.hair'), writeHair('a.hair', two));
    const answer = await pelage(cwd, 'info', 'a.hair', 'b.hair', 'wind', '--json');
    expect(answer.code).toBe(1);
    expect(answer.json()).toMatchObject([
      { file: 'a.hair', strands: 2 },
      { file: 'b.hair', error: { code: 'file/missing' } },
      { example: 'wind' },
    ]);
    expect((await pelage(cwd, 'info', 'a.hair', 'wind')).out).toMatch(
      /^a\.hair: hair\n.*\n\nwind: built-in example\n/s,
    );
  });

  it('finds the files of a scene, or says which are not there', async () => {
    const cwd = scratchFolder();
    const scene = { format: 'pelage-scene', version: 2, grooms: [{ source: { kind: 'file', file: 'a.hair' } }] };
    writeFileSync(join(cwd, 's.json'), JSON.stringify(scene));
    writeFileSync(join(cwd, 'b.hair'), writeHair('b.hair', two));
    expect((await pelage(cwd, 'info', 's.json', '--json')).json()).toMatchObject({
      problemCount: 1,
      problems: ['groom hair: There is no file a.hair; did you mean b.hair?'],
    });
    writeFileSync(join(cwd, 'a.hair'), writeHair('a.hair', two));
    expect((await pelage(cwd, 'info', 's.json', '--json')).json()).toMatchObject({ problemCount: 0 });
  });

  it('names the extensions that are known', async () => {
    const cwd = scratchFolder();
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'a.fbx'), 'nothing');
    const answer = await pelage(cwd, 'info', 'a.fbx');
    expect(answer.code).toBe(1);
    expect(answer.err).toMatch(
      /^a.fbx: the extension .fbx is not known; known are .tfx, .hair, .obj, .abc, .*, .json.\n$/,
    );
    expect((await pelage(cwd, 'info', 'folder')).err).toBe('folder is a folder, not a file.\n');
    expect((await pelage(cwd, 'info', 'a.fb')).err).toBe('There is no file a.fb; did you mean a.fbx?\n');
  });
});
