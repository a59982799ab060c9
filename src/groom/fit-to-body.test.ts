import { describe, expect, it } from 'vitest';
import { makeBust, makeBustField } from '../body/bust.ts';
import { hashUnit } from '../numeric/random.ts';
import { moveStrands } from '../strands/move-strands.ts';
import type { Strands } from '../strands/strands.ts';
import { describeFit, fitToBody, needsFit } from './fit-to-body.ts';
import { growGroom, growthOn } from './groom.ts';
import { regionWeight } from './skin.ts';
import { builtInHair } from './styles.ts';

const body = { mesh: makeBust(), field: makeBustField() };
const weight = regionWeight(body.mesh, 'scalp');
const source = builtInHair('bob', {});
const { guides } = growGroom(growthOn(body, source, { seed: 1, part: 'scalp' }), 300);

/** Rows of three where another program would have them. */
function elsewhere(turn: (x: number, y: number, z: number) => number[], size: number, shift: number[]): Strands {
  const moved = (rows: ArrayLike<number>, by: number, to: number[]): Float32Array => {
    const out = new Float32Array(rows.length);
    for (let i = 0; i < rows.length; i += 3)
      out.set(
        turn(rows[i]!, rows[i + 1]!, rows[i + 2]!).map((x, c) => by * (x + to[c]!)),
        i,
      );
    return out;
  };
  return moveStrands(guides, {
    points: (rows) => moved(rows, size, shift),
    directions: (rows) => moved(rows, 1, [0, 0, 0]),
    factor: size,
  });
}

function worstDistance(a: Strands, b: Strands): number {
  let worst = 0;
  for (let i = 0; i < a.positions.length; i += 3)
    worst = Math.max(worst, Math.hypot(...[0, 1, 2].map((c) => a.positions[i + c]! - b.positions[i + c]!)));
  return worst;
}

describe('hair made for another body', () => {
  it.each([
    ['centimetres, far above', (x: number, y: number, z: number) => [x, y, z], 100, [0.1, 1.5, 0.2], 'centimetres'],
    ['metres with Z up', (x: number, y: number, z: number) => [x, -z, y], 1, [0, 0, 1.6], 'metres'],
    ['inches that look back', (x: number, y: number, z: number) => [-x, y, -z], 1 / 0.0254, [0, -3, 0], 'inches'],
  ])('%s: lies where it was made', (_, turn, size, shift, unit) => {
    const foreign = elsewhere(turn, size, shift);
    const fit = fitToBody(foreign, body, { weight });
    expect(fit.scale * size).toBeGreaterThan(0.97);
    expect(fit.scale * size).toBeLessThan(1.03);
    expect(worstDistance(fit.strands, guides)).toBeLessThan(0.012);
    expect(describeFit(fit, foreign)).toContain(`taken for ${unit}`);
  });

  it('stays where it is where it lies on the skin', () => {
    const fit = fitToBody(guides, body, { weight });
    expect(needsFit(fit)).toBe(false);
    expect(describeFit(fit, guides)).toContain('stay where they are');
  });

  it('gives the same hair for any place, unit and turn that it comes from, seed 3', () => {
    const first = fitToBody(
      elsewhere((x, y, z) => [x, y, z], 1, [0, 2, 0]),
      body,
      { weight },
    ).strands;
    const shift = [0, 1, 2].map((c) => 4 * hashUnit(3, c) - 2);
    const other = fitToBody(
      elsewhere((x, y, z) => [z, x, y], 37, shift),
      body,
      { weight },
    ).strands;
    expect(worstDistance(first, other)).toBeLessThan(1e-3);
  });
});
