import { unzlibSync } from 'fflate';
import { InputError } from '../strands/input-error.ts';
import { Budget } from './budget.ts';
import { viewOf } from './bytes.ts';

/** PNG pictures as numbers: maps of length, density or direction that are laid on a skin. */

export interface PngPicture {
  readonly width: number;
  readonly height: number;
  /** Numbers a pixel: 1 grey, 2 with transparency, 3 colours, 4 with transparency. */
  readonly channels: number;
  /** Rows from the top. */
  readonly data: Uint8Array | Uint16Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** By the type of colour in the file; the missing one is a palette. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };
/** Pixels may be packed to a thousandth: one colour all over is not meant to do harm. */
const MOST_UNPACKED = 1100;

export function readPng(name: string, bytes: Uint8Array): PngPicture {
  const refuse = (what: string): never => {
    throw new InputError('png/invalid', `${name} cannot be read as a PNG picture: ${what}.`);
  };
  if (!SIGNATURE.every((byte, i) => bytes[i] === byte)) refuse('it does not begin as one');
  const { head, packed } = chunksOf(bytes, refuse);
  const view = viewOf(head);
  const [width, height, depth, type] = [view.getUint32(0), view.getUint32(4), head[8]!, head[9]!];
  const channels = CHANNELS[type];
  if (channels === undefined || (depth !== 8 && depth !== 16))
    throw refuse('only grey and colour of 8 or 16 bits are read; save it without a palette');
  if (head[12] !== 0) refuse('it is interlaced; save it without');
  const pixel = (channels * depth) / 8;
  const budget = new Budget(bytes.length, { name, factor: MOST_UNPACKED });
  const raw = budget.uint8((width * pixel + 1) * height, 'pixels');
  unpack(packed, raw, refuse);
  const rows = unfiltered(raw, width * pixel, height, pixel);
  return { width, height, channels, data: depth === 8 ? rows : wholeNumbers(rows) };
}

type Refuse = (what: string) => never;

/** The picture's head, and all pieces of its pixels as one. */
function chunksOf(bytes: Uint8Array, refuse: Refuse): { readonly head: Uint8Array; readonly packed: Uint8Array } {
  const view = viewOf(bytes);
  const parts: Uint8Array[] = [];
  let head: Uint8Array | null = null;
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at + 12 + length > bytes.length) refuse('it ends too early');
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR' && length === 13) head = content;
    if (kind === 'IDAT') parts.push(content);
    at += 12 + length;
  }
  if (!head || parts.length === 0) throw refuse('it has no pixels');
  const packed = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    packed.set(part, at);
    at += part.length;
  }
  return { head, packed };
}

function unpack(packed: Uint8Array, raw: Uint8Array, refuse: Refuse): void {
  let found: Uint8Array;
  try {
    found = unzlibSync(packed, { out: raw });
  } catch {
    throw refuse('its pixels are damaged');
  }
  if (found.length !== raw.length) refuse('its pixels are damaged');
}

/** Rows as they were before each was stored as a difference to its neighbours (PNG specification, 9). */
function unfiltered(raw: Uint8Array, row: number, height: number, pixel: number): Uint8Array {
  const out = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)]!;
    for (let x = 0; x < row; x++) {
      const left = x >= pixel ? out[y * row + x - pixel]! : 0;
      const above = y > 0 ? out[(y - 1) * row + x]! : 0;
      const corner = y > 0 && x >= pixel ? out[(y - 1) * row + x - pixel]! : 0;
      out[y * row + x] = raw[y * (row + 1) + 1 + x]! + guess(filter, left, above, corner);
    }
  }
  return out;
}

function guess(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const p = left + above - corner;
  const [a, b, c] = [Math.abs(p - left), Math.abs(p - above), Math.abs(p - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** Pairs of bytes, the larger first. */
function wholeNumbers(bytes: Uint8Array): Uint16Array {
  return Uint16Array.from({ length: bytes.length / 2 }, (_, i) => 256 * bytes[2 * i]! + bytes[2 * i + 1]!);
}
