import { packArrays } from '../../models/snapshot.ts';
import type { HairState } from '../interaction.ts';
import { roomFor } from './growable.ts';
import type { InteractionPart } from './interactions.ts';
import { nodeMass, rootRadius } from './mass.ts';
import type { VolumeParameters } from './parameters.ts';
import { push } from './penalty.ts';
import { Topology } from './topology.ts';
import { TorusGrid } from './torus-grid.ts';

/** Numbers of a grid point: mass, momentum (3). */
const POINT = 4;
/** Width of a cell in root radii: wider ones see less of the shape (after a shake a curly head kept 87 % of its volume with 1.5 and 2). */
const CELL = 1.32;
/** Excess of density over which pressure sets in softly. */
const SOFT = 0.05;
/** Share of its own mass that a node finds at its place on average over where it is in its cell: (2/3)³. */
const OWN = 8 / 27;
/** Hair thinner than this share of its groomed density passes no pressure on. */
const THIN = 0.1;

/**
 * Hair as a volume: a grid carries its density and velocity; where it is denser than groomed it pushes, and neighbours come to
 * move together. Groomed density is kept per node, so the groom itself feels nothing. A node does not count itself: its own
 * share of the density changes eightfold with its place in a cell, which made resting hair shiver. Pressure acts between neighbouring
 * grid points, equal and opposite, and goes back to the hair by the shares by which the hair came: momentum is kept exactly.
 * The grid rides with the roots, so a head that moves along does not change what it measures.
 */
export class Volume implements InteractionPart {
  readonly grid = new TorusGrid();
  /** Mass of hair at each grid point, kg, and its momentum: POINT numbers a point. */
  points: Float64Array = new Float64Array(0);
  readonly cell: number;
  /** Where the grid's zero is. */
  readonly origin: Float64Array = new Float64Array(3);
  private readonly parameters: VolumeParameters;
  private readonly groom = new Topology();
  /** Mass of other nodes at each node, as groomed. */
  private readonly groomedDensity: Float64Array;
  /** Mean mass at a grid point near hair, as groomed. */
  private readonly typical: number;
  private place: Float64Array = new Float64Array(0);
  private weight: Float64Array = new Float64Array(0);
  private pressure: Float64Array = new Float64Array(0);
  /** Force on each grid point, then its acceleration. */
  private force: Float64Array = new Float64Array(0);
  /** Groomed density of every node as it is now; the largest number where the groom does not know the node. */
  private rest: Float64Array = new Float64Array(0);
  private known: Uint32Array | null = null;

  constructor(parameters: VolumeParameters, groomed: HairState) {
    this.parameters = parameters;
    this.cell = parameters.cell > 0 ? parameters.cell : Math.max(CELL * rootRadius(groomed), 1e-4);
    this.groom.update(groomed);
    this.deposit(groomed, 0);
    const nodes = groomed.s.length;
    this.groomedDensity = new Float64Array(nodes);
    let sum = 0;
    for (let i = 0; i < nodes; i++) {
      const here = this.grid.take(i, this.points, POINT, 0);
      this.groomedDensity[i] = here - this.ownAt(i);
      sum += here;
    }
    this.typical = nodes > 0 && sum > 0 ? sum / nodes : 1;
  }

  act(hair: HairState, topology: Topology, force: Float64Array): void {
    this.recognise(topology);
    // Density at the end of free flight: pressure then damps instead of exciting (stable up to one cell a step).
    this.deposit(hair, hair.dt);
    this.givePressure(hair);
    this.pushPoints();
    this.pushHair(hair, force);
  }

  /** What a node itself adds to the density at its place. */
  private ownAt(i: number): number {
    const { share } = this.grid;
    let squares = 0;
    for (let at = 8 * i; at < 8 * i + 8; at++) squares += share[at]! * share[at]!;
    return this.weight[i]! * squares;
  }

  /** How dense hair is at a place of the last step, 1 where it is as dense as groomed on average: shelters from wind. */
  densityAt(x: number, y: number, z: number): number {
    const { origin, cell } = this;
    const sum = this.grid.sample(
      (x - origin[0]!) / cell,
      (y - origin[1]!) / cell,
      (z - origin[2]!) / cell,
      this.points,
      POINT,
    );
    return sum / this.typical;
  }

  private deposit(hair: HairState, time: number): void {
    const nodes = hair.s.length;
    this.weight = roomFor(this.weight, nodes);
    nodeMass(hair, this.weight);
    this.placeOrigin(hair, time);
    this.place = roomFor(this.place, 3 * nodes);
    const { place, cell, origin } = this;
    const inverse = 1 / cell;
    for (let i = 0; i < nodes; i++)
      for (let c = 0; c < 3; c++)
        place[3 * i + c] = (hair.position[3 * i + c]! + time * hair.velocity[3 * i + c]! - origin[c]!) * inverse;
    this.grid.enter(place, nodes);
    this.points = roomFor(this.points, POINT * this.grid.count);
    this.give(hair);
  }

