import { BakedField } from '../../body/baked-field.ts';
import type { Body } from '../../body/body.ts';
import type { DistanceField } from '../../body/field.ts';
import type { TriangleMesh } from '../../body/mesh.ts';
import type { RigidMotion } from '../../body/motion.ts';
import { FieldSampler, POSE } from '../../body/sample-field.ts';
import type { Scaling } from '../../body/scaling.ts';
import type { Solid } from '../../body/solids.ts';
import { OBSTACLE_ROW, type PosedField } from '../../models/model.ts';
import { writeMatrix } from '../../numeric/rotation.ts';

/** What moves less than this (metres, parts of a quaternion, fractions of its size) keeps still. */
const STILL = 1e-7;

/** Numbers that `Collider.sample` writes: distance, unit normal (3), surface velocity (3). */
export const COLLIDER_SAMPLE = 7;

/** Something that hair may not enter, asked in world coordinates at the time that was set last. */
export interface Collider {
  readonly name: string;
  /** Coulomb coefficient against hair. */
  readonly friction: number;
  /** The box that holds it at the time set: low xyz, high xyz, metres; infinite for a half-space. */
  readonly box: Float64Array;
  setTime(time: number): void;
  /** Whether its surface is elsewhere at one time than at the other. */
  isMoved(from: number, to: number): boolean;
  /** Writes distance, outward normal and velocity of the nearest piece of surface, from index `at` on. */
  sample(x: number, y: number, z: number, out: Float64Array, at: number): void;
  /**
   * The same for points from .. to (xyz rows), into rows of `OBSTACLE_ROW`, friction included: distances no less than to its box, and
   * nothing but them where they are greater than the point's reach. Absent: they are asked for one by one.
   */
  sampleAll?(points: Float64Array, from: number, to: number, reach: Float64Array | undefined, out: Float64Array): void;
  /** Its baked field at the time set; absent or null where it has none. */
  posed?(): PosedField | null;
  /** Its pose at any time, the time set being as it was. */
  poseAt?(time: number, out: Float64Array): void;
}

/** Asks a collider for point i as `Collider.sampleAll` does for many. */
export function sampleOne(
  collider: Collider,
  points: Float64Array,
  i: number,
  reach: Float64Array | undefined,
  out: Float64Array,
  row: number,
): void {
  const x = points[3 * i]!;
  const y = points[3 * i + 1]!;
  const z = points[3 * i + 2]!;
  collider.sample(x, y, z, out, row);
  // Fields underestimate far away; their box knows better.
  const near = squaredBoxDistance(collider.box, x, y, z);
  if (near > 0) out[row] = Math.max(out[row]!, Math.sqrt(near));
  out[row + 7] = collider.friction;
  if (reach && out[row]! > reach[i]!) out.fill(0, row + 1, row + OBSTACLE_ROW);
}

/** Squared distance of a point to a box; 0 inside. */
export function squaredBoxDistance(box: Float64Array, x: number, y: number, z: number): number {
  const dx = Math.max(box[0]! - x, x - box[3]!, 0);
  const dy = Math.max(box[1]! - y, y - box[4]!, 0);
  const dz = Math.max(box[2]! - z, z - box[5]!, 0);
  return dx * dx + dy * dy + dz * dz;
}

/** Squared distance between two boxes, the second one of many; 0 where they meet. */
export function squaredBoxGap(a: Float64Array, boxes: Float64Array, n: number): number {
  const b = 6 * n;
  const dx = Math.max(a[0]! - boxes[b + 3]!, boxes[b]! - a[3]!, 0);
  const dy = Math.max(a[1]! - boxes[b + 4]!, boxes[b + 1]! - a[4]!, 0);
  const dz = Math.max(a[2]! - boxes[b + 5]!, boxes[b + 2]! - a[5]!, 0);
  return dx * dx + dy * dy + dz * dz;
}

export interface FieldColliderParts {
  readonly name: string;
  readonly friction: number;
  readonly field: DistanceField;
  /** The box of the surface in its own coordinates: low xyz, high xyz. */
  readonly localBox: ArrayLike<number>;
  readonly motion: RigidMotion;
  /** Of constant size where absent. */
  readonly scaling?: Scaling;
}

/** A distance field that moves rigidly and may grow and shrink about its origin. */
export class FieldCollider implements Collider {
  readonly name: string;
  readonly friction: number;
  private readonly parts: FieldColliderParts;
  /** As `FieldSampler` has it. */
  protected readonly pose: Float64Array = new Float64Array(POSE);
  /** Parts of the pose: size, and its rate; the box. */
  protected readonly scale: Float64Array = this.pose.subarray(18, 20);
  readonly box: Float64Array = this.pose.subarray(20, 26);
  private readonly found = new Float64Array(4);
  private sampler: FieldSampler | null = null;
  private readonly baked: PosedField | null = null;
  readonly sampleAll?: NonNullable<Collider['sampleAll']>;

  constructor(parts: FieldColliderParts) {
    this.parts = parts;
    this.name = parts.name;
    this.friction = parts.friction;
    this.scale[0] = 1;
    const { field } = parts;
    if (field instanceof BakedField) {
      const { header, values } = field;
      this.baked = { header, values, pose: this.pose, friction: this.friction, beyond: Number.POSITIVE_INFINITY };
      this.sampleAll = (points, from, to, reach, out) => this.samplerOf(field).sample(points, from, to, reach, out);
    }
  }

