import { describe, expect, it } from 'vitest';
import { InputError } from '../strands/input-error.ts';
import { makeStrands, strandsFromPolylines } from '../strands/strands.ts';
import { knownFormats, readHair, readMesh, writeHair, writeMesh } from './index.ts';

const strands = strandsFromPolylines([
  [
    [0, 0, 0],
    [1, 2, 3],
    [2, 4, 6],
    [3, 6, 9],
  ],
]);

describe('formats by name and content', () => {
  it('lists what it can do', () => {
    const abilities = new Map(knownFormats().map(({ extensions, can }) => [extensions[0], can.length]));
    for (const [extension, count] of Object.entries({
      tfx: 2,
      hair: 2,
      obj: 4,
      abc: 6,
      usda: 6,
      usdc: 6,
      usdz: 6,
      pelage: 4,
    }))
      expect([extension, abilities.get(extension)]).toEqual([extension, count]);
  });
  it('reads what it writes, whatever the case of the extension and the kind of buffer', () => {
    for (const name of ['a.tfx', 'A.HAIR', 'x/y.z/a.Obj', 'a.usd']) {
      const bytes = writeHair(name, strands);
      expect(readHair(name, bytes).strands.positions).toEqual(strands.positions);
      expect(readHair(name, bytes.slice().buffer).strands.positions).toEqual(strands.positions);
    }
  });
  it('believes the content more than the name', () => {
    const note = 'the file holds cyHair data whatever its name says, and was read as such';
    for (const name of ['a.tfx', 'a.obj', 'a.bin', 'a']) {
      const file = readHair(name, writeHair('a.hair', strands));
      expect(file.strands).toEqual(strands);
      expect(file.notes[0]).toBe(note);
    }
  });
  it('names the known formats where it does not know one', () => {
    const unknown = { code: 'format/unknown' };
    expect(() => readHair('a.fbx', new Uint8Array(10))).toThrow(
      expect.objectContaining({
        ...unknown,
        message: expect.stringMatching(/^a.fbx: hair is not read from .fbx; hair is read from .tfx, .hair, .obj, .abc/),
      }),
    );
    expect(() => readHair('hair', new Uint8Array(10))).toThrow(/hair: the name has no extension; hair is read from/);
    expect(() => writeHair('a.gltf', strands)).toThrow(/write .glb; hair is written to/);
    expect(() => writeHair('a.png', strands)).toThrow(/hair is written to \.tfx, \.hair, \.obj/);
    expect(() => readMesh('a.tfx', writeHair('a.tfx', strands))).toThrow(/meshes are read from \.obj/);
    expect(() => writeMesh('a.hair', {} as never)).toThrow(InputError);
  });
});

describe('units and axes at the border', () => {
  it('says that metres were assumed, and not where the unit is given', () => {
    const bytes = writeHair('a.tfx', strands);
    expect(readHair('a.tfx', bytes).notes).toEqual(['a.tfx: no unit in the file: metres were assumed']);
    expect(readHair('a.tfx', bytes, { unit: 'm' }).notes).toEqual([]);
  });
  it('doubts hair as tall as a house', () => {
    const tall = strandsFromPolylines([[[0, 0, 0]], [[0, 80, 0]]]);
    expect(readHair('a.ply', writeHair('a.ply', tall)).notes[1]).toMatch(/spread over 80\.0 m: give the file's unit/);
  });
  it('converts in both directions', () => {
    const withRadius = makeStrands({
      ...strands,
      pointAttributes: new Map([['radius', { size: 1, data: Float32Array.of(1, 2, 3, 4) }]]),
    });
    for (const unit of ['cm', 'mm', 'in', 0.25] as const)
      for (const up of ['y', 'z'] as const) {
        const bytes = writeHair('a.hair', withRadius, { unit, up });
        const raw = readHair('a.hair', bytes, { unit: 1, up: 'y' }).strands;
        const metres = typeof unit === 'number' ? unit : { cm: 0.01, mm: 0.001, in: 0.0254 }[unit];
        expect(raw.positions[3]! * metres).toBeCloseTo(1, 6);
        expect(raw.positions[up === 'z' ? 5 : 4]! * metres).toBeCloseTo(2, 6);
        expect(raw.positions[up === 'z' ? 4 : 5]! * metres).toBeCloseTo(up === 'z' ? -3 : 3, 6);
        const back = readHair('a.hair', bytes, { unit, up }).strands;
        expect(Math.max(...withRadius.positions.map((x, i) => Math.abs(back.positions[i]! - x)))).toBeLessThan(1e-6);
        expect(back.pointAttributes.get('radius')!.data[3]).toBeCloseTo(4, 6);
      }
  });
  it('refuses units it does not know', () => {
    expect(() => readHair('a.hair', writeHair('a.hair', strands), { unit: 'ft' as 'm' })).toThrow(/unit ft is unknown/);
    expect(() => writeHair('a.hair', strands, { unit: 0 })).toThrow(InputError);
  });
});
