import { InputError } from '../../strands/input-error.ts';
import type { AnimationPart } from '../assemble-animation.ts';
import { CurveEvaluator, REFINE, type Wrap } from '../cubic-curves.ts';
import { checkedCounts } from '../curve-counts.ts';
import type { AnimationSource, CurveBasis } from '../format.ts';
import type { CurveRun, RunTotals } from '../scoped.ts';
import { totalsOf } from '../scoped.ts';
import type { AbcObject, AbcProperty, Archive, Properties } from './archive.ts';
import { storedIndex } from './archive.ts';
import { type CurveParams, readParams } from './params.ts';
import { fillNumbers, I64, isFloat, PODS } from './pod.ts';
import { worldTransform } from './transform.ts';

/** `AbcGeom_Curve_v2`: all curves of one object. */

export const isCurves = (object: AbcObject): boolean => object.meta.get('schema') === 'AbcGeom_Curve_v2';

export interface AbcCurves extends AnimationPart {
  readonly params: CurveParams;
  /** As the file has it, whatever becomes of it. */
  readonly basis: CurveBasis;
}

const BASES: readonly (CurveBasis | undefined)[] = ['linear', 'bezier', 'bspline', 'catmullRom'];
const CUBIC = 0;
const LINEAR = 1;

interface FileShape {
  readonly basis: CurveBasis;
  readonly wrap: Wrap;
}

function readShape(archive: Archive, path: string, geometry: Properties, note: (sentence: string) => void): FileShape {
  const property = geometry.get('curveBasisAndType');
  const bytes = property?.samples ? archive.sampleBytes(property) : new Uint8Array();
  const [type = LINEAR, wrap = 0, basis = 0] = bytes;
  const wrapName = wrap === 1 ? 'periodic' : 'nonperiodic';
  if (type === LINEAR) return { basis: 'linear', wrap: wrapName };
  const known = type === CUBIC ? BASES[basis] : undefined;
  if (!known)
    note(
      `${path}: curves of type ${type} with basis ${basis} are not known: their control points are taken as polylines`,
    );
  return { basis: known ?? 'linear', wrap: wrapName };
}

function readCounts(
  archive: Archive,
  path: string,
  property: AbcProperty,
  points: number,
  note: (sentence: string) => void,
): Uint32Array {
  const { budget } = archive.file;
  const raw = budget.int32(archive.elements(property), 'curve sizes');
  fillNumbers(property.pod, archive.sampleBytes(property).subarray(0, raw.length * PODS[property.pod]!.bytes), raw);
  return checkedCounts(path, raw, points, budget, note);
}

/** Samples with the topology of the first, rising in time. Others are named. */
export function usableSamples(
  archive: Archive,
  path: string,
  points: AbcProperty,
  counts: AbcProperty,
  note: (s: string) => void,
  things = 'curves',
): number[] {
  if (points.lastChanged === 0 && counts.lastChanged === 0) return [0];
  archive.file.budget.claim(8 * Math.max(points.samples, counts.samples), `the times of ${path}`);
  const size = archive.sample(points, 0).size;
  const usable: number[] = [];
  const other: number[] = [];
  for (let k = 0; k < points.samples; k++) {
    const isRising = usable.length === 0 || archive.time(points, k) > archive.time(points, usable[usable.length - 1]!);
    const isSame = archive.survive(
      `sample ${k} of ${path}`,
      () => archive.sample(points, k).size === size && isSameSample(archive, counts, k),
    );
    if (isSame && isRising) usable.push(k);
    else other.push(k);
  }
  if (other.length > 0)
    note(
      `${path}: ${other.length} of ${points.samples} samples have other ${things} than the first or no time of their own ` +
        `and were left out, the first of them is sample ${other[0]}`,
    );
  return usable;
}

function isSameSample(archive: Archive, property: AbcProperty, index: number): boolean {
  if (index >= property.samples || storedIndex(property, index) === 0) return true;
  const a = archive.sampleBytes(property, 0);
  const b = archive.sampleBytes(property, index);
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function geometryOf(
  archive: Archive,
  object: AbcObject,
): { geometry: Properties; points: AbcProperty; counts: AbcProperty } {
  const geometry = archive.within(archive.propertiesOf(object).get('.geom'));
  const points = geometry.get('P');
  const counts = geometry.get('nVertices');
  if (!points?.samples || points.kind !== 'array' || points.extent !== 3 || !isFloat(points.pod))
    throw new InputError('abc/no-points', `${archive.file.name}: the curves ${object.path} have no points (P)`);
  if (!counts?.samples || counts.kind !== 'array' || counts.pod > I64)
    throw new InputError(
      'abc/no-counts',
      `${archive.file.name}: the curves ${object.path} do not say how many points each has (nVertices)`,
    );
  return { geometry, points, counts };
}

export function readCurves(
  archive: Archive,
  object: AbcObject,
  ancestors: readonly AbcObject[],
  source: AnimationSource,
): AbcCurves {
  const { note, options } = source;
  const { path } = object;
  const { geometry, points, counts } = geometryOf(archive, object);
  const shape = readShape(archive, path, geometry, note);
  const controls = readCounts(archive, path, counts, archive.elements(points), note);
  const basis = options.curves === 'control' ? 'linear' : shape.basis;
  const wrap = options.curves === 'control' ? 'nonperiodic' : shape.wrap;
  const run: CurveRun = {
    controls,
    evaluator: new CurveEvaluator({ basis, wrap, refine: options.refine ?? REFINE.usual }),
  };
  sayShort(run, path, note);
  const usable = usableSamples(archive, path, points, counts, note);
  const fill = (sample: number, out: Float32Array): void => {
    const bytes = archive.sampleBytes(points, usable[sample]!);
    fillNumbers(points.pod, bytes.subarray(0, out.length * PODS[points.pod]!.bytes), out);
  };
  const file: RunTotals = { ...totalsOf(run), strands: archive.elements(counts), controls: archive.elements(points) };
  const params = readParams(archive, path, geometry, run, file, note);
  return {
    path,
    run,
    times: Float64Array.from(usable, (k) => archive.time(points, k)),
    fill,
    placement: worldTransform(archive, ancestors),
    attributes: params.attributes,
    params,
    basis: shape.basis,
  };
}

/** Names cubic curves that have too few control points to be one. */
function sayShort({ controls, evaluator: { shape } }: CurveRun, path: string, note: (s: string) => void): void {
  if (shape.basis === 'linear') return;
  const least = shape.wrap === 'periodic' ? 3 : 4;
  const short = controls.findIndex((count) => count < least);
  if (short < 0) return;
  const number = controls.reduce((sum, count) => sum + (count < least ? 1 : 0), 0);
  note(
    `${path}: ${number} cubic curves with fewer than ${least} control points are taken as polylines, the first is curve ${short}`,
  );
}
