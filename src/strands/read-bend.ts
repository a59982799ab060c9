import { atan2 } from '../numeric/elementary.ts';
import { type Curve, edgeLength, stumpff2, stumpff3 } from './bent-curve.ts';

/** Numbers of a bend that was read: rotation vector (3), and length over that of the curve. */
export const BEND = 4;

const MOST_ITERATIONS = 10;
/** Corrections below this end the search, radian: far below what positions in single precision tell. */
const CLOSE = 1e-9;
/** Parts of a curve that are looked at end at most this far beyond what is left of it, as a fraction. */
const SLACK = 1e-6;

/**
 * Reads by which rotation vector w a curve was bent (see bent-curve.ts), from where its points are now, in the frame that its root rides
 * in. Only directions count, so a curve that was lengthened reads the same. What a straight curve cannot tell, a turn about itself, is
 * taken for none: w = α a + β b with axes a and b at right angles to the way from root to tip. The direction of the last edge
 * tells it at once where the curve was straight; Gauss and Newton go on from there where it was not.
 */
export class BendReader {
  /** The way from root to tip, and the two axes across it. */
  private readonly frame = new Float64Array(9);
  private readonly w = new Float64Array(3);
  private readonly edge = new Float64Array(3);
  /** How α and β turn a direction. */
  private readonly rowA = new Float64Array(3);
  private readonly rowB = new Float64Array(3);

  /** `now`: the same points, from place `at` on; `left`: the fraction of the curve that is there. Writes `BEND` numbers at `o`. */
  read(
    curve: Curve,
    now: ArrayLike<number>,
    at: number,
    left: number,
    out: Float32Array | Float64Array,
    o: number,
  ): void {
    const { w } = this;
    const edges = edgesIn(curve, left);
    out.fill(0, o, o + BEND);
    out[o + 3] = 1;
    if (edges < 1 || !this.findFrame(curve)) return;
    this.begin(curve, now, at, edges);
    for (let n = 0; n < MOST_ITERATIONS; n++) if (this.improve(curve, now, at, edges) < CLOSE) break;
    for (let c = 0; c < 3; c++) out[o + c] = w[c]!;
    out[o + 3] = this.stretch(curve, now, at, edges);
  }

  /** False where a curve leads nowhere. */
  private findFrame({ points: p, from, count }: Curve): boolean {
    const [a, b] = [3 * from, 3 * (from + count - 1)];
    let [x, y, z] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return false;
    [x, y, z] = [x / length, y / length, z / length];
    // As `perpendicular` has it.
    const sign = z >= 0 ? 1 : -1;
    const s = -1 / (sign + z);
    const [ax, ay, az] = [1 + sign * x * x * s, sign * x * y * s, -sign * x];
    this.frame.set([x, y, z, ax, ay, az, y * az - z * ay, z * ax - x * az, x * ay - y * ax]);
    return true;
  }

  /** The first guess, from the last edge: the shortest rotation that takes it from where it was to where it is. */
  private begin({ points: p, fraction, from }: Curve, now: ArrayLike<number>, at: number, edges: number): void {
    const { frame, w } = this;
    const [i, k] = [3 * (from + edges - 1), 3 * (at + edges - 1)];
    const [ax, ay, az] = [p[i + 3]! - p[i]!, p[i + 4]! - p[i + 1]!, p[i + 5]! - p[i + 2]!];
    const [bx, by, bz] = [now[k + 3]! - now[k]!, now[k + 4]! - now[k + 1]!, now[k + 5]! - now[k + 2]!];
    const [x, y, z] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const sine = Math.sqrt(x * x + y * y + z * z);
    const u = 0.5 * (fraction[from + edges - 1]! + fraction[from + edges]!);
    const factor = sine > 0 && u > 0 ? atan2(sine, ax * bx + ay * by + az * bz) / (sine * u) : 0;
    const along = frame[0]! * x + frame[1]! * y + frame[2]! * z;
    w[0] = factor * (x - along * frame[0]!);
    w[1] = factor * (y - along * frame[1]!);
    w[2] = factor * (z - along * frame[2]!);
  }

