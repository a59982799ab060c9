import { atan2, length3 } from '../numeric/elementary.ts';
import { type Frames, makeFrames, pointFrames } from '../strands/frames.ts';
import { InputError } from '../strands/input-error.ts';
import { type Strands, strandCount } from '../strands/strands.ts';
import { CORE_STRIDE, divideGuide, edgeLength, turnFromShape } from './core-curl.ts';
import { NearestPoints } from './neighbours.ts';

/**
 * Guides made ready for the generator: each is divided into a smooth core and the curl around it, and carries a
 * twist-free frame. What does not change with motion (the length of a turn, the reference of the frames) is found once.
 */

/** Numbers a guide point in `PreparedGuides.line`: position (3), tangent (3), two axes across (6). */
export const LINE_STRIDE = 12;
/** Where in these numbers each of them begins. */
export const LINE_ROW = Object.freeze({ tangent: 3, across: 6, aside: 9 });

export interface PreparedGuides {
  /** Core and curl, CORE_STRIDE numbers a point. */
  readonly core: Float32Array;
  readonly line: Float32Array;
}

/** Places along a guide, as fractions of its points, at which directions are compared. */
const COMPARED = [0.15, 0.3, 0.6, 1] as const;
const FEWEST_POINTS_A_TURN = 4;

export class GuideShapes {
  readonly count: number;
  readonly points: number;
  readonly group: Uint32Array;
  /** Root positions at rest, three a guide. */
  readonly roots: Float32Array;
  /** Normals of the skin there, three a guide; null where they are not known. */
  readonly normals: ArrayLike<number> | null;
  /** How far hair gathers in tufts, as a factor, one a guide; null where it is 1 everywhere. */
  readonly clumping: ArrayLike<number> | null;
  /** Points in one turn of the curl; 0 for a guide without one. */
  readonly turn: Float32Array;
  readonly isCurled: boolean;
  /** Length of each guide at rest, m, and their mean. */
  readonly length: Float32Array;
  readonly meanLength: number;
  /** Mean distance from a guide's root to the nearest other, m. */
  readonly spacing: number;
  private readonly rest: PreparedGuides;
  private readonly first: Uint32Array;
  private readonly frames: Frames;
  /** Two neighbours of each guide, whose roots and its own make a frame that moves with the skin. */
  private readonly neighbours: Uint32Array;
  /** The frames' first axis at each root, in that frame. */
  private readonly reference: Float32Array;
  private readonly start: Float32Array;
  /** Displacement of the core from the root and its length, at the places compared. */
  private readonly displacement: Float32Array;
  private readonly sums: Float64Array;

  constructor(guides: Strands) {
    this.count = strandCount(guides);
    this.points = uniformPoints(guides);
    this.first = guides.first;
    const group = guides.strandAttributes.get('group')?.data;
    this.group = group ? Uint32Array.from(group) : new Uint32Array(this.count);
    this.roots = rootsOf(guides, this.points);
    this.normals = guides.strandAttributes.get('rootNormal')?.data ?? null;
    this.clumping = guides.strandAttributes.get('clumping')?.data ?? null;
    this.turn = turnPoints(guides, this.points);
    this.isCurled = this.turn.some((turn) => turn > 0);
    this.frames = makeFrames(this.count * this.points);
    this.neighbours = twoNeighbours(this.roots, this.count);
    this.spacing = this.findSpacing();
    this.start = new Float32Array(3 * this.count);
    this.sums = new Float64Array(3 * (this.points + 1));
    this.reference = this.findReference(guides.positions);
    this.rest = this.makePrepared();
    this.prepare(guides.positions, this.rest);
    this.length = lengthsOf(this.rest, this.count, this.points);
    this.meanLength = this.length.reduce((sum, l) => sum + l, 0) / this.count;
    this.displacement = this.findDisplacements();
  }

  makePrepared(): PreparedGuides {
    const size = this.count * this.points;
    return { core: new Float32Array(CORE_STRIDE * size), line: new Float32Array(LINE_STRIDE * size) };
  }

  /** Divides and frames the guides at their current positions. */
  prepare(positions: Float32Array, out: PreparedGuides): void {
    if (positions.length !== 3 * this.count * this.points)
      throw new RangeError(`prepare: ${positions.length} numbers for ${this.count} guides of ${this.points} points`);
    this.poseReference(positions);
    pointFrames({ first: this.first, positions }, this.frames, this.start);
    this.writeLines(positions, out.line);
    for (let g = 0; g < this.count; g++) divideGuide(positions, g, this.points, this.turn[g]!, this.sums, out.core);
  }

