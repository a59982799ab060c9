import { AnimatedMesh, animationDuration, type MeshAnimation } from '../body/animated-mesh.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { type BodyFile, isGltf, readBody, readMeshBody } from '../formats/body.ts';
import { InputError } from '../strands/input-error.ts';
import type { Scene } from './schema.ts';

/** Gives the bytes of a file that a scene names; throws an InputError where there is none. */
export type FileReader = (name: string) => Uint8Array;

/** A body that a scene takes from a file. */
export type FileBody = Extract<Scene['body'], { kind: 'mesh' }>;

/** Bodies that were read before their stage is made, because reading them takes a library that answers later. */
export type ReadBodies = ReadonlyMap<string, BodyFile>;

const keyOf = ({ file, unit, animation }: FileBody): string => JSON.stringify([file, unit, animation]);

/** Reads what cannot be read at once: the bodies in .glb and .gltf files. */
export async function readBodies(scene: Scene, files: FileReader): Promise<ReadBodies> {
  const read = new Map<string, BodyFile>();
  for (const body of [scene.body, ...scene.colliders.map(({ shape }) => shape)])
    if (body.kind === 'mesh' && isGltf(body.file) && !read.has(keyOf(body)))
      read.set(keyOf(body), await readBody(body.file, files(body.file), body, files));
  return read;
}

export function bodyOf(body: FileBody, files: FileReader, read: ReadBodies | undefined, notes: string[]): BodyFile {
  const known = read?.get(keyOf(body));
  if (!known && isGltf(body.file))
    throw new InputError(
      'scene/late',
      `${body.file} takes time to read: make the stage with loadStage instead of prepareStage.`,
    );
  const file = known ?? readMeshBody(body.file, files(body.file), body);
  notes.push(...file.notes, ...describeMotion(body, file));
  return file;
}

/** A loop whose ends are farther apart than this is said to jump, metres. */
const LARGEST_GAP = 0.002;

function describeMotion({ file, loop }: FileBody, { mesh, animation }: BodyFile): string[] {
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
