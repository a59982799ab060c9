import { sin } from '../../numeric/elementary.ts';
import { conjugate, fromAxes, logMap, multiply, type Quat } from '../../numeric/rotation.ts';
import { addScaled, at, cross, dot, length, normalize, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { CLEAR_TURN, materialAxes } from '../material-axes.ts';
import { SHORTEST_EDGE } from '../nodal.ts';

/** A polyline seen as samples of a smooth curve: arc lengths and Darboux vectors. */
export interface CurveSamples {
  /** Arc length of every point along the polyline, and along the smooth curve that it samples. */
  readonly arc: Float64Array;
  readonly s: Float64Array;
  /** The material frame of one of the first edges, and the arc length of its middle. */
  readonly frame: Quat;
  readonly frameAt: number;
  /** Three a point: rotation of the frame a metre, in body axes; the ends repeat their neighbours. */
  readonly w: Float64Array;
}

/** A corner sharper than this is a corner, not a sample of an arc, radian. */
const SHARPEST = 1.5;

export function sampleCurve(points: ArrayLike<number>): CurveSamples {
  const count = points.length / 3;
  const edges = Array.from({ length: count - 1 }, (_, i) => subtract(at(points, i + 1), at(points, i)));
  const lengths = edges.map((edge) => Math.max(length(edge), SHORTEST_EDGE));
  const tangents: Vec3[] = [];
  edges.forEach((edge, i) => {
    tangents.push(normalize(edge, i > 0 ? tangents[i - 1]! : [0, 1, 0]));
  });
  const frames = edgeFrames(tangents);
  const w = new Float64Array(3 * count);
  const arc = new Float64Array(count);
  const s = new Float64Array(count);
  const bend = tangents.map((t, i) => (i === 0 ? 0 : bendOf(tangents[i - 1]!, t) / meanLength(lengths, i)));
  for (let i = 0; i < lengths.length; i++) {
    const curvature = 0.5 * ((bend[i] || bend[i + 1] || 0) + (bend[i + 1] || bend[i] || 0));
    const half = Math.min(0.5 * curvature * lengths[i]!, 0.5 * SHARPEST);
    arc[i + 1] = arc[i]! + lengths[i]!;
    // A chord of an arc that turns by 2·half.
    s[i + 1] = s[i]! + lengths[i]! * (half > 1e-6 ? half / sin(half) : 1);
  }
  for (let i = 1; i < count - 1; i++) {
    const turn = logMap(multiply(conjugate(frames[i - 1]!), frames[i]!));
    w.set(scale(turn, 2 / (s[i + 1]! - s[i - 1]!)), 3 * i);
  }
  // The frames of the end edges know one corner only: what they say of the twist is half an edge off.
  const inner = count > 5 ? 2 : 1;
  if (count > 2)
    for (let i = 0; i < inner; i++) {
      w.set(at(w, inner), 3 * i);
      w.set(at(w, count - 1 - inner), 3 * (count - 1 - i));
    }
  const [edge, before] = count > 5 ? [1, 0.5 * (s[1]! + s[2]!)] : [0, 0.5 * s[1]!];
  return { arc, s, frame: frames[edge]!, frameAt: before, w };
}

const meanLength = (lengths: readonly number[], i: number): number => 0.5 * (lengths[i - 1]! + lengths[i]!);

/** 2 tan(half the angle), as a curvature binormal has it, up to a right angle. */
function bendOf(a: Vec3, b: Vec3): number {
  return length(cross(a, b)) / Math.max(0.5 * (1 + dot(a, b)), 0.5);
}

/** A curl that bends over its major axis everywhere is a helix with one constant Darboux vector. */
function edgeFrames(tangents: readonly Vec3[]): Quat[] {
  const axes = materialAxes(tangents, (turn) => {
    const clear = turn / (2 * CLEAR_TURN);
    return clear * clear;
  });
  return tangents.map((t, i) => fromAxes(t, axes[i]!, cross(t, axes[i]!)));
}

/** Mean of the samples over [from, to] of the curve, each holding from the middle to the middle of its edges. */
export function meanDarboux({ s, w }: Pick<CurveSamples, 's' | 'w'>, from: number, to: number): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  let weight = 0;
  const last = s.length - 1;
  for (let i = 0; i <= last; i++) {
    const begin = i === 0 ? Number.NEGATIVE_INFINITY : 0.5 * (s[i - 1]! + s[i]!);
    const end = i === last ? Number.POSITIVE_INFINITY : 0.5 * (s[i]! + s[i + 1]!);
    const overlap = Math.min(to, end) - Math.max(from, begin);
    if (overlap <= 0) continue;
    sum = addScaled(sum, at(w, i), overlap);
    weight += overlap;
  }
  return weight > 0 ? scale(sum, 1 / weight) : sum;
}
