import { describe, expect, it } from 'vitest';
import { keyframedMotion } from '../body/keyframed-motion.ts';
import { restMotion } from '../body/motion.ts';
import { boxSolid, halfSpaceSolid } from '../body/solids.ts';
import { type Collider, solidCollider } from '../contact/bodies/collider.ts';
import { PenetrationRecovery } from '../contact/bodies/penetration-recovery.ts';
import { BodyObstacles } from '../contact/obstacles.ts';
import { Air, airParameters } from '../forces/air.ts';
import { findModel, models } from '../models/index.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { expMap } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { oneGroom } from './setup.ts';
import { Simulation } from './simulation.ts';

const NODES = 12;
const LENGTH = 0.12;
const fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1.5e9, poissonRatio: 0.48 };

/** A row of strands on a bar along x, 5 cm over the ground, that stand out to the side. */
function hair(direction: Vec3): Strands {
  const points: number[] = [];
  for (let k = 0; k < 3; k++)
    for (let i = 0; i < NODES; i++)
      points.push(
        0.03 * k + (direction[0] * LENGTH * i) / (NODES - 1),
        0.05 + (direction[1] * LENGTH * i) / (NODES - 1),
        (direction[2] * LENGTH * i) / (NODES - 1),
      );
  return makeStrands({
    first: uniformFirst(3, NODES),
    positions: Float32Array.from(points),
    id: new Uint32Array([4, 6, 9]),
  });
}

const ground = (): Collider =>
  solidCollider({ name: 'ground', friction: 0.4, solid: halfSpaceSolid(), motion: restMotion() });

function make(model: string, motion: ReturnType<typeof keyframedMotion>, colliders: () => Collider[]): Simulation {
  return new Simulation(
    oneGroom({
      guides: hair([0, 0.3, 0.95]),
      model: findModel(model),
      fibre,
      motion,
      obstacles: () => new BodyObstacles(colliders(), -1),
      controls: ({ roots, obstacles, guides, layer }) => [
        new PenetrationRecovery(obstacles as BodyObstacles, roots, guides, layer),
      ],
      fields: [new Air(completeParameters(airParameters, { drag: 2e-5 }), 1)],
    }),
  );
}

const key = (time: number, position: Vec3, rotation: Vec3 = [0, 0, 0]) => ({
  time,
  position,
  orientation: expMap(rotation),
});

/** Roots go 2 cm under the ground, are dragged along there and come out again. */
const drag = keyframedMotion([
  key(0.1, [0, 0, 0]),
  key(0.5, [0, -0.07, 0]),
  key(0.9, [0.2, -0.07, 0]),
  key(1.3, [0.3, 0.02, 0]),
  key(1.6, [0.3, 0.02, 0]),
]);

/** The bar rolls about itself while it goes under. */
const roll = keyframedMotion([
  key(0.1, [0, 0, 0]),
  key(0.6, [0, -0.05, 0], [0.7, 0, 0]),
  key(1, [0, -0.05, 0.1], [1.4, 0, 0]),
  key(1.6, [0, 0.12, 0.15], [2, 0, 0]),
]);

interface Watched {
  /** Greatest acceleration of a node over three frames of 1/60 s, m/s². */
  readonly acceleration: number;
  readonly simulation: Simulation;
}

function watch(simulation: Simulation, seconds: number): Watched {
  const frame = 1 / 60;
  const size = 3 * simulation.first[3]!;
  let [a, b, c] = [0, 1, 2].map(() => new Float64Array(size)) as [Float64Array, Float64Array, Float64Array];
  let acceleration = 0;
  for (let n = 0; n * frame < seconds; n++) {
    [a, b, c] = [b, c, a];
    simulation.advanceTo(n * frame);
    simulation.positionsAt(n * frame, c);
    if (n < 3) continue;
    for (let i = 0; i < size; i += 3) {
      const bend = [0, 1, 2].map((k) => a[i + k]! - 2 * b[i + k]! + c[i + k]!);
      acceleration = Math.max(acceleration, Math.hypot(...bend) / (frame * frame));
    }
    expect(c.every(Number.isFinite)).toBe(true);
  }
  return { acceleration, simulation };
}

/** Ten g: a jump of 2.7 cm from one frame to the next. */
const NO_POP = 98.1;

