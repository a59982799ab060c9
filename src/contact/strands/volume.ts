import type { HairState } from '../interaction.ts';
import { roomFor } from './growable.ts';
import type { InteractionPart } from './interactions.ts';
import { nodeMass, rootRadius } from './mass.ts';
import type { VolumeParameters } from './parameters.ts';
import { StrandOrder } from './strand-order.ts';
import { Topology } from './topology.ts';
import { POINT, VolumeGrid } from './volume-grid.ts';

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
  /** Mass of hair, kg, and its momentum times `rate`; after the pressure, its acceleration. */
  readonly grid = new VolumeGrid();
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
  private readonly strandOrder: StrandOrder;
  private order: Uint32Array;

  constructor(parameters: VolumeParameters, groomed: HairState) {
    this.parameters = parameters;
    this.cell = parameters.cell > 0 ? parameters.cell : Math.max(CELL * rootRadius(groomed), 1e-4);
    this.groom.update(groomed);
    this.strandOrder = new StrandOrder(groomed);
    this.order = this.nodesInOrder(this.groom);
    this.deposit(groomed, 0);
    const { grid, origin, cell } = this;
    const x = groomed.position;
    let sum = 0;
    this.groomedDensity = groomed.s.map((_, i) => {
      const [px, py, pz] = [0, 1, 2].map((c) => (x[3 * i + c]! - origin[c]!) / cell) as [number, number, number];
      const mass = grid.massAt(px, py, pz);
      sum += mass;
      return mass - this.weight[i]! * ownWeight(grid.part, 3 * i);
    });
    this.typical = sum > 0 ? sum / groomed.s.length : 1;
  }

  act(hair: HairState, topology: Topology, force: Float64Array): void {
    this.recognise(topology);
    // Density at the end of free flight: pressure then damps instead of exciting (stable up to one cell a step).
    this.deposit(hair, hair.dt);
    this.givePressure(hair.dt);
    this.pushPoints();
    takeForces(this.grid, this.weight, hair.velocity, this.rate, force);
  }

  /** How dense hair is at a place of the last step, 1 where it is as dense as groomed on average: shelters from wind. */
  densityAt(x: number, y: number, z: number): number {
    const { origin, cell, grid } = this;
    return grid.massAt((x - origin[0]!) / cell, (y - origin[1]!) / cell, (z - origin[2]!) / cell) / this.typical;
  }

  private deposit(hair: HairState, time: number): void {
    const { cell, origin, order, parameters } = this;
    const { position, velocity } = hair;
    this.weight = roomFor(this.weight, hair.s.length);
    nodeMass(hair, this.weight);
    this.placeOrigin(hair, time);
    this.rate = parameters.exchange / (1 + hair.dt * parameters.exchange);
    const mass = this.weight.subarray(0, hair.s.length);
    this.grid.enter({ order, mass, position, velocity, time, origin, scale: 1 / cell, rate: this.rate });
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

  /** The nodes of strands that lie beside each other, one after the other. */
  private nodesInOrder(topology: Topology): Uint32Array {
    const order = new Uint32Array(topology.strand.length);
    let count = 0;
    for (const k of this.strandOrder.strands(topology))
      for (let i = topology.first[k]!; i < topology.first[k + 1]!; i++) order[count++] = i;
    return order;
  }

  private recognise(topology: Topology): void {
    if (this.known === topology.ids) return;
    this.known = topology.ids;
    this.order = this.nodesInOrder(topology);
    this.rest = Float64Array.from(topology.strand, (k, i) => {
      const node = this.groom.node(topology.ids[k]!, i - topology.first[k]!);
      return node >= 0 ? this.groomedDensity[node]! : Number.MAX_VALUE / 4;
    });
  }

  /** Pressure at every node, newton, goes to the grid points by mass and fraction. */
  private givePressure(dt: number): void {
    const { grid, cell, rest, weight } = this;
    const { soundSpeed: speed, slack } = this.parameters;
    const cells = (speed * dt) / cell;
    // Much faster than a cell a step cannot be: the pressure is what its own motion will leave of it.
    const strength = (speed * speed) / (cell * (1 + 0.5 * cells * cells));
    this.pressure = roomFor(this.pressure, grid.count);
    this.pressure.fill(0, 0, grid.count);
    press(grid, { weight, rest, strength, slack }, this.pressure);
  }

  /**
   * Neighbouring grid points push each other with the mean of their pressures, each the mean over its hair, and pull their hair
   * towards their own velocity. Leaves accelerations where momenta were.
   */
  private pushPoints(): void {
    const { pressure } = this;
    const { count, next, points } = this.grid;
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
}

/** Math.min without a branch that cannot be foretold, for what is not negative. */
function lesser(a: number, b: number): number {
  return 0.5 * (a + b - Math.abs(a - b));
}

/** The number a fraction t of the way from a to b. */
function mix(a: number, b: number, t: number): number {
  return a + t * (b - a);
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

/** Kernel. Density of every node, its pressure, and that to the points by its weights, in one go. */
function press(
  { cellOf, corners, part, order, points }: VolumeGrid,
  { weight, rest, strength, slack }: PressureLaw,
  pressure: Float64Array,
): void {
  for (let n = 0; n < order.length; n++) {
    const i = order[n]!;
    const at = 8 * cellOf[i]!;
    const x = part[3 * i]!;
    const y = part[3 * i + 1]!;
    const z = part[3 * i + 2]!;
    const front = mix(points[corners[at]!]!, points[corners[at + 1]!]!, x);
    const back = mix(points[corners[at + 2]!]!, points[corners[at + 3]!]!, x);
    const upFront = mix(points[corners[at + 4]!]!, points[corners[at + 5]!]!, x);
    const upBack = mix(points[corners[at + 6]!]!, points[corners[at + 7]!]!, x);
    const here = mix(mix(front, back, y), mix(upFront, upBack, y), z);
    const groomed = rest[i]!;
    const excess = (here - weight[i]! * ownWeight(part, 3 * i) - (1 + slack) * groomed) / (groomed + OWN * weight[i]!);
    if (excess <= 0) continue;
    // The law of `soundSpeed`.
    const soft = lesser(excess, SOFT);
    const amount = weight[i]! * strength * here * (excess - soft + (soft * soft) / (2 * SOFT));
    const high = amount * z;
    const low = amount - high;
    addPair(pressure, corners, at, low - low * y, x);
    addPair(pressure, corners, at + 2, low * y, x);
    addPair(pressure, corners, at + 4, high - high * y, x);
    addPair(pressure, corners, at + 6, high * y, x);
  }
}

/** Shares an amount between two points side by side, whose offsets are POINT times their numbers. */
function addPair(values: Float64Array, corners: Int32Array, at: number, amount: number, x: number): void {
  const a = corners[at]! >> 2;
  const b = corners[at + 1]! >> 2;
  values[a] = values[a]! + (amount - amount * x);
  values[b] = values[b]! + amount * x;
}

/** Kernel. The accelerations of the points at every node, less its velocity times `rate`, times its mass, added to `out`. */
export function takeForces(
  { cellOf, corners, part, order, points }: VolumeGrid,
  mass: Float64Array,
  velocity: Float64Array,
  rate: number,
  out: Float64Array,
): void {
  for (let n = 0; n < order.length; n++) {
    const i = order[n]!;
    const at = 8 * cellOf[i]!;
    const x = part[3 * i]!;
    const y = part[3 * i + 1]!;
    const z = part[3 * i + 2]!;
    const m = mass[i]!;
    const to = 3 * i;
    const n0 = corners[at]!;
    const n1 = corners[at + 1]!;
    const n2 = corners[at + 2]!;
    const n3 = corners[at + 3]!;
    const n4 = corners[at + 4]!;
    const n5 = corners[at + 5]!;
    const n6 = corners[at + 6]!;
    const n7 = corners[at + 7]!;
    let low = mix(mix(points[n0 + 1]!, points[n1 + 1]!, x), mix(points[n2 + 1]!, points[n3 + 1]!, x), y);
    let high = mix(mix(points[n4 + 1]!, points[n5 + 1]!, x), mix(points[n6 + 1]!, points[n7 + 1]!, x), y);
    out[to] = out[to]! + m * (mix(low, high, z) - rate * velocity[to]!);
    low = mix(mix(points[n0 + 2]!, points[n1 + 2]!, x), mix(points[n2 + 2]!, points[n3 + 2]!, x), y);
    high = mix(mix(points[n4 + 2]!, points[n5 + 2]!, x), mix(points[n6 + 2]!, points[n7 + 2]!, x), y);
    out[to + 1] = out[to + 1]! + m * (mix(low, high, z) - rate * velocity[to + 1]!);
    low = mix(mix(points[n0 + 3]!, points[n1 + 3]!, x), mix(points[n2 + 3]!, points[n3 + 3]!, x), y);
    high = mix(mix(points[n4 + 3]!, points[n5 + 3]!, x), mix(points[n6 + 3]!, points[n7 + 3]!, x), y);
    out[to + 2] = out[to + 2]! + m * (mix(low, high, z) - rate * velocity[to + 2]!);
  }
}
