import type { FileFormat } from './format.ts';
import { readObjMesh, writeObjMesh } from './obj-mesh.ts';
import { readObjStrands, writeObjStrands } from './obj-strands.ts';

/** Wavefront .obj: meshes from faces, strands from lines. Text without a mark of its own, so only its name tells it. */
export const OBJ: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'Wavefront',
  extensions: ['obj'],
  readHair: readObjStrands,
  writeHair: writeObjStrands,
  readMesh: readObjMesh,
  writeMesh: writeObjMesh,
});
