export { Air, type AirParameters, airParameters, type HairDensity } from './air.ts';
export { type PoseParameters, PoseTarget, poseParameters } from './pose.ts';
export {
  type InertiaParameters,
  InertiaScale,
  inertiaParameters,
  type MatchParameters,
  matchParameters,
  VelocityMatch,
} from './riding.ts';
export { Wind, type WindParameters, windParameters } from './wind.ts';
