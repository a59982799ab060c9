import { InputError } from '../../strands/input-error.ts';
import type { AnimationPart } from '../assemble-animation.ts';
import { CurveEvaluator, REFINE, type Wrap } from '../cubic-curves.ts';
import { checkedCounts } from '../curve-counts.ts';
import type { CurveForm } from '../curve-form.ts';
import type { AnimationSource, CurveBasis } from '../format.ts';
import { KnottedCurves } from '../knotted-curves.ts';
import type { CurveRun } from '../scoped.ts';
import { totalsOf } from '../scoped.ts';
import { bezierCounts, hermiteFill } from './hermite.ts';
import { placementOf } from './placement.ts';
import { firstValue, readPrimvars } from './primvars.ts';
import { textOf, type UsdPrim, type UsdProperty, type UsdValue } from './types.ts';

/** `BasisCurves`, `NurbsCurves` and `HermiteCurves`: all curves of one prim. */

const TYPES = ['BasisCurves', 'NurbsCurves', 'HermiteCurves'];

export const isCurves = (prim: UsdPrim): boolean => TYPES.includes(prim.type);

export interface UsdCurves extends AnimationPart {
  readonly basis: CurveBasis;
}

const BASES: readonly CurveBasis[] = ['bezier', 'bspline', 'catmullRom'];
const WRAPS: readonly Wrap[] = ['nonperiodic', 'periodic', 'pinned'];

function shapeOf(prim: UsdPrim, note: (sentence: string) => void): { basis: CurveBasis; wrap: Wrap } {
  const token = (name: string): string | undefined => textOf(prim.properties.get(name)?.value);
  if (prim.type === 'NurbsCurves') return { basis: 'bspline', wrap: 'nonperiodic' };
  if (prim.type === 'HermiteCurves') return { basis: 'bezier', wrap: 'nonperiodic' };
  const wrap = WRAPS.find((known) => known === token('wrap')) ?? 'nonperiodic';
  if (token('type') === 'linear') return { basis: 'linear', wrap: wrap === 'pinned' ? 'nonperiodic' : wrap };
  const basis = token('basis') ?? 'bezier';
  const known = BASES.find((name) => name === basis);
  if (!known) note(`${prim.path}: the basis ${basis} is not known: its control points are taken as polylines`);
  return { basis: known ?? 'linear', wrap };
}

interface Frames {
  readonly times: Float64Array;
  readonly values: readonly UsdValue[];
}

/** Samples with as many points as the first. Others are named. */
export function framesOf(
  prim: UsdPrim,
  points: UsdProperty,
  first: UsdValue,
  count: number,
  note: (s: string) => void,
): Frames {
  if (points.times.length === 0) return { times: Float64Array.of(0), values: [first] };
  const times: number[] = [];
  const values: UsdValue[] = [];
  const other: number[] = [];
  for (let k = 0; k < points.times.length; k++) {
    const value = points.sample(k);
    const isRising = times.length === 0 || points.times[k]! > times[times.length - 1]!;
    if (isRising && value.count() === count) {
      times.push(points.times[k]!);
      values.push(value);
    } else other.push(points.times[k]!);
  }
  if (other.length > 0)
    note(
      `${prim.path}: ${other.length} of ${points.times.length} samples have another number of points than the first and ` +
        `were left out, the first of them at time ${other[0]}`,
    );
  return { times: Float64Array.from(times), values };
}

/** The form of the curves; that of NURBS follows from their orders, knots, ranges and weights. */
function formOf(
  prim: UsdPrim,
  controls: Uint32Array,
  shape: { basis: CurveBasis; wrap: Wrap },
  { note, budget, options }: AnimationSource,
): CurveForm {
  const refine = options.refine ?? REFINE.usual;
  if (options.curves === 'control') return new CurveEvaluator({ basis: 'linear', wrap: 'nonperiodic', refine });
  if (prim.type !== 'NurbsCurves') return new CurveEvaluator({ ...shape, refine });
  const numbers = (name: string): Float32Array | undefined => {
    const value = firstValue(prim.properties.get(name));
    if (!value || value.count() === 0) return undefined;
    const out = budget.float32(value.count(), name);
    value.fill(out);
    return out;
  };
  const orders = numbers('order');
  const knots = numbers('knots');
  const weights = numbers('pointWeights');
  const ranges = numbers('ranges');
  const form = orders && knots && KnottedCurves.from({ controls, orders, knots, weights, ranges, refine }, budget);
  if (!form) {
    note(`${prim.path}: NURBS curves without orders or knots that fit their points are taken as polylines`);
    return new CurveEvaluator({ basis: 'linear', wrap: 'nonperiodic', refine });
  }
  const [first] = form.unusable;
  if (first !== undefined)
    note(
      `${prim.path}, curve ${first}: it has too few points for its order, or its knots do not rise: taken as a polyline`,
    );
  return form;
}

/** Points and sizes, in time codes. */
export function readCurves(prim: UsdPrim, source: AnimationSource): UsdCurves {
  const { name, note, budget } = source;
  const points = prim.properties.get('points');
  const first = points && (points.times.length > 0 ? points.sample(0) : points.value);
  const counts = firstValue(prim.properties.get('curveVertexCounts'));
  if (!points || !first || !counts)
    throw new InputError('usd/no-points', `${name}: the curves ${prim.path} have no points or no curveVertexCounts`);
  const numbers = first.count();
  const shape = shapeOf(prim, note);
  const sizes = budget.int32(counts.count(), 'curve sizes');
  counts.fill(sizes);
  const controls = checkedCounts(prim.path, sizes, Math.floor(numbers / 3), budget, note);
  const isHermite = prim.type === 'HermiteCurves' && source.options.curves !== 'control';
  const bezier = isHermite ? bezierCounts(controls, budget) : controls;
  const run: CurveRun = { controls: bezier, form: formOf(prim, bezier, shape, source) };
  const totals = totalsOf(run);
  const { times, values } = framesOf(prim, points, first, numbers, note);
  const fill = (sample: number, out: Float32Array): void => {
    // The file may have points that belong to no curve.
    const room = out.length === numbers ? out : new Float32Array(numbers);
    values[sample]!.fill(room);
    if (room !== out) out.set(room.subarray(0, out.length));
  };
  // A Hermite curve has a value for each end of its spans, and none at the Bézier points between.
  const file = { ...totals, strands: sizes.length, controls: isHermite ? totals.controls : Math.floor(numbers / 3) };
  const kept = { constant: 1, strand: totals.strands, point: totals.controls, varying: totals.varying };
  return {
    path: prim.path,
    run,
    times,
    fill: isHermite ? hermiteFill(prim, controls, times, fill, budget) : fill,
    placement: placementOf(prim),
    attributes: readPrimvars(prim, file, kept, budget, note),
    basis: shape.basis,
  };
}
