import { describe, expect, it } from 'vitest';
import { makeStrands } from '../../strands/strands.ts';
import { Budget } from '../budget.ts';
import { memorySource } from '../byte-source.ts';
import { MemorySink, makeAnimation, openAnimation, readHair, readMesh, writeAnimation, writeHair } from '../index.ts';
import { ArchiveBuilder } from './archive.fixture.ts';
import { ACYCLIC, Archive } from './archive.ts';
import type { ObjectSpec } from './archive-write.ts';
import { Ogawa } from './ogawa.ts';

/** Files in the shapes that other programs write; `ArchiveBuilder` says how the bytes are made. */

const line = (points: number, x = 0): Float32Array =>
  Float32Array.from({ length: 3 * points }, (_, i) =>
    i % 3 === 1 ? Math.floor(i / 3) / (points - 1) : i % 3 === 0 ? x : 0,
  );

const POINTS = 400;

/** Curves, each under a transform of its own, as Maya's exporter writes them. */
function mayaCurves(count: number, points: (curve: number) => Float32Array): Uint8Array {
  const b = new ArchiveBuilder();
  const more = [b.floats('width', new Float32Array(POINTS).fill(0.1), 'vtx')];
  const params = [b.floats('stiffness', new Float32Array(POINTS).fill(1), 'vtx')];
  const counts = [Int32Array.of(POINTS)];
  const curve = (s: number): ObjectSpec =>
    b.transform(`curve${s}`, [b.curves(`curveShape${s}`, { samples: [points(s)], counts, more, params })], [s, 0, 0]);
  return b.finish(Array.from({ length: count }, (_, s) => curve(s)));
}

const SAME = line(POINTS);

describe('Alembic files of one object a curve', () => {
  it.each([
    ['all different', (s: number) => line(POINTS, 0.001 * s)],
    ['all the same, which Ogawa stores once', () => SAME],
  ])('2,000 curves of 400 points are read, %s', (_, points) => {
    const { strands, notes } = readHair('a.abc', mayaCurves(2000, points), { unit: 'm' });
    expect(strands.first).toHaveLength(2001);
    expect(strands.positions).toHaveLength(3 * 800_000);
    expect(strands.positions[3 * POINTS * 1700]).toBeCloseTo(1700 + points(1700)[0]!, 2);
    expect(strands.pointAttributes.get('radius')!.data).toHaveLength(800_000);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^the file has 2000 objects with curves/);
  });

  it('say a thing once, and of how many more it holds', () => {
    const b = new ArchiveBuilder();
    const curves = Array.from({ length: 50 }, (_, s) =>
      b.curves(`short${s}`, { samples: [line(3)], counts: [Int32Array.of(3)], basis: [0, 0, 2, 2] }),
    );
    const { notes } = readHair('a.abc', b.finish(curves), { unit: 'm' });
    expect(notes[0]).toMatch(/^\/short0: 1 cubic curves with fewer than 4 .*\(and 49 more like it\)$/);
    expect(notes).toHaveLength(2);
  });

  it('read a mesh that is repeated, and refuse one repeated beyond reason', () => {
    const points = line(20_000);
    const repeated = (times: number): Uint8Array => {
      const b = new ArchiveBuilder();
      const corners = Int32Array.from({ length: 3 * 19_998 }, (_, i) => Math.floor(i / 3) + (i % 3));
      const counts = new Int32Array(19_998).fill(3);
      const body = (k: number): ObjectSpec => b.mesh(`m${k}`, 'AbcGeom_PolyMesh_v1', points, counts, corners);
      return b.finish(Array.from({ length: times }, (_, k) => body(k)));
    };
    const bytes = repeated(40);
    expect(bytes.length).toBeLessThan(700_000);
    expect(readMesh('a.abc', bytes, { unit: 'm' }).mesh.positions).toHaveLength(40 * points.length);
    expect(() => readMesh('a.abc', repeated(700))).toThrow(/^a\.abc: the file names the same data again and again/);
  });
});

