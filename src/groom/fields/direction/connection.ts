import { nextSide, previousSide, type Surface } from '../../../body/surface.ts';
import { atan2, cos, sin } from '../../../numeric/elementary.ts';
import { at, perpendicular } from '../../../numeric/vector.ts';
import { wrapped } from './turns.ts';

/**
 * Tangent planes at the vertices of a surface, and how a direction is carried along an edge from one to the next without turning: by the
 * least rotation that takes one normal to the other, which is what an eye takes for straight on. Carried round a face it comes back turned by
 * the area that the normals enclose on the unit sphere; these sum up to 2π times the Euler characteristic.
 *
 * Angles measured along the surface (Knöppel, Crane, Pinkall, Schröder 2013) were tried first: as smooth on the fox, and rougher where
 * triangles are needles, whose angles say nothing.
 */
export interface Connection {
  /** Three a vertex: unit normals, and the first of two axes across each. */
  readonly normals: Float64Array;
  readonly axes: Float64Array;
  /** Of each side: angle in the plane of the vertex that it reaches, of a direction that has angle 0 where it begins. Its opposite has the negative. */
  readonly carried: Float64Array;
  /** One a face: by what a direction has turned that was carried round it. */
  readonly curvature: Float64Array;
  /** Of each side: half the cotangent of the angle that faces it, which is its part of the Laplacian's weight. */
  readonly weight: Float64Array;
}

export function makeConnection(surface: Surface): Connection {
  const { corner, opposite } = surface;
  const angle = new Float64Array(corner.length);
  const weight = new Float64Array(corner.length);
  for (let h = 0; h < corner.length; h += 3) measureFace(surface, h, angle, weight);
  const normals = normalsOf(surface, angle);
  const axes = axesOf(normals);
  const carried = new Float64Array(corner.length);
  const planes = { normals, axes };
  for (let h = 0; h < corner.length; h++) {
    if (opposite[h]! > h) continue;
    carried[h] = carriedAlong(surface, planes, h);
    if (opposite[h]! >= 0) carried[opposite[h]!] = -carried[h]!;
  }
  return { normals, axes, carried, weight, curvature: curvatureOf(surface, carried) };
}

type Planes = Pick<Connection, 'normals' | 'axes'>;

/** The angle of a direction at a vertex, of which the part across the normal counts. */
export function angleIn({ normals: n, axes: e }: Planes, v: number, x: number, y: number, z: number): number {
  const k = 3 * v;
  const along = e[k]! * x + e[k + 1]! * y + e[k + 2]! * z;
  const aside =
    (n[k + 1]! * e[k + 2]! - n[k + 2]! * e[k + 1]!) * x +
    (n[k + 2]! * e[k]! - n[k]! * e[k + 2]!) * y +
    (n[k]! * e[k + 1]! - n[k + 1]! * e[k]!) * z;
  return along === 0 && aside === 0 ? 0 : atan2(aside, along);
}

/** Writes the unit vector that has an angle at a vertex. */
export function directionAt({ normals: n, axes: e }: Planes, v: number, angle: number, out: Float64Array): void {
  const k = 3 * v;
  const c = cos(angle);
  const s = sin(angle);
  out[k] = c * e[k]! + s * (n[k + 1]! * e[k + 2]! - n[k + 2]! * e[k + 1]!);
  out[k + 1] = c * e[k + 1]! + s * (n[k + 2]! * e[k]! - n[k]! * e[k + 2]!);
  out[k + 2] = c * e[k + 2]! + s * (n[k]! * e[k + 1]! - n[k + 1]! * e[k]!);
}

/** Normals that point nearly away from each other know no least rotation: the edge between them says how to go on. */
const OPPOSED = -0.9;

