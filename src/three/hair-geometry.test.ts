import fc from 'fast-check';
import { type BufferAttribute, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { HAIR_LOOK_DEFAULTS } from '../shading/look.ts';
import { makeStrands, strandsFromPolylines, uniformFirst } from '../strands/strands.ts';
import { type HairGeometry, hairGeometry, massColour, meshGeometry } from './index.ts';

const coordinate = fc.float({ min: -2, max: 2, noNaN: true, noDefaultInfinity: true });
const polyline = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 9 });
const someStrands = fc.array(polyline, { minLength: 1, maxLength: 6 }).map(strandsFromPolylines);
const shape = fc.constantFrom('ribbons' as const, 'lines' as const);
const SEED = 20261;

const numbers = (geometry: HairGeometry, name: string): Float32Array =>
  (geometry.getAttribute(name) as BufferAttribute).array as Float32Array;

describe(`hair as three.js geometry, seed ${SEED}`, () => {
  it('has one vertex a point for lines and two for ribbons, and every edge once', () => {
    fc.assert(
      fc.property(someStrands, shape, (strands, kind) => {
        const geometry = hairGeometry(strands, { shape: kind });
        const points = strands.positions.length / 3;
        const edges = points - strands.id.length;
        expect(geometry.getAttribute('position').count).toBe((kind === 'lines' ? 1 : 2) * points);
        expect(geometry.index!.count).toBe((kind === 'lines' ? 2 : 6) * edges);
        for (const v of geometry.index!.array) expect(v).toBeLessThan(geometry.getAttribute('position').count);
      }),
      { seed: SEED, numRuns: 40 },
    );
  });

  it('never joins two strands', () => {
    fc.assert(
      fc.property(someStrands, shape, (strands, kind) => {
        const geometry = hairGeometry(strands, { shape: kind });
        const [copies, corners] = kind === 'lines' ? [1, 2] : [2, 3];
        const strandOf = (v: number): number => strands.first.findLastIndex((begin) => begin <= Math.floor(v / copies));
        const index = geometry.index!.array;
        for (let i = 0; i < index.length; i += corners)
          for (let c = 1; c < corners; c++) expect(strandOf(index[i + c]!)).toBe(strandOf(index[i]!));
      }),
      { seed: SEED, numRuns: 40 },
    );
  });

  it('bounds contain every point with its width, before and after an update', () => {
    const move = fc.tuple(coordinate, coordinate, coordinate);
    fc.assert(
      fc.property(someStrands, move, (strands, [x, y, z]) => {
        const geometry = hairGeometry(strands, { width: 0.01 });
        const moved = strands.positions.map((value, i) => -value + [x, y, z][i % 3]!);
        for (const positions of [strands.positions, moved]) {
          geometry.update(positions);
          const sphere = geometry.boundingSphere!;
          for (let i = 0; i < positions.length; i += 3) {
            const point = new Vector3().fromArray(positions, i);
            expect(point.distanceTo(sphere.center) + 0.005).toBeLessThanOrEqual(sphere.radius * (1 + 1e-6));
            expect(geometry.boundingBox!.containsPoint(point)).toBe(true);
          }
        }
      }),
      { seed: SEED, numRuns: 40 },
    );
  });

  it('tangents have unit length, and those of a straight strand are its direction', () => {
    fc.assert(
      fc.property(someStrands, (strands) => {
        const tangent = numbers(hairGeometry(strands), 'tangent');
        for (let i = 0; i < tangent.length; i += 3)
          expect(Math.hypot(tangent[i]!, tangent[i + 1]!, tangent[i + 2]!)).toBeCloseTo(1, 5);
      }),
      { seed: SEED, numRuns: 40 },
    );
    const straight = hairGeometry(strandsFromPolylines([[0, 1, 3, 3, 4].map((t) => [0, 0.6 * t, 0.8 * t])]));
    const tangent = numbers(straight, 'tangent');
    for (let i = 0; i < tangent.length; i += 3) {
      expect(tangent[i + 1]).toBeCloseTo(0.6, 6);
      expect(tangent[i + 2]).toBeCloseTo(0.8, 6);
    }
  });
});

