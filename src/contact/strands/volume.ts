import { packArrays } from '../../models/snapshot.ts';
import type { HairState } from '../interaction.ts';
import { BoxGrid, type Runs } from './box-grid.ts';
import { roomFor } from './growable.ts';
import type { InteractionPart } from './interactions.ts';
import { nodeMass, rootRadius } from './mass.ts';
import type { VolumeParameters } from './parameters.ts';
import { strandsByPlace } from './strand-order.ts';
import { Topology } from './topology.ts';
import { addNumber, giveMomenta, mix, POINT, takeForces, takeMasses } from './trilinear.ts';

/** Width of a cell in root radii: wider ones see less of the shape (after a shake a curly head kept 87 % of its volume with 1.5 and 2). */
const CELL = 1.32;
/** Excess of density over which pressure sets in softly. */
const SOFT = 0.05;
/** Fraction of its own mass that a node finds at its place on average over where it is in its cell: (2/3)³. */
const OWN = 8 / 27;
/** Hair thinner than this fraction of its groomed density passes no pressure on. */
const THIN = 0.1;

/**
 * Hair as a volume: a grid carries its density and velocity; where it is denser than groomed it pushes, and neighbours come to
 * move together. Groomed density is kept per node, so the groom itself feels nothing. A node does not count itself: its own
 * fraction of the density changes eightfold with its place in a cell, which made resting hair shiver. Pressure acts between neighbouring
 * grid points, equal and opposite, and goes back to the hair by the weights by which the hair came: momentum is kept exactly.
 * The grid rides with the roots, so a head that moves along does not change what it measures.
 */
export class Volume implements InteractionPart {
  readonly grid = new BoxGrid();
  /** POINT numbers a grid point: mass of hair, kg, and its momentum times `rate`; after the pressure, its acceleration. */
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
  private weight: Float64Array = new Float64Array(0);
  /** How fast hair takes over the velocity around it in this step, 1/s. */
  private rate = 0;
  private pressure: Float64Array = new Float64Array(0);
  /** How much pressure each grid point passes on, 0 .. 1. */
  private passing: Float64Array = new Float64Array(0);
  /** Two sides push each grid point along each axis: a sum that does not depend on how points are numbered. */
  private force: Float64Array = new Float64Array(0);
  /** Groomed density of every node as it is now; the largest number where the groom does not know the node. */
  private rest: Float64Array = new Float64Array(0);
  private known: Uint32Array | null = null;
  /** Strands of the groom, neighbours one after the other, by id; and the nodes of those that there are now. */
  private readonly order: Uint32Array;
  private runs: Runs;

  constructor(parameters: VolumeParameters, groomed: HairState) {
    this.parameters = parameters;
    this.cell = parameters.cell > 0 ? parameters.cell : Math.max(CELL * rootRadius(groomed), 1e-4);
    this.groom.update(groomed);
    this.order = strandsByPlace(groomed).map((k) => groomed.ids[k]!);
    this.runs = this.runsOf(this.groom);
    this.deposit(groomed, 0);
    const nodes = groomed.s.length;
    this.groomedDensity = new Float64Array(nodes);
    takeMasses(this.grid, this.points, this.groomedDensity);
    let sum = 0;
    for (let i = 0; i < nodes; i++) {
      sum += this.groomedDensity[i]!;
      this.groomedDensity[i] = this.groomedDensity[i]! - this.weight[i]! * ownWeight(this.grid.part, 3 * i);
    }
    this.typical = nodes > 0 && sum > 0 ? sum / nodes : 1;
  }

