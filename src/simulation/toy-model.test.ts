import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { headMotion } from '../body/head-motion.ts';
import { findModel } from '../models/index.ts';
import {
  type Environment,
  makeRootStates,
  type RootStates,
  type Roots,
  type StepReport,
  type StrandDynamics,
  type StrandModel,
} from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import { conjugate, type Quat, rotate } from '../numeric/rotation.ts';
import { add, at, cross, mix, subtract, type Vec3 } from '../numeric/vector.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { Simulation } from './simulation.ts';

/** docs/models/README.md followed to the letter: the smallest model there can be, hair of wire that rides with its root. */
class WireDynamics implements StrandDynamics {
  ids: Uint32Array;
  first: Uint32Array;
  /** Places in the root's coordinates, and in the world. */
  private local: Float64Array;
  private x: Float64Array;
  private v: Float64Array;
  private kept: Float64Array[] = [];

  constructor(rest: Strands, roots: Roots, time: number) {
    this.ids = rest.id.slice();
    this.first = rest.first.slice();
    this.x = Float64Array.from(rest.positions);
    this.v = new Float64Array(this.x.length);
    this.local = this.x.slice();
    const rows = this.sample(roots, time);
    this.each((k, i) => {
      this.local.set(rotate(conjugate(quat(rows, k)), subtract(at(this.x, i), at(rows.position, k))), 3 * i);
    });
  }

  step(dt: number, environment: Environment): StepReport {
    this.ride(this.sample(environment.roots, environment.time + dt));
    return { substeps: 1, contacts: 0, strain: 0, solves: 0, carried: [] };
  }

  positions(out: Float32Array | Float64Array): void {
    out.set(this.x);
  }

  velocities(out: Float32Array | Float64Array): void {
    out.set(this.v);
  }

  arcLengths(out: Float64Array): void {
    this.each((k, i) => {
      const before = i === this.first[k]! ? at(this.x, i) : at(this.x, i - 1);
      out[i] = (i === this.first[k]! ? 0 : out[i - 1]!) + Math.hypot(...subtract(at(this.x, i), before));
    });
  }

  positionAt(id: number, s: number): Vec3 {
    return this.between(this.x, id, s);
  }

  velocityAt(id: number, s: number): Vec3 {
    return this.between(this.v, id, s);
  }

  /** Nothing moves wire. */
  inverseMass(): number {
    return 0;
  }

  edit(): void {
    // Wire has no stiffness to change.
  }

  /** Wire cannot fly: a model that cannot move a free strand says so. */
  split(): boolean {
    return false;
  }

  add(strands: Strands, roots: Roots, time: number): void {
    const more = new WireDynamics(strands, roots, time);
    const points = this.x.length / 3;
    this.ids = Uint32Array.from([...this.ids, ...more.ids]);
    this.first = Uint32Array.from([...this.first.slice(0, -1), ...more.first.map((from) => from + points)]);
    this.local = Float64Array.from([...this.local, ...more.local]);
    this.x = Float64Array.from([...this.x, ...more.x]);
    this.v = Float64Array.from([...this.v, ...more.v]);
  }

  remove(): void {
    throw new Error('wire: cannot be taken out');
  }

  teleport(_before: RootStates, after: RootStates): void {
    this.ride(after);
  }

  reset(_ids: Uint32Array, roots: Roots, time: number): void {
    this.ride(this.sample(roots, time));
  }

  setState(positions: Float64Array, _velocities: Float64Array, roots: Roots, time: number): number {
    this.ride(this.sample(roots, time));
    return Math.max(...positions.map((value, i) => Math.abs(value - this.x[i]!)));
  }

  checkpoint(): void {
    this.kept = [this.x.slice(), this.v.slice()];
  }

  rollback(): void {
    this.x.set(this.kept[0]!);
    this.v.set(this.kept[1]!);
  }

  snapshot(): Uint8Array {
    return packArrays([this.ids, this.first, this.local, this.x, this.v]);
  }

  restore(snapshot: Uint8Array): void {
    const [ids, first, local, x, v] = unpackArrays(snapshot);
    Object.assign(this, { ids, first, local, x, v });
  }

  private sample(roots: Roots, time: number): RootStates {
    const rows = makeRootStates(this.ids.length);
    roots.sample(this.ids, time, rows);
    return rows;
  }

  private ride(rows: RootStates): void {
    this.each((k, i) => {
      const arm = rotate(quat(rows, k), at(this.local, i));
      this.x.set(add(at(rows.position, k), arm), 3 * i);
      this.v.set(add(at(rows.velocity, k), cross(at(rows.angularVelocity, k), arm)), 3 * i);
    });
  }

  private each(visit: (strand: number, point: number) => void): void {
    for (let k = 0; k < this.ids.length; k++) for (let i = this.first[k]!; i < this.first[k + 1]!; i++) visit(k, i);
  }

  private between(values: Float64Array, id: number, s: number): Vec3 {
    const k = this.ids.indexOf(id);
    let [i, left] = [this.first[k]!, s];
    const edge = (j: number): number => Math.hypot(...subtract(at(this.x, j + 1), at(this.x, j)));
    while (i < this.first[k + 1]! - 2 && left > edge(i)) left -= edge(i++);
    return mix(at(values, i), at(values, i + 1), Math.min(1, left / edge(i)));
  }
}

const quat = (rows: RootStates, k: number): Quat => [
  rows.orientation[4 * k]!,
  rows.orientation[4 * k + 1]!,
  rows.orientation[4 * k + 2]!,
  rows.orientation[4 * k + 3]!,
];

const wire: StrandModel<unknown> = {
  name: 'wire',
  about: 'Rigid hair that rides with its root.',
  parameters: z.strictObject({}),
  create: ({ rest, roots, time }) => new WireDynamics(rest, roots, time),
};

const fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const guides = makeStrands({
  first: uniformFirst(2, 8),
  positions: Float32Array.from(
    { length: 48 },
    (_, i) => [0.02 * Math.floor(i / 24), -0.01 * (Math.floor(i / 3) % 8), 0][i % 3]!,
  ),
});

describe('a model of somebody else', () => {
  it('runs in a simulation as ours do: same bytes after restore, and lengths kept', () => {
    const simulation = new Simulation({ guides, model: wire, fibre, motion: headMotion('shake', { period: 0.6 }) });
    simulation.advance(10);
    const middle = simulation.snapshot();
    simulation.advance(10);
    const end = simulation.snapshot();
    simulation.restore(middle);
    simulation.advance(10);
    expect(Buffer.compare(simulation.snapshot(), end)).toBe(0);
    const x = new Float64Array(48);
    simulation.positionsAt(simulation.time, x);
    for (const i of [0, 8]) expect(Math.hypot(...subtract(at(x, i + 7), at(x, i)))).toBeCloseTo(0.07, 6);
  });

  it('can be changed to and from', () => {
    const simulation = new Simulation({
      guides,
      model: findModel('rod'),
      fibre,
      motion: headMotion('shake', { period: 0.6 }),
    });
    simulation.advance(10);
    expect(simulation.changeModel(wire).model).toBe('wire');
    simulation.advance(5);
    expect(simulation.changeModel(findModel('super-helix')).farthest).toBeLessThan(1e-3);
  });
});
