import { readSync } from 'node:fs';

/** So many bytes of an open file from a place on. */
export function readAt(file: number, at: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const count = readSync(file, bytes, done, length - done, at + done);
    if (count === 0) throw new RangeError('the file ends early');
    done += count;
  }
  return bytes;
}
