/** Pelage: grow, style, simulate and save hair. Each folder is also an entry of its own, for example `pelage/formats`. */

export { type Body, bakeDistanceField, makeBody, type TriangleMesh } from './body/index.ts';
export { knownFormats, readHair, readMesh, writeHair, writeMesh } from './formats/index.ts';
export { findModel, models } from './models/index.ts';
export {
  type BodyInstance,
  exampleNames,
  exampleScene,
  type GroomInstance,
  LiveScene,
  loadScene,
  migrateScene,
  parseScene,
  prepareScene,
  readScene,
  type Scene,
  type SceneInput,
  type SceneInstance,
  sceneFromHair,
} from './scene/index.ts';
export { Simulation, type SimulationEvent } from './simulation/index.ts';
export {
  checkStrands,
  InputError,
  makeStrands,
  pointCount,
  repairStrands,
  resample,
  type Strands,
  strandCount,
  strandStatistics,
} from './strands/index.ts';
