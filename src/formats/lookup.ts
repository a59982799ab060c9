import { InputError } from '../strands/input-error.ts';
import { ALEMBIC } from './alembic/alembic.ts';
import { PELAGE_FILM } from './cache/cache.ts';
import { CYHAIR } from './cyhair.ts';
import type { FileFormat, Source } from './format.ts';
import { GLTF } from './gltf/gltf.ts';
import { OBJ } from './obj.ts';
import { PLY } from './research/ply.ts';
import { POLYLINE_TEXT } from './research/polyline-text.ts';
import { SALON_DATA } from './research/salon-data.ts';
import { TFX } from './tfx.ts';
import { USDA, USDC, USDZ } from './usd/usd.ts';

/** Which format a file has: by its content where that bears a mark, by its name where it does not. */

const FORMATS: readonly FileFormat[] = Object.freeze([
  TFX,
  CYHAIR,
  OBJ,
  ALEMBIC,
  USDA,
  USDC,
  USDZ,
  PELAGE_FILM,
  PLY,
  SALON_DATA,
  POLYLINE_TEXT,
  GLTF,
]);

export type Ability = 'readHair' | 'writeHair' | 'openFilm' | 'writeFilm' | 'readMesh' | 'writeMesh';

export interface KnownFormat {
  readonly title: string;
  readonly extensions: readonly string[];
  readonly can: readonly Ability[];
}

const ABILITIES: readonly Ability[] = ['readHair', 'writeHair', 'openFilm', 'writeFilm', 'readMesh', 'writeMesh'];

/** What can be read and written, for help texts. */
export function knownFormats(): KnownFormat[] {
  return FORMATS.map((format) => ({
    title: format.title,
    extensions: format.extensions,
    can: ABILITIES.filter((ability) => format[ability] !== undefined),
  }));
}

export function extensionOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

const PURPOSE: Readonly<Record<Ability, string>> = Object.freeze({
  readHair: 'hair is read from',
  writeHair: 'hair is written to',
  openFilm: 'films are read from',
  writeFilm: 'films are written to',
  readMesh: 'meshes are read from',
  writeMesh: 'meshes are written to',
});

function unknown(name: string, ability: Ability): InputError {
  const known = FORMATS.filter((format) => format[ability]).flatMap((format) => format.extensions);
  const extension = extensionOf(name);
  return new InputError(
    'format/unknown',
    `${name}: ${extension ? `the extension .${extension} is not known for this` : 'the name has no extension'}; ` +
      `${PURPOSE[ability]} ${known.map((ext) => `.${ext}`).join(', ')}`,
  );
}

/** The content decides where it bears a mark, the name where it does not. */
export function formatToRead(name: string, bytes: Uint8Array, ability: Ability, note: Source['note']): FileFormat {
  const extension = extensionOf(name);
  const named = FORMATS.find((format) => format.extensions.includes(extension));
  if (named?.matches?.(bytes) && named[ability]) return named;
  const marked = FORMATS.find((format) => format[ability] && format.matches?.(bytes));
  if (marked && marked !== named) {
    note(`the file holds ${marked.title} data whatever its name says, and was read as such`);
    return marked;
  }
  if (!named?.[ability]) throw unknown(name, ability);
  return named;
}

export function formatToWrite(name: string, ability: Ability): FileFormat {
  const extension = extensionOf(name);
  const format = FORMATS.find((candidate) => candidate.extensions.includes(extension) && candidate[ability]);
  if (!format) throw unknown(name, ability);
  return format;
}
