import { expect, it } from 'vitest';
import { sheetMesh } from '../body/shapes.ts';
import { growOn, STRANDS, tooMany } from './bad-skin.fixture.ts';

it('a skin of two million triangles grows all hair that was asked for, and is named', async () => {
  const { code, out, json } = await growOn(sheetMesh(0.3, 0.3, 1001));
  expect(code, out).toBe(0);
  expect(json()).toMatchObject({ strands: STRANDS });
  expect(json()['notes']).toContain(tooMany(2 * 1001 ** 2));
});
