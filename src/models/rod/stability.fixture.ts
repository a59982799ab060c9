import type { RodStrand } from './fields.ts';
import { addForce } from './force.ts';
import { transportFrames } from './frames.ts';
import { addTo } from './joint-stiffness.ts';
import { BAND, UNKNOWNS, WIDTH } from './kernel.ts';
import { poseOf, type RodPose } from './pose.ts';
import { makeRodSystem, type RodSystem } from './system.ts';

/** Columns this far apart share no row: they are differentiated together. */
const COLOURS = 2 * BAND + 1;
/** Step of the differences, in fractions of an edge and in radian. */
const STEP = 1e-5;

/** The second derivative of a strand's elastic energy by differences of its gradient: what the closed form is compared with. */
export function differencedStiffness(strand: RodStrand): Float64Array {
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
