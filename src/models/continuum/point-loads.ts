import type { Clamps, Environment, PointContacts, PointForces, RootStates } from '../model.ts';
import { locateEdge, springForce, strandIndex } from '../nodal.ts';
import { RowsByStrand } from '../rows-by-strand.ts';
import type { ContinuumState } from './fields.ts';
import { RootTurn } from './root-turn.ts';

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
  private readonly turn = new RootTurn();
  private readonly orientation = new Float64Array(4);

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
      this.locate(k, forces!.s[r]!, h, roots);
      const a = forces!.anchor;
      springForce(forces!, r, a[3 * r]! - place[0]!, a[3 * r + 1]! - place[1]!, a[3 * r + 2]! - place[2]!, load, 0);
      this.subtractDrag(forces!.damping, 6 * r);
      for (let c = 0; c < 6; c++) stiff[c] = forces!.damping[6 * r + c]! + h * forces!.stiffness[6 * r + c]!;
      this.addLoad(h, inverseInertia, matrix, right);
    }
    for (let r = this.clamps.first(k); r >= 0; r = this.clamps.after(r)) {
      this.locate(k, clamps!.s[r]!, h, roots);
      const square = this.arm[0]! * this.arm[0]! + this.arm[1]! * this.arm[1]! + this.arm[2]! * this.arm[2]!;
      if (!(square > 0)) continue;
      const spring = CLAMP / (inverseInertia * h * h * square);
      for (let c = 0; c < 3; c++) load[c] = spring * (clamps!.target[3 * r + c]! - place[c]!);
      stiff.fill(0);
      stiff[0] = stiff[3] = stiff[5] = h * spring;
      this.addLoad(h, inverseInertia, matrix, right);
    }
  }

  /** r × (f − D ride) to the right, N S Nᵀ to the matrix, N = [r]: S is damping D and the step times stiffness. */
  private addLoad(h: number, inverseInertia: number, matrix: Float64Array, right: Float64Array): void {
    const { arm, load, stiff } = this;
    const f = h * inverseInertia;
    right[0] = right[0]! + f * (arm[1]! * load[2]! - arm[2]! * load[1]!);
    right[1] = right[1]! + f * (arm[2]! * load[0]! - arm[0]! * load[2]!);
    right[2] = right[2]! + f * (arm[0]! * load[1]! - arm[1]! * load[0]!);
    addTurned(matrix, f, arm[0]!, arm[1]!, arm[2]!, stiff, 0);
  }

  /** What damping takes of a point that only rides. */
  private subtractDrag(d: Float64Array, s: number): void {
    const { load, ride } = this;
    const [x, y, z] = [ride[0]!, ride[1]!, ride[2]!];
    load[0] = load[0]! - d[s]! * x - d[s + 1]! * y - d[s + 2]! * z;
    load[1] = load[1]! - d[s + 1]! * x - d[s + 3]! * y - d[s + 4]! * z;
    load[2] = load[2]! - d[s + 2]! * x - d[s + 4]! * y - d[s + 5]! * z;
  }

  /** Keeps points on their side of planes: v, the hair's rate of turning, is changed as little as that takes. */
  hold(k: number, h: number, roots: RootStates, v: Float64Array): number {
    const { contacts } = this.environment!;
    const { place, arm } = this;
    const { normal: n, plane, s } = contacts!;
    let touching = 0;
    for (let round = 0; round < ROUNDS; round++)
      for (let r = this.planes.first(k); r >= 0; r = this.planes.after(r)) {
        this.locate(k, s[r]!, h, roots);
        const [nx, ny, nz] = [n[3 * r]!, n[3 * r + 1]!, n[3 * r + 2]!];
        const x = arm[1]! * nz - arm[2]! * ny;
        const y = arm[2]! * nx - arm[0]! * nz;
        const z = arm[0]! * ny - arm[1]! * nx;
        const square = x * x + y * y + z * z;
        const way =
          nx * (place[0]! - plane[3 * r]!) +
          ny * (place[1]! - plane[3 * r + 1]!) +
          nz * (place[2]! - plane[3 * r + 2]!);
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

  /**
   * The point at arc length s of sample k as it would be at the end of a step of h if it rode with the root: its place, its arm (see `armAt`) and
   * the velocity that takes it there.
   */
  private locate(k: number, s: number, h: number, roots: RootStates): void {
    const { state, fraction, place, arm, ride, turn } = this;
    const { position: x, first, pose, groomed } = state;
    const [node, t] = locateEdge(state, k, s);
    arm.fill(0);
    for (let j = first[k]!; j <= node; j++) {
      const part = j === node ? t : 1;
      const weight = part * (fraction[j]! + 0.5 * part * (fraction[j + 1]! - fraction[j]!));
      for (let c = 0; c < 3; c++) arm[c] = arm[c]! + weight * (x[3 * j + 3 + c]! - x[3 * j + c]!);
    }
    for (let c = 0; c < 3; c++) ride[c] = x[3 * node + c]! + t * (x[3 * node + 3 + c]! - x[3 * node + c]!);
    for (let c = 0; c < 3; c++) place[c] = ride[c]! - pose[7 * k + c]!;
    // Back into the frame of the root, and out again where that is at the end.
    this.orientation.set(pose.subarray(7 * k + 3, 7 * k + 7));
    let m = turn.take(this.orientation, 0);
    unturn(m, place);
    unturn(m, arm);
    for (let c = 0; c < 3; c++) place[c] = place[c]! + groomed[3 * first[k]! + c]!;
    m = turn.take(roots.orientation, k);
    applyTurn(m, place);
    applyTurn(m, arm);
    for (let c = 0; c < 3; c++) {
      place[c] = place[c]! + roots.position[3 * k + c]!;
      ride[c] = (place[c]! - ride[c]!) / h;
    }
  }
}

function applyTurn(m: Float64Array, v: Float64Array): void {
  const [x, y, z] = [v[0]!, v[1]!, v[2]!];
  for (let r = 0; r < 3; r++) v[r] = m[3 * r]! * x + m[3 * r + 1]! * y + m[3 * r + 2]! * z;
}

function unturn(m: Float64Array, v: Float64Array): void {
  const [x, y, z] = [v[0]!, v[1]!, v[2]!];
  for (let c = 0; c < 3; c++) v[c] = m[c]! * x + m[3 + c]! * y + m[6 + c]! * z;
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
