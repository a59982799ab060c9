import type { HairState } from '../interaction.ts';
import type { PlaneRows } from './plane-rows.ts';
import type { Segments } from './segments.ts';
import { edgesMeet, MEETING_ROW } from './sweep.ts';

/** Sine of the angle below which strands count as parallel and may slide into each other. */
const LEAST_SINE = 0.3;
/** Strands are minded that could meet if they moved this many times as far as they seem to: pushes and bends come on top. */
export const FORESIGHT = 2;
/** Distance from the common plane that strands keep at most, metres. */
const ROOM = 0.0003;
/** Edges whose lines meet within this many edge lengths of both are stopped too: the real way is not quite straight. */
const MARGIN = 1;

/**
 * Keeps crossing strands from passing through each other, however fast they are: both get one common plane that moves with
 * their common velocity, and each model's own solve keeps its strand on its side. A push could not: what a strand carries
 * along behind the point that is hit is known to its solve alone.
 */
export class Crossings {
  /** Of the last plane, from the second segment to the first. */
  readonly normal: Float64Array = new Float64Array(3);
  private readonly point: Float64Array = new Float64Array(3);
  private readonly velocity: Float64Array = new Float64Array(3);
  private room = 0;
  private readonly row: Float64Array = new Float64Array(MEETING_ROW);
  private readonly nodes: [number, number, number, number] = [0, 0, 0, 0];

  /** How far the ends of one segment can move against those of the other in the step, metres. */
  relativeMotion(hair: HairState, segments: Segments, p: number, q: number): number {
    const { velocity: v, dt } = hair;
    let most = 0;
    for (let i = 0; i < 2; i++)
      for (let j = 0; j < 2; j++) {
        const a = 3 * (i === 0 ? segments.start[p]! : segments.end[p]!);
        const b = 3 * (j === 0 ? segments.start[q]! : segments.end[q]!);
        const x = v[a]! - v[b]!;
        const y = v[a + 1]! - v[b + 1]!;
        const z = v[a + 2]! - v[b + 2]!;
        most = Math.max(most, x * x + y * y + z * z);
      }
    return dt * Math.sqrt(most);
  }

  /**
   * Puts planes between segments that are `nearest` (of `closestPoints`) and may pass through each other in this step. `side` is
   * -1 where they have passed already. Returns whether it did.
   */
  part(
    hair: HairState,
    segments: Segments,
    p: number,
    q: number,
    nearest: Float64Array,
    rest: number,
    side: number,
    planes: PlaneRows,
  ): boolean {
    const { nodes, normal, row } = this;
    const u = nearest[2]!;
    const motion = this.relativeMotion(hair, segments, p, q);
    if (side * u > FORESIGHT * motion + 0.5 * rest || u < 1e-12) return false;
    nodes[0] = segments.start[p]!;
    nodes[1] = segments.end[p]!;
    nodes[2] = segments.start[q]!;
    nodes[3] = segments.end[q]!;
    if (this.sine(hair.position) < LEAST_SINE) return false;
    const isFast = motion > this.length(hair.position);
    if (isFast && u > rest && edgesMeet(hair.position, hair.velocity, hair.dt, nodes, MARGIN, row)) {
      for (let c = 0; c < 3; c++) normal[c] = row[3 + c]!;
      const s = Math.min(1, Math.max(0, row[1]!));
      const t = Math.min(1, Math.max(0, row[2]!));
      return this.separateStrands(hair, segments, p, q, s, t, rest, planes);
    }
    for (let c = 0; c < 3; c++) normal[c] = (side * nearest[3 + c]!) / u;
    if (side * u > 0.5 * rest && this.predictedGap(hair) > motion + 0.25 * rest) return false;
    if (!this.place(hair, nearest[0]!, nearest[1]!, rest)) return false;
    for (let n = 0; n < 4; n++) this.give(nodes[n]!, n < 2 ? 1 : -1, planes);
    return true;
  }