  /** One step of Gauss and Newton: directions as w bends them towards those that there are. Returns its length. */
  private improve(curve: Curve, now: ArrayLike<number>, at: number, edges: number): number {
    const { edge, rowA: a, rowB: b, frame, w } = this;
    let [aa, ab, bb, fa, fb] = [0, 0, 0, 0, 0];
    for (let j = 0; j < edges; j++) {
      const k = 3 * (at + j);
      const there = edgeLength(now, k);
      const length = this.bend(curve, j);
      if (!(length > 0 && there > 0)) continue;
      for (let c = 0; c < 3; c++) edge[c] = edge[c]! / length;
      this.turnRow(curve, j, 3, a);
      this.turnRow(curve, j, 6, b);
      for (let c = 0; c < 3; c++) {
        const off = (now[k + c + 3]! - now[k + c]!) / there - edge[c]!;
        aa += a[c]! * a[c]!;
        ab += a[c]! * b[c]!;
        bb += b[c]! * b[c]!;
        fa += a[c]! * off;
        fb += b[c]! * off;
      }
    }
    const determinant = aa * bb - ab * ab;
    if (!(determinant > 1e-12 * (aa + bb) * (aa + bb))) return 0;
    const alpha = (bb * fa - ab * fb) / determinant;
    const beta = (aa * fb - ab * fa) / determinant;
    for (let c = 0; c < 3; c++) w[c] = w[c]! + alpha * frame[3 + c]! + beta * frame[6 + c]!;
    return Math.sqrt(alpha * alpha + beta * beta);
  }

  /** Writes the edge from point j to the next as w bends it; returns its length. */
  private bend({ points: p, fraction, from }: Curve, j: number): number {
    const { w, edge } = this;
    const [wx, wy, wz] = [w[0]!, w[1]!, w[2]!];
    const i = 3 * (from + j);
    const [u, v] = [fraction[from + j]!, fraction[from + j + 1]!];
    const z = wx * wx + wy * wy + wz * wz;
    const part = v > u ? 1 / (v - u) : 0;
    const kb = part * (v * v * stumpff2(v * v * z) - u * u * stumpff2(u * u * z));
    const kc = part * (v * v * v * stumpff3(v * v * z) - u * u * u * stumpff3(u * u * z));
    const [ex, ey, ez] = [p[i + 3]! - p[i]!, p[i + 4]! - p[i + 1]!, p[i + 5]! - p[i + 2]!];
    const along = kc * (wx * ex + wy * ey + wz * ez);
    edge[0] = ex + kb * (wy * ez - wz * ey) + along * wx - kc * z * ex;
    edge[1] = ey + kb * (wz * ex - wx * ez) + along * wy - kc * z * ey;
    edge[2] = ez + kb * (wx * ey - wy * ex) + along * wz - kc * z * ez;
    return Math.sqrt(edge[0]! * edge[0]! + edge[1]! * edge[1]! + edge[2]! * edge[2]!);
  }

  /** How the direction of the present edge turns with w along an axis of the frame: (J axis) × t, J = u (1 + c2 [u w] + c3 [u w]²). */
  private turnRow({ fraction, from }: Curve, j: number, axis: number, out: Float64Array): void {
    const { w, edge, frame } = this;
    const u = 0.5 * (fraction[from + j]! + fraction[from + j + 1]!);
    const [x, y, z] = [u * w[0]!, u * w[1]!, u * w[2]!];
    const [ax, ay, az] = [frame[axis]!, frame[axis + 1]!, frame[axis + 2]!];
    const square = x * x + y * y + z * z;
    const c2 = stumpff2(square);
    const c3 = stumpff3(square);
    const along = c3 * (x * ax + y * ay + z * az);
    const kept = 1 - c3 * square;
    const jx = u * (kept * ax + c2 * (y * az - z * ay) + along * x);
    const jy = u * (kept * ay + c2 * (z * ax - x * az) + along * y);
    const jz = u * (kept * az + c2 * (x * ay - y * ax) + along * z);
    out[0] = jy * edge[2]! - jz * edge[1]!;
    out[1] = jz * edge[0]! - jx * edge[2]!;
    out[2] = jx * edge[1]! - jy * edge[0]!;
  }

  /** How much longer the edges are than those that w bends. */
  private stretch(curve: Curve, now: ArrayLike<number>, at: number, edges: number): number {
    let [length, there] = [0, 0];
    for (let j = 0; j < edges; j++) {
      length += this.bend(curve, j);
      there += edgeLength(now, 3 * (at + j));
    }
    return length > 0 ? there / length : 1;
  }
}

/** Edges of what is left of a curve, at least one. */
function edgesIn({ fraction, from, count }: Curve, left: number): number {
  let edges = count - 1;
  while (edges > 1 && fraction[from + edges]! > left + SLACK) edges--;
  return edges;
}
