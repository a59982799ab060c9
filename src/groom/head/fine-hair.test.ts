import { describe, expect, it } from 'vitest';
import { WHOLE } from '../binding.ts';
import { ellipsoidField, ellipsoidHead } from '../ellipsoid-head.fixture.ts';
import { generateStrands, makeGenerator } from '../generator.ts';
import { type Groom, makeGroom } from '../groom.ts';
import { headHair } from './head.ts';
import { HEAD_STYLE_NAMES, headStyle } from './styles.ts';

const SEED = 23;
const body = { mesh: ellipsoidHead(), field: ellipsoidField() };
const STRANDS = 2500;
const options = { guides: 120, strands: STRANDS, seed: SEED };
const style = headStyle('ponytail', { strands: { tufts: 200, smallTufts: 600 } });
const faded = makeGroom(body, headHair(style), options);
const sharp = makeGroom(body, headHair({ ...style, hairline: { ...style.hairline, fade: 0 } }), options);

const strandsOf = (groom: Groom): Float32Array =>
  generateStrands(makeGenerator(groom.binding, groom.style.strands), groom.guides.positions).positions;

function lengthOf(p: Float32Array, i: number, points: number): number {
  let sum = 0;
  for (let j = i * points; j + 1 < (i + 1) * points; j++)
    sum += Math.hypot(p[3 * j + 3]! - p[3 * j]!, p[3 * j + 4]! - p[3 * j + 1]!, p[3 * j + 5]! - p[3 * j + 2]!);
  return sum;
}

describe(`hair along the hairline (seed ${SEED})`, () => {
  const positions = strandsOf(faded);
  const { fine, points, id } = faded.binding;

  it('leaves the guides as they are, bit for bit', () => {
    expect(faded.guides.positions).toEqual(sharp.guides.positions);
  });

  it('leaves every strand behind the fade as it is, bit for bit', () => {
    const before = strandsOf(sharp);
    const place = new Map(Array.from(sharp.binding.id, (one, i) => [one, i]));
    let same = 0;
    for (let i = 0; i < STRANDS; i++) {
      const k = place.get(id[i]!);
      if (k === undefined || fine!.fraction[i] !== WHOLE) continue;
      for (let n = 0; n < 3 * points; n++)
        if (positions[3 * i * points + n] !== before[3 * k * points + n]) expect.fail(`strand ${id[i]} has moved`);
      same++;
    }
    expect(same).toBeGreaterThan(0.7 * STRANDS);
  });

  it('has short hairs of the asked length, on their roots', () => {
    let short = 0;
    let farthest = 0;
    for (let i = 0; i < STRANDS; i++) {
      for (let c = 0; c < 3; c++) {
        const away = Math.abs(positions[3 * i * points + c]! - faded.roots.position[3 * i + c]!);
        farthest = Math.max(farthest, away);
      }
      if (fine!.fraction[i] === WHOLE) continue;
      const { fine: longest, stray } = style.hairline;
      // Pointing aside by (a, b) of its length makes a hair that much longer.
      expect(lengthOf(positions, i, points)).toBeLessThan(1.01 * longest * Math.sqrt(1 + 2 * stray * stray) + 1e-5);
      short++;
    }
    expect(farthest).toBeLessThan(2e-7);
    expect(short).toBeGreaterThan(0.01 * STRANDS);
  });

  it('has short hairs that point to all sides of the others’ direction', () => {
    const straight = makeGenerator({ ...faded.binding, fine: { ...fine!, stray: 0 } }, style.strands);
    const combed = generateStrands(straight, faded.guides.positions).positions;
    const sum = [0, 0, 0];
    let farthest = 0;
    let count = 0;
    for (let i = 0; i < STRANDS; i++) {
      if (fine!.fraction[i] === WHOLE) continue;
      const tip = 3 * ((i + 1) * points - 1);
      const length = lengthOf(combed, i, points);
      const aside = [0, 1, 2].map((c) => (positions[tip + c]! - combed[tip + c]!) / length);
      farthest = Math.max(farthest, Math.hypot(...aside));
      for (let c = 0; c < 3; c++) sum[c]! += aside[c]!;
      count++;
    }
    expect(farthest).toBeGreaterThan(0.8 * style.hairline.stray);
    expect(farthest).toBeLessThan(1.5 * style.hairline.stray);
    expect(Math.hypot(...sum) / count).toBeLessThan(0.3 * style.hairline.stray);
  });

  it('needs no more memory a strand than before but two bytes', () => {
    const { triple, weights, curl, rootOffset, wisp } = faded.binding;
    const arrays = [triple, weights, curl, rootOffset, wisp, id, fine!.fraction];
    expect(arrays.reduce((sum, array) => sum + array.byteLength, 0) / STRANDS).toBeLessThan(64);
  });

  it.each(HEAD_STYLE_NAMES)('%s has exactly as many strands as were asked for, the same each time', (name) => {
    const few = headStyle(name, { strands: { tufts: 40, smallTufts: 120 } });
    const again = (): Groom => makeGroom(body, headHair(few), { guides: 40, strands: 300, seed: SEED });
    const groom = again();
    expect(groom.binding.id.length).toBe(300);
    expect(strandsOf(groom)).toEqual(strandsOf(again()));
  });
});
