import type { HairAnimation } from '../animation.ts';

/** Writes small crate files, for tests: version 0.8, nothing compressed but stored in LZ4's way of storing. */

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** LZ4 literals only: one piece, as USD wraps it. */
function stored(bytes: Uint8Array): Uint8Array {
  const out: number[] = [0];
  const length = bytes.length;
  out.push(Math.min(length, 15) << 4);
  if (length >= 15) {
    let rest = length - 15;
    for (; rest >= 255; rest -= 255) out.push(255);
    out.push(rest);
  }
  return Uint8Array.of(...out, ...bytes);
}

/** Whole numbers, every difference in full. */
function packedInts(values: readonly number[]): Uint8Array {
  const codes = new Uint8Array(Math.ceil(values.length / 4));
  const body = new DataView(new ArrayBuffer(4 * values.length));
  let last = 0;
  values.forEach((value, i) => {
    codes[i >> 2]! |= 3 << (2 * (i & 3));
    body.setInt32(4 * i, value - last, true);
    last = value;
  });
  return stored(Uint8Array.of(0, 0, 0, 0, ...codes, ...new Uint8Array(body.buffer)));
}

class Bytes {
  readonly #parts: number[] = [];

  get length(): number {
    return this.#parts.length;
  }

  add(bytes: ArrayLike<number>): number {
    const at = this.#parts.length;
    for (let i = 0; i < bytes.length; i++) this.#parts.push(bytes[i]!);
    return at;
  }

  u64(value: number | bigint): number {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt.asUintN(64, BigInt(value)), true);
    return this.add(new Uint8Array(view.buffer));
  }

  done(): Uint8Array {
    return Uint8Array.from(this.#parts);
  }
}

const TYPES = {
  int: 3,
  float: 8,
  double: 9,
  token: 11,
  vec3f: 24,
  specifier: 42,
  timeSamples: 46,
  doubleVector: 48,
  tokenVector: 41,
  variability: 44,
} as const;

const rep = (type: number, payload: number, flags = 0): bigint =>
  (BigInt(flags) << 61n) | (BigInt(type) << 48n) | BigInt(payload);
const IS_ARRAY = 4;
const IS_INLINED = 2;

class CrateBuilder {
  readonly bytes = new Bytes();
  readonly tokens: string[] = [''];
  readonly fields: { token: number; value: bigint }[] = [];
  readonly sets: number[] = [];
  readonly paths: { element: number; jump: number }[] = [];
  readonly specs: { path: number; set: number; kind: number }[] = [];

  constructor() {
    this.bytes.add(new Uint8Array(88));
  }

  token(text: string): number {
    const known = this.tokens.indexOf(text);
    return known >= 0 ? known : this.tokens.push(text) - 1;
  }

  inlinedToken(text: string): bigint {
    return rep(TYPES.token, this.token(text), IS_INLINED);
  }

  inlined(type: number, value: number): bigint {
    return rep(type, value, IS_INLINED);
  }

  double(value: number): bigint {
    return rep(TYPES.double, new DataView(Float32Array.of(value).buffer).getUint32(0, true), IS_INLINED);
  }

  array(type: number, count: number, bytes: Uint8Array): bigint {
    const at = this.bytes.u64(count);
    this.bytes.add(bytes);
    return rep(type, at, IS_ARRAY);
  }

  tokens41(names: readonly string[]): bigint {
    const at = this.bytes.u64(names.length);
    this.bytes.add(new Uint8Array(Uint32Array.from(names, (name) => this.token(name)).buffer));
    return rep(TYPES.tokenVector, at);
  }

  samples(times: Float64Array, values: readonly bigint[]): bigint {
    const timesAt = this.bytes.u64(times.length);
    this.bytes.add(new Uint8Array(times.slice().buffer));
    const at = this.bytes.u64(8);
    this.bytes.u64(rep(TYPES.doubleVector, timesAt));
    this.bytes.u64(8);
    this.bytes.u64(values.length);
    for (const value of values) this.bytes.u64(value);
    return rep(TYPES.timeSamples, at);
  }

  spec(path: number, kind: number, fields: Readonly<Record<string, bigint>>): void {
    const set = this.sets.length;
    for (const [name, value] of Object.entries(fields))
      this.sets.push(this.fields.push({ token: this.token(name), value }) - 1);
    this.sets.push(-1);
    this.specs.push({ path, set, kind });
  }

