import { makeMesh } from '../../body/mesh.ts';
import { InputError } from '../../strands/input-error.ts';
import { hairOf, saySeveral } from '../animation-content.ts';
import { assembleAnimation } from '../assemble-animation.ts';
import { memorySource } from '../byte-source.ts';
import type { AnimationContent, AnimationSource, FileFormat, MeshContent, Scale, Source } from '../format.ts';
import { framesOf } from '../mesh-motion.ts';
import { joinMeshes, type MeshPart } from '../polygons.ts';
import { survive } from '../survive.ts';
import { isCrate, parseCrate } from './crate.ts';
import { isCurves, readCurves, type UsdCurves } from './curves.ts';
import { isMesh, readUsdMesh } from './mesh.ts';
import { numberOf, textOf, type UsdPrim, type UsdStage } from './types.ts';
import { isUsda, parseUsda } from './usda.ts';
import {
  writeUsdaAnimation,
  writeUsdaHair,
  writeUsdaMesh,
  writeUsdzAnimation,
  writeUsdzHair,
  writeUsdzMesh,
} from './write.ts';
import { firstOfZip, isZip } from './zip.ts';

/**
 * USD: text (.usda), crate (.usdc) and archives of either (.usdz). All curves of the stage become one animation; transforms
 * are applied, also moving ones. One layer is read: what it refers to elsewhere is not.
 */

/** USD's own value where a stage does not say otherwise. */
const USUAL_RATE = 24;
const USUAL_METRES = 0.01;

function parseStage(source: AnimationSource): UsdStage {
  const { name, data, budget, note } = source;
  const whole = data.read(0, data.size);
  const bytes = isZip(whole) ? firstOfZip(name, whole).bytes : whole;
  if (isCrate(bytes)) return parseCrate({ name, bytes, budget });
  if (!isUsda(bytes))
    throw new InputError('usd/magic', `${name}: a USD file starts with #usda or PXR-USDC, this one does not`);
  return parseUsda({ name, bytes, note });
}

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

const collect = <T>(source: AnimationSource, prims: readonly UsdPrim[], read: (prim: UsdPrim) => T): T[] =>
  prims.map((prim) => survive(source, prim.path, () => read(prim))).filter((part) => part !== undefined);

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

export function openUsd(source: AnimationSource): AnimationContent {
  const stage = parseStage(source);
  const rate = rateOf(stage);
  const parts = collect(source, stage.prims.filter(isCurves), (prim) => inSeconds(readCurves(prim, source), rate));
  if (parts.length === 0) {
    const meshes = stage.prims.filter(isMesh).length;
    throw new InputError(
      'usd/no-curves',
      `${source.name}: there are no curves that can be read in the file${meshes > 0 ? `, but ${meshes} meshes` : ''}: export the hair as BasisCurves`,
    );
  }
  saySeveral('prims', parts, source.note);
  const animation = assembleAnimation(parts, source.budget, source.note);
  const basis = [...new Set(parts.map((part) => part.basis))].join(' ');
  return { animation, metadata: { 'usd.basis': basis }, ...scaleOf(stage) };
}

function readMesh(source: Source): MeshContent {
  const animation: AnimationSource = { ...source, data: memorySource(source.bytes) };
  const stage = parseStage(animation);
  const parts: MeshPart[] = collect(animation, stage.prims.filter(isMesh), (prim) => readUsdMesh(prim, animation));
  if (parts.length === 0) throw new InputError('usd/no-mesh', `${source.name}: there is no Mesh in the file`);
  const { positions, triangles } = joinMeshes(parts, source.budget);
  source.budget.claim(36 * (positions.length / 3), 'normals');
  const rate = rateOf(stage);
  const coded = framesOf(source.name, parts);
  const frames = coded && { ...coded, times: coded.times.map((code) => code / rate) };
  return { mesh: makeMesh({ positions, triangles }), ...(frames ? { frames } : {}), ...scaleOf(stage) };
}

const READERS = { budgetFactor: 4, readHair: hairOf(openUsd), openAnimation: openUsd, readMesh };

export const USDA: FileFormat = Object.freeze({
  title: 'USD text',
  extensions: ['usda'],
  matches: isUsda,
  ...READERS,
  writeHair: writeUsdaHair,
  writeAnimation: writeUsdaAnimation,
  writeMesh: writeUsdaMesh,
});

/** Read only. `.usd` may be either. */
export const USDC: FileFormat = Object.freeze({
  title: 'USD crate',
  extensions: ['usdc', 'usd'],
  matches: isCrate,
  ...READERS,
});

export const USDZ: FileFormat = Object.freeze({
  title: 'USD archive',
  extensions: ['usdz'],
  matches: isZip,
  ...READERS,
  writeHair: writeUsdzHair,
  writeAnimation: writeUsdzAnimation,
  writeMesh: writeUsdzMesh,
});
