import type { Vec3 } from '../../numeric/vector.ts';

/** Writes point `index` of a packed xyz array: `array.set` with a small list costs ten times as much. */
export function put(array: Float64Array, index: number, v: Vec3): void {
  const a = 3 * index;
  array[a] = v[0];
  array[a + 1] = v[1];
  array[a + 2] = v[2];
}

/** Adds factor · v to point `index`. */
export function accumulate(array: Float64Array, index: number, v: Vec3, factor: number): void {
  const a = 3 * index;
  array[a] = array[a]! + factor * v[0];
  array[a + 1] = array[a + 1]! + factor * v[1];
  array[a + 2] = array[a + 2]! + factor * v[2];
}
