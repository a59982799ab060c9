import { InputError } from '../../strands/input-error.ts';
import type { AttributeArray } from '../../strands/strands.ts';
import type { AnimationPart } from '../assemble-animation.ts';
import { CurveEvaluator, REFINE, type Wrap } from '../cubic-curves.ts';
import { checkedCounts } from '../curve-counts.ts';
import type { CurveForm } from '../curve-form.ts';
import type { AnimationSource, CurveBasis } from '../format.ts';
import { KnottedCurves, uniformKnots } from '../knotted-curves.ts';
import type { CurveRun, RunTotals } from '../scoped.ts';
import { totalsOf } from '../scoped.ts';
import type { Archive } from './archive.ts';
import { storedIndex } from './archive.ts';
import type { AbcObject, AbcProperty, Properties } from './headers.ts';
import { type CurveParams, readParams } from './params.ts';
import { arrayFor, fillNumbers, I64, isFloat, PODS, STRING } from './pod.ts';
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
  /** Degree + 1 of curves that may have knots of their own: 0 where the object says it for each curve. */
  readonly order: number | undefined;
}

const VARIABLE = 2;
const CUBIC_ORDER = 4;
const NAMES = ['no basis', 'Bézier', 'B-spline', 'Catmull-Rom', 'Hermite', 'power'];

function readShape(archive: Archive, path: string, geometry: Properties, note: (sentence: string) => void): FileShape {
  const property = geometry.get('curveBasisAndType');
  const bytes = property?.samples ? archive.sampleBytes(property) : new Uint8Array();
  const [type = LINEAR, wrapCode = 0, basis = 0] = bytes;
  const wrap = wrapCode === 1 ? 'periodic' : 'nonperiodic';
  if (type === LINEAR) return { basis: 'linear', wrap, order: undefined };
  const hasKnots = ['.knots', '.orders', 'w'].some((name) => (geometry.get(name)?.samples ?? 0) > 0);
  if (type === VARIABLE || (type === CUBIC && basis === 0 && hasKnots))
    return { basis: 'bspline', wrap, order: type === VARIABLE ? 0 : CUBIC_ORDER };
  const known = type === CUBIC ? BASES[basis] : undefined;
  if (known && basis > 0)
    return { basis: known, wrap, order: known === 'bspline' && hasKnots ? CUBIC_ORDER : undefined };
  const name = type === CUBIC ? `cubic curves (${NAMES[basis] ?? `basis ${basis}`})` : `curves of type ${type}`;
  note(`${path}: ${name} are not evaluated: their control points are taken as polylines`);
  return { basis: 'linear', wrap, order: undefined };
}

/** The form of the curves: with their own knots, orders and weights where the object has them. */
function formOf(
  archive: Archive,
  path: string,
  geometry: Properties,
  controls: Uint32Array,
  { basis, wrap, order }: FileShape,
  { options, note, budget }: AnimationSource,
): CurveForm {
  const refine = options.refine ?? REFINE.usual;
  if (options.curves === 'control') {
    if (order !== undefined) note(`${path}: the knots and weights of its control points are not kept`);
    return new CurveEvaluator({ basis: 'linear', wrap: 'nonperiodic', refine });
  }
  if (order !== undefined) {
    const numbers = (name: string): AttributeArray | undefined => readNumbers(archive, geometry.get(name));
    const orders = order === 0 ? numbers('.orders') : [order];
    const weights = numbers('w');
    const knots = numbers('.knots') ?? (orders ? uniformKnots(controls, orders[0]!, budget) : undefined);
    const form = orders && knots && KnottedCurves.from({ controls, orders, knots, weights, refine }, budget);
    if (form) {
      const [first] = form.unusable;
      if (first !== undefined)
        note(
          `${path}, curve ${first}: it has too few points for its order, or its knots do not rise: taken as a polyline`,
        );
      return form;
    }
    const what = orders
      ? 'its knots do not fit its points'
      : 'its curves have different orders, which it does not name';
    note(`${path}: ${what}: ${order === 0 ? 'the points are taken as polylines' : 'they are taken as evenly spaced'}`);
    if (order === 0) return new CurveEvaluator({ basis: 'linear', wrap, refine });
  }
  const form = new CurveEvaluator({ basis, wrap, refine });
  sayShort(form, controls, path, note);
  return form;
}

function readNumbers(archive: Archive, property: AbcProperty | undefined): AttributeArray | undefined {
  if (!property?.samples || property.kind === 'compound' || property.pod >= STRING) return undefined;
  const sample = archive.firstFilled(property);
  const count = archive.elements(property, sample);
  if (count === 0) return undefined;
  const out = arrayFor(property.pod, count, archive.file.budget);
  fillNumbers(property.pod, archive.sampleBytes(property, sample).subarray(0, count * PODS[property.pod]!.bytes), out);
  return out;
}

function readCounts(
  archive: Archive,
  path: string,
  property: AbcProperty,
  sample: number,
  points: number,
  note: (sentence: string) => void,
): Uint32Array {
  const { budget } = archive.file;
  const raw = budget.int32(archive.elements(property, sample), 'curve sizes');
  const bytes = archive.sampleBytes(property, sample);
  fillNumbers(property.pod, bytes.subarray(0, raw.length * PODS[property.pod]!.bytes), raw);
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
  const start = archive.firstFilled(points);
  if (start > 0) note(`${path}: its first ${start} samples are empty: it begins with sample ${start}`);
  const size = archive.sample(points, start).size;
  const usable: number[] = [];
  const other: number[] = [];
  for (let k = start; k < points.samples; k++) {
    const isRising = usable.length === 0 || archive.time(points, k) > archive.time(points, usable[usable.length - 1]!);
    const isSame = archive.survive(
      `sample ${k} of ${path}`,
      () => archive.sample(points, k).size === size && isSameSample(archive, counts, start, k),
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

function isSameSample(archive: Archive, property: AbcProperty, start: number, index: number): boolean {
  if (index >= property.samples || storedIndex(property, index) === storedIndex(property, start)) return true;
  const a = archive.sampleBytes(property, start);
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
  const { note } = source;
  const { path } = object;
  const { geometry, points, counts } = geometryOf(archive, object);
  const shape = readShape(archive, path, geometry, note);
  const start = archive.firstFilled(points);
  const controls = readCounts(archive, path, counts, start, archive.elements(points, start), note);
  const run: CurveRun = { controls, form: formOf(archive, path, geometry, controls, shape, source) };
  const usable = usableSamples(archive, path, points, counts, note);
  const fill = (sample: number, out: Float32Array): void => {
    const bytes = archive.sampleBytes(points, usable[sample]!);
    fillNumbers(points.pod, bytes.subarray(0, out.length * PODS[points.pod]!.bytes), out);
  };
  const file: RunTotals = {
    ...totalsOf(run),
    strands: archive.elements(counts, start),
    controls: archive.elements(points, start),
  };
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
function sayShort({ shape }: CurveEvaluator, controls: Uint32Array, path: string, note: (s: string) => void): void {
  if (shape.basis === 'linear') return;
  const least = shape.wrap === 'periodic' ? 3 : 4;
  const short = controls.findIndex((count) => count < least);
  if (short < 0) return;
  const number = controls.reduce((sum, count) => sum + (count < least ? 1 : 0), 0);
  note(
    `${path}: ${number} cubic curves with fewer than ${least} control points are taken as polylines, the first is curve ${short}`,
  );
}
