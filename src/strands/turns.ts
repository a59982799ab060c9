import { acos, atan2, cos } from '../numeric/elementary.ts';

/**
 * Tells crooked strands from coarsely sampled curls. Both turn sharply at their points; but along a curl the turn and the
 * torsion (the angle between one turn's plane and the next) stay the same, or change slowly.
 */

/** Turns of one strand, written by `classifyTurns`. Points count from the root. */
export interface Turns {
  /** Points whose turn is above the limit and not part of a curl. */
  crooked: number;
  firstCrooked: number;
  /** Largest turn among the crooked points, radians. */
  sharpest: number;
  /** Points a turn of the coarsest curl, Infinity without a curl. */
  pointsPerTurn: number;
  firstOfCurl: number;
}

/** Room for strands of a given number of points; owned by the caller. */
export interface TurnScratch {
  /** Unit edge directions, three an edge. */
  readonly direction: Float64Array;
  /** Angle between the edges before and after a point, radians. */
  readonly turn: Float64Array;
  /** Signed angle from the plane of a point's turn to that of the next point's, about the edge between them, radians. */
  readonly torsion: Float64Array;
  /** 1 where the turn at a point is crooked. */
  readonly isCrooked: Uint8Array;
}

export function makeTurnScratch(points: number): TurnScratch {
  return {
    direction: new Float64Array(3 * points),
    turn: new Float64Array(points),
    torsion: new Float64Array(points),
    isCrooked: new Uint8Array(points),
  };
}

/** Turns of neighbouring points of a curl differ by at most this, radians (20 degrees): a curl may widen and tighten. */
const REGULAR_TURN = Math.PI / 9;
/** Torsions of neighbouring edges of a curl differ by at most this, radians (40 degrees). */
const REGULAR_TORSION = (2 * Math.PI) / 9;
/** Below three points a turn even the hand of a curl is lost: what alternates like that is a zigzag. */
const LARGEST_TORSION = (2 * Math.PI) / 3;
/** Fewer turns than this are a bend or a hook. */
const SHORTEST_RUN = 3;

/**
 * Classifies the turns of `count` points, which are finite and whose edges are longer than zero. Points that turn by more
 * than `limit` are crooked unless they belong to a run of regular turns, each above half the limit, that goes once around.
 */
export function classifyTurns(
  points: Float64Array,
  count: number,
  limit: number,
  scratch: TurnScratch,
  out: Turns,
): void {
  measureTurns(points, count, 0.5 * limit, scratch);
  scratch.isCrooked.fill(0, 0, count);
  out.crooked = 0;
  out.firstCrooked = -1;
  out.sharpest = 0;
  out.pointsPerTurn = Number.POSITIVE_INFINITY;
  out.firstOfCurl = -1;
  const { turn } = scratch;
  for (let i = 1; i < count - 1; i++) {
    if (turn[i]! <= 0.5 * limit) continue;
    const end = regularRun(scratch, i, count - 1, 0.5 * limit);
    const perTurn = pointsPerTurn(scratch, i, end);
    if (end - i >= SHORTEST_RUN && end - i + 1 >= perTurn - 1e-3) {
      if (perTurn < out.pointsPerTurn) {
        out.pointsPerTurn = perTurn;
        out.firstOfCurl = i;
      }
      i = end - 1;
    } else if (turn[i]! > limit) {
      scratch.isCrooked[i] = 1;
      if (out.crooked++ === 0) out.firstCrooked = i;
      if (turn[i]! > out.sharpest) out.sharpest = turn[i]!;
    }
  }
}

function measureTurns(points: Float64Array, count: number, gate: number, scratch: TurnScratch): void {
  const { direction, turn, torsion } = scratch;
  for (let i = 0; i + 1 < count; i++) {
    const x = points[3 * i + 3]! - points[3 * i]!;
    const y = points[3 * i + 4]! - points[3 * i + 1]!;
    const z = points[3 * i + 5]! - points[3 * i + 2]!;
    const inverse = 1 / Math.sqrt(x * x + y * y + z * z);
    direction[3 * i] = x * inverse;
    direction[3 * i + 1] = y * inverse;
    direction[3 * i + 2] = z * inverse;
  }
  for (let i = 1; i < count - 1; i++) {
    const a = 3 * i - 3;
    const c =
      direction[a]! * direction[a + 3]! + direction[a + 1]! * direction[a + 4]! + direction[a + 2]! * direction[a + 5]!;
    turn[i] = acos(c);
  }
  for (let i = 1; i < count - 2; i++)
    torsion[i] = turn[i]! > gate && turn[i + 1]! > gate ? torsionAt(direction, 3 * i) : 0;
}

/** Torsion about the edge at `e`, from the edge before it and the one after it. */
function torsionAt(direction: Float64Array, e: number): number {
  const ax = direction[e - 3]!;
  const ay = direction[e - 2]!;
  const az = direction[e - 1]!;
  const bx = direction[e]!;
  const by = direction[e + 1]!;
  const bz = direction[e + 2]!;
  const cx = direction[e + 3]!;
  const cy = direction[e + 4]!;
  const cz = direction[e + 5]!;
  // Normals of both turns; their cross product lies along b.
  const mx = ay * bz - az * by;
  const my = az * bx - ax * bz;
  const mz = ax * by - ay * bx;
  const nx = by * cz - bz * cy;
  const ny = bz * cx - bx * cz;
  const nz = bx * cy - by * cx;
  const sine = (my * nz - mz * ny) * bx + (mz * nx - mx * nz) * by + (mx * ny - my * nx) * bz;
  return atan2(sine, mx * nx + my * ny + mz * nz);
}

/** The end (exclusive) of the longest run of regular turns that begins at point `from`. */
function regularRun(scratch: TurnScratch, from: number, last: number, gate: number): number {
  const { turn, torsion } = scratch;
  let i = from;
  while (i + 1 < last) {
    if (turn[i + 1]! <= gate || Math.abs(turn[i + 1]! - turn[i]!) > REGULAR_TURN) break;
    if (Math.abs(torsion[i]!) > LARGEST_TORSION) break;
    if (i > from && Math.abs(torsion[i]! - torsion[i - 1]!) > REGULAR_TORSION) break;
    i++;
  }
  return i + 1;
}

/** One turn θ about the binormal and one torsion φ about the tangent make the rotation Δ: cos Δ/2 = cos θ/2 cos φ/2. */
function pointsPerTurn(scratch: TurnScratch, from: number, end: number): number {
  let sum = 0;
  for (let i = from; i < end; i++) {
    const torsion = i + 1 < end ? scratch.torsion[i]! : i > from ? scratch.torsion[i - 1]! : 0;
    sum += 2 * acos(cos(0.5 * scratch.turn[i]!) * cos(0.5 * torsion));
  }
  return (2 * Math.PI * (end - from)) / sum;
}
