import { InputError } from '../strands/input-error.ts';
import { chain } from './chain/chain.ts';
import { continuum } from './continuum/continuum.ts';
import { curly } from './curly/curly.ts';
import { massSpring } from './mass-spring/mass-spring.ts';
import type { StrandModel } from './model.ts';
import { oriented } from './oriented/oriented.ts';
import { rod } from './rod/rod.ts';
import { rodExplicit } from './rod-explicit/rod-explicit.ts';
import { salonSkeleton } from './salon/salon.ts';
import { superHelix } from './super-helix/super-helix.ts';
import { wisp } from './wisp/wisp.ts';

export type {
  Clamps,
  Environment,
  Fibre,
  ForceField,
  KernelChoice,
  Loads,
  ModelSetup,
  NodeFactor,
  Obstacles,
  PointContacts,
  PointForces,
  PointOwners,
  RestReport,
  RestState,
  RootStates,
  Roots,
  SamplePoints,
  StepReport,
  StrandDynamics,
  StrandEdit,
  StrandEnergy,
  StrandModel,
  StrandStatics,
} from './model.ts';
export { makeRootStates, OBSTACLE_ROW } from './model.ts';

/** Every model there is. */
export const models: readonly StrandModel[] = [
  rod,
  rodExplicit,
  chain,
  superHelix,
  continuum,
  curly,
  massSpring,
  oriented,
  wisp,
  salonSkeleton,
];

export function findModel(name: string): StrandModel {
  const model = models.find((candidate) => candidate.name === name);
  if (model) return model;
  const known = models.map((candidate) => candidate.name).join(', ');
  throw new InputError('model/unknown', `There is no model "${name}"; the models are ${known}.`);
}