describe('Alembic curves with knots', () => {
  const clamped = Float32Array.of(0, 0, 0, 0, 1, 2, 3, 4, 5, 5, 5, 5);
  const read = (
    basis: [number, number, number, number],
    more: (b: ArchiveBuilder) => ReturnType<ArchiveBuilder['bytes']>[],
  ) => {
    const b = new ArchiveBuilder();
    const hair = b.curves('hair', { samples: [line(8)], counts: [Int32Array.of(8)], basis, more: more(b) });
    return readHair('a.abc', b.finish([hair]), { unit: 'm' });
  };
  const ends = ({ positions }: { positions: Float32Array }): number[] => [
    positions[1]!,
    positions[positions.length - 2]!,
  ];

  it.each([
    ['Maya, cubic without a basis', [0, 0, 0, 0]],
    ['Houdini, cubic B-spline', [0, 0, 2, 2]],
  ] as const)('%s: keep roots and tips where they are', (_, basis) => {
    const { strands, notes } = read([...basis], (b) => [
      b.floats('.knots', clamped),
      b.bytes('.orders', Uint8Array.of(4)),
    ]);
    expect(ends(strands)).toEqual([0, 1]);
    expect(notes).toEqual([]);
  });

  it('are evaluated by their own order where it varies, with weights', () => {
    const knots = Float32Array.of(0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 6);
    const { strands } = read([2, 0, 0, 0], (b) => [
      b.floats('.knots', knots),
      b.bytes('.orders', Uint8Array.of(3)),
      b.floats('w', new Float32Array(8).fill(2)),
    ]);
    expect(ends(strands)).toEqual([0, 1]);
  });

  it('say so where the knots cannot be', () => {
    const { notes, strands } = read([0, 0, 2, 2], (b) => [b.floats('.knots', Float32Array.of(1, 2, 3))]);
    expect(notes).toEqual(['/hair: its knots do not fit its points: they are taken as evenly spaced']);
    expect(ends(strands)).toEqual([expect.closeTo(1 / 7, 6), expect.closeTo(6 / 7, 6)]);
    expect(read([2, 0, 0, 0], () => []).notes[0]).toMatch(/different orders, which it does not name/);
    expect(read([0, 0, 4, 4], () => []).notes[0]).toMatch(/cubic curves \(Hermite\) are not evaluated/);
  });
});

describe('Alembic times', () => {
  const strands = makeStrands({ first: Uint32Array.of(0, 2), positions: Float32Array.of(0, 0, 0, 0, 1, 0) });
  const film = (times: number[]): Uint8Array => {
    const sink = new MemorySink();
    writeAnimation(
      'a.abc',
      makeAnimation(
        strands,
        times,
        times.map((t) => strands.positions.map((x) => x + t)),
      ),
      sink,
    );
    return sink.bytes();
  };
  const timings = (bytes: Uint8Array) =>
    new Archive(new Ogawa('a', memorySource(bytes), new Budget(1e6)), () => {}).timings;

  it.each([24000 / 1001, 23.976, 24, 25, 30000 / 1001, 29.97, 30, 48, 50, 60000 / 1001, 59.94, 60, 120])(
    'a film at %f frames a second is uniform, with that rate',
    (fps) => {
      const times = Array.from({ length: 241 }, (_, k) => 1 + k / fps);
      const bytes = film(times);
      expect(timings(bytes)[1]).toEqual({ perCycle: 1 / fps, times: [1] });
      expect([...openAnimation('a.abc', memorySource(bytes)).animation.times]).toEqual(times);
    },
  );

  it('other times stand one by one', () => {
    const bytes = film([0, 1, 3]);
    expect(timings(bytes)[1]).toEqual({ perCycle: ACYCLIC, times: [0, 1, 3] });
    expect([...openAnimation('a.abc', memorySource(bytes)).animation.times]).toEqual([0, 1, 3]);
  });

  it('cyclic ones are read: a shutter that opens and closes in every frame', () => {
    const b = new ArchiveBuilder();
    const samples = [0, 1, 2, 3].map((x) => line(4, x));
    const hair = b.curves('hair', { samples, counts: [Int32Array.of(4)] });
    const bytes = b.finish([hair], { perCycle: 1 / 24, times: [1, 1 + 1 / 48], samples: 4 });
    const { animation } = openAnimation('a.abc', memorySource(bytes), { unit: 'm' });
    expect([...animation.times]).toEqual(
      [1, 1 + 1 / 48, 1 + 1 / 24, 1 + 1 / 48 + 1 / 24].map((t) => expect.closeTo(t, 12)),
    );
    expect(animation.frame(3)[0]).toBe(3);
  });
});

