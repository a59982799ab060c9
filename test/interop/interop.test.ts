import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sphereMesh } from '../../src/body/shapes.ts';
import {
  MemorySink,
  makeAnimation,
  memorySource,
  openAnimation,
  readHair,
  writeAnimation,
  writeMesh,
} from '../../src/formats/index.ts';
import { makeStrands } from '../../src/strands/strands.ts';
import { abcDump, missing, type PixarReport, pixarUsd, tinyUsdz } from './foreign.ts';

/** Files written here open elsewhere: number of curves, points, bounds and animation are what they were. */

const COUNTS = [4, 2, 7, 1, 5];
const first = Uint32Array.of(0, 4, 6, 13, 14, 19);
const frameAt = (time: number): Float32Array =>
  Float32Array.from({ length: 57 }, (_, i) => Math.fround(Math.sin(i) + (i % 3 === 1 ? time : 0)));
const strands = makeStrands({
  first,
  id: Uint32Array.of(10, 11, 12, 13, 14),
  positions: frameAt(0),
  pointAttributes: new Map([['radius', { size: 1, data: new Float32Array(19).fill(1e-4) }]]),
  strandAttributes: new Map([
    ['rootUv', { size: 2, data: Float32Array.from({ length: 10 }, (_, i) => i / 10) }],
    ['isGuide', { size: 1, data: Uint8Array.of(1, 0, 0, 1, 0) }],
  ]),
});
const times = [0, 1 / 24, 2 / 24];
const animation = makeAnimation(strands, times, times.map(frameAt));

const folder = mkdtempSync(join(tmpdir(), 'pelage-interop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function saved(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function animationBytes(name: string): Uint8Array {
  const sink = new MemorySink();
  writeAnimation(name, animation, sink);
  return sink.bytes();
}

function boundsOf(points: ArrayLike<number>): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    box[i % 3] = Math.min(box[i % 3]!, points[i]!);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)]!, points[i]!);
  }
  return box;
}

const near = (values: readonly number[]): unknown[] => values.map((x) => expect.closeTo(x, 5));

/** The numbers of `name = [ … ]` or `time: [ … ]` in a text. */
const numbersAfter = (text: string, start: string): number[] => {
  const at = text.indexOf(start);
  return [...text.slice(at + start.length, text.indexOf(']', at + start.length)).matchAll(/-?\d[\d.e+-]*/g)].map(
    Number,
  );
};

const tiny = await tinyUsdz();
describe('tinyusdz opens', () => {
  if (!tiny) return missing('npm tinyusdz');
  it.each(['a.usda', 'a.usdc', 'a.usdz'])('an animation as %s', (name) => {
    const text = tiny(animationBytes(name), name);
    expect(numbersAfter(text, 'int[] curveVertexCounts = [')).toEqual(COUNTS);
    const samples = text.slice(text.indexOf('points.timeSamples'));
    times.forEach((time, k) => {
      expect(numbersAfter(samples, `${k}: [`)).toEqual(near([...frameAt(time)]));
    });
    expect(text).toMatch(/timeCodesPerSecond = 24/);
    expect(numbersAfter(text, 'primvars:groom_guide = [')).toEqual([1, 0, 0, 1, 0]);
  });
  it('a mesh', () => {
    const mesh = sphereMesh(0.1, 1);
    const text = tiny(writeMesh('a.usda', mesh), 'a.usda');
    expect(numbersAfter(text, 'point3f[] points = [')).toEqual(near([...mesh.positions]));
    expect(numbersAfter(text, 'int[] faceVertexIndices = [')).toEqual([...mesh.triangles]);
  });
  it('a crate as we understand it, and finds what we find', () => {
    const crate = animationBytes('a.usdc');
    const text = tiny(crate, 'a.usdc');
    const theirs = openAnimation('a.usda', memorySource(new TextEncoder().encode(text))).animation;
    const ours = openAnimation('a.usdc', memorySource(crate)).animation;
    expect(ours.times).toEqual(theirs.times);
    expect(ours.strands.first).toEqual(first);
    times.forEach((time, k) => {
      expect([...ours.frame(k)]).toEqual(near([...theirs.frame(k)]));
      expect(ours.frame(k)).toEqual(frameAt(time));
    });
  });
});

