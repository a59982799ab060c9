import { hash } from '../numeric/random.ts';

/** A point's place in its strand, in one word for the shaders (see frame.wgsl.ts). */
export const ALONG_BITS = 16;
export const CHANCE_BITS = 14;
export const ROOT_FLAG = 0x40000000;
export const TIP_FLAG = 0x80000000;

/** The strand's random number: its tint, and when it is left out. */
export const chanceOf = (id: number): number => hash(id, 0x9a17) >>> (32 - CHANCE_BITS);

/**
 * One word a point: root-to-tip fraction (16 bits), the strand's random number (14 bits), root and tip flags. The number
 * comes from the strand's id where ids are given, so that a strand looks the same wherever it stands in the list.
 */
export function pointWords(first: Uint32Array, id?: Uint32Array): Uint32Array {
  const strands = first.length - 1;
  const words = new Uint32Array(first[strands]!);
  for (let i = 0; i < strands; i++) {
    const start = first[i]!;
    const last = first[i + 1]! - 1;
    const chance = chanceOf(id ? id[i]! : i);
    for (let p = start; p <= last; p++) {
      const along = last > start ? Math.round((65535 * (p - start)) / (last - start)) : 0;
      const flags = (p === start ? ROOT_FLAG : 0) + (p === last ? TIP_FLAG : 0);
      words[p] = along + chance * 65536 + flags;
    }
  }
  return words;
}

/** Ends a strip. */
const RESTART = 0xffffffff;

/** Two vertices a point, strand after strand. */
export function stripIndices(first: Uint32Array): Uint32Array {
  const strands = first.length - 1;
  const out = new Uint32Array(2 * first[strands]! + strands);
  let at = 0;
  for (let i = 0; i < strands; i++) {
    for (let k = 2 * first[i]!; k < 2 * first[i + 1]!; k++) out[at++] = k;
    out[at++] = RESTART;
  }
  return out;
}
