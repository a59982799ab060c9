import { zlibSync } from 'fflate';
import { viewOf } from '../bytes.ts';

/** 8-bit PNG pictures: four channels a pixel, rows from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const RGBA = 6;
/** Every row is stored as its difference to the row above, which suits pictures that change slowly downwards. */
const FILTER_UP = 2;

const CRC_TABLE: Uint32Array = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc(bytes: Uint8Array, from: number, to: number): number {
  let c = 0xffffffff;
  for (let i = from; i < to; i++) c = CRC_TABLE[(c ^ bytes[i]!) & 255]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

export function encodePng({ width, height, pixels }: Picture): Uint8Array {
  if (pixels.length !== 4 * width * height)
    throw new RangeError(
      `a picture of ${width} x ${height} has ${pixels.length} bytes instead of ${4 * width * height}`,
    );
  const head = new Uint8Array(13);
  const view = viewOf(head);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, RGBA, 0, 0, 0], 8);
  const chunks = [
    chunk('IHDR', head),
    chunk('IDAT', zlibSync(filtered(width, height, pixels))),
    chunk('IEND', new Uint8Array(0)),
  ];
  const bytes = new Uint8Array(SIGNATURE.length + chunks.reduce((sum, part) => sum + part.length, 0));
  bytes.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const part of chunks) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function filtered(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const row = 4 * width;
  const out = new Uint8Array((row + 1) * height);
  for (let y = 0; y < height; y++) {
    out[(row + 1) * y] = FILTER_UP;
    for (let i = 0; i < row; i++)
      out[(row + 1) * y + 1 + i] = pixels[row * y + i]! - (y > 0 ? pixels[row * (y - 1) + i]! : 0);
  }
  return out;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = viewOf(bytes);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc(bytes, 4, 8 + data.length));
  return bytes;
}
