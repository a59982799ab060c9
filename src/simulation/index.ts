export type { Clamp } from './clamps.ts';
export type { ControlPlace } from './controls.ts';
export { type Exchange, SharedExchange, type SharedHair, shareHair } from './exchange.ts';
export type { ClumpRadius } from './groom-view.ts';
export { STEP_PARTS, type StepPart, type StepProfiler } from './profiler.ts';
export {
  type BodySetup,
  GRAVITY_DEFAULT,
  type GroomSetup,
  type InteractionSetup,
  type OneGroomSetup,
  oneGroom,
  type SimulationSetup,
  STEP_DEFAULT,
} from './setup.ts';
export { type GroomRange, type ModelChange, Simulation, type SimulationEvent } from './simulation.ts';
