export { Air, type AirParameters, airParameters } from './air.ts';
export { Wind, type WindParameters, windParameters } from './wind.ts';
