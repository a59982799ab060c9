import { type TriangleMesh, vertexCount } from '../body/mesh.ts';
import { rootShade } from '../groom/head/hairline.ts';
import { type Bounds, boundsOf, cornersOf } from './bounds.ts';
import { bufferOf, emptyBuffer } from './buffers.ts';
import { type Mat4, transformPoint } from './matrix.ts';

/** A mesh on the GPU. */
export interface RenderedBody {
  readonly vertices: number;
  /** Position and normal of each vertex, for kernels. */
  readonly points: GPUBuffer;
  readonly scalp: GPUBuffer;
  /** Light that each vertex sends to the eye, four halves; written and drawn in sketches alone. */
  readonly light: GPUBuffer;
  boundsAt(pose: Mat4): Bounds;
  draw(pass: GPURenderPassEncoder): void;
  /** With positions and light as vertex buffers. */
  drawLit(pass: GPURenderPassEncoder): void;
  destroy(): void;
}

/** The box around a box that was turned and moved. */
export function carried(bounds: Bounds, pose: Mat4): Bounds {
  return boundsOf(cornersOf(bounds).flatMap((corner) => transformPoint(pose, corner)));
}

function interleaved(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length + b.length);
  for (let i = 0; i < a.length; i += 3) {
    out.set(a.subarray(i, i + 3), 2 * i);
    out.set(b.subarray(i, i + 3), 2 * i + 3);
  }
  return out;
}

/** Triangles that go round as their vertices' normals say: files do not always agree with themselves. */
export function outward({ positions: p, normals: n, triangles }: TriangleMesh): Uint32Array {
  const out = triangles.slice();
  for (let t = 0; t < out.length; t += 3) {
    const [i, j, k] = [3 * out[t]!, 3 * out[t + 1]!, 3 * out[t + 2]!];
    let agrees = 0;
    for (let c = 0; c < 3; c++) {
      const [u, v] = [(c + 1) % 3, (c + 2) % 3];
      const face =
        (p[j + u]! - p[i + u]!) * (p[k + v]! - p[i + v]!) - (p[j + v]! - p[i + v]!) * (p[k + u]! - p[i + u]!);
      agrees += face * (n[i + c]! + n[j + c]! + n[k + c]!);
    }
    if (agrees < 0) {
      out[t + 1] = triangles[t + 2]!;
      out[t + 2] = triangles[t + 1]!;
    }
  }
  return out;
}

/** The mesh's region `scalp`, where it has one, is tinted like the hair's roots, as dense as they are. */
export function makeBody(device: GPUDevice, mesh: TriangleMesh): RenderedBody {
  const scalp = rootShade(mesh);
  const { VERTEX, STORAGE } = GPUBufferUsage;
  const vertices = [
    bufferOf(device, 'body positions', mesh.positions, VERTEX),
    bufferOf(device, 'body normals', mesh.normals, VERTEX),
    bufferOf(device, 'body scalp', scalp, VERTEX | STORAGE),
  ] as const;
  const light = emptyBuffer(device, 'body light', 8 * vertexCount(mesh), VERTEX | STORAGE);
  const triangles = bufferOf(device, 'body triangles', outward(mesh), GPUBufferUsage.INDEX);
  const points = bufferOf(device, 'body points', interleaved(mesh.positions, mesh.normals), GPUBufferUsage.STORAGE);
  const bounds = boundsOf(mesh.positions);
  const draw = (pass: GPURenderPassEncoder, buffers: readonly GPUBuffer[]): void => {
    buffers.forEach((buffer, slot) => {
      pass.setVertexBuffer(slot, buffer);
    });
    pass.setIndexBuffer(triangles, 'uint32');
    pass.drawIndexed(mesh.triangles.length);
  };
  return {
    vertices: vertexCount(mesh),
    points,
    scalp: vertices[2],
    light,
    boundsAt: (pose) => carried(bounds, pose),
    draw: (pass) => draw(pass, vertices),
    drawLit: (pass) => draw(pass, [vertices[0], light]),
    destroy() {
      for (const buffer of [...vertices, light, triangles, points]) buffer.destroy();
    },
  };
}

const vector = (shaderLocation: number): GPUVertexBufferLayout => ({
  arrayStride: 12,
  attributes: [{ shaderLocation, offset: 0, format: 'float32x3' }],
});

const SCALAR: GPUVertexBufferLayout = {
  arrayStride: 4,
  attributes: [{ shaderLocation: 2, offset: 0, format: 'float32' }],
};

/** Positions and light. */
export const LIT_BODY_BUFFERS: readonly GPUVertexBufferLayout[] = [
  vector(0),
  { arrayStride: 8, attributes: [{ shaderLocation: 1, offset: 0, format: 'float16x4' }] },
];

/** Positions, normals, scalp. */
export const BODY_BUFFERS: readonly GPUVertexBufferLayout[] = [vector(0), vector(1), SCALAR];
