import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InputError } from '../strands/input-error.ts';
import { exampleNames, exampleScene } from './examples.ts';
import type { GroomInstance } from './groom-instance.ts';
import type { SceneGroom } from './groom-schema.ts';
import { prepareScene } from './instance.ts';
import { parseScene, readScene } from './read-scene.ts';
import { oneGroomScene } from './scene.fixture.ts';
import { sceneSchema } from './schema.ts';

const minimal = { format: 'pelage-scene', version: 2 };
const hair = (groom: object): object => ({ ...minimal, grooms: [groom] });
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
    expect(scene.bodies).toHaveLength(1);
    expect(scene.bodies[0]!.shape.kind).toBe('bust');
    expect(scene.grooms).toHaveLength(1);
    expect(scene.grooms[0]!.model.name).toBe('rod');
    expect(scene.grooms[0]!.source).toEqual({ kind: 'style', style: 'long-wavy', change: {} });
  });

  it('names the file, the path and the fix of every mistake', () => {
    expect(message(() => readScene('{', 'b.json'))).toMatch(/^b\.json is not JSON/);
    const wrong = message(() => parseScene({ ...hair({ guides: -3 }), bodies: [{ friction: 'high' }] }, 'c.json'));
    expect(wrong).toMatch(/^c\.json is not a valid scene/);
    expect(wrong).toMatch(/grooms\.0\.guides must be at least 1, not -3/);
    expect(wrong).toMatch(/bodies\.0\.friction must be a number from 0 to 5, not "high"/);
    expect(message(() => parseScene({ ...minimal, gravty: 5 }, 'd.json'))).toMatch(
      /there is no gravty \(did you mean gravity\?\)/,
    );
    const inner = message(() => parseScene({ ...minimal, air: { wind: { sped: 3 } } }, 'd.json'));
    expect(inner).toMatch(/there is no air\.wind\.sped \(did you mean speed\?\)/);
    const source = { kind: 'style', style: 'curly', change: { lenght: {} } } as const;
    const unlike = /there is no (grooms\.0\.)?source\.change\.lenght \(did you mean length\?\)/;
    expect(message(() => parseScene(hair({ source }), 'd.json'))).toMatch(unlike);
    const scene = parseScene(minimal, 'd.json');
    const changed = (change: Partial<SceneGroom>) => ({ ...scene, grooms: [{ ...scene.grooms[0]!, ...change }] });
    expect(message(() => prepareScene(changed({ source })))).toMatch(unlike);
    const model = { name: 'rod', parameters: { stifness: 2 } };
    expect(message(() => prepareScene(changed({ model })).simulation)).toMatch(
      /model\.parameters\.stifness \(did you mean stiffness\?\)/,
    );
    expect(message(() => exampleScene('afro'))).toMatch(/the examples are buzz, bob/);
  });

  it('refuses fibres that cannot be, by name and range', () => {
    const say = (fibre: object): string => message(() => parseScene(hair({ fibre }), 'h.json'));
    expect(say({ radius: -1e-5 })).toMatch(/fibre\.radius must be at least 0\.000001 m, not -0\.00001/);
    expect(say({ density: 0 })).toMatch(/fibre\.density must be at least 1 kg/);
    expect(say({ poissonRatio: 0.7 })).toMatch(/fibre\.poissonRatio must be at most 0\.5/);
    expect(say({ youngsModulus: Number.NaN })).toMatch(/fibre\.youngsModulus/);
  });

  it('names all problems of a file at once, in words of its own', () => {
    const scene = {
      ...minimal,
      bodies: [{ shape: { kind: 'bost' } }, { name: 'chair', shape: { kind: 'mesh' }, on: 'bodie' }],
      grooms: [
        {
          ...{ guides: 'many', strands: 1.5, body: 'cat' },
          source: { kind: 'style', style: 'afro', change: { lenght: {} } },
          model: { name: 'rod', parameters: { stifness: 2 } },
        },
        { body: 'chair' },
      ],
      gravity: [0, '-9.81', 0],
      events: [{ kind: 'motion', step: 3, name: 'nod', body: 'tail' }],
    };
    const said = message(() => parseScene(scene, 'i.json'));
    for (const part of [
      'grooms.0.guides must be a whole number from 1 to 100000, not "many"',
      'grooms.0.strands must be a whole number from 0 to 10000000, not 1.5',
      'grooms.0.source.style must be one of buzz, bob, ',
      ', not "afro"',
      'bodies.0.shape.kind must be one of bust, mesh, ',
      ', not "bost"; did you mean bust?',
      'there is no grooms.0.model.parameters.stifness (did you mean stiffness?)',
      'gravity.1 must be a number, not "-9.81"',
      'bodies.1.shape.file is missing: it must be text in quotes',
      'bodies.1.on must be the name of a body, not "bodie"; did you mean body?',
      'grooms.0.body must be the name of a body, not "cat"; the bodies are body, chair',
      'grooms.1.name must be its own, but grooms.0 is called "hair" as well',
      'events.0.body must be the name of a body, not "tail"',
    ])
      expect(said).toContain(part);
    expect(said).not.toMatch(/Invalid|expected/);
  });

  it('says what a scene begins with, and how to get one', () => {
    for (const json of [{}, [], null, 3, 'scene', { name: 'a-package', dependencies: {} }])
      expect(message(() => parseScene(json, 'j.json'))).toBe(
        'j.json is not a valid scene: it must begin with { "format": "pelage-scene", "version": 2 and may go on with any other key; pelage examples long-wavy prints one to start from.',
      );
    expect(message(() => parseScene({ grooms: [{ guides: 'many' }] }, 'j.json'))).toMatch(
      /begin with .*; grooms\.0\.guides must be a whole/,
    );
    expect(message(() => parseScene({ ...minimal, format: 'gltf' }, 'j.json'))).toMatch(
      /format must be "pelage-scene", not "gltf"/,
    );
    expect(message(() => parseScene({ ...minimal, version: 3, fur: true }, 'j.json'))).toBe(
      'j.json is not a valid scene: it is of version 3, and this program knows versions 1 to 2: use a newer one.',
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
      '{"format":"pelage-scene","version":2,"grooms":[{"source":{"kind":"style","change":{"__proto__":{"polluted":1}}}}]}',
      'e.json',
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(scene.grooms[0]!.source.kind).toBe('style');
  });

  it('is published as a JSON Schema that is up to date', () => {
    const published = JSON.parse(readFileSync('schema/scene.schema.json', 'utf8'));
    expect(published).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(sceneSchema, { io: 'input' }))));
  });

  it('is what the guide shows', () => {
    const guide = readFileSync('docs/scenes.md', 'utf8');
    const shown = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text!);
    expect(shown).toHaveLength(2);
    for (const text of shown) expect(readScene(text, 'docs/scenes.md').version).toBe(2);
    for (const key of Object.keys(sceneSchema.shape)) if (key !== '$schema') expect(guide).toContain(`\`${key}\``);
  });

  it('has all the examples it promises', () => {
    const styles = 'buzz bob long-straight long-wavy curly coily mohawk ponytail bun';
    const stressTests = 'head-shake head-flip ground-roll swung-sphere breathing-sphere';
    const promised =
      `${styles} portrait ${stressTests} wind coats fox poodle highland grass towel lantern foliage ears braid bangs sleeping-beauty crowd brush-wisps brush-strands`.split(
        ' ',
      );
    expect([...exampleNames]).toEqual(promised);
    for (const name of exampleNames)
      expect(parseScene(JSON.parse(JSON.stringify(exampleScene(name))), name)).toEqual(exampleScene(name));
  });
});

