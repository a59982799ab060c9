import { grouped } from '../budget.ts';
import { half } from '../half.ts';
import type { CrateFile } from './crate-file.ts';
import type { UsdArray, UsdValue } from './types.ts';

/** Values of a crate file: 64 bits that hold a small value, or say where a larger one lies. */

/** Codes of types. */
export const TYPE = {
  string: 10,
  token: 11,
  pathListOp: 34,
  referenceListOp: 35,
  tokenVector: 41,
  timeSamples: 46,
  payload: 47,
  doubleVector: 48,
  stringVector: 50,
  valueBlock: 51,
  payloadListOp: 55,
} as const;

interface NumberType {
  /** Numbers an element. */
  readonly size: number;
  readonly bytes: 1 | 2 | 4 | 8;
  readonly isFloat: boolean;
  readonly isSigned: boolean;
  readonly isMatrix?: boolean;
}

const whole = (bytes: 1 | 4 | 8, isSigned: boolean): NumberType => ({ size: 1, bytes, isFloat: false, isSigned });
const float = (size: number, bytes: 2 | 4 | 8, isMatrix = false): NumberType => ({
  size,
  bytes,
  isFloat: true,
  isSigned: true,
  isMatrix,
});
const vector = (size: number, from: number): [number, NumberType][] => [
  [from, float(size, 8)],
  [from + 1, float(size, 4)],
  [from + 2, float(size, 2)],
  [from + 3, { size, bytes: 4, isFloat: false, isSigned: true }],
];

const NUMBERS = new Map<number, NumberType>([
  [1, whole(1, false)],
  [2, whole(1, false)],
  [3, whole(4, true)],
  [4, whole(4, false)],
  [5, whole(8, true)],
  [6, whole(8, false)],
  [7, float(1, 2)],
  [8, float(1, 4)],
  [9, float(1, 8)],
  [13, float(4, 8, true)],
  [14, float(9, 8, true)],
  [15, float(16, 8, true)],
  [16, float(4, 8)],
  [17, float(4, 4)],
  [18, float(4, 2)],
  ...vector(2, 19),
  ...vector(3, 23),
  ...vector(4, 27),
  [56, float(1, 8)],
]);

/** Shorter arrays are never packed. */
const LEAST_PACKED = 16;

export interface Rep {
  readonly type: number;
  readonly isArray: boolean;
  readonly isInlined: boolean;
  readonly isPacked: boolean;
  /** The lower 32 bits, and all 48 as a number. */
  readonly low: number;
  readonly payload: number;
}

export function repAt(file: CrateFile, at: number): Rep {
  file.at = at;
  file.take(8);
  return repFrom(file.view, at);
}

export function repFrom(view: DataView, at: number): Rep {
  const low = view.getUint32(at, true);
  const high = view.getUint32(at + 4, true);
  return {
    type: (high >>> 16) & 0xff,
    isArray: (high & 0x80000000) !== 0,
    isInlined: (high & 0x40000000) !== 0,
    isPacked: (high & 0x20000000) !== 0,
    low,
    payload: low + 4294967296 * (high & 0xffff),
  };
}

export interface Names {
  readonly tokens: readonly string[];
  /** Indices of tokens. */
  readonly strings: Uint32Array;
  readonly paths: readonly string[];
  /** Of the file: versions are 0.8, 0.9, 0.10, and this is the number behind the point. */
  readonly version: number;
}

export class CrateValue implements UsdValue {
  readonly #file: CrateFile;
  readonly #rep: Rep;
  readonly #names: Names;

  constructor(file: CrateFile, rep: Rep, names: Names) {
    this.#file = file;
    this.#rep = rep;
    this.#names = names;
  }

