import { describe, expect, it } from 'vitest';
import { headMotion } from '../body/head-motion.ts';
import { restMotion } from '../body/motion.ts';
import { findModel, models } from '../models/index.ts';
import { fromAxisAngle, multiply, rotate } from '../numeric/rotation.ts';
import { add, addScaled, at, distance, dot, normalize, subtract, type Vec3 } from '../numeric/vector.ts';
import type { Stroke } from '../salon/stroke.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import type { Clamp } from './clamps.ts';
import { oneGroom } from './setup.ts';
import { Simulation } from './simulation.ts';
import { fibre } from './two-grooms.fixture.ts';

const NODES = 13;
const LENGTH = 0.12;
/** Length of an edge: clamps are at nodes, which all models hold alike. */
const EDGE = LENGTH / (NODES - 1);

/** Two straight strands that hang. */
function hair(): Strands {
  const points = [0, 1].flatMap((k) => Array.from({ length: NODES }, (_, i) => [0.03 * k, -EDGE * i, 0]).flat());
  return makeStrands({ first: uniformFirst(2, NODES), positions: Float32Array.from(points), id: Uint32Array.of(4, 6) });
}

const shake = headMotion('shake', { period: 0.6, amplitude: 0.4, start: 0 });

/** Without what hair feels of neighbours that are held, by the parameters of the models that feel it. */
const ALONE = { neighbours: 0, tangle: { length: 0 }, block: { stiffness: 0 } };

function make(model: string, clamps: readonly Clamp[], motion = shake): Simulation {
  const { parameters: known } = findModel(model);
  const parameters = Object.fromEntries(Object.entries(ALONE).filter(([name]) => name in known));
  return new Simulation(oneGroom({ guides: hair(), model: findModel(model), parameters, fibre, motion, clamps }));
}

/** Point i of the strand with this id. */
function point(simulation: Simulation, id: number, i: number): Vec3 {
  const x = new Float64Array(3 * simulation.first.at(-1)!);
  simulation.positionsAt(simulation.time, x);
  return at(x, simulation.first[simulation.ids.indexOf(id)]! + i);
}

/** Explicit rods take many small steps: a few of ours tell as much. */
const stepsOf = (model: string): number => (model === 'rod-explicit' ? 4 : 40);

describe.each(models.map(({ name }) => name))('clamps on strands of %s', (model) => {
  const steps = stepsOf(model);
  // One bend brings a point as near to any place as its arc goes.
  const isOneBend = findModel(model).bends === 1;
  const target: Vec3 = [0.004, -8 * EDGE + 0.006, 0.003];

  it('hold a point where it is in the world, while its root moves; other strands are free', () => {
    const [held, free] = [make(model, [{ id: 4, s: 8 * EDGE, target }]), make(model, [])];
    for (const one of [held, free]) one.advance(steps);
    expect(distance(point(held, 4, 8), target)).toBeLessThan(isOneBend ? 0.006 : 2e-5);
    // Friction on a neighbour that is held is all that others may feel.
    const felt = findModel(model).feelsNeighbours ? 0.02 * LENGTH : 0;
    for (let i = 0; i < NODES; i++) expect(distance(point(held, 6, i), point(free, 6, i))).toBeLessThanOrEqual(felt);
  });

  it('move with a body, frame and all', () => {
    const turn = fromAxisAngle([0, 0, 1], -Math.PI / 2);
    // x to the tangent, which points down.
    const frame = multiply(fromAxisAngle([1, 0, 0], 0.3), turn);
    const clamp = { id: 6, s: 8 * EDGE, target: add(target, [0.03, 0, 0]), frame, body: 0 };
    const simulation = make(model, [clamp]);
    simulation.advance(steps);
    const [start, now] = [shake.at(0), shake.at(simulation.time)];
    const carried = add(now.position, rotate(now.orientation, subtract(clamp.target, start.position)));
    expect(distance(point(simulation, 6, 8), carried)).toBeLessThan(isOneBend ? 0.006 : 5e-5);
    // A chain has no frames and holds the point alone; nor has a bend.
    if (model === 'chain' || isOneBend) return;
    const tangent = rotate(multiply(now.orientation, frame), [1, 0, 0]);
    const edge = normalize(subtract(point(simulation, 6, 9), point(simulation, 6, 8)));
    expect(dot(edge, tangent)).toBeGreaterThan(0.97);
  });

  it('are part of the state, can be set anew and let go', () => {
    const simulation = make(model, []);
    simulation.advance(2);
    const aside = addScaled(point(simulation, 4, NODES - 1), [0, 1, 0.5], 0.01);
    simulation.setClamps([{ id: 4, s: LENGTH, target: aside, body: 0 }]);
    const middle = simulation.snapshot();
    simulation.advance(4);
    const end = simulation.snapshot();
    simulation.setClamps([]);
    simulation.restore(middle);
    simulation.advance(4);
    expect(Buffer.compare(simulation.snapshot(), end)).toBe(0);
    simulation.setClamps([]);
    const before = point(simulation, 4, NODES - 1);
    simulation.advance(steps);
    expect(distance(point(simulation, 4, NODES - 1), before)).toBeGreaterThan(1e-5);
  });
});

describe('a clamp', () => {
  it('goes with the piece that is cut off, and holds it', () => {
    const stroke: Stroke = {
      tool: 'scissors',
      parameters: { blades: 0.1 },
      seed: 0,
      samples: [
        { step: 2, origin: [-0.02, -4.5 * EDGE, 0], direction: [1, 0, 0], up: [0, 0, 1], press: 1, aperture: 1 },
      ],
      end: 4,
    };
    const target: Vec3 = [0, -8 * EDGE, 0];
    const simulation = new Simulation(
      oneGroom({
        guides: hair(),
        model: findModel('rod'),
        fibre,
        motion: restMotion(),
        clamps: [{ id: 4, s: 8 * EDGE, target }],
        salon: { strokes: [stroke] },
      }),
    );
    simulation.advance(60);
    const piece = simulation.ids.find((id) => id > 6)!;
    expect([...simulation.ids]).toHaveLength(4);
    const nodes = NODES - 4;
    const near = Math.min(
      ...Array.from({ length: nodes - 1 }, (_, i) => distance(point(simulation, piece, i), target)),
    );
    expect(near).toBeLessThan(0.002);
    // The other piece falls.
    expect(point(simulation, piece + 1, 0)[1]).toBeLessThan(-0.5);
  });

  it('wakes the strand that it is set on', () => {
    const simulation = new Simulation(
      oneGroom({ guides: hair(), model: findModel('rod'), fibre, motion: restMotion(), sleep: {} }),
    );
    simulation.advance(60);
    expect(simulation.sleeping).toBe(2);
    const tip = point(simulation, 6, NODES - 1);
    simulation.setClamps([{ id: 6, s: LENGTH, target: add(tip, [0, 0.006, 0.02]) }]);
    simulation.advance(2);
    expect(simulation.sleeping).toBe(1);
    expect(point(simulation, 6, NODES - 1)[2]).toBeCloseTo(0.02, 3);
  });
});
