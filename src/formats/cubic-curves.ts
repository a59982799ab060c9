import type { AttributeArray } from '../strands/strands.ts';
import { type CurveForm, WeightedValues } from './curve-form.ts';
import type { CurveBasis } from './format.ts';

/**
 * Cubic curves to polylines, exactly on the curve. `pinned` curves (USD) start and end at their outer control points: a
 * phantom point, the mirror image of the neighbour, stands beyond each end. `periodic` ones close.
 */

export type Wrap = 'nonperiodic' | 'periodic' | 'pinned';

export interface CurveShape {
  readonly basis: CurveBasis;
  readonly wrap: Wrap;
  /** Segments of the polyline for each control point; a Bézier span, which uses up three, has three times as many. */
  readonly refine: number;
}

export const REFINE = { least: 1, most: 16, usual: 2 } as const;

/** Spans of a curve with so many control points; 0 where they make no cubic curve, which is then taken as it is. */
export function spanCount({ basis, wrap }: CurveShape, controls: number): number {
  if (basis === 'linear') return 0;
  if (basis === 'bezier') return Math.floor((wrap === 'periodic' && controls > 2 ? controls : controls - 1) / 3);
  if (wrap === 'periodic') return controls > 2 ? controls : 0;
  return wrap === 'pinned' ? Math.max(0, controls - 1) : Math.max(0, controls - 3);
}

const segmentsASpan = ({ basis, refine }: CurveShape): number => (basis === 'bezier' ? 3 * refine : refine);

/** Points of the polyline. A periodic one repeats its first point at the end. */
export function polylineCount(shape: CurveShape, controls: number): number {
  const spans = spanCount(shape, controls);
  if (spans > 0) return spans * segmentsASpan(shape) + 1;
  return controls + (shape.basis === 'linear' && shape.wrap === 'periodic' && controls > 2 ? 1 : 0);
}

/** Values at the ends of spans (`varying` in USD and Alembic). */
export function varyingCount(shape: CurveShape, controls: number): number {
  const spans = spanCount(shape, controls);
  if (spans === 0) return controls;
  return shape.wrap === 'periodic' ? spans : spans + 1;
}

type Weights = readonly [number, number, number, number];

function weightsAt(basis: CurveBasis, t: number): Weights {
  const u = 1 - t;
  if (basis === 'bezier') return [u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t];
  if (basis === 'bspline')
    return [(u * u * u) / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * u * u * u - 6 * u * u + 4) / 6, (t * t * t) / 6];
  return [
    0.5 * t * (-1 + t * (2 - t)),
    1 + 0.5 * t * t * (-5 + 3 * t),
    0.5 * t * (1 + t * (4 - 3 * t)),
    0.5 * t * t * (t - 1),
  ];
}

/** Evaluates the values of curves, one curve after the other. */
export class CurveEvaluator implements CurveForm {
  readonly shape: CurveShape;
  readonly isPlain: boolean;
  readonly #segments: number;
  readonly #weights: readonly Weights[];
  /** Control points (from the curve's first) and their weights at the point under work. */
  readonly #sum = new WeightedValues(8);

  constructor(shape: CurveShape) {
    this.shape = shape;
    this.isPlain = shape.basis === 'linear' && shape.wrap !== 'periodic';
    this.#segments = segmentsASpan(shape);
    this.#weights = Array.from({ length: this.#segments + 1 }, (_, j) => weightsAt(shape.basis, j / this.#segments));
  }

  points(controls: number): number {
    return polylineCount(this.shape, controls);
  }

  varyings(controls: number): number {
    return varyingCount(this.shape, controls);
  }

  vertex(
    values: ArrayLike<number>,
    from: number,
    controls: number,
    size: number,
    out: AttributeArray,
    to: number,
  ): void {
    const spans = spanCount(this.shape, controls);
    const points = polylineCount(this.shape, controls);
    for (let p = 0; p < points; p++) {
      this.#sum.clear();
      if (spans === 0) this.#sum.add(p === controls ? 0 : p, 1);
      else this.#gather(p, spans, controls);
      this.#sum.put(values, size * from, size, out, size * (to + p));
    }
  }

  varying(
    values: ArrayLike<number>,
    from: number,
    controls: number,
    size: number,
    out: AttributeArray,
    to: number,
  ): void {
    const spans = spanCount(this.shape, controls);
    if (spans === 0) {
      this.vertex(values, from, controls, size, out, to);
      return;
    }
    const count = varyingCount(this.shape, controls);
    for (let p = 0; p < polylineCount(this.shape, controls); p++) {
      const span = Math.min(Math.floor(p / this.#segments), spans - 1);
      const t = p / this.#segments - span;
      this.#sum.clear();
      this.#sum.add(span, 1 - t);
      this.#sum.add((span + 1) % count, t);
      this.#sum.put(values, size * from, size, out, size * (to + p));
    }
  }

  #gather(point: number, spans: number, controls: number): void {
    const span = Math.min(Math.floor(point / this.#segments), spans - 1);
    const weights = this.#weights[point - span * this.#segments]!;
    const { basis, wrap } = this.shape;
    const start = basis === 'bezier' ? 3 * span : wrap === 'pinned' ? span - 1 : span;
    for (let k = 0; k < 4; k++) {
      const at = start + k;
      if (at >= 0 && at < controls) this.#sum.add(at, weights[k]!);
      else if (wrap === 'periodic') this.#sum.add(at % controls, weights[k]!);
      else {
        const end = at < 0 ? 0 : controls - 1;
        this.#sum.add(end, 2 * weights[k]!);
        this.#sum.add(at < 0 ? 1 : controls - 2, -weights[k]!);
      }
    }
  }
}
