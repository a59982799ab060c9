export {
  GRAVITY_DEFAULT,
  Simulation,
  type SimulationEvent,
  type SimulationSetup,
  STEP_DEFAULT,
} from './simulation.ts';
