import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InputError } from '../strands/input-error.ts';
import { exampleNames, exampleScene } from './examples.ts';
import { parseScene, readScene, sceneSchema } from './schema.ts';
import { prepareStage } from './stage.ts';

const minimal = { format: 'pelage-scene', version: 1 };
const message = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return '';
};

describe('the scene file', () => {
  it('needs only its format and version; all else has defaults', () => {
    const scene = parseScene(minimal, 'a.json');
    expect(scene.model.name).toBe('rod');
    expect(scene.body.kind).toBe('bust');
  });

  it('names the file, the path and the fix of every mistake', () => {
    expect(message(() => readScene('{', 'b.json'))).toMatch(/^b\.json is not JSON/);
    const wrong = message(() => parseScene({ ...minimal, guides: -3, contact: { friction: 'high' } }, 'c.json'));
    expect(wrong).toMatch(/^c\.json is not a valid scene/);
    expect(wrong).toMatch(/guides must be at least 1, not -3/);
    expect(wrong).toMatch(/contact\.friction must be a number from 0 to 5, not "high"/);
    expect(message(() => parseScene({ ...minimal, gravty: 5 }, 'd.json'))).toMatch(
      /there is no gravty \(did you mean gravity\?\)/,
    );
    const inner = message(() => parseScene({ ...minimal, air: { wind: { sped: 3 } } }, 'd.json'));
    expect(inner).toMatch(/there is no air\.wind\.sped \(did you mean speed\?\)/);
    const style = { ...minimal, groom: { kind: 'style', style: 'curly', change: { lenght: {} } } } as const;
    const unlike = /there is no groom\.change\.lenght \(did you mean length\?\)/;
    expect(message(() => parseScene(style, 'd.json'))).toMatch(unlike);
    expect(message(() => prepareStage({ ...parseScene(minimal, 'd.json'), groom: style.groom }))).toMatch(unlike);
    const model = { ...parseScene(minimal, 'd.json'), model: { name: 'rod', parameters: { stifness: 2 } } };
    expect(message(() => prepareStage(model).simulation)).toMatch(
      /model\.parameters\.stifness \(did you mean stiffness\?\)/,
    );
    expect(message(() => exampleScene('afro'))).toMatch(/the examples are buzz, bob/);
  });

  it('refuses fibres that cannot be, by name and range', () => {
    const say = (fibre: object): string => message(() => parseScene({ ...minimal, fibre }, 'h.json'));
    expect(say({ radius: -1e-5 })).toMatch(/fibre\.radius must be at least 0\.000001 m, not -0\.00001/);
    expect(say({ density: 0 })).toMatch(/fibre\.density must be at least 1 kg/);
    expect(say({ poissonRatio: 0.7 })).toMatch(/fibre\.poissonRatio must be at most 0\.5/);
    expect(say({ youngsModulus: Number.NaN })).toMatch(/fibre\.youngsModulus/);
  });

  it('names all problems of a file at once, in words of its own', () => {
    const scene = {
      ...minimal,
      guides: 'many',
      strands: 1.5,
      groom: { kind: 'style', style: 'afro', change: { lenght: {} } },
      body: { kind: 'bost' },
      model: { name: 'rod', parameters: { stifness: 2 } },
      gravity: [0, '-9.81', 0],
      colliders: [{ shape: { kind: 'mesh' } }],
    };
    const said = message(() => parseScene(scene, 'i.json'));
    for (const part of [
      'guides must be a whole number from 1 to 100000, not "many"',
      'strands must be a whole number from 0 to 10000000, not 1.5',
      'groom.style must be one of buzz, bob, ',
      ', not "afro"',
      'body.kind must be one of bust, mesh, none, not "bost"; did you mean bust?',
      'there is no model.parameters.stifness (did you mean stiffness?)',
      'gravity.1 must be a number, not "-9.81"',
      'colliders.0.shape.file is missing: it must be text in quotes',
    ])
      expect(said).toContain(part);
    expect(said).not.toMatch(/Invalid|expected/);
  });

  it('says what a scene begins with, and how to get one', () => {
    for (const json of [{}, [], null, 3, 'scene', { name: 'a-package', dependencies: {} }])
      expect(message(() => parseScene(json, 'j.json'))).toBe(
        'j.json is not a valid scene: it must begin with { "format": "pelage-scene", "version": 1 and may go on with any other key; pelage examples long-wavy prints one to start from.',
      );
    expect(message(() => parseScene({ guides: 'many' }, 'j.json'))).toMatch(/begin with .*; guides must be a whole/);
    expect(message(() => parseScene({ ...minimal, format: 'gltf' }, 'j.json'))).toMatch(
      /format must be "pelage-scene", not "gltf"/,
    );
  });

  it('says where a text stops to be JSON', () => {
    const text = JSON.stringify(minimal, null, 2);
    expect(message(() => readScene(text.slice(0, -2), 'k.json'))).toBe(
      'k.json is not JSON: line 3, column 15: the file ends too early: is it complete?',
    );
    expect(message(() => readScene(text.replace(',', ''), 'k.json'))).toBe(
      'k.json is not JSON: line 3, column 3: a comma or the closing bracket was expected.',
    );
  });

  it('refuses prototype tricks', () => {
    const scene = readScene(
      '{"format":"pelage-scene","version":1,"groom":{"kind":"style","change":{"__proto__":{"polluted":1}}}}',
      'e.json',
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(scene.groom.kind).toBe('style');
  });

  it('is published as a JSON Schema that is up to date', () => {
    const published = JSON.parse(readFileSync('schema/scene.schema.json', 'utf8'));
    expect(published).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(sceneSchema, { io: 'input' }))));
  });

  it('is what the guide shows', () => {
    const guide = readFileSync('docs/scenes.md', 'utf8');
    const shown = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text!);
    expect(shown).toHaveLength(2);
    for (const text of shown) expect(readScene(text, 'docs/scenes.md').version).toBe(1);
    for (const key of Object.keys(sceneSchema.shape)) if (key !== '$schema') expect(guide).toContain(`\`${key}\``);
  });

  it('has all the examples it promises', () => {
    const styles = 'buzz bob long-straight long-wavy curly coily mohawk ponytail';
    const ordeals = 'head-shake head-flip ground-roll swung-sphere breathing-sphere';
    const promised = `${styles} ${ordeals} wind`.split(' ');
    expect([...exampleNames]).toEqual(promised);
    for (const name of exampleNames)
      expect(parseScene(JSON.parse(JSON.stringify(exampleScene(name))), name)).toEqual(exampleScene(name));
  });
});

