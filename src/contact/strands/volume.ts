import type { HairState, OwnStrands } from '../interaction.ts';
import type { InteractionPart } from './interactions.ts';
import { nodeMass, rootRadius } from './mass.ts';
import type { VolumeParameters } from './parameters.ts';
import type { PlaneRows } from './plane-rows.ts';
import { StrandOrder } from './strand-order.ts';
import { Topology } from './topology.ts';
import { type GridItems, type GridState, VolumeGrid } from './volume-grid.ts';

/** Width of a cell in root radii: wider ones see less of the shape (after a shake a curly head kept 87 % of its volume with 1.5 and 2). */
const CELL = 1.32;
/** Hair thinner than this fraction of its groomed density passes no pressure on. */
const THIN = 0.1;
/** Groomed density of a node that the groom does not know: it never presses. */
const UNKNOWN = 1e30;

/**
 * Hair as a volume: a grid carries its density and velocity; where it is denser than groomed it pushes, and neighbours come to
 * move together. Groomed density is kept per node, so the groom itself feels nothing. A node does not count itself: its own
 * fraction of the density changes eightfold with its place in a cell, which made resting hair shiver. Pressure acts between neighbouring
 * grid points, equal and opposite, and goes back to the hair by the weights by which the hair came: momentum is kept exactly.
 * The grid rides with the roots, so a head that moves along does not change what it measures.
 */
export class Volume implements InteractionPart {
  /** Mass of hair, kg, and its momentum times `rate`; after the pressure, its acceleration. */
  readonly grid: VolumeGrid;
  readonly cell: number;
  /** Where the grid's zero is. */
  readonly origin: Float64Array = new Float64Array(3);
  private readonly parameters: VolumeParameters;
  private readonly groom = new Topology();
  private readonly strandOrder: StrandOrder;
  /** Mass of other nodes at each node, as groomed. */
  private readonly groomedDensity: Float64Array;
  /** Mean mass at a grid point near hair, as groomed. */
  private readonly typical: number;
  /** Nodes as the grid knows them, and what they were made from. */
  private items!: GridItems;
  private known: { readonly ids?: Uint32Array; readonly inverseMass?: Float64Array; readonly own?: OwnStrands } = {};

  constructor(parameters: VolumeParameters, groomed: HairState, wantsSimd = true) {
    this.parameters = parameters;
    this.grid = new VolumeGrid(wantsSimd);
    this.cell = parameters.cell > 0 ? parameters.cell : Math.max(CELL * rootRadius(groomed), 1e-4);
    this.groom.update(groomed);
    this.strandOrder = new StrandOrder(groomed);
    this.groomedDensity = new Float64Array(groomed.s.length);
    this.recognise(groomed, this.groom, undefined);
    const state = this.stateOf(groomed, 0);
    const { grid, items, groomedDensity } = this;
    grid.enter(items, state);
    let sum = 0;
    for (let i = 0; i < groomedDensity.length; i++) {
      const [x, y, z] = [0, 1, 2].map((c) => (groomed.position[3 * i + c]! - state.origin[c]!) / this.cell);
      const mass = grid.massAt(x!, y!, z!);
      sum += mass;
      groomedDensity[i] = mass - items.mass[i]! * ownWeight(state, i);
    }
    this.typical = sum > 0 ? sum / groomed.s.length : 1;
    this.known = {};
  }

  act(hair: HairState, topology: Topology, force: Float64Array, _planes: PlaneRows, own?: OwnStrands): void {
    this.recognise(hair, topology, own);
    const { grid, cell, typical } = this;
    const { soundSpeed: speed, slack } = this.parameters;
    // Density at the end of free flight: pressure then damps instead of exciting (stable up to one cell a step).
    grid.enter(this.items, this.stateOf(hair, hair.dt));
    const cells = (speed * hair.dt) / cell;
    // Much faster than a cell a step cannot be: the pressure is what its own motion will leave of it.
    grid.push({ strength: (speed * speed) / (cell * (1 + 0.5 * cells * cells)), slack, thin: THIN * typical });
    grid.take(force);
  }

  /** How dense hair is at a place of the last step near own strands, 1 where it is as dense as groomed on average: shelters from wind. */
  densityAt(x: number, y: number, z: number): number {
    const { origin, cell, grid } = this;
    return grid.massAt((x - origin[0]!) / cell, (y - origin[1]!) / cell, (z - origin[2]!) / cell) / this.typical;
  }

  private stateOf({ position, velocity, ids, first, dt }: HairState, time: number): GridState {
    const { cell, origin } = this;
    const { exchange } = this.parameters;
    // The middle of the strands' first nodes.
    origin.fill(0);
    for (let k = 0; k < ids.length; k++)
      for (let c = 0; c < 3; c++) {
        const at = 3 * first[k]! + c;
        origin[c] = origin[c]! + (position[at]! + time * velocity[at]!) / ids.length;
      }
    return { position, velocity, time, origin, scale: 1 / cell, rate: exchange / (1 + dt * exchange) };
  }

  /** Takes up nodes that are other ones, weigh something else or are simulated elsewhere. */
  private recognise(hair: HairState, topology: Topology, own: OwnStrands | undefined): void {
    const { known, groom, groomedDensity } = this;
    const { ids, first, strand } = topology;
    const { inverseMass } = hair;
    if (known.ids === ids && known.inverseMass === inverseMass && known.own === own) return;
    const mass = new Float64Array(hair.s.length);
    nodeMass(hair, mass);
    const rest = Float64Array.from(strand, (k, i) => {
      const node = groom.node(ids[k]!, i - first[k]!);
      return node >= 0 ? groomedDensity[node]! : UNKNOWN;
    });
    this.items = {
      order: this.nodesInOrder(topology),
      mass,
      rest,
      own: own && Uint8Array.from(strand, (k) => own[k]!),
    };
    this.known = { ids, inverseMass, ...(own ? { own } : {}) };
  }

  /** The nodes of strands that lie beside each other, one after the other. */
  private nodesInOrder(topology: Topology): Uint32Array {
    const order = new Uint32Array(topology.strand.length);
    let count = 0;
    for (const k of this.strandOrder.strands(topology))
      for (let i = topology.first[k]!; i < topology.first[k + 1]!; i++) order[count++] = i;
    return order;
  }
}

/** Fraction of itself that node i finds at its place: the sum of the squares of its weights is the product of those along the axes. */
function ownWeight({ position, velocity, time, origin, scale }: GridState, i: number): number {
  const [x, y, z] = [0, 1, 2].map((c) => {
    const place = (position[3 * i + c]! + time * velocity[3 * i + c]! - origin[c]!) * scale;
    const part = Math.fround(place - Math.floor(place));
    return 1 - 2 * part * (1 - part);
  });
  return x! * y! * z!;
}
