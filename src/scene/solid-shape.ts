import type { TriangleMesh } from '../body/mesh.ts';
import { boxMesh, sheetMesh, sphereMesh, torusMesh } from '../body/shapes.ts';
import {
  boxSolid,
  capsuleSolid,
  ellipsoidSolid,
  halfSpaceSolid,
  matSolid,
  type Solid,
  sphereSolid,
  torusSolid,
} from '../body/solids.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { SceneBody } from './body-schema.ts';

/** Shapes that are known in closed form. */
export type SolidShape = Exclude<SceneBody['shape'], { kind: 'bust' | 'fox' | 'mesh' | 'none' }>;

/** What hair may not enter. */
export function solidOf(shape: SolidShape): Solid {
  switch (shape.kind) {
    case 'sphere':
      return sphereSolid(shape.radius);
    case 'capsule':
      return capsuleSolid(shape.radius, shape.height);
    case 'ellipsoid':
      return ellipsoidSolid(...shape.radii);
    case 'box':
      return boxSolid(...shape.size);
    case 'torus':
      return torusSolid(shape.ring, shape.tube);
    case 'sheet':
      return matSolid(shape.width, shape.depth, shape.thickness);
    case 'ground':
      return halfSpaceSolid();
  }
}

/** Divisions of a sphere's icosahedron: a face lies at most 0.07 % of the radius below the sphere. */
const FINENESS = 4;

/** Squares along each side of a sheet. */
const SHEET_STEPS = 32;

/** A mesh to look at and to grow hair on; null for the ground, which has no end. */
export function solidMesh(shape: SolidShape): TriangleMesh | null {
  switch (shape.kind) {
    case 'sphere':
      return sphereMesh(shape.radius, FINENESS);
    case 'ellipsoid':
      return stretched(sphereMesh(1, FINENESS), shape.radii, 0);
    case 'capsule':
      return stretched(sphereMesh(1, FINENESS), [shape.radius, shape.radius, shape.radius], 0.5 * shape.height);
    case 'box':
      return boxMesh(...shape.size);
    case 'torus':
      return torusMesh(shape.ring, shape.tube, 96, 48);
    case 'sheet':
      return sheetMesh(shape.width, shape.depth, SHEET_STEPS);
    case 'ground':
      return null;
  }
}

/** A unit sphere as an ellipsoid whose halves are moved apart along y. */
function stretched(sphere: TriangleMesh, [a, b, c]: Vec3, apart: number): TriangleMesh {
  const positions = sphere.positions.slice();
  const normals = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    positions.set([a * x, b * y + Math.sign(y) * apart, c * z], i);
    const [u, v, w] = [x / a, y / b, z / c];
    const length = Math.sqrt(u * u + v * v + w * w);
    normals.set([u / length, v / length, w / length], i);
  }
  return { ...sphere, positions, normals };
}
