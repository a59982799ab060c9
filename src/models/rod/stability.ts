import { factorBanded } from '../../numeric/banded.ts';
import { at, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import { weakest } from '../weakest.ts';
import type { RodStrand } from './fields.ts';
import { addTo, JointStiffness } from './joint-stiffness.ts';
import { BAND, MEASURES, measureJoint, UNKNOWNS, WIDTH } from './kernel.ts';
import { poseOf } from './pose.ts';

/**
 * Whether a balanced strand would stay in balance, and the weakest hold that makes it.
 *
 * The energy's full second derivative (Gauss–Newton would hide every instability), the tensions' geometric stiffness with its sign, and the lengths as constraints form one symmetric matrix. By Sylvester's
 * law the strand is stable if and only if the factorisation has exactly one negative pivot for each constraint. A hold is a
 * spring to the groomed place of s·mass on every node; the smallest s is found by bisection.
 */

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
  const size = UNKNOWNS * strand.nodes - 2;
  const matrix = new Float64Array((size + UNKNOWNS) * WIDTH);
  addElastic(strand, matrix);
  addTensions(strand, matrix);
  const { edges = [], rows = [] } = held;
  for (const edge of strand.rooted[0] ? [0, ...edges] : edges)
    for (const part of [0, 1, 2, 3, 5, 6, 7]) clampRow(matrix, size, UNKNOWNS * edge + part);
  for (const row of rows) clampRow(matrix, size, row);
  return matrix;
}

/** The elastic energy's second derivative, joint by joint. */
export function addElastic(strand: RodStrand, matrix: Float64Array): void {
  const pose = poseOf(strand);
  const jacobian = new Float64Array(6 * MEASURES);
  const stiffness = new JointStiffness();
  for (let node = 1; node < strand.nodes - 1; node++) {
    measureJoint(pose, node, jacobian);
    stiffness.add(pose, node, jacobian, matrix);
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

/** Whether the matrix, with s·mass added, is positive on all motions that keep the lengths; `scratch` may be the matrix itself. */
export function isStable(strand: RodStrand, matrix: Float64Array, s: number, scratch: Float64Array): boolean {
  const size = UNKNOWNS * strand.nodes - 2;
  if (scratch !== matrix) scratch.set(matrix);
  for (let node = strand.rooted[0] ? 2 : 0; node < strand.nodes; node++)
    for (let c = 0; c < 3; c++) addTo(scratch, UNKNOWNS * node + c, UNKNOWNS * node + c, s * strand.mass[node]!);
  factorBanded(scratch, size, BAND);
  let negative = 0;
  for (let row = 0; row < size; row++) if (!(scratch[row * WIDTH + BAND]! > 0)) negative++;
  return negative === strand.nodes - 1;
}

/** Whether a strand is in its own rest shape with no edge under pressure: every part of its energy is then at its least. */
function isSlack({ nodes, tension, measure, restMeasure, rooted }: RodStrand): boolean {
  if (!rooted[0]) return false;
  for (let node = 0; node < nodes - 1; node++) if (!(tension[node]! >= 0)) return false;
  return measure.every((value, i) => value === restMeasure[i]);
}

/** Whether the strand stays in balance without any hold. */
export function isStableAlone(strand: RodStrand): boolean {
  if (strand.nodes < 3 || isSlack(strand)) return true;
  const matrix = stabilityMatrix(strand);
  return isStable(strand, matrix, 0, matrix);
}

/** The smallest s that makes the strand stable, 0 where it is stable by itself. Within 5 %, never below. */
export function weakestPoseSpring(strand: RodStrand): number {
  if (strand.nodes < 3) return 0;
  const matrix = stabilityMatrix(strand);
  const scratch = new Float64Array(matrix.length);
  return weakest((s) => isStable(strand, matrix, s, scratch), STRONGEST);
}
