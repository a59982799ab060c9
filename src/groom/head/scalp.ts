import { type MeshRegion, makeMesh, type TriangleMesh } from '../../body/mesh.ts';

/** The region of a head that carries its hair. */
export const SCALP = 'scalp';

/** The scalp of a mesh; undefined where it names none. */
export const findScalp = (mesh: TriangleMesh): MeshRegion | undefined => mesh.regions.get(SCALP);

/** The mesh with a scalp: one that names none has hair all over. */
export function withScalp(mesh: TriangleMesh): TriangleMesh {
  if (findScalp(mesh)) return mesh;
  const everywhere = { weight: new Float32Array(mesh.positions.length / 3).fill(1) };
  return makeMesh({ ...mesh, regions: new Map([...mesh.regions, [SCALP, everywhere]]) });
}
