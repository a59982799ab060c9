import { factorBanded, solveBanded } from '../../numeric/banded.ts';
import { addJoint, makeRodSystem, type RodSystem } from './assemble.ts';
import { carryFrames } from './frames.ts';
import { BAND, type JointArrays, LANES, MEASURES, measureJoint, UNKNOWNS, WIDTH } from './kernel.ts';
import type { RodGroup } from './state.ts';

/** One-sided contact of a node: it stays on the outer side of a plane, with Coulomb friction against it. */
export interface NodeContact {
  readonly node: number;
  readonly normal: readonly [number, number, number];
  /** The plane at the end of the step: normal · x ≥ offset. */
  readonly offset: number;
  /** Where the material under the node goes in the step. */
  readonly travel: readonly [number, number, number];
  readonly friction: number;
}

/** What the solver is asked for one strand and step. Rows are plain, not lane-strided. */
export interface StrandProblem {
  readonly group: RodGroup;
  readonly lane: number;
  /** Six a node: symmetric inertia, 1/s² times kg and whatever else pulls to `target`. All zero where the node is held. */
  readonly inertia: Float64Array;
  readonly target: Float64Array;
  /** 1 where an edge's frame is held. */
  readonly heldAngle: Uint8Array;
  /** Positions and m1 at the start of the step; m1 at its end for held edges. */
  readonly xStart: Float64Array;
  readonly m1Start: Float64Array;
  /** Measures that internal friction pulls towards, lane-strided. */
  readonly pastMeasure: Float64Array;
  /** γ/H of the step. */
  readonly viscosity: number;
  readonly inverseStepSquared: number;
  readonly contacts: readonly NodeContact[];
}

export interface SolveReport {
  solves: number;
  halvings: number;
  strain: number;
}

/** A further solve follows while an edge is off by more than this: the issue of stiffness never rests on iterations. */
const STRAIN_TOLERANCE = 5e-4;
/** And after a move larger than this (radian; shares of an edge): the guess was far off, so was the linearisation. */
const CHANGE_TOLERANCE = 0.1;
const MOST_SOLVES = 12;
const MOST_HALVINGS = 5;
/** Contact stiffness in units of the node's inertia: a node at rest sinks in by less than a micrometre. */
const CONTACT_STIFFNESS = 2000;

/** Solves one strand's implicit step: Gauss–Newton on its incremental energy with tensions as unknowns. */
export class RodSolver {
  readonly system: RodSystem;
  private readonly turn: Float64Array;
  private readonly saved: Float64Array;
  private readonly savedTurn: Float64Array;
  private readonly joints: Map<RodGroup, JointArrays> = new Map();

  constructor(mostNodes: number) {
    this.system = makeRodSystem(mostNodes);
    this.turn = new Float64Array(mostNodes);
    this.saved = new Float64Array(3 * mostNodes);
    this.savedTurn = new Float64Array(mostNodes);
  }

  /** The group's x must hold the first guess; leaves the solution in x, m1, measure and tension. */
  solve(problem: StrandProblem): SolveReport {
    const { group, lane } = problem;
    const joint = this.jointsOf(problem);
    this.turn.fill(0);
    this.carry(problem);
    const report: SolveReport = { solves: 0, halvings: 0, strain: 0 };
    for (;;) {
      this.assemble(problem, joint);
      const size = UNKNOWNS * group.nodes - 2;
      factorBanded(this.system.matrix, size, BAND);
      solveBanded(this.system.matrix, this.system.rhs, size, BAND);
      report.solves++;
      const change = this.advance(problem, joint, report);
      report.strain = worstStrain(group, lane);
      const isGood = report.strain < STRAIN_TOLERANCE && change < CHANGE_TOLERANCE;
      if (isGood || report.solves >= MOST_SOLVES) break;
    }
    for (let node = 1; node < group.nodes - 1; node++) measureJoint(joint, node, lane, this.system.jacobian);
    return report;
  }

  private jointsOf({ group, pastMeasure }: StrandProblem): JointArrays {
    let joint = this.joints.get(group);
    if (!joint) {
      joint = {
        x: group.x,
        m1: group.m1,
        restLength: group.restLength,
        restMeasure: group.restMeasure,
        pastMeasure,
        measure: group.measure,
        weight: group.weight,
        frictionWeight: group.frictionWeight,
      };
      this.joints.set(group, joint);
    }
    return joint;
  }

  private carry(problem: StrandProblem): void {
    const { group, lane } = problem;
    const { xStart, m1Start, heldAngle } = problem;
    carryFrames(group.x, group.m1, xStart, m1Start, this.turn, heldAngle, group.nodes, lane);
  }

