import { describe, expect, it } from 'vitest';
import { sphereMesh } from '../body/shapes.ts';
import { writeHair, writeMesh } from '../formats/index.ts';
import { strandsFromPolylines } from '../strands/strands.ts';
import { prepareScene, type SceneInstance } from './instance.ts';
import { oneGroomScene } from './scene.fixture.ts';

describe('a groom from a file on a body', () => {
  it('is bound to it, and what floats is named', () => {
    const lines = [0, 0.02, 0].map((gap, k) =>
      Array.from({ length: 8 }, (_, i) => [0.02 * k, Math.sqrt(0.01 - 0.0004 * k * k) + gap + 0.01 * i, 0]),
    );
    const files = new Map([
      ['ball.obj', writeMesh('ball.obj', sphereMesh(0.1, 3))],
      ['hair.tfx', writeHair('hair.tfx', strandsFromPolylines(lines))],
    ]);
    const scene = oneGroomScene({
      body: { shape: { kind: 'mesh', file: 'ball.obj' }, resolution: 64 },
      groom: { source: { kind: 'file', file: 'hair.tfx' } },
    });
    const instance = prepareScene(scene, { files: (name) => files.get(name)! });
    expect(instance.grooms[0]!.guides.strandAttributes.get('rootTriangle')?.data.length).toBe(3);
    const named = instance.notes.filter((note) => note.includes('from the body'));
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
    const made = (file: string, material?: 'beard'): SceneInstance => {
      const groom = { source: { kind: 'file' as const, file }, ...(material ? { material } : {}) };
      const scene = oneGroomScene({ body: { shape: { kind: 'none' } }, groom });
      return prepareScene(scene, { files: (name) => files.get(name)! });
    };
    const said = ({ notes }: SceneInstance): string => notes.filter((note) => note.includes('taken for')).join();
    const radiusOf = ({ grooms }: SceneInstance): number => grooms[0]!.fibre.radius;
    expect(said(made('thin.usda'))).toMatch(/thin\.usda: its hair is 68 µm thick and is taken for caucasian-wavy/);
    expect(radiusOf(made('thin.usda'))).toBeCloseTo(34e-6, 8);
    expect(said(made('bare.tfx'))).toMatch(/does not tell its thickness, .* asian-smooth; "material" chooses another/);
    expect(said(made('bare.tfx', 'beard'))).toBe('');
    expect(radiusOf(made('bare.tfx', 'beard'))).toBe(65e-6);
  });
});