  /** Moves to the elements of an array and gives their number. */
  #openArray(): number {
    const file = this.#file;
    if (this.#rep.payload === 0) return 0;
    file.at = this.#rep.payload;
    if (this.#names.version < 5) file.u32();
    return this.#names.version < 7 ? file.u32() : file.u64();
  }

  count(): number {
    const type = NUMBERS.get(this.#rep.type);
    if (!type) return 0;
    return type.size * (this.#rep.isArray ? this.#checked(this.#openArray(), type) : 1);
  }

  /** An array that is not packed has all its bytes in the file. */
  #checked(count: number, { size, bytes }: NumberType): number {
    if (!this.#rep.isPacked && !(count * size * bytes <= this.#file.bytes.length))
      throw this.#file.cutOff(`an array of ${grouped(count)} elements is longer than the file`);
    return count;
  }

  size(): number {
    return 4 * this.count();
  }

  fill(out: UsdArray): void {
    const type = NUMBERS.get(this.#rep.type);
    if (!type) throw this.#file.error('type', 'a number is expected where the file has something else');
    if (this.#rep.isArray) this.#fillArray(out, type);
    else if (this.#rep.isInlined) this.#fillInlined(out, type);
    else {
      this.#file.at = this.#rep.payload;
      this.#fillPlain(out, type, 1);
    }
  }

  #fillArray(out: UsdArray, type: NumberType): void {
    const count = this.#openArray();
    if (count === 0) return;
    if (!this.#rep.isPacked || count < LEAST_PACKED) this.#fillPlain(out, type, count);
    else if (!type.isFloat && type.bytes === 4) out.set(this.#file.packedInts(count, 'an array'));
    else if (type.isFloat && type.size === 1) this.#fillPackedFloats(out, type, count);
    else throw this.#file.error('packed', 'an array of 64-bit whole numbers is packed, which is not read');
  }

  /** Floats that are whole numbers, or few different ones: numbers of a table. */
  #fillPackedFloats(out: UsdArray, type: NumberType, count: number): void {
    const file = this.#file;
    const code = String.fromCharCode(file.u8());
    if (code === 'i') {
      out.set(file.packedInts(count, 'an array'));
      return;
    }
    if (code !== 't')
      throw file.error('packed', `an array is packed in a way that is not known (${code.charCodeAt(0)})`);
    const size = file.u32();
    const start = file.take(size * type.bytes);
    const index = file.packedInts(count, 'an array');
    for (let i = 0; i < count; i++) {
      const k = index[i]!;
      if (!(k >= 0 && k < size)) throw file.error('packed', 'an array names a number that its table does not have');
      out[i] = this.#number(start + k * type.bytes, type);
    }
  }

  #number(at: number, { bytes, isFloat, isSigned }: NumberType): number {
    const { view } = this.#file;
    if (bytes === 1) return view.getUint8(at);
    if (bytes === 2) return half(view.getUint16(at, true));
    if (bytes === 4) {
      if (isFloat) return view.getFloat32(at, true);
      return isSigned ? view.getInt32(at, true) : view.getUint32(at, true);
    }
    if (isFloat) return view.getFloat64(at, true);
    return (
      view.getUint32(at, true) + 4294967296 * (isSigned ? view.getInt32(at + 4, true) : view.getUint32(at + 4, true))
    );
  }

  #fillPlain(out: UsdArray, type: NumberType, count: number): void {
    const total = count * type.size;
    const start = this.#file.take(total * type.bytes);
    for (let i = 0; i < total; i++) out[i] = this.#number(start + i * type.bytes, type);
    // Quaternions lie as x, y, z, w in the file and are written w first elsewhere.
    if (this.#rep.type >= 16 && this.#rep.type <= 18)
      for (let i = 0; i + 3 < total; i += 4) {
        const w = out[i + 3]!;
        out.copyWithin(i + 1, i, i + 3);
        out[i] = w;
      }
  }

  /** Small values stand in the rep itself: 32 bits, or a signed byte for each number (of a matrix: of its diagonal). */
  #fillInlined(out: UsdArray, { size, isFloat, isSigned, bytes, isMatrix }: NumberType): void {
    const { low, payload } = this.#rep;
    const view = new DataView(new ArrayBuffer(8));
    view.setUint32(0, low, true);
    view.setUint32(4, Math.floor(payload / 4294967296), true);
    if (isMatrix) {
      const rank = Math.sqrt(size);
      out.fill(0, 0, size);
      for (let k = 0; k < rank; k++) out[k * (rank + 1)] = view.getInt8(k);
    } else if (size > 1) for (let k = 0; k < size; k++) out[k] = view.getInt8(k);
    else if (isFloat) out[0] = bytes === 2 ? half(low & 0xffff) : view.getFloat32(0, true);
    else out[0] = isSigned ? view.getInt32(0, true) : low;
  }

  texts(): string[] {
    const { type, isArray, isInlined, low, payload } = this.#rep;
    const { tokens, strings } = this.#names;
    const isString = type === TYPE.string || type === TYPE.stringVector;
    const text = (index: number): string => (isString ? tokens[strings[index] ?? -1] : tokens[index]) ?? '';
    if (type !== TYPE.token && type !== TYPE.tokenVector && !isString) return [];
    if (isInlined && !isArray) return [text(low)];
    const file = this.#file;
    file.at = payload;
    const count =
      type === TYPE.tokenVector || type === TYPE.stringVector ? file.u64() : isArray ? this.#openArray() : 1;
    const start = file.take(4 * count);
    file.budget.claim(16 * count, 'texts');
    return Array.from({ length: count }, (_, i) => text(file.view.getUint32(start + 4 * i, true)));
  }
}
