import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { triangleCount, vertexCount } from '../body/mesh.ts';
import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import { pointCount, strandCount } from '../strands/strands.ts';
import { Budget } from './budget.ts';
import { readHair, readMesh, readTfxBone, writeHair } from './index.ts';

/** Files that others made. They are not part of the repository. */
const data = new URL('../../../shared/data/', import.meta.url);

interface Groom {
  file: string;
  strands: number;
  points: number;
  version?: 3 | 4;
}

const GROOMS: Groom[] = [
  { file: 'sintel-11400x16.tfx', strands: 11_400, points: 16, version: 4 },
  { file: 'sintel-11400x16.hair', strands: 11_400, points: 16 },
  { file: 'testhair-v3-10027x4.tfx', strands: 10_027, points: 4, version: 3 },
  { file: 'ponytail-v3-front_top.tfx', strands: 876, points: 16, version: 3 },
  { file: 'ponytail-v3-side.tfx', strands: 3_066, points: 16, version: 3 },
  { file: 'ponytail-v3-tail.tfx', strands: 474, points: 16, version: 3 },
];

const groomBytes = (file: string): Uint8Array => new Uint8Array(readFileSync(new URL(`grooms/${file}`, data)));

function bounds(positions: Float32Array): { low: number[]; high: number[]; size: number } {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((x) => -x);
  positions.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3]!, x);
    high[i % 3] = Math.max(high[i % 3]!, x);
  });
  return { low, high, size: Math.max(...high.map((x, k) => x - low[k]!)) };
}

function strandLengths({ first, positions }: Strands): number[] {
  return Array.from({ length: first.length - 1 }, (_, s) => {
    let length = 0;
    for (let p = 3 * first[s]! + 3; p < 3 * first[s + 1]!; p += 3)
      length += Math.hypot(
        positions[p]! - positions[p - 3]!,
        positions[p + 1]! - positions[p - 2]!,
        positions[p + 2]! - positions[p - 1]!,
      );
    return length;
  });
}

const isSame = (a: ArrayBufferView, b: ArrayBufferView): boolean =>
  Buffer.compare(
    new Uint8Array(a.buffer, a.byteOffset, a.byteLength),
    new Uint8Array(b.buffer, b.byteOffset, b.byteLength),
  ) === 0;

function describeGrooms(): void {
  describe.each(GROOMS)('$file', ({ file, strands, points, version }) => {
    const bytes = groomBytes(file);
    const groom = readHair(file, bytes);
    it('has the strands and points that it should have', () => {
      expect(strandCount(groom.strands)).toBe(strands);
      expect(pointCount(groom.strands)).toBe(strands * points);
      expect([
        ...new Set(groom.strands.first.map((first, i) => (i === 0 ? points : first - groom.strands.first[i - 1]!))),
      ]).toEqual([points]);
      expect(groom.notes[0]).toBe(`${file}: no unit in the file: metres were assumed`);
    });
    it('becomes .hair and comes back with no point moved', () => {
      const back = readHair('back.hair', writeHair('back.hair', groom.strands)).strands;
      const tolerance = 1e-6 * bounds(groom.strands.positions).size;
      let worst = 0;
      back.positions.forEach((x, i) => {
        worst = Math.max(worst, Math.abs(x - groom.strands.positions[i]!));
      });
      expect(worst).toBeLessThanOrEqual(tolerance);
      expect(isSame(back.first, groom.strands.first)).toBe(true);
    });
    it('is written again as the same bytes', () => {
      expect(isSame(writeHair(file, groom.strands, { tfxVersion: version, metadata: groom.metadata }), bytes)).toBe(
        true,
      );
    });
    it('stays within the budget', () => {
      const budget = new Budget(bytes.length);
      readHair(file, bytes, { budget });
      expect(budget.total).toBeLessThan(2 * bytes.length);
    });
  });

  it('the Sintel hair has the bounds and lengths that it should have', () => {
    for (const file of ['sintel-11400x16.tfx', 'sintel-11400x16.hair']) {
      const { strands } = readHair(file, groomBytes(file));
      const { low, high } = bounds(strands.positions);
      expect(low.map((x) => x.toFixed(3))).toEqual(['-0.116', '1.396', '-0.130']);
      expect(high.map((x) => x.toFixed(3))).toEqual(['0.103', '1.675', '0.133']);
      const lengths = strandLengths(strands);
      expect(Math.min(...lengths)).toBeCloseTo(0.025, 3);
      expect(Math.max(...lengths)).toBeCloseTo(0.248, 3);
      expect(lengths.reduce((sum, x) => sum + x, 0) / lengths.length).toBeCloseTo(0.103, 3);
    }
  });
  it('the Sintel hair is fixed at its roots only, and 0.1 mm thick in .hair', () => {
    const tfx = readHair('a.tfx', groomBytes('sintel-11400x16.tfx')).strands;
    const inverseMass = tfx.pointAttributes.get('inverseMass')!.data;
    expect(inverseMass.every((w, p) => (w === 0) === (p % 16 === 0))).toBe(true);
    const hair = readHair('a.hair', groomBytes('sintel-11400x16.hair'));
    expect(isSame(hair.strands.positions, tfx.positions)).toBe(true);
    expect(hair.strands.pointAttributes.get('radius')!.data[0]).toBeCloseTo(5e-5, 9);
    expect(hair.metadata['hair.text']).toBe('converted from TressFX tfx');
  });
  it('the bristles are each 11 long', () => {
    const lengths = [...strandLengths(readHair('a.tfx', groomBytes('testhair-v3-10027x4.tfx')).strands)];
    expect(lengths).toHaveLength(10027);
    expect(lengths.filter((length) => Math.abs(length - 11) > 1e-3)).toEqual([]);
  });
  it('the mohawk has its bones', () => {
    const skin = readTfxBone('mohawk.tfxbone', groomBytes('mohawk.tfxbone'));
    expect([skin.bones.length, skin.joints.length, skin.weights.length]).toEqual([105, 4 * 2228, 4 * 2228]);
    expect(skin.bones[0]).toMatch(/_head_JNT$/);
    expect(skin.notes).toEqual([]);
    // The exporter keeps the four largest weights, so sums fall a little short of 1.
    for (let s = 0; s < 2228; s++) {
      const sum = skin.weights.subarray(4 * s, 4 * s + 4).reduce((all, x) => all + x, 0);
      if (!(sum > 0.9 && sum < 1.0001)) expect.fail(`the weights of strand ${s} make ${sum}`);
    }
  });
}

