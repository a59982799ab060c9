import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NodeGpu } from '../cli/render/gpu.ts';
import { Random } from '../numeric/random.ts';
import { boundsOf } from './bounds.ts';
import { bufferOf } from './buffers.ts';
import { CAMERA_DEFAULTS } from './camera.ts';
import { type FrameState, lightMatrix, writeFrameUniforms } from './frame-uniforms.ts';
import { leaveOut, readBack, testGpu } from './gpu.fixture.ts';
import { writeGroomUniforms } from './groom-uniforms.ts';
import { makeHair } from './hair.ts';
import { DEPTH_UNIT, FIRST_LAYER, LAYERS, type ShadowMethod, wordsPerTexel } from './light-map.wgsl.ts';
import { LightMaps } from './light-maps.ts';
import { LOOK_DEFAULTS } from './look.ts';
import type { Mat4 } from './matrix.ts';

let gpu: NodeGpu | null = null;
beforeAll(async () => {
  gpu = await testGpu();
});
afterAll(() => gpu?.close());

const SIDE = 32;
const RADIUS = 0.1;
const OPTICAL_DEPTH = 16;
const LENGTH = 0.006;
const STRANDS = 160_000;
/** Thickness that gives the ball its optical depth along a diameter; a segment's mean projection is π/4 of its length. */
const WIDTH = (OPTICAL_DEPTH * (4 / 3) * Math.PI * RADIUS ** 3) / (STRANDS * LENGTH * (Math.PI / 4) * 2 * RADIUS);

/** Short straight strands spread evenly over a ball, in all directions. */
function ball(seed: number): Float32Array {
  const random = new Random(seed);
  const positions = new Float32Array(6 * STRANDS);
  for (let i = 0; i < STRANDS; i++) {
    let [x, y, z] = [1, 1, 1];
    while (x * x + y * y + z * z > 1) [x, y, z] = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
    const t = random.between(-1, 1);
    const a = random.between(0, 2 * Math.PI);
    const r = Math.sqrt(1 - t * t);
    const along = [r * Math.cos(a), r * Math.sin(a), t];
    [x, y, z].forEach((c, k) => {
      positions[6 * i + k] = RADIUS * c - 0.5 * LENGTH * along[k]!;
      positions[6 * i + 3 + k] = RADIUS * c + 0.5 * LENGTH * along[k]!;
    });
  }
  return positions;
}

interface Fragment {
  readonly texel: number;
  readonly z: number;
  readonly depth: number;
}

/** Every texel that every strand crosses: what light-map.wgsl.ts adds up. */
function fragmentsOf(positions: Float32Array, projection: Mat4, range: number): Fragment[] {
  const fragments: Fragment[] = [];
  const texel = range / SIDE;
  const seen = (i: number): number[] => {
    const p = positions.subarray(i, i + 3);
    const row = (k: number): number =>
      projection[k]! * p[0]! + projection[4 + k]! * p[1]! + projection[8 + k]! * p[2]! + projection[12 + k]!;
    return [(0.5 + 0.5 * row(0)) * SIDE, (0.5 - 0.5 * row(1)) * SIDE, row(2) * range];
  };
  for (let i = 0; i < positions.length; i += 6) {
    const a = seen(i);
    const b = seen(i + 3);
    const step = b.map((c, k) => c - a[k]!);
    const samples = Math.max(1, Math.ceil(Math.max(Math.abs(step[0]!), Math.abs(step[1]!))));
    const depth = (-Math.log(1 - Math.min(0.95, WIDTH / texel)) * Math.hypot(step[0]!, step[1]!)) / samples;
    for (let k = 0; k < samples; k++) {
      const [x, y, z] = a.map((c, axis) => c + (step[axis]! * (k + 0.5)) / samples);
      fragments.push({ texel: Math.floor(y!) * SIDE + Math.floor(x!), z: z!, depth });
    }
  }
  return fragments;
}

