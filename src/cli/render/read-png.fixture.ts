import { inflateSync } from 'node:zlib';

/** Pixels of a PNG with 8 bits a channel, without interlacing: RGBA rows from the top. */
export function readPng(bytes: Uint8Array): { width: number; height: number; rgba: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const channels = bytes[25] === 6 ? 4 : 3;
  const parts: Uint8Array[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (name === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  const rgba = new Uint8Array(4 * width * height).fill(255);
  for (let p = 0; p < width * height; p++) for (let c = 0; c < channels; c++) rgba[4 * p + c] = rows[channels * p + c]!;
  return { width, height, rgba };
}

function unfiltered(data: Uint8Array, row: number, height: number, channels: number): Uint8Array {
  const out = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (row + 1)]!;
    for (let x = 0; x < row; x++) {
      const left = x >= channels ? out[y * row + x - channels]! : 0;
      const above = y > 0 ? out[(y - 1) * row + x]! : 0;
      const corner = y > 0 && x >= channels ? out[(y - 1) * row + x - channels]! : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]!;
      out[y * row + x] = data[y * (row + 1) + 1 + x]! + guess;
    }
  }
  return out;
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [da, db, dc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return da <= db && da <= dc ? a : db <= dc ? b : c;
}
