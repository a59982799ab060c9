import { type HashableArray, hashArrays } from './hash.ts';

/**
 * Plain data with typed arrays and maps as bytes and back, bit for bit: for baked files and caches.
 *
 * A header of 24 bytes (magic word, length of the text, hash of all else), the data as JSON text in which arrays are
 * numbered, then the arrays one after the other. Text and arrays begin at multiples of eight bytes. Little-endian, as every
 * machine is that runs JavaScript today.
 */

const MAGIC = 0x4b434150;
const HEADER = 24;

const KINDS = { Float32Array, Float64Array, Uint32Array, Int32Array, Uint16Array, Uint8Array } as const;
type Kind = keyof typeof KINDS;

/** How the text says what JSON cannot: an array by its kind, place and length, a map by its entries, an odd number by its name. */
type Special =
  | { readonly $array: readonly [Kind, from: number, length: number] }
  | { readonly $map: readonly (readonly [string, unknown])[] }
  | { readonly $number: string };

export function pack(data: unknown): Uint8Array {
  const arrays: { readonly from: number; readonly bytes: Uint8Array }[] = [];
  let size = 0;
  const say = (value: unknown): unknown => {
    if (typeof value === 'number')
      return isPlain(value) ? value : { $number: Object.is(value, -0) ? '-0' : `${value}` };
    if (typeof value !== 'object' || value === null) return value;
    if (ArrayBuffer.isView(value)) {
      const array = value as HashableArray;
      const from = size;
      arrays.push({ from, bytes: new Uint8Array(array.buffer, array.byteOffset, array.byteLength) });
      size += align(array.byteLength);
      return { $array: [kindOf(array), from, array.length] };
    }
    if (Array.isArray(value)) return value.map(say);
    if (value instanceof Map) return { $map: Array.from(value, ([key, one]) => [key, say(one)]) };
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, say(one)]));
  };
  const text = new TextEncoder().encode(JSON.stringify(say(data)));
  const start = HEADER + align(text.length);
  const out = new Uint8Array(start + size);
  out.set(text, HEADER);
  for (const { from, bytes } of arrays) out.set(bytes, start + from);
  const words = new Uint32Array(out.buffer);
  words[0] = MAGIC;
  words[1] = text.length;
  out.set(new TextEncoder().encode(hashOf(out)), 8);
  return out;
}

/** The data; null where the bytes are not what `pack` made, cut off or damaged. */
export function unpack(bytes: Uint8Array): unknown {
  // Arrays are read in place: their bytes must begin where those of numbers may.
  const all = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  if (all.length < HEADER || all.length % 8 !== 0) return null;
  const [magic, length] = new Uint32Array(all.buffer, all.byteOffset, 2);
  if (magic !== MAGIC || HEADER + length! > all.length) return null;
  if (new TextDecoder().decode(all.subarray(8, HEADER)) !== hashOf(all)) return null;
  const start = all.byteOffset + HEADER + align(length!);
  const revive = (_: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const special = value as Partial<Record<'$array' | '$map' | '$number', never>>;
    if (special.$array) {
      const [kind, from, count] = (value as Extract<Special, { $array: unknown }>).$array;
      return new KINDS[kind](all.buffer as ArrayBuffer, start + from, count).slice();
    }
    if (special.$map) return new Map((value as Extract<Special, { $map: unknown }>).$map);
    return special.$number ? Number(special.$number) : value;
  };
  return JSON.parse(new TextDecoder().decode(all.subarray(HEADER, HEADER + length!)), revive);
}

const isPlain = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

const align = (bytes: number): number => (bytes + 7) & ~7;

const hashOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  hashArrays([
    new Uint32Array(buffer, byteOffset, 2),
    new Uint32Array(buffer, byteOffset + HEADER, (byteLength - HEADER) / 4),
  ]);

function kindOf(array: ArrayBufferView): Kind {
  const kind = (Object.keys(KINDS) as Kind[]).find((name) => array instanceof KINDS[name]);
  if (!kind) throw new TypeError(`${array.constructor.name} cannot be packed`);
  return kind;
}
