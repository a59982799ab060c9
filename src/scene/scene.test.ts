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
    expect(wrong).toMatch(/guides: must be at least 1/);
    expect(wrong).toMatch(/contact\.friction: .*expected number/);
    expect(message(() => parseScene({ ...minimal, gravty: 5 }, 'd.json'))).toMatch(
      /there is no gravty \(did you mean gravity\?\)/,
    );
    const inner = message(() => parseScene({ ...minimal, air: { wind: { sped: 3 } } }, 'd.json'));
    expect(inner).toMatch(/there is no air\.wind\.sped \(did you mean speed\?\)/);
    const style = parseScene(
      { ...minimal, groom: { kind: 'style', style: 'curly', change: { lenght: {} } } },
      'd.json',
    );
    expect(message(() => prepareStage(style))).toMatch(/there is no groom\.change\.lenght \(did you mean length\?\)/);
    const model = { ...parseScene(minimal, 'd.json'), model: { name: 'rod', parameters: { stifness: 2 } } };
    expect(message(() => prepareStage(model).simulation)).toMatch(
      /model\.parameters\.stifness \(did you mean stiffness\?\)/,
    );
    expect(message(() => exampleScene('afro'))).toMatch(/the examples are buzz, bob/);
  });

  it('refuses fibres that cannot be, by name and range', () => {
    const say = (fibre: object): string => message(() => parseScene({ ...minimal, fibre }, 'h.json'));
    expect(say({ radius: -1e-5 })).toMatch(/fibre\.radius: must be at least 0\.000001 m/);
    expect(say({ density: 0 })).toMatch(/fibre\.density: must be at least 1 kg/);
    expect(say({ poissonRatio: 0.7 })).toMatch(/fibre\.poissonRatio: must be at most 0\.5/);
    expect(say({ youngsModulus: Number.NaN })).toMatch(/fibre\.youngsModulus/);
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
