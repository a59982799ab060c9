import type { AttributeArray } from '../strands/strands.ts';
import type { Budget } from './budget.ts';
import { type CurveForm, WeightedValues } from './curve-form.ts';

/**
 * Curves with knots of their own (NURBS) to polylines on the curve, by the Cox-de Boor recursion (Piegl and Tiller, The
 * NURBS Book, A2.2). Evaluated as uniform B-splines, clamped curves would begin and end away from their outer control
 * points: one of eight points would lose 29 % of its length.
 */

export interface KnotSource {
  /** Control points of each curve. */
  readonly controls: Uint32Array;
  /** Degree + 1 of each curve, or one for all. */
  readonly orders: ArrayLike<number>;
  /** Of all curves: control points + order each, or two fewer where the outer ones, which change nothing, are left out. */
  readonly knots: ArrayLike<number>;
  /** One a control point; all the same where absent. */
  readonly weights?: ArrayLike<number> | undefined;
  /** First and last parameter of each curve; the knots' own where absent. */
  readonly ranges?: ArrayLike<number> | undefined;
  /** Segments of the polyline for each control point. */
  readonly refine: number;
}

/** Higher ones are not in use, and would only cost time. */
const MOST_ORDER = 32;

/** Knots of a uniform B-spline, for curves that have weights or orders but no knots. */
export function uniformKnots(controls: Uint32Array, order: number, budget: Budget): Float32Array {
  const total = controls.reduce((sum, count) => sum + count + order, 0);
  const knots = budget.float32(total, 'knots');
  let at = 0;
  for (const count of controls) for (let k = 0; k < count + order; k++) knots[at++] = k;
  return knots;
}

/** Whether there are as many knots as the curves need; undefined where no convention fits. */
function missingKnots({ controls, orders, knots }: KnotSource): 0 | 2 | undefined {
  let needed = 0;
  controls.forEach((count, s) => {
    needed += count + orderAt(orders, s);
  });
  if (knots.length === needed) return 0;
  return knots.length === needed - 2 * controls.length ? 2 : undefined;
}

const orderAt = (orders: ArrayLike<number>, curve: number): number => orders[orders.length === 1 ? 0 : curve] ?? 0;

export class KnottedCurves implements CurveForm {
  readonly isPlain = false;
  /** Curves that their knots do not make one of; their control points are taken as they are. */
  readonly unusable: readonly number[];
  readonly #source: KnotSource;
  /** Where each curve's knots begin, if the outer ones were there. */
  readonly #start: Int32Array;
  readonly #control: Uint32Array;
  readonly #isUsable: Uint8Array;
  readonly #sum = new WeightedValues(MOST_ORDER);
  readonly #basis = new Float64Array(MOST_ORDER);

  /** Undefined where the number of knots fits no curve. */
  static from(source: KnotSource, budget: Budget): KnottedCurves | undefined {
    const missing = missingKnots(source);
    return missing === undefined ? undefined : new KnottedCurves(source, missing, budget);
  }

  private constructor(source: KnotSource, missing: 0 | 2, budget: Budget) {
    const { controls, orders } = source;
    this.#source = source;
    this.#start = budget.int32(controls.length, 'knots');
    this.#control = budget.uint32(controls.length, 'knots');
    this.#isUsable = budget.uint8(controls.length, 'knots');
    const unusable: number[] = [];
    let knot = 0;
    let control = 0;
    controls.forEach((count, s) => {
      const order = orderAt(orders, s);
      this.#start[s] = missing === 2 ? knot - 1 : knot;
      this.#control[s] = control;
      this.#isUsable[s] = order >= 2 && order <= MOST_ORDER && count >= order && this.#rises(s, count, order) ? 1 : 0;
      if (this.#isUsable[s] === 0 && count > 1 && unusable.length < 1000) unusable.push(s);
      knot += count + order - missing;
      control += count;
    });
    this.unusable = unusable;
  }

  #knot(curve: number, index: number): number {
    return this.#source.knots[this.#start[curve]! + index]!;
  }

