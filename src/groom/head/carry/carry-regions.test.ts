import { expect, it } from 'vitest';
import { makeBust } from '../../../body/bust.ts';
import { makeMesh } from '../../../body/mesh.ts';
import { at, distance } from '../../../numeric/vector.ts';
import { HEAD_PART } from '../scalp.ts';
import { carryRegions } from './carry-regions.ts';

it('finds the scalp of a head of another size and shape in another unit, and nothing below the chin', () => {
  const bust = makeBust();
  const positions = bust.positions.map((value, i) => 100 * value * [0.93, 1.06, 1.04][i % 3]!);
  const { mesh, scale, names } = carryRegions(bust, makeMesh({ positions, triangles: bust.triangles }), HEAD_PART);
  expect(Math.abs(scale / 100 - 1)).toBeLessThan(0.08);
  expect(names).toEqual([...bust.regions.keys()]);
  const [found, own] = [mesh.regions.get(HEAD_PART)!.weight, bust.regions.get(HEAD_PART)!.weight];
  const isHairy = Array.from(own, (weight) => weight > 0.5);
  const awayFromEdge = (i: number): number =>
    isHairy.reduce(
      (least, other, j) =>
        other === isHairy[i] ? least : Math.min(least, distance(at(positions, i), at(positions, j))),
      Number.POSITIVE_INFINITY,
    );
  const wrong = isHairy.flatMap((hairy, i) => (found[i]! > 0.5 === hairy ? [] : [awayFromEdge(i)]));
  // Along the hairline a vertex may fall to the other side: within a finger's breadth, in the head's own centimetres.
  expect(Math.max(0, ...wrong)).toBeLessThan(1.6);
  expect(wrong.length).toBeLessThan(0.2 * isHairy.filter(Boolean).length);
});
