import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TriangleMesh } from '../body/mesh.ts';
import { sheetMesh, sphereMesh } from '../body/shapes.ts';
import { growOn, STRANDS, tooMany } from './bad-skin.fixture.ts';

/** Skins as people have them, through the command: what is wrong is a sentence with the name of the file, and all hair that was asked for grows. */

const ball = sphereMesh(0.1, 3);
const withTriangles = (triangles: ArrayLike<number>): TriangleMesh => ({
  ...ball,
  triangles: Uint32Array.from(triangles),
});

const flipped = ball.triangles.slice();
for (let t = 0; t < flipped.length; t += 21) flipped.subarray(t, t + 3).reverse();

it.each([
  ['no normals', ball, 'the file has no normals: smooth ones were made from its faces'],
  [
    'a hole',
    withTriangles(ball.triangles.subarray(9)),
    '1 small hole in the skin: hair runs past as if there were none.',
  ],
  [
    'flipped triangles',
    withTriangles(flipped),
    `${Math.ceil(flipped.length / 21)} triangles faced the other way than their neighbours and were turned.`,
  ],
  [
    'triangles without an area',
    withTriangles([...ball.triangles, 7, 7, 8, 9, 20, 9]),
    '2 triangles have no area: no hair grows on them; delete them, or merge vertices that lie in one place.',
  ],
])('a skin with %s', async (_, mesh, sentence) => {
  const answer = await growOn(mesh);
  expect(answer.code, answer.out).toBe(0);
  expect(answer.json()).toMatchObject({ strands: STRANDS });
  expect(answer.json()['notes']).toContain(`animal.glb: ${sentence}`);
});

it('a skin of half a million triangles; one of two million is under stress', async () => {
  const { code, out, json } = await growOn(sheetMesh(0.3, 0.3, 504));
  expect(code, out).toBe(0);
  expect(json()).toMatchObject({ strands: STRANDS });
  expect(json()['notes']).toContain(tooMany(2 * 504 ** 2));
});

it('a texture that is missing is named with what to do, and nothing is written', async () => {
  const { code, json, folder } = await growOn(ball, {
    length: { kind: 'texture', file: 'spots.png', low: 0.01, high: 0.02 },
  });
  expect(code).toBe(1);
  expect(json()['error']).toMatchObject({
    code: 'file/missing',
    message: expect.stringMatching(
      /groom coat: The field "length" asks for the picture spots\.png\. There is no file spots\.png\. Put a PNG picture of that name beside the scene/,
    ),
  });
  expect(existsSync(join(folder, 'coat.hair'))).toBe(false);
});