  /** Whether two guides run alike at rest: nowhere in directions farther apart than the cosine says, nor farther apart than `gap`. */
  isAlike(a: number, b: number, cosine: number, gap: number): boolean {
    const d = this.displacement;
    const n = 4 * COMPARED.length;
    for (let k = 0; k < n; k += 4) {
      const i = n * a + k;
      const j = n * b + k;
      const dot = d[i]! * d[j]! + d[i + 1]! * d[j + 1]! + d[i + 2]! * d[j + 2]!;
      const la = d[i + 3]!;
      const lb = d[j + 3]!;
      if (dot < cosine * la * lb || la * la + lb * lb - 2 * dot > gap * gap) return false;
    }
    return true;
  }

  /**
   * The angle by which the curl of guide b is to be turned about its core so that it agrees best with that of a, at rest:
   * the maximum of Σ oₐ·(cos δ o_b + sin δ p_b) over δ, where p is the curl turned by a right angle.
   */
  phaseBetween(a: number, b: number): number {
    const { core } = this.rest;
    let along = 0;
    let across = 0;
    for (let j = 0; j < this.points; j++) {
      const i = CORE_STRIDE * (a * this.points + j) + 3;
      const k = CORE_STRIDE * (b * this.points + j) + 3;
      for (let c = 0; c < 3; c++) {
        along += core[i + c]! * core[k + c]!;
        across += core[i + c]! * core[k + 3 + c]!;
      }
    }
    return atan2(across, along);
  }

  private writeLines(positions: Float32Array, line: Float32Array): void {
    const { tangent, u1, u2 } = this.frames;
    for (let i = 0, o = 0; o < line.length; i += 3, o += LINE_STRIDE)
      for (let c = 0; c < 3; c++) {
        line[o + c] = positions[i + c]!;
        line[o + 3 + c] = tangent[i + c]!;
        line[o + 6 + c] = u1[i + c]!;
        line[o + 9 + c] = u2[i + c]!;
      }
  }

  private findSpacing(): number {
    const { roots, neighbours, count } = this;
    let sum = 0;
    for (let g = 0; g < count; g++) {
      const [a, b] = [3 * g, 3 * neighbours[2 * g]!];
      sum += length3(roots[b]! - roots[a]!, roots[b + 1]! - roots[a + 1]!, roots[b + 2]! - roots[a + 2]!);
    }
    return sum / count;
  }

  private findReference(positions: Float32Array): Float32Array {
    const reference = new Float32Array(3 * this.count);
    pointFrames({ first: this.first, positions }, this.frames);
    const frame = new Float64Array(9);
    for (let g = 0; g < this.count; g++) {
      this.frameAt(positions, 3 * this.points, g, frame);
      const u = 3 * g * this.points;
      for (let k = 0; k < 3; k++)
        for (let c = 0; c < 3; c++) reference[3 * g + k]! += frame[3 * k + c]! * this.frames.u1[u + c]!;
    }
    return reference;
  }

  private poseReference(positions: Float32Array): void {
    const frame = new Float64Array(9);
    for (let g = 0; g < this.count; g++) {
      this.frameAt(positions, 3 * this.points, g, frame);
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += this.reference[3 * g + k]! * frame[3 * k + c]!;
        this.start[3 * g + c] = sum;
      }
    }
  }

  private frameAt(positions: Float32Array, stride: number, g: number, frame: Float64Array): void {
    rootFrame(positions, stride, g, this.neighbours[2 * g]!, this.neighbours[2 * g + 1]!, frame);
  }

  private findDisplacements(): Float32Array {
    const { core } = this.rest;
    const result = new Float32Array(4 * COMPARED.length * this.count);
    for (let g = 0; g < this.count; g++)
      COMPARED.forEach((fraction, k) => {
        const o = CORE_STRIDE * (g * this.points + Math.max(1, Math.round(fraction * (this.points - 1))));
        const at = 4 * (COMPARED.length * g + k);
        for (let c = 0; c < 3; c++) result[at + c] = core[o + c]!;
        result[at + 3] = length3(core[o]!, core[o + 1]!, core[o + 2]!);
      });
    return result;
  }
}

/**
 * A right-handed frame (three rows) on three points of a packed array, `stride` numbers apart, that follows every rigid
 * motion of them. Points on one line have no such frame: the axes of the world are given instead.
 */
