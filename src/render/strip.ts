import { hash } from '../numeric/random.ts';

/** Ends a triangle strip in an index buffer of 32-bit indices; WebGPU fixes the value. */
export const STRIP_END = 0xffffffff;

/** Strands with fewer than two points cannot be drawn. */
const isDrawn = (first: Uint32Array, strand: number): boolean => first[strand + 1]! - first[strand]! >= 2;

/** Indices of one triangle strip a strand: point p becomes the vertices 2p (left) and 2p + 1 (right). */
export function stripIndices(first: Uint32Array): Uint32Array {
  const strands = first.length - 1;
  let length = 0;
  for (let i = 0; i < strands; i++) if (isDrawn(first, i)) length += 2 * (first[i + 1]! - first[i]!) + 1;
  const indices = new Uint32Array(length);
  let k = 0;
  for (let i = 0; i < strands; i++) {
    if (!isDrawn(first, i)) continue;
    for (let v = 2 * first[i]!; v < 2 * first[i + 1]!; v++) indices[k++] = v;
    indices[k++] = STRIP_END;
  }
  return indices;
}

/** A point's place in its strand, in one word for the vertex shader (see `unpack` in hair.wgsl.ts). */
export const ALONG_BITS = 16;
export const CHANCE_BITS = 14;
export const ROOT_FLAG = 0x40000000;
export const TIP_FLAG = 0x80000000;

/** One word a point: root-to-tip fraction (16 bits), the strand's random number (14 bits), root and tip flags. */
export function pointWords(first: Uint32Array): Uint32Array {
  const strands = first.length - 1;
  const words = new Uint32Array(first[strands]!);
  for (let i = 0; i < strands; i++) {
    const start = first[i]!;
    const last = first[i + 1]! - 1;
    const chance = hash(i, 0x9a17) >>> (32 - CHANCE_BITS);
    for (let p = start; p <= last; p++) {
      const along = last > start ? Math.round((65535 * (p - start)) / (last - start)) : 0;
      const flags = (p === start ? ROOT_FLAG : 0) + (p === last ? TIP_FLAG : 0);
      words[p] = along + chance * 65536 + flags;
    }
  }
  return words;
}
