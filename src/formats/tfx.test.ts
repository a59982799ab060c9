import { describe, expect, it } from 'vitest';
import type { Attribute, Strands } from '../strands/strands.ts';
import { makeStrands, strandsFromPolylines, uniformFirst } from '../strands/strands.ts';
import { readHair, writeHair } from './registry.ts';

// Bytes put together by hand from the format's description, not by the writer.
const u32 = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);
const f32 = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
const zeros = (words: number): Uint8Array => new Uint8Array(4 * words);
const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));
const count = (length: number, step: number): number[] => Array.from({ length }, (_, i) => i * step);

const STRANDS = 3;
const xyz = count(36, 1);
const w = count(12, 0.5);
const rootUv = count(6, 0.25);
const uv = count(24, 0.125);
const rgb = count(36, 0.0625);
const alpha = count(12, 0.03125);
const fours = (three: number[], one: number[]): number[] =>
  one.flatMap((x, i) => [...three.slice(3 * i, 3 * i + 3), x]);

const first = uniformFirst(STRANDS, 4);
const plain = makeStrands({ first, positions: Float32Array.from(xyz) });
const everyPoint = new Map([
  ['inverseMass', { size: 1, data: Float32Array.from(w) }],
  ['uv', { size: 2, data: Float32Array.from(uv) }],
  ['colour', { size: 3, data: Float32Array.from(rgb) }],
  ['opacity', { size: 1, data: Float32Array.from(alpha) }],
]);
const everyStrand = new Map([
  ['rootUv', { size: 2, data: Float32Array.from(rootUv) }],
  ['radius', { size: 1, data: Float32Array.of(0.5, 1, 1.5) }],
]);
const full = makeStrands({ ...plain, pointAttributes: everyPoint, strandAttributes: everyStrand });

/** As four columns of the same attributes, whatever their order in the maps. */
const sorted = (strands: Strands): unknown => ({
  ...strands,
  pointAttributes: [...strands.pointAttributes].sort(),
  strandAttributes: [...strands.strandAttributes].sort(),
});

describe('TressFX 4', () => {
  it('has every array at its offset', () => {
    const bytes = join(
      f32(4),
      u32(3, 4, 160, 352, 376, 472, 488),
      zeros(32),
      f32(...fours(xyz, w)),
      f32(...rootUv),
      f32(...uv),
      f32(1, 2, 3),
      zeros(1),
      f32(...fours(rgb, alpha)),
    );
    expect(writeHair('a.tfx', full)).toEqual(bytes);
    expect(sorted(readHair('a.tfx', bytes).strands)).toEqual(sorted(full));
  });
  it('fixes the root where nothing is said', () => {
    const bytes = join(
      f32(4),
      u32(3, 4, 160),
      zeros(36),
      f32(
        ...fours(
          xyz,
          count(12, 1).map((i) => (i % 4 ? 1 : 0)),
        ),
      ),
    );
    expect(writeHair('a.tfx', plain)).toEqual(bytes);
    expect([...readHair('a.tfx', bytes).strands.pointAttributes.keys()]).toEqual(['inverseMass']);
  });
  it('may have its arrays anywhere, in any order, on any byte', () => {
    const bytes = join(
      f32(4),
      u32(3, 4, 187, 161),
      zeros(35),
      Uint8Array.of(9),
      f32(...rootUv),
      Uint8Array.of(9, 9),
      f32(...fours(xyz, w)),
    );
    const { strands } = readHair('a.tfx', bytes);
    expect([...strands.positions]).toEqual(xyz);
    expect([...strands.strandAttributes.get('rootUv')!.data]).toEqual(rootUv);
  });
  it('leaves opacity out where it is 1', () => {
    const { strands } = readHair(
      'a.tfx',
      writeHair('a.tfx', makeStrands({ ...plain, pointAttributes: new Map([['colour', everyPoint.get('colour')!]]) })),
    );
    expect([...strands.pointAttributes.keys()]).toEqual(['inverseMass', 'colour']);
  });
  it('keeps the root radius of tapered strands and says so', () => {
    const notes: string[] = [];
    const tapered = makeStrands({
      ...plain,
      pointAttributes: new Map([
        ['radius', { size: 1, data: Float32Array.from([1, 1, 1, 1, 2, 2, 2, 2, 3, 2, 1, 0]) }],
      ]),
    });
    const { strands } = readHair('a.tfx', writeHair('a.tfx', tapered, { note: (sentence) => notes.push(sentence) }));
    expect([...strands.strandAttributes.get('radius')!.data]).toEqual([1, 2, 3]);
    expect(notes).toEqual([".tfx has one thickness a strand: 1 strands with varying radius keep the root's"]);
  });
});

