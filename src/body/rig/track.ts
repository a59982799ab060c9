import { normalizeQuat, type Quat, slerp } from '../../numeric/rotation.ts';

/** A value over time, between keys. */
export interface Track {
  readonly times: Float32Array;
  readonly values: Float32Array;
  /** Numbers of one key. */
  readonly size: number;
  readonly kind: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
}

/** Writes the value at a time. Before the first and after the last key the end values hold. Rotations turn by the shorter way. */
export function sampleTrack(track: Track, time: number, isRotation: boolean, out: Float64Array): void {
  const { times, kind, size } = track;
  const last = times.length - 1;
  let k = 0;
  while (k < last - 1 && times[k + 1]! <= time) k++;
  const next = Math.min(k + 1, last);
  const width = times[next]! - times[k]!;
  const t = width > 0 ? Math.max(0, Math.min(1, (time - times[k]!) / width)) : 0;
  if (kind === 'CUBICSPLINE') cubic(track, k, next, t, width, out);
  else if (kind === 'STEP') copyKey(track, t >= 1 ? next : k, out);
  else if (isRotation) out.set(slerp(quatAt(track, k), quatAt(track, next), t));
  else
    for (let c = 0; c < size; c++) out[c] = (1 - t) * track.values[size * k + c]! + t * track.values[size * next + c]!;
  if (isRotation) out.set(normalizeQuat([out[0]!, out[1]!, out[2]!, out[3]!]));
}

function copyKey({ values, size }: Track, key: number, out: Float64Array): void {
  for (let c = 0; c < size; c++) out[c] = values[size * key + c]!;
}

function quatAt({ values }: Track, key: number): Quat {
  return [values[4 * key]!, values[4 * key + 1]!, values[4 * key + 2]!, values[4 * key + 3]!];
}

/** Keys are (in-tangent, value, out-tangent). */
function cubic({ values, size }: Track, k: number, next: number, t: number, width: number, out: Float64Array): void {
  const u = 1 - t;
  for (let c = 0; c < size; c++) {
    const from = values[3 * size * k + size + c]!;
    const leaving = values[3 * size * k + 2 * size + c]!;
    const to = values[3 * size * next + size + c]!;
    const arriving = values[3 * size * next + c]!;
    out[c] =
      u * u * (1 + 2 * t) * from +
      t * u * u * width * leaving +
      t * t * (3 - 2 * t) * to -
      t * t * u * width * arriving;
  }
}