describe('a stage', () => {
  it('runs a hair file without a body, and says what was assumed', () => {
    const scene = parseScene({ ...minimal, body: { kind: 'none' }, groom: { kind: 'file', file: 'x.obj' } }, 'f.json');
    const obj =
      'v 0 0 0\nv 0 -0.02 0\nv 0 -0.04 0\nv 0 -0.06 0\nv 0.05 0 0\nv 0.05 -0.03 0\nv 0.05 -0.06 0\nl 1 2 3 4\nl 5 6 7\n';
    const stage = prepareStage(scene, { files: () => new TextEncoder().encode(obj) });
    expect(stage.notes.join(' ')).toMatch(/metres were assumed/);
    stage.simulation.advance(10);
    const guides = new Float32Array(stage.guides.positions.length);
    stage.simulation.positionsAt(stage.simulation.time, guides);
    const all = new Float32Array(stage.hair.strands.positions.length);
    stage.hair.update(guides, stage.simulation.time, all);
    for (let i = 0; i < all.length; i++) expect(all[i]).toBeCloseTo(guides[i]!, 6);
  });
  it('asks for the file that is missing', () => {
    const scene = parseScene({ ...minimal, groom: { kind: 'file', file: 'missing.hair' } }, 'g.json');
    expect(message(() => prepareStage({ ...scene, body: { kind: 'none' } }))).toMatch(/missing\.hair/);
  });
});
