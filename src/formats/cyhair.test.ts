import { describe, expect, it } from 'vitest';
import { makeStrands, strandsFromPolylines } from '../strands/strands.ts';
import { readHair, writeHair } from './registry.ts';

// Bytes put together by hand from the format's description, not by the writer.
const u16 = (...values: number[]): Uint8Array => new Uint8Array(Uint16Array.from(values).buffer);
const u32 = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);
const f32 = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
const text = (value: string, length: number): Uint8Array => Buffer.from(value.padEnd(length, '\0'), 'latin1');
const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));

const SMALL_HEADER = [u32(0), f32(1e-4, 0, 1, 1, 1), text('written by Pelage [unit 1 m, y up]', 88)];

const three = strandsFromPolylines([
  [
    [1, 2, 3],
    [4, 5, 6],
  ],
  [[7, 8, 9]],
  [
    [0, 0, 0],
    [0, 1, 0],
    [0, 2, 0],
  ],
]);

const all = makeStrands({
  ...three,
  pointAttributes: new Map([
    ['radius', { size: 1, data: Float32Array.of(0.5, 1, 1.5, 2, 2.5, 3) }],
    ['transparency', { size: 1, data: Float32Array.of(0, 0.1, 0.2, 0.3, 0.4, 0.5) }],
    ['colour', { size: 3, data: Float32Array.from({ length: 18 }, (_, i) => i / 20) }],
  ]),
});

describe('cyHair files', () => {
  it('have points and segments where strands have positions', () => {
    const bytes = join(text('HAIR', 4), u32(3, 6, 3), ...SMALL_HEADER, u16(1, 0, 2), f32(...three.positions));
    expect(writeHair('a.hair', three)).toEqual(bytes);
    expect(readHair('a.hair', bytes).strands).toEqual(three);
  });
  it('have all arrays in their order', () => {
    const bytes = join(
      text('HAIR', 4),
      u32(3, 6, 31),
      ...SMALL_HEADER,
      u16(1, 0, 2),
      f32(...three.positions),
      f32(1, 2, 3, 4, 5, 6),
      f32(0, 0.1, 0.2, 0.3, 0.4, 0.5),
      f32(...Array.from({ length: 18 }, (_, i) => i / 20)),
    );
    expect(writeHair('a.hair', all)).toEqual(bytes);
    expect(readHair('a.hair', bytes).strands).toEqual(all);
  });
  it('may leave out the segments, and keep header and text', () => {
    const bytes = join(
      text('HAIR', 4),
      u32(2, 6, 2),
      u32(2),
      f32(0.5, 0.25, 0.1, 0.2, 0.3),
      text('somebody, 1999', 88),
      f32(...three.positions),
    );
    const file = readHair('a.hair', bytes);
    expect([...file.strands.first]).toEqual([0, 3, 6]);
    expect(file.metadata).toMatchObject({
      'hair.defaultSegments': 2,
      'hair.defaultThickness': 0.5,
      'hair.defaultTransparency': 0.25,
      'hair.text': 'somebody, 1999',
    });
    const again = writeHair('a.hair', file.strands, { metadata: file.metadata });
    expect(again.slice(16, 128)).toEqual(bytes.slice(16, 128));
    expect(readHair('a.hair', again)).toEqual(file);
  });
  it('give a default thickness in the unit of the file', () => {
    const { metadata } = readHair('a.hair', writeHair('a.hair', three), { unit: 'cm' });
    expect(metadata['hair.defaultThickness']).toBeCloseTo(1e-6, 12);
    expect(
      readHair('b.hair', writeHair('b.hair', three, { metadata, unit: 'mm' }), { unit: 'm' }).metadata[
        'hair.defaultThickness'
      ],
    ).toBeCloseTo(1e-3, 9);
  });
  it('get transparency from opacity, and strand values on every point', () => {
    const other = makeStrands({
      ...three,
      pointAttributes: new Map([['opacity', { size: 1, data: Float32Array.of(1, 0.75, 0.5, 0.25, 0, 1) }]]),
      strandAttributes: new Map([
        ['radius', { size: 1, data: Float32Array.of(1, 2, 3) }],
        ['group', { size: 1, data: Uint32Array.of(1, 2, 3) }],
      ]),
    });
    const notes: string[] = [];
    const { strands } = readHair('a.hair', writeHair('a.hair', other, { note: (sentence) => notes.push(sentence) }));
    expect([...strands.pointAttributes.get('transparency')!.data]).toEqual([0, 0.25, 0.5, 0.75, 1, 0]);
    expect([...strands.pointAttributes.get('radius')!.data]).toEqual([1, 1, 2, 3, 3, 3]);
    expect(notes).toEqual(['.hair has no place for these attributes, they were left out: group (strand)']);
  });
  it('hold nothing, too', () => {
    const nothing = strandsFromPolylines([]);
    expect(readHair('a.hair', writeHair('a.hair', nothing)).strands).toEqual(nothing);
  });
});

describe('cyHair errors name the file and the place', () => {
  const good = writeHair('a.hair', all);
  const changed = (word: number, value: number): Uint8Array => {
    const bytes = good.slice();
    new DataView(bytes.buffer).setUint32(4 * word, value, true);
    return bytes;
  };
  it.each([
    ['hair/magic', changed(0, 1)],
    ['hair/truncated', good.slice(0, 127)],
    ['hair/truncated', good.slice(0, -1)],
    ['format/empty', new Uint8Array(0)],
    ['hair/truncated', changed(1, 0xffffffff)],
    ['hair/truncated', changed(2, 0xffffffff)],
    ['hair/no-points', changed(3, 1)],
    ['hair/counts', changed(1, 2)],
    ['hair/counts', changed(3, 2)],
  ])('%s', (code, bytes) => {
    expect(() => readHair('tall/a.hair', bytes)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(/^tall\/a\.hair: /) }),
    );
  });
  it('says what header promises and what is there', () => {
    expect(() => readHair('a.hair', changed(2, 1_000_000))).toThrow(
      'a.hair: header promises 3 strands with 1,000,000 points (32,000,134 bytes) but the file ends at 326',
    );
  });
  it('mentions bytes and flags it does not know', () => {
    expect(readHair('a.hair', join(good, u16(1))).notes).toContain('2 bytes after the last array were ignored');
    expect(readHair('a.hair', changed(3, 31 + 64)).notes[0]).toMatch(/^flags 95/);
  });
  it('refuses to write what the format cannot count', () => {
    const long = makeStrands({
      id: Uint32Array.of(5, 77),
      first: Uint32Array.of(0, 2, 65_539),
      positions: new Float32Array(3 * 65_539),
    });
    expect(() => writeHair('a.hair', long)).toThrow(/strand 77 has 65,536 segments.*--points/);
    const full = makeStrands({ first: Uint32Array.of(0, 65_536), positions: new Float32Array(3 * 65_536) });
    expect([...readHair('a.hair', writeHair('a.hair', full)).strands.first]).toEqual([0, 65_536]);
    expect(() => writeHair('a.hair', strandsFromPolylines([[[0, 0, 0]], []]))).toThrow(/strand 1 has no points/);
  });
  it('cuts a text that is too long and says so', () => {
    const notes: string[] = [];
    const bytes = writeHair('a.hair', three, {
      metadata: { 'hair.text': 'x'.repeat(90) },
      note: (sentence) => notes.push(sentence),
    });
    expect(readHair('a.hair', bytes).metadata['hair.text']).toBe('x'.repeat(88));
    expect(notes).toHaveLength(1);
  });
});
