import { InputError } from '../../strands/input-error.ts';
import { grouped } from '../budget.ts';
import { readText, viewOf } from '../bytes.ts';
import { crc32 } from '../crc32.ts';
import { cutOff } from '../cut-off.ts';

/** .usdz: a zip archive without compression whose files start on multiples of 64 bytes. */

export interface ZipFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const ALIGNMENT = 64;
/** An extra field that only takes room; readers pass over what they do not know. */
const PADDING = 0x1986;
/** 1 January 1980, so that the same hair gives the same bytes. */
const DATE = 0x21;
const VERSION = 20;

export const isZip = (bytes: Uint8Array): boolean => bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === LOCAL;

interface Entry {
  readonly name: Uint8Array;
  readonly bytes: Uint8Array;
  readonly crc: number;
  readonly start: number;
  readonly padding: number;
}

function layOut(files: readonly ZipFile[]): { entries: Entry[]; end: number } {
  let at = 0;
  const entries = files.map(({ name, bytes }) => {
    const text = new TextEncoder().encode(name);
    const bare = at + LOCAL_BYTES + text.length;
    let padding = (ALIGNMENT - (bare % ALIGNMENT)) % ALIGNMENT;
    // A field takes four bytes itself.
    if (padding > 0 && padding < 4) padding += ALIGNMENT;
    const entry = { name: text, bytes, crc: crc32(bytes), start: at, padding };
    at = bare + padding + bytes.length;
    return entry;
  });
  return { entries, end: at };
}

/** What local and central headers have in common, from the version needed on. */
function putCommon(view: DataView, at: number, { crc, bytes, name, padding }: Entry, extra: number): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 8, DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, bytes.length, true);
  view.setUint32(at + 18, bytes.length, true);
  view.setUint16(at + 22, name.length, true);
  view.setUint16(at + 24, extra * padding, true);
}

export function writeZip(files: readonly ZipFile[]): Uint8Array {
  const { entries, end } = layOut(files);
  const directory = entries.reduce((sum, { name }) => sum + CENTRAL_BYTES + name.length, 0);
  const bytes = new Uint8Array(end + directory + END_BYTES);
  const view = viewOf(bytes);
  let at = end;
  for (const entry of entries) {
    view.setUint32(entry.start, LOCAL, true);
    putCommon(view, entry.start + 4, entry, 1);
    const named = entry.start + LOCAL_BYTES;
    bytes.set(entry.name, named);
    if (entry.padding > 0) {
      view.setUint16(named + entry.name.length, PADDING, true);
      view.setUint16(named + entry.name.length + 2, entry.padding - 4, true);
    }
    bytes.set(entry.bytes, named + entry.name.length + entry.padding);
    view.setUint32(at, CENTRAL, true);
    view.setUint16(at + 4, VERSION, true);
    putCommon(view, at + 6, entry, 0);
    view.setUint32(at + 42, entry.start, true);
    bytes.set(entry.name, at + CENTRAL_BYTES);
    at += CENTRAL_BYTES + entry.name.length;
  }
  view.setUint32(at, END, true);
  view.setUint16(at + 8, entries.length, true);
  view.setUint16(at + 10, entries.length, true);
  view.setUint32(at + 12, directory, true);
  view.setUint32(at + 16, end, true);
  return bytes;
}

/** The files of an archive, one after the other as they lie; the first is the stage of a .usdz. */
export function filesOfZip(name: string, bytes: Uint8Array): ZipFile[] {
  const files: ZipFile[] = [];
  const view = viewOf(bytes);
  for (let at = 0; at + 4 <= bytes.length && view.getUint32(at, true) === LOCAL; ) {
    const { file, end } = fileAt(name, bytes, at, files.length === 0);
    if (!file) break;
    files.push(file);
    at = end;
  }
  return files;
}

function fileAt(
  name: string,
  bytes: Uint8Array,
  at: number,
  isFirst: boolean,
): { file: ZipFile | undefined; end: number } {
  const view = viewOf(bytes);
  if (at + LOCAL_BYTES > bytes.length) {
    if (!isFirst) return { file: undefined, end: at };
    throw cutOff('usd/truncated', `${name}: the archive ends within its first header`);
  }
  const start = at + LOCAL_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const end = start + view.getUint32(at + 18, true);
  if (isFirst && view.getUint16(at + 8, true) !== 0)
    throw new InputError(
      'usd/packed',
      `${name}: its files are compressed, which .usdz does not allow: pack it again without compression`,
    );
  if (isFirst && end > bytes.length)
    throw cutOff(
      'usd/truncated',
      `${name}: its first file ends at byte ${grouped(end)} but the archive ends at ${grouped(bytes.length)}`,
    );
  if (end > bytes.length || view.getUint16(at + 8, true) !== 0) return { file: undefined, end };
  const named = readText(bytes, at + LOCAL_BYTES, at + LOCAL_BYTES + view.getUint16(at + 26, true));
  return { file: { name: named, bytes: bytes.subarray(start, end) }, end };
}
