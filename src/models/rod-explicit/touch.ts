import { OBSTACLE_ROW, type Obstacles } from '../model.ts';
import { layNodes, makeNodalSystem, type NodalSystem, solveNodes, strainOf } from '../nodal-system.ts';
import { type ContactMemory, type ContactRow, makeContactRow, NodeContacts } from '../node-contacts.ts';
import { NodeSurfaces } from '../node-surfaces.ts';
import { type Probes, placeProbes } from '../probes.ts';
import type { PlanePoint } from './constraint-rows.ts';

/** One strand at the end of an internal step, before its constraints are met. */
export interface TouchProblem {
  /** Predicted before; with its lengths and outside of everything after, where that was found. */
  readonly x: Float64Array;
  /** Positions at the start of the internal step. */
  readonly previous: Float64Array;
  /** Where nodes would be at the end of it if they flew on: forces that will balance must not bend the guess. */
  readonly flight: Float64Array;
  /** 0 where a node is held. */
  readonly inverseMass: Float64Array;
  readonly restLength: Float64Array;
  readonly planes: readonly PlanePoint[];
  readonly obstacles: Obstacles | null;
  readonly time: number;
  readonly h: number;
  readonly margin: number;
  readonly tolerance: number;
  readonly memory: ContactMemory;
}

export interface TouchReport {
  solves: number;
  contacts: number;
  isMet: boolean;
}

const MOST_SOLVES = 12;
/** A strand that is nowhere deeper than this, metres, is outside. */
const OUTSIDE = 1e-7;
/** Softness of edges in units of the nodes': lets edges between held nodes be, and lengthens none that can be seen. */
const SOFTNESS = 1e-12;

/**
 * Lengths, surfaces and friction of one strand as one problem: min ½ (x − x̆)ᵀ M (x − x̆)/h², linearised at free flight.
 *
 * Friction that is taken back after a projection, node by node, does not know the tension that it sets free: wound about
 * a cylinder, a strand slid at a ratio of pulls of 1.1 where exp(μφ) is 2.6. Here every tension, push and friction feels
 * every other in one solve.
 */
export class StrandTouch {
  private readonly probes: Probes;
  private readonly contacts = new NodeContacts();
  private readonly surfaces: NodeSurfaces;
  private readonly system: NodalSystem;
  private readonly rows: Float64Array;
  private readonly x: Float64Array;
  private readonly before: Float64Array;
  private readonly inertia: Float64Array;
  private readonly tension: Float64Array;
  private readonly first: Uint32Array;
  private readonly row: ContactRow = makeContactRow();
  private readonly lengths = { strain: 0, error: 0 };

  constructor(nodes: number, probes: Probes) {
    this.probes = probes;
    this.surfaces = new NodeSurfaces(this.contacts, probes);
    this.system = makeNodalSystem(nodes);
    this.rows = new Float64Array(OBSTACLE_ROW * probes.count);
    this.x = new Float64Array(3 * nodes);
    this.before = new Float64Array(3 * nodes);
    this.inertia = new Float64Array(6 * nodes);
    this.tension = new Float64Array(nodes);
    this.first = Uint32Array.of(0, nodes);
  }

  /** Meets all constraints; leaves x as it was where it cannot. */
  meet(problem: TouchProblem): TouchReport {
    const { contacts, before, lengths } = this;
    const { inverseMass, previous, h, obstacles, tolerance } = problem;
    const strand = { x: this.x, previous, inverseMass, from: 0, h };
    const compliance = this.begin(problem);
    const nodes = inverseMass.length;
    const { restLength } = problem;
    const view = {
      ...{ x: this.x, target: problem.x, inertia: this.inertia, restLength, tension: this.tension },
      ...{ compliance, from: 0, to: nodes },
    };
    contacts.begin(strand, problem.memory);
    const report: TouchReport = { solves: 0, contacts: 0, isMet: false };
    while (report.solves < MOST_SOLVES && !report.isMet) {
      before.set(this.x);
      layNodes(view, this.system);
      contacts.addTo(this.system, strand);
      solveNodes(view, this.system);
      report.solves++;
      strainOf(view, lengths);
      let isConverged = contacts.updateActiveSet(strand);
      if (contacts.isRejected && report.solves < MOST_SOLVES / 2) {
        this.x.set(before);
        continue;
      }
      if (obstacles && this.surfaces.follow(strand, obstacles, problem.time)) isConverged = false;
      report.isMet = isConverged && lengths.strain <= tolerance;
    }
    report.contacts = contacts.remember(strand, nodes, problem.memory);
    // What asks for another solve in vain is friction alone.
    report.isMet = lengths.strain <= tolerance && contacts.deepest(strand) <= OUTSIDE;
    if (report.isMet) problem.x.set(this.x);
    return report;
  }

  /** Free flight as the first guess, what is near there, and everything's inertia; returns the edges' compliance. */
  private begin({
    x,
    previous,
    flight,
    inverseMass,
    restLength,
    h,
    obstacles,
    time,
    margin,
    planes,
  }: TouchProblem): number {
    const { inertia, contacts } = this;
    const nodes = inverseMass.length;
    let lightest = 0;
    inertia.fill(0);
    for (let i = 0; i < nodes; i++) {
      const w = inverseMass[i]!;
      lightest = Math.max(lightest, w);
      if (w > 0) inertia[6 * i] = inertia[6 * i + 3] = inertia[6 * i + 5] = 1 / (w * h * h);
      for (let c = 3 * i; c < 3 * i + 3; c++) this.x[c] = w > 0 ? flight[c]! : x[c]!;
    }
    this.tension.fill(0);
    contacts.clear();
    if (obstacles) {
      const { probes, rows } = this;
      placeProbes({ ids: SELF, first: this.first, position: this.x, velocity: this.x, restLength }, probes);
      obstacles.nearest(probes.points, probes.count, time, rows, probes.owners);
      this.surfaces.gather({ x: this.x, previous, inverseMass, from: 0, h }, nodes, rows, margin);
    }
    for (const plane of planes) this.addPlane(plane, h);
    return (SOFTNESS * lightest * h * h) / restLength[0]!;
  }

  private addPlane({ edge, fraction, normal, point, velocity, friction }: PlanePoint, h: number): void {
    const { row } = this;
    row.node = edge;
    row.fraction = fraction;
    [row.nx, row.ny, row.nz] = normal;
    row.offset = normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2];
    row.travelX = h * velocity[0];
    row.travelY = h * velocity[1];
    row.travelZ = h * velocity[2];
    row.friction = friction;
    row.point = -1;
    this.contacts.add(row);
  }
}

const SELF = Uint32Array.of(0);