describe('TressFX 3', () => {
  const strandsThree = makeStrands({
    ...full,
    pointAttributes: new Map(everyPoint).set('inverseMass', {
      size: 1,
      data: Float32Array.of(0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0),
    }),
    strandAttributes: new Map<string, Attribute>(everyStrand).set('guide', {
      size: 1,
      data: Uint32Array.of(1, 0, 0xffffffff),
    }),
  });
  const bytes = join(
    f32(3),
    u32(3, 4, 2, 1),
    zeros(31),
    u32(296, 440, 456, 480, 672, 688),
    zeros(32),
    f32(...xyz),
    f32(1, 2, 3),
    zeros(1),
    f32(...rootUv),
    f32(...fours(rgb, alpha)),
    u32(1, 0, 0xffffffff),
    zeros(1),
    f32(...uv),
  );
  it('has every array at its offset', () => {
    expect(writeHair('a.tfx', strandsThree, { tfxVersion: 3, metadata: { 'tfx.followersPerGuide': 2 } })).toEqual(
      bytes,
    );
    const file = readHair('a.tfx', bytes);
    expect(sorted(file.strands)).toEqual(sorted(strandsThree));
    expect(file.metadata).toEqual({ 'tfx.version': 3, 'tfx.followersPerGuide': 2 });
  });
  it('has positions alone', () => {
    const small = join(f32(3), u32(3, 4), zeros(33), u32(296), zeros(37), f32(...xyz));
    expect(writeHair('a.tfx', plain, { tfxVersion: 3 })).toEqual(small);
    expect(readHair('a.tfx', small).strands).toEqual(plain);
  });
  it('says which masses it loses', () => {
    const notes: string[] = [];
    writeHair('a.tfx', full, { tfxVersion: 3, note: (sentence) => notes.push(sentence) });
    expect(notes).toEqual(['.tfx version 3 knows fixed roots and tips only: other inverse masses were left out']);
  });
  it('becomes version 4 and says what that cannot hold', () => {
    const notes: string[] = [];
    const file = readHair('a.tfx', bytes);
    writeHair('b.tfx', file.strands, { metadata: file.metadata, note: (sentence) => notes.push(sentence) });
    expect(notes).toEqual([
      '.tfx version 4 has no place for these attributes, they were left out: guide (strand)',
      '.tfx version 4 has no place for the number of followers a guide (2)',
    ]);
  });
});

describe('TressFX errors name the file and the place', () => {
  const good = { 3: writeHair('a.tfx', full, { tfxVersion: 3 }), 4: writeHair('a.tfx', full) };
  const changed = (version: 3 | 4, word: number, value: number): Uint8Array => {
    const bytes = good[version].slice();
    new DataView(bytes.buffer).setUint32(4 * word, value, true);
    return bytes;
  };
  it.each([
    ['tfx/version', changed(4, 0, 0)],
    ['format/empty', new Uint8Array(0)],
    ['tfx/truncated', good[4].slice(0, 159)],
    ['tfx/truncated', good[3].slice(0, 295)],
    ['tfx/truncated', good[4].slice(0, -1)],
    ['tfx/truncated', good[3].slice(0, -1)],
    ['tfx/truncated', changed(4, 1, 0xffffffff)],
    ['tfx/truncated', changed(3, 1, 0xffffffff)],
    ['tfx/truncated', changed(4, 2, 0xffffffff)],
    ['tfx/points', changed(4, 2, 1)],
    ['tfx/points', changed(3, 2, 0)],
    ['tfx/no-points', changed(4, 3, 0)],
    ['tfx/no-points', changed(3, 36, 0)],
    ['tfx/offset', changed(4, 3, 159)],
    ['tfx/offset', changed(4, 7, 100_000)],
    ['tfx/offset', changed(3, 41, 200)],
    ['tfx/overlap', changed(4, 4, 160)],
    ['tfx/overlap', changed(3, 40, 456)],
  ])('%s', (code, bytes) => {
    expect(() => readHair('tall/a.tfx', bytes)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(/^tall\/a\.tfx: /) }),
    );
  });
  it('says what header promises and what is there', () => {
    expect(() => readHair('a.tfx', good[4].slice(0, 200))).toThrow(
      'a.tfx: header promises 3 strands of 4 points (positions: 192 bytes from byte 160) but the file ends at 200',
    );
  });
  it('reads unusual numbers of points and says so', () => {
    const odd = changed(4, 2, 3);
    expect(readHair('a.tfx', odd).notes[0]).toBe('3 points a strand: TressFX itself takes 4, 8, 16, 32, 64');
  });
  it('never resamples: it says which option does', () => {
    const line = (points: number): number[][] => count(points, 1).map((y) => [0, y, 0]);
    expect(() => writeHair('a.tfx', strandsFromPolylines([line(5), line(5)]))).toThrow(
      /every strand has 5: resample with --points 8/,
    );
    expect(() => writeHair('a.tfx', strandsFromPolylines([line(4), line(4), line(20)]))).toThrow(
      /strand 0 has 4 and strand 2 has 20: resample with --points 32/,
    );
    expect(() => writeHair('a.tfx', strandsFromPolylines([line(100)]), { tfxVersion: 3 })).toThrow(/--points 64/);
    expect(() => writeHair('a.tfx', plain, { tfxVersion: 5 as 4 })).toThrow(/version 5/);
  });
  it('holds nothing, too', () => {
    const nothing = strandsFromPolylines([]);
    for (const tfxVersion of [3, 4] as const)
      expect(readHair('a.tfx', writeHair('a.tfx', nothing, { tfxVersion })).strands.positions.length).toBe(0);
  });
});
