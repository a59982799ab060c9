import type { Matrix } from '../matrix.ts';
import { blend, identity, invert, multiply, rotation, scaling, translation } from '../matrix.ts';
import { placeOf, unionOf } from '../sample-times.ts';
import type { UsdPrim, UsdProperty } from './types.ts';

/** Where a prim stands: the operations of `xformOpOrder` of the prim and all above it. */

const ROTATIONS = /^rotate(X|Y|Z|XYZ|XZY|YXZ|YZX|ZXY|ZYX)$/;
const INVERTED = '!invert!';
const RESET = '!resetXformStack!';

function operation(kind: string, v: Float64Array): Matrix {
  const [a = 0, b = 0, c = 0, d = 0] = v;
  if (kind === 'translate') return translation(a, b, c);
  if (kind === 'scale') return scaling(a, b, c);
  if (kind === 'transform' && v.length >= 16) return v.slice(0, 16);
  if (kind === 'orient') return fromQuaternion(a, b, c, d);
  const order = ROTATIONS.exec(kind)?.[1];
  if (!order) return identity();
  const about = (axis: string, degrees: number): Matrix =>
    rotation(axis === 'X' ? 1 : 0, axis === 'Y' ? 1 : 0, axis === 'Z' ? 1 : 0, degrees);
  if (order.length === 1) return about(order, a);
  const angles: Readonly<Record<string, number>> = { X: a, Y: b, Z: c };
  // The axis named first turns first.
  return [...order].reduce((product, axis) => multiply(product, about(axis, angles[axis]!)), identity());
}

function fromQuaternion(w: number, x: number, y: number, z: number): Matrix {
  const n = w * w + x * x + y * y + z * z;
  if (!(n > 0)) return identity();
  const s = 2 / n;
  const m = identity();
  m[0] = 1 - s * (y * y + z * z);
  m[1] = s * (x * y + w * z);
  m[2] = s * (x * z - w * y);
  m[4] = s * (x * y - w * z);
  m[5] = 1 - s * (x * x + z * z);
  m[6] = s * (y * z + w * x);
  m[8] = s * (x * z + w * y);
  m[9] = s * (y * z - w * x);
  m[10] = 1 - s * (x * x + y * y);
  return m;
}

interface Operation {
  readonly times: ArrayLike<number>;
  at(time: number): Matrix;
}

function readOperation(name: string, property: UsdProperty): Operation {
  const kind = name.split(':')[1] ?? '';
  const numbers = (value: UsdProperty['value']): Float64Array => {
    const out = new Float64Array(Math.min(value?.count() ?? 0, 16));
    if (value && out.length === value.count()) value.fill(out);
    return out;
  };
  if (property.times.length === 0) {
    const still = operation(kind, numbers(property.value));
    return { times: [], at: () => still };
  }
  const matrix = (index: number): Matrix => operation(kind, numbers(property.sample(index)));
  const at = (time: number): Matrix => {
    const { index, fraction } = placeOf(property.times, time);
    return blend(matrix(index), fraction > 0 ? matrix(index + 1) : identity(), fraction);
  };
  return { times: property.times, at };
}

export interface Placement {
  /** Time codes. */
  readonly times: Float64Array;
  at(time: number): Matrix;
}

/** The transform from a prim to the world. */
export function placementOf(prim: UsdPrim): Placement {
  const chain: Operation[] = [];
  let isReset = false;
  for (let at: UsdPrim | undefined = prim; at && !isReset; at = at.parent) {
    const order = at.properties.get('xformOpOrder')?.value?.texts() ?? [];
    isReset = order.includes(RESET);
    for (const entry of order.reverse()) {
      const isInverted = entry.startsWith(INVERTED);
      const name = isInverted ? entry.slice(INVERTED.length) : entry;
      const property = at.properties.get(name);
      if (!property) continue;
      const own = readOperation(name, property);
      chain.push(isInverted ? { times: own.times, at: (time) => invert(own.at(time)) } : own);
    }
  }
  const moving = chain.filter(({ times }) => times.length > 1);
  return {
    times: moving.length > 0 ? unionOf(moving.map(({ times }) => times)) : Float64Array.of(0),
    at: (time) => chain.reduce((product, own) => multiply(product, own.at(time)), identity()),
  };
}