export function rootFrame(
  positions: Float32Array,
  stride: number,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
): Float64Array {
  const i = stride * a;
  const j = stride * b;
  const k = stride * c;
  const ux = positions[j]! - positions[i]!;
  const uy = positions[j + 1]! - positions[i + 1]!;
  const uz = positions[j + 2]! - positions[i + 2]!;
  const vx = positions[k]! - positions[i]!;
  const vy = positions[k + 1]! - positions[i + 1]!;
  const vz = positions[k + 2]! - positions[i + 2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const l = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const n = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(n > 1e-5 * l * Math.sqrt(vx * vx + vy * vy + vz * vz)) || l === 0) {
    out.fill(0);
    out[0] = 1;
    out[4] = 1;
    out[8] = 1;
    return out;
  }
  out[0] = ux / l;
  out[1] = uy / l;
  out[2] = uz / l;
  out[6] = nx / n;
  out[7] = ny / n;
  out[8] = nz / n;
  out[3] = out[7]! * out[2]! - out[8]! * out[1]!;
  out[4] = out[8]! * out[0]! - out[6]! * out[2]!;
  out[5] = out[6]! * out[1]! - out[7]! * out[0]!;
  return out;
}

function uniformPoints(guides: Strands): number {
  const count = strandCount(guides);
  if (count === 0) throw new InputError('groom/no-guides', 'There are no guides to make strands from.');
  const points = guides.first[1]!;
  for (let g = 0; g < count; g++)
    if (guides.first[g + 1]! - guides.first[g]! !== points || points < 2)
      throw new InputError(
        'groom/uneven-guides',
        `Guide ${g} has ${guides.first[g + 1]! - guides.first[g]!} points and guide 0 has ${points}: resample the guides to one number of points, at least 2.`,
      );
  return points;
}

function rootsOf(guides: Strands, points: number): Float32Array {
  const count = strandCount(guides);
  const roots = new Float32Array(3 * count);
  for (let g = 0; g < count; g++) roots.set(guides.positions.subarray(3 * g * points, 3 * g * points + 3), 3 * g);
  return roots;
}

function twoNeighbours(roots: Float32Array, count: number): Uint32Array {
  const result = new Uint32Array(2 * count);
  const grid = new NearestPoints(roots);
  const found = new Int32Array(6);
  const square = new Float64Array(6);
  for (let g = 0; g < count; g++) {
    const near = grid.find(roots[3 * g]!, roots[3 * g + 1]!, roots[3 * g + 2]!, 6, (k) => k !== g, found, square);
    result[2 * g] = near > 0 ? found[0]! : g;
    result[2 * g + 1] = near > 1 ? widest(roots, g, found, near) : g;
  }
  return result;
}

/** The neighbour that makes the largest triangle with the guide and its nearest neighbour. */
function widest(roots: Float32Array, g: number, found: Int32Array, near: number): number {
  let best = found[1]!;
  let most = -1;
  const a = 3 * g;
  const b = 3 * found[0]!;
  for (let k = 1; k < near; k++) {
    const c = 3 * found[k]!;
    const [ux, uy, uz] = [roots[b]! - roots[a]!, roots[b + 1]! - roots[a + 1]!, roots[b + 2]! - roots[a + 2]!];
    const [vx, vy, vz] = [roots[c]! - roots[a]!, roots[c + 1]! - roots[a + 1]!, roots[c + 2]! - roots[a + 2]!];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const area = nx * nx + ny * ny + nz * nz;
    if (area <= most) continue;
    most = area;
    best = found[k]!;
  }
  return best;
}

/** Points in a turn of each guide: from its attribute `turn`, else from its shape; 0 where less than a turn is there. */
function turnPoints(guides: Strands, points: number): Float32Array {
  const count = strandCount(guides);
  const known = guides.strandAttributes.get('turn')?.data;
  const result = new Float32Array(count);
  for (let g = 0; g < count; g++) {
    const begin = 3 * g * points;
    let length = 0;
    for (let j = 0; j + 1 < points; j++) length += edgeLength(guides.positions, begin + 3 * j);
    const turn = known
      ? (known[g]! * (points - 1)) / Math.max(length, 1e-12)
      : turnFromShape(guides.positions, begin, points);
    result[g] = turn >= FEWEST_POINTS_A_TURN && turn <= (points - 1) / 1.25 ? turn : 0;
  }
  return result;
}

function lengthsOf(rest: PreparedGuides, count: number, points: number): Float32Array {
  const result = new Float32Array(count);
  for (let i = 0; i < count * points; i++) result[Math.floor(i / points)]! += rest.core[CORE_STRIDE * i + 10]!;
  return result;
}
