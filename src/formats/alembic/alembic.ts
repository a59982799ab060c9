import { InputError } from '../../strands/input-error.ts';
import { hairOf, saySeveral } from '../animation-content.ts';
import { assembleAnimation } from '../assemble-animation.ts';
import { memorySource } from '../byte-source.ts';
import type { AnimationContent, AnimationSource, FileFormat, MeshContent, Metadata, Scale, Source } from '../format.ts';
import type { MeshPart } from '../polygons.ts';
import { guessUp } from '../scale-guess.ts';
import { metresPer, type UpAxis } from '../units.ts';
import { Archive } from './archive.ts';
import { type AbcCurves, isCurves, readCurves } from './curves.ts';
import { isMesh, meshOf, readPolyMesh } from './mesh.ts';
import { isOgawa, Ogawa } from './ogawa.ts';
import { writeAbcAnimation, writeAbcHair, writeAbcMesh } from './write.ts';

/**
 * Alembic (.abc) in the Ogawa container. All curves of the file become one animation; transforms are applied, also moving
 * ones. The format knows neither units nor axes: this writer notes both in the archive's description, other files are
 * judged by the program that wrote them and by what they hold.
 */

const openArchive = ({ name, data, budget, note }: AnimationSource): Archive =>
  new Archive(new Ogawa(name, data, budget), note);

export function openAlembic(source: AnimationSource): AnimationContent {
  const archive = openArchive(source);
  const parts: AbcCurves[] = [];
  let meshes = 0;
  archive.objects((object, ancestors) => {
    if (isCurves(object)) parts.push(readCurves(archive, object, ancestors, source));
    else if (isMesh(object)) meshes++;
  });
  if (parts.length === 0)
    throw new InputError(
      'abc/no-curves',
      `${source.name}: there are no curves that can be read in the file${meshes > 0 ? `, but ${meshes} meshes` : ''}: export the hair as curves`,
    );
  saySeveral('objects', parts, source.note);
  const animation = assembleAnimation(parts, source.budget, source.note);
  return {
    animation,
    metadata: metadataOf(archive, parts),
    ...scaleOf(archive, parts, () => guessUp(animation.strands)),
  };
}

function metadataOf(archive: Archive, parts: readonly AbcCurves[]): Metadata {
  const application = archive.meta.get('_ai_Application');
  const bases = new Set(parts.map(({ basis }) => basis));
  return {
    'abc.basis': [...bases].join(' '),
    ...Object.fromEntries([...(parts[0]?.params.texts ?? [])].map(([name, text]) => [`abc.${name}`, text])),
    ...(application ? { 'abc.application': application.slice(0, 200) } : {}),
  };
}

/** Programs that always write in one unit. Blender and Houdini count in metres, Maya in centimetres. */
const APPLICATIONS: readonly (readonly [RegExp, number, string])[] = [
  [/blender/i, 1, 'Blender'],
  [/houdini/i, 1, 'Houdini'],
  [/maya|xgen/i, 0.01, 'Maya'],
];

function scaleOf(archive: Archive, parts: readonly AbcCurves[], guess: () => Pick<Scale, 'up' | 'upReason'>): Scale {
  const written = archive.meta.get('metersPerUnit');
  const axis = archive.meta.get('upAxis')?.toLowerCase();
  const up: Pick<Scale, 'up' | 'upReason'> = isAxis(axis) ? { up: axis, upReason: 'the file says so' } : guess();
  if (written !== undefined && Number(written) > 0 && Number.isFinite(Number(written)))
    return { unit: metresPer(Number(written)), ...up };
  const application = archive.meta.get('_ai_Application') ?? '';
  const known = APPLICATIONS.find(([pattern]) => pattern.test(application));
  if (parts.some(({ params }) => params.isUnreal))
    return { unit: 0.01, unitReason: "it has Unreal's groom attributes, which count in centimetres", ...up };
  return known ? { unit: known[1], unitReason: `${known[2]} wrote it`, ...up } : up;
}

const isAxis = (axis: string | undefined): axis is UpAxis => axis === 'y' || axis === 'z';

export function readAlembicMesh(source: Source): MeshContent {
  const animation: AnimationSource = { ...source, data: memorySource(source.bytes) };
  const archive = openArchive(animation);
  const parts: MeshPart[] = [];
  archive.objects((object, ancestors) => {
    if (isMesh(object)) parts.push(readPolyMesh(archive, object, ancestors, animation));
  });
  return { ...meshOf(source.name, parts, animation), ...scaleOf(archive, [], () => ({})) };
}

export const ALEMBIC: FileFormat = Object.freeze({
  title: 'Alembic',
  extensions: ['abc'],
  budgetFactor: 4,
  matches: isOgawa,
  readHair: hairOf(openAlembic),
  writeHair: writeAbcHair,
  openAnimation: openAlembic,
  writeAnimation: writeAbcAnimation,
  readMesh: readAlembicMesh,
  writeMesh: writeAbcMesh,
});
