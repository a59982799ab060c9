import type { TriangleMesh } from '../body/mesh.ts';
import type { StrandStream } from '../strands/strand-stream.ts';
import type { Strands } from '../strands/strands.ts';
import type { HairAnimation } from './animation.ts';
import { convertAnimation, stillAnimation } from './animation.ts';
import type { ByteSink } from './byte-sink.ts';
import type { ByteSource } from './byte-source.ts';
import { opening } from './byte-source.ts';
import type { FileData } from './bytes.ts';
import { asBytes } from './bytes.ts';
import { checkNotEmpty } from './cut-off.ts';
import type { AnimationFile, FileFormat, HairFile, MeshFile, ReadOptions, Target, WriteOptions } from './format.ts';
import { type Ability, canWrite, formatToRead, formatToWrite, isStill } from './lookup.ts';
import {
  type AnimationReader,
  type HairReader,
  type MeshReader,
  openAnimationWith,
  readHairWith,
  readMeshWith,
  scaleLengths,
} from './reading.ts';
import { checkUp, convertMesh, convertStrands, convertStream, metresPer, toFile } from './units.ts';

/** Files by name and content: which format. */

/** The reader of a file, and what is to be said about how it was found. */
function readerOf(name: string, bytes: Uint8Array, size: number, ability: Ability): [FileFormat, string[]] {
  checkNotEmpty(name, size);
  const notes: string[] = [];
  return [formatToRead(name, bytes, ability, (sentence) => void notes.push(sentence)), notes];
}

/** Reads hair. `name` gives the extension and stands in messages; nothing is opened here. */
export function readHair(name: string, data: FileData, options: ReadOptions = {}): HairFile {
  const bytes = asBytes(data);
  const [format, notes] = readerOf(name, bytes, bytes.length, 'readHair');
  return readHairWith(format as HairReader, name, bytes, options, notes);
}

const stillFile = ({ strands, ...rest }: HairFile): AnimationFile => ({ animation: stillAnimation(strands), ...rest });

/** Opens hair over time. Frames are read from `data` when they are asked for: it must stay open as long as the animation. */
export function openAnimation(name: string, data: ByteSource, options: ReadOptions = {}): AnimationFile {
  checkNotEmpty(name, data.size);
  const start = opening(data, 64);
  if (isStill(start)) return stillFile(readHair(name, data.read(0, data.size), options));
  const [format, notes] = readerOf(name, start, data.size, 'openAnimation');
  return openAnimationWith(format as AnimationReader, name, data, options, notes);
}

/** Reads a triangle mesh. */
export function readMesh(name: string, data: FileData, options: ReadOptions = {}): MeshFile {
  const bytes = asBytes(data);
  const [format, notes] = readerOf(name, bytes, bytes.length, 'readMesh');
  return readMeshWith(format as MeshReader, name, bytes, options, notes);
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

/** Whether hair of that name can be written without being in memory. */
export const canStreamHair = (name: string): boolean => canWrite(name, 'streamHair');

/** Writes hair range by range as a file of that name; `onStrands` is told how many strands are written. */
export function streamHair(
  name: string,
  stream: StrandStream,
  sink: ByteSink,
  { onStrands, ...options }: WriteOptions & { onStrands?: (written: number) => void } = {},
): void {
  const format = formatToWrite(name, 'streamHair');
  const target = targetFor(name, format, options);
  format.streamHair!(convertStream(stream, toFile(target.unit, target.up)), { ...target, sink, onStrands });
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

export function writeMesh(name: string, mesh: TriangleMesh, options: WriteOptions = {}): Uint8Array {
  const format = formatToWrite(name, 'writeMesh');
  const target = targetFor(name, format, options);
  return format.writeMesh!(convertMesh(mesh, toFile(target.unit, target.up)), target);
}
