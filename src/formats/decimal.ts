/**
 * Decimal numbers as text, straight from and to bytes. Reading rounds as the platform's own parser does; writing gives the
 * fewest digits (six or more before trailing zeros are cut) that read back to the same 32-bit number.
 */

/** Powers of ten that a double holds exactly. */
export const TEN: readonly number[] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
];

/** One more digit after this keeps a mantissa below 2^53. */
const MANTISSA_ROOM = 900_719_925_474_098;

const MINUS = 45;
const PLUS = 43;
const POINT = 46;
const ZERO = 48;

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

/** Most bytes that `writeDecimal` writes. */
export const DECIMAL_BYTES = 32;

const number32 = new Float32Array(1);
const bits32 = new Uint32Array(number32.buffer);
/** By the exponent of a 32-bit number: half the distance to its neighbours, and decimals that give it eight digits or nine. */
const HALF_STEP = new Float64Array(256);
const DECIMALS = new Uint8Array(256);
for (let exponent = 1; exponent < 255; exponent++) {
  bits32[0] = exponent << 23;
  const power = number32[0]!;
  HALF_STEP[exponent] = power / 16_777_216;
  let decimals = 0;
  while (decimals < 14 && 2 * power * TEN[decimals]! < 1e8) decimals++;
  DECIMALS[exponent] = decimals;
}

/** Writes a 32-bit number and returns the place behind it. */
export function writeDecimal(bytes: Uint8Array, start: number, value: number): number {
  const magnitude = Math.abs(value);
  if (!(magnitude >= 1e-7 && magnitude < 1e9)) return writeAscii(bytes, start, unusualText(value));
  let at = start;
  if (value < 0) bytes[at++] = MINUS;
  // The nine leading digits as an integer are magnitude x 10^decimals.
  number32[0] = magnitude;
  const exponent = bits32[0]! >>> 23;
  let decimals = DECIMALS[exponent]!;
  if (decimals < 15 && magnitude * TEN[decimals]! < 1e8) decimals++;
  const nine = magnitude * TEN[decimals]!;
  const cut = digitsToCut(magnitude, nine, decimals, HALF_STEP[exponent]! * TEN[decimals]!);
  let q = Math.round(nine / TEN[cut]!) | 0;
  if (cut <= decimals) decimals -= cut;
  else q *= TEN[cut]!;
  while (decimals > 0) {
    const tenth = (q / 10) | 0;
    if (10 * tenth !== q) break;
    q = tenth;
    decimals--;
  }
  const whole = Math.floor(q / TEN[decimals]!);
  at = writeInteger(bytes, at, whole);
  if (decimals === 0) return at;
  bytes[at] = POINT;
  writeDigits(bytes, at + 1, q - whole * TEN[decimals]!, decimals);
  return at + 1 + decimals;
}

/**
 * How many of nine digits a 32-bit number can do without, three at most, and still read back exactly. What lies clearly within
 * half a step of the number does, what lies clearly beyond does not; only between the two is it tried.
 */
function digitsToCut(magnitude: number, nine: number, decimals: number, halfStep: number): number {
  for (let cut = 3; cut > 0; cut--) {
    const q = Math.round(nine / TEN[cut]!) * TEN[cut]!;
    const miss = Math.abs(q - nine);
    if (miss < 0.49 * halfStep) return cut;
    if (miss < 1.01 * halfStep && Math.fround(q / TEN[decimals]!) === magnitude) return cut;
  }
  return 0;
}

function unusualText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return text;
  }
  return value.toPrecision(9);
}

function writeAscii(bytes: Uint8Array, start: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[start + i] = text.charCodeAt(i);
  return start + text.length;
}

/** Writes a whole number from 0 on and returns the place behind it. */
export function writeInteger(bytes: Uint8Array, start: number, value: number): number {
  let digits = 1;
  while (digits < 16 && value >= TEN[digits]!) digits++;
  writeDigits(bytes, start, value, digits);
  return start + digits;
}

function writeDigits(bytes: Uint8Array, start: number, value: number, digits: number): void {
  let i = start + digits - 1;
  let large = value;
  for (; large > 0x7fffffff; i--) {
    const tenth = Math.floor(large / 10);
    bytes[i] = ZERO + (large - 10 * tenth);
    large = tenth;
  }
  // Whole numbers of 32 bits are divided several times faster.
  for (let rest = large | 0; i >= start; i--) {
    const tenth = (rest / 10) | 0;
    bytes[i] = ZERO + rest - 10 * tenth;
    rest = tenth;
  }
}
