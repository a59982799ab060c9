import { factorCholesky } from '../../numeric/cholesky.ts';
import type { OrientedStrand } from './fields.ts';
import { writeJoint } from './joint.ts';
import { type Tree, writeRelative } from './tree.ts';

/** Turn by which torques are compared, radian. */
const TURN = 1e-5;

/**
 * The second derivative of elastic and weight's energy at rest, by turns of every link in the world: 3 x 3 blocks on the diagonal and beside it,
 * because a weight does not change when its link turns. Joints by differences of their torques, exact to 1e-9; weight's in
 * closed form, t · (l F) of what hangs on the link.
 */
export class Stability {
  readonly size: number;
  private readonly unloaded: Float64Array;
  private readonly loaded: Float64Array;
  private readonly tree: Tree;

  /** `deviation` writes how far a joint is from rest where it bears a share of its load. After `sumForces`. */
  constructor(tree: Tree, deviation: (j: number, share: number, out: Float64Array) => void) {
    this.tree = tree;
    this.size = 3 * (tree.links - 1);
    this.unloaded = this.matrixOf(deviation, 0);
    this.loaded = this.matrixOf(deviation, 1);
    for (let j = 1; j < tree.links; j++) this.addWeight(j);
  }

  private matrixOf(deviation: (j: number, share: number, out: Float64Array) => void, share: number): Float64Array {
    const { tree, size } = this;
    const out = new Float64Array(size * size);
    const p = new Float64Array(4);
    for (let j = 1; j < tree.links; j++) {
      deviation(j, share, p);
      this.addJoint(out, j, p);
    }
    return out;
  }

  /** Adds the blocks of joint j, which is p from its rest: minus the change of its torques by turns of both its links. */
  private addJoint(out: Float64Array, j: number, p: Float64Array): void {
    const { tree, size } = this;
    const i = tree.parent[j]!;
    const change = new Float64Array(3);
    for (const [link, other] of [
      [j, i],
      [i, j],
    ] as const) {
      if (link === 0) continue;
      for (let c = 0; c < 3; c++) {
        this.torqueAfter(j, p, link, c, change);
        for (let d = 0; d < 3; d++) {
          // The torque on j; on its parent it is the opposite.
          const own = (link === j ? -1 : 1) * change[d]!;
          const row = 3 * (link - 1) + d;
          out[row * size + 3 * (link - 1) + c] = out[row * size + 3 * (link - 1) + c]! + own;
          if (other === 0) continue;
          const across = 3 * (other - 1) + d;
          out[across * size + 3 * (link - 1) + c] = out[across * size + 3 * (link - 1) + c]! - own;
        }
      }
    }
  }

  /** Writes the derivative of the joint's torque on its link, in world axes, by a turn of one of its links. */
  private torqueAfter(j: number, p: Float64Array, link: number, c: number, out: Float64Array): void {
    const { tree } = this;
    const torque = new Float64Array(3);
    const tangent = new Float64Array(3);
    const rest = new Float64Array(4);
    const q = new Float64Array(12);
    out.fill(0);
    // The rest orientation that makes the deviation p: relative ⊗ p⁻¹, kept while links turn.
    const conjugateP = Float64Array.of(-p[0]!, -p[1]!, -p[2]!, p[3]!);
    for (const sign of [-1, 1]) {
      q.set(tree.q.subarray(4 * tree.parent[j]!, 4 * tree.parent[j]! + 4), 0);
      q.set(tree.q.subarray(4 * j, 4 * j + 4), 4);
      writeRelative(q, 0, q, 4, rest, 0);
      product(rest, conjugateP, rest);
      const turned = q.subarray(link === j ? 4 : 0, link === j ? 8 : 4);
      const turn = new Float64Array(4);
      turn[c] = 0.5 * sign * TURN;
      turn[3] = 1;
      product(turn, turned.slice(), turned);
      writeRelative(q, 0, q, 4, q, 8);
      const deviation = new Float64Array(4);
      writeRelative(rest, 0, q, 8, deviation, 0);
      if (deviation[3]! < 0) for (let d = 0; d < 4; d++) deviation[d] = -deviation[d]!;
      writeJoint(deviation, 0, tree.stiffness, 3 * j, torque, tangent, 0);
      const axes = matrixOf(q.subarray(4, 8));
      for (let d = 0; d < 3; d++)
        out[d] =
          out[d]! +
          (sign / (2 * TURN)) * (axes[d]! * torque[0]! + axes[3 + d]! * torque[1]! + axes[6 + d]! * torque[2]!);
    }
  }

