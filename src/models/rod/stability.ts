import { weakest } from '../weakest.ts';
import type { RodStrand } from './fields.ts';
import { JOINT_STIFFNESS, JointStiffness } from './joint-stiffness.ts';
import { BAND, EDGE_ROW, MEASURES, measureJoint, UNKNOWNS, WIDTH } from './kernel.ts';
import { poseOf, type RodPose } from './pose.ts';

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

/**
 * The second derivative of one strand after another at its present shape, in the same memory. What follows from the shape alone is
 * made once a strand; rest shape, tensions and hold may then change from question to question.
 */
export class Stability {
  /** Lower band of the constrained second derivative of the last question. */
  matrix: Float64Array = new Float64Array(0);
  private scratch: Float64Array = new Float64Array(0);
  private squares: Float64Array = new Float64Array(0);
  private readonly jacobian = new Float64Array(6 * MEASURES);
  private readonly stiffness = new JointStiffness();
  private strand: RodStrand | null = null;
  private pose: RodPose | null = null;

  /** Turns to a strand as it is now. */
  turnTo(strand: RodStrand): void {
    const { nodes } = strand;
    this.strand = strand;
    this.pose = null;
    const size = (UNKNOWNS * nodes - 2 + UNKNOWNS) * WIDTH;
    if (this.matrix.length === size) return;
    this.matrix = new Float64Array(size);
    this.scratch = new Float64Array(size);
    this.squares = new Float64Array(JOINT_STIFFNESS * nodes);
  }

  /** Whether the strand stays in balance without any hold. */
  isStableAlone(): boolean {
    const strand = this.strand!;
    if (strand.nodes < 3 || isSlack(strand)) return true;
    this.write();
    return hasRightSigns(this.matrix, strand.nodes);
  }

  /** The smallest s that makes the strand stable, 0 where it is stable by itself. Within 5 %, never below. */
  weakestPoseSpring(): number {
    const strand = this.strand!;
    if (strand.nodes < 3) return 0;
    this.write();
    return weakest((s) => this.isStable(s), STRONGEST);
  }

  /** Whether the matrix, with s·mass added, is positive on all motions that keep the lengths. */
  isStable(s: number): boolean {
    const { nodes, mass, rooted } = this.strand!;
    const { scratch, matrix } = this;
    scratch.set(matrix);
    for (let node = rooted[0] ? 2 : 0; node < nodes; node++)
      for (let c = 0; c < 3; c++) {
        const diagonal = WIDTH * (UNKNOWNS * node + c) + BAND;
        scratch[diagonal] = scratch[diagonal]! + s * mass[node]!;
      }
    return hasRightSigns(scratch, nodes);
  }

  /** Writes the matrix for the rest shape and the tensions as they are now. */
  write(held: ClampedParts = {}): void {
    const strand = this.strand!;
    const { matrix } = this;
    const size = UNKNOWNS * strand.nodes - 2;
    matrix.fill(0);
    this.addElastic(matrix);
    addTensions(strand, this.pose!.edges, matrix);
    const { edges = [], rows = [] } = held;
    if (strand.rooted[0]) clampEdge(matrix, size, 0);
    for (const edge of edges) clampEdge(matrix, size, edge);
    for (const row of rows) clampRow(matrix, size, row);
  }

  /** Adds the elastic energy's second derivative, joint by joint. */
  addElastic(matrix: Float64Array): void {
    const pose = this.pose ?? this.measure();
    const last = this.strand!.nodes - 1;
    for (let node = 1; node < last; node++)
      this.stiffness.add(pose, node, this.squares, JOINT_STIFFNESS * node, matrix);
  }

  private measure(): RodPose {
    const { jacobian, squares, stiffness } = this;
    const strand = this.strand!;
    const pose = poseOf(strand);
    for (let node = 1; node < strand.nodes - 1; node++) {
      measureJoint(pose, node, jacobian);
      stiffness.writeSquares(pose, node, jacobian, squares, JOINT_STIFFNESS * node);
    }
    this.pose = pose;
    return pose;
  }
}

