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
import {
  DEEP_GROWTH,
  DEPTH_UNIT,
  EVEN_DEPTH,
  LAYERS,
  OWN,
  OWN_COVER,
  type ShadowMethod,
  THICK_BIAS,
  wordsPerTexel,
} from './light-map.wgsl.ts';
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

/** Straight strands of two points each in a sphere about the origin. */
interface TestHair {
  readonly positions: Float32Array;
  readonly width: number;
  readonly radius: number;
  /** Of the light. */
  readonly elevation: number;
}

/** Short straight strands spread evenly over a ball, in all directions. */
function ball(seed: number): TestHair {
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
  return { positions, width: WIDTH, radius: RADIUS + 0.5 * LENGTH, elevation: LOOK_DEFAULTS.lights[0]!.elevation };
}

const COAT = 20_000;

/** Fur of 11 mm on half a ball of 5 cm, 130 a square centimetre; one hair in fifty stands off, half as long again. */
function coat(seed: number): TestHair {
  const random = new Random(seed);
  const positions = new Float32Array(6 * COAT);
  for (let i = 0; i < COAT; i++) {
    const y = 1 - (i + 0.5) / COAT;
    const [r, a] = [Math.sqrt(1 - y * y), 2.39996 * i];
    const out = [r * Math.cos(a), y, r * Math.sin(a)];
    const down = [y * Math.cos(a), -r, y * Math.sin(a)];
    const isOff = random.unit() < 0.02;
    const length = 0.011 * (isOff ? 1.5 : random.between(0.7, 1));
    const lift = isOff ? 0.95 : random.between(0.35, 0.5);
    for (let k = 0; k < 3; k++) {
      positions[6 * i + k] = 0.05 * out[k]!;
      positions[6 * i + 3 + k] = 0.05 * out[k]! + length * (lift * out[k]! + Math.sqrt(1 - lift * lift) * down[k]!);
    }
  }
  return { positions, width: 8e-5, radius: 0.066, elevation: 1.4 };
}

interface Fragment {
  readonly texel: number;
  readonly z: number;
  readonly depth: number;
}

/** Every texel that every strand crosses: what light-map.wgsl.ts adds up. */
function fragmentsOf({ positions, width }: TestHair, projection: Mat4, range: number): Fragment[] {
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
    const depth = (-Math.log(1 - Math.min(0.95, width / texel)) * Math.hypot(step[0]!, step[1]!)) / samples;
    for (let k = 0; k < samples; k++) {
      const [x, y, z] = a.map((c, axis) => c + (step[axis]! * (k + 0.5)) / samples);
      fragments.push({ texel: Math.floor(y!) * SIDE + Math.floor(x!), z: z!, depth });
    }
  }
  return fragments;
}

/** Optical depth that a map gives at a depth of a texel: the look-ups of light-map.wgsl.ts, with the bias that shading asks for. */
function lookUp(map: Uint32Array, method: ShadowMethod, texel: number, at: number, range: number, bias = 0): number {
  const start = texel * wordsPerTexel(method);
  const layers = LAYERS[method];
  if (method === 'deep') {
    const [nearest, farthest] = new Float32Array(Uint32Array.of(0xffffffff - map[start]!, map[start + 1]!).buffer);
    const thick = Math.min(OWN, THICK_BIAS * (farthest! - nearest!));
    const z = at - (bias > 0 ? Math.max(bias, thick) : 0);
    if (map[start] === 0 || z <= nearest!) return 0;
    const thickness = Math.max(farthest! - nearest!, 1e-5);
    const growth = (DEEP_GROWTH * Math.log(thickness / EVEN_DEPTH)) / layers;
    const edge = (k: number): number =>
      nearest! + thickness * (growth > 0.003 ? Math.expm1(growth * k) / Math.expm1(growth * layers) : k / layers);
    let k = 0;
    while (k < layers - 1 && z >= edge(k + 1)) k++;
    const part = Math.min(1, (z - edge(k)) / (edge(k + 1) - edge(k)));
    const before = k === 0 ? 0 : map[start + k + 1]!;
    return (before + part * (map[start + k + 2]! - before)) / DEPTH_UNIT;
  }
  const place = Math.min(layers - 0.001, Math.max(0, ((at - bias) / range) * layers + (method === 'grid' ? 0.5 : 0)));
  const k = Math.floor(place);
  const before = k === 0 ? 0 : map[start + k - 1]!;
  return (before + (place - k) * (map[start + k]! - before)) / DEPTH_UNIT;
}

