import { acos, cos } from '../../numeric/elementary.ts';
import type { ContinuumState } from './fields.ts';
import { dampingRate, inertia, springConstant } from './material.ts';
import type { ContinuumParameters } from './parameters.ts';

/** First points nearer than this to their roots are at them, metres. */
const NEAR_ROOT = 1e-9;

/** What follows from the fields of all samples and stays while nobody edits them. */
export interface Constants {
  readonly length: Float64Array;
  /** One a node: its arc length over the length. */
  readonly fraction: Float64Array;
  /** k of spring and pose spring together, what slows, c/l, 1/I. */
  readonly spring: Float64Array;
  readonly damping: Float64Array;
  readonly factor: Float64Array;
  /** l/c, and the part of a drag of 1 that reaches the hair over its mass. */
  readonly reach: Float64Array;
  readonly airShare: Float64Array;
  readonly inverseInertia: Float64Array;
  /** Three a node: the groomed edge that ends there over its part of the length. */
  readonly slope: Float64Array;
  /** Three a sample: k times the spring's own shape, and what carries it. */
  readonly pull: Float64Array;
  /** Groomed angle with the normal, and the cosine at which motion away from it begins to be slowed. */
  readonly groomedAngle: Float64Array;
  readonly slowCosine: Float64Array;
  /** 1 where the first point is not at the root itself. */
  readonly isOffset: Uint8Array;
  /** 1 + h c + h² k of a step of h: see `setDiagonals`. */
  readonly diagonal: Float64Array;
  step: number;
}

/** Makes them ready for a step of h. */
export function setDiagonals(constants: Constants, h: number): void {
  const { diagonal, damping, spring } = constants;
  if (constants.step === h) return;
  constants.step = h;
  for (let k = 0; k < diagonal.length; k++) diagonal[k] = 1 + h * damping[k]! + h * h * spring[k]!;
}

export function constantsOf(state: ContinuumState, parameters: ContinuumParameters): Constants {
  const count = state.ids.length;
  const make = (): Float64Array => new Float64Array(count);
  const constants = {
    length: make(),
    fraction: new Float64Array(state.restLength.length),
    spring: make(),
    damping: make(),
    factor: make(),
    reach: make(),
    airShare: make(),
    inverseInertia: make(),
    slope: new Float64Array(3 * state.restLength.length),
    pull: new Float64Array(3 * count),
    groomedAngle: make(),
    slowCosine: make(),
    isOffset: new Uint8Array(count),
    diagonal: make(),
    step: Number.NaN,
  };
  for (let k = 0; k < count; k++) measure(state, parameters, k, constants);
  return constants;
}

function measure(state: ContinuumState, parameters: ContinuumParameters, k: number, out: Constants): void {
  const { first, restLength, mass, bending, direction, normal, maxAngle, poseSpring, rest, support } = state;
  const [from, to] = [first[k]!, first[k + 1]!];
  let [length, m, stiff] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    out.fraction[i] = length;
    length += restLength[i]!;
    m += mass[i]!;
    stiff += bending[i]! * restLength[i]!;
  }
  let cosine = 0;
  for (let c = 3 * k; c < 3 * k + 3; c++) cosine += direction[c]! * normal[c]!;
  const angle = acos(Math.max(-1, Math.min(1, cosine)));
  out.groomedAngle[k] = angle;
  out.slowCosine[k] = cos(Math.min(Math.PI, 0.5 * (angle + maxAngle[k]!)));
  if (!(length > 0 && m > 0)) return;
  for (let i = from; i < to; i++) out.fraction[i] = out.fraction[i]! / length;
  for (let i = from + 1; i < to; i++) {
    const part = out.fraction[i]! - out.fraction[i - 1]!;
    for (let c = 3 * i; part > 0 && c < 3 * i + 3; c++)
      out.slope[c] = (state.groomed[c]! - state.groomed[c - 3]!) / part;
  }
  for (let c = 3 * from; c < 3 * from + 3; c++) if (Math.abs(state.groomed[c]!) > NEAR_ROOT) out.isOffset[k] = 1;
  const spring = springConstant(stiff / length, m, length);
  const arm = length / parameters.lever;
  out.length[k] = length;
  out.spring[k] = spring + poseSpring[k]!;
  out.damping[k] = dampingRate(parameters, stiff / length, m, length);
  out.factor[k] = 1 / arm;
  out.reach[k] = arm;
  out.airShare[k] = state.air[k]! / m;
  out.inverseInertia[k] = 1 / inertia(m, length, parameters.lever);
  for (let c = 3 * k; c < 3 * k + 3; c++) out.pull[c] = spring * rest[c]! + out.inverseInertia[k]! * support[c]!;
}
