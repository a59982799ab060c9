export { type Curve, clamp, evaluateCurve, lerp, smoothstep } from './curve.ts';
export { type CurveParameter, curveParameter } from './curve-parameter.ts';
export { acos, asin, atan, atan2, cos, exp, log, pow, sin, tan } from './elementary.ts';
export { curlNoise, type NoiseSample, noise4, noiseValue } from './noise.ts';
export { type QuantityMeta, quantity } from './quantity.ts';
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
