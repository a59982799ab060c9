import { describe, expect, test } from 'vitest';
import { IDENTITY } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { boundsOf, cornersOf, sphereOf } from './bounds.ts';
import { CAMERA_DEFAULTS } from './camera.ts';
import { frameWgsl } from './frame.wgsl.ts';
import { FRAME_BYTES, type FrameState, writeFrameUniforms } from './frame-uniforms.ts';
import { LOOK_DEFAULTS } from './look.ts';
import { rigid, transformPoint } from './matrix.ts';

const bounds = boundsOf([-0.3, -0.4, -0.2, 0.3, 0.5, 0.4]);
const state: FrameState = {
  camera: CAMERA_DEFAULTS,
  width: 640,
  height: 480,
  lit: sphereOf(bounds),
  bodyPose: rigid([1, 2, 3], IDENTITY),
  hairCentre: [4, 5, 6],
  hairWidth: 2e-4,
  look: LOOK_DEFAULTS,
};

/** Offsets of the members in floats, by the rules of WGSL's uniform layout for the three types that the block uses. */
function offsetsOf(wgsl: string): { readonly offsets: Map<string, number>; readonly size: number } {
  const sizes: Record<string, readonly [align: number, size: number]> = {
    mat4x4f: [4, 16],
    vec3f: [4, 3],
    f32: [1, 1],
  };
  const block = /struct Frame \{([^}]*)\}/.exec(wgsl)![1]!;
  const offsets = new Map<string, number>();
  let at = 0;
  for (const [, name, type] of block.matchAll(/^\s*(\w+): (\w+),/gm)) {
    const [align, size] = sizes[type!]!;
    at = Math.ceil(at / align) * align;
    offsets.set(name!, at);
    at += size;
  }
  return { offsets, size: 4 * Math.ceil(at / 4) };
}

describe('frame uniforms', () => {
  const { offsets, size } = offsetsOf(frameWgsl);
  const written = writeFrameUniforms(state);
  const vectorAt = (name: string): number[] => [...written.subarray(offsets.get(name)!, offsets.get(name)! + 3)];
  const matrixAt = (name: string): Float32Array => written.subarray(offsets.get(name)!, offsets.get(name)! + 16);

  test('the block is as long as the shader reads, and every member stands where it looks', () => {
    expect(4 * size).toBe(FRAME_BYTES);
    expect(vectorAt('hairCentre')).toEqual([4, 5, 6]);
    expect(vectorAt('backgroundEdge')).toEqual([...Float32Array.from(LOOK_DEFAULTS.backgroundEdge)]);
    expect(written[offsets.get('hairRadius')!]).toBeCloseTo(1e-4, 9);
    expect(written[offsets.get('viewportHeight')!]).toBe(480);
    expect(transformPoint(matrixAt('bodyPose'), [0, 0, 0])).toEqual([1, 2, 3]);
  });

  test('the light sees everything that throws shadow, from every side of the camera', () => {
    for (let azimuth = 0; azimuth < 6.3; azimuth += 0.7) {
      const turned = writeFrameUniforms({ ...state, camera: { ...CAMERA_DEFAULTS, azimuth } });
      const light = turned.subarray(offsets.get('lightProjection')!, offsets.get('lightProjection')! + 16);
      for (const corner of cornersOf(bounds)) {
        const [x, y, z]: Vec3 = transformPoint(light, corner);
        expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1.0001);
        expect(Math.abs(z - 0.5)).toBeLessThanOrEqual(0.5001);
      }
    }
  });

  test('key, fill and rim are unit vectors; the rim comes from behind', () => {
    for (const name of ['key', 'fill', 'rim']) expect(Math.hypot(...vectorAt(name))).toBeCloseTo(1, 5);
    const eye = vectorAt('eye');
    const facing = vectorAt('rim').reduce((sum, value, i) => sum + value * eye[i]!, 0);
    expect(facing).toBeLessThan(0);
  });
});
