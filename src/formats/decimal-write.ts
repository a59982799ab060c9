import { MINUS, POINT, TEN, ZERO } from './decimal.ts';

/**
 * Decimal numbers as text, straight to bytes: the fewest digits (six or more before trailing zeros are cut) that read back to the same
 * 32-bit number. Apart from reading, so that a page that reads text does not carry the tables of it.
 */

/** Most bytes that `writeDecimal` writes. */
export const DECIMAL_BYTES = 32;

interface Tables {
  /** One number, and its bits. */
  readonly number: Float32Array;
  readonly bits: Uint32Array;
  // By the exponent of a 32-bit number:
  /** Half the distance of a number to its neighbours. */
  readonly half: Float64Array;
  /** Decimals that give it eight digits or nine. */
  readonly decimals: Uint8Array;
}

function tables(): Tables {
  const number = new Float32Array(1);
  const bits = new Uint32Array(number.buffer);
  const half = new Float64Array(256);
  const decimals = new Uint8Array(256);
  for (let exponent = 1; exponent < 255; exponent++) {
    bits[0] = exponent << 23;
    const power = number[0]!;
    half[exponent] = power / 16_777_216;
    let count = 0;
    while (count < 14 && 2 * power * TEN[count]! < 1e8) count++;
    decimals[exponent] = count;
  }
  return { number, bits, half, decimals };
}

// Marked so that bundlers can leave it out.
const TABLES = /* @__PURE__ */ tables();

/** Writes a 32-bit number and returns the place behind it. */
export function writeDecimal(bytes: Uint8Array, start: number, value: number): number {
  const magnitude = Math.abs(value);
  if (!(magnitude >= 1e-7 && magnitude < 1e9)) return writeAscii(bytes, start, unusualText(value));
  let at = start;
  if (value < 0) bytes[at++] = MINUS;
  // The nine leading digits as an integer are magnitude x 10^decimals.
  TABLES.number[0] = magnitude;
  const exponent = TABLES.bits[0]! >>> 23;
  let decimals = TABLES.decimals[exponent]!;
  if (decimals < 15 && magnitude * TEN[decimals]! < 1e8) decimals++;
  const nine = magnitude * TEN[decimals]!;
  const cut = digitsToCut(magnitude, nine, decimals, TABLES.half[exponent]! * TEN[decimals]!);
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
