import { type TriangleMesh, vertexCount } from '../body/mesh.ts';
import { type Bounds, boundsOf, cornersOf } from './bounds.ts';
import { bufferOf } from './buffers.ts';
import { type Mat4, transformPoint } from './matrix.ts';

/** A mesh on the GPU. */
export interface RenderedBody {
  readonly vertices: number;
  /** Position and normal of each vertex, for kernels. */
  readonly points: GPUBuffer;
  boundsAt(pose: Mat4): Bounds;
  draw(pass: GPURenderPassEncoder): void;
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

/** The mesh's region `scalp`, where it has one, is tinted like the hair's roots. */
export function makeBody(device: GPUDevice, mesh: TriangleMesh): RenderedBody {
  const scalp = mesh.regions.get('scalp')?.weight ?? new Float32Array(vertexCount(mesh));
  const vertices = [
    bufferOf(device, 'body positions', mesh.positions, GPUBufferUsage.VERTEX),
    bufferOf(device, 'body normals', mesh.normals, GPUBufferUsage.VERTEX),
    bufferOf(device, 'body scalp', scalp, GPUBufferUsage.VERTEX),
  ];
  const triangles = bufferOf(device, 'body triangles', mesh.triangles, GPUBufferUsage.INDEX);
  const points = bufferOf(device, 'body points', interleaved(mesh.positions, mesh.normals), GPUBufferUsage.STORAGE);
  const bounds = boundsOf(mesh.positions);
  return {
    vertices: vertexCount(mesh),
    points,
    boundsAt: (pose) => carried(bounds, pose),
    draw(pass) {
      vertices.forEach((buffer, slot) => {
        pass.setVertexBuffer(slot, buffer);
      });
      pass.setIndexBuffer(triangles, 'uint32');
      pass.drawIndexed(mesh.triangles.length);
    },
    destroy() {
      for (const buffer of [...vertices, triangles, points]) buffer.destroy();
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

/** Positions, normals, scalp. */
export const BODY_BUFFERS: readonly GPUVertexBufferLayout[] = [vector(0), vector(1), SCALAR];
