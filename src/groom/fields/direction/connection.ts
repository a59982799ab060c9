import { nextSide, previousSide, type Surface } from '../../../body/surface.ts';
import { atan2 } from '../../../numeric/elementary.ts';

/**
 * Tangent planes at the vertices of a surface, and how a direction is carried along an edge from one to the next without turning
 * (Knöppel, Crane, Pinkall, Schröder 2013, section 3.1): the angles around a vertex are stretched to a full turn, and a direction keeps its
 * angle to the edge.
 */
export interface Connection {
  /** Of each side: its angle in the plane of the vertex that it leaves. */
  readonly leaving: Float64Array;
  /** Angle of each side's face at the vertex that it leaves, and by what the angles there were stretched. */
  readonly angle: Float64Array;
  readonly stretch: Float64Array;
  /** Of each side: angle in the plane of the vertex that it reaches, of a direction that has angle 0 where it begins. Its opposite has the negative. */
  readonly carried: Float64Array;
  /** One a face: by what a direction has turned that was carried round it, between −π and what the corners sum up to. */
  readonly curvature: Float64Array;
  /** Of each side: half the cotangent of the angle that faces it, which is its part of the Laplacian's weight. */
  readonly weight: Float64Array;
}

/** Area over squared longest side below which a triangle is a needle: its angles say nothing of the surface. */
const NEEDLE = 0.02;
/** Half the cotangent of 60°. */
const EVEN = 0.28867513459481287;

export function makeConnection(surface: Surface): Connection {
  const { corner, opposite, vertexCount } = surface;
  const angle = new Float64Array(corner.length);
  const weight = new Float64Array(corner.length);
  for (let h = 0; h < corner.length; h += 3) measureFace(surface, h, angle, weight);
  const leaving = new Float64Array(corner.length);
  /** The way back, in the plane of the vertex that a side reaches. */
  const arriving = new Float64Array(corner.length);
  const stretch = new Float64Array(vertexCount).fill(1);
  const start = firstSides(surface);
  for (let v = 0; v < vertexCount; v++) {
    const from = start[v]!;
    let sum = 0;
    let h = from;
    do {
      leaving[h] = sum;
      sum += angle[h]!;
      h = opposite[previousSide(h)]!;
    } while (h >= 0 && h !== from);
    // On a border angles stay as they are: nothing says how far the surface would go on.
    const factor = h >= 0 && sum > 0 ? (2 * Math.PI) / sum : 1;
    stretch[v] = factor;
    h = from;
    do {
      leaving[h] = factor * leaving[h]!;
      const back = previousSide(h);
      arriving[back] = leaving[h]! + factor * angle[h]!;
      h = opposite[back]!;
    } while (h >= 0 && h !== from);
  }
  for (let h = 0; h < corner.length; h++) if (opposite[h]! >= 0) arriving[h] = leaving[opposite[h]!]!;
  const carried = new Float64Array(corner.length);
  for (let h = 0; h < corner.length; h++)
    carried[h] = arriving[h]! - leaving[h]! + (opposite[h]! > h ? -Math.PI : Math.PI);
  const curvature = new Float64Array(corner.length / 3);
  for (let h = 0; h < corner.length; h++) {
    const f = (h - (h % 3)) / 3;
    curvature[f] = curvature[f]! + stretch[corner[h]!]! * angle[h]! - (h % 3 === 0 ? Math.PI : 0);
  }
  return { leaving, carried, angle, stretch, curvature, weight };
}

/** For each vertex a side that leaves it: on a border the one that begins its fan. */
export function firstSides({ corner, opposite, vertexCount }: Surface): Uint32Array {
  const start = new Uint32Array(vertexCount);
  for (let h = corner.length - 1; h >= 0; h--) start[corner[h]!] = h;
  for (let h = 0; h < corner.length; h++) if (opposite[h]! < 0) start[corner[h]!] = h;
  return start;
}

/** Writes angles at the corners of the face whose first side is h, and the weights of its sides. */
function measureFace({ positions: p, corner }: Surface, h: number, angle: Float64Array, weight: Float64Array): void {
  let longest = 0;
  let twice = 0;
  for (let c = 0; c < 3; c++) {
    const a = 3 * corner[h + c]!;
    const b = 3 * corner[h + ((c + 1) % 3)]!;
    const d = 3 * corner[h + ((c + 2) % 3)]!;
    const ux = p[b]! - p[a]!;
    const uy = p[b + 1]! - p[a + 1]!;
    const uz = p[b + 2]! - p[a + 2]!;
    const vx = p[d]! - p[a]!;
    const vy = p[d + 1]! - p[a + 1]!;
    const vz = p[d + 2]! - p[a + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const dot = ux * vx + uy * vy + uz * vz;
    twice = Math.sqrt(x * x + y * y + z * z);
    longest = Math.max(longest, ux * ux + uy * uy + uz * uz);
    angle[h + c] = atan2(twice, dot);
    // The side across from this corner is the next one.
    weight[nextSide(h + c)] = twice > 0 ? (0.5 * dot) / twice : 0;
  }
  if (twice < 2 * NEEDLE * longest) for (let c = 0; c < 3; c++) weight[h + c] = EVEN;
}
