import { makeMesh } from '../../body/mesh.ts';
import { InputError } from '../../strands/input-error.ts';
import { hairOf, saySeveral } from '../animation-content.ts';
import { assembleAnimation } from '../assemble-animation.ts';
import { memorySource } from '../byte-source.ts';
import type { AnimationContent, AnimationSource, FileFormat, MeshContent, Scale, Source } from '../format.ts';
import { gatherNotes } from '../gathered-notes.ts';
import { framesOf } from '../mesh-motion.ts';
import { joinMeshes, type MeshPart } from '../polygons.ts';
import type { AnimationReader, HairReader, MeshReader } from '../reading.ts';
import { survive } from '../survive.ts';
import { isCrate } from './crate.ts';
import { isCurves, readCurves, type UsdCurves } from './curves.ts';
import { Layers } from './layers.ts';
import { isMesh, readUsdMesh } from './mesh.ts';
import { numberOf, textOf, type UsdPrim, type UsdStage } from './types.ts';
import { isUsda } from './usda.ts';
import { hiddenBy } from './visibility.ts';
import {
  writeUsdaAnimation,
  writeUsdaHair,
  writeUsdaMesh,
  writeUsdcAnimation,
  writeUsdcHair,
  writeUsdcMesh,
  writeUsdzAnimation,
  writeUsdzHair,
  writeUsdzMesh,
} from './write.ts';
import { isZip } from './zip.ts';

/**
 * USD: text (.usda), crate (.usdc) and archives of either (.usdz). All curves of the stage become one animation; transforms
 * are applied, also moving ones. Files that the stage refers to are read where the caller can give them.
 */

/** USD's own value where a stage does not say otherwise. */
const USUAL_RATE = 24;
const USUAL_METRES = 0.01;

function scaleOf({ metadata }: UsdStage): Scale {
  const unit = numberOf(metadata.get('metersPerUnit'));
  const up = textOf(metadata.get('upAxis'))?.toLowerCase();
  const isSaid = unit !== undefined && unit > 0 && Number.isFinite(unit);
  return {
    unit: isSaid ? unit : USUAL_METRES,
    ...(isSaid
      ? { unitReason: unit === 1 ? undefined : 'the stage says so' }
      : { unitReason: 'the stage says nothing, and centimetres is what USD then means' }),
    up: up === 'z' ? 'z' : 'y',
    upReason: 'the stage says so',
  };
}

const rateOf = ({ metadata }: UsdStage): number => {
  const rate = numberOf(metadata.get('timeCodesPerSecond')) ?? numberOf(metadata.get('framesPerSecond')) ?? USUAL_RATE;
  return rate > 0 && Number.isFinite(rate) ? rate : USUAL_RATE;
};

/** Reads all prims of a kind: those that are shown, or all where none is. */
function collect<T>(
  source: AnimationSource,
  { prims }: UsdStage,
  isWanted: (prim: UsdPrim) => boolean,
  read: (prim: UsdPrim) => T,
): T[] {
  const wanted = prims.filter(isWanted);
  const shown = wanted.filter((prim) => hiddenBy(prim) === undefined);
  const [hidden] = wanted.filter((prim) => hiddenBy(prim) !== undefined);
  if (hidden) {
    const more = wanted.length - shown.length > 1 ? `, and ${wanted.length - shown.length - 1} more,` : '';
    const left = shown.length > 0 ? 'was left out' : 'was read all the same, since there is nothing else';
    source.note(`${hidden.path}${more} is ${hiddenBy(hidden)} and ${left}`);
  }
  return (shown.length > 0 ? shown : wanted)
    .map((prim) => survive(source, prim.path, () => read(prim)))
    .filter((part) => part !== undefined);
}

/** What else there is, for a file without what was looked for. */
function othersOf({ prims }: UsdStage): string {
  const counts = new Map<string, number>();
  for (const { type } of prims) if (type !== '') counts.set(type, (counts.get(type) ?? 0) + 1);
  if (prims.length === 0) return ': it is empty';
  const meshes = counts.get('Mesh') ?? 0;
  if (meshes > 0) return `, but ${meshes} meshes`;
  return counts.size === 0
    ? ''
    : `, but ${[...counts]
        .slice(0, 5)
        .map(([type, count]) => `${count} ${type}`)
        .join(', ')}`;
}

