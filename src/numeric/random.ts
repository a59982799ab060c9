/** Seeded random numbers: integer hashing only, so equal on every platform. */

const WIDE_SHIFT = 16;
const NARROW_SHIFT = 15;
const FIRST_FACTOR = 0x7feb352d;
const SECOND_FACTOR = 0x846ca68b;
const WORD_A = 0x9e3779b9;
const WORD_B = 0x85ebca6b;
const WORD_C = 0xc2b2ae35;
const WORD_D = 0x27d4eb2f;
/** Values that a hash may have. */
const RANGE = 4294967296;

/** What a kernel elsewhere needs to hash alike. */
export const HASH_NUMBERS = /* @__PURE__ */ Object.freeze({
  wideShift: WIDE_SHIFT,
  narrowShift: NARROW_SHIFT,
  firstFactor: FIRST_FACTOR,
  secondFactor: SECOND_FACTOR,
  words: [WORD_A, WORD_B, WORD_C, WORD_D] as const,
  range: RANGE,
});

/** Mixes 32 bits so that every input bit reaches every output bit. */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> WIDE_SHIFT), FIRST_FACTOR);
  h = Math.imul(h ^ (h >>> NARROW_SHIFT), SECOND_FACTOR);
  return (h ^ (h >>> WIDE_SHIFT)) >>> 0;
}

/** A 32-bit hash of up to four integers: the same words give the same number, in any order of evaluation. */
export function hash(a: number, b = 0, c = 0, d = 0): number {
  let h = mix(a + WORD_A);
  h = mix((h + b) ^ WORD_B);
  h = mix((h + c) ^ WORD_C);
  return mix((h + d) ^ WORD_D);
}

/** A hash as a number in [0, 1). */
export function hashUnit(a: number, b = 0, c = 0, d = 0): number {
  return hash(a, b, c, d) / RANGE;
}

/** A stream of random numbers. Its whole state is one integer, so a snapshot is a copy of `state`. */
export class Random {
  state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A 32-bit unsigned integer. */
  integer(): number {
    this.state = (this.state + WORD_A) >>> 0;
    return mix(this.state);
  }

  /** Uniform in [0, 1), 32 bits of resolution. */
  unit(): number {
    return this.integer() / RANGE;
  }

  /** Uniform in [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** An integer in [0, count). */
  below(count: number): number {
    return Math.floor(this.unit() * count);
  }
}