describe('Alembic scenes', () => {
  const tuft = (b: ArchiveBuilder, name = 'tuft', x = 0): ObjectSpec =>
    b.curves(name, { samples: [line(4, x)], counts: [Int32Array.of(2, 2)] });

  it('have instances where they stand', () => {
    const b = new ArchiveBuilder();
    const bytes = b.finish([
      b.transform('first', [b.instance('copy', '/shelf/tuft')], [5, 0, 0]),
      b.transform('shelf', [tuft(b)]),
      b.transform('whole', [b.instance('copy', '/shelf')], [9, 0, 0]),
      b.instance('lost', '/nowhere'),
    ]);
    const { strands, notes } = readHair('a.abc', bytes, { unit: 'm' });
    expect([0, 2, 4].map((s) => strands.positions[3 * strands.first[s]!])).toEqual([5, 0, 9]);
    expect(notes[0]).toBe('/lost is an instance of "/nowhere", which is not there, and was left out');
    expect(notes[1]).toMatch(/3 objects .* \/first\/copy, \/shelf\/tuft, \/whole\/copy\/tuft/);
  });

  it('do not follow instances that hold themselves', () => {
    const b = new ArchiveBuilder();
    const loop = b.transform('a', [tuft(b), b.instance('again', '/a')]);
    const other = b.transform('b', [b.instance('down', '/c')]);
    const back = b.transform('c', [b.instance('up', '/b')]);
    const { strands } = readHair('a.abc', b.finish([loop, other, back]), { unit: 'm' });
    expect(strands.first).toHaveLength(3);
  });

  it('3,000 instances of a tuft are read', () => {
    const b = new ArchiveBuilder();
    const copies = Array.from({ length: 3000 }, (_, k) => b.instance(`copy${k}`, '/tuft'));
    const { strands } = readHair('a.abc', b.finish([tuft(b), ...copies]), { unit: 'm' });
    expect(strands.first).toHaveLength(6003);
  });

  it('leave out what is hidden, with what is below it, and say so', () => {
    const b = new ArchiveBuilder();
    const shape = { samples: [line(4, 7)], counts: [Int32Array.of(4)] };
    const bytes = b.finish([
      tuft(b),
      b.curves('old', { ...shape, own: [b.visible(0)] }),
      b.transform('parked', [b.curves('hair', shape)], undefined, [b.visible(0)]),
      b.curves('shown', { ...shape, own: [b.visible(1)] }),
      b.curves('same', { ...shape, own: [b.visible(-1)] }),
    ]);
    const { strands, notes } = readHair('a.abc', bytes, { unit: 'm' });
    expect(strands.first).toHaveLength(5);
    expect(notes[0]).toBe('/old, and 1 more, is hidden in the file and was left out, with all below it');
  });

  it('of which all is hidden are read all the same', () => {
    const b = new ArchiveBuilder();
    const hair = b.curves('hair', { samples: [line(4)], counts: [Int32Array.of(4)], own: [b.visible(0)] });
    const { strands, notes } = readHair('a.abc', b.finish([hair]), { unit: 'm' });
    expect(strands.first).toHaveLength(2);
    expect(notes[0]).toMatch(/all there is in the file is hidden, \/hair for one: it was read all the same/);
  });

  it('say which texts strands cannot hold, and keep those that hold for all', () => {
    const b = new ArchiveBuilder();
    const params = [b.texts('groom_group_name', ['brow', 'lash'], 'uni'), b.texts('groom_tool', ['XGen'])];
    const hair = b.curves('hair', { samples: [line(4)], counts: [Int32Array.of(2, 2)], params });
    const { notes, metadata } = readHair('a.abc', b.finish([hair]), { unit: 'm' });
    expect(notes).toEqual([
      'the attribute groom_group_name of /hair has texts, which strands cannot hold, and was left out',
    ]);
    expect(metadata['abc.groom_tool']).toBe('XGen');
  });

  it('begin with the first sample that has hair', () => {
    const b = new ArchiveBuilder();
    const samples = [new Float32Array(), new Float32Array(), line(4, 2), line(4, 3)];
    const counts = [new Int32Array(), new Int32Array(), Int32Array.of(4), Int32Array.of(4)];
    const bytes = b.finish([b.curves('hair', { samples, counts })], { perCycle: 0.5, times: [0], samples: 4 });
    const { animation, notes } = openAnimation('a.abc', memorySource(bytes), { unit: 'm' });
    expect([...animation.times]).toEqual([1, 1.5]);
    expect([animation.frame(0)[0], animation.frame(1)[0]]).toEqual([2, 3]);
    expect(notes).toEqual(['/hair: its first 2 samples are empty: it begins with sample 2']);
  });

  it('have the cage of a subdivision surface as a body', () => {
    const b = new ArchiveBuilder();
    const corners = Int32Array.of(0, 1, 2, 3);
    const head = b.mesh(
      'head',
      'AbcGeom_SubD_v1',
      Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
      Int32Array.of(4),
      corners,
    );
    const { mesh, notes } = readMesh('a.abc', b.finish([head]), { unit: 'm' });
    expect(mesh.triangles).toHaveLength(6);
    expect(notes).toEqual(['/head is a subdivision surface: its cage was read, not the smooth surface']);
  });
});

