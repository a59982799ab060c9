import { BakedField, type FieldData } from '../body/baked-field.ts';
import { makeBust } from '../body/bust.ts';
import { bakeDistanceField } from '../body/distance-field.ts';
import type { DistanceField } from '../body/field.ts';
import { makeMesh, type TriangleMesh } from '../body/mesh.ts';
import { readMesh } from '../formats/index.ts';
import type { Scene } from './schema.ts';

/** Gives the bytes of a file that a scene names; throws an InputError where there is none. */
export type FileReader = (name: string) => Uint8Array;

/** What hair grows on, without its motion. */
export interface Shape {
  readonly mesh: TriangleMesh;
  readonly field: DistanceField;
  /** The field as plain data, to be posted to workers. */
  readonly fieldData: FieldData;
}

/** The shape of a scene's body; null where it has none. */
export function makeShape(scene: Scene, files: FileReader, notes: string[]): Shape | null {
  const mesh = makeBodyMesh(scene, files, notes);
  if (!mesh) return null;
  const field = bakeDistanceField(mesh, { resolution: scene.contact.resolution });
  return { mesh, field, fieldData: plainField(field) };
}

/** The same shape from what another worker made. */
export function shapeFrom(mesh: TriangleMesh, fieldData: FieldData): Shape {
  return { mesh, field: new BakedField(fieldData), fieldData };
}

function makeBodyMesh(scene: Scene, files: FileReader, notes: string[]): TriangleMesh | null {
  const { body } = scene;
  if (body.kind === 'none') return null;
  if (body.kind === 'bust') return makeBust();
  const read = readMesh(body.file, files(body.file), { unit: body.unit });
  notes.push(...read.notes);
  return withScalp(read.mesh);
}

/** A mesh that names no scalp grows hair all over. */
function withScalp(mesh: TriangleMesh): TriangleMesh {
  if (mesh.regions.has('scalp')) return mesh;
  const everywhere = { weight: new Float32Array(mesh.positions.length / 3).fill(1) };
  return makeMesh({ ...mesh, regions: new Map([...mesh.regions, ['scalp', everywhere]]) });
}

function plainField(field: BakedField): FieldData {
  return { origin: field.origin, cell: field.cell, size: field.size, values: field.values };
}
