import { cos, sin } from '../../numeric/elementary.ts';
import { at, cross, normalize, perpendicular, subtract, type Vec3 } from '../../numeric/vector.ts';
import { pointCount, type Strands, strandCount } from '../../strands/strands.ts';
import { onPoints } from '../packing.ts';
import { type Geometry, segmentCount } from './geometry.ts';

const SIDES = 4;
const RADIUS_DEFAULT = 5e-5;

/** Strands as tubes of four sides, open at their ends. */
export function tubesOf(strands: Strands): Geometry {
  const { first } = strands;
  const radius = onPoints(strands, 'radius', 1) ?? new Float32Array(pointCount(strands)).fill(RADIUS_DEFAULT);
  // Tubes start with the side that they had in the first frame: none turns about itself from frame to frame.
  const sides: Vec3[] = [];
  for (let s = 0; s < strandCount(strands); s++)
    sides.push(perpendicular(tangentAt(strands.positions, first[s]!, first[s]!, first[s + 1]!)));
  return {
    name: 'hair',
    indices: bandsOf(strands),
    fixed: {},
    at: (points) => {
      const positions = new Float32Array(SIDES * points.length);
      const normals = new Float32Array(SIDES * points.length);
      for (let s = 0; s < sides.length; s++) {
        let side = sides[s]!;
        for (let p = first[s]!; p < first[s + 1]!; p++) {
          const tangent = tangentAt(points, p, first[s]!, first[s + 1]!);
          side = normalize(cross(cross(tangent, side), tangent), perpendicular(tangent));
          putRing(positions, normals, p, at(points, p), side, cross(tangent, side), radius[p]!);
        }
      }
      return { POSITION: { size: 3, values: positions }, NORMAL: { size: 3, values: normals } };
    },
  };
}

const tangentAt = (points: Float32Array, p: number, from: number, to: number): Vec3 =>
  normalize(subtract(at(points, Math.min(p + 1, to - 1)), at(points, Math.max(p - 1, from))), [0, -1, 0]);

function putRing(
  positions: Float32Array,
  normals: Float32Array,
  point: number,
  centre: Vec3,
  side: Vec3,
  other: Vec3,
  radius: number,
): void {
  for (let k = 0; k < SIDES; k++) {
    const angle = (2 * Math.PI * k) / SIDES;
    const [c, s] = [cos(angle), sin(angle)];
    for (let axis = 0; axis < 3; axis++) {
      const n = c * side[axis]! + s * other[axis]!;
      normals[3 * (SIDES * point + k) + axis] = n;
      positions[3 * (SIDES * point + k) + axis] = centre[axis]! + radius * n;
    }
  }
}

function bandsOf(strands: Strands): Uint32Array {
  const indices = new Uint32Array(6 * SIDES * segmentCount(strands));
  let filled = 0;
  for (let s = 0; s < strandCount(strands); s++)
    for (let p = strands.first[s]! + 1; p < strands.first[s + 1]!; p++)
      for (let k = 0; k < SIDES; k++) {
        const next = (k + 1) % SIDES;
        const [a, b] = [SIDES * (p - 1) + k, SIDES * (p - 1) + next];
        const [c, d] = [SIDES * p + k, SIDES * p + next];
        indices.set([a, b, c, b, d, c], filled);
        filled += 6;
      }
  return indices;
}
