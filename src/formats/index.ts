/** Files in and out: bytes to strands and meshes, and back. */

export type { BodyFile, BodyOptions } from './body.ts';
export { isGltf, readBody, readMeshBody } from './body.ts';
export type { BudgetOptions } from './budget.ts';
export { BUDGET_DEFAULTS, Budget } from './budget.ts';
export type { ByteSink } from './byte-sink.ts';
export { MemorySink } from './byte-sink.ts';
export type { ByteSource } from './byte-source.ts';
export { memorySource } from './byte-source.ts';
export type { FileData } from './bytes.ts';
export type { FilmCacheOptions } from './cache/write.ts';
export { FILM_CACHE_DEFAULTS, FilmCacheWriter } from './cache/write.ts';
export type { HairFilm } from './film.ts';
export { frameRate, makeFilm, nearestFrame, resampleFilm, selectFilm, stillFilm, strandsAt } from './film.ts';
export type {
  CurveBasis,
  FilmFile,
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
export { openFilm, readHair, readMesh, writeFilm, writeHair, writeMesh } from './registry.ts';
export type { BoneSkin, BoneSkinOptions } from './tfxbone.ts';
export { readTfxBone } from './tfxbone.ts';
export type { Unit, UpAxis } from './units.ts';
export { metresPer } from './units.ts';
