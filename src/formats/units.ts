import type { TriangleMesh } from '../body/mesh.ts';
import { InputError } from '../strands/input-error.ts';
import { moveStrands } from '../strands/move-strands.ts';
import type { StrandStream } from '../strands/strand-stream.ts';
import type { Strands } from '../strands/strands.ts';

/** Files convert at the border: inside there are metres and Y up, right-handed. */

/** A name, or metres per unit of the file. */
export type Unit = 'm' | 'cm' | 'mm' | 'in' | number;
export type UpAxis = 'y' | 'z';

const UNITS = [
  ['m', 1, 'metres'],
  ['cm', 0.01, 'centimetres'],
  ['mm', 0.001, 'millimetres'],
  ['in', 0.0254, 'inches'],
] as const;

export function metresPer(unit: Unit): number {
  const metres = typeof unit === 'number' ? unit : UNITS.find(([short]) => short === unit)?.[1];
  if (metres === undefined || !(metres > 0 && Number.isFinite(metres)))
    throw new InputError('format/unit', `unit ${unit} is unknown: use m, cm, mm, in or metres in one unit`);
  return metres;
}

export function checkUp(up: UpAxis): UpAxis {
  if (up !== 'y' && up !== 'z') throw new InputError('format/up', `up axis ${up} is unknown: use y or z`);
  return up;
}

/** The way between a file and the inside: a factor for lengths, and a quarter turn about X or none. */
export interface Conversion {
  readonly factor: number;
  readonly turn: 'none' | 'z-to-y' | 'y-to-z';
}

export const fromFile = (metresPerUnit: number, up: UpAxis): Conversion => ({
  factor: metresPerUnit,
  turn: up === 'z' ? 'z-to-y' : 'none',
});

export const toFile = (metresPerUnit: number, up: UpAxis): Conversion => ({
  factor: 1 / metresPerUnit,
  turn: up === 'z' ? 'y-to-z' : 'none',
});

export const isNothing = (conversion: Conversion): boolean => conversion.factor === 1 && conversion.turn === 'none';

/** Strands in the other unit and axes; what does not change is shared with the original. */
export function convertStrands(strands: Strands, conversion: Conversion): Strands {
  if (isNothing(conversion)) return strands;
  return moveStrands(strands, {
    points: (rows) => convertVectors(rows, conversion),
    directions: (rows) => convertVectors(rows, { ...conversion, factor: 1 }),
    factor: conversion.factor,
  });
}

/** The same of strands that are made range by range. */
export function convertStream(stream: StrandStream, conversion: Conversion): StrandStream {
  if (isNothing(conversion)) return stream;
  const { positions: _, ...known } = convertStrands({ ...stream, positions: new Float32Array(0) }, conversion);
  return {
    ...known,
    write: (from, to, out) => {
      stream.write(from, to, out);
      convertPoints(out, conversion);
    },
  };
}

/** Points in the other unit and axes, in the same array. */
export const convertPoints = (points: Float32Array, conversion: Conversion): Float32Array =>
  isNothing(conversion) ? points : convertInto(points, points, conversion);

export function convertMesh(mesh: TriangleMesh, conversion: Conversion): TriangleMesh {
  if (isNothing(conversion)) return mesh;
  return {
    ...mesh,
    positions: convertVectors(mesh.positions, conversion),
    normals: convertVectors(mesh.normals, { ...conversion, factor: 1 }),
  };
}

const convertVectors = (vectors: ArrayLike<number>, conversion: Conversion): Float32Array =>
  convertInto(new Float32Array(vectors.length), vectors, conversion);

/** `result` may be `vectors` itself. */
function convertInto(result: Float32Array, vectors: ArrayLike<number>, { factor, turn }: Conversion): Float32Array {
  const yFrom = turn === 'none' ? 1 : 2;
  const zFrom = turn === 'none' ? 2 : 1;
  const yFactor = turn === 'y-to-z' ? -factor : factor;
  const zFactor = turn === 'z-to-y' ? -factor : factor;
  for (let i = 0; i < vectors.length; i += 3) {
    const y = vectors[i + yFrom]!;
    const z = vectors[i + zFrom]!;
    result[i] = factor * vectors[i]!;
    result[i + 1] = yFactor * y;
    result[i + 2] = zFactor * z;
  }
  return result;
}

/** A unit in words, for sentences: `centimetres`, or `units of 0.3048 m`. */
export const unitName = (metres: number): string =>
  UNITS.find(([, own]) => Math.abs(metres - own) <= 1e-6 * own)?.[2] ?? `units of ${Number(metres.toPrecision(6))} m`;