describe.each(models.map(({ name }) => name))('buried roots of %s', (model) => {
  it.each([
    ['dragged', drag],
    ['rolled', roll],
  ])('L2: %s under the ground and out again, nothing pops and every event is told', (_name, motion) => {
    const { acceleration, simulation } = watch(
      make(model, motion, () => [ground()]),
      1.8,
    );
    expect(acceleration).toBeLessThan(NO_POP);
    const told = (kind: string): readonly number[] =>
      simulation.events.filter((event) => event.kind === kind).flatMap(({ strands }) => strands);
    expect([...told('buried')].sort()).toEqual([4, 6, 9]);
    expect([...told('freed')].sort()).toEqual([4, 6, 9]);
    expect(simulation.events.find(({ kind }) => kind === 'buried')!.detail).toContain('ground');
  });

  it('continues from a snapshot taken under the ground to the same bytes', () => {
    const simulation = make(model, drag, () => [ground()]);
    simulation.advance(60);
    expect(simulation.filteredStrands()).toEqual([4, 6, 9]);
    const middle = simulation.snapshot();
    simulation.advance(12);
    const end = simulation.snapshot();
    simulation.restore(middle);
    simulation.advance(12);
    expect(Buffer.compare(simulation.snapshot(), end)).toBe(0);
  });

  it('is told and not torn where two boxes close on it', () => {
    const jaw = (side: number) =>
      solidCollider({
        name: side < 0 ? 'lower jaw' : 'upper jaw',
        friction: 0.3,
        solid: boxSolid(0.4, 0.1, 0.1),
        motion: keyframedMotion([
          key(0.1, [0, 0.08 + side * 0.12, 0.08]),
          key(0.6, [0, 0.08 + side * 0.0495, 0.08]),
          key(1, [0, 0.08 + side * 0.12, 0.08]),
        ]),
      });
    const { acceleration, simulation } = watch(
      make(model, keyframedMotion([key(0, [0, 0, 0])]), () => [jaw(-1), jaw(1)]),
      1.3,
    );
    expect(simulation.events.some(({ kind }) => kind === 'pinched')).toBe(true);
    expect(acceleration).toBeLessThan(NO_POP);
  });
});

describe('a piece that bodies would tear', () => {
  it('gives way to the body that it grows on, less and less, is kept with the state, and named', () => {
    let control: PenetrationRecovery | null = null;
    const block = solidCollider({
      name: 'block',
      friction: 0.3,
      solid: boxSolid(0.5, 0.01, 0.5),
      motion: restMotion(),
    });
    const simulation = new Simulation(
      oneGroom({
        guides: hair([0, 0.3, 0.95]),
        model: findModel('rod'),
        fibre,
        motion: keyframedMotion([key(0, [0, 0, 0])]),
        obstacles: () => new BodyObstacles([block], 0),
        controls: ({ roots, obstacles, guides, layer }) => {
          control = new PenetrationRecovery(obstacles as BodyObstacles, roots, guides, layer);
          return [control];
        },
        fields: [],
      }),
    );
    const depthOf = (id: number): number =>
      simulation.filteredRanges().reduce((most, range) => (range.id === id ? Math.max(most, range.depth) : most), 0);
    simulation.advance(1);
    expect(depthOf(6)).toBe(0);
    control!.afterStep({
      substeps: 1,
      contacts: 0,
      strain: 0,
      solves: 1,
      carried: [6],
      torn: [{ id: 6, from: 0.03, to: 0.05 }],
    });
    const kept = simulation.snapshot();
    const depths = Array.from({ length: 50 }, () => {
      simulation.advance(1);
      return depthOf(6);
    });
    expect(depths[0]).toBeGreaterThan(0.01);
    expect(depthOf(4)).toBe(0);
    depths.forEach((depth, n) => {
      if (n > 0 && depths[n - 1]! > 0) expect(depth).toBeLessThan(depths[n - 1]!);
    });
    expect(depths.at(-1)).toBe(0);
    expect(simulation.events.some(({ kind, strands }) => kind === 'pinched' && strands.includes(6))).toBe(true);
    simulation.restore(kept);
    simulation.advance(1);
    expect(depthOf(6)).toBe(depths[0]);
  });
});
