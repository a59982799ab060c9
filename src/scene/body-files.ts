import { AnimatedMesh, animationDuration, type MeshAnimation } from '../body/animated-mesh.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { type BodyFile, isGltf, readBody, readMeshBody } from '../formats/body.ts';
import { InputError } from '../strands/input-error.ts';
import type { MeshShape } from './body-schema.ts';
import type { Scene } from './schema.ts';

/** Gives the bytes of a file that a scene names; throws an InputError where there is none. */
export type FileReader = (name: string) => Uint8Array;

/** Bodies that were read before their scene is made, because reading them takes a library that answers later. */
export type ReadBodies = ReadonlyMap<string, BodyFile>;

const keyOf = ({ file, unit, animation }: MeshShape): string => JSON.stringify([file, unit, animation]);

/** Reads what cannot be read at once: the bodies in .glb and .gltf files. */
export async function readBodies(scene: Scene, files: FileReader): Promise<ReadBodies> {
  const read = new Map<string, BodyFile>();
  for (const { shape } of scene.bodies)
    if (shape.kind === 'mesh' && isGltf(shape.file) && !read.has(keyOf(shape)))
      read.set(keyOf(shape), await readBody(shape.file, files(shape.file), shape, files));
  return read;
}

/** The mesh of a body with its animation. */
export function bodyFileOf(shape: MeshShape, files: FileReader, read: ReadBodies | undefined): BodyFile {
  const known = read?.get(keyOf(shape));
  if (!known && isGltf(shape.file))
    throw new InputError(
      'scene/late',
      `${shape.file} takes time to read: make the scene ready with loadScene instead of prepareScene.`,
    );
  const file = known ?? readMeshBody(shape.file, files(shape.file), shape, files);
  return { ...file, notes: [...file.notes, ...describeMotion(shape, file)] };
}

/** A loop whose ends are farther apart than this is said to jump, metres. */
const LARGEST_GAP = 0.002;

function describeMotion({ file, loop }: MeshShape, { mesh, animation }: BodyFile): string[] {
  if (!animation) return [];
  const duration = animationDuration(animation);
  const moves = `${file} moves by itself for ${Number(duration.toPrecision(3))} s, then`;
  if (!loop) return [`${moves} holds its last pose.`];
  const end = new Float32Array(mesh.positions.length);
  deformationOf(mesh, animation, false)!.positionsAt(duration, end);
  const gap = end.reduce((most, value, i) => Math.max(most, Math.abs(value - mesh.positions[i]!)), 0);
  if (gap <= LARGEST_GAP) return [`${moves} begins again.`];
  return [`${moves} jumps by ${(1000 * gap).toFixed(0)} mm and begins again: make it end as it begins.`];
}

/** How a body moves by itself; null where it does not. */
export function deformationOf(
  mesh: TriangleMesh,
  animation: MeshAnimation | null | undefined,
  isLoop: boolean,
): AnimatedMesh | null {
  if (!animation) return null;
  return new AnimatedMesh(animation, { triangles: mesh.triangles, vertexCount: mesh.positions.length / 3 }, isLoop);
}
