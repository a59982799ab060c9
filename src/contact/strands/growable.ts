/** At least as many numbers as asked for; doubles, so that a running simulation soon allocates no more. */
export function roomFor(array: Float64Array, size: number): Float64Array {
  if (array.length >= size) return array;
  const grown = new Float64Array(Math.max(size, 2 * array.length));
  grown.set(array);
  return grown;
}

export function wordsFor(array: Uint32Array, size: number): Uint32Array {
  if (array.length >= size) return array;
  const grown = new Uint32Array(Math.max(size, 2 * array.length));
  grown.set(array);
  return grown;
}