  /** Builds the system at the present guess. */
  private assemble(problem: StrandProblem, joint: JointArrays): void {
    const { group, lane } = problem;
    this.system.matrix.fill(0, 0, UNKNOWNS * group.nodes * WIDTH);
    addInertia(problem, this.system);
    addEdges(problem, this.system);
    for (const contact of problem.contacts) addContact(problem, this.system, contact);
    for (let node = 1; node < group.nodes - 1; node++) addJoint(joint, this.system, node, lane, problem.viscosity);
    hold(problem, this.system);
  }

  /** Moves by the solution, halving the move while the energy rises on a move that is large. Returns the change made. */
  private advance(problem: StrandProblem, joint: JointArrays, report: SolveReport): number {
    const { group, lane } = problem;
    const { rhs } = this.system;
    const change = largestChange(group, lane, rhs);
    const isLarge = change > 0.5;
    const before = isLarge ? this.energy(problem, joint) : 0;
    for (let i = 0; i < 3 * group.nodes; i++) this.saved[i] = group.x[LANES * i + lane]!;
    this.savedTurn.set(this.turn);
    let share = 1;
    for (let halving = 0; ; halving++) {
      this.move(problem, share);
      if (!isLarge || halving === MOST_HALVINGS || this.energy(problem, joint) <= before) break;
      share *= 0.5;
      report.halvings++;
    }
    for (let i = 0; i < group.nodes - 1; i++) group.tension[LANES * i + lane] = rhs[UNKNOWNS * i + 4]!;
    return share * change;
  }

  private move(problem: StrandProblem, share: number): void {
    const { group, lane } = problem;
    const { rhs } = this.system;
    for (let node = 0; node < group.nodes; node++) {
      const u = UNKNOWNS * node;
      for (let c = 0; c < 3; c++)
        group.x[LANES * (3 * node + c) + lane] = this.saved[3 * node + c]! + share * rhs[u + c]!;
      if (node < group.nodes - 1) this.turn[node] = this.savedTurn[node]! + share * rhs[u + 3]!;
    }
    this.carry(problem);
  }

  /** Incremental energy: inertia, elasticity, friction, true stretch, contact. What the step minimises. */
  energy(problem: StrandProblem, joint: JointArrays): number {
    const { group, lane } = problem;
    let sum = inertiaEnergy(problem) + stretchEnergy(group, lane) + contactEnergy(problem);
    for (let node = 1; node < group.nodes - 1; node++) {
      measureJoint(joint, node, lane, this.system.jacobian);
      const r = MEASURES * LANES * node + lane;
      const friction = problem.viscosity * group.frictionWeight[LANES * node + lane]!;
      for (let k = 0; k < MEASURES; k++) {
        const q = r + k * LANES;
        const strain = group.measure[q]! - group.restMeasure[q]!;
        const rate = group.measure[q]! - joint.pastMeasure[q]!;
        sum += 0.5 * (group.weight[q]! * strain * strain + (k === 4 ? 2 : 1) * friction * rate * rate);
      }
    }
    return sum;
  }
}

function addInertia(problem: StrandProblem, system: RodSystem): void {
  const { group, lane, inertia, target } = problem;
  const { matrix, rhs } = system;
  const { x } = group;
  for (let node = 0; node < group.nodes; node++) {
    const c = 3 * LANES * node + lane;
    const s = 6 * node;
    const u = UNKNOWNS * node;
    const xx = inertia[s]!;
    const xy = inertia[s + 1]!;
    const xz = inertia[s + 2]!;
    const yy = inertia[s + 3]!;
    const yz = inertia[s + 4]!;
    const zz = inertia[s + 5]!;
    const dx = target[3 * node]! - x[c]!;
    const dy = target[3 * node + 1]! - x[c + LANES]!;
    const dz = target[3 * node + 2]! - x[c + 2 * LANES]!;
    rhs[u] = xx * dx + xy * dy + xz * dz;
    rhs[u + 1] = xy * dx + yy * dy + yz * dz;
    rhs[u + 2] = xz * dx + yz * dy + zz * dz;
    rhs[u + 3] = 0;
    rhs[u + 4] = 0;
    const m = u * WIDTH + BAND;
    matrix[m] = xx;
    matrix[m + WIDTH - 1] = xy;
    matrix[m + WIDTH] = yy;
    matrix[m + 2 * WIDTH - 2] = xz;
    matrix[m + 2 * WIDTH - 1] = yz;
    matrix[m + 2 * WIDTH] = zz;
    // The fibre's own moment of inertia keeps the angle of a free edge determined.
    matrix[m + 3 * WIDTH] = group.spin[LANES * node + lane]! * problem.inverseStepSquared;
  }
}

