import type { DistanceField } from '../../body/field.ts';
import type { RigidMotion } from '../../body/motion.ts';
import type { Scaling } from '../../body/scaling.ts';
import { COLLIDER_SAMPLE, type Collider, FieldCollider } from './collider.ts';

/** Something that deforms in its own coordinates, while these move rigidly and may grow and shrink about their origin. */
export class MovingCollider extends FieldCollider {
  private readonly shape: Collider;
  /** The last answer of the shape, in its own coordinates. */
  private readonly own: Float64Array;

  constructor(shape: Collider, motion: RigidMotion, scaling?: Scaling) {
    const own = new Float64Array(COLLIDER_SAMPLE);
    const { name, friction, box: localBox } = shape;
    super({ name, friction, localBox, motion, field: fieldOf(shape, own), ...(scaling ? { scaling } : {}) });
    this.shape = shape;
    this.own = own;
  }

  override setTime(time: number): void {
    // First the shape, whose box is carried along.
    this.shape.setTime(time);
    super.setTime(time);
  }

  override isMoved(from: number, to: number): boolean {
    return super.isMoved(from, to) || this.shape.isMoved(from, to);
  }

  override sample(x: number, y: number, z: number, out: Float64Array, at: number): void {
    super.sample(x, y, z, out, at);
    const { pose, own } = this;
    const s = this.scale[0]!;
    for (let r = 0; r < 3; r++) {
      const turned = pose[3 * r]! * own[4]! + pose[3 * r + 1]! * own[5]! + pose[3 * r + 2]! * own[6]!;
      out[at + 4 + r] = out[at + 4 + r]! + s * turned;
    }
  }
}

function fieldOf(shape: Collider, own: Float64Array): DistanceField {
  const sample: DistanceField['sample'] = (x, y, z, out) => {
    shape.sample(x, y, z, own, 0);
    for (let c = 0; c < 4; c++) out[c] = own[c]!;
  };
  return {
    sample,
    distance: (x, y, z) => {
      shape.sample(x, y, z, own, 0);
      return own[0]!;
    },
  };
}
