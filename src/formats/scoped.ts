import type { Attribute, AttributeArray } from '../strands/strands.ts';
import type { CurveForm } from './curve-form.ts';

/**
 * Attributes of curves as files have them: one value for all, one a curve, one a control point, or one for each end of a
 * span. A file holds several prims or objects; each becomes a run of strands.
 */
export type Scope = 'constant' | 'strand' | 'point' | 'varying';

export interface ScopedAttribute {
  readonly name: string;
  readonly scope: Scope;
  readonly size: number;
  readonly data: AttributeArray;
}

/** The curves of one object: `controls` control points each. */
export interface CurveRun {
  readonly controls: Uint32Array;
  readonly form: CurveForm;
}

export interface RunTotals {
  readonly strands: number;
  readonly controls: number;
  readonly varying: number;
  readonly points: number;
}

export function totalsOf({ controls, form }: CurveRun): RunTotals {
  const totals = { strands: controls.length, controls: 0, varying: 0, points: 0 };
  for (let s = 0; s < controls.length; s++) {
    const count = controls[s]!;
    totals.controls += count;
    totals.varying += form.varyings(count, s);
    totals.points += form.points(count, s);
  }
  return totals;
}

/** The scope that fits the number of values: the one that the file names, if it does. Undefined where none fits. */
export function fittingScope(named: Scope | undefined, count: number, totals: RunTotals): Scope | undefined {
  const fits: Record<Scope, number> = {
    constant: 1,
    strand: totals.strands,
    point: totals.controls,
    varying: totals.varying,
  };
  if (named && fits[named] === count) return named;
  return (['point', 'strand', 'constant', 'varying'] as const).find((scope) => fits[scope] === count);
}

/** Values at the points of the polylines, from values at control points or ends of spans, into `out` from point `to` on. */
export function spread(
  run: CurveRun,
  attribute: Pick<ScopedAttribute, 'scope' | 'size' | 'data'>,
  out: AttributeArray,
  to: number,
): void {
  const { form, controls } = run;
  const { scope, size, data } = attribute;
  let from = 0;
  let at = to;
  for (let s = 0; s < controls.length; s++) {
    const count = controls[s]!;
    if (scope === 'varying') form.varying(data, from, count, size, out, at, s);
    else form.vertex(data, from, count, size, out, at, s);
    from += scope === 'varying' ? form.varyings(count, s) : count;
    at += form.points(count, s);
  }
}

type Make = (like: AttributeArray, count: number) => AttributeArray;

export interface Combined {
  readonly point: Map<string, Attribute>;
  readonly strand: Map<string, Attribute>;
}

/**
 * The attributes of all runs together. Where a run lacks one, whole numbers are 0 there (no guide, group 0), and others
 * cannot be made up: those are left out and named. Where scopes differ, points have it.
 */
export function combine(
  runs: readonly CurveRun[],
  lists: readonly (readonly ScopedAttribute[])[],
  make: Make,
  leaveOut: (name: string) => void,
): Combined {
  const combined: Combined = { point: new Map(), strand: new Map() };
  const strands = runs.reduce((sum, run) => sum + run.controls.length, 0);
  const points = runs.reduce((sum, run) => sum + totalsOf(run).points, 0);
  for (const name of new Set(lists.flatMap((list) => list.map((attribute) => attribute.name)))) {
    const own = lists.map((list) => list.find((attribute) => attribute.name === name));
    const model = own.find((attribute) => attribute !== undefined)!;
    const isWhole = !(model.data instanceof Float32Array);
    const agree = own.every((a) =>
      a ? a.size === model.size && a.data.constructor === model.data.constructor : isWhole,
    );
    if (!agree) {
      leaveOut(name);
      continue;
    }
    // Nothing is copied where one object has all the strands and its values need no evaluation.
    if (runs.length === 1 && (model.scope === 'strand' || (model.scope === 'point' && runs[0]!.form.isPlain))) {
      combined[model.scope].set(name, { size: model.size, data: model.data });
      continue;
    }
    const onPoints = own.some((a) => a?.scope === 'point' || a?.scope === 'varying');
    const data = make(model.data, model.size * (onPoints ? points : strands));
    fillRuns(runs, own, onPoints, data, model.size);
    (onPoints ? combined.point : combined.strand).set(name, { size: model.size, data });
  }
  return combined;
}

function fillRuns(
  runs: readonly CurveRun[],
  own: readonly (ScopedAttribute | undefined)[],
  onPoints: boolean,
  data: AttributeArray,
  size: number,
): void {
  let at = 0;
  runs.forEach((run, r) => {
    const attribute = own[r];
    if (attribute && onPoints && (attribute.scope === 'point' || attribute.scope === 'varying')) {
      if (run.form.isPlain) data.set(attribute.data, size * at);
      else spread(run, attribute, data, at);
      at += totalsOf(run).points;
      return;
    }
    run.controls.forEach((count, s) => {
      const copies = onPoints ? run.form.points(count, s) : 1;
      const from = attribute?.scope === 'strand' ? size * s : 0;
      if (attribute)
        for (let p = 0; p < copies; p++)
          for (let c = 0; c < size; c++) data[size * (at + p) + c] = attribute.data[from + c]!;
      at += copies;
    });
  });
}
