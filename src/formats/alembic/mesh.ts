import { makeMesh } from '../../body/mesh.ts';
import { InputError } from '../../strands/input-error.ts';
import type { AnimationSource, MeshContent } from '../format.ts';
import { isIdentity, transformPoints } from '../matrix.ts';
import { framesOf, type PartMotion } from '../mesh-motion.ts';
import type { MeshPart } from '../polygons.ts';
import { joinMeshes, triangulate } from '../polygons.ts';
import type { AbcObject, AbcProperty, Archive } from './archive.ts';
import { usableSamples } from './curves.ts';
import { fillNumbers, I64, isFloat, PODS } from './pod.ts';
import { worldTransform } from './transform.ts';

/** `AbcGeom_PolyMesh_v1`: bodies. Corners run clockwise in Alembic files, as the exporters of Maya and Blender write them. */

export const isMesh = (object: AbcObject): boolean => object.meta.get('schema') === 'AbcGeom_PolyMesh_v1';

export function readPolyMesh(
  archive: Archive,
  object: AbcObject,
  ancestors: readonly AbcObject[],
  { note, budget, options }: AnimationSource,
): MeshPart {
  const geometry = archive.within(archive.propertiesOf(object).get('.geom'));
  const whole = (name: string): Int32Array => {
    const property = geometry.get(name);
    const values = budget.int32(property?.samples && property.pod <= I64 ? archive.elements(property) : 0, name);
    if (property && values.length > 0)
      fillNumbers(
        property.pod,
        archive.sampleBytes(property).subarray(0, values.length * PODS[property.pod]!.bytes),
        values,
      );
    return values;
  };
  const points = geometry.get('P');
  if (!points?.samples || points.extent !== 3 || !isFloat(points.pod))
    throw new InputError('abc/no-points', `${archive.file.name}: the mesh ${object.path} has no points (P)`);
  const positions = budget.float32(3 * archive.elements(points), 'vertices');
  fillNumbers(
    points.pod,
    archive.sampleBytes(points).subarray(0, positions.length * PODS[points.pod]!.bytes),
    positions,
  );
  const placement = worldTransform(archive, ancestors);
  const matrix = placement.at(archive.time(points, 0));
  if (!isIdentity(matrix)) transformPoints(positions, matrix);
  const indices = geometry.get('.faceIndices');
  const motion =
    options.withMotion && indices?.samples ? readMotion(archive, object, points, indices, placement, note) : undefined;
  if (!motion && points.lastChanged > 0) note(`${object.path} moves: its first sample was taken`);
  const faces = { counts: whole('.faceCounts'), corners: whole('.faceIndices'), isClockwise: true };
  return {
    positions,
    triangles: triangulate(faces, positions.length / 3, budget, (what) => note(`${object.path}: ${what}`)),
    ...(motion ? { motion } : {}),
  };
}

function readMotion(
  archive: Archive,
  object: AbcObject,
  points: AbcProperty,
  indices: AbcProperty,
  placement: PartMotion['placement'],
  note: (sentence: string) => void,
): PartMotion {
  const usable = usableSamples(archive, object.path, points, indices, note, 'faces');
  const fill = (sample: number, out: Float32Array): void => {
    const bytes = archive.sampleBytes(points, usable[sample]!);
    fillNumbers(points.pod, bytes.subarray(0, out.length * PODS[points.pod]!.bytes), out);
  };
  return { times: Float64Array.from(usable, (k) => archive.time(points, k)), fill, placement };
}

export function meshOf(name: string, parts: readonly MeshPart[], source: AnimationSource): MeshContent {
  if (parts.length === 0) throw new InputError('abc/no-mesh', `${name}: there is no polygon mesh in the file`);
  const { positions, triangles } = joinMeshes(parts, source.budget);
  source.budget.claim(3 * 12 * (positions.length / 3), 'normals');
  const frames = framesOf(name, parts);
  return { mesh: makeMesh({ positions, triangles }), ...(frames ? { frames } : {}) };
}
