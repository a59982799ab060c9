import { AnimatedMesh, animationDuration, type MeshAnimation } from '../body/animated-mesh.ts';
import { foxAtStart, loadFox } from '../body/fox/fox.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { type BodyFile, isGltf, readBody, readMeshBody } from '../formats/body.ts';
import { InputError } from '../strands/input-error.ts';
import type { FoxShape, MeshShape, SceneBody } from './body-schema.ts';
import type { Scene } from './schema.ts';

/** Gives the bytes of a file that a scene names; throws an InputError where there is none. */
export type FileReader = (name: string) => Uint8Array;

/** Bodies that were read before their scene is made, because reading them takes a library that answers later. */
export type ReadBodies = ReadonlyMap<string, BodyFile>;

/** A shape that is not made of numbers alone. */
export type ReadShape = MeshShape | FoxShape;

const keyOf = (shape: ReadShape): string =>
  JSON.stringify(shape.kind === 'fox' ? [null, shape.animation] : [shape.file, shape.unit, shape.animation]);

/** Whether a library or a file must be waited for. */
const isLate = (shape: ReadShape): boolean => shape.kind === 'fox' || isGltf(shape.file);

const isRead = (shape: SceneBody['shape']): shape is ReadShape => shape.kind === 'fox' || shape.kind === 'mesh';

/** Reads what cannot be read at once: the fox, and the bodies in .glb and .gltf files. */
export async function readBodies(scene: Scene, files: FileReader): Promise<ReadBodies> {
  const read = new Map<string, BodyFile>();
  for (const { shape } of scene.bodies)
    if (isRead(shape) && isLate(shape) && !read.has(keyOf(shape)))
      read.set(
        keyOf(shape),
        shape.kind === 'fox' ? await readFox(shape) : await readBody(shape.file, files(shape.file), shape, files),
      );
  return read;
}

async function readFox({ animation }: FoxShape): Promise<BodyFile> {
  const fox = await loadFox();
  if (animation === undefined) return { mesh: fox.mesh, animation: null, notes: [] };
  const rig = fox.rig(animation);
  return { mesh: foxAtStart(fox, rig), animation: { kind: 'rig', rig }, notes: [] };
}

const nameOf = (shape: ReadShape): string => (shape.kind === 'fox' ? 'The fox' : shape.file);

/** The mesh of a body with its animation. */
export function bodyFileOf(shape: ReadShape, files: FileReader, read: ReadBodies | undefined): BodyFile {
  const file = read?.get(keyOf(shape)) ?? readAtOnce(shape, files);
  return { ...file, notes: [...file.notes, ...describeMotion(shape, file)] };
}

function readAtOnce(shape: ReadShape, files: FileReader): BodyFile {
  if (shape.kind === 'mesh' && !isLate(shape)) return readMeshBody(shape.file, files(shape.file), shape, files);
  throw new InputError(
    'scene/late',
    `${nameOf(shape)} takes time to read: make the scene ready with loadScene instead of prepareScene.`,
  );
}

/** A loop whose ends are farther apart than this is said to jump, metres. */
const LARGEST_GAP = 0.002;

function describeMotion(shape: ReadShape, { mesh, animation }: BodyFile): string[] {
  if (!animation) return [];
  const duration = animationDuration(animation);
  const moves = `${nameOf(shape)} moves by itself for ${Number(duration.toPrecision(3))} s, then`;
  if (!shape.loop) return [`${moves} holds its last pose.`];
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
