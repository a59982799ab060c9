import type { Contactable } from '../../models/contactable.ts';
import type { ContactTable } from './contact-table.ts';
import { solveLocal } from './coulomb.ts';

/** A point deeper than this is minded, metres. */
const DEPTH_TOLERANCE = 1e-5;
/** A point that stays deeper than this is pushed harder, so often for one assembly, metres. */
const DEEP = 3e-5;
const MOST_RAISES = 3;
/** Contacts are looked for at most so often for one assembly. */
const MOST_PASSES = 6;
/** Sweeps end where no force changes by more than this share of it plus this much of its mass, m/s². */
const CHANGE = 0.003;
const FORCE_FLOOR = 0.02;
const MOST_SWEEPS = 60;
/** Below this product of a contact's stiffness and how its point gives way the push is against the fibre's own length. */
const UNYIELDING = 0.02;

/**
 * Contacts of one strand on its factored step. How far every touched point goes for unit forces at every other, W = J K⁻¹ Jᵀ, is
 * found by forward substitutions; on W each contact in turn takes the force that its law gives it while the others stay (block
 * Gauss–Seidel: Jourdan, Alart and Jean 1998), there and back along the strand, beginning with the forces of the last step.
 * The strand is then solved once with all forces, and points that have entered join.
 */
export class Delassus {
  /** Sweeps in this step. */
  sweeps = 0;
  private readonly table: ContactTable;
  /** Contact of every column, and columns in the order of the strand. */
  private chosen = new Int32Array(0);
  private count = 0;
  private capacity = 0;
  /** Blocks of nine, row by row. */
  private W = new Float64Array(0);
  private column = new Float64Array(0);
  /** Three a column, along normal and two tangents: where the point is, its force, the force that the strand has been given. */
  private readonly scratch: Float64Array = new Float64Array(3);
  private at = new Float64Array(0);
  private force = new Float64Array(0);
  private applied = new Float64Array(0);
  /** What the law asks for: λ/k + offset; start/k + anchor. */
  private wanted = new Float64Array(0);

  constructor(table: ContactTable) {
    this.table = table;
  }

  /** true where no point is left in a surface that it does not mind. */
  solve(strand: Contactable, rate: number): boolean {
    const { table } = this;
    if (table.count === 0) return true;
    this.begin(strand);
    let isWhole = this.choose(strand, true);
    for (let pass = 0; this.count > 0; pass++) {
      this.sweep(rate);
      for (let raise = 0; raise < MOST_RAISES && this.raise(); raise++) this.sweep(rate);
      this.give(strand);
      isWhole = !this.choose(strand, false);
      if (isWhole || pass === MOST_PASSES) break;
    }
    this.store();
    return isWhole || this.count === 0;
  }

  private begin(strand: Contactable): void {
    const { table } = this;
    const { count, origin, anchor, start, travel } = table;
    strand.positions(table, 0, count, origin);
    for (let i = 0; i < 3 * count; i++) anchor[i] = start[i]! + travel[i]!;
    this.count = 0;
    this.move(strand);
    if (this.capacity < count) this.grow(2 * count);
  }

  private grow(capacity: number): void {
    this.capacity = capacity;
    this.chosen = new Int32Array(capacity);
    this.W = new Float64Array(9 * capacity * capacity);
    this.column = new Float64Array(9 * capacity);
    this.at = new Float64Array(3 * capacity);
    this.force = new Float64Array(3 * capacity);
    this.applied = new Float64Array(3 * capacity);
    this.wanted = new Float64Array(3 * capacity);
  }

  /** Where points are with the forces that were given. */
  private move(strand: Contactable): void {
    const { table } = this;
    const { count, origin, moved, position } = table;
    strand.moves(table, moved);
    for (let i = 0; i < 3 * count; i++) position[i] = origin[i]! + moved[i]!;
  }

  private depth(c: number): number {
    const { normal, offset, position } = this.table;
    const a = 3 * c;
    return (
      offset[c]! - normal[a]! * position[a]! - normal[a + 1]! * position[a + 1]! - normal[a + 2]! * position[a + 2]!
    );
  }

