export { type Adaptation, adaptScene, type ForGrooms } from './adapt.ts';
export { type Appearance, bodyLookOf, cameraOf, groomLookOf, pictureLookOf } from './appearance.ts';
export { type FileReader, type ReadBodies, readBodies } from './body-files.ts';
export type { SceneBody } from './body-schema.ts';
export { DEFAULT_EXAMPLE, exampleNames, exampleScene } from './examples.ts';
export { sceneFromHair } from './from-hair.ts';
export type { Hair } from './groom.ts';
export type { GroomInstance } from './groom-instance.ts';
export type { SceneGroom } from './groom-schema.ts';
export {
  type BodyInstance,
  loadScene,
  prepareScene,
  type SceneInstance,
  type SceneOptions,
  type SceneParts,
} from './instance.ts';
export { type HandSample, LiveScene } from './live.ts';
export { migrateScene } from './migrate.ts';
export { schemaOf } from './parameter-schema.ts';
export { changeScene, parseScene, readScene } from './read-scene.ts';
export type { BuiltHair, ReadyCache } from './ready-cache.ts';
export { type RenderedGroom, withRenderAttributes } from './render-attributes.ts';
export { SCENE_VERSION, type Scene, type SceneInput, sceneSchema } from './schema.ts';
export { type SceneChanges, SHOT_VERSION, type Shot, shotSchema } from './shot.ts';
export { strokeSchema } from './stroke-schema.ts';
