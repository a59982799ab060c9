import type { TriangleMesh } from '../body/mesh.ts';
import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import { Budget } from './budget.ts';
import type { FileData } from './bytes.ts';
import { asBytes } from './bytes.ts';
import { CYHAIR } from './cyhair.ts';
import type { FileFormat, HairFile, MeshFile, Metadata, ReadOptions, Source, Target, WriteOptions } from './format.ts';
import { OBJ } from './obj.ts';
import { TFX } from './tfx.ts';
import { checkUp, convertMesh, convertStrands, fromFile, metresPer, toFile } from './units.ts';

/** Files by name and content: which format, which unit, which axes. */

const FORMATS: readonly FileFormat[] = Object.freeze([TFX, CYHAIR, OBJ]);

type Ability = 'readHair' | 'writeHair' | 'readMesh' | 'writeMesh';

export interface KnownFormat {
  readonly title: string;
  readonly extensions: readonly string[];
  readonly can: readonly Ability[];
}

const ABILITIES: readonly Ability[] = ['readHair', 'writeHair', 'readMesh', 'writeMesh'];

/** What can be read and written, for help texts. */
export function knownFormats(): KnownFormat[] {
  return FORMATS.map((format) => ({
    title: format.title,
    extensions: format.extensions,
    can: ABILITIES.filter((ability) => format[ability] !== undefined),
  }));
}

function extensionOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

const PURPOSE: Readonly<Record<Ability, string>> = Object.freeze({
  readHair: 'hair is read from',
  writeHair: 'hair is written to',
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
function formatToRead(name: string, bytes: Uint8Array, ability: Ability, note: Source['note']): FileFormat {
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

function formatToWrite(name: string, ability: Ability): FileFormat {
  const extension = extensionOf(name);
  const format = FORMATS.find((candidate) => candidate.extensions.includes(extension) && candidate[ability]);
  if (!format) throw unknown(name, ability);
  return format;
}

/** Larger than this, hair in metres is more likely hair in another unit. */
const LARGE_METRES = 5;

function noteAssumedUnit(positions: Float32Array, first: Uint32Array, note: Source['note']): void {
  note('no unit in the file: metres were assumed');
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  // The roots alone: they tell the size of the head, and reading stays fast.
  for (let s = 0; s < first.length - 1; s++) {
    const y = positions[3 * first[s]! + 1]!;
    if (y < low) low = y;
    if (y > high) high = y;
  }
  if (high - low > LARGE_METRES)
    note(`the roots are spread over ${(high - low).toPrecision(3)} m: give the file's unit, for example cm`);
}

function scaleLengths(metadata: Metadata, format: FileFormat, factor: number): Metadata {
  if (factor === 1 || !format.lengths) return metadata;
  const result = { ...metadata };
  for (const key of format.lengths) if (typeof metadata[key] === 'number') result[key] = factor * metadata[key];
  return result;
}

/** Reads hair. `name` gives the extension and stands in messages; nothing is opened here. */
export function readHair(name: string, data: FileData, options: ReadOptions = {}): HairFile {
  const bytes = asBytes(data);
  const notes: string[] = [];
  const note = (sentence: string): void => void notes.push(sentence);
  const asked = options.unit === undefined ? undefined : metresPer(options.unit);
  const askedUp = options.up === undefined ? undefined : checkUp(options.up);
  const format = formatToRead(name, bytes, 'readHair', note);
  const budget = options.budget ?? new Budget(bytes.length, { name });
  const content = format.readHair!({ name, bytes, budget, note });
  const unit = asked ?? content.unit;
  if (unit === undefined) noteAssumedUnit(content.strands.positions, content.strands.first, note);
  const conversion = fromFile(unit ?? 1, askedUp ?? content.up ?? 'y');
  return {
    strands: convertStrands(content.strands, conversion),
    notes,
    metadata: scaleLengths(content.metadata, format, conversion.factor),
  };
}

function targetFor(name: string, format: FileFormat, options: WriteOptions): Target {
  const unit = metresPer(options.unit ?? 1);
  const metadata = scaleLengths(options.metadata ?? {}, format, 1 / unit);
  return { name, options, metadata, unit, note: options.note ?? (() => {}) };
}

/** Writes hair as the bytes of a file of that name. Nothing is resampled, repaired or rounded beyond the format's numbers. */
export function writeHair(name: string, strands: Strands, options: WriteOptions = {}): Uint8Array {
  const format = formatToWrite(name, 'writeHair');
  const target = targetFor(name, format, options);
  return format.writeHair!(convertStrands(strands, toFile(target.unit, checkUp(options.up ?? 'y'))), target);
}

/** Reads a triangle mesh. */
export function readMesh(name: string, data: FileData, options: ReadOptions = {}): MeshFile {
  const bytes = asBytes(data);
  const notes: string[] = [];
  const note = (sentence: string): void => void notes.push(sentence);
  const unit = metresPer(options.unit ?? 1);
  const up = checkUp(options.up ?? 'y');
  const format = formatToRead(name, bytes, 'readMesh', note);
  const budget = options.budget ?? new Budget(bytes.length, { name });
  const mesh = format.readMesh!({ name, bytes, budget, note });
  if (options.unit === undefined) note('no unit in the file: metres were assumed');
  return { mesh: convertMesh(mesh, fromFile(unit, up)), notes };
}

export function writeMesh(name: string, mesh: TriangleMesh, options: WriteOptions = {}): Uint8Array {
  const format = formatToWrite(name, 'writeMesh');
  const target = targetFor(name, format, options);
  return format.writeMesh!(convertMesh(mesh, toFile(target.unit, checkUp(options.up ?? 'y'))), target);
}
