import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TriangleMesh } from '../body/mesh.ts';
import { movingFile } from '../formats/gltf/moving.fixture.ts';
import { type Answer, pelage, scratchFolder } from './context.fixture.ts';

export const STRANDS = 60;

const coat = (fields: object): string =>
  JSON.stringify({
    format: 'pelage-scene',
    version: 2,
    bodies: [{ name: 'animal', shape: { kind: 'mesh', file: 'animal.glb', unit: 1 } }],
    contact: { hair: [] },
    grooms: [
      {
        name: 'coat',
        body: 'animal',
        source: { kind: 'coat', change: { points: 4, length: { base: 0.02 } } },
        fields,
        guides: 12,
        strands: STRANDS,
        model: { name: 'continuum' },
      },
    ],
  });

/** What the command says of a coat on a skin without normals. */
export async function growOn(mesh: TriangleMesh, fields: object = {}): Promise<Answer & { readonly folder: string }> {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'animal.glb'), await movingFile({ mesh }));
  writeFileSync(join(folder, 'coat.json'), coat(fields));
  const answer = await pelage(folder, 'grow', 'coat.json', '-o', 'coat.hair', '--json');
  return { ...answer, folder };
}

/** What it says of a skin of many triangles. */
export const tooMany = (triangles: number): string =>
  `animal.glb: it has ${triangles} triangles, so that it takes long to make ready: hair grows as well on a skin of a tenth as many.`;