/** Geometric stiffness of the tensions, and the lengths as constraints. */
function addTensions(strand: RodStrand, edges: Float64Array, matrix: Float64Array): void {
  const { nodes, tension, restLength } = strand;
  const compliance = strand.compliance[0]!;
  for (let node = 0; node < nodes - 1; node++) {
    const pull = tension[node]! / restLength[node]!;
    const t = EDGE_ROW * node + 3;
    const row = UNKNOWNS * node + 4;
    const centre = WIDTH * (row - 4) + BAND;
    for (let r = 0; r < 3; r++) {
      const along = pull * edges[t + r]!;
      for (let c = 0; c < 3; c++) {
        const value = (r === c ? pull : 0) - along * edges[t + c]!;
        const k = centre + BAND * r + c;
        const later = k + UNKNOWNS * BAND;
        if (c <= r) {
          matrix[k] = matrix[k]! + value;
          matrix[later + UNKNOWNS] = matrix[later + UNKNOWNS]! + value;
        }
        matrix[later] = matrix[later]! - value;
      }
      matrix[row * WIDTH + BAND - 4 + r] = -edges[t + r]!;
      matrix[(row + 1 + r) * WIDTH + BAND - 1 - r] = edges[t + r]!;
    }
    matrix[row * WIDTH + BAND] = -compliance * restLength[node]!;
  }
}

/** Both nodes of an edge and its angle stay where they are. */
function clampEdge(matrix: Float64Array, size: number, edge: number): void {
  for (let part = 0; part < 8; part++) if (part !== 4) clampRow(matrix, size, UNKNOWNS * edge + part);
}

function clampRow(matrix: Float64Array, size: number, row: number): void {
  for (let k = 0; k < BAND; k++) matrix[row * WIDTH + k] = 0;
  for (let k = 1; k <= BAND && row + k < size; k++) matrix[(row + k) * WIDTH + BAND - k] = 0;
  matrix[row * WIDTH + BAND] = 1;
}

/** How far the rows of a node reach back: x, y, z to the node before the last, the angle to the last, a length to its own. */
const REACH = [10, 11, 12, 8, 4] as const;

/**
 * Factors a strand's matrix in place, as `factorBanded` does but for what is zero, and counts negative pivots. Up to the end of any
 * node the matrix is that of the strand with all later nodes held, which is no less stable: the first node with another count than
 * one for each length tells, and the rest is left.
 */
function hasRightSigns(a: Float64Array, nodes: number): boolean {
  let negative = 0;
  for (let node = 0; node < nodes; node++) {
    const parts = node < nodes - 1 ? UNKNOWNS : 3;
    for (let part = 0; part < parts; part++) {
      const i = UNKNOWNS * node + part;
      const first = Math.max(0, i - REACH[part]!);
      const row = i * BAND + BAND;
      let diagonal = a[row + i]!;
      for (let j = first; j < i; j++) {
        const other = j * BAND + BAND;
        const start = Math.max(first, j - REACH[j % UNKNOWNS]!);
        let sum = a[row + j]!;
        for (let k = start; k < j; k++) sum -= a[row + k]! * a[other + k]!;
        a[row + j] = sum;
      }
      for (let j = first; j < i; j++) {
        const scaled = a[row + j]!;
        const l = scaled / a[j * WIDTH + BAND]!;
        diagonal -= l * scaled;
        a[row + j] = l;
      }
      a[row + i] = diagonal;
      if (!(diagonal > 0)) negative++;
    }
    if (negative !== Math.min(node + 1, nodes - 1)) return false;
  }
  return true;
}

/** Whether a strand is in its own rest shape with no edge under pressure: every part of its energy is then at its least. */
function isSlack({ nodes, tension, measure, restMeasure, rooted }: RodStrand): boolean {
  if (!rooted[0]) return false;
  for (let node = 0; node < nodes - 1; node++) if (!(tension[node]! >= 0)) return false;
  return measure.every((value, i) => value === restMeasure[i]);
}
