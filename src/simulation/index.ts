export { type Exchange, SharedExchange, type SharedHair, shareHair } from './exchange.ts';
export type { LockRadius } from './hair-view.ts';
export type { MeetingSetup } from './influences.ts';
export {
  GRAVITY_DEFAULT,
  type ModelChange,
  Simulation,
  type SimulationEvent,
  type SimulationSetup,
  STEP_DEFAULT,
} from './simulation.ts';
