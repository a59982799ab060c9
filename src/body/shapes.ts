import { cos, sin } from '../numeric/elementary.ts';
import { addScaled, cross, normalize, perpendicular, subtract, type Vec3 } from '../numeric/vector.ts';
import { makeMesh, type TriangleMesh } from './mesh.ts';

/** Bodies whose distance is known in closed form: the heads of many published experiments, and the tests' oracles. */

/**
 * A sphere about the origin: an icosahedron divided `subdivisions` times (20·4ⁿ triangles), all vertices on the sphere.
 */
export function sphereMesh(radius: number, subdivisions: number): TriangleMesh {
  const points = icosahedronPoints();
  let triangles = ICOSAHEDRON;
  for (let level = 0; level < subdivisions; level++) triangles = divide(points, triangles);
  const unit = Float32Array.from(points);
  return makeMesh({
    positions: Float32Array.from(points, (c) => c * radius),
    triangles: Uint32Array.from(triangles),
    normals: unit,
  });
}

const ICOSAHEDRON: readonly number[] = [
  [0, 11, 5],
  [0, 5, 1],
  [0, 1, 7],
  [0, 7, 10],
  [0, 10, 11],
  [1, 5, 9],
  [5, 11, 4],
  [11, 10, 2],
  [10, 7, 6],
  [7, 1, 8],
  [3, 9, 4],
  [3, 4, 2],
  [3, 2, 6],
  [3, 6, 8],
  [3, 8, 9],
  [4, 9, 5],
  [2, 4, 11],
  [6, 2, 10],
  [8, 6, 7],
  [9, 8, 1],
].flat();

function icosahedronPoints(): number[] {
  const golden = (1 + Math.sqrt(5)) / 2;
  const l = Math.sqrt(1 + golden * golden);
  const a = 1 / l;
  const b = golden / l;
  return [
    [-a, b, 0],
    [a, b, 0],
    [-a, -b, 0],
    [a, -b, 0],
    [0, -a, b],
    [0, a, b],
    [0, -a, -b],
    [0, a, -b],
    [b, 0, -a],
    [b, 0, a],
    [-b, 0, -a],
    [-b, 0, a],
  ].flat();
}

/** Four triangles for each; the new points are pushed out to the unit sphere. */
function divide(points: number[], triangles: readonly number[]): number[] {
  const middles = new Map<string, number>();
  const middle = (a: number, b: number): number => {
    const key = a < b ? `${a},${b}` : `${b},${a}`;
    const known = middles.get(key);
    if (known !== undefined) return known;
    const x = points[3 * a]! + points[3 * b]!;
    const y = points[3 * a + 1]! + points[3 * b + 1]!;
    const z = points[3 * a + 2]! + points[3 * b + 2]!;
    const l = Math.sqrt(x * x + y * y + z * z);
    const index = points.push(x / l, y / l, z / l) / 3 - 1;
    middles.set(key, index);
    return index;
  };
  const result: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t]!;
    const b = triangles[t + 1]!;
    const c = triangles[t + 2]!;
    const ab = middle(a, b);
    const bc = middle(b, c);
    const ca = middle(c, a);
    result.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
  }
  return result;
}

/** A box about the origin with the given full sides: eight vertices, twelve triangles. */
export function boxMesh(width: number, height: number, depth: number): TriangleMesh {
  const positions = new Float32Array(24);
  for (let v = 0; v < 8; v++) {
    positions[3 * v] = v & 1 ? width / 2 : -width / 2;
    positions[3 * v + 1] = v & 2 ? height / 2 : -height / 2;
    positions[3 * v + 2] = v & 4 ? depth / 2 : -depth / 2;
  }
  // One quad a side, counter-clockwise from outside: -x, +x, -y, +y, -z, +z.
  const quads = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6];
  const triangles = new Uint32Array(36);
  for (let q = 0; q < 6; q++) {
    const [a, b, c, d] = [quads[4 * q]!, quads[4 * q + 1]!, quads[4 * q + 2]!, quads[4 * q + 3]!];
    triangles.set([a, b, c, a, c, d], 6 * q);
  }
  return makeMesh({ positions, triangles });
}