/** Lengths as constraints with the fibre's true compliance; tension of the last solve as geometric stiffness. */
function addEdges(problem: StrandProblem, system: RodSystem): void {
  const { group, lane } = problem;
  const { matrix, rhs } = system;
  const { x, restLength, tension } = group;
  const compliance = group.compliance[lane]!;
  for (let node = 0; node < group.nodes - 1; node++) {
    const c = 3 * LANES * node + lane;
    const d = c + 3 * LANES;
    const ex = x[d]! - x[c]!;
    const ey = x[d + LANES]! - x[c + LANES]!;
    const ez = x[d + 2 * LANES]! - x[c + 2 * LANES]!;
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
    const tx = ex / length;
    const ty = ey / length;
    const tz = ez / length;
    const l = restLength[LANES * node + lane]!;
    const u = UNKNOWNS * node;
    const m = u * WIDTH + BAND;
    // Row of the tension: u + 4; columns u.. of this node; rows u + 5.. of the next.
    const row = m + 4 * WIDTH;
    matrix[row - 4] = -tx;
    matrix[row - 3] = -ty;
    matrix[row - 2] = -tz;
    matrix[row] = -compliance * l;
    matrix[row + WIDTH - 1] = tx;
    matrix[row + 2 * WIDTH - 2] = ty;
    matrix[row + 3 * WIDTH - 3] = tz;
    rhs[u + 4] = l - length;
    const pull = tension[LANES * node + lane]! / length;
    if (pull <= 0) continue;
    const xx = pull * (1 - tx * tx);
    const xy = -pull * tx * ty;
    const xz = -pull * tx * tz;
    const yy = pull * (1 - ty * ty);
    const yz = -pull * ty * tz;
    const zz = pull * (1 - tz * tz);
    addSymmetricBlock(matrix, m, xx, xy, xz, yy, yz, zz);
    addSymmetricBlock(matrix, m + UNKNOWNS * WIDTH, xx, xy, xz, yy, yz, zz);
    // Rows of the next node, columns of this one.
    const n = m + UNKNOWNS * WIDTH - UNKNOWNS;
    matrix[n] = matrix[n]! - xx;
    matrix[n + 1] = matrix[n + 1]! - xy;
    matrix[n + 2] = matrix[n + 2]! - xz;
    const p = n + WIDTH - 1;
    matrix[p] = matrix[p]! - xy;
    matrix[p + 1] = matrix[p + 1]! - yy;
    matrix[p + 2] = matrix[p + 2]! - yz;
    const q = n + 2 * WIDTH - 2;
    matrix[q] = matrix[q]! - xz;
    matrix[q + 1] = matrix[q + 1]! - yz;
    matrix[q + 2] = matrix[q + 2]! - zz;
  }
}

/** Adds a symmetric 3x3 block on the diagonal; `m` is the place of its first diagonal entry. */
function addSymmetricBlock(
  matrix: Float64Array,
  m: number,
  xx: number,
  xy: number,
  xz: number,
  yy: number,
  yz: number,
  zz: number,
): void {
  matrix[m] = matrix[m]! + xx;
  matrix[m + WIDTH - 1] = matrix[m + WIDTH - 1]! + xy;
  matrix[m + WIDTH] = matrix[m + WIDTH]! + yy;
  matrix[m + 2 * WIDTH - 2] = matrix[m + 2 * WIDTH - 2]! + xz;
  matrix[m + 2 * WIDTH - 1] = matrix[m + 2 * WIDTH - 1]! + yz;
  matrix[m + 2 * WIDTH] = matrix[m + 2 * WIDTH]! + zz;
}

/** How deep a contact's node is at the present guess, and its slip over the surface so far. */
function contactState(problem: StrandProblem, contact: NodeContact): { depth: number; slip: [number, number, number] } {
  const { group, lane, xStart } = problem;
  const { node, normal, travel } = contact;
  const c = 3 * LANES * node + lane;
  const p = [group.x[c]!, group.x[c + LANES]!, group.x[c + 2 * LANES]!] as const;
  const depth = contact.offset - (normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2]);
  const sx = p[0] - xStart[3 * node]! - travel[0];
  const sy = p[1] - xStart[3 * node + 1]! - travel[1];
  const sz = p[2] - xStart[3 * node + 2]! - travel[2];
  const along = sx * normal[0] + sy * normal[1] + sz * normal[2];
  return { depth, slip: [sx - along * normal[0], sy - along * normal[1], sz - along * normal[2]] };
}

function contactStiffness(problem: StrandProblem, node: number): number {
  return CONTACT_STIFFNESS * problem.group.mass[LANES * node + problem.lane]! * problem.inverseStepSquared;
}

