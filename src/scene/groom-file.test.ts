import { describe, expect, it } from 'vitest';
import { sphereMesh } from '../body/shapes.ts';
import { writeHair, writeMesh } from '../formats/index.ts';
import { strandsFromPolylines } from '../strands/strands.ts';
import { prepareScene } from './instance.ts';
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
});
