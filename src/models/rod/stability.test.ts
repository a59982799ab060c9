import { describe, expect, it } from 'vitest';
import { bandIndex, factorBanded } from '../../numeric/banded.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { Random } from '../../numeric/random.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import type { Fibre } from '../model.ts';
import { balanceRestShape } from './balance.ts';
import { buildStrand } from './build.ts';
import type { RodStrand } from './fields.ts';
import { BAND, UNKNOWNS } from './kernel.ts';
import { rodParameters } from './parameters.ts';
import { differencedStiffness } from './stability.fixture.ts';
import { Stability } from './stability.ts';

const fibre: Fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };

/** A strand that stands straight up, its free length measured from the midpoint of the clamped edge. */
function upright(free: number, nodes: number): RodStrand {
  const edge = free / (nodes - 1.5);
  const points = Array.from({ length: nodes }, (_, i) => [0, i * edge, 0]);
  const strands = makeStrands({ first: uniformFirst(1, nodes), positions: Float32Array.from(points.flat()) });
  const strand = buildStrand(strands, 0, fibre, completeParameters(rodParameters));
  balanceRestShape(strand, { gravity: [0, -9.81, 0], strongest: 1000 });
  return strand;
}

function stabilityOf(strand: RodStrand): Stability {
  const stability = new Stability();
  stability.turnTo(strand);
  return stability;
}

describe('stability', () => {
  it('of an upright strand is lost at L³ = 7.8373 EI/ρSg (Greenhill 1881), within 1 % at 64 nodes', () => {
    const area = Math.PI * fibre.radius ** 2;
    const bending = 0.25 * area * fibre.youngsModulus * fibre.radius ** 2;
    const known = Math.cbrt((7.8373 * bending) / (fibre.density * area * 9.81));
    let [low, high] = [0.5, 1.5];
    while (high - low > 1e-4) {
      const middle = 0.5 * (low + high);
      if (stabilityOf(upright(middle * known, 64)).isStableAlone()) low = middle;
      else high = middle;
    }
    expect(Math.abs(low - 1)).toBeLessThan(0.01);
    const hold = (fraction: number): number => stabilityOf(upright(fraction * known, 64)).weakestPoseSpring();
    expect(hold(0.9)).toBe(0);
    expect(hold(1.1)).toBeGreaterThan(0);
    expect(hold(1.5)).toBeGreaterThan(hold(1.1));
  });
});

const seed = 20261119;

/** A crooked strand of uneven edges, bent and twisted away from a rest shape that is crooked in another way. */
function crooked(random: Random, nodes: number): RodStrand {
  const points = new Float32Array(3 * nodes);
  for (let i = 3; i < points.length; i++)
    points[i] = points[i - 3]! + 0.004 * (random.unit() - 0.5 + (i % 3 === 1 ? -1 : 0));
  const strands = makeStrands({ first: uniformFirst(1, nodes), positions: points });
  const strand = buildStrand(strands, 0, { ...fibre, ellipticity: 1.6 }, completeParameters(rodParameters));
  for (let i = 5; i < strand.restMeasure.length - 5; i++)
    strand.restMeasure[i] = strand.restMeasure[i]! + 0.8 * (random.unit() - 0.5);
  return strand;
}

describe(`the second derivative of the elastic energy (seed ${seed})`, () => {
  it('is that of differences of its gradient, on crooked strands with elliptic sections', () => {
    const random = new Random(seed);
    for (let round = 0; round < 20; round++) {
      const strand = crooked(random, 3 + (round % 7));
      const differences = differencedStiffness(strand);
      const exact = new Float64Array(differences.length);
      stabilityOf(strand).addElastic(exact);
      const largest = differences.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      for (let i = 0; i < exact.length; i++) expect(Math.abs(exact[i]! - differences[i]!)).toBeLessThan(1e-7 * largest);
    }
  });
});

describe(`stability of crooked strands (seed ${seed})`, () => {
  it('is what the signs of all pivots say (Sylvester), with any tensions and holds', () => {
    const random = new Random(seed);
    const answers = [0, 0];
    const stability = new Stability();
    for (let round = 0; round < 200; round++) {
      const strand = crooked(random, 3 + (round % 12));
      for (let i = 0; i < strand.tension.length - 1; i++) strand.tension[i] = 2e-4 * (random.unit() - 0.5);
      stability.turnTo(strand);
      stability.write();
      const s = 10 ** (6 * random.unit());
      const isStable = stability.isStable(s);
      expect(isStable).toBe(negativePivots(stability.matrix, strand, s) === strand.nodes - 1);
      answers[isStable ? 1 : 0]!++;
    }
    for (const count of answers) expect(count).toBeGreaterThan(20);
  });
});

function negativePivots(matrix: Float64Array, { nodes, mass }: RodStrand, s: number): number {
  const size = UNKNOWNS * nodes - 2;
  const factors = matrix.slice();
  for (let node = 2; node < nodes; node++)
    for (let c = 0; c < 3; c++) {
      const k = bandIndex(BAND, UNKNOWNS * node + c, UNKNOWNS * node + c);
      factors[k] = factors[k]! + s * mass[node]!;
    }
  factorBanded(factors, size, BAND);
  return Array.from({ length: size }, (_, row) => factors[bandIndex(BAND, row, row)]!).filter((pivot) => !(pivot > 0))
    .length;
}
