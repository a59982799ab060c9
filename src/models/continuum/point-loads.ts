import type { Clamps, Environment, PointContacts, PointForces, RootStates } from '../model.ts';
import { locateEdge, springForce, strandIndex } from '../nodal.ts';
import { RowsByStrand } from '../rows-by-strand.ts';
import type { ContinuumState } from './fields.ts';

/** A clamp is a spring that takes a point this much of the way to its target in one step: stiffness in units of inertia over step squared. */
const CLAMP = 1e3;
/** Planes at one hair are minded in turn, so many times. */
const ROUNDS = 4;

/** What acts on single points of hairs: forces, clamps, planes. A point moves by dw × r, so a force f turns the hair by r × f. */
export class PointLoads {
  private readonly state: ContinuumState;
  private readonly fraction: Float64Array;
  private readonly index: ReadonlyMap<number, number>;
  private readonly forces: RowsByStrand;
  private readonly clamps: RowsByStrand;
  private readonly planes: RowsByStrand;
  private environment: Environment | null = null;
  /** The present point: where it is, its arm r, and how fast it rides with its root. */
  private readonly place = new Float64Array(3);
  private readonly arm = new Float64Array(3);
  private readonly ride = new Float64Array(3);
  private readonly load = new Float64Array(3);
  private readonly stiff = new Float64Array(6);

  constructor(state: ContinuumState, fraction: Float64Array) {
    const strands = state.ids.length;
    this.state = state;
    this.fraction = fraction;
    this.index = strandIndex(state.ids);
    this.forces = new RowsByStrand(strands);
    this.clamps = new RowsByStrand(strands);
    this.planes = new RowsByStrand(strands);
  }

  /** Whether anything acts at all. */
  sort(environment: Environment): boolean {
    const { forces, clamps, contacts } = environment;
    this.environment = environment;
    const fill = (rows: RowsByStrand, table: PointForces | Clamps | PointContacts | null): boolean => {
      if (!table || table.count === 0) rows.clear();
      else rows.fill(table.count, table.id, this.index);
      return table !== null && table.count > 0;
    };
    const some = [fill(this.forces, forces), fill(this.clamps, clamps), fill(this.planes, contacts)];
    return some.includes(true);
  }

  /** Whether forces or clamps act on sample k. */
  pulls(k: number): boolean {
    return this.forces.first(k) >= 0 || this.clamps.first(k) >= 0;
  }

  touches(k: number): boolean {
    return this.planes.first(k) >= 0;
  }

  /** Adds to the system of sample k, which is per inertia: the matrix of its rate, and the right side. */
  add(
    k: number,
    h: number,
    inverseInertia: number,
    roots: RootStates,
    matrix: Float64Array,
    right: Float64Array,
  ): void {
    const { forces, clamps } = this.environment!;
    const { load, stiff, place } = this;
    for (let r = this.forces.first(k); r >= 0; r = this.forces.after(r)) {
      this.locate(k, forces!.s[r]!, roots);
      const a = forces!.anchor;
      springForce(forces!, r, a[3 * r]! - place[0]!, a[3 * r + 1]! - place[1]!, a[3 * r + 2]! - place[2]!, load, 0);
      for (let c = 0; c < 6; c++) stiff[c] = forces!.damping[6 * r + c]! + h * forces!.stiffness[6 * r + c]!;
      this.addLoad(h, inverseInertia, matrix, right);
    }
    for (let r = this.clamps.first(k); r >= 0; r = this.clamps.after(r)) {
      this.locate(k, clamps!.s[r]!, roots);
      const square = this.arm[0]! * this.arm[0]! + this.arm[1]! * this.arm[1]! + this.arm[2]! * this.arm[2]!;
      if (!(square > 0)) continue;
      const spring = CLAMP / (inverseInertia * h * h * square);
      for (let c = 0; c < 3; c++) load[c] = spring * (clamps!.target[3 * r + c]! - place[c]!);
      stiff.fill(0);
      stiff[0] = stiff[3] = stiff[5] = h * spring;
      this.addLoad(h, inverseInertia, matrix, right);
    }
  }

  /** r × (f − S ride) to the right, N S Nᵀ to the matrix, N = [r]: S is damping and the step times stiffness. */
  private addLoad(h: number, inverseInertia: number, matrix: Float64Array, right: Float64Array): void {
    const { arm, ride, load, stiff: s } = this;
    const f = h * inverseInertia;
    const x = load[0]! - s[0]! * ride[0]! - s[1]! * ride[1]! - s[2]! * ride[2]!;
    const y = load[1]! - s[1]! * ride[0]! - s[3]! * ride[1]! - s[4]! * ride[2]!;
    const z = load[2]! - s[2]! * ride[0]! - s[4]! * ride[1]! - s[5]! * ride[2]!;
    right[0] = right[0]! + f * (arm[1]! * z - arm[2]! * y);
    right[1] = right[1]! + f * (arm[2]! * x - arm[0]! * z);
    right[2] = right[2]! + f * (arm[0]! * y - arm[1]! * x);
    addTurned(matrix, f, arm[0]!, arm[1]!, arm[2]!, s, 0);
  }