describe('a scene that is made ready', () => {
  const air = { body: { shape: { kind: 'none' } }, groom: { source: { kind: 'file', file: 'x.obj' } } } as const;

  it('runs a hair file without a body, and says what was assumed', () => {
    const obj =
      'v 0 0 0\nv 0 -0.02 0\nv 0 -0.04 0\nv 0 -0.06 0\nv 0.05 0 0\nv 0.05 -0.03 0\nv 0.05 -0.06 0\nl 1 2 3 4\nl 5 6 7\n';
    const { notes, grooms, simulation } = prepareScene(oneGroomScene(air), {
      files: () => new TextEncoder().encode(obj),
    });
    const [{ guides, hair: shown }] = grooms as [GroomInstance];
    expect(notes.join(' ')).toMatch(/metres were assumed/);
    simulation.advance(10);
    const now = new Float32Array(guides.positions.length);
    simulation.positionsAt(simulation.time, now);
    const all = new Float32Array(shown.strands.positions.length);
    shown.update(now, simulation.time, all);
    for (let i = 0; i < all.length; i++) expect(all[i]).toBeCloseTo(now[i]!, 6);
  });

  it('asks for the file that is missing', () => {
    expect(message(() => prepareScene(oneGroomScene(air)))).toMatch(/x\.obj/);
  });

  it('needs a skin for a style, and a region that is there', () => {
    expect(message(() => prepareScene(oneGroomScene({ body: { shape: { kind: 'ground' } } })))).toMatch(
      /^test, groom hair: hair needs a body with a skin/,
    );
    const ball = { shape: { kind: 'sphere', radius: 0.1 } } as const;
    expect(message(() => prepareScene(oneGroomScene({ body: ball, groom: { region: 'scalp' } })))).toMatch(
      /^test, groom hair: The mesh has no region "scalp"/,
    );
  });
});
