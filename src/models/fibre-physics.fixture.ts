import { describe, expect, it } from 'vitest';
import { makeContacts } from '../contact/response/strand-contacts.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { fromAxisAngle, type Quat, rotate } from '../numeric/rotation.ts';
import { add, distance, type Vec3 } from '../numeric/vector.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { findModel } from './index.ts';
import type { Environment, Fibre, ForceField, Obstacles, Roots, StrandDynamics, StrandModel } from './model.ts';

/**
 * What every model of an elastic fibre must show: rest, droop, momentum, rough handling, turned worlds, bodies and friction.
 * A model that is no elastic fibre (a wisp, a continuum) keeps the interface laws alone.
 */

/** Models of elastic fibres. */
export const FIBRES: readonly StrandModel[] = ['rod', 'rod-explicit', 'chain', 'super-helix', 'oriented'].map(
  findModel,
);

/** How long the same laws are watched: strands of explicit methods take a minute of computing for a second. */
export interface Watched {
  /** Seconds at rest. */
  readonly rest: number;
  /** Steps of rough handling, and its seconds. */
  readonly steps: readonly number[];
  readonly rough: number;
  /** Seconds on a sphere. */
  readonly fall: number;
  /** Nodes, as a fraction: explicit methods take a time that goes with their cube. */
  readonly fineness: number;
}

const fibre: Fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const GRAVITY: Vec3 = [0, -9.81, 0];

/** A root that moves as told. */
function rootsAt(motion: (time: number) => { position: Vec3; orientation: Quat; spin?: Vec3 }): Roots {
  return {
    sample(ids, time, out) {
      const now = motion(time);
      for (let row = 0; row < ids.length; row++) {
        out.position.set(now.position, 3 * row);
        out.orientation.set(now.orientation, 4 * row);
        out.velocity.fill(0, 3 * row, 3 * row + 3);
        out.angularVelocity.set(now.spin ?? [0, 0, 0], 3 * row);
      }
    },
  };
}

const still = rootsAt(() => ({ position: [0, 0, 0], orientation: [0, 0, 0, 1] }));

function strandOf(nodes: number, shape: (s: number) => Vec3): Strands {
  const points = Array.from({ length: nodes }, (_, i) => shape(i / (nodes - 1)));
  return makeStrands({ first: uniformFirst(1, nodes), positions: Float32Array.from(points.flat()) });
}

const straight = (nodes: number, length: number, direction: Vec3): Strands =>
  strandOf(nodes, (s) => [s * length * direction[0], s * length * direction[1], s * length * direction[2]]);

/** A curl of radius 6 mm and pitch 15 mm that hangs down. */
const curl = (nodes: number, length: number): Strands =>
  strandOf(nodes, (s) => {
    const turns = length / Math.hypot(2 * Math.PI * 0.006, 0.015);
    const angle = 2 * Math.PI * turns * s;
    return [0.006 * Math.cos(angle), -0.015 * turns * s, 0.006 * Math.sin(angle)];
  });

interface RunOptions {
  readonly roots?: Roots;
  readonly gravity?: Vec3;
  readonly restState?: 'sag-free' | 'as-groomed';
  readonly parameters?: Record<string, number>;
  readonly obstacles?: Obstacles;
  /** Drag of still air, kg/(m s). */
  readonly air?: number;
}

const stillAir = (drag: number): ForceField => ({
  apply({ count, length }, _time, { damping }) {
    for (let i = 0; i < count; i++)
      for (const c of [0, 3, 5]) damping[6 * i + c] = damping[6 * i + c]! + drag * length[i]!;
  },
});

function createOn(model: StrandModel, strands: Strands, options: RunOptions = {}): StrandDynamics {
  return model.create(
    {
      rest: strands,
      roots: options.roots ?? still,
      time: 0,
      gravity: options.gravity ?? GRAVITY,
      restState: options.restState ?? 'sag-free',
      obstacles: options.obstacles ?? null,
      fibre,
      makeContacts,
    },
    completeParameters(model.parameters, options.parameters),
  );
}

