import type { PointForces } from '../models/model.ts';
import { roomFor, wordsFor } from './strands/growable.ts';

/** Point forces under construction: rows are reused from step to step and grow where they must. */
export class ForceRows implements PointForces {
  count = 0;
  id: Uint32Array = new Uint32Array(16);
  s: Float64Array = new Float64Array(16);
  force: Float64Array = new Float64Array(48);
  anchor: Float64Array = new Float64Array(48);
  stiffness: Float64Array = new Float64Array(96);
  damping: Float64Array = new Float64Array(96);

  clear(): void {
    this.count = 0;
  }

  /** A new row without any force; returns its number. */
  push(id: number, s: number): number {
    if (this.count === this.id.length) this.grow();
    const r = this.count++;
    this.id[r] = id;
    this.s[r] = s;
    this.force.fill(0, 3 * r, 3 * r + 3);
    this.anchor.fill(0, 3 * r, 3 * r + 3);
    this.stiffness.fill(0, 6 * r, 6 * r + 6);
    this.damping.fill(0, 6 * r, 6 * r + 6);
    return r;
  }

  /** Adds a spring of the same stiffness in all directions to row r; a row has one anchor. */
  pull(r: number, stiffness: number, x: number, y: number, z: number): void {
    addIsotropic(this.stiffness, 6 * r, stiffness);
    this.anchor[3 * r] = x;
    this.anchor[3 * r + 1] = y;
    this.anchor[3 * r + 2] = z;
  }

  /** Adds drag towards a velocity, the same in all directions, to row r. */
  drag(r: number, damping: number, vx: number, vy: number, vz: number): void {
    addIsotropic(this.damping, 6 * r, damping);
    this.addForce(r, damping * vx, damping * vy, damping * vz);
  }

  addForce(r: number, x: number, y: number, z: number): void {
    const { force } = this;
    force[3 * r] = force[3 * r]! + x;
    force[3 * r + 1] = force[3 * r + 1]! + y;
    force[3 * r + 2] = force[3 * r + 2]! + z;
  }

  private grow(): void {
    const rows = 2 * this.id.length;
    this.id = wordsFor(this.id, rows);
    this.s = roomFor(this.s, rows);
    this.force = roomFor(this.force, 3 * rows);
    this.anchor = roomFor(this.anchor, 3 * rows);
    this.stiffness = roomFor(this.stiffness, 6 * rows);
    this.damping = roomFor(this.damping, 6 * rows);
  }
}

function addIsotropic(matrix: Float64Array, at: number, value: number): void {
  for (const c of [0, 3, 5]) matrix[at + c] = matrix[at + c]! + value;
}