  /** Adds what has entered, and at first what pushed before; whether there was anything. */
  private choose(strand: Contactable, isFirst: boolean): boolean {
    const { count, stiffness, isChosen, isActive } = this.table;
    let isFound = false;
    for (let c = 0; c < count; c++) {
      if (isFirst) isChosen[c] = 0;
      if (stiffness[c] === 0 || isChosen[c]) continue;
      if (!(isFirst && isActive[c]) && this.depth(c) <= DEPTH_TOLERANCE) continue;
      isChosen[c] = 1;
      this.join(strand, c);
      isFound = true;
    }
    return isFound;
  }

  /** Makes a contact's column, with the force that it had last. */
  private join(strand: Contactable, c: number): void {
    const { table, capacity, W, column, at, force, applied } = this;
    const { normal, frame, position, normalForce, frictionForce, isActive, multiplier, stiffness } = table;
    const i = this.count++;
    const a = 3 * c;
    this.chosen[i] = c;
    fillFrame(frame, 9 * c, normal[a]!, normal[a + 1]!, normal[a + 2]!);
    strand.response(table, c, frame, i, column);
    for (let j = 0; j <= i; j++)
      for (let r = 0; r < 3; r++)
        for (let s = 0; s < 3; s++) {
          const value = column[9 * j + 3 * r + s]!;
          W[9 * (capacity * j + i) + 3 * r + s] = value;
          W[9 * (capacity * i + j) + 3 * s + r] = value;
        }
    if (W[9 * (capacity * i + i)]! * stiffness[c]! < UNYIELDING) multiplier[c] = 0;
    const isWarm = isActive[c] === 1;
    for (let r = 0; r < 3; r++) {
      const f = 9 * c + 3 * r;
      at[3 * i + r] = frame[f]! * position[a]! + frame[f + 1]! * position[a + 1]! + frame[f + 2]! * position[a + 2]!;
      const friction =
        frame[f]! * frictionForce[a]! + frame[f + 1]! * frictionForce[a + 1]! + frame[f + 2]! * frictionForce[a + 2]!;
      force[3 * i + r] = 0;
      applied[3 * i + r] = 0;
      this.scratch[r] = isWarm ? (r === 0 ? normalForce[c]! : friction) : 0;
    }
    this.want(i);
    this.feel(i);
    this.change(i, this.scratch[0]!, this.scratch[1]!, this.scratch[2]!);
  }

  /** Moves a new column's point by the forces of others that the strand has not been given yet. */
  private feel(i: number): void {
    const { W, at, force, applied, capacity } = this;
    for (let j = 0; j < i; j++)
      for (let s = 0; s < 3; s++) {
        const more = force[3 * j + s]! - applied[3 * j + s]!;
        const w = 9 * (capacity * i + j) + s;
        for (let r = 0; r < 3; r++) at[3 * i + r] = at[3 * i + r]! + W[w + 3 * r]! * more;
      }
  }

  private want(i: number): void {
    const { table, wanted } = this;
    const { frame, offset, multiplier, stiffness, anchor, frictionStart } = table;
    const c = this.chosen[i]!;
    const a = 3 * c;
    const k = stiffness[c]!;
    wanted[3 * i] = multiplier[c]! / k + offset[c]!;
    for (let r = 1; r < 3; r++) {
      const f = 9 * c + 3 * r;
      wanted[3 * i + r] =
        frame[f]! * (frictionStart[a]! / k + anchor[a]!) +
        frame[f + 1]! * (frictionStart[a + 1]! / k + anchor[a + 1]!) +
        frame[f + 2]! * (frictionStart[a + 2]! / k + anchor[a + 2]!);
    }
  }

  /** Changes the force of a column; every point feels it. */
  private change(i: number, d0: number, d1: number, d2: number): void {
    const { count, W, at, force, capacity } = this;
    force[3 * i] = force[3 * i]! + d0;
    force[3 * i + 1] = force[3 * i + 1]! + d1;
    force[3 * i + 2] = force[3 * i + 2]! + d2;
    for (let j = 0, w = 9 * i, p = 0; j < count; j++, w += 9 * capacity, p += 3) {
      at[p] = at[p]! + W[w]! * d0 + W[w + 1]! * d1 + W[w + 2]! * d2;
      at[p + 1] = at[p + 1]! + W[w + 3]! * d0 + W[w + 4]! * d1 + W[w + 5]! * d2;
      at[p + 2] = at[p + 2]! + W[w + 6]! * d0 + W[w + 7]! * d1 + W[w + 8]! * d2;
    }
  }

