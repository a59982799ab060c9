/** Files in and out: bytes to strands and meshes, and back. */

export type { BudgetOptions } from './budget.ts';
export { BUDGET_DEFAULTS, Budget } from './budget.ts';
export type { FileData } from './bytes.ts';
export type { HairFile, MeshFile, Metadata, MetadataValue, ReadOptions, WriteOptions } from './format.ts';
export type { KnownFormat } from './registry.ts';
export { knownFormats, readHair, readMesh, writeHair, writeMesh } from './registry.ts';
export type { BoneSkin, BoneSkinOptions } from './tfxbone.ts';
export { readTfxBone } from './tfxbone.ts';
export type { Unit, UpAxis } from './units.ts';
export { metresPer } from './units.ts';
