/** Files in and out: bytes to strands and meshes, and back. */

export type { HairAnimation } from './animation.ts';
export {
  frameRate,
  makeAnimation,
  nearestFrame,
  resampleAnimation,
  selectAnimation,
  stillAnimation,
  strandsAt,
} from './animation.ts';
export type { BodyFile, BodyOptions } from './body.ts';
export { isGltf, readBody, readMeshBody } from './body.ts';
export type { BudgetOptions } from './budget.ts';
export { BUDGET_DEFAULTS, Budget } from './budget.ts';
export type { ByteSink } from './byte-sink.ts';
export { MemorySink } from './byte-sink.ts';
export type { ByteSource } from './byte-source.ts';
export { memorySource } from './byte-source.ts';
export type { FileData } from './bytes.ts';
export type { AnimationCacheOptions } from './cache/write.ts';
export { ANIMATION_CACHE_DEFAULTS, AnimationCacheWriter } from './cache/write.ts';
export type {
  AnimationFile,
  CurveBasis,
  HairFile,
  MeshFile,
  MeshFrames,
  Metadata,
  MetadataValue,
  ReadOptions,
  WriteOptions,
} from './format.ts';
export type { KnownFormat } from './lookup.ts';
export { knownFormats } from './lookup.ts';
export {
  ALEMBIC_READER,
  CACHE_READER,
  CYHAIR_READER,
  OBJ_READER,
  PLY_READER,
  TFX_READER,
  USD_MESH_READER,
  USD_READER,
} from './readers.ts';
export type { AnimationReader, FileReader, HairReader, MeshReader } from './reading.ts';
export { openAnimationWith, readHairWith, readMeshWith } from './reading.ts';
export {
  canStreamHair,
  openAnimation,
  readHair,
  readMesh,
  streamHair,
  writeAnimation,
  writeHair,
  writeMesh,
} from './registry.ts';
export type { BoneSkin, BoneSkinOptions } from './tfxbone.ts';
export { readTfxBone } from './tfxbone.ts';
export type { Unit, UpAxis } from './units.ts';
export { metresPer } from './units.ts';