  /** Keeps points on their side of planes: v, the hair's rate of turning, is changed as little as that takes. */
  hold(k: number, h: number, roots: RootStates, v: Float64Array): number {
    const { contacts } = this.environment!;
    const { place, arm, ride } = this;
    const { normal: n, plane, s } = contacts!;
    let touching = 0;
    for (let round = 0; round < ROUNDS; round++)
      for (let r = this.planes.first(k); r >= 0; r = this.planes.after(r)) {
        this.locate(k, s[r]!, roots);
        const [nx, ny, nz] = [n[3 * r]!, n[3 * r + 1]!, n[3 * r + 2]!];
        const x = arm[1]! * nz - arm[2]! * ny;
        const y = arm[2]! * nx - arm[0]! * nz;
        const z = arm[0]! * ny - arm[1]! * nx;
        const square = x * x + y * y + z * z;
        const way =
          nx * (place[0]! + h * ride[0]! - plane[3 * r]!) +
          ny * (place[1]! + h * ride[1]! - plane[3 * r + 1]!) +
          nz * (place[2]! + h * ride[2]! - plane[3 * r + 2]!);
        const gap = way + h * (x * v[0]! + y * v[1]! + z * v[2]!);
        if (gap >= 0 || !(square > 0)) continue;
        if (round === 0) touching++;
        const push = -gap / (h * square);
        v[0] = v[0]! + push * x;
        v[1] = v[1]! + push * y;
        v[2] = v[2]! + push * z;
      }
    return touching;
  }

  /** The point at arc length s of sample k: its place, its arm (see `armAt`), and its velocity as it rides with the root. */
  private locate(k: number, s: number, roots: RootStates): void {
    const { state, fraction, place, arm, ride } = this;
    const { position: x, first } = state;
    const [node, t] = locateEdge(state, k, s);
    arm.fill(0);
    for (let j = first[k]!; j <= node; j++) {
      const part = j === node ? t : 1;
      const weight = part * (fraction[j]! + 0.5 * part * (fraction[j + 1]! - fraction[j]!));
      for (let c = 0; c < 3; c++) arm[c] = arm[c]! + weight * (x[3 * j + 3 + c]! - x[3 * j + c]!);
    }
    for (let c = 0; c < 3; c++) place[c] = x[3 * node + c]! + t * (x[3 * node + 3 + c]! - x[3 * node + c]!);
    const { position, velocity: v, angularVelocity: spin } = roots;
    const a = 3 * k;
    const dx = place[0]! - position[a]!;
    const dy = place[1]! - position[a + 1]!;
    const dz = place[2]! - position[a + 2]!;
    ride[0] = v[a]! + spin[a + 1]! * dz - spin[a + 2]! * dy;
    ride[1] = v[a + 1]! + spin[a + 2]! * dx - spin[a]! * dz;
    ride[2] = v[a + 2]! + spin[a]! * dy - spin[a + 1]! * dx;
  }
}

/** Adds f N S Nᵀ to a symmetric matrix, N v = r × v, S the symmetric one at s[o]. */
export function addTurned(
  matrix: Float64Array,
  f: number,
  x: number,
  y: number,
  z: number,
  s: Float64Array,
  o: number,
): void {
  const xx = s[o]!;
  const xy = s[o + 1]!;
  const xz = s[o + 2]!;
  const yy = s[o + 3]!;
  const yz = s[o + 4]!;
  const zz = s[o + 5]!;
  matrix[0] = matrix[0]! + f * (y * y * zz - 2 * y * z * yz + z * z * yy);
  matrix[1] = matrix[1]! + f * (z * (x * yz + y * xz - z * xy) - x * y * zz);
  matrix[2] = matrix[2]! + f * (y * (x * yz + z * xy - y * xz) - x * z * yy);
  matrix[3] = matrix[3]! + f * (z * z * xx - 2 * x * z * xz + x * x * zz);
  matrix[4] = matrix[4]! + f * (x * (y * xz + z * xy - x * yz) - y * z * xx);
  matrix[5] = matrix[5]! + f * (x * x * yy - 2 * x * y * xy + y * y * xx);
}
