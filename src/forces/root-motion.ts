import type { HairState } from '../contact/interaction.ts';
import { makeRootStates, type RootStates, type Roots } from '../models/model.ts';
import { conjugate, multiply, type Quat, rotate } from '../numeric/rotation.ts';
import { add, at, cross, scale, subtract, type Vec3 } from '../numeric/vector.ts';

/** How much of a control a strand gets, by its id: 0 to 1. */
export type StrandWeight = (id: number) => number;

/** Where the roots are at both ends of a step, and what would ride rigidly with them. */
export class RootMotion {
  private readonly roots: Roots;
  private ids: Uint32Array = new Uint32Array(0);
  private row: Int32Array = new Int32Array(0);
  private before: RootStates = makeRootStates(0);
  private after: RootStates = makeRootStates(0);
  private hairIds: Uint32Array | null = null;

  constructor(roots: Roots) {
    this.roots = roots;
  }

  /** To be called at the start of every step. */
  begin(hair: HairState): void {
    if (hair.ids !== this.hairIds) this.survey(hair);
    this.roots.sample(this.ids, hair.time, this.before);
    this.roots.sample(this.ids, hair.time + hair.dt, this.after);
  }

  /** Cut pieces have no root. */
  isRooted(strand: number): boolean {
    return this.row[strand]! >= 0;
  }

  /** World place and velocity, at the end of the step, of a point given in root coordinates. */
  place(strand: number, local: ArrayLike<number>): readonly [Vec3, Vec3] {
    const row = this.row[strand]!;
    const arm = rotate(quatAt(this.after, row), [local[0]!, local[1]!, local[2]!]);
    return [add(at(this.after.position, row), arm), this.velocity(this.after, row, arm)];
  }

  /** Velocity that a point has at the end of the step if it rides rigidly with the root from its present place. */
  rigidVelocity(strand: number, x: Vec3): Vec3 {
    const row = this.row[strand]!;
    return this.velocity(this.after, row, this.rigidArm(row, x));
  }

  /** Mean velocity over the step of a point that rides rigidly with the root from its present place. */
  meanVelocity(strand: number, x: Vec3, dt: number): Vec3 {
    const row = this.row[strand]!;
    const moved = subtract(add(at(this.after.position, row), this.rigidArm(row, x)), x);
    return scale(moved, 1 / dt);
  }

  /** Velocity at the end of the step of a point whose motion relative to the moving root frame does not change. */
  keptVelocity(strand: number, x: Vec3, v: Vec3): Vec3 {
    const row = this.row[strand]!;
    const relative = subtract(v, this.velocity(this.before, row, subtract(x, at(this.before.position, row))));
    return add(this.rigidVelocity(strand, x), rotate(this.turn(row), relative));
  }

  private turn(row: number): Quat {
    return multiply(quatAt(this.after, row), conjugate(quatAt(this.before, row)));
  }

  private rigidArm(row: number, x: Vec3): Vec3 {
    return rotate(this.turn(row), subtract(x, at(this.before.position, row)));
  }

  private velocity(states: RootStates, row: number, arm: Vec3): Vec3 {
    return add(at(states.velocity, row), cross(at(states.angularVelocity, row), arm));
  }

  private survey({ ids, first, inverseMass }: HairState): void {
    this.hairIds = ids;
    // A root holds its node; a cut piece's first node is free.
    this.ids = ids.filter((_, k) => inverseMass[first[k]!] === 0);
    this.row = new Int32Array(ids.length).fill(-1);
    let row = 0;
    for (let k = 0; k < ids.length; k++) if (inverseMass[first[k]!] === 0) this.row[k] = row++;
    this.before = makeRootStates(row);
    this.after = makeRootStates(row);
  }
}

function quatAt({ orientation: o }: RootStates, row: number): Quat {
  return [o[4 * row]!, o[4 * row + 1]!, o[4 * row + 2]!, o[4 * row + 3]!];
}
