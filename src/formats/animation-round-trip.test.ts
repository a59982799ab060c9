import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sphereMesh } from '../body/shapes.ts';
import { Random } from '../numeric/random.ts';
import type { Attribute, AttributeArray, Strands } from '../strands/strands.ts';
import { makeStrands } from '../strands/strands.ts';
import { Budget } from './budget.ts';
import type { HairAnimation, UpAxis } from './index.ts';
import {
  MemorySink,
  makeAnimation,
  memorySource,
  openAnimation,
  readHair,
  readMesh,
  writeAnimation,
  writeHair,
  writeMesh,
} from './index.ts';

const seed = 20261201;

/** Attributes that .abc, .usda and animations carry, known ones and one of each kind of number that nobody knows. */
const ATTRIBUTES: Readonly<Record<string, { scope: 'point' | 'strand'; size: number; kind: string }>> = {
  radius: { scope: 'point', size: 1, kind: 'length' },
  colour: { scope: 'point', size: 3, kind: 'f32' },
  uv: { scope: 'point', size: 2, kind: 'f32' },
  normal: { scope: 'point', size: 3, kind: 'unit' },
  stiffness: { scope: 'point', size: 1, kind: 'f32' },
  rootUv: { scope: 'strand', size: 2, kind: 'f32' },
  isGuide: { scope: 'strand', size: 1, kind: 'flag' },
  group: { scope: 'strand', size: 1, kind: 'i32' },
  closestGuides: { scope: 'strand', size: 3, kind: 'i32' },
  guideWeights: { scope: 'strand', size: 3, kind: 'f32' },
  guide: { scope: 'strand', size: 1, kind: 'u32' },
  seven: { scope: 'strand', size: 7, kind: 'f32' },
  marks: { scope: 'strand', size: 2, kind: 'u8' },
};

function numbers(kind: string, count: number, random: Random): AttributeArray {
  if (kind === 'i32') return Int32Array.from({ length: count }, () => random.integer() | 0);
  if (kind === 'u32') return Uint32Array.from({ length: count }, () => random.integer());
  if (kind === 'u8') return Uint8Array.from({ length: count }, () => random.below(256));
  if (kind === 'flag') return Uint8Array.from({ length: count }, () => random.below(2));
  if (kind === 'length') return Float32Array.from({ length: count }, () => random.between(1e-6, 1e-3));
  return Float32Array.from({ length: count }, () => random.between(-5, 5));
}

interface Shape {
  seed: number;
  counts: number[];
  names: string[];
  frames: number;
  fps: number;
}

const shapes = fc.record({
  seed: fc.nat(),
  counts: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 9 }),
  names: fc.subarray(Object.keys(ATTRIBUTES)),
  frames: fc.integer({ min: 1, max: 5 }),
  fps: fc.constantFrom(1, 23.976, 24, 30, 60, 240),
});

function build({ seed: own, counts, names, frames, fps }: Shape): HairAnimation {
  const random = new Random(own);
  const first = Uint32Array.of(0, ...counts.map((_, s) => counts.slice(0, s + 1).reduce((sum, x) => sum + x, 0)));
  const points = first[counts.length]!;
  const maps = { point: new Map<string, Attribute>(), strand: new Map<string, Attribute>() };
  for (const name of names) {
    const { scope, size, kind } = ATTRIBUTES[name]!;
    const count = size * (scope === 'point' ? points : counts.length);
    maps[scope].set(name, { size, data: numbers(kind, count, random) });
  }
  const positions = (): Float32Array => Float32Array.from({ length: 3 * points }, () => random.between(-3, 3));
  const strands = makeStrands({
    id: Uint32Array.from(counts, (_, s) => 5 + 3 * s),
    first,
    positions: positions(),
    pointAttributes: maps.point,
    strandAttributes: maps.strand,
  });
  const times = Array.from({ length: frames }, (_, k) => 0.25 + k / fps);
  return makeAnimation(strands, times, [strands.positions, ...times.slice(1).map(positions)]);
}

const plain = (strands: Strands): unknown => ({
  id: strands.id,
  first: strands.first,
  point: Object.fromEntries(strands.pointAttributes),
  strand: Object.fromEntries(strands.strandAttributes),
});

/** Read from an odd place in memory, within the budget that readers are promised. */
function reopen(name: string, bytes: Uint8Array): ReturnType<typeof openAnimation> {
  const moved = new Uint8Array(bytes.length + 1).subarray(1);
  moved.set(bytes);
  const budget = new Budget(bytes.length, { factor: 4 });
  const file = openAnimation(name, memorySource(moved), { budget });
  expect(budget.total).toBeLessThanOrEqual(budget.limit);
  return file;
}

function written(name: string, animation: HairAnimation, options = {}): Uint8Array {
  const sink = new MemorySink(16);
  writeAnimation(name, animation, sink, options);
  return sink.bytes();
}

function worstDistance(a: Float32Array, b: Float32Array): number {
  let worst = 0;
  for (let i = 0; i < a.length; i += 3)
    worst = Math.max(worst, Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!, a[i + 2]! - b[i + 2]!));
  return worst;
}

