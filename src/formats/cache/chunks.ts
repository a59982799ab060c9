import type { ByteSink } from '../byte-sink.ts';
import type { ByteSource } from '../byte-source.ts';
import { readText, viewOf } from '../bytes.ts';
import { crc32 } from '../crc32.ts';

/**
 * An animation file is a mark and then chunks: a name of four letters, the bytes of what follows, its checksum, and the checksum
 * of these twelve bytes. A file that was cut off has whole chunks up to the cut.
 */

export const MARK = 'PELAGE1\n';
export const MARK_BYTES = 8;
const HEADER_BYTES = 16;

export type ChunkName = 'HEAD' | 'FRAM' | 'INDX' | 'DONE';

export interface Chunk {
  readonly name: string;
  /** Where its content lies. */
  readonly start: number;
  readonly size: number;
  readonly checksum: number;
}

/** Writes a chunk and gives the place where it begins. */
export function writeChunk(sink: ByteSink, name: ChunkName, ...pieces: readonly Uint8Array[]): number {
  const place = sink.position;
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const content = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    content.set(piece, at);
    at += piece.length;
  }
  const header = new Uint8Array(HEADER_BYTES);
  const view = viewOf(header);
  for (let k = 0; k < 4; k++) header[k] = name.charCodeAt(k);
  view.setUint32(4, size, true);
  view.setUint32(8, crc32(content), true);
  view.setUint32(12, crc32(header.subarray(0, 12)), true);
  sink.write(header);
  sink.write(content);
  return place;
}

/** The chunk that begins at a place; undefined where none does, or where it is cut off. */
export function chunkAt(source: ByteSource, place: number): Chunk | undefined {
  if (!(place >= MARK_BYTES && place + HEADER_BYTES <= source.size)) return undefined;
  const header = source.read(place, HEADER_BYTES);
  const view = viewOf(header);
  if (view.getUint32(12, true) !== crc32(header.subarray(0, 12))) return undefined;
  const size = view.getUint32(4, true);
  const start = place + HEADER_BYTES;
  if (start + size > source.size) return undefined;
  return { name: readText(header, 0, 4), start, size, checksum: view.getUint32(8, true) };
}

/** The content of a chunk; undefined where it was changed since it was written. */
export function contentOf(source: ByteSource, { start, size, checksum }: Chunk): Uint8Array | undefined {
  const content = source.read(start, size);
  return crc32(content) === checksum ? content : undefined;
}

/** The place behind a chunk. */
export const behind = ({ start, size }: Chunk): number => start + size;

export const isAnimation = (bytes: Uint8Array): boolean =>
  bytes.length >= MARK_BYTES && readText(bytes, 0, MARK_BYTES) === MARK;
