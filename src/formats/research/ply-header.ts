import { InputError } from '../../strands/input-error.ts';
import { readText } from '../bytes.ts';
import { cutOff } from '../cut-off.ts';

/** The header of a .ply file: which elements follow, how many, and what each has. */

export type PlyEncoding = 'ascii' | 'little' | 'big';

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  /** The type of a list's length; a list has as many values of `type` as that says. */
  readonly countType?: PlyType;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly encoding: PlyEncoding;
  readonly elements: readonly PlyElement[];
  /** Where the data begins. */
  readonly end: number;
}

export type PlyType = 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'f32' | 'f64';

const TYPES: ReadonlyMap<string, PlyType> = new Map([
  ['char', 'i8'],
  ['int8', 'i8'],
  ['uchar', 'u8'],
  ['uint8', 'u8'],
  ['short', 'i16'],
  ['int16', 'i16'],
  ['ushort', 'u16'],
  ['uint16', 'u16'],
  ['int', 'i32'],
  ['int32', 'i32'],
  ['uint', 'u32'],
  ['uint32', 'u32'],
  ['float', 'f32'],
  ['float32', 'f32'],
  ['double', 'f64'],
  ['float64', 'f64'],
]);

export const PLY_BYTES: Readonly<Record<PlyType, number>> = /* @__PURE__ */ Object.freeze({
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  i32: 4,
  u32: 4,
  f32: 4,
  f64: 8,
});

const ENCODINGS: ReadonlyMap<string, PlyEncoding> = new Map([
  ['ascii', 'ascii'],
  ['binary_little_endian', 'little'],
  ['binary_big_endian', 'big'],
]);

/** A header longer than this is none. */
const LONGEST_HEADER = 65_536;
const MOST_PROPERTIES = 256;

export const isPly = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && readText(bytes, 0, 3) === 'ply' && (bytes[3] === 10 || bytes[3] === 13);

export function readPlyHeader(name: string, bytes: Uint8Array): PlyHeader {
  if (!isPly(bytes)) throw new InputError('ply/magic', `${name}: a .ply file starts with ply, this one does not`);
  let encoding: PlyEncoding | undefined;
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  let at = 0;
  for (let number = 1; ; number++) {
    const end = bytes.indexOf(10, at);
    if (end < 0 || end > LONGEST_HEADER) throw cutOff('ply/header', `${name}: the header has no end_header`);
    const words = readText(bytes, at, end).trim().split(/\s+/);
    at = end + 1;
    const wrong = (what: string): InputError => new InputError('ply/header', `${name}: line ${number}: ${what}`);
    switch (words[0]) {
      case 'format':
        encoding = ENCODINGS.get(words[1] ?? '');
        if (!encoding) throw wrong(`format ${words[1]} is unknown: ascii, binary_little_endian or binary_big_endian`);
        break;
      case 'element': {
        const count = Number(words[2]);
        if (!Number.isSafeInteger(count) || count < 0) throw wrong(`${words[2]} is no number of elements`);
        elements.push({ name: words[1] ?? '', count, properties: [] });
        break;
      }
      case 'property': {
        const last = elements.at(-1);
        if (!last || last.properties.length >= MOST_PROPERTIES) throw wrong('this property belongs to no element');
        last.properties.push(readProperty(words, wrong));
        break;
      }
      case 'end_header':
        if (!encoding) throw wrong('the header says no format');
        return { encoding, elements, end: at };
    }
  }
}

function readProperty(words: readonly string[], wrong: (what: string) => InputError): PlyProperty {
  const known = (word: string | undefined): PlyType => {
    const type = TYPES.get(word ?? '');
    if (!type) throw wrong(`${word} is no type of a property`);
    return type;
  };
  return words[1] === 'list'
    ? { name: words[4] ?? '', type: known(words[3]), countType: known(words[2]) }
    : { name: words[2] ?? '', type: known(words[1]) };
}
