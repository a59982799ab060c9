import { InputError } from '../../strands/input-error.ts';
import type { Budget } from '../budget.ts';
import { grouped } from '../budget.ts';
import { readText, viewOf } from '../bytes.ts';
import { cutOff } from '../cut-off.ts';
import { unpackLz4 } from './lz4.ts';

/** The bytes of a crate file: numbers at places, and runs of whole numbers as the format packs them. */

export class CrateFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly budget: Budget;
  readonly view: DataView;
  /** The place of the next read. */
  at = 0;

  constructor(name: string, bytes: Uint8Array, budget: Budget) {
    this.name = name;
    this.bytes = bytes;
    this.budget = budget;
    this.view = viewOf(bytes);
  }

  error(kind: string, what: string): InputError {
    return new InputError(`usd/${kind}`, `${this.name}: ${what}`);
  }

  cutOff(what: string): InputError {
    return cutOff('usd/truncated', `${this.name}: ${what}`);
  }

  /** Moves on by so many bytes and gives the place before; refuses to leave the file. */
  take(size: number): number {
    const { at } = this;
    if (!(size >= 0 && at >= 0 && at + size <= this.bytes.length))
      throw this.cutOff(
        `${grouped(size)} bytes are promised at byte ${grouped(at)} but the file ends at ${grouped(this.bytes.length)}`,
      );
    this.at = at + size;
    return at;
  }

  u8(): number {
    return this.bytes[this.take(1)]!;
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  /** 64 bits; beyond 2^53 rounded, and out of every file all the same. */
  u64(): number {
    const at = this.take(8);
    return this.view.getUint32(at, true) + 4294967296 * this.view.getUint32(at + 4, true);
  }

  i64(): number {
    const at = this.take(8);
    return this.view.getUint32(at, true) + 4294967296 * this.view.getInt32(at + 4, true);
  }

  text(size: number): string {
    const at = this.take(size);
    return readText(this.bytes, at, at + size);
  }

  /** Packed bytes: `packed` of them here become exactly `size`. */
  unpack(packed: number, size: number, what: string): Uint8Array {
    const start = this.take(packed);
    this.#checkRatio(packed, size, what);
    const out = this.budget.uint8(size, what);
    const filled = unpackLz4(this.bytes.subarray(start, start + packed), out, (why) =>
      this.error('packed', `${what} ${why}`),
    );
    return out.subarray(0, filled);
  }

  /** LZ4 packs at most 255 to 1. */
  #checkRatio(packed: number, size: number, what: string): void {
    if (!(size <= 255 * packed + 64))
      throw this.error('packed', `${what} cannot have ${grouped(size)} bytes: its counts are damaged`);
    this.budget.unpack(size, what);
  }

  /** Whole numbers of 32 bits: differences from one to the next, the most frequent one coded by two bits. */
  packedInts(count: number, what: string): Int32Array {
    const packed = this.u64();
    const codeBytes = Math.ceil(count / 4);
    if (!(codeBytes <= 255 * packed + 64)) throw this.error('packed', `${what} cannot have ${grouped(count)} numbers`);
    const most = 4 + codeBytes + 4 * count;
    const start = this.take(packed);
    this.budget.unpack(Math.min(most, 255 * packed + 64) + 4 * count, what);
    const room = this.budget.uint8(Math.min(most, 255 * packed + 64), what);
    const filled = unpackLz4(this.bytes.subarray(start, start + packed), room, (why) =>
      this.error('packed', `${what} ${why}`),
    );
    const out = this.budget.int32(count, what);
    if (count > 0) this.#decodeInts(room.subarray(0, filled), out, what);
    return out;
  }

  #decodeInts(coded: Uint8Array, out: Int32Array, what: string): void {
    const view = viewOf(coded);
    let at = 4 + Math.ceil(out.length / 4);
    if (at > coded.length) throw this.error('packed', `${what} ends early`);
    const common = view.getInt32(0, true);
    let value = 0;
    for (let i = 0; i < out.length; i++) {
      const code = (coded[4 + (i >> 2)]! >> (2 * (i & 3))) & 3;
      const size = code === 3 ? 4 : code;
      if (at + size > coded.length) throw this.error('packed', `${what} ends early`);
      if (code === 0) value += common;
      else if (code === 1) value += view.getInt8(at);
      else value += code === 2 ? view.getInt16(at, true) : view.getInt32(at, true);
      at += size;
      value |= 0;
      out[i] = value;
    }
  }
}
