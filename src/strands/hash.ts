import { type Attributes, type Strands, strandCount } from './strands.ts';

/**
 * Content hashes for determinism tests and caches: 64 bits as 16 hexadecimal digits, the same on every machine.
 * Two MurmurHash3 lanes (Appleby 2011) over 32-bit words. Plain FNV-1a over words is no use here: a flipped sign bit
 * reaches only the top bit of the hash, so two flipped signs cancel. Not for defence against an adversary.
 */

export type HashableArray = Float32Array | Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

const lowSeed = 0x9747b28c;
const highSeed = 0x3c6ef372;

/** Running state of one hash. */
class ContentHash {
  private low = lowSeed;
  private high = highSeed;
  private words = 0;

  word(value: number): void {
    let k = Math.imul(value, 0xcc9e2d51);
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
    let h = this.low ^ k;
    h = (h << 13) | (h >>> 19);
    this.low = (Math.imul(h, 5) + 0xe6546b64) | 0;
    k = Math.imul(value, 0x239b961b);
    k = Math.imul((k << 16) | (k >>> 16), 0xab0e9789);
    h = this.high ^ k;
    h = (h << 19) | (h >>> 13);
    this.high = (Math.imul(h, 5) + 0x561ccd1b) | 0;
    this.words++;
  }

  array(data: HashableArray): void {
    this.word(data.length);
    if (data instanceof Float32Array) {
      const words = new Uint32Array(data.buffer, data.byteOffset, data.length);
      // The bits of a NaN are left open by the language: all count as one.
      for (let i = 0; i < words.length; i++) this.word((words[i]! & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : words[i]!);
    } else if (data instanceof Float64Array) {
      const words = new Uint32Array(data.buffer, data.byteOffset, 2 * data.length);
      for (let i = 0; i < data.length; i++) {
        const isUndefined = Number.isNaN(data[i]!);
        this.word(isUndefined ? 0 : words[2 * i]!);
        this.word(isUndefined ? 0x7ff80000 : words[2 * i + 1]!);
      }
    } else for (let i = 0; i < data.length; i++) this.word(data[i]!);
  }

  text(text: string): void {
    this.word(text.length);
    for (let i = 0; i < text.length; i++) this.word(text.charCodeAt(i));
  }

  digits(): string {
    const low = finish(this.low ^ this.words);
    const high = finish((this.high ^ this.words) + low);
    return hexadecimal(high) + hexadecimal(low);
  }
}

function finish(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const hexadecimal = (word: number): string => word.toString(16).padStart(8, '0');

/** The hash of arrays in their order; each array's length counts too. For the state of a simulation. */
export function hashArrays(arrays: Iterable<HashableArray>): string {
  const hash = new ContentHash();
  for (const array of arrays) hash.array(array);
  return hash.digits();
}

/** The hash of a set of strands: ids, offsets, positions and attributes, these in order of their names. */
export function hashStrands(strands: Strands): string {
  const hash = new ContentHash();
  hash.word(strandCount(strands));
  hash.array(strands.id);
  hash.array(strands.first);
  hash.array(strands.positions);
  addAttributes(hash, strands.pointAttributes);
  addAttributes(hash, strands.strandAttributes);
  return hash.digits();
}

function addAttributes(hash: ContentHash, attributes: Attributes): void {
  hash.word(attributes.size);
  for (const name of [...attributes.keys()].sort()) {
    const { size, data } = attributes.get(name)!;
    hash.text(name);
    hash.word(size);
    hash.array(data);
  }
}
