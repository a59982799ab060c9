import type { Vec3 } from '../numeric/vector.ts';
import { layoutOf } from './kernel.ts';
import type { Mat4 } from './matrix.ts';

/** A body as it is drawn in one picture. */
export interface BodyState {
  readonly pose: Mat4;
  /** Albedo. */
  readonly skin: Vec3;
  readonly vertices: number;
}

/** Bytes of the uniform block `Body`. */
export const BODY_BYTES = 80;

export const bodyUniformWgsl = (group: number, binding: number): string => /* wgsl */ `
struct Body {
  pose: mat4x4f,
  skin: vec3f,
  vertices: u32,
}
@group(${group}) @binding(${binding}) var<uniform> body: Body;
`;

export function writeBodyUniforms({ pose, skin, vertices }: BodyState): ArrayBuffer {
  const buffer = new ArrayBuffer(BODY_BYTES);
  const floats = new Float32Array(buffer);
  floats.set(pose, 0);
  floats.set(skin, 16);
  new Uint32Array(buffer)[19] = vertices;
  return buffer;
}

/** The group of its own that render passes bind a body to. */
export const bodyLayout = (device: GPUDevice): GPUBindGroupLayout =>
  layoutOf(device, 'body', ['uniform'], GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT);
