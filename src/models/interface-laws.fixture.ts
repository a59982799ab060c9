import { describe, expect, it } from 'vitest';
import { makeContacts } from '../contact/response/strand-contacts.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { fromAxisAngle, type Quat, rotate } from '../numeric/rotation.ts';
import { add, at, cross, distance, subtract, type Vec3 } from '../numeric/vector.ts';
import { selectStrands } from '../strands/selection.ts';
import { makeStrands, type Strands } from '../strands/strands.ts';
import {
  type Environment,
  type Fibre,
  type ForceField,
  makeRootStates,
  type PointForces,
  type RootStates,
  type Roots,
  type StrandDynamics,
  type StrandModel,
} from './model.ts';

/**
 * What everybody may rely on, whatever a model is: an elastic rod, a wisp, a continuum, a piece of wire. Physics is not asked
 * for here; experiments with known answers are in `validate/`.
 */

const fibre: Fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const GRAVITY: Vec3 = [0, -9.81, 0];
const NODES = [12, 9, 14];
const H = 1 / 120;

/** Metres between strands that no model takes for neighbours, and otherwise. */
const FAR = 20;
const NEAR = 0.02;

/** Three curls of different sizes that reach out and down. */
function groom(spacing = NEAR): Strands {
  const points: number[] = [];
  const first = [0];
  NODES.forEach((nodes, k) => {
    for (let i = 0; i < nodes; i++) {
      const a = 0.7 * i + k;
      points.push(spacing * k + 0.004 * i, -0.006 * i + 0.003 * Math.cos(a), 0.003 * Math.sin(a));
    }
    first.push(first[k]! + nodes);
  });
  return makeStrands({
    id: Uint32Array.of(4, 2, 9),
    first: Uint32Array.from(first),
    positions: Float32Array.from(points),
  });
}

/** A head that nods and sways. */
const motion = (time: number): { position: Vec3; orientation: Quat; velocity: Vec3; spin: Vec3 } => ({
  position: [0.02 * Math.sin(7 * time), 0, 0],
  velocity: [0.14 * Math.cos(7 * time), 0, 0],
  orientation: fromAxisAngle([0, 0.6, 0.8], 0.3 * Math.sin(5 * time)),
  spin: [0, 0.9 * Math.cos(5 * time), 1.2 * Math.cos(5 * time)],
});

const swaying: Roots = {
  sample(ids, time, out) {
    const now = motion(time);
    for (let row = 0; row < ids.length; row++) {
      out.position.set(now.position, 3 * row);
      out.orientation.set(now.orientation, 4 * row);
      out.velocity.set(now.velocity, 3 * row);
      out.angularVelocity.set(now.spin, 3 * row);
    }
  },
};

const breeze: ForceField = {
  apply({ count, length }, _time, { force, damping }) {
    for (let i = 0; i < count; i++) {
      force[3 * i] = force[3 * i]! + 1e-4 * length[i]!;
      for (const c of [0, 3, 5]) damping[6 * i + c] = damping[6 * i + c]! + 3e-5 * length[i]!;
    }
  },
};

const pull: PointForces = {
  count: 1,
  id: Uint32Array.of(2),
  s: Float64Array.of(0.04),
  force: Float64Array.of(0, 0, 3e-6),
  anchor: new Float64Array(3),
  stiffness: new Float64Array(6),
  damping: new Float64Array(6),
};

const around = (time: number): Environment => ({
  time,
  gravity: GRAVITY,
  roots: swaying,
  fields: [breeze],
  obstacles: null,
  forces: pull,
  contacts: null,
  clamps: null,
});

function create(model: StrandModel, rest = groom()): StrandDynamics {
  const setup = { rest, roots: swaying, time: 0, gravity: GRAVITY, restState: 'sag-free' as const, obstacles: null };
  return model.create({ ...setup, fibre, makeContacts }, completeParameters(model.parameters));
}

function run(dynamics: StrandDynamics, from: number, to: number, more: Partial<Environment> = {}): void {
  for (let n = from; n < to; n++) dynamics.step(H, { ...around(n * H), ...more });
}

interface Points {
  readonly x: Float64Array;
  readonly v: Float64Array;
}

function read(dynamics: StrandDynamics): Points {
  const size = 3 * dynamics.first[dynamics.ids.length]!;
  const points = { x: new Float64Array(size), v: new Float64Array(size) };
  dynamics.positions(points.x);
  dynamics.velocities(points.v);
  return points;
}

