/** A 16-bit float (IEEE 754) as a number. */
export function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  let value = exponent === 0 ? fraction / 1024 : 1 + fraction / 1024;
  for (let e = exponent === 0 ? 14 : 15 - exponent; e > 0; e--) value /= 2;
  for (let e = exponent - 15; e > 0; e--) value *= 2;
  return sign * value;
}