interface Errors {
  readonly rms: number;
  readonly mean: number;
}

/** Difference of transmittance between a map and all fragments of the same beam, over all fragments. */
async function errorOf(method: ShadowMethod, testHair: TestHair, bias = 0): Promise<Errors> {
  const { device } = gpu!;
  const { positions, width, radius, elevation } = testHair;
  const lit = { centre: [0, 0, 0] as const, radius };
  const range = 2 * lit.radius;
  const light = { ...LOOK_DEFAULTS.lights[0]!, shadow: true, elevation };
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
    ...{ width, opacity: 1, keep: 1, widen: 1, stands: 1 },
    ...{ points: positions.length / 3, subdivisions: 1, firstVertex: 0, albedo: 0.5, coatWords: 1 },
    ...{ strandPoints: 2, stride: 1 },
  });
  const uniform = bufferOf(device, 'groom', new Float32Array(groom), GPUBufferUsage.UNIFORM);
  const first = Uint32Array.from({ length: positions.length / 6 + 1 }, (_, i) => 2 * i);
  const hair = makeHair(device, first);
  hair.setPositions(positions);
  const encoder = device.createCommandEncoder();
  maps.drawBodies(encoder, [], [lightMatrix(light, CAMERA_DEFAULTS.azimuth, lit)]);
  const pass = encoder.beginComputePass();
  maps.splat(pass, [{ uniform, hair, isTexels: false }], 1);
  pass.end();
  device.queue.submit([encoder.finish()]);
  const map = new Uint32Array(await readBack(device, maps.hair, 4 * SIDE * SIDE * wordsPerTexel(method)));
  maps.destroy();
  hair.destroy();
  const beams = new Map<number, Fragment[]>();
  for (const fragment of fragmentsOf(testHair, lightMatrix(light, CAMERA_DEFAULTS.azimuth, lit), range)) {
    const beam = beams.get(fragment.texel);
    if (beam) beam.push(fragment);
    else beams.set(fragment.texel, [fragment]);
  }
  let [sum, squares, count] = [0, 0, 0];
  for (const [texel, beam] of beams) {
    beam.sort((a, b) => a.z - b.z);
    let before = 0;
    for (const { z, depth } of beam) {
      const error = Math.exp(-lookUp(map, method, texel, z, range, bias)) - Math.exp(-before);
      sum += error;
      squares += error * error;
      count++;
      before += depth;
    }
  }
  return { rms: Math.sqrt(squares / count), mean: sum / count };
}

describe('light through a ball of hair of optical depth 16 (seed 4)', () => {
  test('16 opacity layers are within 0.04 rms of all fragments of the beam; deep layers are nearer', async () => {
    if (!gpu) return leaveOut();
    const hair = ball(4);
    const { rms: opacity } = await errorOf('opacity', hair);
    const { rms: deep } = await errorOf('deep', hair);
    const { rms: grid } = await errorOf('grid', hair);
    console.log(`transmittance, rms: opacity ${opacity.toFixed(4)}, deep ${deep.toFixed(4)}, grid ${grid.toFixed(4)}`);
    expect(opacity).toBeLessThan(0.04);
    expect(deep).toBeLessThan(opacity);
    // The grid is smooth: it knows nothing of single beams.
    expect(grid).toBeLessThan(0.12);
  });
});

describe('light through a coat of 11 mm (seed 9)', () => {
  test('deep layers leave no speckle and let no light leak, as it is looked up where hair is lit', async () => {
    if (!gpu) return leaveOut();
    const fur = coat(9);
    const bias = OWN * Math.min(1, fur.width / (OWN_COVER * ((2 * fur.radius) / SIDE)));
    const { rms, mean } = await errorOf('deep', fur, bias);
    console.log(`transmittance in a coat: rms ${rms.toFixed(4)}, mean ${mean.toFixed(4)}`);
    expect(rms).toBeLessThan(0.03);
    expect(Math.abs(mean)).toBeLessThan(0.01);
  });
});
