import type { AttributeArray } from '../../strands/strands.ts';
import type { ByteSink } from '../byte-sink.ts';

/**
 * Writes crate files, version 0.8: values first, as they come; then the tables of names, fields, paths and specs, and where each table is.
 * Tables are stored, not compressed: hair is in the values.
 */

/** Codes of types of values. */
export const VALUE = {
  ...{ uchar: 2, int: 3, uint: 4, float: 8, double: 9, string: 10, token: 11 },
  ...{ float2: 20, int2: 22, float3: 24, int3: 26, float4: 28, int4: 30 },
  ...{ tokenVector: 41, specifier: 42, variability: 44, timeSamples: 46, doubleVector: 48 },
} as const;

/** Kinds of specs. */
export const KIND = { attribute: 1, prim: 6, root: 7 } as const;

const ARRAY = 1n << 63n;
const INLINED = 1n << 62n;

const HEADER_BYTES = 88;
const MARK = 'PXR-USDC';
const VERSION = [0, 8, 0];
/** Ends a set of fields. */
const END = -1;
/** How a path goes on in the table: its child follows, it is the last of its parent; or its sibling follows. */
const CHILD_FOLLOWS = -1;
const LAST = -2;
const SIBLING_FOLLOWS = 0;
/** Before the first name, because paths of properties are marked by a minus. */
const NO_NAME = ';-)';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const bytesOf = (data: AttributeArray | BigUint64Array | Float64Array): Uint8Array =>
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

interface Path {
  readonly element: number;
  readonly isProperty: boolean;
  hasChild: boolean;
}

export class CrateWriter {
  readonly #sink: ByteSink;
  readonly #start: number;
  readonly #tokens = new Map<string, number>([[NO_NAME, 0]]);
  readonly #strings: number[] = [];
  readonly #fields: { token: number; value: bigint }[] = [];
  readonly #sets: number[] = [];
  readonly #paths: Path[] = [];
  readonly #specs: { path: number; set: number; kind: number }[] = [];

  constructor(sink: ByteSink) {
    this.#sink = sink;
    this.#start = sink.position;
    sink.write(new Uint8Array(HEADER_BYTES));
  }