describe('guides and hair as two objects, as Unreal has them', () => {
  const build = (guideIds: number[], hairIds: number[], closest: number[]): Uint8Array => {
    const b = new ArchiveBuilder();
    const id = (values: number[]) => b.integers('groom_id', Int32Array.from(values), 'uni');
    const guides = b.curves('guides', {
      samples: [line(4)],
      counts: [Int32Array.of(2, 2)],
      params: [id(guideIds), b.integers('groom_guide', Int32Array.of(1, 1), 'uni')],
    });
    const hair = b.curves('hair', {
      samples: [line(6, 1)],
      counts: [Int32Array.of(2, 2, 2)],
      params: [
        id(hairIds),
        b.integers('groom_guide', Int32Array.of(0), 'con'),
        b.integers('groom_closest_guides', Int32Array.from(closest), 'uni', 3),
        b.floats('groom_guide_weights', Float32Array.of(1, 0, 0, 0.5, 0.5, 0, 0, 1, 0), 'uni', 3),
        b.floats('groom_width', Float32Array.of(0.02), 'con'),
      ],
    });
    return b.finish([guides, hair]);
  };
  const attribute = (bytes: Uint8Array, name: string): number[] => [
    ...readHair('a.abc', bytes, { unit: 'm' }).strands.strandAttributes.get(name)!.data,
  ];

  it('keep the weights and widths of the hair', () => {
    const bytes = build([10, 11], [0, 1, 2], [10, 11, 11, 10, 11, 11, 10, 11, 11]);
    expect(attribute(bytes, 'guideWeights')).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0.5, 0.5, 0, 0, 1, 0]);
    expect(attribute(bytes, 'closestGuides').slice(6)).toEqual([10, 11, 11, 10, 11, 11, 10, 11, 11]);
    expect(attribute(bytes, 'radius')).toEqual(Array(5).fill(Math.fround(0.01)));
    const { strands } = readHair('a.abc', bytes, { unit: 'm' });
    expect([...strands.id]).toEqual([10, 11, 0, 1, 2]);
  });

  it('name the same guides where both count their ids from 0', () => {
    const bytes = build([0, 1], [0, 1, 2], [0, 1, 1, 0, 1, 1, 1, 0, 0]);
    const { strands, notes } = readHair('a.abc', bytes, { unit: 'm' });
    expect([...strands.id]).toEqual([0, 1, 2, 3, 4]);
    expect(attribute(bytes, 'closestGuides').slice(6)).toEqual([0, 1, 1, 0, 1, 1, 1, 0, 0]);
    expect(notes.join('\n')).toMatch(/the same ids: all strands are numbered anew/);
  });
});

it('a text is stored as an array of one element, with its dimension in eight bytes as Alembic reads it', () => {
  const strands = makeStrands({ first: Uint32Array.of(0, 2), positions: Float32Array.of(0, 0, 0, 0, 1, 0) });
  const bytes = writeHair('a.abc', strands);
  const archive = new Archive(new Ogawa('a', memorySource(bytes), new Budget(1e6)), () => {});
  const groom = archive.find('/groom')!;
  const tool = archive
    .within(archive.within(archive.propertiesOf(groom).get('.xform')).get('.arbGeomParams'))
    .get('groom_tool')!;
  const [, dimensions] = archive.file.group(tool.group);
  const extent = archive.file.data(dimensions, 'dimensions');
  expect([...archive.file.bytes(extent)]).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
  expect(archive.texts(tool)).toEqual(['Pelage']);
});