function environment(time: number, options: RunOptions = {}): Environment {
  return {
    time,
    gravity: options.gravity ?? GRAVITY,
    roots: options.roots ?? still,
    fields: options.air ? [stillAir(options.air)] : [],
    obstacles: options.obstacles ?? null,
    forces: null,
    contacts: null,
    clamps: null,
  };
}

function run(dynamics: StrandDynamics, h: number, seconds: number, options: RunOptions = {}): void {
  const steps = Math.round(seconds / h);
  for (let n = 0; n < steps; n++) dynamics.step(h, environment(n * h, options));
}

function positionsOf(dynamics: StrandDynamics): Float64Array {
  const out = new Float64Array(3 * dynamics.first[dynamics.first.length - 1]!);
  dynamics.positions(out);
  return out;
}

/** Lengths of a strand's edges, each walked in small steps: models need not be straight between their points. */
function edgeLengths(dynamics: StrandDynamics, rest: Strands): number[] {
  const p = rest.positions;
  const lengths: number[] = [];
  let s = 0;
  for (let i = 0; i < p.length / 3 - 1; i++) {
    const edge = Math.hypot(p[3 * i + 3]! - p[3 * i]!, p[3 * i + 4]! - p[3 * i + 1]!, p[3 * i + 5]! - p[3 * i + 2]!);
    const places = Array.from({ length: WALK + 1 }, (_, k) => dynamics.positionAt(0, s + (edge * k) / WALK));
    lengths.push(places.slice(1).reduce((sum, place, k) => sum + distance(place, places[k]!), 0));
    s += edge;
  }
  return lengths;
}

const WALK = 48;

function worstStrain(dynamics: StrandDynamics, rest: Strands, lengths: readonly number[]): number {
  return Math.max(...edgeLengths(dynamics, rest).map((length, i) => Math.abs(length / lengths[i]! - 1)));
}

function drift(dynamics: StrandDynamics, rest: Strands): number {
  const x = positionsOf(dynamics);
  let worst = 0;
  for (let i = 0; i < x.length; i += 3)
    worst = Math.max(
      worst,
      Math.hypot(x[i]! - rest.positions[i]!, x[i + 1]! - rest.positions[i + 1]!, x[i + 2]! - rest.positions[i + 2]!),
    );
  return worst;
}

/** Drag at which the slowest swing of these strands, 30 cm long, is damped critically, kg/(m s). */
const THICK_AIR = 1.4e-4;
/** Seconds until nothing swings in thick air. */
const CALM = 1.5;

export function hasFibrePhysics(model: StrandModel, watched: Watched): void {
  describe(`the physics of fibres, as ${model.name} has it`, () => lawsOf(model, watched));
}