/** Points of one strand. */
function strandOf(dynamics: StrandDynamics, id: number): Points {
  const k = dynamics.ids.indexOf(id);
  const [from, to] = [3 * dynamics.first[k]!, 3 * dynamics.first[k + 1]!];
  const { x, v } = read(dynamics);
  return { x: x.slice(from, to), v: v.slice(from, to) };
}

function rootRows(count: number, time: number): RootStates {
  const rows = makeRootStates(count);
  swaying.sample(new Uint32Array(count), time, rows);
  return rows;
}

/** Farthest distance between two sets of points. */
const apart = (a: Float64Array, b: Float64Array): number =>
  Array.from({ length: a.length / 3 }, (_, i) => distance(at(a, i), at(b, i))).reduce((m, d) => Math.max(m, d), 0);

export function keepsInterfaceLaws(model: StrandModel): void {
  // A strand that feels its neighbours is alone where there are none.
  const alone = (): Strands => groom(model.feelsNeighbours ? FAR : NEAR);
  describe(`the interface, kept by ${model.name}`, () => {
    it('begins in the groomed shape, strand by strand, at rest to its root', () => {
      const dynamics = create(model);
      expect([...dynamics.ids]).toEqual([4, 2, 9]);
      expect([...dynamics.first]).toEqual([0, 12, 21, 35]);
      const { x } = read(dynamics);
      // Models that are not polylines come as near as they can, and say how near.
      const allowed = 1e-6 + 2 * (dynamics.restReport?.().fitError ?? 0);
      expect(apart(x, Float64Array.from(groom().positions))).toBeLessThan(allowed);
    });

    it('finds points and their velocities at the arc lengths that it tells', () => {
      const dynamics = create(model);
      run(dynamics, 0, 20);
      const { x, v } = read(dynamics);
      const s = new Float64Array(x.length / 3);
      dynamics.arcLengths(s);
      dynamics.ids.forEach((id, k) => {
        for (let i = dynamics.first[k]!; i < dynamics.first[k + 1]!; i++) {
          expect(i === dynamics.first[k]! ? s[i] === 0 : s[i]! > s[i - 1]!).toBe(true);
          expect(distance(dynamics.positionAt(id, s[i]!), at(x, i))).toBeLessThan(1e-9);
          expect(distance(dynamics.velocityAt(id, s[i]!), at(v, i))).toBeLessThan(1e-6);
        }
        expect(dynamics.inverseMass(id, s[dynamics.first[k]!]!, [1, 0, 0])).toBeLessThan(1e-9);
      });
    });

    it('moves a strand alone as in company, to the byte', () => {
      const all = create(model, alone());
      const one = create(model, selectStrands(alone(), [1]));
      run(all, 0, 40);
      run(one, 0, 40);
      expect(strandOf(all, 2)).toEqual(strandOf(one, 2));
    });

    it('goes on from a snapshot to the same bytes', () => {
      const [dynamics, other] = [create(model), create(model)];
      run(dynamics, 0, 25);
      const saved = dynamics.snapshot();
      run(dynamics, 25, 60);
      other.restore(saved);
      expect(Buffer.compare(other.snapshot(), saved)).toBe(0);
      run(other, 25, 60);
      expect(Buffer.compare(other.snapshot(), dynamics.snapshot())).toBe(0);
    });

    it('restores chosen strands and leaves the others', () => {
      const dynamics = create(model);
      run(dynamics, 0, 10);
      const then = strandOf(dynamics, 9);
      const saved = dynamics.snapshot();
      run(dynamics, 10, 30);
      const others = [4, 2].map((id) => strandOf(dynamics, id));
      expect(strandOf(dynamics, 9)).not.toEqual(then);
      dynamics.restore(saved, Uint32Array.of(9));
      expect(strandOf(dynamics, 9)).toEqual(then);
      expect([4, 2].map((id) => strandOf(dynamics, id))).toEqual(others);
    });

    it('takes a step back to its checkpoint, and makes it again to the same bytes', () => {
      const dynamics = create(model);
      run(dynamics, 0, 10);
      const before = dynamics.snapshot();
      dynamics.checkpoint();
      run(dynamics, 10, 12);
      const after = dynamics.snapshot();
      dynamics.rollback();
      expect(Buffer.compare(dynamics.snapshot(), before)).toBe(0);
      run(dynamics, 10, 12);
      expect(Buffer.compare(dynamics.snapshot(), after)).toBe(0);
      // Nobody reads what the step made before it is taken back.
      dynamics.checkpoint();
      run(dynamics, 12, 14);
      dynamics.rollback();
      expect(Buffer.compare(dynamics.snapshot(), after)).toBe(0);
    });

    it('leaves sleepers alone, and those who are awake do not notice', () => {
      const [some, all] = [create(model, alone()), create(model, alone())];
      run(some, 0, 10);
      run(all, 0, 10);
      const sleeping = strandOf(some, 4);
      run(some, 10, 30, { asleep: Uint8Array.of(1, 0, 0) });
      run(all, 10, 30);
      expect(strandOf(some, 4)).toEqual(sleeping);
      expect(strandOf(some, 9)).toEqual(strandOf(all, 9));
      const before = some.snapshot();
      expect(some.step(H, { ...around(0), asleep: Uint8Array.of(1, 1, 1) }).solves).toBe(0);
      expect(Buffer.compare(some.snapshot(), before)).toBe(0);
    });

    it('is carried rigidly by a teleport, at rest to its root', () => {
      const dynamics = create(model);
      run(dynamics, 0, 30);
      const before = read(dynamics).x;
      const [from, to] = [rootRows(3, 30 * H), rootRows(3, 0.9)];
      dynamics.teleport(from, to);
      const { x, v } = read(dynamics);
      const { velocity, spin, position, orientation } = motion(0.9);
      const now = motion(30 * H);
      const inverse: Quat = [-now.orientation[0], -now.orientation[1], -now.orientation[2], now.orientation[3]];
      for (let i = 0; i < x.length / 3; i++) {
        const arm = rotate(orientation, rotate(inverse, subtract(at(before, i), now.position)));
        expect(distance(at(x, i), add(position, arm))).toBeLessThan(1e-9);
        expect(distance(at(v, i), add(velocity, cross(spin, arm)))).toBeLessThan(1e-6);
      }
    });

    it('returns to the groomed shape at a reset, and only those that are asked', () => {
      const [dynamics, fresh] = [create(model), create(model)];
      run(dynamics, 0, 40);
      const moved = strandOf(dynamics, 4);
      dynamics.reset(Uint32Array.of(2, 9), swaying, 0);
      for (const id of [2, 9]) expect(apart(strandOf(dynamics, id).x, strandOf(fresh, id).x)).toBeLessThan(1e-9);
      expect(strandOf(dynamics, 4)).toEqual(moved);
    });

    it('takes over a state as nearly as it says', () => {
      const [dynamics, other] = [create(model), create(model)];
      run(dynamics, 0, 40);
      const { x, v } = read(dynamics);
      const far = other.setState(x, v, swaying, 40 * H);
      expect(apart(read(other).x, x)).toBeLessThan(far + 1e-9);
    });

    it('adds and removes strands without touching the others', () => {
      const dynamics = create(model);
      run(dynamics, 0, 20);
      const others = [4, 9].map((id) => strandOf(dynamics, id));
      dynamics.remove(Uint32Array.of(2));
      const grown = selectStrands(groom(), [1]);
      dynamics.add(makeStrands({ ...grown, id: Uint32Array.of(11) }), swaying, 20 * H);
      expect([...dynamics.ids]).toEqual([4, 9, 11]);
      expect([4, 9].map((id) => strandOf(dynamics, id))).toEqual(others);
      run(dynamics, 20, 30);
      expect(read(dynamics).x.every(Number.isFinite)).toBe(true);
    });

    if (model.cutPieces === 'refused') refusesCuts(model);
    else if (model.cutPieces === 'vanish') shortensAtCuts(model);
    else fractionsOutAtCuts(model);

    it('survives strands that are no strands: one point, two, and points in one place', () => {
      const odd = makeStrands({
        first: Uint32Array.of(0, 1, 3, 7),
        positions: Float32Array.from([0, 0, 0, 0.1, 0, 0, 0.1, -0.01, 0, ...Array(4).fill([0.2, 0, 0]).flat()]),
      });
      const dynamics = create(model, odd);
      run(dynamics, 0, 20, { forces: null });
      expect(read(dynamics).x.every(Number.isFinite)).toBe(true);
      expect(dynamics.split([{ id: 0, s: 0, newId: 9 }])).toBe(0);
    });
  });
}

