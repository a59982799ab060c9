import { describe, expect, it } from 'vitest';
import { makeBust } from '../../body/bust.ts';
import { bakeDistanceField } from '../../body/distance-field.ts';
import { checkStrands } from '../../strands/check.ts';
import { strandCount } from '../../strands/strands.ts';
import { generateStrands } from '../generator.ts';
import { groomGenerator, makeGroom } from '../groom.ts';
import { builtInHair, HEAD_STYLE_NAMES } from '../styles.ts';

const mesh = makeBust();
const body = { mesh, field: bakeDistanceField(mesh, { resolution: 96 }) };

/** Eyes, nose and mouth of the bust with the air before them: metres from its origin. */
const isBeforeFace = (x: number, y: number, z: number): boolean =>
  Math.abs(x) < 0.04 && y < 0.052 && y > -0.05 && z > 0.03;

describe.each(HEAD_STYLE_NAMES)('the style %s on the bust', (name) => {
  const groom = makeGroom(body, builtInHair(name), { guides: 120, strands: 400 });
  const strands = generateStrands(groomGenerator(groom, body), groom.guides.positions, groom.roots);

  it('leaves eyes, nose and mouth free', () => {
    const covering: number[][] = [];
    for (const { positions: p } of [groom.guides, strands])
      for (let i = 0; i < p.length; i += 3)
        if (isBeforeFace(p[i]!, p[i + 1]!, p[i + 2]!)) covering.push([...p.subarray(i, i + 3)]);
    expect(covering).toEqual([]);
  });

  it('rests outside of head and shoulders', () => {
    const { positions: p, first } = groom.guides;
    let deepest = 0;
    for (let g = 0; g < strandCount(groom.guides); g++)
      for (let i = first[g]! + 1; i < first[g + 1]!; i++)
        deepest = Math.min(deepest, body.field.distance(p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!));
    expect(deepest).toBeGreaterThan(-1e-4);
  });

  it('has no kinks where strands come out of the skin', () => {
    const kinks = checkStrands(strands).problems.filter(({ kind, point }) => kind === 'crooked' && point <= 3);
    expect(kinks.length).toBeLessThanOrEqual(1);
  });

  it('has strands with roots, ids and guides', () => {
    expect(strandCount(strands)).toBe(400);
    expect(Array.from(strands.id)).toEqual(Array.from(groom.roots.id));
    for (const attribute of ['guide', 'rootTriangle', 'rootWeights', 'rootNormal', 'rootUv'])
      expect(strands.strandAttributes.has(attribute)).toBe(true);
  });
});
