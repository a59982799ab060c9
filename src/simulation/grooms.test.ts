import { describe, expect, it } from 'vitest';
import { type RigidMotion, restMotion } from '../body/motion.ts';
import { sphereSolid } from '../body/solids.ts';
import { type Collider, solidCollider } from '../contact/bodies/collider.ts';
import { BodyObstacles } from '../contact/obstacles.ts';
import { PoseTarget, poseParameters } from '../forces/pose.ts';
import { findModel, models } from '../models/index.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { IDENTITY } from '../numeric/rotation.ts';
import { at, distance } from '../numeric/vector.ts';
import type { GroomSetup, SimulationSetup } from './setup.ts';
import { Simulation } from './simulation.ts';
import { curls, fibre, twoGrooms } from './two-grooms.fixture.ts';

/** Hair that meets nothing: neither tools nor other strands. */
const apart = (first: string, second: string): SimulationSetup => {
  const { grooms, bodies, fields } = twoGrooms(first, second);
  return { grooms, bodies, fields };
};

function positions(simulation: Simulation): Float64Array {
  const out = new Float64Array(3 * simulation.first.at(-1)!);
  simulation.positionsAt(simulation.time, out);
  return out;
}

function velocities(simulation: Simulation): Float64Array {
  const out = new Float64Array(3 * simulation.first.at(-1)!);
  simulation.velocities(out);
  return out;
}

/** The nodes of one groom. */
function ofGroom(simulation: Simulation, groom: number, rows = positions(simulation)): Float64Array {
  const { from, to } = simulation.grooms[groom]!;
  return rows.slice(3 * simulation.first[from]!, 3 * simulation.first[to]!);
}

const only = (setup: SimulationSetup, groom: number): SimulationSetup => ({
  ...setup,
  grooms: [setup.grooms[groom]!],
});

describe.each(models.map(({ name }) => [name, name === 'rod' ? 'chain' : 'rod']))(
  'grooms of %s and %s',
  (first, second) => {
    it('that meet nothing move as each would alone, to the byte', () => {
      const setup = apart(first, second);
      const both = new Simulation(setup);
      both.advance(12);
      for (const groom of [0, 1]) {
        const alone = new Simulation(only(setup, groom));
        alone.advance(12);
        expect(ofGroom(both, groom)).toEqual(positions(alone));
        expect(ofGroom(both, groom, velocities(both))).toEqual(velocities(alone));
      }
    });

    it('are carried by their own bodies: one is teleported, one pops, the other hair does not notice', () => {
      const setup = apart(first, second);
      const [simulation, other] = [new Simulation(setup), new Simulation(setup)];
      for (const one of [simulation, other]) one.advance(4);
      simulation.teleport([0, 2, 0], IDENTITY, 1);
      expect(ofGroom(simulation, 0)).toEqual(ofGroom(other, 0));
      const moved = ofGroom(simulation, 1);
      ofGroom(other, 1).forEach((value, i) => {
        expect(moved[i]).toBeCloseTo(value + (i % 3 === 1 ? 2 : 0), 9);
      });
      const popping = { at: (time: number) => restMotion([time > 0.05 ? 3 : 0, 0, 0]).at(time) };
      const popped = new Simulation({ ...setup, bodies: [{ name: 'head', motion: popping }, setup.bodies[1]!] });
      const still = new Simulation(setup);
      for (const one of [popped, still]) one.advance(10);
      expect(popped.events.filter(({ kind }) => kind === 'teleport')).toHaveLength(1);
      expect(ofGroom(popped, 0)[0]).toBeCloseTo(3, 1);
      expect(ofGroom(popped, 1)).toEqual(ofGroom(still, 1));
    });
  },
);

