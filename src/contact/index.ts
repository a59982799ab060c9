export {
  bodyCollider,
  type Collider,
  FieldCollider,
  type FieldColliderParts,
  type SolidColliderParts,
  solidCollider,
} from './bodies/collider.ts';
export { CollisionFilter, type FilterRule } from './bodies/collision-filter.ts';
export { DeformingCollider, type DeformingColliderOptions } from './bodies/deforming-collider.ts';
export { MovingCollider } from './bodies/moving-collider.ts';
export {
  PENETRATION_RECOVERY_DEFAULTS,
  PenetrationRecovery,
  type PenetrationRecoveryOptions,
} from './bodies/penetration-recovery.ts';
export { SkinCollider, type SkinColliderOptions } from './bodies/skin-collider.ts';
export type { ControlEvent, StrandControl } from './control.ts';
export type { HairState, InteractionLoads, OwnStrands, StrandInteraction } from './interaction.ts';
export { BodyObstacles, type Obstacle } from './obstacles.ts';
export { makeContacts } from './response/strand-contacts.ts';
export { clumpRadii, clumpRadiusOf } from './strands/clumps.ts';
export { type Cylinder, type HelixElement, helixCylinders, helixPoint } from './strands/helix-cylinders.ts';
export {
  type Crowding,
  castShadow,
  crowdingEnergy,
  type LightField,
  pushCrowded,
  type ShadowCasters,
  transmittanceAt,
} from './strands/light.ts';
export { type InteractionSetup, makeContact, makeFluid, makeInteraction, makeVolume } from './strands/make.ts';
export {
  type ContactParameters,
  contactParameters,
  type FluidParameters,
  fluidParameters,
  type InteractionDeclaration,
  interactionParameters,
  makeDeclarations,
  type VolumeParameters,
  volumeParameters,
} from './strands/parameters.ts';