  private sweep(rate: number): void {
    const { count } = this;
    for (let n = 0; n < MOST_SWEEPS; n++) {
      let isCalm = true;
      const isBack = (n & 1) === 1;
      for (let v = 0; v < count; v++) if (!this.visit(isBack ? count - 1 - v : v, rate)) isCalm = false;
      this.sweeps++;
      if (isCalm) return;
    }
  }

  /** Gives a contact the force of its law; whether that was hardly a change. */
  private visit(i: number, rate: number): boolean {
    const { table, W, at, force, wanted, scratch, capacity } = this;
    const c = this.chosen[i]!;
    const k = table.stiffness[c]!;
    const p = 3 * i;
    solveLocal(W, 9 * (capacity * i + i), 1 / k, at, force, wanted, p, table.friction[c]!, scratch);
    const d0 = scratch[0]! - force[p]!;
    const d1 = scratch[1]! - force[p + 1]!;
    const d2 = scratch[2]! - force[p + 2]!;
    const change = Math.abs(d0) + Math.abs(d1) + Math.abs(d2);
    if (change === 0) return true;
    this.change(i, d0, d1, d2);
    return change <= CHANGE * force[p]! + (FORCE_FLOOR * k) / rate;
  }

  /** Raises the normal force of points that stay too deep: so k decides how fast the force is found, not how deep they sink. */
  private raise(): boolean {
    const { table, count, chosen, at, force, W, capacity } = this;
    const { offset, multiplier, stiffness } = table;
    let isRaised = false;
    for (let i = 0; i < count; i++) {
      const c = chosen[i]!;
      if (offset[c]! - at[3 * i]! <= DEEP || W[9 * (capacity * i + i)]! * stiffness[c]! < UNYIELDING) continue;
      multiplier[c] = force[3 * i]!;
      this.want(i);
      isRaised = true;
    }
    return isRaised;
  }

  /** Gives the strand the forces. */
  private give(strand: Contactable): void {
    const { count, force, applied } = this;
    for (let i = 0; i < count; i++) {
      const p = 3 * i;
      const d0 = force[p]! - applied[p]!;
      const d1 = force[p + 1]! - applied[p + 1]!;
      const d2 = force[p + 2]! - applied[p + 2]!;
      if (d0 !== 0 || d1 !== 0 || d2 !== 0) strand.apply(i, d0, d1, d2);
      applied[p] = force[p]!;
      applied[p + 1] = force[p + 1]!;
      applied[p + 2] = force[p + 2]!;
    }
    this.move(strand);
  }

  private store(): void {
    const { table, count, chosen, force } = this;
    const { isActive, normalForce, frictionForce, frame, limit, friction } = table;
    for (let c = 0; c < table.count; c++) {
      isActive[c] = 0;
      normalForce[c] = 0;
      limit[c] = 0;
    }
    for (let i = 0; i < count; i++) {
      const c = chosen[i]!;
      const push = force[3 * i]!;
      if (push <= 0) continue;
      isActive[c] = 1;
      normalForce[c] = push;
      limit[c] = friction[c]! * push;
      for (let d = 0; d < 3; d++)
        frictionForce[3 * c + d] =
          force[3 * i + 1]! * frame[9 * c + 3 + d]! + force[3 * i + 2]! * frame[9 * c + 6 + d]!;
    }
  }
}

/** A normal and two tangents. */
function fillFrame(out: Float64Array, at: number, nx: number, ny: number, nz: number): void {
  out[at] = nx;
  out[at + 1] = ny;
  out[at + 2] = nz;
  // Across the axis that the normal is least along.
  const isX = Math.abs(nx) < 0.6;
  const inverse = 1 / Math.sqrt(isX ? ny * ny + nz * nz : nx * nx + nz * nz);
  const tx = isX ? 0 : nz * inverse;
  const ty = isX ? -nz * inverse : 0;
  const tz = isX ? ny * inverse : -nx * inverse;
  out[at + 3] = tx;
  out[at + 4] = ty;
  out[at + 5] = tz;
  out[at + 6] = ny * tz - nz * ty;
  out[at + 7] = nz * tx - nx * tz;
  out[at + 8] = nx * ty - ny * tx;
}
