import { describe, expect, it } from 'vitest';
import { completeParameters } from '../../numeric/parameters.ts';
import { fromAxisAngle, multiply } from '../../numeric/rotation.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { makeRootStates } from '../model.ts';
import { makeNodeLoads } from '../nodal.ts';
import { sectionOf } from '../section.ts';
import { environmentOf, rootsOf, stillRoot, strandsOf } from '../world.fixture.ts';
import { buildStrand } from './build.ts';

import type { ExplicitStrand } from './fields.ts';
import { curl, fibre, line } from './model.fixture.ts';
import { type RodExplicitParameters, rodExplicitParameters } from './parameters.ts';
import { elasticEnergy } from './reference.fixture.ts';
import { StrandStepper } from './strand-step.ts';

function single(shape: readonly Vec3[], settings: Partial<RodExplicitParameters>, isRooted = true) {
  const options = {
    fibre,
    stiffness: 1,
    taper: 1,
    thickness: 0,
    layerOffset: 0,
    shortestStep: 1e-5,
    gravity: [0, 0, 0] as Vec3,
    restState: 'as-groomed' as const,
    obstacles: null,
  };
  const roots = makeRootStates(1);
  rootsOf(stillRoot).sample(Uint32Array.of(0), 0, roots);
  const strand = buildStrand(options)(strandsOf(shape), 0, roots, 0, 0);
  if (!isRooted) strand.rooted[0] = 0;
  return {
    strand,
    stepper: new StrandStepper(strand, completeParameters(rodExplicitParameters, { damping: 0, ...settings })),
  };
}

const alone = (time: number, gravity: Vec3, nodes: number) => ({
  environment: { ...environmentOf(time), gravity },
  loads: makeNodeLoads(nodes),
  forceRows: [],
  strandClamps: [],
});

function totalEnergy(strand: ExplicitStrand, stepper: StrandStepper, gravity: Vec3): number {
  stepper.measure();
  let sum = elasticEnergy(stepper.rod, stepper.pose);
  for (let c = 0; c < strand.position.length; c++) {
    const m = stepper.mass[Math.floor(c / 3)]!;
    sum += m * (0.5 * strand.velocity[c]! ** 2 - gravity[c % 3]! * strand.position[c]!);
  }
  return sum;
}

