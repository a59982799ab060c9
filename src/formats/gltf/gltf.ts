import { type HairFilm, stillFilm } from '../film.ts';
import type { FileFormat, Target } from '../format.ts';
import { writeGlb } from './write.ts';

function bytesOf(film: HairFilm, target: Target): Uint8Array {
  const { gltfShape = 'cards', cards, width } = target.options;
  return writeGlb(
    film,
    gltfShape,
    { ...(cards === undefined ? {} : { cards }), ...(width === undefined ? {} : { width }) },
    target,
  );
}

/** Hair is written as cards, tubes or lines. Bodies are read by `readGltfBody`, which needs a library that answers later. */
export const GLTF: FileFormat = Object.freeze({
  title: 'glTF',
  extensions: ['glb'],
  writeHair: (strands, target) => bytesOf(stillFilm(strands), target),
  writeFilm: (film, target) => target.sink.write(bytesOf(film, target)),
} satisfies FileFormat);
