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
export type { Renderer, RendererOptions, SubFramePlace } from './contract.ts';
export { RENDERER_DEFAULTS } from './contract.ts';
export { type GeneratorData, type GuideFrame, guideFrameSize, packGenerator, packGuides } from './generator-data.ts';
export { apertureRadius, discPoints, type LensPoint } from './lens.ts';
export { SHADOW_METHODS, type ShadowMethod } from './light-map.wgsl.ts';
export { DEFAULT_LIGHTS, type LightSettings } from './lights.ts';
export type { Look } from './look.ts';
export { fromSrgb, LOOK_DEFAULTS } from './look.ts';
export { createRenderer, GUIDE_ROOM } from './renderer.ts';
export type { Size } from './targets.ts';
