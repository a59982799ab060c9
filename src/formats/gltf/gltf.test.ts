import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import validator from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { AnimatedMesh } from '../../body/animated-mesh.ts';
import { Random } from '../../numeric/random.ts';
import { fromAxisAngle, rotate } from '../../numeric/rotation.ts';
import { add, at, cross, distance, dot, subtract, type Vec3 } from '../../numeric/vector.ts';
import { makeStrands, type Strands, uniformFirst } from '../../strands/strands.ts';
import { type HairAnimation, makeAnimation } from '../animation.ts';
import { MemorySink } from '../byte-sink.ts';
import type { WriteOptions } from '../format.ts';
import { writeAnimation, writeHair } from '../registry.ts';
import { readGltfBody } from './body.ts';
import { CARD_DEFAULTS, makeCards, SLANT } from './cards.ts';
import { clusterStrands } from './cluster.ts';
import { encodePng } from './png.ts';
import { fitStrip } from './strip.ts';

/** Clumps of hair that hang from a row of places, each with a spread of its own. */
function clumps(count: number, each: number, seed: number): Strands {
  const random = new Random(seed);
  const points: number[] = [];
  for (let k = 0; k < count; k++)
    for (let s = 0; s < each; s++) {
      const [dx, dz] = [0.01 * (random.unit() - 0.5), 0.004 * (random.unit() - 0.5)];
      for (let i = 0; i < 8; i++) points.push(0.1 * k + dx, 1 - 0.03 * i, dz + 0.002 * i * i * 0.1);
    }
  return makeStrands({ first: uniformFirst(count * each, 8), positions: Float32Array.from(points) });
}

describe('hair as glTF', () => {
  it.each(['cards', 'tubes', 'lines'] as const)('as %s is valid by the Khronos validator', async (gltfShape) => {
    const bytes = writeHair('hair.glb', clumps(6, 30, 5), { gltfShape, cards: 6 });
    const { issues, info } = await validator.validateBytes(bytes);
    expect(issues.messages.filter((message) => message.severity < 2)).toEqual([]);
    expect(info.totalVertexCount).toBe(
      { cards: 6 * 2 * CARD_DEFAULTS.sections, tubes: 4 * 1440, lines: 1440 }[gltfShape],
    );
    if (gltfShape === 'cards') expect(info.extensionsUsed).toEqual(['KHR_materials_anisotropy']);
  });

  it('gathers strands that lie together (seed 5)', () => {
    const member = clusterStrands(clumps(6, 30, 5), { count: 6 });
    for (let k = 0; k < 6; k++) expect(new Set(member.subarray(30 * k, 30 * k + 30)).size).toBe(1);
    expect(new Set(member).size).toBe(6);
  });

  it('lays a strip along the broad side of a wisp, its normal outwards', () => {
    const { positions } = clumps(1, 200, 9);
    const strip = fitStrip({ strands: 200, sections: 8, points: positions }, () => [0, 0, 1]);
    for (let i = 0; i < 8; i++) {
      expect(Math.abs(strip.across[3 * i]!)).toBeGreaterThan(0.98);
      expect(strip.normal[3 * i + 2]).toBeGreaterThan(0.9);
      // An even spread of 10 mm has a standard deviation of 2.89 mm.
      expect(strip.half[i]).toBeCloseTo(1.9 * 0.00289, 3);
    }
  });

  it('turns the front of every card the way of its normals (found by Blender, which drew the others black)', () => {
    // Ringlets: their cards turn over again and again.
    const straight = clumps(4, 25, 6);
    const curled = moved(straight.positions, ([x, y, z]) => [
      x + 0.02 * Math.sin(40 * y),
      y,
      z + 0.02 * Math.cos(40 * y),
    ]);
    for (const positions of [straight.positions, curled]) {
      const cards = makeCards({ ...straight, positions }, { cards: 4 });
      for (let t = 0; t < cards.triangles.length; t += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => at(cards.positions, cards.triangles[t + k]!)) as [Vec3, Vec3, Vec3];
        const normal = at(cards.normals, cards.triangles[t]!);
        expect(dot(cross(subtract(b, a), subtract(c, a)), normal)).toBeGreaterThan(0);
      }
    }
  });

  it('covers as much of a card as its strands do, seen aslant', () => {
    const strands = clumps(1, 40, 3);
    const { atlas, positions } = makeCards(strands, { cards: 1, width: 2e-4, cellWidth: 128, cellHeight: 64 });
    const breadth = Math.abs(positions[3]! - positions[0]!);
    const mean = atlas.coverage.reduce((sum, value) => sum + value, 0) / atlas.coverage.length;
    // Lines laid at random leave (1 - w/B)^n open, whatever the number of pixels.
    const expected = 1 - (1 - (SLANT * 2e-4) / breadth) ** 40;
    expect(Math.abs(mean / expected - 1)).toBeLessThan(0.1);
  });
});

function animationBytes(animation: HairAnimation, options: WriteOptions): Uint8Array {
  const sink = new MemorySink();
  writeAnimation('hair.glb', animation, sink, options);
  return sink.bytes();
}

/** Every point by the same motion. */
function moved(points: Float32Array, motion: (point: Vec3) => Vec3): Float32Array {
  const result = new Float32Array(points.length);
  for (let p = 0; p < points.length / 3; p++) result.set(motion(at(points, p)), 3 * p);
  return result;
}

