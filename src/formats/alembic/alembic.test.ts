import { describe, expect, it } from 'vitest';
import { strandsFromPolylines } from '../../strands/strands.ts';
import { MemorySink } from '../byte-sink.ts';
import { memorySource } from '../byte-source.ts';
import { littleEndian } from '../bytes.ts';
import { openAnimation, readHair, readMesh, writeHair } from '../index.ts';
import { ArchiveWriter, type ObjectSpec, type PropertySpec } from './archive-write.ts';
import { F32, F64, I32, U8 } from './pod.ts';
import { sampleKey } from './sample-key.ts';

const CURVES = 'schema=AbcGeom_Curve_v2';
const XFORM = 'schema=AbcGeom_Xform_v3';

interface Written {
  counts?: Int32Array;
  points?: Float32Array;
  more?: (archive: ArchiveWriter) => PropertySpec[];
  /** Values of translate and rotate-about-x, one list a sample. */
  moves?: number[][];
  meta?: string;
  frames?: number;
}

const POINTS = Float32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1);

/** An archive with /move (a transform) > /move/hair, as other programs may write it. */
function archive({
  counts = Int32Array.of(2, 2),
  points = POINTS,
  more = () => [],
  moves,
  meta = '',
  frames = 1,
}: Written): Uint8Array {
  const sink = new MemorySink();
  const writer = new ArchiveWriter(sink);
  const array = (
    name: string,
    pod: number,
    extent: number,
    values: ArrayBufferView & { BYTES_PER_ELEMENT: number },
  ): PropertySpec => ({
    name,
    kind: 'array',
    pod,
    extent,
    timing: 1,
    samples: frames,
    data: [writer.sample(littleEndian(values))],
  });
  const hair: ObjectSpec = {
    name: 'hair',
    meta: CURVES,
    properties: [
      {
        name: '.geom',
        meta: CURVES,
        properties: [array('P', F32, 3, points), array('nVertices', I32, 1, counts), ...more(writer)],
      },
    ],
  };
  const ops: PropertySpec = {
    name: '.ops',
    kind: 'scalar',
    pod: U8,
    extent: 2,
    data: [writer.sample(Uint8Array.of(0x10, 0x40))],
  };
  const vals = (moves ?? []).map((values) => writer.sample(littleEndian(Float64Array.from(values))));
  const transform: PropertySpec[] = moves
    ? [ops, { name: '.vals', kind: 'scalar', pod: F64, extent: 4, timing: 1, data: vals }]
    : [];
  const move: ObjectSpec = {
    name: 'move',
    meta: XFORM,
    properties: [{ name: '.xform', meta: XFORM, properties: transform }],
    children: [hair],
  };
  const timing = { perCycle: 0.5, times: [1], samples: Math.max(frames, vals.length) };
  writer.finish([move], meta, [{ perCycle: 1, times: [0], samples: 1 }, timing]);
  return sink.bytes();
}

describe('Alembic transforms', () => {
  it('move hair over time, also between their samples', () => {
    const bytes = archive({
      moves: [
        [1, 2, 3, 0],
        [1, 2, 3, 90],
        [5, 2, 3, 90],
      ],
    });
    const { animation } = openAnimation('a.abc', memorySource(bytes), { unit: 'm' });
    expect([...animation.times]).toEqual([1, 1.5, 2]);
    expect(animation.frame(0).slice(0, 6)).toEqual(Float32Array.of(1, 2, 3, 1, 3, 3));
    // A quarter turn about x takes y to z; the translation comes after it.
    expect([...animation.frame(1).slice(3, 6)]).toEqual([1, 2, 4].map((x) => expect.closeTo(x, 6)));
    expect([...animation.frame(2).slice(3, 6)]).toEqual([5, 2, 4].map((x) => expect.closeTo(x, 6)));
  });
});