/** Optical depth that a map gives at a depth of a texel: the look-ups of light-map.wgsl.ts. */
function lookUp(map: Uint32Array, method: ShadowMethod, texel: number, z: number, range: number): number {
  const start = texel * wordsPerTexel(method);
  const layers = LAYERS[method];
  if (method === 'deep') {
    const nearest = new Float32Array(Uint32Array.of(0xffffffff - map[start]!).buffer)[0]!;
    if (map[start] === 0 || z <= nearest) return 0;
    const k = Math.floor(Math.log2((z - nearest) / FIRST_LAYER + 1));
    if (k >= layers) return map[start + layers]! / DEPTH_UNIT;
    const low = FIRST_LAYER * (2 ** k - 1);
    const part = (z - nearest - low) / (FIRST_LAYER * 2 ** k);
    const before = k === 0 ? 0 : map[start + k]!;
    return (before + part * (map[start + k + 1]! - before)) / DEPTH_UNIT;
  }
  const place = Math.min(layers - 0.001, Math.max(0, (z / range) * layers + (method === 'grid' ? 0.5 : 0)));
  const k = Math.floor(place);
  const before = k === 0 ? 0 : map[start + k - 1]!;
  return (before + (place - k) * (map[start + k]! - before)) / DEPTH_UNIT;
}

/** Rms difference of transmittance between a map and all fragments of the same beam, over all fragments. */
async function errorOf(method: ShadowMethod, positions: Float32Array): Promise<number> {
  const { device } = gpu!;
  const lit = { centre: [0, 0, 0] as const, radius: RADIUS + 0.5 * LENGTH };
  const range = 2 * lit.radius;
  const light = { ...LOOK_DEFAULTS.lights[0]!, shadow: true };
  const state: FrameState = {
    camera: CAMERA_DEFAULTS,
    width: 64,
    height: 64,
    jitter: [0, 0],
    lit,
    bounds: boundsOf(positions),
    mapped: 1,
    mapSide: SIDE,
    gridSide: 8,
    vertices: 0,
    isMixed: false,
    ground: boundsOf(positions),
    look: { ...LOOK_DEFAULTS, lights: [light] },
  };
  const frame = bufferOf(device, 'frame', new Float32Array(writeFrameUniforms(state)), GPUBufferUsage.UNIFORM);
  const maps = new LightMaps(device, frame, method, 16, SIDE);
  const groom = writeGroomUniforms({
    // The taper of strands.wgsl.ts leaves the first half of a strand as wide as it is.
    ...{ width: WIDTH, opacity: 1, keep: 1, widen: 1, stands: 1 },
    ...{ points: positions.length / 3, subdivisions: 1, firstVertex: 0, albedo: 0.5, coatWords: 1 },
  });
  const uniform = bufferOf(device, 'groom', new Float32Array(groom), GPUBufferUsage.UNIFORM);
  const first = Uint32Array.from({ length: STRANDS + 1 }, (_, i) => 2 * i);
  const hair = makeHair(device, first);
  hair.setPositions(positions);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  maps.splat(pass, [{ uniform, hair }], 1);
  pass.end();
  device.queue.submit([encoder.finish()]);
  const map = new Uint32Array(await readBack(device, maps.hair, 4 * SIDE * SIDE * wordsPerTexel(method)));
  maps.destroy();
  hair.destroy();
  const beams = new Map<number, Fragment[]>();
  for (const fragment of fragmentsOf(positions, lightMatrix(light, CAMERA_DEFAULTS.azimuth, lit), range)) {
    const beam = beams.get(fragment.texel);
    if (beam) beam.push(fragment);
    else beams.set(fragment.texel, [fragment]);
  }
  let sum = 0;
  let count = 0;
  for (const [texel, beam] of beams) {
    beam.sort((a, b) => a.z - b.z);
    let before = 0;
    for (const { z, depth } of beam) {
      sum += (Math.exp(-before) - Math.exp(-lookUp(map, method, texel, z, range))) ** 2;
      count++;
      before += depth;
    }
  }
  return Math.sqrt(sum / count);
}

describe('light through a ball of hair of optical depth 16 (seed 4)', () => {
  test('16 opacity layers are within 0.04 rms of all fragments of the beam; deep layers are nearer', async () => {
    if (!gpu) return leaveOut();
    const positions = ball(4);
    const opacity = await errorOf('opacity', positions);
    const deep = await errorOf('deep', positions);
    const grid = await errorOf('grid', positions);
    console.log(`transmittance, rms: opacity ${opacity.toFixed(4)}, deep ${deep.toFixed(4)}, grid ${grid.toFixed(4)}`);
    expect(opacity).toBeLessThan(0.04);
    expect(deep).toBeLessThan(opacity);
    // The grid is smooth: it knows nothing of single beams.
    expect(grid).toBeLessThan(0.12);
  });
});
