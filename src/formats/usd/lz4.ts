import type { InputError } from '../../strands/input-error.ts';
import { viewOf } from '../bytes.ts';

/** LZ4 blocks (Yann Collet's format) as USD crate files wrap them: a byte that counts pieces, then the pieces. */

type Fail = (what: string) => InputError;

/** One block into `out` from `to` on; returns the place behind what was written. */
function unpackBlock(bytes: Uint8Array, out: Uint8Array, to: number, fail: Fail): number {
  let at = 0;
  let end = to;
  const longer = (start: number): number => {
    let length = start;
    let more = 255;
    while (more === 255) {
      if (at >= bytes.length) throw fail('ends within a length');
      more = bytes[at++]!;
      length += more;
    }
    return length;
  };
  while (at < bytes.length) {
    const token = bytes[at++]!;
    const literals = token >> 4 === 15 ? longer(15) : token >> 4;
    if (at + literals > bytes.length || end + literals > out.length) throw fail('holds more than it promises');
    out.set(bytes.subarray(at, at + literals), end);
    at += literals;
    end += literals;
    if (at >= bytes.length) break;
    if (at + 2 > bytes.length) throw fail('ends within a reference');
    const distance = bytes[at]! | (bytes[at + 1]! << 8);
    at += 2;
    const length = ((token & 15) === 15 ? longer(15) : token & 15) + 4;
    if (distance === 0 || distance > end - to || end + length > out.length) throw fail('refers to what is not there');
    // Byte by byte: a reference may overlap what it writes.
    for (let k = 0; k < length; k++, end++) out[end] = out[end - distance]!;
  }
  return end;
}

/** Unpacks into `out`; returns how many bytes there were. */
export function unpackLz4(bytes: Uint8Array, out: Uint8Array, fail: Fail): number {
  if (bytes.length === 0) throw fail('is empty');
  const pieces = bytes[0]!;
  if (pieces === 0) return unpackBlock(bytes.subarray(1), out, 0, fail);
  let at = 1;
  let end = 0;
  for (let k = 0; k < pieces; k++) {
    const size = at + 4 <= bytes.length ? viewOf(bytes).getInt32(at, true) : -1;
    if (size < 0 || at + 4 + size > bytes.length) throw fail('ends within a piece');
    end = unpackBlock(bytes.subarray(at + 4, at + 4 + size), out, end, fail);
    at += 4 + size;
  }
  return end;
}
