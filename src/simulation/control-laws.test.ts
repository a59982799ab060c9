import { describe, expect, it } from 'vitest';
import { headMotion } from '../body/head-motion.ts';
import { type RigidMotion, restMotion } from '../body/motion.ts';
import type { StrandControl } from '../contact/control.ts';
import { Air, airParameters } from '../forces/air.ts';
import { PoseTarget, poseParameters } from '../forces/pose.ts';
import { InertiaScale, inertiaParameters, matchParameters, VelocityMatch } from '../forces/riding.ts';
import { findModel, models } from '../models/index.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { at, subtract, type Vec3 } from '../numeric/vector.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import type { ControlPlace } from './controls.ts';
import { type OneGroomSetup, oneGroom } from './setup.ts';
import { Simulation } from './simulation.ts';

const LENGTH = 0.1;
const NODES = 12;
const fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1.5e9, poissonRatio: 0.48 };

/** Two strands that hang, one of them wavy. */
function hair(): Strands {
  const points: number[] = [];
  for (let k = 0; k < 2; k++)
    for (let i = 0; i < NODES; i++)
      points.push(0.02 * k + 0.004 * k * Math.sin(0.8 * i), (-LENGTH * i) / (NODES - 1), 0);
  return makeStrands({
    first: uniformFirst(2, NODES),
    positions: Float32Array.from(points),
    id: new Uint32Array([2, 7]),
  });
}

const shake = headMotion('shake', { period: 0.5, amplitude: 0.7, pivot: [0.1, 0, 0], start: 0 });
const sway = headMotion('sway', { period: 0.5, amplitude: 0.05, start: 0, ramp: 0.1 });

type Make = (place: ControlPlace) => StrandControl[];

interface Run extends Partial<OneGroomSetup> {
  readonly seconds?: number;
}

function simulate(model: string, more: Run = {}): Simulation {
  const { seconds = 0.5, ...setup } = more;
  const simulation = new Simulation(
    oneGroom({ guides: hair(), model: findModel(model), fibre, motion: shake, ...setup }),
  );
  simulation.advanceTo(seconds);
  return simulation;
}

function positions(simulation: Simulation): Float64Array {
  const out = new Float64Array(3 * simulation.first[2]!);
  simulation.positionsAt(simulation.time, out);
  return out;
}

/** The farthest that any point of the groom is from where it would be if it rode rigidly, over `motion`. */
function lag(simulation: Simulation, motion: RigidMotion): number {
  const state = motion.at(simulation.time);
  const x = positions(simulation);
  const groom = hair().positions;
  let worst = 0;
  for (let i = 0; i < x.length / 3; i++) {
    const local = rotate(conjugate(state.orientation), subtract(at(x, i), state.position));
    worst = Math.max(worst, Math.hypot(...subtract(local, at(groom, i))));
  }
  return worst;
}

const pose =
  (more: object): Make =>
  ({ roots, guides }) => [new PoseTarget(completeParameters(poseParameters, more), roots, guides)];
const match =
  (more: object): Make =>
  ({ roots }) => [new VelocityMatch(completeParameters(matchParameters, more), roots)];
const inertia =
  (more: object): Make =>
  ({ roots, lineDensity }) => [new InertiaScale(completeParameters(inertiaParameters, more), roots, lineDensity)];
const air = (more: object): Air => new Air(completeParameters(airParameters, more), 1);

describe.each(models.map(({ name }) => name))('control of %s', (model) => {
  const bytes = (more: Run): Uint8Array => simulate(model, { seconds: 0.1, ...more }).snapshot();

  it('C1, W1: without strength, without rate, at full inertia and without wind the run has the same bytes', () => {
    const free = bytes({});
    const there = positions(simulate(model, { seconds: 0.1 }));
    for (const controls of [pose({ strength: 0 }), match({ rate: 0 }), inertia({ scale: 1 })])
      expect(positions(simulate(model, { seconds: 0.1, controls }))).toEqual(there);
    const still = bytes({ fields: [air({ drag: 2e-5 })] });
    const calm = bytes({ fields: [air({ drag: 2e-5, wind: { speed: 0, gusts: 3 } })] });
    expect(Buffer.compare(calm, still)).toBe(0);
    expect(Buffer.compare(bytes({ fields: [air({ drag: 0, wind: { speed: 9 } })] }), free)).toBe(0);
  });

  it('C1: with the greatest strength hair tracks its pose within 1 % of its length', () => {
    const held = simulate(model, { controls: pose({ strength: 1000 }) });
    expect(lag(held, shake)).toBeLessThan(0.01 * LENGTH);
    expect(lag(simulate(model), shake)).toBeGreaterThan(0.03 * LENGTH);
  });

  it('holds only where and when the curves say', () => {
    const tipFree = simulate(model, {
      controls: pose({
        strength: 1000,
        along: [
          [0.45, 1],
          [0.5, 0],
        ],
      }),
    });
    const x = positions(tipFree);
    const state = shake.at(tipFree.time);
    const groom = hair().positions;
    const off = (i: number): number =>
      Math.hypot(...subtract(rotate(conjugate(state.orientation), subtract(at(x, i), state.position)), at(groom, i)));
    expect(off(4)).toBeLessThan(0.01 * LENGTH);
    // What has one bend alone is held as a whole.
    if (findModel(model).bends !== 1) expect(off(NODES - 1)).toBeGreaterThan(0.02 * LENGTH);
    const over = simulate(model, {
      controls: pose({
        strength: 1000,
        over: [
          [0.2, 1],
          [0.21, 0],
        ],
      }),
    });
    expect(lag(over, shake)).toBeGreaterThan(0.05 * LENGTH);
  });

  it('C2: velocity matching gives the same for steps of one, two and four times the length, within 5 % of the hair', () => {
    const at = (stepSize: number): Float64Array =>
      positions(simulate(model, { controls: match({ rate: 8 }), stepSize, motion: sway, gravity: [0, 0, 0] }));
    const fine = at(1 / 480);
    for (const step of [1 / 240, 1 / 120]) {
      const coarse = at(step);
      for (let c = 0; c < fine.length; c++) expect(Math.abs(coarse[c]! - fine[c]!)).toBeLessThan(0.05 * LENGTH);
    }
  });

  it('velocity matching without end makes hair ride with its root', () => {
    const free = lag(simulate(model, { gravity: [0, 0, 0] }), shake);
    const riding = lag(simulate(model, { gravity: [0, 0, 0], controls: match({ rate: 1000 }) }), shake);
    expect(riding).toBeLessThan(0.2 * free);
  });

  it('without inertia hair does not feel that its root moves', () => {
    for (const motion of [sway, shake]) {
      const setup = { motion, gravity: [0, 0, 0] as Vec3, stepSize: 1 / 480, seconds: 0.3 };
      const full = lag(simulate(model, setup), motion);
      const none = lag(simulate(model, { ...setup, controls: inertia({ scale: 0 }) }), motion);
      expect(none).toBeLessThan(0.06 * full);
    }
  });

  it('at rest controls keep hair as it is', () => {
    const motion = restMotion();
    const controls: Make = (place) => [...pose({ strength: 20 })(place), ...match({ rate: 5 })(place)];
    expect(lag(simulate(model, { motion, controls }), motion)).toBeLessThan(1e-4);
  });
});
