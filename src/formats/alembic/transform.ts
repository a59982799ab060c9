import type { Matrix } from '../matrix.ts';
import { blend, identity, multiply, rotation, scaling, translation } from '../matrix.ts';
import { placeOf } from '../sample-times.ts';
import type { Archive } from './archive.ts';
import type { AbcObject } from './headers.ts';
import { fillNumbers, PODS } from './pod.ts';

/** Where an object stands: `AbcGeom_Xform_v3`, a list of operations whose numbers may change over time. */

export interface Transform {
  /** Seconds of its samples; one where it stands still. */
  readonly times: Float64Array;
  at(time: number): Matrix;
}

const SCALE = 0;
const TRANSLATE = 1;
const ROTATE = 2;
const MATRIX = 3;

/** Numbers of each operation: scale, translate, rotate (axis and degrees), matrix, rotate about x, y, z. */
const NUMBERS = [3, 3, 4, 16, 1, 1, 1];

function operation(kind: number, v: ArrayLike<number>, at: number): Matrix {
  const [a = 0, b = 0, c = 0, d = 0] = [v[at], v[at + 1], v[at + 2], v[at + 3]];
  if (kind === SCALE) return scaling(a, b, c);
  if (kind === TRANSLATE) return translation(a, b, c);
  if (kind === ROTATE) return rotation(a, b, c, d);
  if (kind === MATRIX) return Float64Array.from({ length: 16 }, (_, i) => v[at + i] ?? 0);
  return rotation(kind === 4 ? 1 : 0, kind === 5 ? 1 : 0, kind === 6 ? 1 : 0, a);
}

/** The operations' product: the last one in the list touches points first. */
function compose(kinds: Uint8Array, values: Float64Array): Matrix {
  let result = identity();
  let at = 0;
  for (const code of kinds) {
    const kind = code >> 4;
    const count = NUMBERS[kind];
    if (count === undefined || at + count > values.length) break;
    result = multiply(operation(kind, values, at), result);
    at += count;
  }
  return result;
}

const STILL: Transform = /* @__PURE__ */ Object.freeze({ times: Float64Array.of(0), at: identity });

function readTransform(archive: Archive, object: AbcObject): { transform: Transform; inherits: boolean } {
  const properties = archive.within(archive.propertiesOf(object).get('.xform'));
  const inheritsProperty = properties.get('.inherits');
  const inherits = !inheritsProperty?.samples || archive.sampleBytes(inheritsProperty)[0] !== 0;
  const ops = properties.get('.ops');
  const vals = properties.get('.vals');
  if (!ops?.samples || !vals?.samples) return { transform: STILL, inherits };
  const kinds = archive.sampleBytes(ops).slice(0, 256);
  const matrix = (index: number): Matrix => {
    const bytes = archive.sampleBytes(vals, index).subarray(0, 8 * 4096);
    const values = new Float64Array(Math.floor(bytes.length / (PODS[vals.pod]?.bytes || 1)));
    fillNumbers(vals.pod, bytes, values);
    return compose(kinds, values);
  };
  if (vals.lastChanged === 0) {
    const still = matrix(0);
    return { transform: { times: STILL.times, at: () => still }, inherits };
  }
  archive.file.budget.claim(8 * vals.samples, `the times of ${object.path}`);
  const times = Float64Array.from({ length: vals.samples }, (_, k) => archive.time(vals, k));
  const at = (time: number): Matrix => {
    const { index, fraction } = placeOf(times, time);
    return blend(matrix(index), fraction > 0 ? matrix(index + 1) : identity(), fraction);
  };
  return { transform: { times, at }, inherits };
}

export const isTransform = (object: AbcObject): boolean => object.meta.get('schema') === 'AbcGeom_Xform_v3';

/** The transform from an object to the world, over all its ancestors. */
export function worldTransform(archive: Archive, ancestors: readonly AbcObject[]): Transform {
  const chain: Transform[] = [];
  for (let k = ancestors.length - 1; k >= 0; k--) {
    if (!isTransform(ancestors[k]!)) continue;
    const read = archive.survive(`the transform ${ancestors[k]!.path}`, () => readTransform(archive, ancestors[k]!));
    if (!read) continue;
    chain.push(read.transform);
    if (!read.inherits) break;
  }
  if (chain.length === 0) return STILL;
  const animated = chain.filter(({ times }) => times.length > 1);
  const at = (time: number): Matrix =>
    chain.reduce((product, transform) => multiply(product, transform.at(time)), identity());
  if (animated.length > 0) {
    const times = Float64Array.from(animated.flatMap((transform) => Array.from(transform.times))).sort();
    return { times: times.filter((time, k) => k === 0 || time > times[k - 1]!), at };
  }
  const still = at(0);
  return { times: STILL.times, at: () => still };
}
