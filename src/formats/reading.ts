import type { TriangleMesh } from '../body/mesh.ts';
import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import { UNIT_ADVICE } from './advice.ts';
import { convertAnimation } from './animation.ts';
import { BUDGET_DEFAULTS, Budget } from './budget.ts';
import type { ByteSource } from './byte-source.ts';
import type { FileData } from './bytes.ts';
import { asBytes } from './bytes.ts';
import { REFINE } from './cubic-curves.ts';
import { checkNotEmpty, readWhole } from './cut-off.ts';
import type {
  AnimationContent,
  AnimationFile,
  AnimationSource,
  FileFormat,
  HairContent,
  HairFile,
  MeshContent,
  MeshFile,
  Metadata,
  ReadOptions,
  Scale,
  Source,
} from './format.ts';
import type { Conversion } from './units.ts';
import { checkUp, convertMesh, convertPoints, convertStrands, fromFile, metresPer, unitName } from './units.ts';

/** Reads files of a format that is known: which unit, which axes. A page that reads one format carries no other. */

/** What a reader of one format needs; every format has one. */
export type FileReader = Pick<FileFormat, 'title' | 'extensions' | 'lengths' | 'budgetFactor'>;
export interface HairReader extends FileReader {
  readonly readHair: (source: Source) => HairContent;
}
export interface AnimationReader extends FileReader {
  readonly openAnimation: (source: AnimationSource) => AnimationContent;
}
export interface MeshReader extends FileReader {
  readonly readMesh: (source: Source) => TriangleMesh | MeshContent;
}

/** Larger than this, hair in metres is more likely hair in another unit. */
const LARGE_METRES = 5;

/** And larger than this, in centimetres: a scalp is some 18 cm high. */
const LARGE_CENTIMETRES = 60;

const assumedMetres = (name: string): string => `${name}: no unit in the file: metres were assumed`;

function noteAssumedUnit(name: string, { positions, first }: Strands, note: Source['note']): void {
  note(assumedMetres(name));
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  // The roots alone: they tell the size of the head, and reading stays fast.
  for (let s = 0; s < first.length - 1; s++) {
    const y = positions[3 * first[s]! + 1]!;
    if (y < low) low = y;
    if (y > high) high = y;
  }
  if (high - low > LARGE_METRES)
    note(
      `${name}: the roots are spread over ${(high - low).toPrecision(3)} m: ${UNIT_ADVICE}${high - low > LARGE_CENTIMETRES ? 'mm' : 'cm'}`,
    );
}

export function scaleLengths(metadata: Metadata, format: FileReader, factor: number): Metadata {
  if (factor === 1 || !format.lengths) return metadata;
  const result = { ...metadata };
  for (const key of format.lengths) if (typeof metadata[key] === 'number') result[key] = factor * metadata[key];
  return result;
}

/** What every read shares: the checked options, and the sentences on the way. */
class Reading {
  readonly notes: string[];
  readonly note = (sentence: string): void => void this.notes.push(sentence);
  readonly #unit: number | undefined;
  readonly #up: 'y' | 'z' | undefined;

  constructor({ unit, up }: ReadOptions, notes: readonly string[]) {
    this.notes = [...notes];
    this.#unit = unit === undefined ? undefined : metresPer(unit);
    this.#up = up === undefined ? undefined : checkUp(up);
  }

  /** The way from the file to the inside. What the person did not ask for but is done all the same is said. */
  conversion(scale: Scale, sayAssumed: () => void): Conversion {
    const unit = this.#unit ?? scale.unit;
    const up = this.#up ?? scale.up ?? 'y';
    if (unit === undefined) sayAssumed();
    else if (this.#unit === undefined && (unit !== 1 || scale.unitReason))
      this.note(
        `the file is in ${unitName(unit)}${reason(scale.unitReason)}${unit === 1 ? '' : ': converted to metres'}`,
      );
    if (up === 'z' && this.#up === undefined) this.note(`the file has Z up${reason(scale.upReason)}: turned to Y up`);
    return fromFile(unit ?? 1, up);
  }
}

const reason = (why: string | undefined): string => (why ? ` (${why})` : '');

function budgetFor(name: string, format: FileReader, size: number, options: ReadOptions): Budget {
  const { refine = REFINE.usual } = options;
  if (!(Number.isInteger(refine) && refine >= REFINE.least && refine <= REFINE.most))
    throw new InputError('format/refine', `refine ${refine} is no whole number from ${REFINE.least} to ${REFINE.most}`);
  // Finer polylines are what the person asked for, not what the file claims.
  const factor = (format.budgetFactor ?? BUDGET_DEFAULTS.factor) + Math.max(0, refine - REFINE.usual);
  return options.budget ?? new Budget(size, { name, factor });
}

/** Reads hair with the reader of one format. `name` stands in messages, `said` before other notes. */
export function readHairWith(
  reader: HairReader,
  name: string,
  data: FileData,
  options: ReadOptions = {},
  said: readonly string[] = [],
): HairFile {
  const bytes = asBytes(data);
  const reading = new Reading(options, said);
  const { note, notes } = reading;
  checkNotEmpty(name, bytes.length);
  const budget = budgetFor(name, reader, bytes.length, options);
  const content = readWhole(bytes.length, () => reader.readHair({ name, bytes, budget, note, options }));
  const conversion = reading.conversion(content, () => noteAssumedUnit(name, content.strands, note));
  return {
    strands: convertStrands(content.strands, conversion),
    notes,
    metadata: scaleLengths(content.metadata, reader, conversion.factor),
  };
}

/** The same for hair over time. Frames are read from `data` when they are asked for: it must stay open as long as the animation. */
export function openAnimationWith(
  reader: AnimationReader,
  name: string,
  data: ByteSource,
  options: ReadOptions = {},
  said: readonly string[] = [],
): AnimationFile {
  const reading = new Reading(options, said);
  const { note, notes } = reading;
  checkNotEmpty(name, data.size);
  const budget = budgetFor(name, reader, data.size, options);
  const content = readWhole(data.size, () => reader.openAnimation({ name, data, budget, note, options }));
  const conversion = reading.conversion(content, () => noteAssumedUnit(name, content.animation.strands, note));
  return {
    animation: convertAnimation(content.animation, conversion),
    notes,
    metadata: scaleLengths(content.metadata, reader, conversion.factor),
  };
}

/** The same for a triangle mesh. */
export function readMeshWith(
  reader: MeshReader,
  name: string,
  data: FileData,
  options: ReadOptions = {},
  said: readonly string[] = [],
): MeshFile {
  const bytes = asBytes(data);
  const reading = new Reading(options, said);
  const { note, notes } = reading;
  checkNotEmpty(name, bytes.length);
  const budget = budgetFor(name, reader, bytes.length, options);
  const content = readWhole(bytes.length, () => reader.readMesh({ name, bytes, budget, note, options }));
  const { mesh, frames, ...scale } = 'mesh' in content ? content : { mesh: content, frames: undefined };
  const conversion = reading.conversion(scale, () => note(assumedMetres(name)));
  const moved = frames && { ...frames, frames: frames.frames.map((points) => convertPoints(points, conversion)) };
  return { mesh: convertMesh(mesh, conversion), notes, ...(moved ? { frames: moved } : {}) };
}
