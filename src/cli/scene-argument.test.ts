import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleScene } from '../scene/examples.ts';
import { fakeContext, scratchFolder } from './context.fixture.ts';
import { folderReader, namedScene } from './scene-argument.ts';

describe('namedScene', () => {
  it('prefers a file to an example of the same name, but not a folder', () => {
    const cwd = scratchFolder();
    const context = fakeContext({ cwd });
    mkdirSync(join(cwd, 'wind'));
    expect(namedScene(context, 'wind').scene).toEqual(exampleScene('wind'));
    writeFileSync(join(cwd, 'curly'), JSON.stringify({ ...exampleScene('bob'), name: 'mine' }));
    expect(namedScene(context, 'curly').scene).toMatchObject({
      name: 'mine',
      grooms: [{ source: { style: 'bob' } }],
    });
  });

  it('reads files beside the scene', () => {
    const cwd = scratchFolder();
    mkdirSync(join(cwd, 'sub'));
    writeFileSync(join(cwd, 'sub', 'a.hair'), 'x');
    const { scene, folder } = namedScene(fakeContext({ cwd }), 'sub/a.hair');
    expect(scene.grooms[0]!.source).toMatchObject({ kind: 'file', file: 'a.hair' });
    expect(folderReader(folder)('a.hair')).toHaveLength(1);
  });

  it('gives hair a body where one is asked for, and says so where none is', () => {
    const cwd = scratchFolder();
    const context = fakeContext({ cwd });
    mkdirSync(join(cwd, 'sub'));
    writeFileSync(join(cwd, 'sub', 'a.hair'), 'x');
    writeFileSync(join(cwd, 'head.obj'), 'x');
    const body = (...asked: Parameters<typeof namedScene>[2][]) =>
      namedScene(context, 'sub/a.hair', asked[0]).scene.bodies[0]!.shape;
    expect(body()).toEqual({ kind: 'none' });
    expect(namedScene(context, 'sub/a.hair').notes.join()).toMatch(/^no body: .*--body bust/);
    expect(namedScene(context, 'sub/a.hair', { body: 'none' }).notes).toEqual([]);
    expect(body({ body: 'bust' })).toEqual({ kind: 'bust' });
    expect(body({ body: 'fox' })).toEqual({ kind: 'fox', loop: true });
    // Beside the hair, as all that a scene names.
    const head = { kind: 'mesh', file: join('..', 'head.obj'), loop: false, unit: 0.01, head: false };
    expect(body({ body: 'head.obj', 'body-unit': 'cm' })).toEqual(head);
    expect(namedScene(context, 'curly', { body: 'head.obj' }).scene.bodies[0]!.shape).toMatchObject({
      file: 'head.obj',
    });
    const swung = namedScene(context, 'swung-sphere', { body: 'ball=head.obj' }).scene.bodies;
    expect(swung.map(({ shape }) => shape.kind)).toEqual(['bust', 'mesh']);
    expect(() => body({ body: 'haed.obj' })).toThrow('There is no file haed.obj; did you mean head.obj?');
  });

  it('finds files that a scene names and that are not there before anything else', () => {
    const cwd = scratchFolder();
    const context = fakeContext({ cwd });
    const scene = {
      ...exampleScene('bob'),
      grooms: [{ source: { kind: 'file', file: 'curls.hair' } }],
      bodies: [{ shape: { kind: 'mesh', file: 'head.obj' } }],
    };
    writeFileSync(join(cwd, 'scene.json'), JSON.stringify(scene));
    for (const name of ['curl.hair', 'curls.png', 'heads.obj']) writeFileSync(join(cwd, name), '');
    expect(() => namedScene(context, 'scene.json')).toThrow(
      'scene.json: body body: There is no file head.obj; did you mean heads.obj? groom hair: There is no file curls.hair; did you mean curl.hair?',
    );
    expect(() => namedScene(context, 'scene.json', { body: 'bust' })).toThrow(/^scene.json: groom hair: /);
  });

  it('says what was likely meant', () => {
    const cwd = scratchFolder();
    const context = fakeContext({ cwd });
    writeFileSync(join(cwd, 'my-scene.json'), '{}');
    mkdirSync(join(cwd, 'out'));
    expect(() => namedScene(context, 'head-shak')).toThrow(
      'There is no file and no example head-shak; did you mean head-shake?',
    );
    expect(() => namedScene(context, 'my-scen.json')).toThrow(
      'There is no file my-scen.json; did you mean my-scene.json?',
    );
    expect(() => namedScene(context, 'zzzzzz')).toThrow(/the examples are .*head-shake/);
    writeFileSync(join(cwd, 'picture.png'), '');
    expect(() => namedScene(context, 'picture.png')).toThrow(
      'picture.png: a scene is read from .json, hair from .tfx, .hair, .obj',
    );
    expect(() => namedScene(context, 'out')).toThrow('out is a folder, not a file');
    expect(() => namedScene(context, 'my-scene.json')).toThrow(/^my-scene.json is not a valid scene/);
  });
});
