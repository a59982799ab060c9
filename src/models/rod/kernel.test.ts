import { describe, expect, it } from 'vitest';
import { completeParameters } from '../../numeric/parameters.ts';
import { Random } from '../../numeric/random.ts';
import { fromAxisAngle, rotate } from '../../numeric/rotation.ts';
import { makeStrands, type Strands, uniformFirst } from '../../strands/strands.ts';
import { buildStrand, measureStrand } from './build.ts';
import type { RodStrand } from './fields.ts';
import { addForce } from './force.ts';
import { transportFrames } from './frames.ts';
import { addJoints } from './joint.fixture.ts';
import { BAND, MEASURES, measureJoint, UNKNOWNS, WIDTH } from './kernel.ts';
import { rodParameters } from './parameters.ts';
import { poseOf } from './pose.ts';
import { makeRodSystem } from './system.ts';

const seed = 17;
const NODES = 8;
const fibre = { radius: 50e-6, ellipticity: 1.3, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };

/** A crooked strand of 8 nodes whose rest shape is another one. */
function randomRod(random: Random): RodStrand {
  const walk = (): Strands => {
    const positions = new Float32Array(3 * NODES);
    for (let i = 1; i < NODES; i++)
      for (let c = 0; c < 3; c++)
        positions[3 * i + c] = positions[3 * i - 3 + c]! + (c === 1 ? -0.01 : 0) + random.between(-0.004, 0.004);
    return makeStrands({ first: uniformFirst(1, NODES), positions });
  };
  const strand = buildStrand(walk(), 0, fibre, completeParameters(rodParameters));
  for (let i = 0; i < strand.restMeasure.length; i++)
    strand.restMeasure[i] = strand.restMeasure[i]! + random.between(-0.3, 0.3);
  return strand;
}

/** Elastic energy with unknown `u` moved by `step`, frames carried in time. */
function energyAt(strand: RodStrand, u: number, step: number): number {
  const pose = poseOf(strand);
  const { x, turn } = pose;
  const node = Math.floor(u / UNKNOWNS);
  const part = u % UNKNOWNS;
  if (part < 3) x[3 * node + part] = x[3 * node + part]! + step;
  // The kernel turns frames by 2 arctan(angle/2).
  else if (part === 3) turn[node] = 2 * Math.tan(step / 2);
  transportFrames(pose, NODES);
  let sum = 0;
  for (let k = 1; k < NODES - 1; k++) {
    measureJoint(pose, k, null);
    for (let i = 0; i < MEASURES; i++) {
      const q = MEASURES * k + i;
      const strain = pose.measure[q]! - pose.restMeasure[q]!;
      sum += 0.5 * pose.weight[q]! * strain * strain;
    }
  }
  return sum;
}

function forces(strand: RodStrand): Float64Array {
  const system = makeRodSystem(NODES);
  const pose = poseOf(strand);
  for (let k = 1; k < NODES - 1; k++) addForce(pose, system, k);
  return system.rhs;
}

