import { LANES } from '../../kernels/kernels.ts';
import {
  AWAY,
  BEYOND,
  CELL,
  FIELD_SPIN,
  FIELD_TURN,
  FRICTION,
  GRID_CELL,
  GRID_PART,
  GROWTH,
  HEAD,
  LAST_CELL,
  LOOKS,
  MARGIN,
  ROW_STEP,
  SIZE,
  SLICE_STEP,
  SPEED,
  TO_CELLS,
  WORK,
} from '../../kernels/rod-layout.ts';
import { POSE, type PosedField } from '../model.ts';
import type { RodLanes } from './lanes.ts';

/** Cells are told in single precision: grids with more nodes are asked elsewhere. */
export const MOST_NODES = 1 << 24;

/** The field that the strands of a pack can meet, as its kernels ask it. */
export class PackField {
  private readonly lanes: RodLanes;
  /** Where the pose stands that `placeInGrid` reads, in numbers of double precision. */
  private readonly pose: number;
  private values = 0;
  private row = 0;
  private slice = 0;
  /** What stands in its rows. */
  private readonly written = new Float64Array(POSE + 1).fill(Number.NaN);
  private writtenValues: Float32Array | null = null;

  constructor(lanes: RodLanes) {
    this.lanes = lanes;
    this.pose = lanes.state.pose;
  }

  /** Puts the field where its body is, and finds where the strands are in its grid. */
  private place(posed: PosedField): void {
    const { lanes } = this;
    this.values = lanes.gridAt(posed.values);
    lanes.knowGrid(this.values);
    // Most packs of a step meet the body in the same pose.
    if (!this.isWritten(posed)) this.write(posed);
    this.put(BEYOND, posed.beyond);
    lanes.kernels.run.placeInGrid(
      lanes.state.position,
      this.pose,
      HEAD + GRID_CELL,
      HEAD + GRID_PART,
      HEAD + AWAY,
      WORK,
      lanes.nodes,
    );
  }

  private isWritten({ values, pose, friction }: PosedField): boolean {
    const { written } = this;
    if (this.writtenValues !== values || written[POSE] !== friction) return false;
    for (let c = 0; c < POSE; c++) if (written[c] !== pose[c]) return false;
    return true;
  }

  private write({ header, values, pose, friction }: PosedField): void {
    const { doubles } = this.lanes.kernels;
    for (let c = 0; c < POSE; c++) this.written[c] = pose[c]!;
    this.written[POSE] = friction;
    this.writtenValues = values;
    const [perCell, cell, row, slice] = [header[3]!, header[4]!, header[5]!, header[6]!];
    const size = pose[18]!;
    this.row = row;
    this.slice = slice;
    for (let c = 0; c < 3; c++) {
      for (let d = 0; d < 3; d++) {
        // Transposed: from the world into the body.
        const cells = (perCell / size) * pose[3 * d + c]!;
        doubles[this.pose + 3 * c + d] = cells;
        this.put(TO_CELLS + 3 * c + d, cells);
        this.put(FIELD_TURN + 3 * c + d, pose[3 * c + d]!);
      }
      doubles[this.pose + 9 + c] = pose[9 + c]!;
      doubles[this.pose + 12 + c] = perCell * header[c]!;
      this.put(SPEED + c, pose[12 + c]!);
      this.put(FIELD_SPIN + c, pose[15 + c]!);
      this.put(LAST_CELL + c, header[7 + c]!);
    }
    this.put(SIZE, size);
    this.put(GROWTH, pose[19]! / size);
    this.put(CELL, size * cell);
    this.put(MARGIN, size * header[10]!);
    this.put(FRICTION, friction);
    this.put(ROW_STEP, row);
    this.put(SLICE_STEP, slice);
  }

  private put(row: number, value: number): void {
    this.lanes.kernels.memory.fill(value, LANES * (this.lanes.field + row), LANES * (this.lanes.field + row + 1));
  }

  /** Asks it where the first guess is. `startPose`: where the body was at the start of the step. */
  find(posed: PosedField, startPose: Float64Array): void {
    this.place(posed);
    this.findSurfaces();
    if (!this.isAnyInside()) return;
    const { lanes } = this;
    const { kernels, fixed, contacts, field, nodes } = lanes;
    this.place({ ...posed, pose: startPose });
    kernels.run.considerStarts(0, fixed, contacts, field, lanes.known, this.values, this.row, this.slice, nodes);
    this.place(posed);
  }

  private isAnyInside(): boolean {
    const { memory } = this.lanes.kernels;
    for (let lane = 0; lane < LANES; lane++) if (memory[LANES * LOOKS + lane] !== 0) return true;
    return false;
  }

  private findSurfaces(): void {
    const { lanes } = this;
    const { kernels, fixed, contacts, field, nodes } = lanes;
    kernels.run.findSurfaces(0, fixed, contacts, field, lanes.known, this.values, this.row, this.slice, nodes);
  }

  /** Asks it again where points of strands with LOOKS came out elsewhere. */
  lookAgain(): void {
    const { lanes } = this;
    const { kernels, fixed, contacts, field, nodes } = lanes;
    kernels.run.lookAgain(0, fixed, contacts, field, lanes.known, this.values, this.row, this.slice, nodes);
  }
}
