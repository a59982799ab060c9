import { expect, test } from 'vitest';
import { makeBust } from './bust.ts';
import { outwardTriangles } from './outward.ts';

test('triangles that go round the wrong way are turned, the others stay', () => {
  const mesh = makeBust();
  const right = outwardTriangles(mesh);
  const turned = mesh.triangles.slice();
  for (let t = 0; t < turned.length; t += 6) turned.set([right[t + 2]!, right[t + 1]!], t + 1);
  expect(outwardTriangles({ ...mesh, triangles: turned })).toEqual(right);
  // The bust's own triangles are in order but for a few slivers.
  let changed = 0;
  for (let t = 0; t < right.length; t += 3) if (right[t + 1] !== mesh.triangles[t + 1]) changed++;
  expect(changed).toBeLessThan(0.002 * (right.length / 3));
});
