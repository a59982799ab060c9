import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { direction, type Rgb } from './angles.ts';
import { dualScatter, halfTurns } from './dual-scatter.ts';
import { scatterFar } from './far-field.ts';
import { type Fibre, fibreOf } from './fibre.ts';
import { blondFibre, eyeOf, lightOf, MASS_CASES, tracedMass } from './hair-mass.fixture.ts';
import { makeHairLook } from './look.ts';

const SEED = 1;
const PATHS = 20_000;
const FILE = fileURLToPath(new URL('./hair-mass.reference.json', import.meta.url));

const absorbing = (sigma: Rgb): Fibre =>
  fibreOf(
    makeHairLook({
      colour: { kind: 'absorption', absorption: sigma },
      roughness: 0.3,
      roundness: 0.3,
      tilt: 0.035,
    }),
  );

/** The reference, made anew where PELAGE_WRITE_REFERENCES is set (about two minutes). */
function reference(): Rgb[] {
  if (process.env['PELAGE_WRITE_REFERENCES']) {
    const rows = MASS_CASES.map((mass, i) => tracedMass(blondFibre(), mass, PATHS, SEED + i));
    const text = rows.map((row) => `  [${row.map((x) => x.toPrecision(4)).join(', ')}]`).join(',\n');
    writeFileSync(FILE, `[\n${text}\n]\n`);
  }
  return JSON.parse(readFileSync(FILE, 'utf8')) as Rgb[];
}

const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

describe('dual scattering', () => {
  const rows = reference();
  const fibre = blondFibre();

  it(`shadowed blond hair is as bright as the path-traced mass, within 15 % (${MASS_CASES.length} cases, seed ${SEED})`, () => {
    const squares: number[] = [];
    MASS_CASES.forEach((mass, i) => {
      const found = dualScatter(fibre, lightOf(mass), eyeOf(mass), mass.depth);
      const error = luminance(found) / luminance(rows[i]!) - 1;
      expect(Math.abs(error), JSON.stringify(mass)).toBeLessThan(0.15);
      squares.push(...found.map((value, c) => (value / rows[i]![c]! - 1) ** 2));
    });
    // Every colour channel by itself, root mean square over all cases.
    expect(Math.sqrt(squares.reduce((a, b) => a + b, 0) / squares.length)).toBeLessThan(0.1);
  });

  it(`the committed reference is what its generator makes, seed ${SEED + 1000}`, () => {
    for (const i of [3, 8, 38]) {
      const fresh = tracedMass(fibre, MASS_CASES[i]!, 2500, SEED + 1000);
      expect(Math.abs(luminance(fresh) / luminance(rows[i]!) - 1)).toBeLessThan(0.1);
    }
  });

  it('forward and backward fractions of light are those of the table in the literature', () => {
    const cases: [number, number, number][] = [
      [0, 0.782, 0.218],
      [0.02, 0.754, 0.21],
      [0.126, 0.624, 0.172],
      [0.209, 0.539, 0.149],
      [0.545, 0.305, 0.091],
    ];
    for (const [sigma, forward, backward] of cases) {
      const { ahead, behind } = halfTurns(absorbing([sigma, sigma, sigma]), 0, 1);
      expect(ahead.albedo[0]).toBeCloseTo(forward, 2);
      expect(behind.albedo[0]).toBeCloseTo(backward, 2);
    }
  });

  it('black hair scatters once: without depth it is the single fibre, and depth only shadows it', () => {
    const black = absorbing([8, 8, 8]);
    const wi = direction(0.2, 0);
    const wo = direction(-0.3, 0.4);
    const single = scatterFar(black, wi, wo)[1];
    expect(dualScatter(black, wi, wo, 0)[1] / single).toBeCloseTo(1, 1);
    expect(dualScatter(black, wi, wo, 3)[1] / single).toBeLessThan(0.1);
  });

  it('blond hair keeps more light in its depth than brown, and turns warmer', () => {
    const wi = direction(0, 0);
    const wo = direction(0, 1);
    const keeps = (sigma: Rgb): Rgb => {
      const hair = absorbing(sigma);
      const lit = dualScatter(hair, wi, wo, 0);
      return dualScatter(hair, wi, wo, 3).map((value, c) => value / lit[c]!) as Rgb;
    };
    const blond = keeps([0.126, 0.209, 0.411]);
    const brown = keeps([0.545, 0.906, 1.781]);
    expect(blond[0]).toBeGreaterThan(2 * brown[0]);
    expect(blond[0]).toBeGreaterThan(blond[1]);
    expect(blond[1]).toBeGreaterThan(blond[2]);
  });
});
