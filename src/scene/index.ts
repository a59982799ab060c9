export { type Appearance, cameraOf, lookOf } from './appearance.ts';
export { type FileReader, type ReadBodies, readBodies } from './bodies.ts';
export { DEFAULT_EXAMPLE, exampleNames, exampleScene } from './examples.ts';
export { sceneFromHair } from './from-hair.ts';
export { type Groom, type GroomOptions, type Hair, makeGroom } from './groom.ts';
export { type HandSample, LiveScene } from './live.ts';
export { parseScene, readScene, type Scene, type SceneInput, sceneSchema } from './schema.ts';
export { makeShape, type Shape } from './shape.ts';
export { loadStage, prepareStage, type Stage, type StageOptions, type StageParts } from './stage.ts';
