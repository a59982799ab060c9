import { openAlembic, readAlembicMesh } from './alembic/alembic.ts';
import { hairOf } from './animation-content.ts';
import { openCache } from './cache/cache.ts';
import { readCyHair } from './cyhair.ts';
import { readObjMesh } from './obj-mesh.ts';
import { readObjStrands } from './obj-strands.ts';
import type { AnimationReader, HairReader, MeshReader } from './reading.ts';
import { readPly } from './research/ply.ts';
import { readPlyMesh } from './research/ply-mesh.ts';
import { readTfx } from './tfx.ts';

/**
 * Readers of single formats, for `readHairWith` and its kin: a page that reads one format carries no other, and no writer.
 * Nothing here is called while the module loads, so that bundlers can leave out what is not used.
 */

export const ALEMBIC_READER: HairReader & AnimationReader & MeshReader = {
  title: 'Alembic',
  extensions: ['abc'],
  budgetFactor: 4,
  readHair: /* @__PURE__ */ hairOf(openAlembic),
  openAnimation: openAlembic,
  readMesh: readAlembicMesh,
};

export const CACHE_READER: HairReader & AnimationReader = {
  title: 'Pelage animation cache',
  extensions: ['pelage'],
  budgetFactor: 4,
  readHair: /* @__PURE__ */ hairOf(openCache),
  openAnimation: openCache,
};

export const CYHAIR_READER: HairReader = {
  title: 'cyHair',
  extensions: ['hair'],
  lengths: ['hair.defaultThickness'],
  readHair: readCyHair,
};

export const OBJ_READER: HairReader & MeshReader = {
  title: 'Wavefront',
  extensions: ['obj'],
  readHair: readObjStrands,
  readMesh: readObjMesh,
};

export const PLY_READER: HairReader & MeshReader = {
  title: 'Stanford PLY',
  extensions: ['ply'],
  budgetFactor: 4,
  readHair: readPly,
  readMesh: readPlyMesh,
};

export const TFX_READER: HairReader = { title: 'TressFX', extensions: ['tfx'], readHair: readTfx };

export { USD_MESH_READER, USD_READER } from './usd/usd.ts';