describe(`the rod kernel (seed ${seed})`, () => {
  const random = new Random(seed);

  it('gives forces that are the gradient of the energy', () => {
    const strand = randomRod(random);
    const exact = forces(strand);
    const scale = Math.max(...exact.map(Math.abs));
    for (let u = 0; u < UNKNOWNS * NODES - 2; u++) {
      if (u % UNKNOWNS === 4) continue;
      const step = u % UNKNOWNS === 3 ? 1e-4 : 1e-6;
      const slope = (energyAt(strand, u, step) - energyAt(strand, u, -step)) / (2 * step);
      expect(Math.abs(-slope - exact[u]!) / scale, `unknown ${u}`).toBeLessThan(1e-7);
    }
  });

  it('adds the same forces with and without the matrix', () => {
    const strand = randomRod(random);
    const pose = poseOf(strand);
    const system = makeRodSystem(NODES);
    addJoints(pose, system, 0);
    const alone = forces(strand);
    const scale = Math.max(...alone.map(Math.abs));
    for (let u = 0; u < alone.length; u++) expect(Math.abs(system.rhs[u]! - alone[u]!) / scale).toBeLessThan(1e-13);
  });

  it('has the matrix Jᵀ W J, which is the full second derivative at the rest shape', () => {
    const strand = randomRod(random);
    measureStrand(strand);
    strand.restMeasure.set(strand.measure);
    const pose = poseOf(strand);
    const system = makeRodSystem(NODES);
    addJoints(pose, system, 0);
    const unknowns = Array.from({ length: UNKNOWNS * NODES - 2 }, (_, u) => u).filter((u) => u % UNKNOWNS !== 4);
    // Second differences of the exact forces along random directions.
    for (let trial = 0; trial < 5; trial++) {
      const direction = new Map(unknowns.map((u) => [u, random.between(-1, 1) * (u % UNKNOWNS === 3 ? 1 : 0.01)]));
      const product = new Float64Array(UNKNOWNS * NODES);
      for (const row of unknowns)
        for (const column of unknowns) {
          const [r, c] = row >= column ? [row, column] : [column, row];
          if (r - c > BAND) continue;
          product[row] = product[row]! + system.matrix[r * WIDTH + BAND + c - r]! * direction.get(column)!;
        }
      const differences = forceDifference(strand, direction, 1e-4);
      const scale = Math.max(...product.map(Math.abs));
      for (const u of unknowns) expect(Math.abs(differences[u]! - product[u]!) / scale).toBeLessThan(1e-5);
    }
  });

  it('has no force at rest, and none after a rigid motion', () => {
    const strand = randomRod(random);
    measureStrand(strand);
    strand.restMeasure.set(strand.measure);
    const turn = fromAxisAngle([1, -2, 0.5], 2.1);
    for (const field of ['position', 'm1'] as const)
      for (let i = 0; i < NODES; i++) {
        const [a, b, c] = rotate(turn, [strand[field][3 * i]!, strand[field][3 * i + 1]!, strand[field][3 * i + 2]!]);
        strand[field].set([a, b, c], 3 * i);
      }
    for (const force of forces(strand)) expect(Math.abs(force)).toBeLessThan(1e-14);
  });

  it('keeps momentum and, with its moments about edges, angular momentum', () => {
    const strand = randomRod(random);
    const f = forces(strand);
    const total = [0, 0, 0];
    const scale = Math.max(...f.map(Math.abs));
    for (let i = 0; i < NODES; i++) for (let c = 0; c < 3; c++) total[c] = total[c]! + f[UNKNOWNS * i + c]!;
    for (const c of total) expect(Math.abs(c) / scale).toBeLessThan(1e-12);
    const moment = [0, 0, 0];
    for (let i = 0; i < NODES; i++) {
      const x = (c: number): number => strand.position[3 * i + (c % 3)]!;
      for (let c = 0; c < 3; c++) {
        moment[c] =
          moment[c]! + x(c + 1) * f[UNKNOWNS * i + ((c + 2) % 3)]! - x(c + 2) * f[UNKNOWNS * i + ((c + 1) % 3)]!;
        if (i === NODES - 1) continue;
        const t = (strand.position[3 * i + 3 + c]! - strand.position[3 * i + c]!) / strand.restLength[i]!;
        moment[c] = moment[c]! + t * f[UNKNOWNS * i + 3]!;
      }
    }
    for (const c of moment) expect(Math.abs(c) / (0.01 * scale)).toBeLessThan(1e-6);
  });
});

/** (force(x − h d) − force(x + h d)) / 2h: the second derivative along d. */
function forceDifference(strand: RodStrand, direction: ReadonlyMap<number, number>, h: number): Float64Array {
  const at = (sign: number): Float64Array => {
    const pose = poseOf(strand);
    const { x, turn } = pose;
    for (const [u, d] of direction) {
      const node = Math.floor(u / UNKNOWNS);
      const part = u % UNKNOWNS;
      if (part < 3) x[3 * node + part] = x[3 * node + part]! + sign * h * d;
      else turn[node] = sign * h * d;
    }
    transportFrames(pose, NODES);
    const system = makeRodSystem(NODES);
    for (let k = 1; k < NODES - 1; k++) addForce(pose, system, k);
    return system.rhs;
  };
  const minus = at(-1);
  const plus = at(1);
  return plus.map((value, u) => (minus[u]! - value) / (2 * h));
}
