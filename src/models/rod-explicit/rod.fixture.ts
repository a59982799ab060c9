import { Random } from '../../numeric/random.ts';
import { makePose, type Pose, poseFromAngles } from './pose.ts';
import { makeRod, type Rod, setSpans } from './rod.ts';

export interface RandomRod {
  readonly rod: Rod;
  readonly x: Float64Array;
  readonly u1: Float64Array;
  readonly theta: Float64Array;
  readonly pose: Pose;
}

/** A rod with random shape, stiffness matrices, angles and rest values. */
export function randomRod(seed: number, nodes = 8, lengths: Rod['lengths'] = 'rest'): RandomRod {
  const random = new Random(seed);
  const rod = makeRod(nodes, lengths);
  const x = new Float64Array(3 * nodes);
  for (let j = 0; j < nodes - 1; j++) {
    const step = [1, random.between(-0.6, 0.6), random.between(-0.6, 0.6)];
    for (let c = 0; c < 3; c++) x[3 * j + 3 + c] = x[3 * j + c]! + step[c]!;
    rod.restLength[j] = Math.hypot(...step) * random.between(0.97, 1.03);
    const mixed = random.between(-0.4, 0.4);
    rod.bending.set([random.between(1, 2), mixed, random.between(0.5, 1)], 3 * j);
  }
  setSpans(rod);
  for (let i = 1; i < nodes - 1; i++) {
    rod.twisting[i] = random.between(0.5, 1.5);
    rod.restTwist[i] = random.between(-0.5, 0.5);
    for (let c = 0; c < 4; c++) rod.restCurvature[4 * i + c] = random.between(-0.5, 0.5);
  }
  const u1 = new Float64Array(3 * (nodes - 1));
  const t = [x[3]! - x[0]!, x[4]! - x[1]!, x[5]! - x[2]!];
  const n = Math.hypot(t[0]!, t[1]!);
  u1.set([-t[1]! / n, t[0]! / n, 0]);
  const theta = Float64Array.from({ length: nodes - 1 }, () => random.between(-1, 1));
  const pose = makePose(nodes);
  poseFromAngles(rod, x, u1, theta, pose);
  return { rod, x, u1, theta, pose };
}

/** Largest |a − b| as a fraction of the largest |b|. */
export function relativeError(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = 0;
  let scale = 0;
  for (let i = 0; i < b.length; i++) {
    worst = Math.max(worst, Math.abs(a[i]! - b[i]!));
    scale = Math.max(scale, Math.abs(b[i]!));
  }
  return scale > 0 ? worst / scale : worst;
}

/** Central differences of f by every entry of x: row i holds ∂f/∂x[i]. */
export function differences(f: (x: Float64Array) => Float64Array, x: Float64Array, h = 1e-5): Float64Array[] {
  return Array.from(x, (_, i) => {
    const moved = x.slice();
    moved[i] = x[i]! + h;
    const plus = f(moved);
    moved[i] = x[i]! - h;
    const minus = f(moved);
    return plus.map((value, k) => (value - minus[k]!) / (2 * h));
  });
}

/** Points of a helix of curvature κ and torsion τ, `edge` apart along the arc, from the origin along −y. */
export function helixPoints(nodes: number, edge: number, kappa: number, torsion: number): Float64Array {
  const k2 = kappa * kappa + torsion * torsion;
  const radius = kappa / k2;
  const rise = torsion / k2;
  const x = new Float64Array(3 * nodes);
  for (let i = 0; i < nodes; i++) {
    const angle = i * edge * Math.sqrt(k2);
    x.set([radius * (Math.cos(angle) - 1), -rise * angle, radius * Math.sin(angle)], 3 * i);
  }
  return x;
}
