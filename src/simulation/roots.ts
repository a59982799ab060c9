import type { RigidMotion } from '../body/motion.ts';
import type { RootStates, Roots } from '../models/model.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { at, subtract } from '../numeric/vector.ts';
import type { Strands } from '../strands/strands.ts';

/** Roots that a body carries. */
export interface AttachedRoots extends Roots {
  /** Takes roots (xyz rows, world coordinates) that stand on the body at a time. */
  add(ids: Uint32Array, points: Float64Array, time: number): void;
  /** Whether the body changes its shape between two times; that it moves rigidly does not count. */
  isMoved(from: number, to: number): boolean;
  /** Says what is wrong where its shape pops from one time to the other; '' where it does not. */
  jumped(from: number, to: number): string;
  /** Everything that was added. */
  numbers(): Float64Array;
  setNumbers(numbers: Float64Array): void;
}

/** Where strands begin: xyz rows. */
export function rootPoints({ id, first, positions }: Strands): Float64Array {
  const points = new Float64Array(3 * id.length);
  for (let k = 0; k < id.length; k++) points.set(at(positions, first[k]!), 3 * k);
  return points;
}

/** Roots that ride rigidly on a body. */
export class RigidRoots implements AttachedRoots {
  private readonly motion: RigidMotion;
  /** In the body's own coordinates, by id. */
  private readonly local = new Map<number, readonly [number, number, number]>();
  private asked: { readonly ids: Uint32Array; readonly places: Float64Array } | null = null;

  constructor(motion: RigidMotion) {
    this.motion = motion;
  }

  add(ids: Uint32Array, points: Float64Array, time: number): void {
    const body = this.motion.at(time);
    const inverse = conjugate(body.orientation);
    this.asked = null;
    for (let k = 0; k < ids.length; k++)
      this.local.set(ids[k]!, rotate(inverse, subtract(at(points, k), body.position)));
  }

  sample(ids: Uint32Array, time: number, out: RootStates): void {
    const { position: p, orientation: q, velocity: v, angularVelocity: o } = this.motion.at(time);
    const { position, orientation, velocity, angularVelocity } = out;
    // Every strand of every model asks in every step: no vectors are made.
    const qx = q[0];
    const qy = q[1];
    const qz = q[2];
    const qw = q[3];
    const places = this.placesOf(ids);
    for (let row = 0; row < ids.length; row++) {
      const lx = places[3 * row]!;
      const ly = places[3 * row + 1]!;
      const lz = places[3 * row + 2]!;
      // A cut piece has no root; who asks for all strands at once leaves its row alone.
      if (Number.isNaN(lx)) continue;
      const tx = 2 * (qy * lz - qz * ly);
      const ty = 2 * (qz * lx - qx * lz);
      const tz = 2 * (qx * ly - qy * lx);
      const x = lx + qw * tx + (qy * tz - qz * ty);
      const y = ly + qw * ty + (qz * tx - qx * tz);
      const z = lz + qw * tz + (qx * ty - qy * tx);
      const a = 3 * row;
      position[a] = p[0] + x;
      position[a + 1] = p[1] + y;
      position[a + 2] = p[2] + z;
      velocity[a] = v[0] + (o[1] * z - o[2] * y);
      velocity[a + 1] = v[1] + (o[2] * x - o[0] * z);
      velocity[a + 2] = v[2] + (o[0] * y - o[1] * x);
      angularVelocity[a] = o[0];
      angularVelocity[a + 1] = o[1];
      angularVelocity[a + 2] = o[2];
      const b = 4 * row;
      orientation[b] = qx;
      orientation[b + 1] = qy;
      orientation[b + 2] = qz;
      orientation[b + 3] = qw;
    }
  }

  /** Places of these roots, NaN where there is none; models ask for the same list in every step. */
  private placesOf(ids: Uint32Array): Float64Array {
    if (this.asked?.ids === ids) return this.asked.places;
    const places = new Float64Array(3 * ids.length);
    for (let row = 0; row < ids.length; row++) {
      const place = this.local.get(ids[row]!);
      for (let c = 0; c < 3; c++) places[3 * row + c] = place ? place[c]! : Number.NaN;
    }
    if (ids.length > 1) this.asked = { ids, places };
    return places;
  }

  isMoved(): boolean {
    return false;
  }

  jumped(): string {
    return '';
  }

  /** Rows of id and place, by rising id. */
  numbers(): Float64Array {
    const rows = [...this.local].sort((a, b) => a[0] - b[0]);
    return Float64Array.from(rows.flatMap(([id, place]) => [id, ...place]));
  }

  setNumbers(numbers: Float64Array): void {
    this.local.clear();
    this.asked = null;
    for (let r = 0; r < numbers.length; r += 4)
      this.local.set(numbers[r]!, [numbers[r + 1]!, numbers[r + 2]!, numbers[r + 3]!]);
  }
}
