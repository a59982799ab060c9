import { describe, expect, it } from 'vitest';
import { makeMesh, type TriangleMesh } from '../../body/mesh.ts';
import { sheetMesh, sphereMesh } from '../../body/shapes.ts';
import { InputError } from '../../strands/input-error.ts';
import { scatterRoots } from '../roots.ts';
import { makePlace, type SkinPlace, visitPlaces } from '../skin.ts';
import { scalarField, vectorField } from './field.ts';
import { layAt } from './hair-fields.ts';
import type { Texture } from './texture.ts';

const SEED = 41;
const sheet = sheetMesh(0.4, 0.2, 16);

/** Visits places all over a mesh. */
function everywhere(mesh: TriangleMesh, visit: (place: SkinPlace) => void): void {
  const weight = new Float32Array(mesh.positions.length / 3).fill(1);
  visitPlaces(scatterRoots({ mesh, weight, name: 'the mesh' }, { count: 200, seed: SEED }), visit);
}

/** A linear function of position at every vertex. */
const ramp = (mesh: TriangleMesh, x: number, y: number, z: number): Float32Array =>
  Float32Array.from({ length: mesh.positions.length / 3 }, (_, v) => {
    const p = mesh.positions.subarray(3 * v, 3 * v + 3);
    return x * p[0]! + y * p[1]! + z * p[2]!;
  });

/** A picture of u + 2 v, exact between its pixels but for the border, which repeats. */
function picture(width: number, height: number): Texture {
  const data = Float32Array.from({ length: width * height }, (_, i) => {
    const u = ((i % width) + 0.5) / width;
    const v = (Math.floor(i / width) + 0.5) / height;
    return u + 2 * v;
  });
  return { kind: 'texture', width, height, channels: 1, data };
}

describe(`a scalar field (seed ${SEED})`, () => {
  it('is the same everywhere where it is a number', () => {
    const field = scalarField('length', 0.02, sheet);
    expect(field.constant).toBe(0.02);
    everywhere(sheet, (place) => expect(field.at(place)).toBe(0.02));
  });

  it('is interpolated between vertices: what is linear stays so', () => {
    const mesh = sphereMesh(0.1, 3);
    const field = scalarField('length', { kind: 'vertices', values: ramp(mesh, 1, -2, 3) }, mesh);
    everywhere(mesh, (place) => {
      const [x, y, z] = place.position;
      expect(field.at(place)).toBeCloseTo(x! - 2 * y! + 3 * z!, 6);
    });
  });

  it('is read from a picture between its pixels', () => {
    const field = scalarField('length', { ...picture(40, 30), low: 1, high: 3 }, sheet);
    everywhere(sheet, (place) => {
      const [u, v] = [place.uv[0]!, place.uv[1]!];
      const isInside = Math.min(u, 1 - u) > 0.0125 && Math.min(v, 1 - v) > 0.0167;
      if (isInside) expect(field.at(place)).toBeCloseTo(1 + 2 * (u + 2 * v), 4);
    });
  });

  it('repeats beyond the border of a picture, and reads fractions of bytes', () => {
    const data = Uint8Array.of(0, 255, 255, 0);
    const field = scalarField('density', { kind: 'texture', width: 2, height: 2, channels: 1, data }, sheet);
    const at = (u: number, v: number): number => field.at({ ...makePlace(), uv: Float64Array.of(u, v) });
    expect(at(0.25, 0.25)).toBe(0);
    expect(at(0.75, 0.25)).toBe(1);
    expect(at(1.25, -0.75)).toBeCloseTo(at(0.25, 0.25), 12);
    expect(at(0, 0)).toBeCloseTo(0.5, 12);
  });

  it('asks a procedure', () => {
    const field = scalarField('density', ({ position }) => position[0]!, sheet);
    everywhere(sheet, (place) => expect(field.at(place)).toBe(place.position[0]));
  });

  it('says what is wrong with its source', () => {
    const bare = makeMesh({ positions: sheet.positions, triangles: sheet.triangles });
    const few = { kind: 'vertices', values: [1, 2] } as const;
    expect(() => scalarField('length', few, sheet)).toThrow(/"length" has 2 values, but the mesh has 289 vertices/);
    expect(() => scalarField('length', Number.NaN, sheet)).toThrow(InputError);
    const holed = { kind: 'vertices', values: ramp(sheet, 1, 0, 0).fill(Number.NaN, 7, 8) } as const;
    expect(() => scalarField('length', holed, sheet)).toThrow(/NaN at vertex 7/);
    expect(() => scalarField('length', picture(4, 4), bare)).toThrow(/no texture coordinates/);
    expect(() => scalarField('length', { ...picture(4, 4), width: 5 }, sheet)).toThrow(/16 numbers are there/);
    expect(() => scalarField('length', { ...picture(4, 4), channel: 1 }, sheet)).toThrow(/needs channel 1/);
  });
});

describe(`a vector field (seed ${SEED})`, () => {
  const out = new Float64Array(3);

  it('is interpolated between vertices', () => {
    const mesh = sphereMesh(0.1, 3);
    const field = vectorField('direction', { kind: 'vertices', values: mesh.positions }, mesh);
    everywhere(mesh, (place) => {
      field.at(place, out);
      for (let k = 0; k < 3; k++) expect(out[k]).toBeCloseTo(place.position[k]!, 7);
    });
  });

  it('from a picture lies along the skin’s own axes or the body’s', () => {
    const data = Float32Array.of(1, 0, 0);
    const plain: Texture = { kind: 'texture', width: 1, height: 1, channels: 3, data };
    everywhere(sheet, (place) => {
      vectorField('direction', { ...plain, space: 'skin' }, sheet).at(place, out);
      expect(Array.from(out, (x) => Number(x.toFixed(6)))).toEqual([1, 0, 0]);
      vectorField('direction', { ...plain, space: 'skin', data: Float32Array.of(0, 2, 0) }, sheet).at(place, out);
      expect(Array.from(out, (x) => Number(x.toFixed(6)))).toEqual([0, 0, 2]);
      vectorField('direction', { ...plain, data: Float32Array.of(0, 2, 0) }, sheet).at(place, out);
      expect(Array.from(out)).toEqual([0, 2, 0]);
    });
  });

  it('tells the unit direction along the skin, and where there is none', () => {
    const mesh = sphereMesh(0.1, 3);
    const up = vectorField('direction', [0, 3, 0], mesh);
    everywhere(mesh, (place) => {
      expect(layAt(up, place, out)).toBe(true);
      expect(Math.hypot(...out)).toBeCloseTo(1, 12);
      expect(out[0]! * place.normal[0]! + out[1]! * place.normal[1]! + out[2]! * place.normal[2]!).toBeCloseTo(0, 5);
      expect(out[1]).toBeGreaterThan(0);
      expect(layAt(vectorField('direction', [0, 0, 0], mesh), place, out)).toBe(false);
      expect(Array.from(out)).toEqual([0, 0, 0]);
    });
  });
});
