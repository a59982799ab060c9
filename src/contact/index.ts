export { BURIAL_DEFAULTS, type BurialOptions, BuriedStrands } from './bodies/burial.ts';
export { CarriedCollider } from './bodies/carried-collider.ts';
export {
  bodyCollider,
  type Collider,
  FieldCollider,
  type FieldColliderParts,
  type SolidColliderParts,
  solidCollider,
} from './bodies/collider.ts';
export { DeformingCollider, type DeformingColliderOptions, type FieldMoment } from './bodies/deforming-collider.ts';
export { type Exemption, Exemptions } from './bodies/exemptions.ts';
export { SkinCollider, type SkinColliderOptions } from './bodies/skin-collider.ts';
export type { ControlNews, StrandControl } from './control.ts';
export type { HairState, InteractionLoads, OwnStrands, StrandInteraction } from './interaction.ts';
export { BodyObstacles, type Obstacle } from './obstacles.ts';
export { makeContacts } from './response/strand-contacts.ts';
export { clumpRadii, clumpRadiusOf } from './strands/clumps.ts';
export { castShadow, type LightField, type ShadowCasters, transmittanceAt } from './strands/light.ts';
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
