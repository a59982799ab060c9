import { InputError } from '../../strands/input-error.ts';
import { hairOf, saySeveral } from '../animation-content.ts';
import { assembleAnimation } from '../assemble-animation.ts';
import { memorySource } from '../byte-source.ts';
import type { AnimationContent, AnimationSource, FileFormat, MeshContent, Metadata, Scale, Source } from '../format.ts';
import { gatherNotes } from '../gathered-notes.ts';
import { guessUp } from '../scale-guess.ts';
import { metresPer, type UpAxis } from '../units.ts';
import { Archive } from './archive.ts';
import { type AbcCurves, isCurves, readCurves } from './curves.ts';
import type { AbcObject } from './headers.ts';
import { isMesh, MESH_SCHEMAS, meshOf, readPolyMesh } from './mesh.ts';
import { isOgawa, Ogawa } from './ogawa.ts';
import { isHidden } from './visibility.ts';
import { writeAbcAnimation, writeAbcHair, writeAbcMesh } from './write.ts';

/**
 * Alembic (.abc) in the Ogawa container. All curves of the file become one animation; transforms are applied, also moving
 * ones. The format knows neither units nor axes: this writer notes both in the archive's description, other files are
 * judged by the program that wrote them and by what they hold.
 */

const openArchive = ({ name, data, budget, note }: AnimationSource): Archive =>
  new Archive(new Ogawa(name, data, budget), note);

interface Found<T> {
  readonly parts: readonly T[];
  /** Objects of other schemas, by name. */
  readonly others: ReadonlyMap<string, number>;
}

/** Reads all objects of a kind: those that are shown, or all where none is. */
function readObjects<T>(
  archive: Archive,
  note: (sentence: string) => void,
  isWanted: (object: AbcObject) => boolean,
  read: (object: AbcObject, ancestors: readonly AbcObject[]) => T,
): Found<T> {
  const others = new Map<string, number>();
  const pass = (takesHidden: boolean): { parts: T[]; hidden: string[] } => {
    const parts: T[] = [];
    const hidden: string[] = [];
    archive.objects((object, ancestors) => {
      if (!takesHidden && isHidden(archive, object, note)) {
        hidden.push(object.path);
        return false;
      }
      const schema = object.meta.get('schema') ?? '';
      if (isWanted(object)) parts.push(read(object, ancestors));
      else others.set(schema, (others.get(schema) ?? 0) + 1);
      return true;
    });
    return { parts, hidden };
  };
  const { parts, hidden } = pass(false);
  const [first] = hidden;
  if (first === undefined) return { parts, others };
  const more = hidden.length > 1 ? `, and ${hidden.length - 1} more,` : '';
  if (parts.length > 0) note(`${first}${more} is hidden in the file and was left out, with all below it`);
  else note(`all there is in the file is hidden, ${first}${more} for one: it was read all the same`);
  return { parts: parts.length > 0 ? parts : pass(true).parts, others };
}

export function openAlembic(given: AnimationSource): AnimationContent {
  const gathered = gatherNotes(given.note);
  const source: AnimationSource = { ...given, note: gathered.note };
  const archive = openArchive(source);
  const { parts, others } = readObjects(archive, source.note, isCurves, (object, ancestors) =>
    readCurves(archive, object, ancestors, source),
  );
  const meshes = MESH_SCHEMAS.reduce((sum, schema) => sum + (others.get(schema) ?? 0), 0);
  gathered.say();
  if (parts.length === 0)
    throw new InputError(
      'abc/no-curves',
      `${source.name}: there are no curves that can be read in the file${meshes > 0 ? `, but ${meshes} meshes` : ''}: export the hair as curves`,
    );
  saySeveral('objects', parts, given.note);
  const animation = assembleAnimation(parts, source.budget, given.note);
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

/** Surfaces that are no polygons. */
const NOT_READ: readonly (readonly [schema: string, name: string])[] = [
  ['AbcGeom_NuPatch_v2', 'NURBS surfaces'],
  ['AbcGeom_Points_v1', 'clouds of points'],
];

export function readAlembicMesh(source: Source): MeshContent {
  const gathered = gatherNotes(source.note);
  const animation: AnimationSource = { ...source, note: gathered.note, data: memorySource(source.bytes) };
  const archive = openArchive(animation);
  const { parts, others } = readObjects(archive, animation.note, isMesh, (object, ancestors) =>
    readPolyMesh(archive, object, ancestors, animation),
  );
  gathered.say();
  for (const [schema, name] of NOT_READ)
    if (others.has(schema)) source.note(`${others.get(schema)} ${name} were left out: polygons are read`);
  return { ...meshOf(source.name, parts, animation), ...scaleOf(archive, [], () => ({})) };
}

export const ALEMBIC: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'Alembic',
  extensions: ['abc'],
  budgetFactor: 4,
  matches: isOgawa,
  readHair: /* @__PURE__ */ hairOf(openAlembic),
  writeHair: writeAbcHair,
  openAnimation: openAlembic,
  writeAnimation: writeAbcAnimation,
  readMesh: readAlembicMesh,
  writeMesh: writeAbcMesh,
});
