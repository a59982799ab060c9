import { describe, expect, it } from 'vitest';
import { migrateScene, placeInFile } from './migrate.ts';
import { freeName } from './names.ts';

const old = { format: 'pelage-scene', version: 1 };
type Migrated = { bodies: Record<string, unknown>[]; grooms: Record<string, unknown>[] } & Record<string, unknown>;
const migrated = (json: object): Migrated => migrateScene({ ...old, ...json }) as Migrated;

describe('a scene of version 1', () => {
  it('has one groom on its body, and its colliders are bodies', () => {
    const { bodies, grooms, picture, contact, ...rest } = migrated({
      ...{ body: { kind: 'mesh', file: 'a.obj' }, guides: 9, groom: { kind: 'style' }, strands: 0 },
      ...{
        contact: { friction: 1, hair: [] },
        look: { hair: { ior: 1.5 }, hairWidth: 1e-4, skin: '#112233', ground: 0 },
      },
      colliders: [{ shape: { kind: 'ground' }, on: 'body' }],
    });
    expect(rest).toEqual({ format: 'pelage-scene', version: 2 });
    expect(bodies).toEqual([
      { name: 'body', shape: { kind: 'mesh', file: 'a.obj' }, friction: 1, colour: '#112233' },
      { name: 'collider', shape: { kind: 'ground' }, on: 'body' },
    ]);
    expect(grooms).toEqual([
      {
        ...{ name: 'hair', body: 'body', source: { kind: 'style' }, guides: 9, strands: 0 },
        look: { ior: 1.5, strandWidth: 1e-4 },
      },
    ]);
    expect(picture).toEqual({ ground: 0 });
    expect(contact).toEqual({ hair: [] });
  });

  it('gives colliders names of their own, and turns them about the origin as they were', () => {
    const ball = { name: 'ball', shape: { kind: 'sphere' }, motion: { kind: 'head', name: 'nod' } };
    const { bodies } = migrated({ colliders: [ball, ball, { ...ball, name: 'head' }, { ...ball, name: 'ball 2' }] });
    expect(bodies.map(({ name }) => name)).toEqual(['head', 'ball', 'ball 2', 'head 2', 'ball 3']);
    for (const { motion } of bodies.slice(1)) expect(motion).toEqual({ kind: 'head', name: 'nod', pivot: [0, 0, 0] });
  });

  it('keeps what it does not know where the check finds it', () => {
    expect(migrated({ gravty: 5, look: { har: 1 } })).toMatchObject({ gravty: 5, picture: { har: 1 } });
    expect(migrated({ look: null, contact: 5 })).toMatchObject({ picture: null, contact: 5 });
    expect(migrated({ colliders: {} }).bodies).toEqual({});
  });

  it('says where the file has what is found wrong', () => {
    const place = (text: string): string => placeInFile(1, text.split('.')).join('.');
    expect(place('grooms.0.guides')).toBe('guides');
    expect(place('grooms.0.source.change.length')).toBe('groom.change.length');
    expect(place('grooms.0.look.colour.kind')).toBe('look.hair.colour.kind');
    expect(place('grooms.0.look.strandWidth')).toBe('look.hairWidth');
    expect(place('bodies.0.shape.file')).toBe('body.file');
    expect(place('bodies.3.on')).toBe('colliders.2.on');
    expect(place('picture.tone')).toBe('look.tone');
    expect(place('strokes.3.end')).toBe('strokes.3.end');
    expect(placeInFile(2, ['grooms', '0'])).toEqual(['grooms', '0']);
  });
});

describe('a scene of the newest version', () => {
  it('is left as it is, and so is what is no scene', () => {
    for (const json of [{ version: 2 }, { version: 7 }, [], null, 3, 'scene']) expect(migrateScene(json)).toBe(json);
  });
});

describe('a free name', () => {
  it('is the name, or counts on', () => {
    expect(freeName('hair', ['brows'])).toBe('hair');
    expect(freeName('hair', ['hair'])).toBe('hair 2');
    expect(freeName('hair 2', ['hair', 'hair 2', 'hair 3'])).toBe('hair 4');
  });
});