  /** Kernel. Mass and momentum of every node to its eight grid points. */
  private give({ velocity: v, s }: HairState): void {
    const { points, weight } = this;
    const { base, corners, share, count } = this.grid;
    points.fill(0, 0, POINT * count);
    for (let i = 0; i < s.length; i++) {
      const m = weight[i]!;
      const x = v[3 * i]!;
      const y = v[3 * i + 1]!;
      const z = v[3 * i + 2]!;
      const first = 8 * base[i]!;
      for (let c = 0; c < 8; c++) {
        const n = POINT * corners[first + c]!;
        const part = share[8 * i + c]! * m;
        points[n] = points[n]! + part;
        points[n + 1] = points[n + 1]! + part * x;
        points[n + 2] = points[n + 2]! + part * y;
        points[n + 3] = points[n + 3]! + part * z;
      }
    }
  }

  /** The middle of the strands' first nodes. */
  private placeOrigin(hair: HairState, time: number): void {
    this.origin.fill(0);
    for (let k = 0; k < hair.ids.length; k++)
      for (let c = 0; c < 3; c++) {
        const at = 3 * hair.first[k]! + c;
        this.origin[c] = this.origin[c]! + (hair.position[at]! + time * hair.velocity[at]!) / hair.ids.length;
      }
  }

  private recognise(topology: Topology): void {
    if (this.known === topology.ids) return;
    this.known = topology.ids;
    this.rest = new Float64Array(topology.strand.length).fill(Number.MAX_VALUE / 4);
    for (let i = 0; i < this.rest.length; i++) {
      const k = topology.strand[i]!;
      const node = this.groom.node(topology.ids[k]!, i - topology.first[k]!);
      if (node >= 0) this.rest[i] = this.groomedDensity[node]!;
    }
  }

  /** Kernel. Pressure at every node, newton, and at every grid point as the mean over its hair. */
  private givePressure(hair: HairState): void {
    const { grid, cell, rest, weight, points } = this;
    const { base, corners, share, count } = grid;
    const { push: speed, slack } = this.parameters;
    const cells = (speed * hair.dt) / cell;
    // Much faster than a cell a step cannot be: the pressure is what its own motion will leave of it.
    const strength = (speed * speed) / (cell * (1 + 0.5 * cells * cells));
    this.pressure = roomFor(this.pressure, count);
    const { pressure } = this;
    pressure.fill(0, 0, count);
    for (let i = 0; i < hair.s.length; i++) {
      const first = 8 * base[i]!;
      let here = 0;
      let squares = 0;
      for (let c = 0; c < 8; c++) {
        const part = share[8 * i + c]!;
        here += part * points[POINT * corners[first + c]!]!;
        squares += part * part;
      }
      const others = here - weight[i]! * squares;
      const excess = (others - (1 + slack) * rest[i]!) / (rest[i]! + OWN * weight[i]!);
      if (!(excess > 0)) continue;
      const part = weight[i]! * strength * here * push(excess, SOFT);
      for (let c = 0; c < 8; c++) {
        const n = corners[first + c]!;
        pressure[n] = pressure[n]! + share[8 * i + c]! * part;
      }
    }
    for (let n = 0; n < count; n++) {
      const mass = points[POINT * n]!;
      if (mass > 0) pressure[n] = pressure[n]! / mass;
    }
  }

  /** Neighbouring grid points push each other with the mean of their pressures. */
  private pushPoints(): void {
    const { grid, pressure, points } = this;
    const { count } = grid;
    const thin = THIN * this.typical;
    this.force = roomFor(this.force, 3 * count);
    const { force } = this;
    force.fill(0, 0, 3 * count);
    for (let n = 0; n < count; n++)
      for (let c = 0; c < 3; c++) {
        const other = grid.next(n, c);
        if (other < 0) continue;
        const sum = pressure[n]! + pressure[other]!;
        if (sum === 0) continue;
        const least = Math.min(points[POINT * n]!, points[POINT * other]!);
        const f = 0.5 * (least >= thin ? 1 : least / thin) * sum;
        force[3 * n + c] = force[3 * n + c]! - f;
        force[3 * other + c] = force[3 * other + c]! + f;
      }
  }

  /** Kernel. Each grid point's force and mean velocity go to its hair by mass and share. */
  private pushHair(hair: HairState, out: Float64Array): void {
    const { points, weight, force } = this;
    const { base, corners, share, count } = this.grid;
    const { velocity: v } = hair;
    const rate = this.parameters.exchange / (1 + hair.dt * this.parameters.exchange);
    // Acceleration of a grid point: its push, and its pull towards its own velocity.
    for (let n = 0; n < count; n++) {
      const mass = points[POINT * n]!;
      const inverse = mass > 0 ? 1 / mass : 0;
      for (let c = 0; c < 3; c++) force[3 * n + c] = (force[3 * n + c]! + rate * points[POINT * n + 1 + c]!) * inverse;
    }
    for (let i = 0; i < hair.s.length; i++) {
      let x = -rate * v[3 * i]!;
      let y = -rate * v[3 * i + 1]!;
      let z = -rate * v[3 * i + 2]!;
      const first = 8 * base[i]!;
      for (let c = 0; c < 8; c++) {
        const n = 3 * corners[first + c]!;
        const part = share[8 * i + c]!;
        x += part * force[n]!;
        y += part * force[n + 1]!;
        z += part * force[n + 2]!;
      }
      out[3 * i] = out[3 * i]! + weight[i]! * x;
      out[3 * i + 1] = out[3 * i + 1]! + weight[i]! * y;
      out[3 * i + 2] = out[3 * i + 2]! + weight[i]! * z;
    }
  }

  keep(): void {}

  rollback(): void {}

  snapshot(): Uint8Array {
    return packArrays([]);
  }

  restore(): void {}
}
