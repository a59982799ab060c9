import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { direction } from './angles.ts';
import { type Arc, type Components, facingArc } from './arcs.ts';
import { facingSum, furTerms } from './fur.ts';

const SEED = 13;
const CASES = 400;

/** Sum of n·x over normals that face all of `seen`, step by step around the fibre. */
function bruteForce(x: Components, tilt: number, seen: readonly Components[]): number {
  const steps = 8000;
  let sum = 0;
  for (let i = 0; i < steps; i++) {
    const phi = (2 * Math.PI * (i + 0.5)) / steps;
    const n: Components = [Math.sin(tilt), Math.cos(tilt) * Math.cos(phi), Math.cos(tilt) * Math.sin(phi)];
    const along = (d: Components): number => n[0] * d[0] + n[1] * d[1] + n[2] * d[2];
    if (seen.every((d) => along(d) >= 0)) sum += (along(x) * 2 * Math.PI) / steps;
  }
  return sum;
}

describe('the fur model', () => {
  it(`arcs agree with brute force in ${CASES} random cases, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const any = (): Components => direction(Math.asin(random.between(-1, 1)), random.between(-Math.PI, Math.PI));
    for (let i = 0; i < CASES; i++) {
      const tilt = random.between(-0.3, 0.3);
      const directions = [any(), any(), any()];
      const arcs = directions.map((d) => facingArc(d, tilt)) as [Arc, Arc, Arc];
      const expected = bruteForce(directions[0]!, tilt, directions);
      expect(Math.abs(facingSum(directions[0]!, tilt, arcs) - expected)).toBeLessThan(2e-3);
    }
  });

  it('without tilt, lit from across, the diffuse sum is 1 + cos Δφ', () => {
    for (const phi of [0, 0.7, 1.9, 3]) {
      const { diffuse } = furTerms(direction(0, 0), direction(0, phi), 0, 20);
      expect(diffuse * Math.PI).toBeCloseTo(1 + Math.cos(phi), 10);
    }
  });

  it('a perfect highlight is 1, whatever its exponent', () => {
    expect(furTerms(direction(0, 0), direction(0, 0), 0, 50).highlight).toBeCloseTo(1, 10);
  });

  it('an eye behind the fibre sees transmitted light only', () => {
    const terms = furTerms(direction(0, 0), direction(0, Math.PI), 0, 20);
    expect(terms.diffuse).toBeCloseTo(0, 10);
    expect(terms.highlight).toBeCloseTo(0, 10);
    expect(terms.through).toBeCloseTo(2 / Math.PI, 6);
  });

  it('normals that lean to the root send the highlight to the root, and the inner one to the tip', () => {
    const wi: Vec3 = direction(0, 0);
    const at = (theta: number): ReturnType<typeof furTerms> => furTerms(wi, direction(theta, 0), -Math.PI / 60, 40);
    expect(at(-0.1).highlight).toBeGreaterThan(at(0.1).highlight);
    expect(at(0.1).inner).toBeGreaterThan(at(-0.1).inner);
  });
});
