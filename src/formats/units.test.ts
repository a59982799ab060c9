import { describe, expect, it } from 'vitest';
import { makeMesh } from '../body/mesh.ts';
import { InputError } from '../strands/input-error.ts';
import { makeStrands, strandsFromPolylines } from '../strands/strands.ts';
import { checkUp, convertMesh, convertStrands, fromFile, metresPer, toFile, type Unit, type UpAxis } from './units.ts';

const strands = makeStrands({
  ...strandsFromPolylines([
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  ]),
  pointAttributes: new Map([
    ['radius', { size: 1, data: Float32Array.of(1, 2) }],
    ['colour', { size: 3, data: Float32Array.of(1, 2, 3, 4, 5, 6) }],
  ]),
  strandAttributes: new Map([['rootNormal', { size: 3, data: Float32Array.of(0, 0, 1) }]]),
});

describe('units and axes', () => {
  it('names and numbers mean metres', () => {
    expect([metresPer('m'), metresPer('cm'), metresPer('mm'), metresPer('in'), metresPer(3)]).toEqual([
      1, 0.01, 0.001, 0.0254, 3,
    ]);
    for (const unit of ['ell', 'toString', 0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => metresPer(unit as Unit)).toThrow(InputError);
    expect(() => checkUp('x' as UpAxis)).toThrow(InputError);
  });
  it('turns Z up into Y up: up stays up, and the turn is no mirror', () => {
    const turned = convertStrands(strands, fromFile(1, 'z'));
    expect([...turned.positions]).toEqual([1, 3, -2, 4, 6, -5]);
    expect([...turned.strandAttributes.get('rootNormal')!.data]).toEqual([0, 1, -0]);
  });
  it('scales lengths and nothing else', () => {
    const scaled = convertStrands(strands, fromFile(2, 'y'));
    expect([...scaled.positions]).toEqual([2, 4, 6, 8, 10, 12]);
    expect([...scaled.pointAttributes.get('radius')!.data]).toEqual([2, 4]);
    expect(scaled.pointAttributes.get('colour')).toBe(strands.pointAttributes.get('colour'));
    expect([...scaled.strandAttributes.get('rootNormal')!.data]).toEqual([0, 0, 1]);
  });
  it('goes there and back', () => {
    for (const up of ['y', 'z'] as const)
      expect(convertStrands(convertStrands(strands, toFile(0.25, up)), fromFile(0.25, up))).toEqual(strands);
    expect(convertStrands(strands, toFile(1, 'y'))).toBe(strands);
  });
  it('keeps a mesh facing outwards', () => {
    const mesh = makeMesh({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      triangles: Uint32Array.of(0, 1, 2),
    });
    const turned = convertMesh(mesh, fromFile(0.01, 'z'));
    const again = makeMesh({ positions: turned.positions, triangles: turned.triangles });
    expect([...turned.normals].map((x) => x + 0)).toEqual([...again.normals].map((x) => x + 0));
    expect(convertMesh(mesh, fromFile(1, 'y'))).toBe(mesh);
  });
});
