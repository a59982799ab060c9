import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnimatedMesh, animationDuration } from '../../body/animated-mesh.ts';
import { InputError } from '../../strands/input-error.ts';
import { readGltfBody } from './body.ts';
import { skinnedFile } from './skinned.fixture.ts';

describe('a body from glTF', () => {
  it('follows joints and morphs in closed form', async () => {
    const body = await readGltfBody('x.glb', await skinnedFile());
    expect([...body.mesh.triangles]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(animationDuration(body.animation!)).toBe(2);
    const moving = new AnimatedMesh(body.animation!, { triangles: body.mesh.triangles, vertexCount: 6 }, false);
    const out = new Float32Array(18);
    for (const time of [0, 0.25, 0.5, 1, 3]) {
      moving.positionsAt(time, out);
      const angle = (Math.min(time, 1) * Math.PI) / 2;
      const z = Math.min(time / 2, 1);
      const expected = [0, 0, z, 1, 0, z, 0, 1, z, 1, 1, z, 1 + Math.cos(angle), 1 + Math.sin(angle), z];
      expected.push(1 - Math.sin(angle), 1 + Math.cos(angle), z);
      expected.forEach((value, i) => {
        expect(out[i]).toBeCloseTo(value, 5);
      });
    }
  });

  it('names the animations that there are where another is asked for', async () => {
    const asked = readGltfBody('x.glb', await skinnedFile(), { animation: 'run' });
    await expect(asked).rejects.toThrow(/no animation "run"; it has wave/);
  });

  it('answers damaged files with a sentence, or reads them (seed 31)', async () => {
    const whole = await skinnedFile();
    const damaged = fc.tuple(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 5 }), fc.nat(200));
    await fc.assert(
      fc.asyncProperty(damaged, async ([hits, cut]) => {
        const bytes = whole.slice(0, whole.length - cut);
        for (const [place, value] of hits) if (place < bytes.length) bytes[place] = value;
        try {
          await readGltfBody('x.glb', bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { seed: 31, numRuns: 150 },
    );
  });

  const scanned = '../shared/data/heads/lee-perry-smith.glb';
  if (existsSync(scanned))
    it('reads a scanned head', async () => {
      const { mesh } = await readGltfBody('lee-perry-smith.glb', readFileSync(scanned));
      expect([mesh.positions.length / 3, mesh.triangles.length]).toEqual([9279, 53052]);
    });
  else console.warn('a scanned head is left out: ../shared/data/heads is not there');
});
