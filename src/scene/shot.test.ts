import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InputError } from '../strands/input-error.ts';
import { exampleScene } from './examples.ts';
import { changeScene, readScene } from './read-scene.ts';
import type { Scene } from './schema.ts';
import { baseNameOf, shotSchema } from './shot.ts';

const shot = (more: object): string => JSON.stringify({ format: 'pelage-shot', version: 1, ...more });

const files =
  (texts: Readonly<Record<string, string>>) =>
  (name: string): Uint8Array => {
    if (!Object.hasOwn(texts, name)) throw new InputError('file/missing', `There is no file ${name}`);
    return new TextEncoder().encode(texts[name]!);
  };

const HERO = JSON.stringify({
  format: 'pelage-scene',
  version: 2,
  name: 'hero',
  bodies: [
    { name: 'head', shape: { kind: 'mesh', file: 'head.glb' } },
    { name: 'pole.left', shape: { kind: 'capsule' } },
  ],
  grooms: [
    { name: 'hair', source: { kind: 'file', file: 'hair.usda' } },
    { name: 'fluff', model: { name: 'chain' } },
  ],
});

const change = (scene: Scene, changes: Record<string, unknown>): Scene =>
  changeScene(scene, { remove: [], add: {}, changes }, 's.json');

describe('a shot', () => {
  it('without changes is its base, an example or a file', () => {
    expect(readScene(shot({ base: 'curly' }), 's.json')).toEqual(exampleScene('curly'));
    expect(readScene(shot({ base: 'hero.json' }), 's.json', files({ 'hero.json': HERO }))).toEqual(
      readScene(HERO, 'hero.json'),
    );
  });

  it('changes, adds and takes away by name and path, and leaves all else', () => {
    const scene = readScene(
      shot({
        base: 'hero.json',
        name: 'shot 12',
        remove: ['bodies.pole.left'],
        add: { events: [{ kind: 'motion', step: 4, name: 'nod' }] },
        changes: { 'grooms.hair.look.roughness': 0.7, 'fluff.model.stiffness': 3, gravity: [0, -1, 0], guides: 40 },
      }),
      's.json',
      files({ 'hero.json': HERO }),
    );
    const base = readScene(HERO, 'hero.json');
    expect(scene.name).toBe('shot 12');
    expect(scene.bodies.map(({ name }) => name)).toEqual(['head']);
    expect(scene.events).toHaveLength(1);
    expect(scene.grooms[0]).toEqual({
      ...base.grooms[0]!,
      guides: 40,
      look: { ...base.grooms[0]!.look, roughness: 0.7 },
    });
    expect(scene.grooms[1]!.model).toEqual({ name: 'chain', parameters: { stiffness: 3 } });
    expect(scene.gravity).toEqual([0, -1, 0]);
    expect({ ...scene, ...{ name: '', bodies: [], grooms: [], events: [], gravity: [] } }).toEqual({
      ...{ ...base, name: '', bodies: [], grooms: [], events: [], gravity: [] },
    });
  });

  it('may begin with another shot in another folder, whose files stay where they are', () => {
    const scene = readScene(
      shot({ base: '../lib/day.json', changes: { 'hair.guides': 9 } }),
      'shots/s.json',
      files({
        '../lib/day.json': shot({ base: 'chars/hero.json', changes: { 'hair.guides': 8, 'hair.strands': 80 } }),
        '../lib/chars/hero.json': HERO,
      }),
    );
    expect(scene.grooms[0]).toMatchObject({
      ...{ guides: 9, strands: 80 },
      source: { file: '../lib/chars/hair.usda' },
    });
    expect(scene.bodies[0]!.shape).toMatchObject({ file: '../lib/chars/head.glb' });
  });

  it('says which file is wrong, where, and what was likely meant', () => {
    const read = (more: object, texts: Record<string, string> = { 'hero.json': HERO }): (() => Scene) => {
      return () => readScene(shot({ base: 'hero.json', ...more }), 's.json', files(texts));
    };
    expect(read({ changes: { 'grooms.hiar.guides': 1 } })).toThrow(
      /^s.json: "grooms.hiar.guides": .* no hiar; did you mean hair\?/,
    );
    expect(read({ changes: { 'grooms.hair.look.roughness': 7 } })).toThrow(
      /^s.json is not a valid scene: grooms.hair.look.roughness must be at most 1, not 7/,
    );
    expect(read({ changes: { 'grooms.hair.look.rougness': 0.5 } })).toThrow(
      /s.json .*no grooms.hair.look.rougness .*roughness\?/,
    );
    expect(read({ changes: { 'fluff.model.stifness': 0.5 } })).toThrow(
      /s.json .*no fluff.model.stifness .*stiffness\?/,
    );
    expect(read({ add: { gravity: [1], 'grooms.hair.look': [1] } })).toThrow(/^s.json: /);
    expect(read({ add: { bodies: [{ name: 'x', shape: { kind: 'spere' } }] } })).toThrow(
      /bodies\[0\].shape.kind must .*sphere/,
    );
    expect(read({ remove: ['bodies.door'] })).toThrow(/^s.json: "bodies.door": bodies has no door/);
    expect(read({ changes: { '__proto__.polluted': 1 } })).toThrow(/^s.json: /);
    expect(read({ change: {} })).toThrow(/^s.json is not a valid shot: .*changes\?/);
    expect(read({ base: 'her.json' })).toThrow(/^s.json: base: There is no file her.json/);
    expect(read({}, { 'hero.json': '{"format":"pelage-scene","version":2,"grooms":3}' })).toThrow(
      /^hero.json is not a valid scene/,
    );
    expect(read({ base: 's.json' }, { 's.json': shot({ base: 's.json' }) })).toThrow(/s.json: base must not lead back/);
    expect(() => readScene(shot({ base: 'hero.json' }), 's.json')).toThrow(/^s.json: base: /);
  });

  it('keeps of the parameters what another model knows', () => {
    const base = change(exampleScene('curly'), { 'hair.model': { name: 'rod', parameters: { stiffness: 2 } } });
    const { model } = change(base, { 'model.name': 'chain' }).grooms[0]!;
    expect(model).toEqual({ name: 'chain', parameters: { stiffness: 2 } });
  });

  it('is told from a scene by its text, with the name of its base', () => {
    expect(baseNameOf(shot({ base: '../a/hero.json' }))).toBe('hero.json');
    expect(baseNameOf(HERO)).toBeNull();
    expect(baseNameOf('no')).toBeNull();
  });

  it('has a JSON Schema that is up to date', () => {
    const published = JSON.parse(readFileSync('schema/shot.schema.json', 'utf8'));
    expect(published).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(shotSchema, { io: 'input' }))));
  });
});