  finish(): Uint8Array {
    const { bytes } = this;
    const sections: [string, number, number][] = [];
    const section = (name: string, write: () => void): void => {
      const start = bytes.length;
      write();
      sections.push([name, start, bytes.length - start]);
    };
    const put = (packed: Uint8Array): void => {
      bytes.u64(packed.length);
      bytes.add(packed);
    };
    section('TOKENS', () => {
      const text = utf8(this.tokens.map((token) => `${token}\0`).join(''));
      bytes.u64(this.tokens.length);
      bytes.u64(text.length);
      put(stored(text));
    });
    section('STRINGS', () => bytes.u64(0));
    section('FIELDS', () => {
      bytes.u64(this.fields.length);
      put(packedInts(this.fields.map(({ token }) => token)));
      put(stored(new Uint8Array(BigUint64Array.from(this.fields, ({ value }) => value).buffer)));
    });
    section('FIELDSETS', () => {
      bytes.u64(this.sets.length);
      put(packedInts(this.sets));
    });
    section('PATHS', () => {
      bytes.u64(this.paths.length);
      bytes.u64(this.paths.length);
      put(packedInts(this.paths.map((_, i) => i)));
      put(packedInts(this.paths.map(({ element }) => element)));
      put(packedInts(this.paths.map(({ jump }) => jump)));
    });
    section('SPECS', () => {
      bytes.u64(this.specs.length);
      put(packedInts(this.specs.map(({ path }) => path)));
      put(packedInts(this.specs.map(({ set }) => set)));
      put(packedInts(this.specs.map(({ kind }) => kind)));
    });
    const toc = bytes.u64(sections.length);
    for (const [name, start, size] of sections) {
      bytes.add(utf8(name.padEnd(16, '\0')));
      bytes.u64(start);
      bytes.u64(size);
    }
    const file = bytes.done();
    file.set(utf8('PXR-USDC'));
    file.set([0, 8, 0], 8);
    new DataView(file.buffer).setBigUint64(16, BigInt(toc), true);
    return file;
  }
}

/** A stage with one moving prim of linear curves, /hair, as a crate file. */
export function crateWithCurves(animation: HairAnimation): Uint8Array {
  const crate = new CrateBuilder();
  const { strands, times } = animation;
  const names = ['type', 'curveVertexCounts', 'points', 'widths'];
  // Root, then the prim, then its properties one after the other.
  crate.paths.push({ element: 0, jump: -1 }, { element: crate.token('hair'), jump: -1 });
  for (const [k, name] of names.entries())
    crate.paths.push({ element: -crate.token(name), jump: k === names.length - 1 ? -2 : 0 });
  const counts = Int32Array.from(strands.id, (_, s) => strands.first[s + 1]! - strands.first[s]!);
  const points = (frame: Float32Array): bigint =>
    crate.array(TYPES.vec3f, frame.length / 3, new Uint8Array(frame.slice().buffer));
  const array = (type: number, values: Int32Array | Float32Array): bigint =>
    crate.array(type, values.length, new Uint8Array(values.slice().buffer));
  crate.spec(0, 7, {
    upAxis: crate.inlinedToken('Y'),
    metersPerUnit: crate.double(1),
    timeCodesPerSecond: crate.double(24),
    primChildren: crate.tokens41(['hair']),
  });
  crate.spec(1, 6, {
    specifier: crate.inlined(TYPES.specifier, 0),
    typeName: crate.inlinedToken('BasisCurves'),
    properties: crate.tokens41(names),
  });
  const uniform = { variability: crate.inlined(TYPES.variability, 1) };
  crate.spec(2, 1, { typeName: crate.inlinedToken('token'), ...uniform, default: crate.inlinedToken('linear') });
  crate.spec(3, 1, { typeName: crate.inlinedToken('int[]'), default: array(TYPES.int, counts) });
  const frames = Array.from(times, (_, k) => points(animation.frame(k)));
  crate.spec(4, 1, {
    typeName: crate.inlinedToken('point3f[]'),
    timeSamples: crate.samples(
      times.map((time) => Math.round(24 * time)),
      frames,
    ),
  });
  const widths = new Float32Array(strands.id.length).fill(0.5);
  crate.spec(5, 1, {
    typeName: crate.inlinedToken('float[]'),
    default: array(TYPES.float, widths),
    interpolation: crate.inlinedToken('uniform'),
  });
  return crate.finish();
}
