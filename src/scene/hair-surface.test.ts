import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBody } from '../body/body.ts';
import type { DeformingMesh } from '../body/deforming-mesh.ts';
import { makeMesh } from '../body/mesh.ts';
import { MeshDistance } from '../body/mesh-distance.ts';
import { sphereMesh } from '../body/shapes.ts';
import type { NodeGpu } from '../cli/render/gpu.ts';
import { generateStrands, makeGenerator, withBends } from '../groom/generator.ts';
import { makeGroom } from '../groom/groom.ts';
import { builtInHair } from '../groom/styles.ts';
import { IDENTITY } from '../numeric/rotation.ts';
import { GpuBody } from '../render/body.ts';
import { emptyBuffer } from '../render/buffers.ts';
import { packGenerator, packGuides } from '../render/generator-data.ts';
import { leaveOut, readBack, testGpu } from '../render/gpu.fixture.ts';
import { rigid } from '../render/matrix.ts';
import { StrandGenerator } from '../render/strand-generator.ts';
import { HairSurface } from './hair-surface.ts';

let gpu: NodeGpu | null = null;
beforeAll(async () => {
  gpu = await testGpu();
});
afterAll(() => gpu?.close());

const POINTS = 16;
const CLEARANCE = 0.002;
const ball = sphereMesh(0.1, 3);
const everywhere = { weight: new Float32Array(ball.positions.length / 3).fill(1) };
const mesh = makeMesh({ ...ball, regions: new Map([['scalp', everywhere]]) });

/** A ball that grows by half of itself in a second, and turns about z the more the higher it is. */
const deformation: DeformingMesh = {
  triangles: mesh.triangles,
  vertexCount: mesh.positions.length / 3,
  positionsAt(time, out) {
    for (let i = 0; i < out.length; i += 3) {
      const [x, y, z] = [0, 1, 2].map((c) => (1 + 0.5 * time) * mesh.positions[i + c]!) as [number, number, number];
      const angle = 2 * time * Math.max(0, y);
      const [s, c] = [Math.sin(angle), Math.cos(angle)];
      out.set([c * x - s * y, s * x + c * y, z], i);
    }
  },
};

const body = makeBody({ name: 'ball', mesh, bake: { resolution: 48 } });
const groom = makeGroom(body, builtInHair('bob', { points: POINTS }), { guides: 40, strands: 300, seed: 5 });
const generator = makeGenerator(groom.binding, groom.style.strands);
const strands = generateStrands(generator, groom.guides.positions);
const surface = new HairSurface({ mesh, deformation });
const skinned = surface.bind(strands, CLEARANCE);

function madeByCpu(time: number): Float32Array {
  const points = strands.positions.slice();
  skinned.settle(points, time);
  return points;
}

/** The same strands bent as guides are that lean to one side, at rest. */
const bent = withBends(generator, groom.guides, 'springs');
const leaning = groom.guides.positions.map((x, i) => x + (i % 3 === 0 ? 0.6 * ((i / 3) % POINTS) ** 2 * 1e-4 : 0));

function bentByCpu(time: number): Float32Array {
  const points = generateStrands(bent, leaning).positions;
  skinned.carry(points, time);
  return points;
}

async function madeByGpu(time: number, by = generator, guides = groom.guides.positions): Promise<Float32Array> {
  const { device } = gpu!;
  const data = { ...packGenerator(by, skinned.roots), clearance: CLEARANCE };
  const onGpu = new StrandGenerator(device, data);
  const shape = new GpuBody(device, mesh, () => {});
  const positions = new Float32Array(mesh.positions.length);
  deformation.positionsAt(time, positions);
  shape.setShape({ positions, normals: mesh.normals });
  onGpu.setSkin(shape.points);
  onGpu.setGuides(packGuides(by, guides), rigid([0, 0, 0], IDENTITY));
  const bytes = strands.positions.byteLength;
  const out = emptyBuffer(device, 'out', bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  onGpu.run(pass, out);
  pass.end();
  device.queue.submit([encoder.finish()]);
  const found = new Float32Array(await readBack(device, out, bytes));
  onGpu.destroy();
  shape.destroy();
  out.destroy();
  return found;
}

/** Signed distance of points from the skin as it is at a time. */
function distances(time: number, points: Float32Array): number[] {
  const positions = new Float32Array(mesh.positions.length);
  deformation.positionsAt(time, positions);
  const exact = new MeshDistance({ ...mesh, positions });
  return Array.from({ length: points.length / 3 }, (_, p) =>
    exact.distance(points[3 * p]!, points[3 * p + 1]!, points[3 * p + 2]!),
  );
}

describe('on a ball that grows and twists, guides being left where they were', () => {
  test.each([0, 0.3, 0.7, 0.705])('strands of the GPU are those of TypeScript at %f s', async (time) => {
    if (!gpu) return leaveOut();
    const [found, expected] = [await madeByGpu(time), madeByCpu(time)];
    const apart = found.reduce((most, value, k) => Math.max(most, Math.abs(value - expected[k]!)), 0);
    expect(apart / groom.binding.shapes.meanLength).toBeLessThan(1e-5);
  });

  test.each([0, 0.7])('so are strands that are bent and turn with the skin at %f s', async (time) => {
    if (!gpu) return leaveOut();
    const [found, expected] = [await madeByGpu(time, bent, leaning), bentByCpu(time)];
    const apart = found.reduce((most, value, k) => Math.max(most, Math.abs(value - expected[k]!)), 0);
    expect(apart / groom.binding.shapes.meanLength).toBeLessThan(1e-5);
  });

  test('strands at rest go to where the skin is and back again', () => {
    const points = groom.guides.positions.slice();
    const guides = surface.bind(groom.guides, null);
    guides.carry(points, 0.7);
    expect(Math.max(...points.map((x, i) => Math.abs(x - groom.guides.positions[i]!)))).toBeGreaterThan(0.02);
    guides.toRest(points, 0.7);
    expect(Math.max(...points.map((x, i) => Math.abs(x - groom.guides.positions[i]!)))).toBeLessThan(1e-6);
  });

  test('they stand on its skin and are kept out of it, where others would be deep inside', async () => {
    if (!gpu) return leaveOut();
    const time = 0.7;
    const free = strands.positions.slice();
    surface.bind(strands, null).settle(free, time);
    const without = distances(time, free);
    expect(without.filter((distance) => distance < -1e-3).length).toBeGreaterThan(200);
    expect(Math.min(...without)).toBeLessThan(-0.02);
    const found = distances(time, await madeByGpu(time));
    expect(Math.min(...found)).toBeGreaterThan(-5e-4);
    expect(Math.max(...found.filter((_, p) => p % POINTS === 0).map(Math.abs))).toBeLessThan(1e-6);
  });
});
