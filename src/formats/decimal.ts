/** Decimal numbers as text, read straight from bytes. They are rounded as the platform's own parser does. */

/** Powers of ten that a double holds exactly. */
export const TEN: readonly number[] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
];

/** One more digit after this keeps a mantissa below 2^53. */
const MANTISSA_ROOM = 900_719_925_474_098;

export const MINUS = 45;
const PLUS = 43;
export const POINT = 46;
export const ZERO = 48;

const isDigit = (c: number): boolean => c >= ZERO && c <= 57;

/** The number written at [start, end); NaN for what is no plain decimal number, `namedNumber` then tells why. */
export function parseDecimal(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const isNegative = bytes[at] === MINUS;
  if (isNegative || bytes[at] === PLUS) at++;
  let mantissa = 0;
  let digits = 0;
  let decimals = 0;
  let hasRoom = true;
  for (let seenPoint = false; at < end; at++) {
    const c = bytes[at]!;
    if (isDigit(c)) {
      if (mantissa > MANTISSA_ROOM) hasRoom = false;
      mantissa = mantissa * 10 + (c - ZERO);
      digits++;
      if (seenPoint) decimals++;
    } else if (c === POINT && !seenPoint) seenPoint = true;
    else break;
  }
  if (digits === 0) return Number.NaN;
  let exponent = 0;
  if (at < end) {
    if ((bytes[at]! | 32) !== 101) return Number.NaN;
    exponent = parseExponent(bytes, at + 1, end);
    if (Number.isNaN(exponent)) return exponent;
  }
  // Clinger 1990: an exact mantissa times or over an exact power of ten is rounded once, so it is right.
  const power = exponent - decimals;
  if (!hasRoom || power > 22 || power < -22) return Number(textAt(bytes, start, end));
  const value = power < 0 ? mantissa / TEN[-power]! : mantissa * TEN[power]!;
  return isNegative ? -value : value;
}

function parseExponent(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const isNegative = bytes[at] === MINUS;
  if (isNegative || bytes[at] === PLUS) at++;
  if (at >= end) return Number.NaN;
  let value = 0;
  for (; at < end; at++) {
    if (!isDigit(bytes[at]!)) return Number.NaN;
    value = Math.min(10 * value + (bytes[at]! - ZERO), 99_999);
  }
  return isNegative ? -value : value;
}

/** NaN and infinities as C libraries print them; undefined for what is no number at all. */
export function namedNumber(text: string): number | undefined {
  if (/^[+-]?(nan(\(\w*\))?|1\.#(qnan|snan|ind)\d*)$/i.test(text)) return Number.NaN;
  if (!/^[+-]?(inf(inity)?|1\.#inf\d*)$/i.test(text)) return undefined;
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

export function textAt(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(bytes.subarray(start, end));
}
