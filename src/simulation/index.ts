export {
  type BlockPort,
  type BlockThread,
  blocksFor,
  canShareBlocks,
  type Follow,
  followBlocks,
  type LeadOptions,
  type LedBlocks,
  leadBlocks,
} from './block-workers.ts';
export type { Clamp } from './clamps.ts';
export type { ControlPlace } from './controls.ts';
export type { BlockState, Exchange } from './exchange.ts';
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
export { type SharedBlocks, SharedExchange, shareBlocks } from './shared-exchange.ts';
export { type GroomRange, type ModelChange, Simulation, type SimulationEvent } from './simulation.ts';