describe(`animations come back: topology, attributes, times and frames (seed ${seed})`, () => {
  it.each(['a.abc', 'a.usda', 'a.usdc', 'a.usdz', 'a.pelage'])('%s', (name) => {
    const check = (shape: Shape): void => {
      const animation = build(shape);
      const { animation: back, notes } = reopen(name, written(name, animation));
      expect(plain(back.strands)).toEqual(plain(animation.strands));
      // Text says times in whole frames and a rate; the others have them to the last bit.
      if (name === 'a.abc' || name === 'a.pelage') expect(back.times).toEqual(animation.times);
      else if (animation.times.length > 1)
        animation.times.forEach((time, k) => {
          expect(back.times[k]).toBeCloseTo(time, 9);
        });
      expect(back.times).toHaveLength(animation.times.length);
      // Backwards, so that a reader that only goes on is found out.
      for (let k = animation.times.length - 1; k >= 0; k--) {
        if (name === 'a.pelage') expect(worstDistance(back.frame(k), animation.frame(k))).toBeLessThan(5e-5);
        else expect(back.frame(k)).toEqual(animation.frame(k));
      }
      expect(notes).toEqual([]);
    };
    fc.assert(fc.property(shapes, check), { seed, numRuns: 60 });
  });
});

describe('hair that stands still, units and axes', () => {
  const animation = build({ seed: 5, counts: [4, 2, 5], names: ['radius', 'rootUv'], frames: 1, fps: 24 });
  const units: [string, number, UpAxis][] = ['a.abc', 'a.usda', 'a.usdc', 'a.usdz', 'a.pelage'].flatMap(
    (name): [string, number, UpAxis][] => [
      [name, 0.01, 'z'],
      [name, 0.0254, 'y'],
    ],
  );
  it.each(units)('%s says that its unit is %f m and its up axis %s, and comes back', (name, unit, up) => {
    const bytes = writeHair(name, animation.strands, { unit, up });
    const { strands, notes } = readHair(name, bytes);
    const tolerance = name === 'a.pelage' ? 5e-5 : 1e-6;
    expect(worstDistance(strands.positions, animation.strands.positions)).toBeLessThan(tolerance);
    const radius = animation.strands.pointAttributes.get('radius')!.data;
    strands.pointAttributes.get('radius')!.data.forEach((x, i) => {
      expect(x).toBeCloseTo(radius[i]!, 9);
    });
    expect(notes.some((note) => note.includes(unit === 0.01 ? 'centimetres' : 'inches'))).toBe(true);
    expect(notes.some((note) => note.includes('Z up'))).toBe(up === 'z');
    // What the person says goes before what the file says.
    expect(readHair(name, bytes, { unit: 'm', up: 'y' }).notes).toEqual([]);
  });

  it('keeps what is not finite', () => {
    const odd = makeStrands({
      first: Uint32Array.of(0, 3),
      positions: Float32Array.of(0, 1, 2, NaN, 1, Infinity, 1e30, 0, -Infinity),
    });
    for (const name of ['a.abc', 'a.usda', 'a.usdc', 'a.pelage']) {
      const { strands } = readHair(name, writeHair(name, odd));
      // The first point is finite: an animation rounds it.
      expect(worstDistance(strands.positions.slice(0, 3), odd.positions.slice(0, 3))).toBeLessThan(5e-5);
      expect(strands.positions.slice(3)).toEqual(odd.positions.slice(3));
    }
  });

  it('writes control points with their basis, and evaluates them when they are read', () => {
    const controls = makeStrands({
      first: Uint32Array.of(0, 7),
      positions: Float32Array.from({ length: 21 }, (_, i) => (i % 3 === 1 ? Math.floor(i / 3) : 0)),
    });
    for (const name of ['a.abc', 'a.usda', 'a.usdc'])
      for (const [basis, points, start] of [
        ['bspline', 9, 1],
        ['catmullRom', 9, 1],
        ['bezier', 13, 0],
      ] as const) {
        const bytes = writeHair(name, controls, { basis });
        expect(readHair(name, bytes, { curves: 'control' }).strands.positions).toEqual(controls.positions);
        const { strands, metadata } = readHair(name, bytes);
        expect([strands.first[1], strands.positions[1]]).toEqual([points, expect.closeTo(start, 6)]);
        expect(readHair(name, bytes, { refine: 5 }).strands.first[1]).toBe(basis === 'bezier' ? 31 : 21);
        expect(metadata[`${name.slice(2, 5)}.basis`]).toBe(basis);
      }
    expect(() => readHair('a.abc', writeHair('a.abc', controls), { refine: 17 })).toThrow(/refine 17/);
  });
});

it('an Alembic file says who wrote it', () => {
  const { strands } = build({ seed: 5, counts: [4], names: [], frames: 1, fps: 24 });
  expect(readHair('a.abc', writeHair('a.abc', strands)).metadata).toEqual({
    'abc.basis': 'linear',
    'abc.groom_tool': 'Pelage',
    'abc.application': 'Pelage',
  });
});

describe('meshes come back', () => {
  it.each(['a.abc', 'a.usda', 'a.usdc', 'a.usdz'])('%s', (name) => {
    const mesh = sphereMesh(0.1, 2);
    const back = readMesh(name, writeMesh(name, mesh)).mesh;
    expect(back.positions).toEqual(mesh.positions);
    expect(back.triangles).toEqual(mesh.triangles);
  });
});