  /** What hangs on a link turns with it: (r · f) 1 − ½ (r fᵀ + f rᵀ). */
  private addWeight(j: number): void {
    const { tree, size, loaded } = this;
    const { axes, lever, f, length } = tree;
    const own = [0, 1, 2].map((c) => {
      const beyond = f[3 * j + c]! - tree.force[3 * j + c]!;
      return lever[3 * j + c]! + length[j]! * beyond;
    });
    const t = [axes[9 * j + 3]!, axes[9 * j + 4]!, axes[9 * j + 5]!];
    const pull = t[0]! * own[0]! + t[1]! * own[1]! + t[2]! * own[2]!;
    for (let c = 0; c < 3; c++)
      for (let d = 0; d < 3; d++) {
        const at = (3 * (j - 1) + c) * size + 3 * (j - 1) + d;
        loaded[at] = loaded[at]! + (c === d ? pull : 0) - 0.5 * (t[c]! * own[d]! + own[c]! * t[d]!);
      }
  }

  /** Σ m Jᵀ J by turns of links, of masses at the nodes. */
  massOf({ nodes, mass }: OrientedStrand): Float64Array {
    const { tree, size } = this;
    const { axes, length } = tree;
    const out = new Float64Array(size * size);
    // Node i moves by φ_j × l_j t_j of every link j before it.
    for (let i = 2; i < nodes; i++) {
      const m = 0.5 * (mass[i - 1]! + mass[i]!);
      for (let a = 1; a < i; a++)
        for (let b = 1; b < i; b++) {
          const u = 9 * a + 3;
          const v = 9 * b + 3;
          const k = m * length[a]! * length[b]!;
          const along = axes[u]! * axes[v]! + axes[u + 1]! * axes[v + 1]! + axes[u + 2]! * axes[v + 2]!;
          for (let c = 0; c < 3; c++)
            for (let d = 0; d < 3; d++) {
              // [u]ᵀ [v] = (u·v) 1 − v uᵀ
              const at = (3 * (a - 1) + c) * size + 3 * (b - 1) + d;
              out[at] = out[at]! + k * ((c === d ? along : 0) - axes[v + c]! * axes[u + d]!);
            }
        }
    }
    return out;
  }

  /** The lower triangle with a share of the weight carried, and springs added. */
  write(carried: number, mass: Float64Array | undefined, spring: number, out: Float64Array): void {
    const { size, unloaded, loaded } = this;
    for (let r = 0; r < size; r++)
      for (let c = 0; c <= r; c++) {
        const [i, j] = [r * size + c, c * size + r];
        const own = carried * 0.5 * (unloaded[i]! + unloaded[j]!) + (1 - carried) * 0.5 * (loaded[i]! + loaded[j]!);
        out[i] = own + (mass ? spring * mass[i]! : 0);
      }
  }
}

/** Whether a strand stays where a share of its weight is carried and springs hold it. */
export function isStable(stability: Stability, carried: number, mass?: Float64Array, spring = 0): boolean {
  const matrix = new Float64Array(stability.size * stability.size);
  stability.write(carried, mass, spring, matrix);
  return factorCholesky(matrix, stability.size);
}

function product(a: Float64Array, b: Float64Array, out: Float64Array): void {
  const [ax, ay, az, aw] = a as unknown as [number, number, number, number];
  const [bx, by, bz, bw] = b as unknown as [number, number, number, number];
  out[0] = aw * bx + ax * bw + ay * bz - az * by;
  out[1] = aw * by - ax * bz + ay * bw + az * bx;
  out[2] = aw * bz + ax * by - ay * bx + az * bw;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Axes of an orientation, one after another. */
function matrixOf([x, y, z, w]: Float64Array): number[] {
  return [
    ...[1 - 2 * (y! * y! + z! * z!), 2 * (x! * y! + w! * z!), 2 * (x! * z! - w! * y!)],
    ...[2 * (x! * y! - w! * z!), 1 - 2 * (x! * x! + z! * z!), 2 * (y! * z! + w! * x!)],
    ...[2 * (x! * z! + w! * y!), 2 * (y! * z! - w! * x!), 1 - 2 * (x! * x! + y! * y!)],
  ];
}