  private sine(x: Float64Array): number {
    const [a, b, c, d] = this.nodes;
    const ux = x[3 * b]! - x[3 * a]!;
    const uy = x[3 * b + 1]! - x[3 * a + 1]!;
    const uz = x[3 * b + 2]! - x[3 * a + 2]!;
    const wx = x[3 * d]! - x[3 * c]!;
    const wy = x[3 * d + 1]! - x[3 * c + 1]!;
    const wz = x[3 * d + 2]! - x[3 * c + 2]!;
    const uu = ux * ux + uy * uy + uz * uz;
    const ww = wx * wx + wy * wy + wz * wz;
    const uw = ux * wx + uy * wy + uz * wz;
    return Math.sqrt(Math.max(0, 1 - (uw * uw) / (uu * ww + 1e-300)));
  }

  /** Of the shorter segment. */
  private length(x: Float64Array): number {
    const [a, b, c, d] = this.nodes;
    let first = 0;
    let second = 0;
    for (let k = 0; k < 3; k++) {
      first += (x[3 * b + k]! - x[3 * a + k]!) * (x[3 * b + k]! - x[3 * a + k]!);
      second += (x[3 * d + k]! - x[3 * c + k]!) * (x[3 * d + k]! - x[3 * c + k]!);
    }
    return Math.sqrt(Math.min(first, second));
  }

  /** Height of a node over the origin along the normal at the end of its free flight. */
  private height(hair: HairState, node: number): number {
    const { position: x, velocity: v, dt } = hair;
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += this.normal[c]! * (x[3 * node + c]! + dt * v[3 * node + c]!);
    return sum;
  }

  private predictedGap(hair: HairState): number {
    const [a, b, c, d] = this.nodes;
    return Math.min(this.height(hair, a), this.height(hair, b)) - Math.max(this.height(hair, c), this.height(hair, d));
  }

  /** The plane lies where the two points would be if they stuck together; false where both are held. */
  private place(hair: HairState, s: number, t: number, rest: number): boolean {
    const { inverseMass: w, position: x, velocity: v, dt } = hair;
    const [a, b, c, d] = this.nodes;
    const wa = (1 - s) * (1 - s) * w[a]! + s * s * w[b]!;
    const wb = (1 - t) * (1 - t) * w[c]! + t * t * w[d]!;
    if (!(wa + wb > 0)) return false;
    const share = wb / (wa + wb);
    this.room = Math.min(ROOM, 0.125 * rest);
    for (let k = 0; k < 3; k++) {
      const va = (1 - s) * v[3 * a + k]! + s * v[3 * b + k]!;
      const vb = (1 - t) * v[3 * c + k]! + t * v[3 * d + k]!;
      const xa = (1 - s) * x[3 * a + k]! + s * x[3 * b + k]!;
      const xb = (1 - t) * x[3 * c + k]! + t * x[3 * d + k]!;
      this.velocity[k] = share * va + (1 - share) * vb;
      this.point[k] = share * (xa + dt * va) + (1 - share) * (xb + dt * vb);
    }
    return true;
  }

  /** Gives the plane to a node, a little away from it on the node's side. */
  private give(node: number, side: number, planes: PlaneRows): void {
    const at = planes.add(node);
    const rows = planes.values;
    for (let k = 0; k < 3; k++) {
      const n = side * this.normal[k]!;
      rows[at + k] = n;
      rows[at + 3 + k] = this.point[k]! + this.room * n;
      rows[at + 6 + k] = this.velocity[k]!;
    }
    rows[at + 9] = 0;
  }

  /**
   * Strands that fly farther in a step than their segments are long: where in the step the rest of each strand would wrap round
   * the other cannot be known, so both lie flat against the common plane when the step is over.
   */
  private separateStrands(
    hair: HairState,
    segments: Segments,
    p: number,
    q: number,
    s: number,
    t: number,
    rest: number,
    planes: PlaneRows,
  ): boolean {
    if (!this.place(hair, s, t, rest)) return false;
    this.giveStrand(hair, segments.strand[p]!, 1, planes);
    this.giveStrand(hair, segments.strand[q]!, -1, planes);
    return true;
  }

  /** Nodes that are beyond the plane from the start, on their own flight, are left alone. */
  private giveStrand(hair: HairState, strand: number, side: number, planes: PlaneRows): void {
    const { position: x } = hair;
    const { normal, point, velocity } = this;
    for (let i = hair.first[strand]!; i < hair.first[strand + 1]!; i++) {
      let above = 0;
      for (let k = 0; k < 3; k++) above += normal[k]! * (x[3 * i + k]! - point[k]! + hair.dt * velocity[k]!);
      if (side * above > 0) this.give(i, side, planes);
    }
  }
}
