export type { Bounds } from './bounds.ts';
export { boundsOf, grown, union } from './bounds.ts';
export type { OrbitCamera } from './camera.ts';
export {
  CAMERA_DEFAULTS,
  eyeOf,
  frame,
  orbit,
  pan,
  projectionMatrix,
  viewMatrix,
  viewProjection,
  zoom,
} from './camera.ts';
export type { DrawnBody, DrawnGroom, GroomPlace, Renderer, RendererOptions, SubFramePlace } from './contract.ts';
export { RENDERER_DEFAULTS } from './contract.ts';
export { type GeneratorData, type GuideFrame, guideFrameSize, packGenerator, packGuides } from './generator-data.ts';
export { GUIDE_ROOM } from './guided-strands.ts';
export { apertureRadius, discPoints, type LensPoint } from './lens.ts';
export { SHADOW_METHODS, type ShadowMethod } from './light-map.wgsl.ts';
export { DEFAULT_LIGHTS, type LightSettings } from './lights.ts';
export type { BodyLook, GroomLook, Look, PictureLook } from './look.ts';
export { BODY_LOOK_DEFAULTS, fromSrgb, GROOM_LOOK_DEFAULTS, LOOK_DEFAULTS, PICTURE_LOOK_DEFAULTS } from './look.ts';
export { createRenderer } from './renderer.ts';
export { packSkin, type RidingRoots } from './riding-roots.ts';
export { FEWEST_STRANDS } from './stand-in.ts';
export type { Size } from './targets.ts';
