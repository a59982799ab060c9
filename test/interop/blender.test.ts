import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AnimatedMesh } from '../../src/body/animated-mesh.ts';
import {
  type BodyFile,
  MemorySink,
  makeAnimation,
  readBody,
  readHair,
  writeAnimation,
  writeHair,
} from '../../src/formats/index.ts';
import { makeStrands } from '../../src/strands/strands.ts';
import { type BlenderObject, blender, missing } from './foreign.ts';

/**
 * Blender opens what is written here, and what Blender writes is read here. No .abc and .usda among them: the builds of Linux
 * distributions read neither.
 */

const first = Uint32Array.of(0, 4, 6, 13, 18);
const POINTS = 18;
const RATE = 24;
const frameAt = (time: number): Float32Array =>
  Float32Array.from({ length: 3 * POINTS }, (_, i) => Math.fround(Math.sin(i) + (i % 3 === 1 ? 3 * time : 0)));
const strands = makeStrands({
  first,
  positions: frameAt(0),
  pointAttributes: new Map([['radius', { size: 1, data: new Float32Array(POINTS).fill(1e-3) }]]),
});
const times = [0, 1 / RATE, 3 / RATE];
const animation = makeAnimation(strands, times, times.map(frameAt));
/** The first two frames of the animation, and one between the second and the third, where points go straight. */
const FRAMES = [0, 1, 2];
const expected = FRAMES.map((frame) => frameAt(frame / RATE));

function animationBytes(gltfShape: 'cards' | 'tubes' | 'lines'): Uint8Array {
  const sink = new MemorySink();
  writeAnimation('a.glb', animation, sink, { gltfShape });
  return sink.bytes();
}

const FILES = {
  'lines.glb': animationBytes('lines'),
  'tubes.glb': animationBytes('tubes'),
  'cards.glb': animationBytes('cards'),
  'segments.obj': writeHair('a.obj', strands),
  'edges.ply': writeHair('a.ply', strands),
};

/** Blender's Z up as our Y up. */
const turned = (points: readonly number[]): number[] =>
  points.map((_, i) => (i % 3 === 0 ? points[i]! : i % 3 === 1 ? points[i + 1]! : -points[i - 1]!));

const largestGap = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  expect(a.length).toBe(b.length);
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]! - b[i]!));
  return most;
};

function pointsAt({ mesh, animation }: BodyFile, time: number): Float32Array {
  const points = new Float32Array(mesh.positions.length);
  new AnimatedMesh(animation!, { ...mesh, vertexCount: points.length / 3 }, false).positionsAt(time, points);
  return points;
}

const open = blender();
describe('Blender', () => {
  if (!open) return missing('the program blender');
  const folder = mkdtempSync(join(tmpdir(), 'pelage-blender-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const jobs = Object.entries(FILES).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return { path: join(folder, name), frames: FRAMES };
  });
  const report = open(jobs, folder);
  const named = Object.keys(FILES);
  console.log(`Blender ${report.version} opened ${named.join(', ')}; .abc and .usda are left to the other readers.`);
  const theOne = (name: string): BlenderObject => {
    const { objects, problem } = report.files[named.indexOf(name)]!;
    expect(problem).toBeUndefined();
    expect(objects).toHaveLength(1);
    return objects![0]!;
  };

  it.each(['segments.obj', 'edges.ply'])('opens hair as %s', (name) => {
    const { pieces, edges, frames } = theOne(name);
    expect([pieces, edges]).toEqual([4, POINTS - 4]);
    // Blender turns .obj from Y up, and takes .ply as it is.
    const points = name.endsWith('.obj') ? turned(frames[0]!) : frames[0]!;
    expect(largestGap(points, expected[0]!)).toBeLessThan(1e-5);
  });

  it('writes curves as .obj: read here as strands', () => {
    const { strands: read } = readHair('hair.obj', new Uint8Array(readFileSync(join(folder, 'hair.obj'))));
    expect([...read.first]).toEqual([0, 5, 14]);
    const points = [5, 9].flatMap((count, strand) =>
      Array.from({ length: count }, (_, i) => [0.1 * strand, 1 - 0.1 * i, -0.01 * i]).flat(),
    );
    expect(largestGap(read.positions, points)).toBeLessThan(1e-5);
  });

  if (!report.numpy) return missing("Blender's glTF add-on, which needs python3-numpy,");
  it('opens an animation of lines: curves, points and where they are at each frame', () => {
    const { pieces, edges, frames } = theOne('lines.glb');
    expect([pieces, edges]).toEqual([4, POINTS - 4]);
    frames.forEach((points, k) => {
      expect(largestGap(turned(points), expected[k]!)).toBeLessThan(1e-5);
    });
  });

  it('opens an animation of tubes, whose rings stand about the points', () => {
    const { pieces, faces, frames, materials } = theOne('tubes.glb');
    expect([pieces, faces, materials]).toEqual([4, 8 * (POINTS - 4), ['hair']]);
    frames.forEach((points, k) => {
      const middles = Float64Array.from({ length: 3 * POINTS }, (_, i) => {
        const at = 12 * Math.floor(i / 3) + (i % 3);
        const ring = turned(points);
        return (ring[at]! + ring[at + 3]! + ring[at + 6]! + ring[at + 9]!) / 4;
      });
      expect(largestGap(middles, expected[k]!)).toBeLessThan(1e-5);
    });
  });

  it('opens an animation of cards, where our own reader finds them too', async () => {
    const { faces, frames } = theOne('cards.glb');
    const body = await readBody('cards.glb', FILES['cards.glb']);
    expect(faces).toBe(body.mesh.triangles.length / 3);
    frames.forEach((points, k) => {
      expect(largestGap(turned(points), pointsAt(body, FRAMES[k]! / RATE))).toBeLessThan(1e-5);
    });
  });

  it('writes a ball that is stretched: read here, at its middle time too', async () => {
    const body = await readBody('ball.glb', new Uint8Array(readFileSync(join(folder, 'ball.glb'))));
    for (const [time, height] of [
      [0, 0.1],
      [0.5, 0.15],
      [1, 0.2],
    ] as const) {
      const points = pointsAt(body, time);
      expect(Math.max(...points.filter((_, i) => i % 3 === 1))).toBeCloseTo(height, 5);
      expect(Math.max(...points.filter((_, i) => i % 3 === 0))).toBeCloseTo(0.1, 5);
    }
  });
});
