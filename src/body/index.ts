export { AnimatedMesh, animationDuration, type MeshAnimation } from './animated-mesh.ts';
export { BakedField, type FieldData, type FieldError, fieldError } from './baked-field.ts';
export { BODY_SAMPLE, type Body, type BodyParts, makeBody, PosedBody } from './body.ts';
export { BUST_RESOLUTION, type BustLandmarks, bustLandmarks, makeBust, makeBustField } from './bust.ts';
export { makeNearestPoint, type NearestPoint, TriangleBvh } from './bvh.ts';
export { CoherentDistance } from './coherent-distance.ts';
export {
  closedMesh,
  type DeformingMesh,
  morphingMesh,
  type Skin,
  skinnedMesh,
  vertexVelocities,
} from './deforming-mesh.ts';
export { BAKE_DEFAULTS, type BakeOptions, bakeDistanceField } from './distance-field.ts';
export type { DistanceField } from './field.ts';
export { FOX_CLIPS, FOX_SPEEDS, type FoxClip } from './fox/clips.ts';
export { type Fox, foxAtStart, loadFox } from './fox/fox.ts';
export {
  HEAD_MOTION_DEFAULTS,
  HEAD_MOTIONS,
  type HeadMotionKind,
  type HeadMotionName,
  type HeadMotionOptions,
  headMotion,
} from './head-motion.ts';
export { closeHoles, openEdges } from './holes.ts';
export { WINDING_DEFAULTS, WindingNumber, type WindingOptions } from './inside.ts';
export { keyframedMotion, type MotionKey } from './keyframed-motion.ts';
export {
  type MeshParts,
  type MeshRegion,
  makeMesh,
  type TriangleMesh,
  triangleCount,
  vertexCount,
  vertexNormals,
  weldedNormals,
} from './mesh.ts';
export { MESH_DISTANCE_DEFAULTS, MeshDistance, type MeshDistanceOptions } from './mesh-distance.ts';
export {
  AT_REST,
  composeMotion,
  composeStates,
  type RigidMotion,
  type RigidState,
  restMotion,
  surfaceVelocity,
} from './motion.ts';
export { PseudoNormals } from './pseudo-normals.ts';
export { makeRayHit, type RayHit, raycast } from './raycast.ts';
export type { Rig } from './rig/rig.ts';
export { bindRoots, type RootBinding } from './roots.ts';
export { type BreathingOptions, breathing, constantScaling, type Scaling } from './scaling.ts';
export { boxMesh, sheetMesh, sphereMesh, torusMesh } from './shapes.ts';
export { SheetDistance } from './sheet-distance.ts';
export { boxSolid, capsuleSolid, ellipsoidSolid, halfSpaceSolid, type Solid, sphereSolid } from './solids.ts';
export { SurfacePoints } from './surface-points.ts';
export { weldVertices } from './weld.ts';
