import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeMesh } from '../body/mesh.ts';
import { Random } from '../numeric/random.ts';
import type { Attribute, Strands } from '../strands/strands.ts';
import { makeStrands } from '../strands/strands.ts';
import { Budget } from './budget.ts';
import type { WriteOptions } from './index.ts';
import { readHair, readMesh, writeHair, writeMesh } from './index.ts';

const seed = 20261117;

/** Any bits at all, with NaN, infinities and denormals. */
function anyFloats(random: Random, count: number): Float32Array {
  return new Float32Array(Uint32Array.from({ length: count }, () => random.integer()).buffer);
}

/** Numbers that survive being halved and doubled. */
function lengths(random: Random, count: number): Float32Array {
  return Float32Array.from({ length: count }, () => random.between(1e-6, 1e-3));
}

interface Shape {
  seed: number;
  counts: number[];
  /** Attributes to have. */
  names: string[];
}

const SIZES: Readonly<Record<string, number>> = {
  radius: 1,
  transparency: 1,
  opacity: 1,
  colour: 3,
  uv: 2,
  inverseMass: 1,
  rootUv: 2,
};

function build({ seed: own, counts, names }: Shape, strandNames: readonly string[]): Strands {
  const random = new Random(own);
  const first = new Uint32Array(counts.length + 1);
  counts.forEach((count, s) => {
    first[s + 1] = first[s]! + count;
  });
  const points = first[counts.length]!;
  const pointAttributes = new Map<string, Attribute>();
  const strandAttributes = new Map<string, Attribute>();
  for (const name of names) {
    const size = SIZES[name] ?? 1;
    const onStrand = strandNames.includes(name);
    const count = size * (onStrand ? counts.length : points);
    const data =
      name === 'guide'
        ? Uint32Array.from({ length: count }, () => random.integer())
        : name === 'radius'
          ? lengths(random, count)
          : anyFloats(random, count);
    (onStrand ? strandAttributes : pointAttributes).set(name, { size, data });
  }
  return makeStrands({ first, positions: anyFloats(random, 3 * points), pointAttributes, strandAttributes });
}

/** Equal as numbers, with NaN equal to NaN and 0 apart from -0; attributes in any order. */
function expectSame(actual: Strands, expected: Strands): void {
  const plain = (strands: Strands): unknown => ({
    ...strands,
    pointAttributes: Object.fromEntries(strands.pointAttributes),
    strandAttributes: Object.fromEntries(strands.strandAttributes),
  });
  expect(plain(actual)).toEqual(plain(expected));
}

const shapes = (counts: fc.Arbitrary<number[]>, names: readonly string[]): fc.Arbitrary<Shape> =>
  fc.record({ seed: fc.nat(), counts, names: fc.subarray([...names]) });

const uneven = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 12 });
const even = fc
  .tuple(fc.constantFrom(4, 8, 16, 32, 64), fc.integer({ min: 1, max: 5 }))
  .map(([points, strands]) => new Array<number>(strands).fill(points));

/** Reads from an odd place in memory as well, and holds the reader to its budget. */
function reread(name: string, bytes: Uint8Array): Strands {
  const moved = new Uint8Array(bytes.length + 1).subarray(1);
  moved.set(bytes);
  const budget = new Budget(bytes.length);
  const { strands } = readHair(name, moved, { budget });
  expect(budget.total).toBeLessThanOrEqual(budget.limit);
  return strands;
}

describe(`read(write(x)) equals x (seed ${seed})`, () => {
  const cases: [string, fc.Arbitrary<Shape>, string[], WriteOptions][] = [
    ['a.hair', shapes(uneven, ['radius', 'transparency', 'colour']), [], {}],
    ['a.obj', shapes(uneven, []), [], {}],
    ['a.obj', shapes(uneven, []), [], { objLines: 'polylines' }],
  ];
  it.each(cases)('%s', (name, arbitrary, strandNames, options) => {
    const check = (shape: Shape): void => {
      const strands = build(shape, strandNames);
      expectSame(reread(name, writeHair(name, strands, options)), strands);
    };
    fc.assert(fc.property(arbitrary, check), { seed, numRuns: 200 });
  });

  it('a.tfx, version 4', () => {
    const names = ['uv', 'colour', 'rootUv', 'radius'];
    const check = (shape: Shape, hasOpacity: boolean): void => {
      const opacity = hasOpacity && shape.names.includes('colour') ? ['opacity'] : [];
      const strands = build({ ...shape, names: [...shape.names, ...opacity, 'inverseMass'] }, ['rootUv', 'radius']);
      expectSame(reread('a.tfx', writeHair('a.tfx', strands)), strands);
    };
    fc.assert(fc.property(shapes(even, names), fc.boolean(), check), { seed, numRuns: 100 });
  });

  it('a.tfx, version 3', () => {
    const names = ['uv', 'colour', 'rootUv', 'radius', 'guide'];
    const check = (shape: Shape, followers: number): void => {
      const strands = build(shape, ['rootUv', 'radius', 'guide']);
      const metadata = { 'tfx.followersPerGuide': followers };
      const bytes = writeHair('a.tfx', strands, { tfxVersion: 3, metadata });
      expectSame(reread('a.tfx', bytes), strands);
      expect(readHair('a.tfx', bytes).metadata).toEqual({ 'tfx.version': 3, ...metadata });
    };
    fc.assert(fc.property(shapes(even, names), fc.integer({ min: 0, max: 0xffffffff }), check), { seed, numRuns: 100 });
  });
});

describe(`meshes come back with all their bits (seed ${seed})`, () => {
  it('a.obj', () => {
    const check = (own: number, vertices: number, triangles: number, hasUv: boolean): void => {
      const random = new Random(own);
      const mesh = makeMesh({
        positions: Float32Array.from({ length: 3 * vertices }, () => random.between(-1, 1)),
        triangles: Uint32Array.from({ length: 3 * triangles }, (_, i) => (i < vertices ? i : random.below(vertices))),
        ...(hasUv ? { uv: Float32Array.from({ length: 2 * vertices }, () => random.unit()) } : {}),
      });
      const read = readMesh('a.obj', writeMesh('a.obj', mesh)).mesh;
      expect(read.positions).toEqual(mesh.positions);
      expect(read.triangles).toEqual(mesh.triangles);
      expect(read.uv).toEqual(mesh.uv);
      // A vertex of a triangle without area has no direction, and gets that of the surface again: none.
      expect(read.normals).toEqual(mesh.normals);
    };
    const size = fc.integer({ min: 3, max: 20 });
    fc.assert(fc.property(fc.nat(), size, fc.integer({ min: 7, max: 30 }), fc.boolean(), check), {
      seed,
      numRuns: 100,
    });
  });
});