function carriedAlong({ corner, positions: p }: Surface, planes: Planes, h: number): number {
  const { normals: n, axes: e } = planes;
  const i = corner[h]!;
  const j = corner[nextSide(h)]!;
  const [a, b] = [3 * i, 3 * j];
  const cosine = n[a]! * n[b]! + n[a + 1]! * n[b + 1]! + n[a + 2]! * n[b + 2]!;
  if (cosine < OPPOSED) {
    const [x, y, z] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    return angleIn(planes, j, x, y, z) - angleIn(planes, i, x, y, z);
  }
  // v − (v·b) (a + b) / (1 + a·b) for v across a.
  const f = (e[a]! * n[b]! + e[a + 1]! * n[b + 1]! + e[a + 2]! * n[b + 2]!) / (1 + cosine);
  return angleIn(
    planes,
    j,
    e[a]! - f * (n[a]! + n[b]!),
    e[a + 1]! - f * (n[a + 1]! + n[b + 1]!),
    e[a + 2]! - f * (n[a + 2]! + n[b + 2]!),
  );
}

/** Turns round faces, each by less than half a turn but where normals are so wild that their sum would be wrong: the wildest give way. */
function curvatureOf({ part, parts, faceCount }: Surface, carried: Float64Array): Float64Array {
  const curvature = new Float64Array(faceCount);
  const sums = new Float64Array(parts.length);
  for (let f = 0; f < faceCount; f++) {
    curvature[f] = wrapped(carried[3 * f]! + carried[3 * f + 1]! + carried[3 * f + 2]!);
    sums[part[f]!] = sums[part[f]!]! + curvature[f]!;
  }
  parts.forEach(({ borders, euler }, p) => {
    if (borders > 0) return;
    let lack = Math.round(euler - sums[p]! / (2 * Math.PI));
    for (; lack !== 0; lack -= Math.sign(lack)) {
      const sign = Math.sign(lack);
      let wildest = -1;
      for (let f = 0; f < faceCount; f++)
        if (part[f] === p && (wildest < 0 || sign * curvature[f]! < sign * curvature[wildest]!)) wildest = f;
      curvature[wildest] = curvature[wildest]! + sign * 2 * Math.PI;
    }
  });
  return curvature;
}

/** Normals weighted by the angle of each face at the vertex: slivers do not count more than their room. */
function normalsOf({ positions: p, corner, vertexCount }: Surface, angle: Float64Array): Float64Array {
  const normals = new Float64Array(3 * vertexCount);
  for (let h = 0; h < corner.length; h++) {
    const a = 3 * corner[h]!;
    const b = 3 * corner[nextSide(h)]!;
    const c = 3 * corner[previousSide(h)]!;
    const ux = p[b]! - p[a]!;
    const uy = p[b + 1]! - p[a + 1]!;
    const uz = p[b + 2]! - p[a + 2]!;
    const vx = p[c]! - p[a]!;
    const vy = p[c + 1]! - p[a + 1]!;
    const vz = p[c + 2]! - p[a + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const l = Math.sqrt(x * x + y * y + z * z);
    const f = l > 0 ? angle[h]! / l : 0;
    normals[a] = normals[a]! + f * x;
    normals[a + 1] = normals[a + 1]! + f * y;
    normals[a + 2] = normals[a + 2]! + f * z;
  }
  for (let v = 0; v < normals.length; v += 3) {
    const [x, y, z] = [normals[v]!, normals[v + 1]!, normals[v + 2]!];
    const l = Math.sqrt(x * x + y * y + z * z);
    normals[v] = l > 0 ? x / l : 0;
    normals[v + 1] = l > 0 ? y / l : 1;
    normals[v + 2] = l > 0 ? z / l : 0;
  }
  return normals;
}

function axesOf(normals: Float64Array): Float64Array {
  const axes = new Float64Array(normals.length);
  for (let v = 0; v < normals.length; v += 3) axes.set(perpendicular(at(normals, v / 3)), v);
  return axes;
}

/** Area over squared longest side below which a triangle is a needle: its angles say nothing of the surface. */
const NEEDLE = 0.02;
/** Half the cotangent of 60°. */
const EVEN = 0.28867513459481287;

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
