import { type TriangleMesh, weldedNormals } from '../../../body/mesh.ts';
import { weldVertices } from '../../../body/weld.ts';
import { at, cross, distance, dot, length, type Vec3 } from '../../../numeric/vector.ts';
import { makePlace } from '../../skin.ts';
import type { VectorField } from '../field.ts';
import { layAt } from '../hair-fields.ts';

export interface NeighbourOptions {
  /** Places are at most so far apart, m. */
  readonly spacing: number;
  /** Only where this region of the mesh has three quarters of its weight or more. */
  readonly region?: string;
  /** Only farther than so much from these places, m. */
  readonly away: number;
  readonly from: readonly { readonly at: Vec3 }[];
}

/**
 * The angles, degrees, between directions at neighbouring places in the same triangle, all over a mesh, in rising order: what one lays down is
 * turned as the normals turn. Where the skin itself turns by more than 20° from place to place (the corner of an eye) nothing is asked. A
 * triangle whose corners are of one mind to 20° is asked at these alone: in between it is smoother.
 */
export function neighbourAngles(mesh: TriangleMesh, field: VectorField, options: NeighbourOptions): Float64Array {
  const { positions, triangles } = mesh;
  const normals = weldedNormals(positions, triangles, weldVertices(positions));
  const weight = options.region === undefined ? null : mesh.regions.get(options.region)!.weight;
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!] as const;
    if (weight && corners.some((v) => weight[v]! < 0.75)) continue;
    const points = corners.map((v) => at(positions, v));
    if (options.from.some((one) => points.some((p) => distance(one.at, p) < options.away))) continue;
    const longest = Math.max(...points.map((p, c) => distance(p, points[(c + 1) % 3]!)));
    const steps = Math.max(1, Math.ceil(longest / options.spacing));
    const angles = anglesIn({ mesh, normals, field, triangle: t / 3, corners }, 1);
    out.push(
      ...(angles.every((angle) => angle < 20)
        ? angles
        : anglesIn({ mesh, normals, field, triangle: t / 3, corners }, steps)),
    );
  }
  return Float64Array.from(out).sort();
}

interface AskedTriangle {
  readonly mesh: TriangleMesh;
  readonly normals: Float32Array;
  readonly field: VectorField;
  readonly triangle: number;
  readonly corners: readonly number[];
}

/** At places that divide each side into so many steps. */
function anglesIn({ mesh, normals, field, triangle, corners }: AskedTriangle, steps: number): number[] {
  const place = makePlace();
  place.triangle = triangle;
  const samples = new Float64Array(6 * (steps + 1) * (steps + 1));
  for (let i = 0; i <= steps; i++)
    for (let j = 0; i + j <= steps; j++) {
      place.weights.set([1 - (i + j) / steps, i / steps, j / steps]);
      for (let k = 0; k < 3; k++) {
        place.position[k] = blend(mesh.positions, corners, place.weights, k);
        place.normal[k] = blend(normals, corners, place.weights, k);
      }
      const size = length(at(place.normal, 0)) || 1;
      for (let k = 0; k < 3; k++) place.normal[k] = place.normal[k]! / size;
      const row = samples.subarray(6 * (i * (steps + 1) + j));
      layAt(field, place, row);
      row.set(place.normal, 3);
    }
  const out: number[] = [];
  const compare = (i: number, j: number, k: number, l: number): void => {
    const angle = between(samples, 2 * (i * (steps + 1) + j), 2 * (k * (steps + 1) + l));
    if (angle !== null) out.push(angle);
  };
  for (let i = 0; i < steps; i++)
    for (let j = 0; i + j < steps; j++) {
      compare(i, j, i + 1, j);
      compare(i, j, i, j + 1);
      compare(i + 1, j, i, j + 1);
    }
  return out;
}

const blend = (values: Float32Array, corners: readonly number[], weights: Float64Array, k: number): number =>
  weights[0]! * values[3 * corners[0]! + k]! +
  weights[1]! * values[3 * corners[1]! + k]! +
  weights[2]! * values[3 * corners[2]! + k]!;

/** Cosine of the angle by which the skin may turn. */
const SHARPEST = 0.94;

/** Samples are a direction and a normal each. */
function between(samples: Float64Array, a: number, b: number): number | null {
  const [n, m] = [at(samples, a + 1), at(samples, b + 1)];
  if (dot(n, m) < SHARPEST) return null;
  const cosine = dot(turned(at(samples, a), n, m), at(samples, b));
  return (180 / Math.PI) * Math.acos(Math.min(1, Math.max(-1, cosine)));
}

/** A vector turned by the least rotation that takes one unit vector to another. */
function turned(v: Vec3, from: Vec3, to: Vec3): Vec3 {
  const axis = cross(from, to);
  const sine = length(axis);
  const cosine = dot(from, to);
  if (sine < 1e-9) return v;
  const k: Vec3 = [axis[0] / sine, axis[1] / sine, axis[2] / sine];
  const across = cross(k, v);
  const along = dot(k, v) * (1 - cosine);
  return [
    v[0] * cosine + across[0] * sine + k[0] * along,
    v[1] * cosine + across[1] * sine + k[1] * along,
    v[2] * cosine + across[2] * sine + k[2] * along,
  ];
}