const pointsIn = async (bytes: Uint8Array, time: number): Promise<Float32Array> => {
  const { mesh, animation } = await readGltfBody('hair.glb', bytes);
  const points = new Float32Array(mesh.positions.length);
  new AnimatedMesh(animation!, { ...mesh, vertexCount: points.length / 3 }, false).positionsAt(time, points);
  return points;
};

describe('animations as glTF', () => {
  const hair = clumps(3, 12, 8);
  // A head that turns by 130 degrees about the direction its hair hangs in, and nods.
  const turn = fromAxisAngle([0.1, 1, 0.2], 2.27);
  const motion = (point: Vec3): Vec3 => add(rotate(turn, point), [0.3, -0.1, 0.2]);
  const animation = makeAnimation(
    hair,
    [0, 0.5, 0.75],
    [hair.positions, hair.positions, moved(hair.positions, motion)],
  );

  it.each(['cards', 'tubes', 'lines'] as const)('as %s are valid by the Khronos validator', async (gltfShape) => {
    const { issues, info } = await validator.validateBytes(animationBytes(animation, { gltfShape, cards: 3 }));
    expect(issues.messages.filter((message) => message.severity < 2)).toEqual([]);
    expect(info.animationCount).toBe(1);
    expect(info.hasMorphTargets).toBe(true);
  });

  it.each(['cards', 'tubes'] as const)('as %s: what moves rigidly stays rigid', async (gltfShape) => {
    const bytes = animationBytes(animation, { gltfShape, cards: 3 });
    const start = await pointsIn(bytes, 0);
    expect(await pointsIn(bytes, 0.5)).toEqual(start);
    const rigid = moved(start, motion);
    const end = await pointsIn(bytes, 0.75);
    const rings = gltfShape === 'tubes' ? 4 : 1;
    for (let p = 0; p < end.length / 3; p += rings) {
      // Tubes are round: their sides may turn about the strand, their middle may not.
      const middle = (points: Float32Array): Vec3 =>
        [0, 1, 2].map((c) => {
          let sum = 0;
          for (let k = 0; k < rings; k++) sum += points[3 * (p + k) + c]! / rings;
          return sum;
        }) as unknown as Vec3;
      expect(distance(middle(end), middle(rigid))).toBeLessThan(1e-6);
    }
  });

  it('as cards: their sections go with the middle of their wisps, and keep their breadth', async () => {
    const bend = ([x, y, z]: Vec3): Vec3 => [x + 0.5 * (1 - y) * (1 - y), y, z];
    const bent = makeAnimation(hair, [-1, 1], [hair.positions, moved(hair.positions, bend)]);
    const bytes = animationBytes(bent, { cards: 3 });
    const [start, end] = [await pointsIn(bytes, 0), await pointsIn(bytes, 2)];
    for (let v = 0; v < end.length / 3; v += 2) {
      const before = distance(at(start, v), at(start, v + 1));
      expect(distance(at(end, v), at(end, v + 1))).toBeCloseTo(before, 6);
    }
    const tip = end.length / 3 - 2;
    expect(end[3 * tip]! - start[3 * tip]!).toBeCloseTo(0.5 * 0.21 * 0.21, 3);
  });

  it('that are too large, too dense in time or not finite are refused with a reason', () => {
    const broken = hair.positions.slice();
    broken[40] = Number.NaN;
    const refused = (animation: HairAnimation): unknown => {
      try {
        return animationBytes(animation, { gltfShape: 'lines' });
      } catch (error) {
        return String(error);
      }
    };
    expect(refused(makeAnimation(hair, [0, 1], [hair.positions, broken]))).toMatch(/point 13 of frame 1 is not finite/);
    expect(refused(makeAnimation(hair, [5, 5 + 1e-9], [hair.positions, hair.positions]))).toMatch(
      /too close to each other/,
    );
    const long = { ...animation, times: Float64Array.from({ length: 400_000 }, (_, k) => k) };
    expect(refused(long)).toMatch(/400000 frames of 288 points would take 1.4 GB/);
  });

  it('leaves strands without a length off the cards', async () => {
    const positions = Float32Array.of(9, 9, 9, ...hair.positions.subarray(0, 24));
    const bytes = writeHair('hair.glb', makeStrands({ first: Uint32Array.of(0, 1, 9), positions }), { cards: 4 });
    const { mesh } = await readGltfBody('hair.glb', bytes);
    expect(Math.max(...mesh.positions)).toBeLessThan(2);
  });
});

describe('PNG', () => {
  it('holds the pixels it was given (seed 32)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.nat(), (width, height, seed) => {
        const random = new Random(seed);
        const pixels = Uint8Array.from({ length: 4 * width * height }, () => random.below(256));
        const png = Buffer.from(encodePng({ width, height, pixels }));
        expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
        const length = png.readUInt32BE(33);
        const rows = inflateSync(png.subarray(41, 41 + length));
        const row = 4 * width;
        for (let y = 0; y < height; y++)
          for (let i = 0; i < row; i++) {
            const above = y > 0 ? pixels[row * (y - 1) + i]! : 0;
            expect((rows[(row + 1) * y + 1 + i]! + above) & 255).toBe(pixels[row * y + i]);
          }
      }),
      { seed: 32 },
    );
  });
});
