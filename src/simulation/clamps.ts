import { type Clamps, makeRootStates } from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import { conjugate, multiply, type Quat } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { Rows } from '../salon/rows.ts';
import { findBody, type SimulatedBody } from './body.ts';
import type { AttachedRoots } from './roots.ts';

/** A point of a strand that is held: by a pin, in an up-do, in an experiment. */
export interface Clamp {
  readonly id: number;
  /** Arc length from the strand's start, metres. */
  readonly s: number;
  /** Where it is held, in world coordinates when the clamp is set. */
  readonly target: Vec3;
  /** Holds the direction too: takes x to the strand's tangent and y to its major axis, when the clamp is set. */
  readonly frame?: Quat | undefined;
  /** Number of the body that it moves with; −1 or absent: it stays in the world. */
  readonly body?: number | undefined;
}

/** Columns of a clamp: id, s, body, frame in the carrier's coordinates (4; zeros where there is none). */
const WIDTH = 7;
const BODY = 2;
const FRAME = 3;

/** The clamps of a simulation. They name places by (id, s), so that they follow cuts, and ride on bodies as roots do. */
export class ClampSet {
  /** What tools that cut and lengthen keep in step. */
  readonly rows: Rows = new Rows(WIDTH);
  private readonly bodies: readonly SimulatedBody[];
  /** What carries the targets, by body; −1 is the world. */
  private readonly attachedRoots = new Map<number, AttachedRoots>();

  /** The world is the last of the bodies. */
  constructor(bodies: readonly SimulatedBody[]) {
    this.bodies = bodies;
  }

  /** Ids of strands that are held, rising. */
  get ids(): number[] {
    const { rows } = this;
    const ids = Array.from({ length: rows.count }, (_, row) => rows.at(row, 0));
    return [...new Set(ids)].sort((a, b) => a - b);
  }

  /** These clamps and no others, from a time on. */
  set(clamps: readonly Clamp[], time: number): void {
    const { rows } = this;
    rows.data.length = 0;
    this.attachedRoots.clear();
    const at = makeRootStates(1);
    clamps.forEach(({ id, s, target, frame, body = -1 }, row) => {
      const key = Uint32Array.of(row);
      const carrier = this.carrier(body);
      carrier.add(key, Float64Array.from(target), time);
      carrier.sample(key, time, at);
      const local = frame ? multiply(conjugate(quatAt(at.orientation, 0)), frame) : [0, 0, 0, 0];
      rows.push(id, s, body, ...local);
    });
  }

  /** Where the clamps on these strands are at a time, sorted by (id, s); null where there are none. */
  at(time: number, ids: Uint32Array): Clamps | null {
    const { rows } = this;
    if (rows.count === 0) return null;
    const own = new Set(ids);
    const order = Array.from({ length: rows.count }, (_, row) => row)
      .filter((row) => own.has(rows.at(row, 0)))
      .sort((a, b) => rows.at(a, 0) - rows.at(b, 0) || rows.at(a, 1) - rows.at(b, 1));
    if (order.length === 0) return null;
    const clamps = {
      count: order.length,
      id: Uint32Array.from(order, (row) => rows.at(row, 0)),
      s: Float64Array.from(order, (row) => rows.at(row, 1)),
      target: new Float64Array(3 * order.length),
      frame: new Float64Array(4 * order.length),
    };
    order.forEach((row, k) => {
      this.write(row, time, k, clamps);
    });
    return clamps;
  }

  snapshot(): Uint8Array {
    const bodies = [...this.attachedRoots.keys()].sort((a, b) => a - b);
    return packArrays([
      Float64Array.from(this.rows.data),
      Float64Array.from(bodies),
      ...bodies.map((body) => this.attachedRoots.get(body)!.numbers()),
    ]);
  }

  restore(snapshot: Uint8Array): void {
    const [rows, bodies, ...carried] = unpackArrays(snapshot) as Float64Array[];
    // The same list stays: tools hold on to it.
    this.rows.data.length = 0;
    this.rows.data.push(...rows!);
    this.attachedRoots.clear();
    bodies!.forEach((body, n) => {
      this.carrier(body).setNumbers(carried[n]!);
    });
  }

  private write(row: number, time: number, k: number, out: { target: Float64Array; frame: Float64Array }): void {
    const { rows } = this;
    const now = makeRootStates(1);
    this.carrier(rows.at(row, BODY)).sample(Uint32Array.of(row), time, now);
    out.target.set(now.position, 3 * k);
    const local = quatAt(rows.data, row * WIDTH + FRAME);
    if (local.some((value) => value !== 0)) out.frame.set(multiply(quatAt(now.orientation, 0), local), 4 * k);
  }

  private carrier(body: number): AttachedRoots {
    let carrier = this.attachedRoots.get(body);
    if (!carrier) {
      carrier = findBody(this.bodies, body, 'A clamp').carrier();
      this.attachedRoots.set(body, carrier);
    }
    return carrier;
  }
}

const quatAt = (numbers: ArrayLike<number>, at: number): Quat => [
  numbers[at]!,
  numbers[at + 1]!,
  numbers[at + 2]!,
  numbers[at + 3]!,
];