describe('a ribbon', () => {
  const line = [0, 1, 2, 3, 4].map((t) => [0, -0.05 * t, 0]);

  it('is as wide as asked at the root, and its share of that at the tip; both sides lie even', () => {
    const side = numbers(hairGeometry(strandsFromPolylines([line]), { width: 0.002, tip: 0.25 }), 'side');
    const widths = [0, 1, 2, 3, 4].map((p) => side[2 * p + 1]! - side[2 * p]!);
    widths.forEach((width, p) => {
      expect(width).toBeCloseTo(0.002 * (1 - 0.75 * (p / 4)), 8);
      expect(side[2 * p]! + side[2 * p + 1]!).toBe(0);
    });
  });

  it("takes the hair's own radius and colour where it has them", () => {
    const radius = Float32Array.from([4e-5, 4e-5, 3e-5, 2e-5, 1e-5]);
    const colour = Float32Array.from({ length: 15 }, (_, i) => i / 15);
    const { first, positions } = strandsFromPolylines([line]);
    const pointAttributes = new Map([
      ['radius', { size: 1, data: radius }],
      ['colour', { size: 3, data: colour }],
    ]);
    const geometry = hairGeometry(makeStrands({ first, positions, pointAttributes }));
    const side = numbers(geometry, 'side');
    expect(Array.from(radius, (_, p) => side[2 * p + 1])).toEqual(Array.from(radius));
    expect(geometry.width).toBeCloseTo(8e-5, 9);
    const color = numbers(geometry, 'color');
    for (let p = 0; p < 5; p++)
      for (const copy of [0, 1])
        expect(color.slice(3 * (2 * p + copy), 3 * (2 * p + copy) + 3)).toEqual(colour.slice(3 * p, 3 * p + 3));
  });

  it('of a whole head is a hair; fewer strands are wider', () => {
    const head = (count: number) => {
      const positions = new Float32Array(6 * count);
      for (let k = 0; k < count; k++) {
        const [x, z] = [0.2 * ((k * 0.618) % 1), 0.2 * ((k * 0.4142) % 1)];
        positions.set([x, 0.2, z, x, 0, z], 6 * k);
      }
      return hairGeometry(makeStrands({ first: uniformFirst(count, 2), positions })).width;
    };
    expect(head(100_000)).toBeCloseTo(1e-4, 8);
    expect(head(1000)).toBeGreaterThan(5e-4);
    expect(head(10)).toBeLessThanOrEqual(3.3e-3);
  });
});

describe('an update', () => {
  const strands = 100;
  const points = 24;
  const positions = Float32Array.from({ length: 3 * strands * points }, (_, i) => Math.sin(i));
  const make = () => hairGeometry(makeStrands({ first: uniformFirst(strands, points), positions }));

  it('allocates nothing and tells three what to send', () => {
    const geometry = make();
    const before = ['position', 'tangent'].map((name) => numbers(geometry, name));
    const { boundingBox, boundingSphere } = geometry;
    const version = (geometry.getAttribute('position') as BufferAttribute).version;
    for (let i = 0; i < 50; i++) geometry.update(positions);
    // What else happens in the process allocates too, but not in every round.
    const grown = Array.from({ length: 3 }, () => {
      const heap = process.memoryUsage().heapUsed;
      for (let i = 0; i < 100; i++) geometry.update(positions);
      return process.memoryUsage().heapUsed - heap;
    });
    // One copy of the positions each would be 2.9 MB.
    expect(Math.min(...grown)).toBeLessThan(400_000);
    expect(numbers(geometry, 'position')).toBe(before[0]);
    expect(numbers(geometry, 'tangent')).toBe(before[1]);
    expect(geometry.boundingBox).toBe(boundingBox);
    expect(geometry.boundingSphere).toBe(boundingSphere);
    expect((geometry.getAttribute('position') as BufferAttribute).version).toBe(version + 350);
  });

  it('gives what a new geometry of the same points has', () => {
    const other = positions.map((value) => 0.5 * value * value);
    const fresh = hairGeometry(makeStrands({ first: uniformFirst(strands, points), positions: other }));
    const updated = make().update(other);
    for (const name of ['position', 'tangent']) {
      const expected = numbers(fresh, name);
      expect(numbers(updated, name).every((value, i) => value === expected[i])).toBe(true);
    }
  });

  it('refuses other strands in a sentence', () => {
    expect(() => make().update(new Float32Array(9))).toThrow(/make a new geometry/);
  });
});

describe('what it is made of', () => {
  it('takes a simulation as it stands', () => {
    const hair = {
      first: Uint32Array.of(0, 2),
      ids: Uint32Array.of(7),
      time: 0.5,
      positionsAt: (time: number, out: Float32Array | Float64Array) => out.set([0, 0, 0, 0, time, 0]),
    };
    expect(Array.from(numbers(hairGeometry(hair, { shape: 'lines' }), 'position'))).toEqual([0, 0, 0, 0, 0.5, 0]);
  });

  it('has the colour of the look at every root where strands do not differ, and less pigment at the tips', () => {
    const colour = massColour({ ...HAIR_LOOK_DEFAULTS, colour: { kind: 'picked', colour: '#8a5a33' } });
    // The picked colour, linear.
    [0.254, 0.102, 0.033].forEach((value, c) => {
      expect(colour[c]).toBeCloseTo(value, 2);
    });
    const strands = strandsFromPolylines([0, 1, 2].map((x) => [0, 1, 2].map((y) => [x, y, 0])));
    const color = numbers(hairGeometry(strands, { shape: 'lines', colour, variation: 0, tips: 0.5 }), 'color');
    for (let k = 0; k < 3; k++) {
      for (let c = 0; c < 3; c++) expect(color[9 * k + c]).toBeCloseTo(colour[c]!, 6);
      expect(color[9 * k + 6]).toBeGreaterThan(color[9 * k]!);
    }
  });

  it('keeps the arrays of a body', () => {
    const mesh = {
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
      triangles: Uint32Array.of(0, 1, 2),
    };
    const geometry = meshGeometry(mesh);
    expect((geometry.getAttribute('position') as BufferAttribute).array).toBe(mesh.positions);
    expect(geometry.index!.array).toBe(mesh.triangles);
  });
});
