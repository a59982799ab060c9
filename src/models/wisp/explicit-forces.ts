import type { WispState } from './fields.ts';
import type { WispParameters } from './parameters.ts';

/**
 * What holds wisps together as forces where they are, for explicit steps: the sums of `WispForces`, which is the reference, in one loop without a
 * system. Forces are rows of six a node: on its middle, and on the way to its left rim.
 */
export class ExplicitForces {
  private readonly state: WispState;
  private readonly damping: number;
  private readonly hasLevel: boolean;
  private readonly hasSlanted: boolean;
  /** Stiffness of the springs between the rims of a node and of the next, and lengths at rest of those to the next: left to right, right to left. */
  private readonly springs: Float64Array;
  private readonly slanted: Float64Array;
  /** Stiffness of each joint against bends, one over its edges before and after, and stiffness against turns of the edge after it. */
  private readonly joints: Float64Array;

  /** Lengths and stiffnesses are taken as they are now. `damping`: of springs over their stiffness, seconds. */
  constructor(state: WispState, { pattern, springStiffness }: WispParameters, damping: number) {
    const { halfWidth, restLength, shear, mass, bending, twisting, first } = state;
    const nodes = mass.length;
    this.state = state;
    this.damping = damping;
    this.hasLevel = pattern !== 'diagonal';
    this.hasSlanted = pattern !== 'horizontal';
    this.springs = mass.map((m) => 0.5 * springStiffness * m);
    this.slanted = new Float64Array(2 * nodes);
    this.joints = new Float64Array(4 * nodes);
    for (let k = 0; k + 1 < first.length; k++)
      for (let i = first[k]!; i + 1 < first[k + 1]!; i++) {
        const l = restLength[i]!;
        const wide = halfWidth[i]! + halfWidth[i + 1]!;
        const slant = 2 * l * wide * shear[i]!;
        this.slanted[2 * i] = Math.sqrt(l * l + wide * wide - slant);
        this.slanted[2 * i + 1] = Math.sqrt(l * l + wide * wide + slant);
        if (i === first[k]) continue;
        this.joints[4 * i] = (2 * bending[i]!) / (restLength[i - 1]! + l);
        this.joints[4 * i + 1] = 1 / restLength[i - 1]!;
        this.joints[4 * i + 2] = 1 / l;
        this.joints[4 * i + 3] = twisting[i]! / (l * halfWidth[i]! * halfWidth[i]!);
      }
  }

  /** Adds all of the wisp with nodes from .. to. */
  add(forces: Float64Array, from: number, to: number): void {
    this.addBends(forces, from, to);
    this.addTurns(forces, from, to);
    if (this.hasLevel || to - from < 2)
      for (let i = from; i < to; i++)
        this.addSpring(forces, i, i, 1, -1, 2 * this.state.halfWidth[i]!, this.springs[i]!);
    if (!this.hasSlanted) return;
    for (let i = from; i + 1 < to; i++) {
      this.addSpring(forces, i, i + 1, 1, -1, this.slanted[2 * i]!, this.springs[i]!);
      this.addSpring(forces, i, i + 1, -1, 1, this.slanted[2 * i + 1]!, this.springs[i]!);
    }
  }