  /** Whether the knots that matter are finite and rise. */
  #rises(curve: number, count: number, order: number): boolean {
    for (let k = 1; k + 2 < count + order; k++)
      if (!(this.#knot(curve, k) <= this.#knot(curve, k + 1) && this.#knot(curve, k + 1) < Number.MAX_VALUE))
        return false;
    return Number.isFinite(this.#knot(curve, 1)) && this.#knot(curve, count) > this.#knot(curve, order - 1);
  }

  /** The part of the curve to show: within its knots, where the file asks for less. */
  #range(curve: number, count: number, order: number): readonly [number, number] {
    const low = this.#knot(curve, order - 1);
    const high = this.#knot(curve, count);
    const { ranges } = this.#source;
    const from = Math.max(low, ranges?.[2 * curve] ?? low);
    const to = Math.min(high, ranges?.[2 * curve + 1] ?? high);
    return to > from ? [from, to] : [low, high];
  }

  /**
   * Calls `visit` for every span with its number of segments: `refine` for each control point that it uses up, and the
   * outer spans of a clamped curve have those of the control points that its ends hold.
   */
  #spans(
    count: number,
    curve: number,
    visit: (span: number, from: number, to: number, segments: number) => void,
  ): void {
    const order = orderAt(this.#source.orders, curve);
    const { refine } = this.#source;
    const [low, high] = this.#range(curve, count, order);
    let begun = false;
    for (let span = order - 1; span < count; span++) {
      const from = Math.max(low, this.#knot(curve, span));
      const to = Math.min(high, this.#knot(curve, span + 1));
      if (!(to > from)) continue;
      const isLast = to === high;
      let uses = 1;
      if (order === 2) uses = 1;
      else {
        // Knots that stand together at the span's end use up a control point each.
        if (!isLast) while (span + 1 + uses < count && this.#knot(curve, span + 1 + uses) === to) uses++;
        if (!begun && order > 2 && this.#knot(curve, 1) === from) uses += Math.ceil((order - 2) / 2);
        if (isLast && this.#knot(curve, count + order - 2) === to) uses += Math.floor((order - 2) / 2);
      }
      begun = true;
      visit(span, from, to, order === 2 ? 1 : refine * uses);
      if (isLast) return;
    }
  }

  points(controls: number, curve: number): number {
    if (this.#isUsable[curve] === 0) return controls;
    let points = 1;
    this.#spans(controls, curve, (_span, _from, _to, segments) => {
      points += segments;
    });
    return points;
  }

  varyings(controls: number, curve: number): number {
    return this.#isUsable[curve] === 0 ? controls : controls - orderAt(this.#source.orders, curve) + 2;
  }

  /** Calls `visit` for every point of the polyline: its number, span, parameter and place within the span. */
  #walk(
    controls: number,
    curve: number,
    visit: (point: number, span: number, u: number, fraction: number) => void,
  ): void {
    let point = 0;
    this.#spans(controls, curve, (span, from, to, segments) => {
      for (let j = point === 0 ? 0 : 1; j <= segments; j++) {
        const t = j / segments;
        visit(point++, span, j === segments ? to : from + t * (to - from), t);
      }
    });
  }

  vertex(
    values: ArrayLike<number>,
    from: number,
    controls: number,
    size: number,
    out: AttributeArray,
    to: number,
    curve: number,
  ): void {
    if (this.#isUsable[curve] === 0) {
      for (let i = 0; i < size * controls; i++) out[size * to + i] = values[size * from + i]!;
      return;
    }
    this.#walk(controls, curve, (point, span, u) => {
      this.#gather(curve, span, u);
      this.#sum.put(values, size * from, size, out, size * (to + point));
    });
  }

  varying(
    values: ArrayLike<number>,
    from: number,
    controls: number,
    size: number,
    out: AttributeArray,
    to: number,
    curve: number,
  ): void {
    if (this.#isUsable[curve] === 0) {
      this.vertex(values, from, controls, size, out, to, curve);
      return;
    }
    const order = orderAt(this.#source.orders, curve);
    this.#walk(controls, curve, (point, span, _u, fraction) => {
      this.#sum.clear();
      this.#sum.add(span - order + 1, 1 - fraction);
      this.#sum.add(span - order + 2, fraction);
      this.#sum.put(values, size * from, size, out, size * (to + point));
    });
  }

  /** The control points that reach a parameter of a span, with their shares. */
  #gather(curve: number, span: number, u: number): void {
    const degree = orderAt(this.#source.orders, curve) - 1;
    const basis = this.#basis;
    basis[0] = 1;
    for (let d = 1; d <= degree; d++) {
      let saved = 0;
      for (let r = 0; r < d; r++) {
        const low = this.#knot(curve, span + 1 - d + r);
        const high = this.#knot(curve, span + 1 + r);
        // As a fraction, so that it is exactly 0 or 1 at the ends of a clamped curve.
        const share = (u - low) / (high - low);
        const before = basis[r]!;
        basis[r] = saved + (1 - share) * before;
        saved = share * before;
      }
      basis[d] = saved;
    }
    const first = span - degree;
    const sum = this.#weighted(this.#control[curve]! + first, degree);
    this.#sum.clear();
    for (let k = 0; k <= degree; k++) this.#sum.add(first + k, basis[k]! / sum);
  }

  /** Multiplies the shares by the control points' weights and gives their sum; weights that cannot be divided by do nothing. */
  #weighted(first: number, degree: number): number {
    const { weights } = this.#source;
    if (!weights) return 1;
    let sum = 0;
    for (let k = 0; k <= degree; k++) sum += this.#basis[k]! * (weights[first + k] ?? 1);
    if (!(sum > 0 && sum < Number.MAX_VALUE)) return 1;
    for (let k = 0; k <= degree; k++) this.#basis[k] = this.#basis[k]! * (weights[first + k] ?? 1);
    return sum;
  }
}