  act(hair: HairState, topology: Topology, force: Float64Array): void {
    this.recognise(topology);
    // Density at the end of free flight: pressure then damps instead of exciting (stable up to one cell a step).
    this.deposit(hair, hair.dt);
    this.givePressure(hair);
    this.pushPoints();
    takeForces(this.grid, this.weight, hair.velocity, this.rate, this.points, force);
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
    const { grid, cell, origin, parameters, runs } = this;
    const { position, velocity } = hair;
    grid.enter({ count: nodes, runs, position, velocity, time, origin, scale: 1 / cell });
    this.points = roomFor(this.points, POINT * grid.count);
    this.points.fill(0, 0, POINT * grid.count);
    this.rate = parameters.exchange / (1 + hair.dt * parameters.exchange);
    giveMomenta(grid, this.weight, velocity, this.rate, this.points);
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

  /** The nodes of strands that lie beside each other, one after the other; strands that the groom does not know come last. */
  private runsOf(topology: Topology): Runs {
    const isKnown = new Set(this.order);
    const ids = [...this.order, ...topology.ids.filter((id) => !isKnown.has(id))];
    const strands = Uint32Array.from(ids.map((id) => topology.strandOf(id)).filter((k) => k >= 0));
    return { from: strands.map((k) => topology.first[k]!), to: strands.map((k) => topology.first[k + 1]!) };
  }

  private recognise(topology: Topology): void {
    if (this.known === topology.ids) return;
    this.known = topology.ids;
    this.runs = this.runsOf(topology);
    this.rest = new Float64Array(topology.strand.length).fill(Number.MAX_VALUE / 4);
    for (let i = 0; i < this.rest.length; i++) {
      const k = topology.strand[i]!;
      const node = this.groom.node(topology.ids[k]!, i - topology.first[k]!);
      if (node >= 0) this.rest[i] = this.groomedDensity[node]!;
    }
  }

  /** Pressure at every node, newton, goes to the grid points by mass and fraction. */
  private givePressure(hair: HairState): void {
    const { grid, cell, rest, weight } = this;
    const { soundSpeed: speed, slack } = this.parameters;
    const cells = (speed * hair.dt) / cell;
    // Much faster than a cell a step cannot be: the pressure is what its own motion will leave of it.
    const strength = (speed * speed) / (cell * (1 + 0.5 * cells * cells));
    this.pressure = roomFor(this.pressure, grid.count);
    this.pressure.fill(0, 0, grid.count);
    press(grid, this.points, { weight, rest, strength, slack }, this.pressure);
  }

  /**
   * Neighbouring grid points push each other with the mean of their pressures, each the mean over its hair, and pull their hair
   * towards their own velocity. Leaves accelerations where momenta were.
   */
  private pushPoints(): void {
    const { pressure, points } = this;
    const { count, next } = this.grid;
    this.passing = roomFor(this.passing, count);
    this.force = roomFor(this.force, 3 * count);
    const { passing, force } = this;
    force.fill(0, 0, 3 * count);
    // Point 0 stands where there is no neighbour: it passes nothing on.
    const inverse = 1 / (THIN * this.typical);
    for (let n = 1; n < count; n++) {
      const mass = points[POINT * n]!;
      pressure[n] = mass > 0 ? (0.5 * pressure[n]!) / mass : 0;
      passing[n] = lesser(inverse * mass, 1);
    }
    for (let n = 1; n < count; n++) {
      const own = passing[n]!;
      const p = pressure[n]!;
      const x = next[3 * n]!;
      const y = next[3 * n + 1]!;
      const z = next[3 * n + 2]!;
      const fx = lesser(own, passing[x]!) * (p + pressure[x]!);
      const fy = lesser(own, passing[y]!) * (p + pressure[y]!);
      const fz = lesser(own, passing[z]!) * (p + pressure[z]!);
      force[3 * n] = force[3 * n]! - fx;
      force[3 * n + 1] = force[3 * n + 1]! - fy;
      force[3 * n + 2] = force[3 * n + 2]! - fz;
      force[3 * x] = force[3 * x]! + fx;
      force[3 * y + 1] = force[3 * y + 1]! + fy;
      force[3 * z + 2] = force[3 * z + 2]! + fz;
    }
    for (let n = 1; n < count; n++) {
      const mass = points[POINT * n]!;
      const part = mass > 0 ? 1 / mass : 0;
      points[POINT * n + 1] = part * (points[POINT * n + 1]! + force[3 * n]!);
      points[POINT * n + 2] = part * (points[POINT * n + 2]! + force[3 * n + 1]!);
      points[POINT * n + 3] = part * (points[POINT * n + 3]! + force[3 * n + 2]!);
    }
  }

  snapshot(): Uint8Array {
    return packArrays([]);
  }

  restore(): void {}
}

/** Math.min without a branch that cannot be foretold, for what is not negative. */
function lesser(a: number, b: number): number {
  return 0.5 * (a + b - Math.abs(a - b));
}

/** Fraction of itself that a node finds at its place: the sum of the squares of its weights is the product of those along the axes. */
function ownWeight(part: Float32Array, at: number): number {
  const x = part[at]!;
  const y = part[at + 1]!;
  const z = part[at + 2]!;
  return (1 - 2 * x * (1 - x)) * (1 - 2 * y * (1 - y)) * (1 - 2 * z * (1 - z));
}

/** What the pressure of hair depends on: mass and groomed density of every node, and how hard and when it pushes. */
interface PressureLaw {
  readonly weight: Float64Array;
  readonly rest: Float64Array;
  readonly strength: number;
  readonly slack: number;
}

/** Kernel. Density of every node (`takeMasses`), its pressure, and that to the points (`giveNumbers`), in one go. */
function press(
  { cellOf, corners, part, runs }: BoxGrid,
  points: Float64Array,
  { weight, rest, strength, slack }: PressureLaw,
  pressure: Float64Array,
): void {
  for (let k = 0; k < runs.from.length; k++) {
    const end = runs.to[k]!;
    for (let i = runs.from[k]!; i < end; i++) {
      const at = 8 * cellOf[i]!;
      const x = part[3 * i]!;
      const y = part[3 * i + 1]!;
      const z = part[3 * i + 2]!;
      const a = corners[at]!;
      const b = corners[at + 1]!;
      const c = corners[at + 2]!;
      const d = corners[at + 3]!;
      const e = corners[at + 4]!;
      const f = corners[at + 5]!;
      const g = corners[at + 6]!;
      const h = corners[at + 7]!;
      const front = mix(points[POINT * a]!, points[POINT * b]!, x);
      const back = mix(points[POINT * c]!, points[POINT * d]!, x);
      const upFront = mix(points[POINT * e]!, points[POINT * f]!, x);
      const upBack = mix(points[POINT * g]!, points[POINT * h]!, x);
      const here = mix(mix(front, back, y), mix(upFront, upBack, y), z);
      const groomed = rest[i]!;
      const excess =
        (here - weight[i]! * ownWeight(part, 3 * i) - (1 + slack) * groomed) / (groomed + OWN * weight[i]!);
      if (excess <= 0) continue;
      // The law of `soundSpeed`.
      const soft = lesser(excess, SOFT);
      const amount = weight[i]! * strength * here * (excess - soft + (soft * soft) / (2 * SOFT));
      const high = amount * z;
      const low = amount - high;
      const highBack = high * y;
      const highFront = high - highBack;
      const lowBack = low * y;
      const lowFront = low - lowBack;
      addNumber(pressure, a, lowFront - lowFront * x);
      addNumber(pressure, b, lowFront * x);
      addNumber(pressure, c, lowBack - lowBack * x);
      addNumber(pressure, d, lowBack * x);
      addNumber(pressure, e, highFront - highFront * x);
      addNumber(pressure, f, highFront * x);
      addNumber(pressure, g, highBack - highBack * x);
      addNumber(pressure, h, highBack * x);
    }
  }
}
