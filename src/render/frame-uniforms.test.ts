import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../numeric/vector.ts';
import { BODY_BYTES, bodyUniformWgsl, writeBodyUniforms } from './body-uniforms.ts';
import { boundsOf, cornersOf, sphereOf } from './bounds.ts';
import { CAMERA_DEFAULTS, projectionMatrix } from './camera.ts';
import { frameWgsl } from './frame.wgsl.ts';
import { FRAME_BYTES, type FrameState, writeFrameUniforms } from './frame-uniforms.ts';
import { GROOM_BYTES, writeGroomUniforms } from './groom-uniforms.ts';
import { LOOK_DEFAULTS } from './look.ts';
import { rigid, transformPoint } from './matrix.ts';
import { standsFor } from './stand-in.ts';
import { groomWgsl } from './strands.wgsl.ts';

const bounds = boundsOf([-0.3, -0.4, -0.2, 0.3, 0.5, 0.4]);
const state: FrameState = {
  camera: CAMERA_DEFAULTS,
  width: 640,
  height: 480,
  lit: sphereOf(bounds),
  bounds,
  jitter: [0, 0],
  mapped: 4,
  mapSide: 512,
  gridSide: 40,
  vertices: 77,
  isMixed: true,
  ground: bounds,
  look: LOOK_DEFAULTS,
};

/** Offsets of the members in floats, by the rules of WGSL's uniform layout for the types that the blocks use. */
function offsetsOf(wgsl: string, name: string): { readonly offsets: Map<string, number>; readonly size: number } {
  const sizes: Record<string, readonly [align: number, size: number]> = {
    mat4x4f: [4, 16],
    vec3f: [4, 3],
    vec3u: [4, 3],
    vec2f: [2, 2],
    vec2u: [2, 2],
    f32: [1, 1],
    u32: [1, 1],
  };
  const block = new RegExp(`struct ${name} \\{([^}]*)\\}`).exec(wgsl)![1]!;
  const offsets = new Map<string, number>();
  let at = 0;
  for (const [, member, type, element, count] of block.matchAll(/^\s*(\w+): (\w+)(?:<(\w+), (\d+)>)?,/gm)) {
    const [align, size] = type === 'array' ? [4, Number(count) * offsetsOf(wgsl, element!).size] : sizes[type!]!;
    at = Math.ceil(at / align) * align;
    offsets.set(member!, at);
    at += size;
  }
  return { offsets, size: 4 * Math.ceil(at / 4) };
}

test('a groom’s block is as long as the shader reads, and every member stands where it looks', () => {
  const { offsets, size } = offsetsOf(groomWgsl, 'Groom');
  const state = {
    opacity: 3,
    keep: 0.5,
    widen: 2,
    stands: 4,
    albedo: 0.25,
    points: 7,
    subdivisions: 5,
    firstVertex: 11,
    coatWords: 2,
    strandPoints: 12,
    stride: 4,
  };
  const floats = new Float32Array(writeGroomUniforms({ width: 0.25, ...state }));
  expect(4 * size).toBe(GROOM_BYTES);
  expect(floats.byteLength).toBe(GROOM_BYTES);
  expect(floats[offsets.get('radius')!]).toBe(0.125);
  const words = new Uint32Array(floats.buffer);
  for (const [name, value] of Object.entries(state)) {
    const isWord = ['points', 'subdivisions', 'firstVertex', 'coatWords', 'strandPoints', 'stride'].includes(name);
    expect((isWord ? words : floats)[offsets.get(name)!], name).toBe(value);
  }
});

test('a body’s block is as long as the shader reads, and every member stands where it looks', () => {
  const { offsets, size } = offsetsOf(bodyUniformWgsl(0, 0), 'Body');
  const pose = rigid([1, 2, 3], [0, 0, 0, 1]);
  const floats = new Float32Array(writeBodyUniforms({ pose, skin: [4, 5, 6], vertices: 7 }));
  expect(4 * size).toBe(BODY_BYTES);
  expect(transformPoint(floats.subarray(offsets.get('pose')!, offsets.get('pose')! + 16), [0, 0, 0])).toEqual([
    1, 2, 3,
  ]);
  expect([...floats.subarray(offsets.get('skin')!, offsets.get('skin')! + 3)]).toEqual([4, 5, 6]);
  expect(new Uint32Array(floats.buffer)[offsets.get('vertices')!]).toBe(7);
});

describe('frame uniforms', () => {
  const { offsets, size } = offsetsOf(frameWgsl, 'Frame');
  const light = offsetsOf(frameWgsl, 'Light');
  const floatsOf = (given: FrameState): Float32Array => new Float32Array(writeFrameUniforms(given));
  const written = floatsOf(state);
  const words = new Uint32Array(written.buffer);
  const at = (name: string): number => offsets.get(name)!;
  const vectorAt = (name: string): number[] => [...written.subarray(at(name), at(name) + 3)];

  test('the block is as long as the shader reads, and every member stands where it looks', () => {
    expect(4 * size).toBe(FRAME_BYTES);
    expect(vectorAt('groundCentre')[1]).toBeCloseTo(bounds.low[1], 6);
    expect([...written.subarray(at('size'), at('size') + 2)]).toEqual([640, 480]);
    expect([...words.subarray(at('tiles'), at('tiles') + 2)]).toEqual([80, 60]);
    expect([words[at('vertices')], words[at('isMixed')], words[at('mapSide')]]).toEqual([77, 1, 512]);
    expect(written[at('shadow')]).toBe(1);
    expect(written[at('ambient')]).toBe(0.75);
  });

  test('the distance of a depth-buffer value is the distance that made it', () => {
    const matrix = projectionMatrix(CAMERA_DEFAULTS, 4 / 3);
    for (const distance of [0.2, 0.9, 3]) {
      const depth = transformPoint(matrix, [0, 0, -distance])[2];
      expect(written[at('depthB')]! / (depth + written[at('depthA')]!)).toBeCloseTo(distance, 4);
    }
  });

  test('every light sees everything that throws shadow, from every side of the camera', () => {
    for (let azimuth = 0; azimuth < 6.3; azimuth += 0.7) {
      const turned = floatsOf({ ...state, camera: { ...CAMERA_DEFAULTS, azimuth } });
      LOOK_DEFAULTS.lights.forEach((_, k) => {
        const begin = at('lights') + k * light.size;
        const direction = [...turned.subarray(begin + light.offsets.get('direction')!)].slice(0, 3);
        expect(Math.hypot(...direction)).toBeCloseTo(1, 5);
        for (const corner of cornersOf(bounds)) {
          const [x, y, z]: Vec3 = transformPoint(turned.subarray(begin, begin + 16), corner);
          expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1.0001);
          expect(Math.abs(z - 0.5)).toBeLessThanOrEqual(0.5001);
        }
      });
    }
  });

  test('strands that are left out make the others as much wider: coverage stays', () => {
    for (const keep of [1, 0.9, 0.4, 0.05]) {
      let sum = 0;
      const ranks = 20_000;
      // rankFraction of strands.wgsl.ts.
      for (let k = 0; k < ranks; k++) {
        const fade = ((keep - (k + 0.5) / ranks) * 8) / keep + (keep >= 1 ? 8 : 0);
        sum += standsFor(keep) * Math.min(1, Math.max(0, fade));
      }
      expect(sum / ranks).toBeCloseTo(1, 2);
    }
  });
});
