/**
 * Frames as whole numbers of a small step, each number predicted from those before it; what the prediction misses is small
 * and packs well. Predictions are made from the whole numbers themselves, so errors do not add up over an animation.
 *
 * Within a frame a point continues the line of the two before it. From frame to frame a point moves as the one before it
 * on the strand does.
 *
 * A miss is one byte, mostly: 0..252 are the misses 0, -1, 1, -2, 2, …; 253 and 254 say that two or four bytes among the
 * `escapes` hold it.
 */

const SHORT = 253;
const LONG = 254;
/** Beyond this a number of steps has no room in 32 bits with safe sums. */
const MOST_STEPS = 1 << 28;

export interface CodedFrame {
  /** One byte a coordinate: all x, then all y, then all z. */
  readonly plain: Uint8Array;
  readonly escapes: Uint8Array;
  /** Points that are not finite or too far away, as they are: an index and three floats each. */
  readonly exceptions: Uint8Array;
}

/** Steps of each coordinate, all x first. Points that have none repeat the one before and are returned by index. */
export function quantise(positions: Float32Array, step: number, out: Int32Array): number[] {
  const points = positions.length / 3;
  const perStep = 1 / step;
  const exceptions: number[] = [];
  for (let p = 0; p < points; p++) {
    const x = positions[3 * p]! * perStep;
    const y = positions[3 * p + 1]! * perStep;
    const z = positions[3 * p + 2]! * perStep;
    const reach = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    if (reach < MOST_STEPS) {
      out[p] = Math.round(x);
      out[points + p] = Math.round(y);
      out[2 * points + p] = Math.round(z);
    } else {
      exceptions.push(p);
      for (let c = 0; c < 3; c++) out[c * points + p] = p > 0 ? out[c * points + p - 1]! : 0;
    }
  }
  return exceptions;
}

export function restore(steps: Int32Array, step: number, out: Float32Array): void {
  const points = steps.length / 3;
  for (let p = 0; p < points; p++) {
    out[3 * p] = step * steps[p]!;
    out[3 * p + 1] = step * steps[points + p]!;
    out[3 * p + 2] = step * steps[2 * points + p]!;
  }
}

/**
 * What the predictions miss, in the order of the coordinates; `last` are the steps of the frame before, absent for a
 * frame that stands alone. Sums wrap at 32 bits, here and in `integrate`, which is the reverse.
 */
function differentiate(first: Uint32Array, now: Int32Array, last: Int32Array | undefined, miss: Int32Array): void {
  const points = now.length / 3;
  for (let c = 0; c < 3; c++) {
    const base = c * points;
    let root = 0;
    let setOut = 0;
    for (let s = 0; s + 1 < first.length; s++) {
      const begin = base + first[s]!;
      const end = base + first[s + 1]!;
      if (begin === end) continue;
      if (last) {
        miss[begin] = now[begin]! - last[begin]!;
        for (let i = begin + 1; i < end; i++) miss[i] = now[i]! - last[i]! - (now[i - 1]! - last[i - 1]!);
        continue;
      }
      // Roots lie near each other, and a strand sets out as the one before it does.
      miss[begin] = now[begin]! - root;
      root = now[begin]!;
      if (begin + 1 === end) continue;
      miss[begin + 1] = now[begin + 1]! - root - setOut;
      setOut = (now[begin + 1]! - root) | 0;
      for (let i = begin + 2; i < end; i++) miss[i] = now[i]! - 2 * now[i - 1]! + now[i - 2]!;
    }
  }
}

/** From misses to steps, in place. */
function integrate(first: Uint32Array, last: Int32Array | undefined, now: Int32Array): void {
  const points = now.length / 3;
  for (let c = 0; c < 3; c++) {
    const base = c * points;
    let root = 0;
    let setOut = 0;
    for (let s = 0; s + 1 < first.length; s++) {
      const begin = base + first[s]!;
      const end = base + first[s + 1]!;
      if (begin === end) continue;
      if (last) {
        let moved = 0;
        for (let i = begin; i < end; i++) {
          moved = (moved + now[i]!) | 0;
          now[i] = last[i]! + moved;
        }
        continue;
      }
      now[begin] = now[begin]! + root;
      root = now[begin]!;
      if (begin + 1 === end) continue;
      now[begin + 1] = now[begin + 1]! + root + setOut;
      setOut = (now[begin + 1]! - root) | 0;
      for (let i = begin + 2; i < end; i++) now[i] = now[i]! + 2 * now[i - 1]! - now[i - 2]!;
    }
  }
}

/** Codes the steps of a frame. `scratch` is as long as they are. */
export function encodeSteps(
  first: Uint32Array,
  now: Int32Array,
  last: Int32Array | undefined,
  scratch: Int32Array,
): Pick<CodedFrame, 'plain' | 'escapes'> {
  differentiate(first, now, last, scratch);
  const plain = new Uint8Array(now.length);
  let escapes = new Uint8Array(1024);
  let used = 0;
  for (let i = 0; i < plain.length; i++) {
    const miss = scratch[i]!;
    const folded = ((miss << 1) ^ (miss >> 31)) >>> 0;
    if (folded < SHORT) {
      plain[i] = folded;
      continue;
    }
    if (used + 4 > escapes.length) {
      const grown = new Uint8Array(2 * escapes.length);
      grown.set(escapes);
      escapes = grown;
    }
    const bytes = folded < 65_536 ? 2 : 4;
    plain[i] = bytes === 2 ? SHORT : LONG;
    for (let k = 0; k < bytes; k++) escapes[used++] = (folded >>> (8 * k)) & 255;
  }
  return { plain, escapes: escapes.subarray(0, used) };
}

/** The reverse. False where the escapes do not suffice, or are too many. */
export function decodeSteps(
  first: Uint32Array,
  { plain, escapes }: Pick<CodedFrame, 'plain' | 'escapes'>,
  last: Int32Array | undefined,
  now: Int32Array,
): boolean {
  let at = 0;
  for (let i = 0; i < plain.length; i++) {
    let folded = plain[i]!;
    if (folded >= SHORT) {
      const bytes = folded === SHORT ? 2 : 4;
      folded = 0;
      for (let k = 0; k < bytes; k++) folded |= (escapes[at + k] ?? 0) << (8 * k);
      at += bytes;
    }
    now[i] = (folded >>> 1) ^ -(folded & 1);
  }
  integrate(first, last, now);
  return at === escapes.length;
}