  /** Kernel. Bends of middles and of ways across, about rest shapes in the axes of each joint. */
  private addBends(forces: Float64Array, from: number, to: number): void {
    const { joints, damping } = this;
    const { position: x, velocity: v, across: d, acrossVelocity: w, restBend, restLength } = this.state;
    for (let i = from + 1; i + 1 < to; i++) {
      const a = 3 * i;
      const tx = x[a + 3]! - x[a - 3]!;
      const ty = x[a + 4]! - x[a - 2]!;
      const tz = x[a + 5]! - x[a - 1]!;
      const perT = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz + 1e-60);
      const t0 = tx * perT;
      const t1 = ty * perT;
      const t2 = tz * perT;
      const dx = d[a]!;
      const dy = d[a + 1]!;
      const dz = d[a + 2]!;
      const along = dx * t0 + dy * t1 + dz * t2;
      const sx = dx - along * t0;
      const sy = dy - along * t1;
      const sz = dz - along * t2;
      const perS = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz + 1e-60);
      const s0 = sx * perS;
      const s1 = sy * perS;
      const s2 = sz * perS;
      const n0 = t1 * s2 - t2 * s1;
      const n1 = t2 * s0 - t0 * s2;
      const n2 = t0 * s1 - t1 * s0;
      const l = 0.5 * (restLength[i - 1]! + restLength[i]!);
      const stiff = joints[4 * i]!;
      const before = joints[4 * i + 1]!;
      const after = joints[4 * i + 2]!;
      const here = -before - after;
      const r = 6 * i;
      const b0 = l * restBend[r]!;
      const b1 = l * restBend[r + 1]!;
      const b2 = l * restBend[r + 2]!;
      // Of middles: six numbers before and six after it are rows of the neighbours.
      const fx =
        stiff *
        (t0 * b0 +
          s0 * b1 +
          n0 * b2 -
          before * (x[a - 3]! + damping * v[a - 3]!) -
          here * (x[a]! + damping * v[a]!) -
          after * (x[a + 3]! + damping * v[a + 3]!));
      const fy =
        stiff *
        (t1 * b0 +
          s1 * b1 +
          n1 * b2 -
          before * (x[a - 2]! + damping * v[a - 2]!) -
          here * (x[a + 1]! + damping * v[a + 1]!) -
          after * (x[a + 4]! + damping * v[a + 4]!));
      const fz =
        stiff *
        (t2 * b0 +
          s2 * b1 +
          n2 * b2 -
          before * (x[a - 1]! + damping * v[a - 1]!) -
          here * (x[a + 2]! + damping * v[a + 2]!) -
          after * (x[a + 5]! + damping * v[a + 5]!));
      const c0 = l * restBend[r + 3]!;
      const c1 = l * restBend[r + 4]!;
      const c2 = l * restBend[r + 5]!;
      const gx =
        stiff *
        (t0 * c0 +
          s0 * c1 +
          n0 * c2 -
          before * (d[a - 3]! + damping * w[a - 3]!) -
          here * (dx + damping * w[a]!) -
          after * (d[a + 3]! + damping * w[a + 3]!));
      const gy =
        stiff *
        (t1 * c0 +
          s1 * c1 +
          n1 * c2 -
          before * (d[a - 2]! + damping * w[a - 2]!) -
          here * (dy + damping * w[a + 1]!) -
          after * (d[a + 4]! + damping * w[a + 4]!));
      const gz =
        stiff *
        (t2 * c0 +
          s2 * c1 +
          n2 * c2 -
          before * (d[a - 1]! + damping * w[a - 1]!) -
          here * (dz + damping * w[a + 2]!) -
          after * (d[a + 5]! + damping * w[a + 5]!));
      forces[r - 6] = forces[r - 6]! + before * fx;
      forces[r - 5] = forces[r - 5]! + before * fy;
      forces[r - 4] = forces[r - 4]! + before * fz;
      forces[r - 3] = forces[r - 3]! + before * gx;
      forces[r - 2] = forces[r - 2]! + before * gy;
      forces[r - 1] = forces[r - 1]! + before * gz;
      forces[r] = forces[r]! + here * fx;
      forces[r + 1] = forces[r + 1]! + here * fy;
      forces[r + 2] = forces[r + 2]! + here * fz;
      forces[r + 3] = forces[r + 3]! + here * gx;
      forces[r + 4] = forces[r + 4]! + here * gy;
      forces[r + 5] = forces[r + 5]! + here * gz;
      forces[r + 6] = forces[r + 6]! + after * fx;
      forces[r + 7] = forces[r + 7]! + after * fy;
      forces[r + 8] = forces[r + 8]! + after * fz;
      forces[r + 9] = forces[r + 9]! + after * gx;
      forces[r + 10] = forces[r + 10]! + after * gy;
      forces[r + 11] = forces[r + 11]! + after * gz;
    }
  }

  /** Kernel. Turns of the way across from node to node, in the axes of each edge. */
  private addTurns(forces: Float64Array, from: number, to: number): void {
    const { joints, damping } = this;
    const { position: x, across: d, acrossVelocity: w, restTwist, restLength } = this.state;
    for (let i = from + 1; i + 1 < to; i++) {
      const a = 3 * i;
      const tx = x[a + 3]! - x[a]!;
      const ty = x[a + 4]! - x[a + 1]!;
      const tz = x[a + 5]! - x[a + 2]!;
      const perT = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz + 1e-60);
      const t0 = tx * perT;
      const t1 = ty * perT;
      const t2 = tz * perT;
      const dx = d[a]! + d[a + 3]!;
      const dy = d[a + 1]! + d[a + 4]!;
      const dz = d[a + 2]! + d[a + 5]!;
      const along = dx * t0 + dy * t1 + dz * t2;
      const sx = dx - along * t0;
      const sy = dy - along * t1;
      const sz = dz - along * t2;
      const perS = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz + 1e-60);
      const s0 = sx * perS;
      const s1 = sy * perS;
      const s2 = sz * perS;
      const l = restLength[i]!;
      const b0 = l * restTwist[a]!;
      const b1 = l * restTwist[a + 1]!;
      const b2 = l * restTwist[a + 2]!;
      const stiff = joints[4 * i + 3]!;
      const fx =
        stiff * (t0 * b0 + s0 * b1 + (t1 * s2 - t2 * s1) * b2 - (d[a + 3]! - d[a]!) - damping * (w[a + 3]! - w[a]!));
      const fy =
        stiff *
        (t1 * b0 + s1 * b1 + (t2 * s0 - t0 * s2) * b2 - (d[a + 4]! - d[a + 1]!) - damping * (w[a + 4]! - w[a + 1]!));
      const fz =
        stiff *
        (t2 * b0 + s2 * b1 + (t0 * s1 - t1 * s0) * b2 - (d[a + 5]! - d[a + 2]!) - damping * (w[a + 5]! - w[a + 2]!));
      const r = 6 * i;
      forces[r + 3] = forces[r + 3]! - fx;
      forces[r + 4] = forces[r + 4]! - fy;
      forces[r + 5] = forces[r + 5]! - fz;
      forces[r + 9] = forces[r + 9]! + fx;
      forces[r + 10] = forces[r + 10]! + fy;
      forces[r + 11] = forces[r + 11]! + fz;
    }
  }

  /** Kernel. The spring from rim `side` of node i to rim `other` of node j. */
  private addSpring(
    forces: Float64Array,
    i: number,
    j: number,
    side: number,
    other: number,
    rest: number,
    stiffness: number,
  ): void {
    const { damping } = this;
    const { position: x, velocity: v, across: d, acrossVelocity: w } = this.state;
    const a = 3 * i;
    const b = 3 * j;
    const gx = x[b]! + other * d[b]! - x[a]! - side * d[a]!;
    const gy = x[b + 1]! + other * d[b + 1]! - x[a + 1]! - side * d[a + 1]!;
    const gz = x[b + 2]! + other * d[b + 2]! - x[a + 2]! - side * d[a + 2]!;
    const per = 1 / Math.sqrt(gx * gx + gy * gy + gz * gz + 1e-60);
    const rate =
      (v[b]! + other * w[b]! - v[a]! - side * w[a]!) * gx +
      (v[b + 1]! + other * w[b + 1]! - v[a + 1]! - side * w[a + 1]!) * gy +
      (v[b + 2]! + other * w[b + 2]! - v[a + 2]! - side * w[a + 2]!) * gz;
    // Over the length: 1 − rest / length, and how fast it grows.
    const pull = stiffness * (1 - rest * per + damping * rate * per * per);
    const fx = pull * gx;
    const fy = pull * gy;
    const fz = pull * gz;
    const p = 6 * i;
    const q = 6 * j;
    forces[p] = forces[p]! + fx;
    forces[p + 1] = forces[p + 1]! + fy;
    forces[p + 2] = forces[p + 2]! + fz;
    forces[p + 3] = forces[p + 3]! + side * fx;
    forces[p + 4] = forces[p + 4]! + side * fy;
    forces[p + 5] = forces[p + 5]! + side * fz;
    forces[q] = forces[q]! - fx;
    forces[q + 1] = forces[q + 1]! - fy;
    forces[q + 2] = forces[q + 2]! - fz;
    forces[q + 3] = forces[q + 3]! - other * fx;
    forces[q + 4] = forces[q + 4]! - other * fy;
    forces[q + 5] = forces[q + 5]! - other * fz;
  }
}
