export { type Exchange, SharedExchange, type SharedHair, shareHair } from './exchange.ts';
export type { LockRadius } from './hair-view.ts';
export type { MeetingSetup } from './meeting.ts';
export {
  GRAVITY_DEFAULT,
  Simulation,
  type SimulationEvent,
  type SimulationSetup,
  STEP_DEFAULT,
} from './simulation.ts';
