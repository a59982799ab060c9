import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ByteSink, ByteSource } from '../formats/index.ts';
import type { Context } from './context.ts';
import { readFailure, writeFailure } from './files.ts';

type Place = Pick<Context, 'cwd'>;

/** A file that any part of can be read until it is closed: animations can be larger than memory. */
export interface OpenSource extends ByteSource {
  close(): void;
}

export function openSource(place: Place, path: string): OpenSource {
  let handle: number;
  try {
    handle = openSync(resolve(place.cwd, path), 'r');
  } catch (error) {
    throw readFailure(path, place, error as NodeJS.ErrnoException);
  }
  return {
    size: fstatSync(handle).size,
    read: (offset, length) => readAt(handle, offset, length),
    close: () => closeSync(handle),
  };
}

/** Hands an open file to `use`. */
export function withSource<T>(place: Place, path: string, use: (source: ByteSource) => T): T {
  const source = openSource(place, path);
  try {
    return use(source);
  } finally {
    source.close();
  }
}

function readAt(handle: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let got = 0; got < length; ) {
    const more = readSync(handle, bytes, got, length - got, offset + got);
    if (more === 0) throw new Error(`the file became shorter while it was read: ${offset + got} bytes are left`);
    got += more;
  }
  return bytes;
}

/** A file that grows. What was written is in the file at once, whatever happens to the program. */
export class FileSink implements ByteSink {
  position = 0;
  readonly #handle: number;
  readonly #path: string;

  constructor({ cwd }: Place, path: string) {
    this.#path = path;
    try {
      this.#handle = openSync(resolve(cwd, path), 'w');
    } catch (error) {
      throw writeFailure(path, error as NodeJS.ErrnoException);
    }
  }

  write(bytes: Uint8Array): void {
    this.#put(bytes, this.position);
    this.position += bytes.length;
  }

  patch(offset: number, bytes: Uint8Array): void {
    this.#put(bytes, offset);
  }

  #put(bytes: Uint8Array, offset: number): void {
    try {
      for (let done = 0; done < bytes.length; )
        done += writeSync(this.#handle, bytes, done, bytes.length - done, offset + done);
    } catch (error) {
      throw writeFailure(this.#path, error as NodeJS.ErrnoException);
    }
  }

  close(): void {
    closeSync(this.#handle);
  }
}

/** Writes a file piece by piece under another name, then renames it: nobody ever finds half of it. Returns its size. */
export function writeDraft(place: Place, path: string, write: (sink: ByteSink) => void): number {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  const sink = new FileSink(place, draft);
  try {
    write(sink);
  } catch (error) {
    sink.close();
    rmSync(resolve(place.cwd, draft), { force: true });
    throw error;
  }
  sink.close();
  renameSync(resolve(place.cwd, draft), resolve(place.cwd, path));
  return sink.position;
}
