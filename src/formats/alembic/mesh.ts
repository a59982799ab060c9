import { makeMesh } from '../../body/mesh.ts';
import { InputError } from '../../strands/input-error.ts';
import type { AnimationSource, MeshContent } from '../format.ts';
import { isIdentity, transformPoints } from '../matrix.ts';
import { framesOf, type PartMotion } from '../mesh-motion.ts';
import type { MeshPart } from '../polygons.ts';
import { joinMeshes, triangulate } from '../polygons.ts';
import type { Archive } from './archive.ts';
import { usableSamples } from './curves.ts';
import type { AbcObject, AbcProperty } from './headers.ts';
import { fillNumbers, I64, isFloat, PODS } from './pod.ts';
import { worldTransform } from './transform.ts';

/**
 * `AbcGeom_PolyMesh_v1` and the cage of `AbcGeom_SubD_v1`: bodies. Corners run clockwise in Alembic files, as the exporters
 * of Maya and Blender write them.
 */

const SUBDIVISION = 'AbcGeom_SubD_v1';
export const MESH_SCHEMAS: readonly string[] = ['AbcGeom_PolyMesh_v1', SUBDIVISION];

export const isMesh = (object: AbcObject): boolean => MESH_SCHEMAS.includes(object.meta.get('schema') ?? '');

export function readPolyMesh(
  archive: Archive,
  object: AbcObject,
  ancestors: readonly AbcObject[],
  { note, budget, options }: AnimationSource,
): MeshPart {
  const geometry = archive.within(archive.propertiesOf(object).get('.geom'));
  const whole = (name: string): Int32Array => {
    const property = geometry.get(name);
    if (!property?.samples || property.kind === 'compound' || property.pod > I64) return new Int32Array();
    const sample = archive.firstFilled(property);
    const values = budget.int32(archive.elements(property, sample), name);
    const bytes = archive.sampleBytes(property, sample);
    fillNumbers(property.pod, bytes.subarray(0, values.length * PODS[property.pod]!.bytes), values);
    return values;
  };
  if (object.meta.get('schema') === SUBDIVISION)
    note(`${object.path} is a subdivision surface: its cage was read, not the smooth surface`);
  const points = geometry.get('P');
  if (!points?.samples || points.extent !== 3 || !isFloat(points.pod))
    throw new InputError('abc/no-points', `${archive.file.name}: the mesh ${object.path} has no points (P)`);
  const start = archive.firstFilled(points);
  const positions = budget.float32(3 * archive.elements(points, start), 'vertices');
  const bytes = archive.sampleBytes(points, start);
  fillNumbers(points.pod, bytes.subarray(0, positions.length * PODS[points.pod]!.bytes), positions);
  const placement = worldTransform(archive, ancestors);
  const matrix = placement.at(archive.time(points, start));
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