/** A stiff one-sided spring along the normal and, while it pushes, one across it that yields at Coulomb's limit. */
function addContact(problem: StrandProblem, system: RodSystem, contact: NodeContact): void {
  const { node, normal } = contact;
  if (problem.inertia[6 * node] === 0) return;
  const { depth, slip } = contactState(problem, contact);
  if (depth <= 0) return;
  const k = contactStiffness(problem, node);
  const slipped = Math.sqrt(slip[0] * slip[0] + slip[1] * slip[1] + slip[2] * slip[2]);
  const limit = contact.friction * k * depth;
  const kt = slipped * k > limit ? limit / slipped : k * (contact.friction > 0 ? 1 : 0);
  const kn = k - kt;
  const [nx, ny, nz] = normal;
  const u = UNKNOWNS * node;
  const m = u * WIDTH + BAND;
  addSymmetricBlock(
    system.matrix,
    m,
    kt + kn * nx * nx,
    kn * nx * ny,
    kn * nx * nz,
    kt + kn * ny * ny,
    kn * ny * nz,
    kt + kn * nz * nz,
  );
  for (let c = 0; c < 3; c++) system.rhs[u + c] = system.rhs[u + c]! + k * depth * normal[c]! - kt * slip[c]!;
}

/** Rows and columns of held nodes and angles become those of the identity. */
function hold(problem: StrandProblem, system: RodSystem): void {
  const { group } = problem;
  const size = UNKNOWNS * group.nodes - 2;
  for (let node = 0; node < group.nodes; node++) {
    const u = UNKNOWNS * node;
    if (problem.inertia[6 * node] === 0) for (let c = 0; c < 3; c++) holdRow(system, u + c, size);
    if (node < group.nodes - 1 && problem.heldAngle[node]) holdRow(system, u + 3, size);
  }
}

function holdRow(system: RodSystem, row: number, size: number): void {
  const { matrix, rhs } = system;
  const m = row * WIDTH;
  for (let k = 0; k < BAND; k++) matrix[m + k] = 0;
  for (let k = 1; k <= BAND && row + k < size; k++) matrix[m + k * WIDTH + BAND - k] = 0;
  matrix[m + BAND] = 1;
  rhs[row] = 0;
}

/** Largest move of a node in shares of its edge, or turn of an edge. */
function largestChange(group: RodGroup, lane: number, rhs: Float64Array): number {
  let largest = 0;
  for (let node = 0; node < group.nodes; node++) {
    const u = UNKNOWNS * node;
    const edge = node < group.nodes - 1 ? node : node - 1;
    const l = group.restLength[LANES * edge + lane]!;
    const move = Math.abs(rhs[u]!) + Math.abs(rhs[u + 1]!) + Math.abs(rhs[u + 2]!);
    largest = Math.max(largest, move / l, node < group.nodes - 1 ? Math.abs(rhs[u + 3]!) : 0);
  }
  return largest;
}

export function worstStrain(group: RodGroup, lane: number): number {
  let worst = 0;
  for (let node = 0; node < group.nodes - 1; node++)
    worst = Math.max(worst, Math.abs(edgeLength(group, lane, node) / group.restLength[LANES * node + lane]! - 1));
  return worst;
}

function edgeLength(group: RodGroup, lane: number, node: number): number {
  const { x } = group;
  const c = 3 * LANES * node + lane;
  const d = c + 3 * LANES;
  const ex = x[d]! - x[c]!;
  const ey = x[d + LANES]! - x[c + LANES]!;
  const ez = x[d + 2 * LANES]! - x[c + 2 * LANES]!;
  return Math.sqrt(ex * ex + ey * ey + ez * ez);
}

function inertiaEnergy({ group, lane, inertia, target }: StrandProblem): number {
  let sum = 0;
  for (let node = 0; node < group.nodes; node++) {
    const c = 3 * LANES * node + lane;
    const s = 6 * node;
    const dx = group.x[c]! - target[3 * node]!;
    const dy = group.x[c + LANES]! - target[3 * node + 1]!;
    const dz = group.x[c + 2 * LANES]! - target[3 * node + 2]!;
    const ax = inertia[s]! * dx + inertia[s + 1]! * dy + inertia[s + 2]! * dz;
    const ay = inertia[s + 1]! * dx + inertia[s + 3]! * dy + inertia[s + 4]! * dz;
    const az = inertia[s + 2]! * dx + inertia[s + 4]! * dy + inertia[s + 5]! * dz;
    sum += 0.5 * (ax * dx + ay * dy + az * dz);
  }
  return sum;
}

function stretchEnergy(group: RodGroup, lane: number): number {
  let sum = 0;
  for (let node = 0; node < group.nodes - 1; node++) {
    const l = group.restLength[LANES * node + lane]!;
    const stretch = edgeLength(group, lane, node) - l;
    sum += (0.5 * stretch * stretch) / (group.compliance[lane]! * l);
  }
  return sum;
}

function contactEnergy(problem: StrandProblem): number {
  let sum = 0;
  for (const contact of problem.contacts) {
    if (problem.inertia[6 * contact.node] === 0) continue;
    const { depth } = contactState(problem, contact);
    if (depth > 0) sum += 0.5 * contactStiffness(problem, contact.node) * depth * depth;
  }
  return sum;
}
