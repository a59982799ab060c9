import { factorBanded } from '../../numeric/banded.ts';
import { at, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import { weakest } from '../weakest.ts';
import type { RodStrand } from './fields.ts';
import { addForce } from './force.ts';
import { transportFrames } from './frames.ts';
import { BAND, UNKNOWNS, WIDTH } from './kernel.ts';
import { poseOf, type RodPose } from './pose.ts';
import { makeRodSystem, type RodSystem } from './system.ts';

/**
 * Whether a balanced strand would stay in balance, and the weakest hold that makes it.
 *
 * The energy's full second derivative (differences of the exact gradient; Gauss–Newton would hide every instability),
 * the tensions' geometric stiffness with its sign, and the lengths as constraints form one symmetric matrix. By Sylvester's
 * law the strand is stable if and only if the factorisation has exactly one negative pivot for each constraint. A hold is a
 * spring to the groomed place of s·mass on every node; the smallest s is found by bisection.
 */

/** Columns this far apart share no row: they are differentiated together. */
const COLOURS = 2 * BAND + 1;
/** Step of the differences, in fractions of an edge and in radian. */
const STEP = 1e-5;
const STRONGEST = 1e7;

/** What does not move besides the root edge of a rooted strand. */
export interface ClampedParts {
  /** Edges: both nodes and the angle. */
  readonly edges?: readonly number[];
  /** Single unknowns, by their row. */
  readonly rows?: readonly number[];
}

/** Lower band of the constrained second derivative at the strand's present shape. */
export function stabilityMatrix(strand: RodStrand, held: ClampedParts = {}): Float64Array {
  const probe = new GradientProbe(strand);
  const size = UNKNOWNS * strand.nodes - 2;
  const matrix = new Float64Array((size + UNKNOWNS) * WIDTH);
  for (let colour = 0; colour < COLOURS; colour++) {
    const plus = probe.gradient(colour, 1);
    const minus = probe.gradient(colour, -1);
    for (let column = colour; column < size; column += COLOURS) {
      if (column % UNKNOWNS === 4) continue;
      const scale = 1 / (2 * probe.stepOf(column));
      for (let row = Math.max(column - BAND, 0); row <= Math.min(column + BAND, size - 1); row++)
        if (row % UNKNOWNS !== 4) addSymmetric(matrix, row, column, (plus[row]! - minus[row]!) * scale);
    }
  }
  addTensions(strand, matrix);
  const { edges = [], rows = [] } = held;
  for (const edge of strand.rooted[0] ? [0, ...edges] : edges)
    for (const part of [0, 1, 2, 3, 5, 6, 7]) clampRow(matrix, size, UNKNOWNS * edge + part);
  for (const row of rows) clampRow(matrix, size, row);
  return matrix;
}

/**
 * Adds the mean of entries (row, column) and (column, row). The gradient of twist is exact only where edges have their
 * lengths, so the differences are not symmetric across stretching motions; in the mean those parts vanish on every motion
 * that keeps lengths, while one triangle alone would let them in (a ring then seems to buckle at a tenth of its twist).
 */
function addSymmetric(matrix: Float64Array, row: number, column: number, value: number): void {
  if (row === column) addTo(matrix, row, column, value);
  else addTo(matrix, Math.max(row, column), Math.min(row, column), 0.5 * value);
}

/** The gradient of the elastic energy when every COLOURS-th unknown is moved. */
class GradientProbe {
  private readonly strand: RodStrand;
  private readonly pose: RodPose;
  private readonly system: RodSystem;

  constructor(strand: RodStrand) {
    this.strand = strand;
    this.pose = poseOf(strand);
    this.system = makeRodSystem(strand.nodes);
  }

  stepOf(column: number): number {
    const node = Math.min(Math.floor(column / UNKNOWNS), this.strand.nodes - 2);
    return column % UNKNOWNS === 3 ? STEP : STEP * this.strand.restLength[node]!;
  }

  gradient(colour: number, sign: number): Float64Array {
    const { strand, pose, system } = this;
    const size = UNKNOWNS * strand.nodes - 2;
    pose.x.set(strand.position);
    pose.turn.fill(0);
    for (let column = colour; column < size; column += COLOURS) {
      const node = Math.floor(column / UNKNOWNS);
      const part = column % UNKNOWNS;
      const step = sign * this.stepOf(column);
      if (part < 3) pose.x[3 * node + part] = strand.position[3 * node + part]! + step;
      else if (part === 3) pose.turn[node] = step;
    }
    transportFrames(pose, strand.nodes);
    system.rhs.fill(0);
    for (let node = 1; node < strand.nodes - 1; node++) addForce(pose, system, node);
    return system.rhs.map((force) => -force);
  }
}

function addTensions(strand: RodStrand, matrix: Float64Array): void {
  for (let node = 0; node < strand.nodes - 1; node++) {
    const t = normalize(subtract(at(strand.position, node + 1), at(strand.position, node)));
    const pull = strand.tension[node]! / strand.restLength[node]!;
    const u = UNKNOWNS * node;
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) {
        const value = pull * ((r === c ? 1 : 0) - t[r]! * t[c]!);
        if (c <= r) {
          addTo(matrix, u + r, u + c, value);
          addTo(matrix, u + UNKNOWNS + r, u + UNKNOWNS + c, value);
        }
        addTo(matrix, u + UNKNOWNS + r, u + c, -value);
      }
    setConstraint(matrix, u + 4, t, strand.compliance[0]! * strand.restLength[node]!);
  }
}

