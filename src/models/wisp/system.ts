import { rigs } from '../mass-spring/rig.ts';
import { RigSystem } from '../mass-spring/system.ts';

/** One wisp's step as one banded system: a node's unknowns are its move and that of the way to its left rim. */
export class WispSystem extends RigSystem {
  private readonly block = new Float64Array(9);

  constructor(mostNodes: number, free: Float64Array) {
    super(rigs.strip, mostNodes, free);
  }

  /** Sets the block along (gx, gy, gz), a unit vector, and across it. */
  setBlock(along: number, across: number, gx: number, gy: number, gz: number): void {
    const b = this.block;
    const s = along - across;
    b[0] = s * gx * gx + across;
    b[1] = b[3] = s * gx * gy;
    b[2] = b[6] = s * gx * gz;
    b[4] = s * gy * gy + across;
    b[5] = b[7] = s * gy * gz;
    b[8] = s * gz * gz + across;
  }

  /** A force on the rim point of node j (side +1 left, −1 right) with the block as its stiffness. */
  addPoint(j: number, side: number, fx: number, fy: number, fz: number): void {
    const { rhs } = this;
    const u = 6 * j;
    rhs[u] = rhs[u]! + fx;
    rhs[u + 1] = rhs[u + 1]! + fy;
    rhs[u + 2] = rhs[u + 2]! + fz;
    rhs[u + 3] = rhs[u + 3]! + side * fx;
    rhs[u + 4] = rhs[u + 4]! + side * fy;
    rhs[u + 5] = rhs[u + 5]! + side * fz;
    this.addLower(u, 1);
    this.addLower(u + 3, 1);
    this.addFull(u + 3, u, side);
  }

  /** A force on one rim point and its opposite on another, of an earlier node or the same one, with the block between them. */
  addPair(j: number, side: number, i: number, other: number, fx: number, fy: number, fz: number): void {
    this.addPoint(j, side, fx, fy, fz);
    this.addPoint(i, other, -fx, -fy, -fz);
    const u = 6 * j;
    const v = 6 * i;
    if (i === j) {
      // Both rims of a node: move and way across have the blocks of both sides.
      this.addLower(u, -2);
      this.addLower(u + 3, -2 * side * other);
      this.addFull(u + 3, u, -side - other);
      return;
    }
    this.addFull(u, v, -1);
    this.addFull(u, v + 3, -other);
    this.addFull(u + 3, v, -side);
    this.addFull(u + 3, v + 3, -side * other);
  }

  /** Adds a number to the entries that join two nodes by plain weights: `part` 0 for moves, 3 for ways across. */
  addScalar(j: number, i: number, part: number, weight: number): void {
    const { matrix, band } = this;
    const u = 6 * j + part;
    const at = u * (band + 1) + band - 6 * (j - i);
    matrix[at] = matrix[at]! + weight;
    matrix[at + band + 1] = matrix[at + band + 1]! + weight;
    matrix[at + 2 * band + 2] = matrix[at + 2 * band + 2]! + weight;
  }

  private addLower(u: number, s: number): void {
    const { matrix, band, block: b } = this;
    const at = u * (band + 1) + band;
    const next = at + band + 1;
    const last = next + band + 1;
    matrix[at] = matrix[at]! + s * b[0]!;
    matrix[next - 1] = matrix[next - 1]! + s * b[3]!;
    matrix[next] = matrix[next]! + s * b[4]!;
    matrix[last - 2] = matrix[last - 2]! + s * b[6]!;
    matrix[last - 1] = matrix[last - 1]! + s * b[7]!;
    matrix[last] = matrix[last]! + s * b[8]!;
  }

  /** Rows from u on, columns from v on, u − v at least 3. */
  private addFull(u: number, v: number, s: number): void {
    if (s === 0) return;
    const { matrix, band, block: b } = this;
    let at = u * (band + 1) + band - (u - v);
    for (let r = 0; r < 9; r += 3) {
      matrix[at] = matrix[at]! + s * b[r]!;
      matrix[at + 1] = matrix[at + 1]! + s * b[r + 1]!;
      matrix[at + 2] = matrix[at + 2]! + s * b[r + 2]!;
      at += band;
    }
  }
}
