import { InputError } from '../strands/input-error.ts';
import { ALEMBIC } from './alembic/alembic.ts';
import { readText } from './bytes.ts';
import { PELAGE_ANIMATION } from './cache/cache.ts';
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

const FORMATS: readonly FileFormat[] = /* @__PURE__ */ Object.freeze([
  TFX,
  CYHAIR,
  OBJ,
  ALEMBIC,
  USDA,
  USDC,
  USDZ,
  PELAGE_ANIMATION,
  PLY,
  SALON_DATA,
  POLYLINE_TEXT,
  GLTF,
]);

export type Ability =
  | 'readHair'
  | 'writeHair'
  | 'streamHair'
  | 'openAnimation'
  | 'writeAnimation'
  | 'readMesh'
  | 'writeMesh';

export interface KnownFormat {
  readonly title: string;
  readonly extensions: readonly string[];
  readonly can: readonly Ability[];
}

const ABILITIES: readonly Ability[] = [
  'readHair',
  'writeHair',
  'openAnimation',
  'writeAnimation',
  'readMesh',
  'writeMesh',
];

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

const PURPOSE: Readonly<Record<Ability, readonly [what: string, way: string]>> = /* @__PURE__ */ Object.freeze({
  readHair: ['hair is', 'read from'],
  writeHair: ['hair is', 'written to'],
  streamHair: ['hair is', 'written strand by strand to'],
  openAnimation: ['animations are', 'read from'],
  writeAnimation: ['animations are', 'written to'],
  readMesh: ['meshes are', 'read from'],
  writeMesh: ['meshes are', 'written to'],
});

function unknown(name: string, ability: Ability): InputError {
  const known = FORMATS.filter((format) => format[ability]).flatMap((format) => format.extensions);
  const extension = extensionOf(name);
  const list = known.map((ext) => `.${ext}`).join(', ');
  const [what, way] = PURPOSE[ability];
  const instead = INSTEAD[ability]?.[extension];
  const why = instead ?? (extension ? `${what} not ${way} .${extension}` : 'the name has no extension');
  return new InputError('format/unknown', `${name}: ${why}; ${what} ${way} ${list}`);
}

const USD_INSTEAD = 'is only read; write .usda, .usdc or .usdz';
const WRITE_INSTEAD = /* @__PURE__ */ Object.freeze({
  usd: `.usd ${USD_INSTEAD}`,
  gltf: 'glTF is written as one file: write .glb',
});

/** What to do instead, where another format of the same family does it. */
const INSTEAD: Partial<Readonly<Record<Ability, Readonly<Record<string, string>>>>> = /* @__PURE__ */ Object.freeze({
  writeHair: WRITE_INSTEAD,
  writeAnimation: WRITE_INSTEAD,
});

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
  const held = contentName(bytes);
  if (held && held !== named?.title) throw refused(name, held, ability);
  if (!named?.[ability]) throw unknown(name, ability);
  return named;
}

/** Whether the content bears the mark of a format that is read here. */
export const isMarked = (bytes: Uint8Array): boolean => FORMATS.some((format) => format.matches?.(bytes));

/** Whether the content is hair of a format that knows no time. */
export const isStill = (bytes: Uint8Array): boolean => {
  const marked = FORMATS.find((format) => format.matches?.(bytes));
  return marked?.readHair !== undefined && marked.openAnimation === undefined;
};

/** Files that people take for hair, by how they begin. */
const FOREIGN: readonly (readonly [mark: string, title: string])[] = /* @__PURE__ */ Object.freeze([
  ['glTF', 'glTF'],
  ['Kaydara FBX', 'FBX'],
  ['BLENDER', 'a Blender scene'],
  ['//Maya', 'a Maya scene'],
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['\x1f\x8b', 'packed with gzip'],
  ['<!DOCTYPE', 'a web page'],
  ['<html', 'a web page'],
  ['<?xml', 'XML'],
]);

/** What a file is by its content, where that bears a mark. */
function contentName(bytes: Uint8Array): string | undefined {
  const marked = FORMATS.find((format) => format.matches?.(bytes));
  if (marked) return marked.title;
  const start = readText(bytes, 0, Math.min(bytes.length, 16));
  return FOREIGN.find(([mark]) => start.startsWith(mark))?.[1];
}

function refused(name: string, held: string, ability: Ability): InputError {
  const [what, way] = PURPOSE[ability];
  const list = FORMATS.filter((format) => format[ability]).flatMap((format) => format.extensions);
  return new InputError(
    'format/content',
    `${name}: this is ${held} whatever its name says, and ${what} not ${way} that but ${way} ${list.map((ext) => `.${ext}`).join(', ')}`,
  );
}

const writerOf = (name: string, ability: Ability): FileFormat | undefined => {
  const extension = extensionOf(name);
  return FORMATS.find((candidate) => candidate.extensions.includes(extension) && candidate[ability]);
};

export const canWrite = (name: string, ability: Ability): boolean => writerOf(name, ability) !== undefined;

export function formatToWrite(name: string, ability: Ability): FileFormat {
  const format = writerOf(name, ability);
  if (!format) throw unknown(name, ability);
  return format;
}