function addTo(matrix: Float64Array, row: number, column: number, value: number): void {
  const m = row * WIDTH + BAND + column - row;
  matrix[m] = matrix[m]! + value;
}

function setConstraint(matrix: Float64Array, row: number, t: Vec3, compliance: number): void {
  for (let c = 0; c < 3; c++) {
    matrix[row * WIDTH + BAND - 4 + c] = -t[c]!;
    matrix[(row + 1 + c) * WIDTH + BAND - 1 - c] = t[c]!;
  }
  matrix[row * WIDTH + BAND] = -compliance;
}

function clampRow(matrix: Float64Array, size: number, row: number): void {
  for (let k = 0; k < BAND; k++) matrix[row * WIDTH + k] = 0;
  for (let k = 1; k <= BAND && row + k < size; k++) matrix[(row + k) * WIDTH + BAND - k] = 0;
  matrix[row * WIDTH + BAND] = 1;
}

/** Whether the matrix, with s·mass added, is positive on all motions that keep the lengths. */
export function isStable(strand: RodStrand, matrix: Float64Array, s: number, scratch: Float64Array): boolean {
  const size = UNKNOWNS * strand.nodes - 2;
  scratch.set(matrix);
  for (let node = strand.rooted[0] ? 2 : 0; node < strand.nodes; node++)
    for (let c = 0; c < 3; c++) addTo(scratch, UNKNOWNS * node + c, UNKNOWNS * node + c, s * strand.mass[node]!);
  factorBanded(scratch, size, BAND);
  let negative = 0;
  for (let row = 0; row < size; row++) if (!(scratch[row * WIDTH + BAND]! > 0)) negative++;
  return negative === strand.nodes - 1;
}

/** Whether the strand stays in balance without any hold. */
export function isStableAlone(strand: RodStrand): boolean {
  if (strand.nodes < 3) return true;
  const matrix = stabilityMatrix(strand);
  return isStable(strand, matrix, 0, new Float64Array(matrix.length));
}

/** The smallest s that makes the strand stable, 0 where it is stable by itself. Within 5 %, never below. */
export function weakestPoseSpring(strand: RodStrand): number {
  if (strand.nodes < 3) return 0;
  const matrix = stabilityMatrix(strand);
  const scratch = new Float64Array(matrix.length);
  return weakest((s) => isStable(strand, matrix, s, scratch), STRONGEST);
}
