import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import validator from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import { makeStrands, type Strands, uniformFirst } from '../../strands/strands.ts';
import { writeHair } from '../registry.ts';
import { makeCards, SLANT } from './cards.ts';
import { clusterStrands } from './cluster.ts';
import { encodePng } from './png.ts';
import { fitStrip } from './strip.ts';

/** Locks of hair that hang from a row of places, each with a spread of its own. */
function locks(count: number, each: number, seed: number): Strands {
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
    const bytes = writeHair('hair.glb', locks(6, 30, 5), { gltfShape, cards: 6 });
    const { issues, info } = await validator.validateBytes(bytes);
    expect(issues.messages.filter((message) => message.severity < 2)).toEqual([]);
    expect(info.totalVertexCount).toBe({ cards: 6 * 64, tubes: 4 * 1440, lines: 1440 }[gltfShape]);
    if (gltfShape === 'cards') expect(info.extensionsUsed).toEqual(['KHR_materials_anisotropy']);
  });

  it('gathers strands that lie together (seed 5)', () => {
    const member = clusterStrands(locks(6, 30, 5), { count: 6 });
    for (let k = 0; k < 6; k++) expect(new Set(member.subarray(30 * k, 30 * k + 30)).size).toBe(1);
    expect(new Set(member).size).toBe(6);
  });

  it('lays a strip along the broad side of a wisp, its normal outwards', () => {
    const { positions } = locks(1, 200, 9);
    const strip = fitStrip({ strands: 200, stations: 8, points: positions }, () => [0, 0, 1]);
    for (let i = 0; i < 8; i++) {
      expect(Math.abs(strip.across[3 * i]!)).toBeGreaterThan(0.98);
      expect(strip.normal[3 * i + 2]).toBeGreaterThan(0.9);
      // An even spread of 10 mm has a standard deviation of 2.89 mm.
      expect(strip.half[i]).toBeCloseTo(1.9 * 0.00289, 3);
    }
  });

  it('covers as much of a card as its strands do, seen aslant', () => {
    const strands = locks(1, 40, 3);
    const { atlas, positions } = makeCards(strands, { cards: 1, width: 2e-4, cellWidth: 128, cellHeight: 64 });
    const breadth = Math.abs(positions[3]! - positions[0]!);
    const mean = atlas.coverage.reduce((sum, value) => sum + value, 0) / atlas.coverage.length;
    // Lines laid at random leave (1 - w/B)^n open, whatever the number of pixels.
    const expected = 1 - (1 - (SLANT * 2e-4) / breadth) ** 40;
    expect(Math.abs(mean / expected - 1)).toBeLessThan(0.1);
  });
});

describe('PNG', () => {
  it('holds the pixels it was given', () => {
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
    );
  });
});
