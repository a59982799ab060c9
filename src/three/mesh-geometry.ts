import { BufferAttribute, BufferGeometry } from 'three';
import type { TriangleMesh } from '../body/mesh.ts';

/** The body that hair grows on as geometry for a `Mesh`: `position`, `normal`, `uv` where it has one, and an index. */
export function meshGeometry(mesh: Pick<TriangleMesh, 'positions' | 'normals' | 'triangles' | 'uv'>): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(mesh.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(mesh.normals, 3));
  if (mesh.uv) geometry.setAttribute('uv', new BufferAttribute(mesh.uv, 2));
  geometry.setIndex(new BufferAttribute(mesh.triangles, 1));
  geometry.computeBoundingSphere();
  return geometry;
}