/** Where the words that count strands and points stand, and where positions start. */
const PLACES = {
  hair: { words: [1, 2], header: 128, positions: (strands: number): number => 128 + 2 * strands },
  tfx4: { words: [1, 2], header: 160, positions: (): number => 160 },
  tfx3: { words: [1, 2], header: 296, positions: (): number => 296 },
};

function describeDamage(): void {
  describe.each(GROOMS)('$file, damaged', ({ file, strands, version }) => {
    const bytes = groomBytes(file);
    const place = PLACES[version ? (`tfx${version}` as const) : 'hair'];
    const area = file.split('.').pop()!;
    const readWithin = (damaged: Uint8Array): ReturnType<typeof readHair> => {
      const budget = new Budget(damaged.length, { name: file });
      try {
        return readHair(file, damaged, { budget });
      } finally {
        expect(budget.total).toBeLessThanOrEqual(2 * damaged.length + 1_000_000);
      }
    };
    const errorOf = (damaged: Uint8Array): InputError => {
      try {
        readWithin(damaged);
      } catch (error) {
        if (error instanceof InputError) return error;
        throw error;
      }
      return expect.fail('it was read without an error');
    };
    it('says where a cut file ends', () => {
      for (const length of [4, 100, place.header, place.header + 1, bytes.length >> 1, bytes.length - 1]) {
        const error = errorOf(bytes.slice(0, length));
        expect(error.code).toBe(`${area}/truncated`);
        expect(error.message).toContain(file);
        expect(error.message).toMatch(
          new RegExp(`ends at ${length.toLocaleString('en-US')}; the file was cut off: copy or export it again`),
        );
      }
    });
    it('refuses counts that the file cannot hold', () => {
      for (const word of place.words)
        for (const value of [0xffffffff, 0x7fffffff, 2 * strands, strands + 1]) {
          const damaged = bytes.slice();
          const view = new DataView(damaged.buffer);
          if (value < view.getUint32(4 * word, true)) continue;
          view.setUint32(4 * word, value, true);
          expect(errorOf(damaged).code).toBe(`${area}/truncated`);
        }
    });
    it('keeps NaN, and all the rest as it was', () => {
      const damaged = bytes.slice();
      const stride = version === 4 ? 16 : 12;
      const point = 7;
      new DataView(damaged.buffer).setFloat32(place.positions(strands) + stride * point, Number.NaN, true);
      const whole = readHair(file, bytes).strands.positions;
      const positions = readWithin(damaged).strands.positions;
      expect(positions[3 * point]).toBeNaN();
      positions[3 * point] = whole[3 * point]!;
      expect(isSame(positions, whole)).toBe(true);
    });
  });
}

function describeHeads(): void {
  it.each([
    ['ict-head.obj', 11_248, 22_288],
    ['sintel-head.obj', 3_046, 5_952],
    ['sintel-collider.obj', 341, 678],
  ])('%s', (file, vertices, triangles) => {
    const bytes = readFileSync(new URL(`heads/${file}`, data));
    const budget = new Budget(bytes.length);
    const { mesh } = readMesh(file, bytes, { budget });
    expect([vertexCount(mesh), triangleCount(mesh)]).toEqual([vertices, triangles]);
    expect(budget.total).toBeLessThan(2 * bytes.length);
    for (let v = 0; v < mesh.normals.length; v += 3)
      expect(Math.hypot(mesh.normals[v]!, mesh.normals[v + 1]!, mesh.normals[v + 2]!)).toBeCloseTo(1, 3);
  });
}

if (existsSync(data)) {
  describe('real grooms', describeGrooms);
  describe('damaged grooms', describeDamage);
  describe('real heads', describeHeads);
} else
  describe('real files', () => {
    it('are left out', () => {
      console.log('Tests with real grooms and heads were left out: ../shared/data is not beside the checkout.');
      expect(existsSync(data)).toBe(false);
    });
  });