  /** Made when somebody asks first: it has a copy of the field. */
  private samplerOf(field: BakedField): FieldSampler {
    if (!this.sampler) {
      this.sampler = new FieldSampler(field, this.friction);
      this.sampler.place(this.pose);
    }
    return this.sampler;
  }

  posed(): PosedField | null {
    return this.baked;
  }

  poseAt(time: number, out: Float64Array): void {
    const { motion, scaling } = this.parts;
    const state = motion.at(time);
    writeMatrix(state.orientation, out);
    for (let c = 0; c < 3; c++) {
      out[9 + c] = state.position[c]!;
      out[12 + c] = state.velocity[c]!;
      out[15 + c] = state.angularVelocity[c]!;
    }
    out[18] = 1;
    out[19] = 0;
    scaling?.at(time, out.subarray(18, 20));
  }

  setTime(time: number): void {
    this.poseAt(time, this.pose);
    this.placeBox();
    this.sampler?.place(this.pose);
  }

  isMoved(from: number, to: number): boolean {
    const { motion, scaling } = this.parts;
    const a = motion.at(from);
    const b = motion.at(to);
    if (a.position.some((value, c) => Math.abs(value - b.position[c]!) > STILL)) return true;
    if (a.orientation.some((value, c) => Math.abs(value - b.orientation[c]!) > STILL)) return true;
    if (!scaling) return false;
    const [before, after] = [new Float64Array(2), new Float64Array(2)];
    scaling.at(from, before);
    scaling.at(to, after);
    return Math.abs(before[0]! - after[0]!) > STILL;
  }

  private placeBox(): void {
    const { pose, box } = this;
    const { localBox } = this.parts;
    const s = this.scale[0]!;
    for (let r = 0; r < 3; r++) {
      let middle = pose[9 + r]!;
      let half = 0;
      for (let c = 0; c < 3; c++) {
        const m = pose[3 * r + c]!;
        // An infinite box has no middle: it stays infinite.
        if (m === 0 || localBox[c + 3] === Number.POSITIVE_INFINITY) continue;
        middle += 0.5 * s * m * (localBox[c]! + localBox[c + 3]!);
        half += 0.5 * s * Math.abs(m) * (localBox[c + 3]! - localBox[c]!);
      }
      if (localBox[3] === Number.POSITIVE_INFINITY) half = Number.POSITIVE_INFINITY;
      box[r] = middle - half;
      box[r + 3] = middle + half;
    }
  }

  sample(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const p = this.pose;
    const { found } = this;
    const s = this.scale[0]!;
    const rx = x - p[9]!;
    const ry = y - p[10]!;
    const rz = z - p[11]!;
    const inverse = 1 / s;
    this.parts.field.sample(
      inverse * (p[0]! * rx + p[3]! * ry + p[6]! * rz),
      inverse * (p[1]! * rx + p[4]! * ry + p[7]! * rz),
      inverse * (p[2]! * rx + p[5]! * ry + p[8]! * rz),
      found,
    );
    const d = s * found[0]!;
    const lx = found[1]!;
    const ly = found[2]!;
    const lz = found[3]!;
    const nx = p[0]! * lx + p[1]! * ly + p[2]! * lz;
    const ny = p[3]! * lx + p[4]! * ly + p[5]! * lz;
    const nz = p[6]! * lx + p[7]! * ly + p[8]! * lz;
    out[at] = d;
    out[at + 1] = nx;
    out[at + 2] = ny;
    out[at + 3] = nz;
    const wx = p[15]!;
    const wy = p[16]!;
    const wz = p[17]!;
    // Material of a body that grows moves away from its origin in proportion to how far it is, taken at the surface.
    const growth = this.scale[1]! * inverse;
    out[at + 4] = p[12]! + wy * rz - wz * ry + growth * (rx - d * nx);
    out[at + 5] = p[13]! + wz * rx - wx * rz + growth * (ry - d * ny);
    out[at + 6] = p[14]! + wx * ry - wy * rx + growth * (rz - d * nz);
  }
}

export function bodyCollider(body: Body, friction: number): Collider {
  const { name, field, motion } = body;
  return new FieldCollider({ name, friction, field, motion, localBox: meshBox(body.mesh) });
}

export interface SolidColliderParts extends Omit<FieldColliderParts, 'field' | 'localBox'> {
  readonly solid: Solid;
}

export function solidCollider({ solid, ...parts }: SolidColliderParts): Collider {
  const [a, b, c] = solid.halfBox;
  return new FieldCollider({ ...parts, field: solid, localBox: [-a, -b, -c, a, b, c] });
}

/** Low xyz and high xyz of a mesh's vertices. */
export function meshBox(mesh: Pick<TriangleMesh, 'positions'>): Float64Array {
  const box = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  const { positions } = mesh;
  for (let i = 0; i < positions.length; i++) {
    const c = i % 3;
    box[c] = Math.min(box[c]!, positions[i]!);
    box[c + 3] = Math.max(box[c + 3]!, positions[i]!);
  }
  return box;
}
