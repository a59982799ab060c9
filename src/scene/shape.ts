import type { AnimatedMesh, MeshAnimation } from '../body/animated-mesh.ts';
import { BakedField, type FieldData } from '../body/baked-field.ts';
import { makeBust } from '../body/bust.ts';
import { bakeDistanceField } from '../body/distance-field.ts';
import type { DistanceField } from '../body/field.ts';
import { type TriangleMesh, weldedNormals } from '../body/mesh.ts';
import { weldVertices } from '../body/weld.ts';
import { withScalp } from '../groom/head/scalp.ts';
import { bodyOf, deformationOf, type FileReader, type ReadBodies } from './bodies.ts';
import type { Scene } from './schema.ts';

/** What hair grows on, without its rigid motion. */
export interface Shape {
  /** At time 0. */
  readonly mesh: TriangleMesh;
  readonly field: DistanceField;
  /** How it moves by itself, in its own coordinates; null where it is rigid. */
  readonly deformation: AnimatedMesh | null;
  readonly parts: ShapeParts;
}

/** A shape as plain data, to be posted to workers. */
export interface ShapeParts {
  readonly mesh: TriangleMesh;
  readonly field: FieldData;
  readonly animation: MeshAnimation | null;
}

/** The shape of a scene's body; null where it has none. */
export function makeShape(scene: Scene, files: FileReader, notes: string[], read?: ReadBodies): Shape | null {
  const body = makeBodyMesh(scene, files, notes, read);
  if (!body) return null;
  const field = plainField(bakeDistanceField(body.mesh, { resolution: scene.contact.resolution }));
  return shapeFrom(scene, { ...body, field });
}

/** The same shape from what another worker made. */
export function shapeFrom({ body }: Scene, parts: ShapeParts): Shape {
  const { mesh, field, animation } = parts;
  const isLoop = body.kind === 'mesh' && body.loop;
  return { mesh, field: new BakedField(field), deformation: deformationOf(mesh, animation, isLoop), parts };
}

function makeBodyMesh(
  { body }: Scene,
  files: FileReader,
  notes: string[],
  read: ReadBodies | undefined,
): Omit<ShapeParts, 'field'> | null {
  if (body.kind === 'none') return null;
  if (body.kind === 'bust') return { mesh: makeBust(), animation: null };
  const { mesh, animation } = bodyOf(body, files, read, notes);
  return { mesh: withScalp(mesh), animation };
}

function plainField(field: BakedField): FieldData {
  return { origin: field.origin, cell: field.cell, size: field.size, values: field.values };
}

/** Gives a mesh as it looks at any time, in its own coordinates: one that is rigid itself, others anew when time passes. */
export function looksOf(mesh: TriangleMesh, deformation: AnimatedMesh | null): (time: number) => TriangleMesh {
  if (!deformation) return () => mesh;
  const welded = weldVertices(mesh.positions);
  let known = { time: 0, mesh };
  return (time) => {
    if (time === known.time) return known.mesh;
    const positions = new Float32Array(mesh.positions.length);
    deformation.positionsAt(time, positions);
    const normals = weldedNormals(positions, mesh.triangles, welded);
    known = { time, mesh: { ...mesh, positions, normals } };
    return known.mesh;
  };
}
