import type { MeshAnimation } from '../body/animated-mesh.ts';
import { makeMesh, type TriangleMesh, weldedNormals } from '../body/mesh.ts';
import { weldVertices } from '../body/weld.ts';
import { InputError } from '../strands/input-error.ts';
import { filesBeside, folderOf } from './beside.ts';
import type { MeshFrames } from './format.ts';
import type { NeighbourReader } from './gltf/neighbours.ts';
import { extensionOf, isMarked } from './lookup.ts';
import { readMesh } from './registry.ts';

/** What hair grows on or collides with, and how it moves by itself. */
export interface BodyFile {
  /** At time 0, in metres, Y up. */
  readonly mesh: TriangleMesh;
  /** null where nothing moves. */
  readonly animation: MeshAnimation | null;
  readonly notes: readonly string[];
}

export interface BodyOptions {
  /** Metres of one unit; what the file says, else 1, where absent. */
  readonly unit?: number | undefined;
  /** Name of the animation, for files that have several; the first where absent. */
  readonly animation?: string | undefined;
}

/** Whether a body's file is read by a library that answers later: `readBody` reads it, `readMeshBody` does not. */
export const isGltf = (name: string): boolean => ['glb', 'gltf'].includes(extensionOf(name));

/** Reads a body of any format. `files` gives what a .gltf names beside it, by paths relative to where `name` is. */
export async function readBody(
  name: string,
  bytes: Uint8Array,
  options: BodyOptions = {},
  files?: NeighbourReader,
): Promise<BodyFile> {
  if (!isGltf(name) || isMarked(bytes)) return readMeshBody(name, bytes, options, files);
  // The library for glTF is large and loaded where it is needed.
  const { readGltfBody } = await import('./gltf/body.ts');
  const folder = folderOf(name);
  return readGltfBody(name, bytes, {
    ...(options.unit === undefined ? {} : { unit: options.unit }),
    ...(options.animation === undefined ? {} : { animation: options.animation }),
    ...(files ? { files: (neighbour: string) => files(folder + neighbour) } : {}),
  });
}

/** Reads a body of any format but glTF. */
export function readMeshBody(
  name: string,
  bytes: Uint8Array,
  options: BodyOptions = {},
  files?: (path: string) => Uint8Array,
): BodyFile {
  const { unit, animation } = options;
  if (animation !== undefined)
    throw new InputError(
      'body/animation',
      `${name} has no animation "${animation}": only .glb and .gltf files name their animations`,
    );
  const read = readMesh(name, bytes, {
    withMotion: true,
    ...(unit === undefined ? {} : { unit }),
    ...(files ? { files: filesBeside(name, files) } : {}),
  });
  const { mesh, frames, notes } = read;
  if (!frames) return { mesh, animation: null, notes };
  return { mesh: firstFrame(mesh, frames), animation: { kind: 'frames', ...frames }, notes };
}

function firstFrame(mesh: TriangleMesh, { frames }: MeshFrames): TriangleMesh {
  const positions = frames[0]!;
  return makeMesh({
    ...mesh,
    positions,
    normals: weldedNormals(positions, mesh.triangles, weldVertices(positions)),
  });
}
