import type { WispState } from './fields.ts';
import type { WispParameters } from './parameters.ts';
import { edgeAxes, jointAxes } from './shape.ts';

/** Where forces go: a system with stiffnesses, or forces alone. Rows are six a node: of its move, and of the way to its left rim. */
export interface ForceSink {
  readonly rhs: Float64Array;
  addScalar(j: number, i: number, part: number, weight: number): void;
  setBlock(along: number, across: number, gx: number, gy: number, gz: number): void;
  addPoint(j: number, side: number, fx: number, fy: number, fz: number): void;
  addPair(j: number, side: number, i: number, other: number, fx: number, fy: number, fz: number): void;
}

/**
 * What holds wisps together. Rims keep their lengths and are held side by side by springs; bends and twist are measured in the wisp's own
 * axes, which follow it from solve to solve: within a solve they are plain weights between neighbours, the same for all directions.
 */
export class WispForces {
  private readonly state: WispState;
  private readonly parameters: WispParameters;
  /** Bends (6 a joint) and turns (3 an edge) that the axes ask for now. */
  private readonly bend: Float64Array;
  private readonly turn: Float64Array;
  private readonly axes = new Float64Array(9);

  constructor(state: WispState, parameters: WispParameters) {
    this.state = state;
    this.parameters = parameters;
    this.bend = new Float64Array(6 * state.mass.length);
    this.turn = new Float64Array(3 * state.mass.length);
  }

  /** Kernel. Notes what rest shapes are in the axes of wisp nodes from .. to; `d` has three numbers a node, `stride` apart. */
  follow(x: Float64Array, d: Float64Array, from: number, to: number): void {
    const { axes, bend, turn } = this;
    const { restBend, restTwist, restLength } = this.state;
    for (let i = from + 1; i + 1 < to; i++) {
      const l = 0.5 * (restLength[i - 1]! + restLength[i]!);
      jointAxes(x, d, i, axes);
      for (let part = 0; part < 6; part += 3) {
        const o = 6 * i + part;
        const r0 = l * restBend[o]!;
        const r1 = l * restBend[o + 1]!;
        const r2 = l * restBend[o + 2]!;
        for (let c = 0; c < 3; c++) bend[o + c] = axes[c]! * r0 + axes[3 + c]! * r1 + axes[6 + c]! * r2;
      }
      edgeAxes(x, d, i, axes);
      const q = 3 * i;
      const s0 = restLength[i]! * restTwist[q]!;
      const s1 = restLength[i]! * restTwist[q + 1]!;
      const s2 = restLength[i]! * restTwist[q + 2]!;
      for (let c = 0; c < 3; c++) turn[q + c] = axes[c]! * s0 + axes[3 + c]! * s1 + axes[6 + c]! * s2;
    }
  }

  /** Kernel. Adds bends and twist of nodes from .. to: forces at x, d, whose rates are counted from x0 and d0 over H. */
  addShape(
    system: ForceSink,
    x: Float64Array,
    d: Float64Array,
    x0: Float64Array,
    d0: Float64Array,
    from: number,
    to: number,
    H: number,
  ): void {
    const { bend, turn } = this;
    const { restLength, bending, twisting, halfWidth } = this.state;
    const slow = this.parameters.springDamping;
    const { rhs } = system;
    for (let i = from + 1; i + 1 < to; i++) {
      const j = i - from;
      const before = 1 / restLength[i - 1]!;
      const after = 1 / restLength[i]!;
      const w = (2 * bending[i]!) / (restLength[i - 1]! + restLength[i]!);
      const here = -before - after;
      for (let part = 0; part < 6; part += 3) {
        const v = part === 0 ? x : d;
        const v0 = part === 0 ? x0 : d0;
        const rate = slow / H;
        for (let c = 0; c < 3; c++) {
          const a = 3 * i + c;
          const k = before * v[a - 3]! + here * v[a]! + after * v[a + 3]!;
          const k0 = before * v0[a - 3]! + here * v0[a]! + after * v0[a + 3]!;
          const f = w * (bend[6 * i + part + c]! - k - rate * (k - k0));
          const u = 6 * j + part + c;
          rhs[u - 6] = rhs[u - 6]! + before * f;
          rhs[u] = rhs[u]! + here * f;
          rhs[u + 6] = rhs[u + 6]! + after * f;
        }
        const s = w * (1 + rate);
        system.addScalar(j - 1, j - 1, part, s * before * before);
        system.addScalar(j, j, part, s * here * here);
        system.addScalar(j + 1, j + 1, part, s * after * after);
        system.addScalar(j, j - 1, part, s * here * before);
        system.addScalar(j + 1, j, part, s * here * after);
        system.addScalar(j + 1, j - 1, part, s * before * after);
      }
      const half = halfWidth[i]!;
      const t = twisting[i]! / (restLength[i]! * half * half);
      const rate = slow / H;
      for (let c = 0; c < 3; c++) {
        const a = 3 * i + c;
        const turned = d[a + 3]! - d[a]!;
        const f = t * (turn[a]! - turned - rate * (turned - d0[a + 3]! + d0[a]!));
        const u = 6 * j + 3 + c;
        rhs[u] = rhs[u]! - f;
        rhs[u + 6] = rhs[u + 6]! + f;
      }
      const s = t * (1 + rate);
      system.addScalar(j, j, 3, s);
      system.addScalar(j + 1, j + 1, 3, s);
      system.addScalar(j + 1, j, 3, -s);
    }
  }

