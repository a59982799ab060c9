import type { TriangleMesh } from '../body/mesh.ts';
import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import type { HairAnimation } from './animation.ts';
import { convertAnimation, stillAnimation } from './animation.ts';
import { BUDGET_DEFAULTS, Budget } from './budget.ts';
import type { ByteSink } from './byte-sink.ts';
import type { ByteSource } from './byte-source.ts';
import { opening } from './byte-source.ts';
import type { FileData } from './bytes.ts';
import { asBytes } from './bytes.ts';
import { REFINE } from './cubic-curves.ts';
import { checkNotEmpty, readWhole } from './cut-off.ts';
import type {
  AnimationFile,
  FileFormat,
  HairFile,
  MeshFile,
  Metadata,
  ReadOptions,
  Scale,
  Source,
  Target,
  WriteOptions,
} from './format.ts';
import { formatToRead, formatToWrite, isStill } from './lookup.ts';
import type { Conversion } from './units.ts';
import { checkUp, convertMesh, convertPoints, convertStrands, fromFile, metresPer, toFile, unitName } from './units.ts';

/** Files by name and content: which format, which unit, which axes. */

/** Larger than this, hair in metres is more likely hair in another unit. */
const LARGE_METRES = 5;

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
    note(`${name}: the roots are spread over ${(high - low).toPrecision(3)} m: give the file's unit, for example cm`);
}

function scaleLengths(metadata: Metadata, format: FileFormat, factor: number): Metadata {
  if (factor === 1 || !format.lengths) return metadata;
  const result = { ...metadata };
  for (const key of format.lengths) if (typeof metadata[key] === 'number') result[key] = factor * metadata[key];
  return result;
}

/** What every read shares: the checked options, and the sentences on the way. */
class Reading {
  readonly notes: string[] = [];
  readonly note = (sentence: string): void => void this.notes.push(sentence);
  readonly #unit: number | undefined;
  readonly #up: 'y' | 'z' | undefined;

  constructor({ unit, up }: ReadOptions) {
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

function budgetFor(name: string, format: FileFormat, size: number, options: ReadOptions): Budget {
  const { refine = REFINE.usual } = options;
  if (!(Number.isInteger(refine) && refine >= REFINE.least && refine <= REFINE.most))
    throw new InputError('format/refine', `refine ${refine} is no whole number from ${REFINE.least} to ${REFINE.most}`);
  // Finer polylines are what the person asked for, not what the file claims.
  const factor = (format.budgetFactor ?? BUDGET_DEFAULTS.factor) + Math.max(0, refine - REFINE.usual);
  return options.budget ?? new Budget(size, { name, factor });
}

/** Reads hair. `name` gives the extension and stands in messages; nothing is opened here. */
export function readHair(name: string, data: FileData, options: ReadOptions = {}): HairFile {
  const bytes = asBytes(data);
  const reading = new Reading(options);
  const { note, notes } = reading;
  checkNotEmpty(name, bytes.length);
  const format = formatToRead(name, bytes, 'readHair', note);
  const budget = budgetFor(name, format, bytes.length, options);
  const content = readWhole(bytes.length, () => format.readHair!({ name, bytes, budget, note, options }));
  const conversion = reading.conversion(content, () => noteAssumedUnit(name, content.strands, note));
  return {
    strands: convertStrands(content.strands, conversion),
    notes,
    metadata: scaleLengths(content.metadata, format, conversion.factor),
  };
}

const stillFile = ({ strands, ...rest }: HairFile): AnimationFile => ({ animation: stillAnimation(strands), ...rest });

/** Opens hair over time. Frames are read from `data` when they are asked for: it must stay open as long as the animation. */
export function openAnimation(name: string, data: ByteSource, options: ReadOptions = {}): AnimationFile {
  const reading = new Reading(options);
  const { note, notes } = reading;
  checkNotEmpty(name, data.size);
  const start = opening(data, 64);
  if (isStill(start)) return stillFile(readHair(name, data.read(0, data.size), options));
  const format = formatToRead(name, start, 'openAnimation', note);
  const budget = budgetFor(name, format, data.size, options);
  const content = readWhole(data.size, () => format.openAnimation!({ name, data, budget, note, options }));
  const conversion = reading.conversion(content, () => noteAssumedUnit(name, content.animation.strands, note));
  return {
    animation: convertAnimation(content.animation, conversion),
    notes,
    metadata: scaleLengths(content.metadata, format, conversion.factor),
  };
}

function targetFor(name: string, format: FileFormat, options: WriteOptions): Target {
  const unit = metresPer(options.unit ?? 1);
  const up = checkUp(options.up ?? 'y');
  const metadata = scaleLengths(options.metadata ?? {}, format, 1 / unit);
  return { name, options, metadata, unit, up, note: options.note ?? (() => {}) };
}

/** Writes hair as the bytes of a file of that name. Nothing is resampled, repaired or rounded beyond the format's numbers. */
export function writeHair(name: string, strands: Strands, options: WriteOptions = {}): Uint8Array {
  const format = formatToWrite(name, 'writeHair');
  const target = targetFor(name, format, options);
  return format.writeHair!(convertStrands(strands, toFile(target.unit, target.up)), target);
}

/** Writes hair over time, frame by frame, as a file of that name. */
export function writeAnimation(
  name: string,
  animation: HairAnimation,
  sink: ByteSink,
  options: WriteOptions = {},
): void {
  const format = formatToWrite(name, 'writeAnimation');
  const target = targetFor(name, format, options);
  format.writeAnimation!(convertAnimation(animation, toFile(target.unit, target.up)), { ...target, sink });
}

/** Reads a triangle mesh. */
export function readMesh(name: string, data: FileData, options: ReadOptions = {}): MeshFile {
  const bytes = asBytes(data);
  const reading = new Reading(options);
  const { note, notes } = reading;
  checkNotEmpty(name, bytes.length);
  const format = formatToRead(name, bytes, 'readMesh', note);
  const budget = budgetFor(name, format, bytes.length, options);
  const content = readWhole(bytes.length, () => format.readMesh!({ name, bytes, budget, note, options }));
  const { mesh, frames, ...scale } = 'mesh' in content ? content : { mesh: content, frames: undefined };
  const conversion = reading.conversion(scale, () => note(assumedMetres(name)));
  const moved = frames && { ...frames, frames: frames.frames.map((points) => convertPoints(points, conversion)) };
  return { mesh: convertMesh(mesh, conversion), notes, ...(moved ? { frames: moved } : {}) };
}

export function writeMesh(name: string, mesh: TriangleMesh, options: WriteOptions = {}): Uint8Array {
  const format = formatToWrite(name, 'writeMesh');
  const target = targetFor(name, format, options);
  return format.writeMesh!(convertMesh(mesh, toFile(target.unit, target.up)), target);
}
