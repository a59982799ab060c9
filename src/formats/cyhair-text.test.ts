import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeStrands, uniformFirst } from '../strands/strands.ts';
import { composeText, parseText } from './cyhair-text.ts';
import { readHair, writeHair } from './index.ts';

const seed = 71032;

const strands = makeStrands({
  first: uniformFirst(3, 2),
  positions: Float32Array.from({ length: 18 }, (_, i) => i / 8),
});

describe(`what Pelage adds to the text of .hair files (seed ${seed})`, () => {
  it('is read as it was written, whatever stands before it', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.double({ min: 1e-6, max: 1000, noNaN: true }),
        fc.constantFrom('y' as const, 'z' as const),
        fc.subarray(['thickness', 'colour']),
        (text, unit, up, meant) => {
          expect(parseText(composeText({ text, unit, up, meant }))).toEqual({ text, unit, up, meant });
        },
      ),
      { seed },
    );
  });

  it('is not found in the text of others', () => {
    for (const text of ['', 'made by hand', 'x [unit 0 m, y up]', '[unit 1 m, x up]', ' [unit -1 m, y up]'])
      expect(parseText(text)).toEqual({ text, meant: [] });
  });

  it('tells the unit and axis of a file, so that nothing is assumed', () => {
    expect(readHair('a.hair', writeHair('a.hair', strands)).notes).toEqual([]);
    const other = readHair('a.hair', writeHair('a.hair', strands, { unit: 'cm', up: 'z' }));
    expect(other.notes).toEqual([
      'the file is in centimetres: converted to metres',
      'the file has Z up: turned to Y up',
    ]);
    other.strands.positions.forEach((x, i) => {
      expect(x).toBeCloseTo(strands.positions[i]!, 6);
    });
  });

  it('is not added to the text of others', () => {
    for (const length of [20, 88]) {
      const text = 'x'.repeat(length);
      const bytes = writeHair('a.hair', strands, { metadata: { 'hair.text': text } });
      const file = readHair('a.hair', bytes);
      expect(file.metadata['hair.text']).toBe(text);
      expect(file.notes).toEqual(['a.hair: no unit in the file: metres were assumed']);
    }
  });

  it('says that thickness and colour of all strands stand in the header, at no cost in bytes', () => {
    const coloured = makeStrands({
      ...strands,
      strandAttributes: new Map([
        ['radius', { size: 1, data: new Float32Array(3).fill(4e-5) }],
        ['colour', { size: 3, data: Float32Array.of(0.5, 0.25, 0.125, 0.5, 0.25, 0.125, 0.5, 0.25, 0.125) }],
      ]),
    });
    const bytes = writeHair('a.hair', coloured, { unit: 'cm' });
    expect(bytes.length).toBe(writeHair('a.hair', strands).length);
    const { strandAttributes } = readHair('a.hair', bytes).strands;
    expect(strandAttributes.get('colour')).toEqual(coloured.strandAttributes.get('colour'));
    for (const radius of strandAttributes.get('radius')!.data) expect(radius).toBeCloseTo(4e-5, 10);
    coloured.strandAttributes.get('colour')!.data[4] = 0.75;
    const uneven = readHair('a.hair', writeHair('a.hair', coloured)).strands;
    expect(uneven.pointAttributes.get('colour')!.data[7]).toBe(0.75);
  });
});