  /** Kernel. Adds rims as springs along them. */
  addRims(
    system: ForceSink,
    k: number,
    x: Float64Array,
    d: Float64Array,
    x0: Float64Array,
    d0: Float64Array,
    from: number,
    to: number,
    H: number,
  ): void {
    const { leftLength, rightLength, pretension, stretch } = this.state;
    const rim = 0.5 * stretch[k]!;
    for (let i = from; i + 1 < to; i++) {
      const pull = 0.5 * pretension[i]!;
      this.addSpring(system, i - from, 1, 1, 1, leftLength[i]!, rim / leftLength[i]!, pull, 0, i, x, d, x0, d0, H);
      this.addSpring(system, i - from, -1, 1, -1, rightLength[i]!, rim / rightLength[i]!, pull, 0, i, x, d, x0, d0, H);
    }
  }

  /** Kernel. Adds the springs between the rims. */
  addSprings(
    system: ForceSink,
    x: Float64Array,
    d: Float64Array,
    x0: Float64Array,
    d0: Float64Array,
    from: number,
    to: number,
    H: number,
  ): void {
    const { halfWidth, restLength, mass, shear } = this.state;
    const { pattern, springStiffness, springDamping } = this.parameters;
    for (let i = from; i < to; i++) {
      const w = halfWidth[i]!;
      const stiffness = 0.5 * springStiffness * mass[i]!;
      if (pattern !== 'diagonal' || to - from < 2)
        this.addSpring(system, i - from, 1, 0, -1, 2 * w, stiffness, 0, springDamping, i, x, d, x0, d0, H);
      if (pattern === 'horizontal' || i + 1 === to) continue;
      const wide = w + halfWidth[i + 1]!;
      const square = restLength[i]! * restLength[i]! + wide * wide;
      const slant = 2 * restLength[i]! * wide * shear[i]!;
      const rest = Math.sqrt(square - slant);
      const other = Math.sqrt(square + slant);
      this.addSpring(system, i - from, 1, 1, -1, rest, stiffness, 0, springDamping, i, x, d, x0, d0, H);
      this.addSpring(system, i - from, -1, 1, 1, other, stiffness, 0, springDamping, i, x, d, x0, d0, H);
    }
  }

  /** The spring from rim `side` of node i to rim `other` of the node `ahead` of it. */
  private addSpring(
    system: ForceSink,
    j: number,
    side: number,
    ahead: number,
    other: number,
    rest: number,
    stiffness: number,
    pretension: number,
    damping: number,
    i: number,
    x: Float64Array,
    d: Float64Array,
    x0: Float64Array,
    d0: Float64Array,
    H: number,
  ): void {
    const a = 3 * i;
    const b = a + 3 * ahead;
    const gx = x[b]! + other * d[b]! - x[a]! - side * d[a]!;
    const gy = x[b + 1]! + other * d[b + 1]! - x[a + 1]! - side * d[a + 1]!;
    const gz = x[b + 2]! + other * d[b + 2]! - x[a + 2]! - side * d[a + 2]!;
    const length = Math.sqrt(gx * gx + gy * gy + gz * gz + 1e-60);
    const ux = gx / length;
    const uy = gy / length;
    const uz = gz / length;
    let pull = stiffness * (length - rest) + pretension;
    let along = stiffness;
    if (damping > 0) {
      const mx = (x[b]! - x0[b]! - x[a]! + x0[a]!) / H;
      const my = (x[b + 1]! - x0[b + 1]! - x[a + 1]! + x0[a + 1]!) / H;
      const mz = (x[b + 2]! - x0[b + 2]! - x[a + 2]! + x0[a + 2]!) / H;
      const wx = (other * (d[b]! - d0[b]!) - side * (d[a]! - d0[a]!)) / H;
      const wy = (other * (d[b + 1]! - d0[b + 1]!) - side * (d[a + 1]! - d0[a + 1]!)) / H;
      const wz = (other * (d[b + 2]! - d0[b + 2]!) - side * (d[a + 2]! - d0[a + 2]!)) / H;
      pull += stiffness * damping * ((mx + wx) * ux + (my + wy) * uy + (mz + wz) * uz);
      along += (stiffness * damping) / H;
    }
    // What is stretched resists turning; what is pressed would buckle, and that is left out.
    const across = pull > 0 ? pull / length : 0;
    system.setBlock(along, across, ux, uy, uz);
    system.addPair(j + ahead, other, j, side, -pull * ux, -pull * uy, -pull * uz);
  }
}