function fractionsOutAtCuts(model: StrandModel): void {
  it('cuts a strand into two that keep place and velocity of every point, and all momentum', () => {
    const dynamics = create(model);
    run(dynamics, 0, 30);
    const others = [2, 9].map((id) => strandOf(dynamics, id));
    const momentum = dynamics.momentum();
    const lengths = [0.012, 0.028, 0.032, 0.045, 0.06];
    const before = lengths.map((s) => ({ x: dynamics.positionAt(4, s), v: dynamics.velocityAt(4, s) }));
    expect(dynamics.split([{ id: 4, s: 0.03, newId: 20 }])).toBe(1);
    expect([...dynamics.ids]).toEqual([4, 2, 9, 20]);
    expect([2, 9].map((id) => strandOf(dynamics, id))).toEqual(others);
    lengths.forEach((s, k) => {
      const [id, there] = s < 0.03 ? [4, s] : [20, s - 0.03];
      expect(distance(dynamics.positionAt(id, there), before[k]!.x)).toBeLessThan(1e-6);
      // Between its own points a model may interpolate, and a cut makes new ones.
      const allowed = 1e-6 + 0.01 * distance(before[k]!.v, [0, 0, 0]);
      expect(distance(dynamics.velocityAt(id, there), before[k]!.v)).toBeLessThan(allowed);
    });
    expect(distance(dynamics.momentum(), momentum)).toBeLessThan(1e-9 * distance(momentum, [0, 0, 0]));
    expect(dynamics.split([{ id: 4, s: 0, newId: 21 }])).toBe(0);
    expect(dynamics.split([{ id: 4, s: 9, newId: 21 }])).toBe(0);
  });

  it('shares out its mass at a cut: both parts weigh what the whole did', () => {
    const dynamics = create(model);
    const { x } = read(dynamics);
    // All points at one speed: momentum is mass.
    dynamics.setState(
      x,
      x.map((_, i) => (i % 3 === 0 ? 1 : 0)),
      swaying,
      0,
    );
    const whole = dynamics.momentum()[0];
    expect(whole).toBeGreaterThan(0);
    expect(dynamics.split([{ id: 4, s: 0.0317, newId: 20 }])).toBe(1);
    expect(Math.abs(dynamics.momentum()[0] - whole)).toBeLessThan(1e-12 * whole);
  });
}