describe('a groom', () => {
  it('changes its model while the others keep theirs', () => {
    const simulation = new Simulation(apart('rod', 'rod'));
    const other = new Simulation(apart('rod', 'rod'));
    for (const one of [simulation, other]) one.advance(6);
    const before = positions(simulation);
    expect(simulation.changeModel(1, findModel('chain')).farthest).toBeLessThan(1e-6);
    expect(simulation.grooms.map(({ model }) => model.name)).toEqual(['rod', 'chain']);
    expect(ofGroom(simulation, 0)).toEqual(ofGroom(other, 0));
    const after = positions(simulation);
    for (let p = 0; p < after.length / 3; p++) expect(distance(at(after, p), at(before, p))).toBeLessThan(1e-6);
    for (const one of [simulation, other]) one.advance(6);
    expect(ofGroom(simulation, 0)).toEqual(ofGroom(other, 0));
    expect(ofGroom(simulation, 1)).not.toEqual(ofGroom(other, 1));
    simulation.reset();
    const groomed = apart('rod', 'rod').grooms.flatMap(({ guides }) => [...guides.positions]);
    positions(simulation).forEach((value, i) => {
      expect(value).toBeCloseTo(groomed[i]!, 6);
    });
  });

  it('has controls of its own', () => {
    const setup = apart('rod', 'rod');
    const controls: GroomSetup['controls'] = ({ roots, guides }) => [
      new PoseTarget(completeParameters(poseParameters, { strength: 300 }), roots, guides),
    ];
    const grooms = setup.grooms.map((groom, g) => ({
      ...groom,
      body: 1,
      restState: 'as-groomed' as const,
      controls: g === 0 ? controls : undefined,
    }));
    const simulation = new Simulation({ ...setup, grooms, gravity: [3, 0, 0] });
    simulation.advance(30);
    const farthest = (groom: number): number => {
      const start = grooms[groom]!.guides.positions;
      return ofGroom(simulation, groom).reduce((most, value, i) => Math.max(most, Math.abs(value - start[i]!)), 0);
    };
    expect(farthest(1)).toBeGreaterThan(0.01);
    expect(farthest(0)).toBeLessThan(0.001);
  });

  it('stays out of every body, whichever it grows on', () => {
    const ball = (name: string, motion: RigidMotion): Collider =>
      solidCollider({ name, friction: 0.3, solid: sphereSolid(0.02), motion });
    const simulation = new Simulation({
      grooms: [curls([0, 1], [0.05, 0, 0]), curls([2, 3], [0.05, 0, 0.01])].map((guides, body) => ({
        ...{ name: `${body}`, guides, model: findModel('rod'), fibre, body },
        restState: 'as-groomed',
      })),
      bodies: [
        { name: 'a', motion: restMotion([0, -0.05, 0]) },
        { name: 'b', motion: restMotion([0.15, -0.05, 0]) },
      ],
      obstacles: ([a, b]) => new BodyObstacles([ball('a', a!), ball('b', b!)], 0, [0, 1]),
      gravity: [-9, -1, 0],
    });
    let nearest = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 60; step++) {
      simulation.advance(1);
      for (const groom of [0, 1]) {
        const x = ofGroom(simulation, groom);
        for (let p = 0; p < x.length / 3; p++) nearest = Math.min(nearest, distance(at(x, p), [0, -0.05, 0]));
      }
    }
    expect(simulation.report.contacts).toBeGreaterThan(0);
    expect(nearest).toBeGreaterThan(0.02);
    expect(nearest).toBeLessThan(0.022);
  });
});

describe('a setup that cannot be', () => {
  it('is refused in words: ids that are there twice, bodies that are not there', () => {
    const setup = apart('rod', 'rod');
    const [hair, beard] = setup.grooms as [GroomSetup, GroomSetup];
    expect(() => new Simulation({ ...setup, grooms: [hair, { ...beard, guides: hair.guides }] })).toThrow(
      /there twice/,
    );
    expect(() => new Simulation({ ...setup, grooms: [{ ...hair, body: 2 }] })).toThrow(/hair is on body 2/);
    expect(() => new Simulation({ ...setup, clamps: [{ id: 2, s: 0, target: [0, 0, 0], body: 5 }] })).toThrow(/body 5/);
  });
});