function lawsOf(model: StrandModel, watched: Watched): void {
  const create = (strands: Strands, options: RunOptions = {}): StrandDynamics => createOn(model, strands, options);
  const fine = (nodes: number): number => Math.round(watched.fineness * nodes);

  it('stays where it was groomed, straight, curled and lying, at full gravity', () => {
    for (const strands of [straight(24, 0.2, [0, -1, 0]), curl(fine(48), 0.15), straight(fine(16), 0.05, [1, 0, 0])]) {
      const dynamics = create(strands);
      run(dynamics, 1 / 120, watched.rest);
      expect(drift(dynamics, strands)).toBeLessThan(0.0005);
    }
  });

  it('droops like an elastic rod: a cantilever of gamma 1 and 10 against the elastica', () => {
    for (const [gamma, reach, drop] of [
      [1, 0.991246, 0.123471],
      [10, 0.656354, 0.7002],
    ] as const) {
      const nodes = fine(16);
      const held = model.clampedFraction ?? 0.5;
      const bending = (Math.PI / 4) * 1e9 * 50e-6 ** 4;
      const free = Math.cbrt((gamma * bending) / (1300 * Math.PI * 50e-6 ** 2 * 9.81));
      const edge = free / (nodes - 1 - held);
      const strands = straight(nodes, edge * (nodes - 1), [1, 0, 0]);
      const dynamics = create(strands, { restState: 'as-groomed' });
      run(dynamics, 1 / 120, CALM, { air: THICK_AIR });
      const x = positionsOf(dynamics).slice(-3);
      expect(Math.abs((x[0]! - held * edge) / free - reach)).toBeLessThan(0.01);
      expect(Math.abs(-x[1]! / free - drop)).toBeLessThan(0.01);
    }
  });

  it('keeps the momentum of a free piece', () => {
    const dynamics = create(curl(fine(24), 0.1), { gravity: [0, 0, 0] });
    expect(dynamics.split([{ id: 0, s: 0.03, newId: 7 }])).toBe(1);
    dynamics.remove(new Uint32Array([0]));
    const rest = positionsOf(dynamics);
    const momentum = (): Vec3 => {
      if (dynamics.momentum) return dynamics.momentum();
      const v = new Float64Array(rest.length);
      dynamics.velocities(v);
      let sum: Vec3 = [0, 0, 0];
      let s = 0;
      for (let i = 0; i < rest.length; i += 3) {
        const mass = 1 / dynamics.inverseMass(7, s, [1, 0, 0]);
        sum = add(sum, [mass * v[i]!, mass * v[i + 1]!, mass * v[i + 2]!]);
        s += Math.hypot(rest[i + 3]! - rest[i]!, rest[i + 4]! - rest[i + 1]!, rest[i + 5]! - rest[i + 2]!);
      }
      return sum;
    };
    // A push at one end, then free flight.
    const forces = {
      count: 1,
      id: new Uint32Array([7]),
      s: new Float64Array([0.07]),
      force: new Float64Array([1e-5, 0, 2e-5]),
      anchor: new Float64Array(3),
      stiffness: new Float64Array(6),
      damping: new Float64Array(6),
    };
    for (let n = 0; n < 20; n++) dynamics.step(1 / 240, { ...environment(0, { gravity: [0, 0, 0] }), forces });
    // Methods with a memory go on answering the force for a few steps.
    run(dynamics, 1 / 240, 0.1, { gravity: [0, 0, 0] });
    const before = momentum();
    run(dynamics, 1 / 240, 0.5, { gravity: [0, 0, 0] });
    const after = momentum();
    for (let c = 0; c < 3; c++) expect(Math.abs(after[c]! - before[c]!)).toBeLessThan(1e-10 * Math.hypot(...before));
  });

  it('survives 100 g shaking, 20 turns a second and steps of 1/500 and 1/15 s, with its lengths', () => {
    const violent = rootsAt((t) => ({
      position: [0.05 * Math.sin(140 * t), 0, 0],
      orientation: fromAxisAngle([0, 1, 0], 2 * Math.PI * 20 * t),
      spin: [0, 2 * Math.PI * 20, 0],
    }));
    for (const h of watched.steps)
      for (const strands of [straight(8, 0.3, [0, -1, 0]), curl(fine(40), 0.2)]) {
        const dynamics = create(strands, { roots: violent });
        const lengths = edgeLengths(dynamics, strands);
        run(dynamics, h, watched.rough, { roots: violent });
        expect(worstStrain(dynamics, strands, lengths), `step ${h}`).toBeLessThan(0.01);
        run(dynamics, h, CALM, { air: THICK_AIR });
        const v = new Float64Array(strands.positions.length);
        dynamics.velocities(v);
        expect(Math.max(...v.map(Math.abs)), `step ${h}`).toBeLessThan(0.05);
      }
  });

  it('behaves the same in a turned world', () => {
    const turn = fromAxisAngle([1, 2, 3], 1.1);
    const nodes = fine(32);
    const strands = curl(nodes, 0.12);
    const turned = makeStrands({
      first: strands.first,
      positions: Float32Array.from(
        Array.from({ length: nodes }, (_, i) =>
          rotate(turn, [strands.positions[3 * i]!, strands.positions[3 * i + 1]!, strands.positions[3 * i + 2]!]),
        ).flat(),
      ),
    });
    const options = { restState: 'as-groomed' as const };
    const a = create(strands, options);
    const b = create(turned, { ...options, gravity: rotate(turn, GRAVITY) });
    run(a, 1 / 120, 0.5, options);
    run(b, 1 / 120, 0.5, { ...options, gravity: rotate(turn, GRAVITY) });
    const xa = positionsOf(a);
    const xb = positionsOf(b);
    for (let i = 0; i < nodes; i++) {
      const expected = rotate(turn, [xa[3 * i]!, xa[3 * i + 1]!, xa[3 * i + 2]!]);
      for (let c = 0; c < 3; c++) expect(Math.abs(xb[3 * i + c]! - expected[c]!)).toBeLessThan(2e-5);
    }
  });

  it('falls on a sphere without entering it, with and without friction', () => {
    const sphere = (friction: number): Obstacles => ({
      nearest(points, count, _time, out) {
        for (let i = 0; i < count; i++) {
          const [x, y, z] = [points[3 * i]!, points[3 * i + 1]! + 0.05, points[3 * i + 2]!];
          const r = Math.hypot(x, y, z);
          out.set([r - 0.05, x / r, y / r, z / r, 0, 0, 0, friction], 8 * i);
        }
      },
    });
    for (const friction of [0, 0.5]) {
      const obstacles = sphere(friction);
      const strands = straight(24, 0.15, [0, 1, 0]);
      const options = { obstacles, restState: 'as-groomed' as const, parameters: { stiffness: 0.2 } };
      const tilted = { ...options, gravity: [3, -9, 0] as Vec3 };
      const dynamics = create(strands, tilted);
      const lengths = edgeLengths(dynamics, strands);
      for (let n = 0; n < 120 * watched.fall; n++) {
        dynamics.step(1 / 120, environment(n / 120, tilted));
        const x = positionsOf(dynamics);
        for (let i = 1; i < 24; i++)
          expect(Math.hypot(x[3 * i]!, x[3 * i + 1]! + 0.05, x[3 * i + 2]!)).toBeGreaterThan(0.05 - 1e-4);
      }
      expect(worstStrain(dynamics, strands, lengths)).toBeLessThan(1e-3);
    }
  });

  it('slides on a slope if and only if the slope is beyond the friction', () => {
    const floor: Obstacles = {
      nearest(points, count, _time, out) {
        for (let i = 0; i < count; i++) out.set([points[3 * i + 1]!, 0, 1, 0, 0, 0, 0, 0.5], 8 * i);
      },
    };
    for (const [slope, isSliding] of [
      [0.35, false],
      [0.6, true],
    ] as const) {
      const gravity: Vec3 = [9.81 * Math.sin(slope), -9.81 * Math.cos(slope), 0];
      const options = { gravity, obstacles: floor };
      const strands = strandOf(16, (s) => [0.08 * s, 0.0015, 0.01 * s]);
      const dynamics = create(strands, { ...options, restState: 'as-groomed' });
      dynamics.split([{ id: 0, s: 0.02, newId: 5 }]);
      dynamics.remove(new Uint32Array([0]));
      const from = dynamics.positionAt(5, 0.03)[0];
      run(dynamics, 1 / 240, 0.5, options);
      const way = dynamics.positionAt(5, 0.03)[0] - from;
      const expected = 0.125 * 9.81 * (Math.sin(slope) - 0.5 * Math.cos(slope));
      if (isSliding) expect(Math.abs(way / expected - 1)).toBeLessThan(0.05);
      else expect(Math.abs(way)).toBeLessThan(1e-3);
    }
  });
}
