import { describe, expect, it } from 'vitest';
import type { InputError } from '../strands/input-error.ts';
import { migrateScene } from './migrate.ts';
import { parseScene } from './read-scene.ts';
import { placeBeforeRenaming, withNewNames } from './renamed-keys.ts';

const OLD = {
  format: 'pelage-scene',
  version: 2,
  bodies: [{ name: 'head', shape: { kind: 'bust' } }],
  grooms: [
    { name: 'hair', model: { name: 'rod', parameters: { bed: 0.02, hold: false, thickness: 0.003 } } },
    { name: 'brows', model: { name: 'chain', parameters: { bed: 0 } } },
    { name: 'beard' },
  ],
  contact: {
    hair: [
      { kind: 'contact', rubbing: 1e-6, pairShare: 0.5 },
      { kind: 'volume', push: 4 },
      { kind: 'fluid', push: 3, rubbing: 2e-4 },
    ],
  },
  strokes: [
    {
      ...{ tool: 'lengthen', parameters: { shortestShare: 0.2 }, seed: 1, end: 3 },
      samples: [{ step: 1, origin: [0, 0, 0], direction: [1, 0, 0], up: [0, 1, 0] }],
    },
  ],
};

const messageOf = (json: unknown): string => {
  try {
    parseScene(json, 'a.json');
    return '';
  } catch (error) {
    return (error as InputError).message;
  }
};

describe('a scene with old names', () => {
  it('is read under the new ones, and nothing that was given is changed', () => {
    const given = structuredClone(OLD);
    const scene = parseScene(given, 'a.json');
    expect(given).toEqual(OLD);
    expect(scene.grooms[0]!.model.parameters).toEqual({ layerOffset: 0.02, poseSpring: false, thickness: 0.003 });
    expect(scene.grooms[1]!.model.parameters).toEqual({ layerOffset: 0 });
    expect(scene.contact.hair).toMatchObject([
      { parallelDrag: 1e-6, pairFraction: 0.5 },
      { soundSpeed: 4 },
      { soundSpeed: 3, shearViscosity: 2e-4 },
    ]);
    expect(scene.strokes[0]!.parameters).toEqual({ shortestFraction: 0.2 });
  });

  it('loses what nothing asks for any more', () => {
    const { grooms } = withNewNames({
      grooms: [{ model: { name: 'rod-explicit', parameters: { margin: 0.1, thickness: 0.003 } } }],
    }) as { grooms: unknown[] };
    expect(grooms).toEqual([{ model: { name: 'rod-explicit', parameters: { thickness: 0.003 } } }]);
  });

  it('is the same scene when it was saved under the new ones', () => {
    const scene = parseScene(OLD, 'a.json');
    const saved = JSON.parse(JSON.stringify(scene)) as unknown;
    expect(withNewNames(saved)).toBe(saved);
    expect(parseScene(saved, 'a.json')).toEqual(scene);
  });

  it('may be of version 1', () => {
    const { grooms, contact, strokes } = migrateScene({
      ...{ format: 'pelage-scene', version: 1, contact: OLD.contact, strokes: OLD.strokes },
      model: OLD.grooms[0]!.model,
    }) as typeof OLD;
    expect({ grooms, contact, strokes }).toMatchObject({
      grooms: [{ model: { parameters: { layerOffset: 0.02, poseSpring: false } } }],
      contact: { hair: [{ pairFraction: 0.5 }, { soundSpeed: 4 }, { shearViscosity: 2e-4 }] },
      strokes: [{ parameters: { shortestFraction: 0.2 } }],
    });
  });

  it('is told what is wrong under the names that it has', () => {
    const wrong = { ...OLD, contact: { hair: [{ kind: 'volume', push: -1 }] } };
    expect(messageOf(wrong)).toContain('contact.hair.0.push');
    expect(messageOf({ ...wrong, version: 1, grooms: undefined, bodies: undefined })).toContain('contact.hair.0.push');
    const model = { name: 'rod', parameters: { bed: 99 } };
    expect(messageOf({ ...OLD, grooms: [{ name: 'hair', model }] })).toMatch(/grooms\.0\.model\.parameters\.bed/);
    expect(messageOf({ format: 'pelage-scene', version: 1, model })).toMatch(/: model\.parameters\.bed/);
  });

  it('may not say the same under both', () => {
    const hair = [{ kind: 'volume', push: 4, soundSpeed: 5 }];
    expect(messageOf({ ...OLD, contact: { hair } })).toContain('push');
  });

  it('leaves other places, other kinds and what is no scene alone', () => {
    const other = {
      contact: { hair: [{ kind: 'contact', push: 1 }, null, 3] },
      strokes: [{ tool: 'water' }],
      grooms: 7,
    };
    for (const json of [other, null, [], 3, 'scene']) expect(withNewNames(json)).toBe(json);
    expect(placeBeforeRenaming(OLD, ['grooms', '0', 'model'])).toEqual(['grooms', '0', 'model']);
    expect(placeBeforeRenaming(OLD, ['contact', 'hair', '2', 'shearViscosity'])).toEqual([
      ...['contact', 'hair', '2', 'rubbing'],
    ]);
  });
});