function sayInstancers({ prims }: UsdStage, note: Source['note']): void {
  const instancers = prims.filter(({ type }) => type === 'PointInstancer');
  if (instancers.length > 0)
    note(`${instancers[0]!.path} scatters copies of other prims (PointInstancer), which are not made here`);
}

/** From time codes to seconds. */
function inSeconds(part: UsdCurves, rate: number): UsdCurves {
  return {
    ...part,
    times: part.times.map((code) => code / rate),
    placement: {
      times: part.placement.times.map((code) => code / rate),
      at: (time) => part.placement.at(time * rate),
    },
  };
}

export function openUsd(given: AnimationSource): AnimationContent {
  const gathered = gatherNotes(given.note);
  const source: AnimationSource = { ...given, note: gathered.note };
  const stage = new Layers(source).stage();
  const rate = rateOf(stage);
  const parts = collect(source, stage, isCurves, (prim) => inSeconds(readCurves(prim, source), rate));
  sayInstancers(stage, source.note);
  gathered.say();
  if (parts.length === 0)
    throw new InputError(
      'usd/no-curves',
      `${source.name}: there are no curves that can be read in the file${othersOf(stage)}: export the hair as BasisCurves`,
    );
  saySeveral('prims', parts, given.note);
  const animation = assembleAnimation(parts, source.budget, given.note);
  const basis = [...new Set(parts.map((part) => part.basis))].join(' ');
  return { animation, metadata: { 'usd.basis': basis }, ...scaleOf(stage) };
}

function readMesh(source: Source): MeshContent {
  const gathered = gatherNotes(source.note);
  const animation: AnimationSource = { ...source, note: gathered.note, data: memorySource(source.bytes) };
  const stage = new Layers(animation).stage();
  const parts: MeshPart[] = collect(animation, stage, isMesh, (prim) => readUsdMesh(prim, animation));
  sayInstancers(stage, animation.note);
  gathered.say();
  if (parts.length === 0)
    throw new InputError('usd/no-mesh', `${source.name}: there is no Mesh in the file${othersOf(stage)}`);
  const { positions, triangles } = joinMeshes(parts, source.budget);
  source.budget.claim(36 * (positions.length / 3), 'normals');
  const rate = rateOf(stage);
  const coded = framesOf(source.name, parts);
  const frames = coded && { ...coded, times: coded.times.map((code) => code / rate) };
  return { mesh: makeMesh({ positions, triangles }), ...(frames ? { frames } : {}), ...scaleOf(stage) };
}

// Written out below, not spread: a bundler cannot leave out an object that another is spread into.
const readHair = /* @__PURE__ */ hairOf(openUsd);
const budgetFactor = 4;

const READ_EXTENSIONS = ['usd', 'usda', 'usdc', 'usdz'];

/** Text, crate and archive alike. */
export const USD_READER: HairReader & AnimationReader = {
  title: 'USD',
  extensions: READ_EXTENSIONS,
  budgetFactor,
  readHair,
  openAnimation: openUsd,
};

export const USD_MESH_READER: MeshReader = { title: 'USD', extensions: READ_EXTENSIONS, budgetFactor, readMesh };

export const USDA: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'USD text',
  extensions: ['usda'],
  matches: isUsda,
  budgetFactor,
  readHair,
  openAnimation: openUsd,
  readMesh,
  writeHair: writeUsdaHair,
  writeAnimation: writeUsdaAnimation,
  writeMesh: writeUsdaMesh,
});

/** `.usd` may be either, and is written so. */
export const USDC: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'USD crate',
  extensions: ['usdc', 'usd'],
  matches: isCrate,
  budgetFactor,
  readHair,
  openAnimation: openUsd,
  readMesh,
  writeHair: writeUsdcHair,
  writeAnimation: writeUsdcAnimation,
  writeMesh: writeUsdcMesh,
});

export const USDZ: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'USD archive',
  extensions: ['usdz'],
  matches: isZip,
  budgetFactor,
  readHair,
  openAnimation: openUsd,
  readMesh,
  writeHair: writeUsdzHair,
  writeAnimation: writeUsdzAnimation,
  writeMesh: writeUsdzMesh,
});
