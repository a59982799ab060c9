export { type Curve, clamp, evaluateCurve, lerp, smoothstep } from './curve.ts';
export { acos, asin, atan, atan2, cos, exp, log, pow, sin, tan } from './elementary.ts';
export { InputError } from './input-error.ts';
export { curlNoise, type NoiseSample, noise4, noiseValue } from './noise.ts';
export {
  type BooleanParameter,
  type ChoiceParameter,
  type ColourParameter,
  type CurveParameter,
  choice,
  colour,
  completeParameters,
  completeValue,
  curve,
  flag,
  fraction,
  type GroupParameter,
  group,
  type InputOf,
  type InputsOf,
  type ListParameter,
  list,
  type NumberParameter,
  type Parameter,
  type ParameterTable,
  parameterProblems,
  quantity,
  required,
  type TextParameter,
  text,
  type ValueOf,
  type ValuesOf,
  type VariantParameter,
  type VariantTables,
  type VectorParameter,
  variant,
  vector,
} from './parameters.ts';
export { hash, hashUnit, Random } from './random.ts';
export {
  between,
  conjugate,
  expMap,
  fromAxes,
  fromAxisAngle,
  IDENTITY,
  logMap,
  multiply,
  type Quat,
  rotate,
  slerp,
  transport,
} from './rotation.ts';
export { add, addScaled, cross, distance, dot, length, mix, normalize, scale, subtract, type Vec3 } from './vector.ts';