describe('a strand in time', () => {
  it.each([
    ['straight', line(21, 0.01, [1, 0, 0])],
    ['curled', curl(31, 0.01)],
  ])('swings %s with its lengths and never gains energy, at steps of 1 ms with edges of 1 cm', (_name, shape) => {
    const gravity: Vec3 = [4, -9.81, 0];
    const { strand, stepper } = single(shape, {});
    let last = totalEnergy(strand, stepper, gravity);
    const begin = last;
    const scale = stepper.mass.reduce((a, b) => a + b) * 9.81 * 0.1;
    for (let n = 0; n < 600; n++) {
      const report = stepper.step(1e-3, alone(n * 1e-3, gravity, shape.length));
      expect(report.substeps).toBeLessThanOrEqual(3);
      expect(report.strain).toBeLessThan(2e-8);
      const now = totalEnergy(strand, stepper, gravity);
      // Symplectic steps let energy swing by a little about its mean.
      expect(now - last).toBeLessThan(2e-3 * scale);
      last = now;
    }
    expect(last).toBeLessThan(begin);
    expect(last).toBeGreaterThan(begin - 0.5 * scale);
  });

  it('vibrates at the first clamped frequency', () => {
    const n = 14;
    const edge = 0.004;
    const free = (n + 0.5) * edge;
    const section = sectionOf(fibre);
    const exact = 1.8751 ** 2 * Math.sqrt(section.soft / (section.linearDensity * free ** 4));
    // A straight strand's major axis is where `perpendicular` puts it: pushed across that axis, it bends the soft way.
    const { strand, stepper } = single(line(n + 2, edge, [1, 0, 0]), {});
    stepper.measure();
    const soft = stepper.pose.m2.slice(0, 3);
    const k = 1.8751;
    const shape = (s: number): number =>
      Math.cosh(k * s) - Math.cos(k * s) - 0.7341 * (Math.sinh(k * s) - Math.sin(k * s));
    for (let i = 2; i < n + 2; i++)
      for (let c = 0; c < 3; c++) strand.velocity[3 * i + c] = 0.005 * soft[c]! * shape((i - 0.5) / (n + 0.5));
    const h = 2e-4;
    const tip = (): number => [0, 1, 2].reduce((sum, c) => sum + soft[c]! * strand.position[3 * (n + 1) + c]!, 0);
    const crossings: number[] = [];
    let before = tip();
    for (let step = 1; crossings.length < 3; step++) {
      stepper.step(h, alone(step * h, [0, 0, 0], n + 2));
      const now = tip();
      if (step > 1 && before * now < 0) crossings.push(step * h - (h * now) / (now - before));
      before = now;
    }
    const found = (2 * Math.PI) / (crossings[2]! - crossings[0]!);
    expect(found / exact).toBeCloseTo(1, 2);
  });

  it('flies free with its momentum and angular momentum', () => {
    const shape = curl(20, 0.008);
    const { strand, stepper } = single(shape, {}, false);
    for (let i = 0; i < 20; i++) strand.velocity.set([0.1 * i, 0.3 - 0.02 * i, Math.sin(i)], 3 * i);
    const momenta = (): number[] => {
      const out = new Array(6).fill(0);
      for (let i = 0; i < 20; i++) {
        const m = stepper.mass[i]!;
        const [x, y, z] = strand.position.subarray(3 * i, 3 * i + 3);
        const [u, v, w] = strand.velocity.subarray(3 * i, 3 * i + 3);
        [u!, v!, w!, y! * w! - z! * v!, z! * u! - x! * w!, x! * v! - y! * u!].forEach((value, c) => {
          out[c] += m * value;
        });
      }
      return out;
    };
    // The first step makes the velocities fit the lengths.
    stepper.step(1e-3, alone(0, [0, 0, 0], 20));
    const before = momenta();
    for (let n = 1; n < 100; n++) stepper.step(1e-3, alone(n * 1e-3, [0, 0, 0], 20));
    const after = momenta();
    const linear = Math.hypot(before[0]!, before[1]!, before[2]!);
    const angular = Math.hypot(before[3]!, before[4]!, before[5]!);
    for (let c = 0; c < 3; c++) expect(Math.abs(after[c]! - before[c]!)).toBeLessThan(1e-9 * linear);
    for (let c = 3; c < 6; c++) expect(Math.abs(after[c]! - before[c]!)).toBeLessThan(0.01 * angular);
  });

  it('counts the turns of a clamped frame: wound up by two turns, it twists evenly and unwinds when let go', () => {
    const nodes = 16;
    const { stepper } = single(line(nodes, 0.01, [1, 0, 0]), { damping: 20 });
    const straight = (n: number, turn: number) => {
      const frame = multiply(fromAxisAngle([1, 0, 0], turn), [0, 0, 0, 1]);
      const strandClamps = [{ edge: nodes - 2, fraction: 1, target: [0.15, 0, 0] as Vec3, frame }];
      stepper.step(1e-3, { ...alone(n * 1e-3, [0, 0, 0], nodes), strandClamps });
    };
    stepper.measure();
    const [, y, z] = stepper.pose.m1;
    const start = Math.atan2(z!, y!);
    for (let n = 0; n < 100; n++) straight(n, start + (4 * Math.PI * (n + 1)) / 100);
    stepper.measure();
    for (let i = 1; i < nodes - 1; i++) expect(stepper.pose.twist[i]).toBeCloseTo((4 * Math.PI) / 14, 1);
    for (let n = 0; n < 3; n++) stepper.step(1e-3, alone(0.1 + n * 1e-3, [0, 0, 0], nodes));
    for (let i = 1; i < nodes - 1; i++) expect(stepper.pose.twist[i]).toBeCloseTo(0, 6);
  });

  it('loses bending motion to internal friction, and rigid spin to nothing', () => {
    const run = (internalFriction: number): number => {
      const { strand, stepper } = single(line(12, 0.01, [1, 0, 0]), { internalFriction });
      for (let i = 2; i < 12; i++) strand.velocity[3 * i + 1] = 0.002 * i * i;
      for (let n = 0; n < 200; n++) stepper.step(1e-3, alone(n * 1e-3, [0, 0, 0], 12));
      return totalEnergy(strand, stepper, [0, 0, 0]);
    };
    // The first mode decays at the rate γ/α ω² = 5 per second.
    expect(run(5e-10)).toBeLessThan(0.6 * run(0));
    const { strand, stepper } = single(curl(12, 0.01), { internalFriction: 1e-10 }, false);
    const spin = 3;
    for (let i = 0; i < 12; i++) {
      strand.velocity[3 * i] = spin * strand.position[3 * i + 2]!;
      strand.velocity[3 * i + 2] = -spin * strand.position[3 * i]!;
    }
    const begin = totalEnergy(strand, stepper, [0, 0, 0]);
    for (let n = 0; n < 50; n++) stepper.step(1e-3, alone(n * 1e-3, [0, 0, 0], 12));
    expect(totalEnergy(strand, stepper, [0, 0, 0]) / begin).toBeGreaterThan(0.97);
  });
});
