import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { completeParameters } from '../../numeric/parameters.ts';
import { Random } from '../../numeric/random.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import { buildStrand } from './build.ts';
import { transportFrames } from './frames.ts';
import { addJoints, addJointsPlainly } from './joint.fixture.ts';
import { rodParameters } from './parameters.ts';
import { poseOf } from './pose.ts';
import { makeRodSystem } from './system.ts';

// @ts-expect-error: a plain script without declarations
const { text } = (await import('../../../scripts/unroll-rod-joint.mjs')) as { text: string };
const words = (source: string): string[] => source.match(/[\w.]+/g) ?? [];

const seed = 31;
const NODES = 7;
const fibre = { radius: 50e-6, ellipticity: 1.4, density: 1300, youngsModulus: 1e9, poissonRatio: 0.4 };

describe(`the written-out joint (seed ${seed})`, () => {
  it('is what its script writes', () => {
    expect(words(readFileSync('src/models/rod/joint.ts', 'utf8'))).toEqual(words(text));
  });

  it('adds what the plain sums over measures and unknowns add', () => {
    const random = new Random(seed);
    for (let trial = 0; trial < 10; trial++) {
      const positions = new Float32Array(3 * NODES);
      for (let i = 1; i < NODES; i++)
        for (let c = 0; c < 3; c++)
          positions[3 * i + c] = positions[3 * i - 3 + c]! + (c === 1 ? -0.01 : 0) + random.between(-0.01, 0.01);
      const strands = makeStrands({ first: uniformFirst(1, NODES), positions });
      const pose = poseOf(buildStrand(strands, 0, fibre, completeParameters(rodParameters)));
      for (let i = 0; i < pose.x.length; i++) pose.x[i] = pose.x[i]! + random.between(-0.003, 0.003);
      for (let i = 0; i < NODES; i++) pose.turn[i] = random.between(-2, 2);
      transportFrames(pose, NODES);
      const written = makeRodSystem(NODES);
      const plain = makeRodSystem(NODES);
      // The same twist is unwrapped against in both.
      const measure = pose.measure.slice();
      addJoints(pose, written, 1e-9);
      pose.measure.set(measure);
      addJointsPlainly(pose, plain, 1e-9);
      for (const part of ['matrix', 'rhs'] as const) {
        const scale = Math.max(...plain[part].map(Math.abs));
        plain[part].forEach((value, i) => {
          expect(Math.abs(written[part][i]! - value) / scale, `${part} ${i}`).toBeLessThan(1e-13);
        });
      }
    }
  });
});
