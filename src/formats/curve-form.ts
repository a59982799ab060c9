import type { AttributeArray } from '../strands/strands.ts';

/** How the curves of one object become polylines. `curve` is a curve's number, for forms that differ from curve to curve. */
export interface CurveForm {
  /** Whether polylines have the control points as they are, so that values need no evaluation. */
  readonly isPlain: boolean;
  /** Points of the polyline of a curve with so many control points. */
  points(controls: number, curve: number): number;
  /** Values at the ends of spans (`varying` in USD and Alembic). */
  varyings(controls: number, curve: number): number;
  /** `size` numbers a control point from `from` on become as many a point of the polyline from `to` on. */
  readonly vertex: SpreadValues;
  /** `size` numbers for each end of a span, linear between. */
  readonly varying: SpreadValues;
}

export type SpreadValues = (
  values: ArrayLike<number>,
  from: number,
  controls: number,
  size: number,
  out: AttributeArray,
  to: number,
  curve: number,
) => void;

/** A sum of few values with weights: those that make up one point of a polyline. */
export class WeightedValues {
  readonly #index: Int32Array;
  readonly #weight: Float64Array;
  #terms = 0;

  /** `most` terms at a time. */
  constructor(most: number) {
    this.#index = new Int32Array(most);
    this.#weight = new Float64Array(most);
  }

  clear(): void {
    this.#terms = 0;
  }

  add(index: number, weight: number): void {
    this.#index[this.#terms] = index;
    this.#weight[this.#terms++] = weight;
  }

  put(values: ArrayLike<number>, from: number, size: number, out: AttributeArray, to: number): void {
    // Numbers that name something are not mixed: the one with the largest weight is taken.
    if (!(out instanceof Float32Array)) {
      let most = 0;
      for (let k = 1; k < this.#terms; k++) if (this.#weight[k]! > this.#weight[most]!) most = k;
      for (let c = 0; c < size; c++) out[to + c] = values[from + size * this.#index[most]! + c]!;
      return;
    }
    for (let c = 0; c < size; c++) {
      let sum = 0;
      for (let k = 0; k < this.#terms; k++) {
        // A weight of zero keeps what is not finite out of the points that it does not reach.
        const weight = this.#weight[k]!;
        if (weight !== 0) sum += weight * values[from + size * this.#index[k]! + c]!;
      }
      out[to + c] = sum;
    }
  }
}
