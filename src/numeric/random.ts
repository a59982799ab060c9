/** Seeded random numbers: integer hashing only, so equal on every platform. */

/** Mixes 32 bits so that every input bit reaches every output bit. */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A 32-bit hash of up to four integers: the same words give the same number, in any order of evaluation. */
export function hash(a: number, b = 0, c = 0, d = 0): number {
  let h = mix(a + 0x9e3779b9);
  h = mix((h + b) ^ 0x85ebca6b);
  h = mix((h + c) ^ 0xc2b2ae35);
  return mix((h + d) ^ 0x27d4eb2f);
}

/** A hash as a number in [0, 1). */
export function hashUnit(a: number, b = 0, c = 0, d = 0): number {
  return hash(a, b, c, d) / 4294967296;
}

/** A stream of random numbers. Its whole state is one integer, so a snapshot is a copy of `state`. */
export class Random {
  state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A 32-bit unsigned integer. */
  integer(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    return mix(this.state);
  }

  /** Uniform in [0, 1), 32 bits of resolution. */
  unit(): number {
    return this.integer() / 4294967296;
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