const pixar = pixarUsd();
describe("Pixar's USD opens", () => {
  if (!pixar) return missing('npm three-usdz-loader');
  const broken = new TextEncoder().encode('#usda 1.0\ndef Xform "a"\n{\n  oops\n}\n');
  const files: [string, Uint8Array, number[]][] = [
    ['a.usda', animationBytes('a.usda'), [1, 2]],
    ['a.usdz', animationBytes('a.usdz'), [1, 2]],
    ['c.usdc', animationBytes('c.usdc'), [1, 2]],
    ['m.usda', writeMesh('m.usda', sphereMesh(0.1, 1)), []],
    ['m.usdc', writeMesh('m.usdc', sphereMesh(0.1, 1)), []],
    ['b.usda', broken, []],
  ];
  const reports = new Map<string, PixarReport>();
  beforeAll(() => {
    const found = pixar(files.map(([name, bytes, codes]) => ({ path: saved(name, bytes), codes })));
    files.forEach(([name], k) => {
      reports.set(name, found[k]!);
    });
  });
  it.each([
    ['a.usda', '/groom/hair'],
    ['a.usdz', '/groom/hair'],
    ['c.usdc', '/groom/hair'],
  ])('an animation as %s', (name, path) => {
    const { prims, errors } = reports.get(name)!;
    expect(errors).toEqual([]);
    expect(prims[path]).toMatchObject({ type: 'basisCurves', points: 19 });
    const moved = prims[path]!.bounds.slice(-2);
    expect(moved).toEqual([near(boundsOf(frameAt(times[1]!))), near(boundsOf(frameAt(times[2]!)))]);
  });
  it.each(['m.usda', 'm.usdc'])('a mesh as %s', (name) => {
    const { prims, errors } = reports.get(name)!;
    expect(errors).toEqual([]);
    expect(prims['/body/mesh']).toMatchObject({ type: 'mesh' });
  });
  it('and says where a broken text is broken', () => {
    expect(reports.get('b.usda')!.errors.join(' ')).toMatch(/syntax error/);
  });
});

const dump = abcDump();
describe('the independent Alembic lister opens', () => {
  if (!dump) return missing('abc_dump.py with python3 and numpy');
  it('an animation', () => {
    const text = dump(saved('a.abc', animationBytes('a.abc')));
    expect(text).toMatch(/CURVES 5 points 19 sum\(nVertices\) 19 per curve 1\.\.7/);
    expect(text).toMatch(/P array <f4 x3 samples 3 ts 1 \(19, 3\)/);
    const box = /bounds \[(.*?)\] \.\. \[(.*?)\]/s.exec(text)!;
    const found = `${box[1]} ${box[2]}`.trim().split(/\s+/).map(Number);
    expect(found).toEqual(near(boundsOf(frameAt(0))));
    expect(text).toMatch(/groom_guide array <i4 x1 samples 1 .*\[1, 0, 0\]/);
    expect(text).toMatch(/groom_id array <i4 x1 .*\[10, 11, 12\]/);
    expect(text).toMatch(/width array <f4 x1 samples 1 ts 1 \(19,\)/);
  });
  it('a mesh', () => {
    const mesh = sphereMesh(0.1, 1);
    const text = dump(saved('m.abc', writeMesh('m.abc', mesh)));
    expect(text).toMatch(new RegExp(`P array <f4 x3 samples 1 ts 0 \\(${mesh.positions.length / 3}, 3\\)`));
    expect(text).toMatch(/AbcGeom_PolyMesh_v1/);
  });
});

it('what was written is what was meant', () => {
  expect(readHair('a.usda', animationBytes('a.usda')).strands.first).toEqual(first);
});