  /** A name as a value. */
  token(text: string): bigint {
    return this.inlined(VALUE.token, this.#name(text));
  }

  string(text: string): bigint {
    return this.inlined(VALUE.string, this.#strings.push(this.#name(text)) - 1);
  }

  /** A value of at most 32 bits. */
  inlined(type: number, bits: number): bigint {
    return INLINED | rep(type, bits);
  }

  /** Stands in its rep where single precision holds it exactly. */
  double(value: number): bigint {
    if (Math.fround(value) === value)
      return this.inlined(VALUE.double, new Uint32Array(Float32Array.of(value).buffer)[0]!);
    const at = this.#align();
    this.#sink.write(bytesOf(Float64Array.of(value)));
    return rep(VALUE.double, at);
  }

  array(type: number, count: number, data: AttributeArray): bigint {
    const at = this.#align();
    this.#u64(count);
    this.#sink.write(bytesOf(data));
    return ARRAY | rep(type, count === 0 ? 0 : at);
  }

  tokens(names: readonly string[]): bigint {
    const at = this.#align();
    this.#u64(names.length);
    this.#sink.write(bytesOf(Uint32Array.from(names, (name) => this.#name(name))));
    return rep(VALUE.tokenVector, at);
  }

  /** Times and, for each, a value that was written before. */
  samples(times: Float64Array, values: readonly bigint[]): bigint {
    const timesAt = this.#align();
    this.#u64(times.length);
    this.#sink.write(bytesOf(times));
    const at = this.#align();
    // Each part is found by a jump from where that stands.
    this.#u64(8);
    this.#u64(rep(VALUE.doubleVector, timesAt));
    this.#u64(8);
    this.#u64(values.length);
    this.#sink.write(bytesOf(BigUint64Array.from(values)));
    return rep(VALUE.timeSamples, at);
  }

  /** A path below another, of which it is the only prim; the root has no parent. Gives its number. */
  path(parent: number | null, name: string): number {
    return this.#path(parent, name, false);
  }

  property(parent: number, name: string): number {
    return this.#path(parent, name, true);
  }

  spec(path: number, kind: number, fields: Readonly<Record<string, bigint>>): void {
    this.#specs.push({ path, set: this.#sets.length, kind });
    for (const [name, value] of Object.entries(fields))
      this.#sets.push(this.#fields.push({ token: this.#name(name), value }) - 1);
    this.#sets.push(END);
  }

  /** Writes all tables, and into the header where they are. */
  end(): void {
    const sections: (readonly [name: string, start: number, size: number])[] = [];
    const section = (name: string, write: () => void): void => {
      const start = this.#at;
      write();
      sections.push([name, start, this.#at - start]);
    };
    section('TOKENS', () => {
      const text = utf8([...this.#tokens.keys()].map((token) => `${token}\0`).join(''));
      this.#u64(this.#tokens.size);
      this.#u64(text.length);
      this.#packed(stored(text));
    });
    section('STRINGS', () => {
      this.#u64(this.#strings.length);
      this.#sink.write(bytesOf(Uint32Array.from(this.#strings)));
    });
    section('FIELDS', () => {
      this.#u64(this.#fields.length);
      this.#packed(packedInts(this.#fields.map(({ token }) => token)));
      this.#packed(stored(bytesOf(BigUint64Array.from(this.#fields, ({ value }) => value))));
    });
    section('FIELDSETS', () => {
      this.#u64(this.#sets.length);
      this.#packed(packedInts(this.#sets));
    });
    section('PATHS', () => this.#writePaths());
    section('SPECS', () => {
      this.#u64(this.#specs.length);
      this.#packed(packedInts(this.#specs.map(({ path }) => path)));
      this.#packed(packedInts(this.#specs.map(({ set }) => set)));
      this.#packed(packedInts(this.#specs.map(({ kind }) => kind)));
    });
    const contents = this.#at;
    this.#u64(sections.length);
    for (const [name, start, size] of sections) {
      this.#sink.write(utf8(name.padEnd(16, '\0')));
      this.#u64(start);
      this.#u64(size);
    }
    const header = new Uint8Array(24);
    header.set(utf8(MARK));
    header.set(VERSION, 8);
    new DataView(header.buffer).setBigUint64(16, BigInt(contents), true);
    this.#sink.patch(this.#start, header);
  }

  /** Parents come before their children; properties follow one another. */
  #writePaths(): void {
    const last = this.#paths.length - 1;
    const jump = ({ hasChild }: Path, k: number): number =>
      hasChild ? CHILD_FOLLOWS : k === last ? LAST : SIBLING_FOLLOWS;
    this.#u64(this.#paths.length);
    this.#u64(this.#paths.length);
    this.#packed(packedInts(this.#paths.map((_, k) => k)));
    this.#packed(packedInts(this.#paths.map(({ element, isProperty }) => (isProperty ? -element : element))));
    this.#packed(packedInts(this.#paths.map(jump)));
  }

  #path(parent: number | null, name: string, isProperty: boolean): number {
    if (parent !== null) this.#paths[parent]!.hasChild = true;
    return this.#paths.push({ element: parent === null ? 0 : this.#name(name), isProperty, hasChild: false }) - 1;
  }

  #name(text: string): number {
    const known = this.#tokens.get(text);
    if (known !== undefined) return known;
    this.#tokens.set(text, this.#tokens.size);
    return this.#tokens.size - 1;
  }

  get #at(): number {
    return this.#sink.position - this.#start;
  }

  /** Values begin at multiples of eight bytes, so that readers can use them where they lie. */
  #align(): number {
    this.#sink.write(new Uint8Array(-this.#at & 7));
    return this.#at;
  }

  #u64(value: number | bigint): void {
    this.#sink.write(bytesOf(BigUint64Array.of(BigInt(value))));
  }

  #packed(bytes: Uint8Array): void {
    this.#u64(bytes.length);
    this.#sink.write(bytes);
  }
}

const rep = (type: number, payload: number): bigint => (BigInt(type) << 48n) | BigInt(payload);

/** Bytes in LZ4's way of storing them, one piece as USD wraps it: a length and the bytes. */
function stored(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const more =
    length < 15 ? [] : [...new Array<number>(Math.floor((length - 15) / 255)).fill(255), (length - 15) % 255];
  return Uint8Array.of(0, Math.min(length, 15) << 4, ...more, ...bytes);
}

/** Differences from one number to the next, by two bits each the common one, or how many bytes it has. */
function packedInts(values: readonly number[]): Uint8Array {
  const steps = values.map((value, k) => value - (values[k - 1] ?? 0));
  const common = mostFrequent(steps);
  const codes = new Uint8Array(Math.ceil(values.length / 4));
  const body: number[] = [];
  steps.forEach((step, k) => {
    const size = step === common ? 0 : step === (step << 24) >> 24 ? 1 : step === (step << 16) >> 16 ? 2 : 4;
    codes[k >> 2]! |= (size === 4 ? 3 : size) << (2 * (k & 3));
    for (let byte = 0; byte < size; byte++) body.push((step >> (8 * byte)) & 255);
  });
  return stored(Uint8Array.of(...bytesOf(Int32Array.of(common)), ...codes, ...body));
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best = 0;
  for (const [value, count] of counts) if (count > (counts.get(best) ?? 0)) best = value;
  return best;
}