function refusesCuts(model: StrandModel): void {
  it('refuses a cut, and nothing changes', () => {
    const dynamics = create(model);
    run(dynamics, 0, 10);
    const before = dynamics.snapshot();
    expect(dynamics.split([{ id: 4, s: 0.03, newId: 20 }])).toBe(0);
    expect([...dynamics.ids]).toEqual([4, 2, 9]);
    expect(Buffer.compare(dynamics.snapshot(), before)).toBe(0);
  });
}

function shortensAtCuts(model: StrandModel): void {
  it('shortens a strand at a cut: what is left keeps the place and velocity of every point, the piece is gone', () => {
    const dynamics = create(model);
    run(dynamics, 0, 30);
    const others = [2, 9].map((id) => strandOf(dynamics, id));
    const lengths = [0.004, 0.012, 0.021, 0.03];
    const before = lengths.map((s) => ({ x: dynamics.positionAt(4, s), v: dynamics.velocityAt(4, s) }));
    expect(dynamics.split([{ id: 4, s: 0.03, newId: 20 }])).toBe(1);
    expect([...dynamics.ids]).toEqual([4, 2, 9]);
    expect([2, 9].map((id) => strandOf(dynamics, id))).toEqual(others);
    lengths.forEach((s, k) => {
      expect(distance(dynamics.positionAt(4, s), before[k]!.x)).toBeLessThan(1e-6);
      const allowed = 1e-6 + 0.01 * distance(before[k]!.v, [0, 0, 0]);
      expect(distance(dynamics.velocityAt(4, s), before[k]!.v)).toBeLessThan(allowed);
    });
    const arc = new Float64Array(dynamics.first[3]!);
    dynamics.arcLengths(arc);
    expect(arc[dynamics.first[1]! - 1]).toBeCloseTo(0.03, 6);
    expect(dynamics.split([{ id: 4, s: 0, newId: 21 }])).toBe(0);
    expect(dynamics.split([{ id: 4, s: 9, newId: 21 }])).toBe(0);
    run(dynamics, 30, 40);
    expect(read(dynamics).x.every(Number.isFinite)).toBe(true);
  });

  it('cuts a strand twice at once, the cut nearest to the tip first', () => {
    const dynamics = create(model);
    const cuts = [0.045, 0.02].map((s, n) => ({ id: 9, s, newId: 20 + n }));
    expect(dynamics.split(cuts)).toBe(2);
    const arc = new Float64Array(dynamics.first[3]!);
    dynamics.arcLengths(arc);
    expect(arc.at(-1)).toBeCloseTo(0.02, 6);
  });
}
