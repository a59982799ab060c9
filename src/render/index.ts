export type { Bounds } from './bounds.ts';
export { boundsOf, union } from './bounds.ts';
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
export type { Look } from './look.ts';
export { fromSrgb, LOOK_DEFAULTS } from './look.ts';
export type { Renderer, RendererOptions } from './renderer.ts';
export { createRenderer, RENDERER_DEFAULTS } from './renderer.ts';
export type { Size } from './targets.ts';