describe('Alembic units and axes', () => {
  it('knows programs by their name', () => {
    const unitOf = (meta: string): number => readHair('a.abc', archive({ meta })).strands.positions[4]!;
    expect(unitOf('_ai_Application=Maya 2024')).toBeCloseTo(0.01, 6);
    expect(unitOf('_ai_Application=Blender')).toBe(1);
    expect(readHair('a.abc', archive({ meta: '_ai_Application=Maya 2024' })).notes).toEqual([
      'the file is in centimetres (Maya wrote it): converted to metres',
    ]);
    expect(readHair('a.abc', archive({})).notes).toEqual(['a.abc: no unit in the file: metres were assumed']);
  });
  it('takes hair that stands high along Z for Z up, says so, and can be told otherwise', () => {
    const high = POINTS.map((x, i) => (i % 3 === 2 ? x + 9 : x));
    const { strands, notes } = readHair('a.abc', archive({ points: high }));
    expect(strands.positions[1]).toBe(9);
    expect(notes.join(' ')).toMatch(/Z up \(a guess: .*\): turned to Y up/);
    expect(readHair('a.abc', archive({ points: high }), { up: 'y' }).strands.positions[2]).toBe(9);
    // Hair on a head at the origin, or at a height along Y, is left alone.
    for (const points of [POINTS, POINTS.map((x, i) => (i % 3 === 1 ? x + 9 : x))])
      expect(readHair('a.abc', archive({ points })).strands.positions).toEqual(points);
  });
});

describe('Alembic files with something wrong', () => {
  it('keep the curves before one that reaches beyond the points, and name it', () => {
    const { strands, notes } = readHair('a.abc', archive({ counts: Int32Array.of(2, 1, 9, 1) }));
    expect(strands.first).toEqual(Uint32Array.of(0, 2, 3));
    expect(notes[0]).toBe(
      '/move/hair, curve 2: its 9 points lie beyond the 4 that there are; it and the 1 after it were left out',
    );
  });
  it('count a negative number of points as none', () => {
    const { strands, notes } = readHair('a.abc', archive({ counts: Int32Array.of(2, -7, 2) }));
    expect(strands.first).toEqual(Uint32Array.of(0, 2, 2, 4));
    expect(notes[0]).toMatch(/curve 1: it has -7 points/);
  });
  it('leave out an attribute that fits nothing, and take indexed ones', () => {
    const param = (
      archive: ArchiveWriter,
      name: string,
      pod: number,
      values: Float32Array | Int32Array | Uint32Array,
    ): PropertySpec => ({
      name,
      kind: 'array',
      pod,
      extent: 1,
      meta: 'geoScope=vtx',
      data: [archive.sample(littleEndian(values))],
    });
    const more = (archive: ArchiveWriter): PropertySpec[] => [
      {
        name: '.arbGeomParams',
        properties: [
          param(archive, 'odd', F32, new Float32Array(3)),
          {
            name: 'softness',
            meta: 'geoScope=vtx',
            properties: [
              param(archive, '.vals', F32, Float32Array.of(7, 8)),
              param(archive, '.indices', 5, Uint32Array.of(0, 1, 1, 0)),
            ],
          },
        ],
      } as unknown as PropertySpec,
    ];
    const { strands, notes } = readHair('a.abc', archive({ more }));
    expect([...strands.pointAttributes.get('softness')!.data]).toEqual([7, 8, 8, 7]);
    expect(notes[0]).toBe('the attribute odd of /move/hair fits neither its curves nor its points and was left out');
  });
  it('are refused with the way out', () => {
    const good = writeHair(
      'a.abc',
      strandsFromPolylines([
        [
          [0, 0, 0],
          [0, 1, 0],
        ],
      ]),
    );
    const unfinished = good.slice();
    unfinished.fill(0, 8, 16);
    unfinished[5] = 0;
    expect(() => readHair('a.abc', unfinished)).toThrow(/did not finish it: export it again/);
    expect(() => readHair('a.abc', Uint8Array.of(0x89, 0x48, 0x44, 0x46, 13, 10, 26, 10))).toThrow(
      /old HDF5 container/,
    );
    expect(() => readHair('a.abc', good.slice(0, 10))).toThrow(/ends at 10/);
    expect(() => readHair('a.abc', new Uint8Array(100))).toThrow(/starts with Ogawa/);
    expect(() => readMesh('a.abc', good)).toThrow(/no polygon mesh/);
  });
});

it('samples have different keys where they differ, and the same where they do not', () => {
  const keys = new Set<string>();
  for (let length = 0; length < 70; length++)
    for (const fill of [0, 1]) keys.add(String(sampleKey(new Uint8Array(length).fill(fill))));
  // No bytes are the same, whatever they would be filled with.
  expect(keys.size).toBe(139);
  expect(sampleKey(Uint8Array.of(1, 2, 3))).toEqual(sampleKey(Uint8Array.of(0, 1, 2, 3).subarray(1)));
});
