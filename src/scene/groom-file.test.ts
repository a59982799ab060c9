import { describe, expect, it } from 'vitest';
import { sphereMesh } from '../body/shapes.ts';
import { writeHair, writeMesh } from '../formats/index.ts';
import { strandsFromPolylines } from '../strands/strands.ts';
import { parseScene } from './schema.ts';
import { prepareStage, type Stage } from './stage.ts';

describe('a groom from a file on a body', () => {
  it('is bound to it, and what floats is named', () => {
    const lines = [0, 0.02, 0].map((gap, k) =>
      Array.from({ length: 8 }, (_, i) => [0.02 * k, Math.sqrt(0.01 - 0.0004 * k * k) + gap + 0.01 * i, 0]),
    );
    const files = new Map([
      ['ball.obj', writeMesh('ball.obj', sphereMesh(0.1, 3))],
      ['hair.tfx', writeHair('hair.tfx', strandsFromPolylines(lines))],
    ]);
    const scene = parseScene(
      {
        format: 'pelage-scene',
        version: 1,
        body: { kind: 'mesh', file: 'ball.obj' },
        groom: { kind: 'file', file: 'hair.tfx' },
        contact: { resolution: 64 },
      },
      'floating.json',
    );
    const stage = prepareStage(scene, { files: (name) => files.get(name)! });
    expect(stage.guides.strandAttributes.get('rootTriangle')?.data.length).toBe(3);
    const named = stage.notes.filter((note) => note.includes('from the body'));
    expect(named).toHaveLength(1);
    expect(named[0]).toMatch(/^hair\.tfx: 1 of 3 roots are more than 5 mm from the body, the worst (19|20)/);
  });

  it('is made of what its thickness tells, unless the scene says so, and it is told', () => {
    const lines = [0, 0.01].map((x) => Array.from({ length: 8 }, (_, i) => [x, 0.01 * i, 0]));
    const radius = { size: 1, data: Float32Array.of(34e-6, 34e-6) };
    const plain = strandsFromPolylines(lines);
    const files = new Map([
      ['thin.usda', writeHair('thin.usda', { ...plain, strandAttributes: new Map([['radius', radius]]) })],
      ['bare.tfx', writeHair('bare.tfx', plain)],
    ]);
    const stageOf = (file: string, more: object = {}): Stage => {
      const groom = { kind: 'file', file };
      const scene = { format: 'pelage-scene', version: 1, body: { kind: 'none' }, groom, ...more };
      return prepareStage(parseScene(scene, 'hair.json'), { files: (name) => files.get(name)! });
    };
    const said = (stage: Stage): string => stage.notes.filter((note) => note.includes('taken for')).join();
    expect(said(stageOf('thin.usda'))).toMatch(/thin\.usda: its hair is 68 µm thick and is taken for caucasian-wavy/);
    expect(stageOf('thin.usda').fibre.radius).toBeCloseTo(34e-6, 8);
    expect(said(stageOf('bare.tfx'))).toMatch(
      /does not tell its thickness, .* asian-smooth; "material" chooses another/,
    );
    expect(said(stageOf('bare.tfx', { material: 'beard' }))).toBe('');
    expect(stageOf('bare.tfx', { material: 'beard' }).fibre.radius).toBe(65e-6);
  });
});
