import { addJoint, makeRodSystem, type RodSystem } from './assemble.ts';
import { factorRod, solveRod } from './factor.ts';
import { carryFrames } from './frames.ts';
import { BAND, type JointArrays, LANES, MEASURES, measureJoint, UNKNOWNS, WIDTH } from './kernel.ts';
import type { RodGroup } from './state.ts';

/** Numbers a contact has: node, normal (3), offset, travel of the surface (3), friction. */
export const CONTACT_ROW = 9;

/**
 * One-sided contacts of nodes, flat rows: normal · x ≥ offset at the end of the step, with Coulomb friction against a
 * surface whose material travels by `travel` in the step.
 */
export interface NodeContacts {
  count: number;
  rows: Float64Array;
  /** Contacts that pushed in the last solve, one bit of truth each. */
  pushing: Uint8Array;
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
  readonly contacts: NodeContacts;
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
/** And while a node that did not touch before the solve is deeper than this in a surface, metres. */
const DEPTH_TOLERANCE = 1e-5;
const MOST_SOLVES = 12;
const MOST_HALVINGS = 5;
/** Moves beyond this (radian; shares of an edge) are checked against the energy. */
const LARGE_CHANGE = 0.5;
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
      factorRod(this.system.led.matrix, group.nodes);
      solveRod(this.system.led.matrix, this.system.led.rhs, group.nodes);
      report.solves++;
      const change = this.advance(problem, joint, report);
      report.strain = worstStrain(group, lane);
      const isGood =
        report.strain < STRAIN_TOLERANCE && change < CHANGE_TOLERANCE && newDepth(problem) < DEPTH_TOLERANCE;
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
    const { contacts } = problem;
    for (let c = 0; c < contacts.count; c++)
      contacts.pushing[c] = addContact(problem, this.system, CONTACT_ROW * c) ? 1 : 0;
    for (let node = 1; node < group.nodes - 1; node++) addJoint(joint, this.system, node, lane, problem.viscosity);
    hold(problem, this.system);
  }

  /** Moves by the solution, halving the move while the energy rises on a move that is large. Returns the change made. */
  private advance(problem: StrandProblem, joint: JointArrays, report: SolveReport): number {
    const { group, lane } = problem;
    const { rhs } = this.system;
    const { x, tension } = group;
    const { saved } = this;
    for (let i = 0, s = lane; i < 3 * group.nodes; i++, s += LANES) saved[i] = x[s]!;
    this.savedTurn.set(this.turn);
    const change = largestChange(group, lane, rhs);
    let share = 1;
    if (change < LARGE_CHANGE) this.move(problem, share);
    else {
      const before = this.energy(problem, joint);
      this.move(problem, share);
      for (let halving = 0; halving < MOST_HALVINGS && !(this.energy(problem, joint) <= before); halving++) {
        share *= 0.5;
        report.halvings++;
        this.move(problem, share);
      }
    }
    for (let i = 0; i < group.nodes - 1; i++) tension[LANES * i + lane] = rhs[UNKNOWNS * i + 4]!;
    return share * change;
  }

  private move(problem: StrandProblem, share: number): void {
    const { group, lane } = problem;
    const { rhs } = this.system;
    const { saved, turn, savedTurn } = this;
    const { x, nodes } = group;
    for (let node = 0; node < nodes; node++) {
      const u = UNKNOWNS * node;
      const s = 3 * LANES * node + lane;
      x[s] = saved[3 * node]! + share * rhs[u]!;
      x[s + LANES] = saved[3 * node + 1]! + share * rhs[u + 1]!;
      x[s + 2 * LANES] = saved[3 * node + 2]! + share * rhs[u + 2]!;
      if (node < nodes - 1) turn[node] = savedTurn[node]! + share * rhs[u + 3]!;
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
  // The tip has no edge: its angle and tension are not unknowns.
  const tip = UNKNOWNS * (group.nodes - 1) * WIDTH + BAND;
  matrix[tip + 3 * WIDTH] = 1;
  matrix[tip + 4 * WIDTH] = 1;
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

/** How deep the node of the contact at `at` is at the present guess. */
function contactDepth({ group, lane, contacts }: StrandProblem, at: number): number {
  const { rows } = contacts;
  const c = 3 * LANES * rows[at]! + lane;
  return (
    rows[at + 4]! -
    (rows[at + 1]! * group.x[c]! + rows[at + 2]! * group.x[c + LANES]! + rows[at + 3]! * group.x[c + 2 * LANES]!)
  );
}

function contactStiffness(problem: StrandProblem, node: number): number {
  return CONTACT_STIFFNESS * problem.group.mass[LANES * node + problem.lane]! * problem.inverseStepSquared;
}

/** A stiff one-sided spring along the normal and, while it pushes, one across it that yields at Coulomb's limit. */
function addContact(problem: StrandProblem, system: RodSystem, at: number): boolean {
  const { group, lane, xStart } = problem;
  const { rows } = problem.contacts;
  const node = rows[at]!;
  if (problem.inertia[6 * node] === 0) return false;
  const depth = contactDepth(problem, at);
  if (depth <= 0) return false;
  const nx = rows[at + 1]!;
  const ny = rows[at + 2]!;
  const nz = rows[at + 3]!;
  // What the node slid over the surface so far.
  const c = 3 * LANES * node + lane;
  let sx = group.x[c]! - xStart[3 * node]! - rows[at + 5]!;
  let sy = group.x[c + LANES]! - xStart[3 * node + 1]! - rows[at + 6]!;
  let sz = group.x[c + 2 * LANES]! - xStart[3 * node + 2]! - rows[at + 7]!;
  const along = sx * nx + sy * ny + sz * nz;
  sx -= along * nx;
  sy -= along * ny;
  sz -= along * nz;
  const k = contactStiffness(problem, node);
  const friction = rows[at + 8]!;
  const slip = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const limit = friction * k * depth;
  const kt = slip * k > limit ? limit / slip : friction > 0 ? k : 0;
  const kn = k - kt;
  const u = UNKNOWNS * node;
  addSymmetricBlock(
    system.matrix,
    u * WIDTH + BAND,
    kt + kn * nx * nx,
    kn * nx * ny,
    kn * nx * nz,
    kt + kn * ny * ny,
    kn * ny * nz,
    kt + kn * nz * nz,
  );
  const { rhs } = system;
  rhs[u] = rhs[u]! + k * depth * nx - kt * sx;
  rhs[u + 1] = rhs[u + 1]! + k * depth * ny - kt * sy;
  rhs[u + 2] = rhs[u + 2]! + k * depth * nz - kt * sz;
  return true;
}

/** Rows and columns of held nodes and angles become those of the identity. */
function hold(problem: StrandProblem, system: RodSystem): void {
  const { group } = problem;
  const size = UNKNOWNS * group.nodes;
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

/** Depth of the deepest node that entered a surface during the last solve, unseen by it. */
function newDepth(problem: StrandProblem): number {
  let deepest = 0;
  for (let c = 0; c < problem.contacts.count; c++) {
    const at = CONTACT_ROW * c;
    if (problem.contacts.pushing[c] || problem.inertia[6 * problem.contacts.rows[at]!] === 0) continue;
    deepest = Math.max(deepest, contactDepth(problem, at));
  }
  return deepest;
}

function contactEnergy(problem: StrandProblem): number {
  let sum = 0;
  for (let c = 0; c < problem.contacts.count; c++) {
    const node = problem.contacts.rows[CONTACT_ROW * c]!;
    const depth = contactDepth(problem, CONTACT_ROW * c);
    if (depth > 0 && problem.inertia[6 * node] !== 0) sum += 0.5 * contactStiffness(problem, node) * depth * depth;
  }
  return sum;
}
