import type { AttributeArray } from '../../strands/strands.ts';
import type { Budget } from '../budget.ts';
import { getWords, viewOf } from '../bytes.ts';
import { half } from '../half.ts';

/** Plain numbers as Alembic stores them. The index is the code in the file. */
export const PODS = [
  { name: 'bool_t', bytes: 1 },
  { name: 'uint8_t', bytes: 1 },
  { name: 'int8_t', bytes: 1 },
  { name: 'uint16_t', bytes: 2 },
  { name: 'int16_t', bytes: 2 },
  { name: 'uint32_t', bytes: 4 },
  { name: 'int32_t', bytes: 4 },
  { name: 'uint64_t', bytes: 8 },
  { name: 'int64_t', bytes: 8 },
  { name: 'float16_t', bytes: 2 },
  { name: 'float32_t', bytes: 4 },
  { name: 'float64_t', bytes: 8 },
  { name: 'string', bytes: 0 },
  { name: 'wstring', bytes: 0 },
] as const;

export const BOOL = 0;
export const U8 = 1;
export const I8 = 2;
export const U16 = 3;
export const I16 = 4;
export const U32 = 5;
export const I32 = 6;
export const U64 = 7;
export const I64 = 8;
export const F16 = 9;
export const F32 = 10;
export const F64 = 11;
export const STRING = 12;

export const isFloat = (pod: number): boolean => pod >= F16 && pod <= F64;

type Get = (view: DataView, at: number) => number;

/** By the code: a plain list, which bundlers can leave out. */
const GETTERS: readonly Get[] = [
  (view, at) => view.getUint8(at),
  (view, at) => view.getUint8(at),
  (view, at) => view.getInt8(at),
  (view, at) => view.getUint16(at, true),
  (view, at) => view.getInt16(at, true),
  (view, at) => view.getUint32(at, true),
  (view, at) => view.getInt32(at, true),
  (view, at) => view.getUint32(at, true) + 4294967296 * view.getUint32(at + 4, true),
  (view, at) => view.getUint32(at, true) + 4294967296 * view.getInt32(at + 4, true),
  (view, at) => half(view.getUint16(at, true)),
  (view, at) => view.getFloat32(at, true),
  (view, at) => view.getFloat64(at, true),
];

/** Numbers at a place, as they are, whatever their kind. */
export function eachNumber(pod: number, bytes: Uint8Array, use: (value: number, index: number) => void): void {
  const get = GETTERS[pod];
  if (!get) return;
  const view = viewOf(bytes);
  const step = PODS[pod]!.bytes;
  for (let i = 0, at = 0; at + step <= bytes.length; i++, at += step) use(get(view, at), i);
}

/** The array type that holds numbers of this kind without loss, or with the least. */
export function arrayFor(pod: number, count: number, budget: Budget): AttributeArray {
  if (pod === BOOL || pod === U8) return budget.uint8(count, 'attribute');
  if (pod === U32) return budget.uint32(count, 'attribute');
  if (pod >= F16) return budget.float32(count, 'attribute');
  return budget.int32(count, 'attribute');
}

/** Fills an array from the bytes of a sample. */
export function fillNumbers(pod: number, bytes: Uint8Array, out: AttributeArray | Float64Array): void {
  if ((pod === F32 && out instanceof Float32Array) || (pod === I32 && out instanceof Int32Array))
    getWords(out, bytes, 0);
  else if (pod === U32 && out instanceof Uint32Array) getWords(out, bytes, 0);
  else
    eachNumber(pod, bytes, (value, i) => {
      out[i] = value;
    });
}

/** The code for an array as it is written. */
export function podOf(data: AttributeArray): number {
  if (data instanceof Float32Array) return F32;
  if (data instanceof Int32Array) return I32;
  return data instanceof Uint32Array ? U32 : U8;
}
