import { describe, expect, it } from 'vitest';
import { readHair, writeHair } from '../formats/index.ts';
import { selectStrands } from '../strands/selection.ts';
import { makeStrands, pointCount, type Strands, strandCount } from '../strands/strands.ts';
import type { GroomInstance } from './groom-instance.ts';
import { prepareScene } from './instance.ts';
import { withRenderAttributes } from './render-attributes.ts';
import { oneGroomScene, styled } from './scene.fixture.ts';

const [groom] = prepareScene(
  oneGroomScene({
    groom: {
      ...{ source: styled('bob'), guides: 12, strands: 60 },
      look: { colour: { kind: 'picked', colour: '#804020' } },
    },
  }),
).grooms as [GroomInstance];
const shown = groom.hair.strands;
const full = withRenderAttributes(groom, shown);
const values = (strands: Strands, name: string) => strands.strandAttributes.get(name)!.data;

describe('hair as it goes into files', () => {
  it('has the thickness of the fibre, the colour that was picked, a place on the skin, a guide and a group', () => {
    expect(full.positions).toBe(shown.positions);
    expect(values(full, 'radius').every((r) => r === Math.fround(groom.fibre.radius))).toBe(true);
    // sRGB 0x80, 0x40, 0x20 in linear light.
    [0.2159, 0.0513, 0.0144].forEach((c, i) => {
      expect(values(full, 'colour')[i]).toBeCloseTo(c, 3);
    });
    expect(values(full, 'rootUv').length).toBe(2 * strandCount(full));
    expect(values(full, 'rootUv').some((x) => x > 0)).toBe(true);
    const guides = new Set(groom.guides.id);
    expect(values(full, 'guide').every((id) => guides.has(id))).toBe(true);
    expect(values(full, 'group').length).toBe(strandCount(full));
  });

  it('has the thickness that is drawn, where the scene says one, and keeps what it came with', () => {
    const look = { ...groom.look, strandWidth: 3e-4 };
    expect(values(withRenderAttributes({ look, fibre: groom.fibre }, shown), 'radius')[0]).toBeCloseTo(1.5e-4, 9);
    const own = new Float32Array(pointCount(shown)).fill(2e-5);
    const thick = makeStrands({ ...shown, pointAttributes: new Map([['radius', { size: 1, data: own }]]) });
    expect(withRenderAttributes(groom, thick).strandAttributes.has('radius')).toBe(false);
  });

  it('finds the attributes of bare strands by their ids', () => {
    const some = selectStrands(shown, [7, 3, 41]);
    const bare = makeStrands({ id: some.id, first: some.first, positions: some.positions });
    const found = withRenderAttributes(groom, bare, shown);
    for (const name of ['rootUv', 'guide', 'group']) expect(values(found, name)).toEqual(values(some, name));
    const foreign = makeStrands({ ...bare, id: Uint32Array.of(4e9, 1, 2) });
    expect([...withRenderAttributes(groom, foreign, shown).strandAttributes.keys()]).toEqual(['radius', 'colour']);
  });

  for (const name of ['a.abc', 'a.usda', 'a.usdz', 'a.pelage'])
    it(`keeps all of it through ${name}`, () => {
      for (const strands of [full, withRenderAttributes(groom, groom.guides)]) {
        const back = readHair(name, writeHair(name, strands)).strands;
        for (const key of ['radius', 'colour', 'rootUv', 'group', ...(strands === full ? ['guide'] : [])]) {
          const read = back.strandAttributes.get(key)?.data;
          expect([key, read?.length]).toEqual([key, values(strands, key).length]);
          values(strands, key).forEach((x, i) => {
            expect(Math.abs(read![i]! - x)).toBeLessThanOrEqual(1e-6 * Math.abs(x));
          });
        }
        expect([...back.id]).toEqual([...strands.id]);
      }
    });

  it('keeps what other formats have a place for', () => {
    const round = (name: string) => readHair(name, writeHair(name, full)).strands;
    expect([...round('a.hair').strandAttributes.keys()]).toEqual(['radius', 'colour']);
    expect([...round('a.tfx').strandAttributes.keys()]).toEqual(['rootUv', 'radius']);
    expect([...round('a.ply').pointAttributes.keys()]).toEqual(['radius', 'colour']);
  });
});
