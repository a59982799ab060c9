import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { AnimatedMesh } from '../../body/animated-mesh.ts';
import { MeshDistance } from '../../body/mesh-distance.ts';
import { sphereMesh } from '../../body/shapes.ts';
import { readBody } from '../../formats/body.ts';
import { movingFile } from '../../formats/gltf/moving.fixture.ts';
import { readHair } from '../../formats/index.ts';
import { testGpu } from '../../render/gpu.fixture.ts';
import { pelage, scratchFolder } from '../context.fixture.ts';
import { readPng } from '../render/read-png.fixture.ts';

vi.setConfig({ testTimeout: 300_000 });

const gpu = await testGpu();
gpu?.close();

const ball = sphereMesh(0.1, 3);
const bytes = await movingFile({
  mesh: ball,
  morph: { target: ball.positions.map((c, i) => (i % 3 === 0 ? c : 0)), times: [0, 0.5, 1], weights: [0, 1, 0] },
});

/** A folder with a furry ball that stretches to twice its width. */
function furry(change: object = {}): string {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'ball.glb'), bytes);
  const scene = {
    format: 'pelage-scene',
    version: 2,
    name: 'furry',
    bodies: [{ shape: { kind: 'mesh', file: 'ball.glb', ...change }, resolution: 64 }],
    grooms: [{ source: { kind: 'style', style: 'buzz' }, guides: 12, strands: 150 }],
  };
  writeFileSync(join(folder, 'scene.json'), JSON.stringify(scene));
  return folder;
}

describe('a scene whose body moves by itself', () => {
  test('simulates: every strand that is written stands on the body as it is at that time', async () => {
    const folder = furry();
    const run = ['--frames', '4', '--fps', '12', '--strands', 'full', '--workers', '1', '--json'];
    const { code, json, out } = await pelage(folder, 'simulate', 'scene.json', '-o', 'out', ...run);
    expect(code, out).toBe(0);
    expect(json()).toMatchObject({ frames: 4, strands: 150, eventCount: 0 });
    expect(String(json()['notes'])).toMatch(/ball\.glb moves by itself for 1 s, then holds its last pose/);
    const { mesh, animation } = await readBody('ball.glb', bytes);
    const moving = new AnimatedMesh(animation!, { triangles: mesh.triangles, vertexCount: 642 }, false);
    for (let k = 0; k < 4; k++) {
      const name = `frame-000${k + 1}.hair`;
      const { strands } = readHair(name, readFileSync(join(folder, 'out', name)));
      const positions = new Float32Array(mesh.positions.length);
      moving.positionsAt(k / 12, positions);
      const exact = new MeshDistance({ positions, triangles: mesh.triangles });
      const depth = (point: number): number =>
        exact.distance(
          ...(Array.from(strands.positions.subarray(3 * point, 3 * point + 3)) as [number, number, number]),
        );
      for (const root of strands.first.subarray(0, -1)) expect(Math.abs(depth(root))).toBeLessThan(1e-6);
      for (const end of strands.first.subarray(1)) expect(depth(end - 1)).toBeGreaterThan(-5e-4);
    }
  });

  test('says what is wrong with an animation, in one sentence', async () => {
    const { code, err } = await pelage(furry({ animation: 'run' }), 'simulate', 'scene.json', '-o', 'out');
    expect(code).toBe(1);
    expect(err).toMatch(/ball\.glb has no animation "run"; it has move/);
  });

  test.runIf(gpu)('is drawn in the shape that it has', async () => {
    const folder = furry();
    const args = ['--size', '64x48', '--fps', '10', '--strands', '50'];
    const widths: number[] = [];
    for (const frame of [1, 6]) {
      const { code, out } = await pelage(folder, 'render', 'scene.json', '-o', 'a.png', '--frame', `${frame}`, ...args);
      expect(code, out).toBe(0);
      const { width, height, rgba } = readPng(readFileSync(join(folder, 'a.png')));
      const row = 4 * width * Math.floor(height / 2);
      const backdrop = rgba[row]!;
      widths.push(
        Array.from({ length: width }, (_, x) => rgba[row + 4 * x]!).filter((red) => red > backdrop + 20).length,
      );
    }
    expect(widths[1]).toBeGreaterThan(1.25 * widths[0]!);
  });
});
