import { describe, expect, it } from 'vitest';
import { completeParameters } from '../../numeric/parameters.ts';
import { Random } from '../../numeric/random.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import { makePose } from '../rod-explicit/pose.ts';
import { elasticEnergy, elasticForce, poseInTime, setRestFrames } from '../rod-explicit/reference.fixture.ts';
import { makeRod, setStiffness } from '../rod-explicit/rod.ts';
import { sectionOf } from '../section.ts';
import { buildStrand } from './build.ts';
import { addForce } from './force.ts';
import { transportFrames } from './frames.ts';
import { MEASURES, UNKNOWNS } from './kernel.ts';
import { rodParameters } from './parameters.ts';
import { poseOf } from './pose.ts';
import { makeRodSystem } from './system.ts';

const seed = 23;
const NODES = 10;
const fibre = { radius: 45e-6, ellipticity: 1.25, density: 1300, youngsModulus: 2e9, poissonRatio: 0.45 };

describe(`the production rod against the reference (seed ${seed})`, () => {
  const random = new Random(seed);
  const positions = new Float32Array(3 * NODES);
  for (let i = 1; i < NODES; i++)
    for (let c = 0; c < 3; c++)
      positions[3 * i + c] = positions[3 * i - 3 + c]! + (c === 1 ? -0.008 : 0) + random.between(-0.003, 0.003);
  const strand = buildStrand(
    makeStrands({ first: uniformFirst(1, NODES), positions }),
    0,
    fibre,
    completeParameters(rodParameters),
  );
  const { stiff, soft, twist } = sectionOf(fibre);
  const reference = makeRod(NODES);
  setStiffness(reference, stiff, soft, twist);
  const rest = setRestFrames(reference, strand.position, strand.m1.slice(0, 3 * (NODES - 1)));

  it('has the same rest shape in the same frames', () => {
    for (let i = 1; i < NODES - 1; i++) {
      for (let c = 0; c < 4; c++)
        expect(strand.restMeasure[MEASURES * i + c]).toBeCloseTo(reference.restCurvature[4 * i + c]!, 11);
      expect(strand.restMeasure[MEASURES * i + 4]).toBeCloseTo(reference.restTwist[i]!, 11);
    }
  });

  it('has the same energy and forces in any shape and with any turn of the frames', () => {
    for (let trial = 0; trial < 20; trial++) {
      const x = strand.position.map((value) => value + random.between(-0.002, 0.002));
      const spin = Float64Array.from({ length: NODES - 1 }, () => random.between(-0.5, 0.5));
      const pose = makePose(NODES);
      poseInTime(reference, rest.pose, x, spin, pose);
      const expected = elasticForce(reference, pose);
      const production = poseOf(strand);
      production.x.set(x);
      // The production frames turn by 2 arctan(angle/2).
      production.turn.set(spin.map((angle) => 2 * Math.tan(angle / 2)));
      transportFrames(production, NODES);
      const system = makeRodSystem(NODES);
      for (let k = 1; k < NODES - 1; k++) addForce(production, system, k);
      let energy = 0;
      for (let q = MEASURES; q < MEASURES * (NODES - 1); q++) {
        const strain = production.measure[q]! - production.restMeasure[q]!;
        energy += 0.5 * production.weight[q]! * strain * strain;
      }
      expect(energy / elasticEnergy(reference, pose)).toBeCloseTo(1, 10);
      const scale = Math.max(...expected.map(Math.abs));
      for (let i = 0; i < NODES; i++)
        for (let c = 0; c < 3; c++)
          expect(Math.abs(system.rhs[UNKNOWNS * i + c]! - expected[3 * i + c]!) / scale).toBeLessThan(1e-10);
    }
  });
});
