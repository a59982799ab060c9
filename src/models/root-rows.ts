import { type Environment, makeRootStates, type RootStates, type Roots } from './model.ts';

/** The roots of a model's strands at one time: one row for every strand that has a root. */
export class RootRows {
  /** Row of each strand in `states`; −1 for free strands. */
  readonly row: Int32Array;
  readonly states: RootStates;
  /** The time that all states are of; what they were before a step says nothing about the next. */
  sampledAt: number = Number.NaN;
  /** How fast each root turns at most in a step, rad/s. */
  readonly fastest: Float64Array;
  private readonly strandIds: Uint32Array;
  private readonly ids: Uint32Array;
  private readonly one: RootStates = makeRootStates(1);

  constructor(strandIds: Uint32Array, rooted: ArrayLike<number>) {
    this.strandIds = strandIds;
    this.ids = strandIds.filter((_, k) => rooted[k] === 1);
    this.row = new Int32Array(strandIds.length).fill(-1);
    let rows = 0;
    for (let k = 0; k < strandIds.length; k++) if (rooted[k] === 1) this.row[k] = rows++;
    this.states = makeRootStates(rows);
    this.fastest = new Float64Array(rows);
  }

  sample({ roots }: Environment, time: number): void {
    if (time === this.sampledAt) return;
    this.sampledAt = time;
    roots.sample(this.ids, time, this.states);
    for (let r = 0; r < this.ids.length; r++) this.changed(r);
  }

  /** One strand's root, at a time of its own. */
  sampleOne(k: number, { roots }: { readonly roots: Roots }, time: number): void {
    const r = this.row[k]!;
    if (r < 0) return;
    const { states, one } = this;
    roots.sample(this.strandIds.subarray(k, k + 1), time, one);
    states.position.set(one.position, 3 * r);
    states.orientation.set(one.orientation, 4 * r);
    states.velocity.set(one.velocity, 3 * r);
    states.angularVelocity.set(one.angularVelocity, 3 * r);
    this.changed(r);
  }

  /** Raises `fastest` to how fast the roots turn now. */
  noteSpin(): void {
    const { fastest } = this;
    const w = this.states.angularVelocity;
    for (let r = 0; r < fastest.length; r++) {
      const x = w[3 * r]!;
      const y = w[3 * r + 1]!;
      const z = w[3 * r + 2]!;
      fastest[r] = Math.max(fastest[r]!, Math.sqrt(x * x + y * y + z * z));
    }
  }

  /** Into how many equal parts a step of strand k is divided so that its root turns by no more than `most` in one, radian. */
  partsOf(k: number, dt: number, most: number): number {
    const row = this.row[k]!;
    return row < 0 ? 1 : Math.max(1, Math.ceil((dt * this.fastest[row]!) / most));
  }

  /** What follows from a row that was sampled. */
  protected changed(_row: number): void {}
}