/** A ring about the y axis: `ring` is the radius of the tube's centre line, `tube` that of the tube. */
export function torusMesh(ring: number, tube: number, around = 48, across = 24): TriangleMesh {
  const positions = new Float32Array(3 * around * across);
  const triangles = new Uint32Array(6 * around * across);
  for (let i = 0; i < around; i++) {
    const phi = (2 * Math.PI * i) / around;
    for (let j = 0; j < across; j++) {
      const theta = (2 * Math.PI * j) / across;
      const r = ring + tube * cos(theta);
      const v = i * across + j;
      positions.set([r * cos(phi), tube * sin(theta), r * sin(phi)], 3 * v);
      const right = ((i + 1) % around) * across;
      const up = (j + 1) % across;
      const [a, b, c, d] = [v, i * across + up, right + up, right + j];
      triangles.set([a, b, c, a, c, d], 6 * v);
    }
  }
  return makeMesh({ positions, triangles });
}

/** A flat sheet about the origin in the plane y = 0, facing up: open on all sides. uv runs along x and z from 0 to 1. */
export function sheetMesh(width: number, depth: number, steps: number): TriangleMesh {
  const side = steps + 1;
  const positions = new Float32Array(3 * side * side);
  const uv = new Float32Array(2 * side * side);
  const triangles: number[] = [];
  for (let i = 0; i < side; i++)
    for (let j = 0; j < side; j++) {
      const v = i * side + j;
      positions.set([width * (i / steps - 0.5), 0, depth * (j / steps - 0.5)], 3 * v);
      uv.set([i / steps, j / steps], 2 * v);
      if (i < steps && j < steps) triangles.push(...[v, v + 1, v + side], ...[v + 1, v + side + 1, v + side]);
    }
  return makeMesh({ positions, triangles: Uint32Array.from(triangles), uv });
}

/** A round tube along a line of points, with round ends; `closed` joins its last point to its first. */
export function tubeMesh(points: readonly Vec3[], radius: number, closed = false, across = 10): TriangleMesh {
  const count = points.length;
  const at = (i: number): Vec3 => points[closed ? (i + count) % count : Math.min(count - 1, Math.max(0, i))]!;
  const tangents = points.map((_, i) => normalize(subtract(at(i + 1), at(i - 1))));
  // A round end is rings that close on its axis.
  const ends = closed ? [] : [0, 0.5, 0.87];
  const rings: { centre: Vec3; tangent: Vec3; radius: number }[] = [
    ...ends.map((cap) => ({ i: 0, cap, sign: -1 })),
    ...points.map((_, i) => ({ i, cap: 1, sign: 0 })),
    ...[...ends].reverse().map((cap) => ({ i: count - 1, cap, sign: 1 })),
  ].map(({ i, cap, sign }) => ({
    centre: addScaled(points[i]!, tangents[i]!, sign * radius * Math.sqrt(1 - cap * cap)),
    tangent: tangents[i]!,
    radius: Math.max(cap, 1e-3) * radius,
  }));
  const positions: number[] = [];
  const triangles: number[] = [];
  let side = perpendicular(rings[0]!.tangent);
  rings.forEach(({ centre, tangent, radius: own }, r) => {
    const other = normalize(cross(tangent, side));
    side = cross(other, tangent);
    for (let j = 0; j < across; j++) {
      const angle = (2 * Math.PI * j) / across;
      positions.push(...addScaled(addScaled(centre, side, own * cos(angle)), other, own * sin(angle)));
      if (r + 1 === rings.length && !closed) continue;
      const next = ((r + 1) % rings.length) * across;
      const [a, b] = [r * across + j, r * across + ((j + 1) % across)];
      triangles.push(a, b, next + ((j + 1) % across), a, next + ((j + 1) % across), next + j);
    }
  });
  return makeMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}
