import { type MeshRegion, makeMesh, type TriangleMesh } from '../../body/mesh.ts';

/** The region of a head that carries its hair: the first that is called so, or nearly so. */
const SCALP = /scalp/i;

/** What hair of the head is for. */
export const HEAD_PART = 'scalp';

/** The name of a mesh's scalp; null where it names none. */
export function scalpName(mesh: TriangleMesh): string | null {
  for (const name of mesh.regions.keys()) if (SCALP.test(name)) return name;
  return null;
}

/** The scalp of a mesh; undefined where it names none. */
export function findScalp(mesh: TriangleMesh): MeshRegion | undefined {
  const name = scalpName(mesh);
  return name === null ? undefined : mesh.regions.get(name);
}

/** The mesh with a scalp: one that names none has hair all over. */
export function withScalp(mesh: TriangleMesh): TriangleMesh {
  if (findScalp(mesh)) return mesh;
  const everywhere = { weight: new Float32Array(mesh.positions.length / 3).fill(1) };
  return makeMesh({ ...mesh, regions: new Map([...mesh.regions, [HEAD_PART, everywhere]]) });
}
