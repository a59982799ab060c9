import { type TriangleMesh, vertexCount } from '../body/mesh.ts';
import { type Bounds, boundsOf, cornersOf } from './bounds.ts';
import { bufferOf } from './buffers.ts';
import { type Mat4, transformPoint } from './matrix.ts';

/** A mesh on the GPU. */
export interface RenderedBody {
  boundsAt(pose: Mat4): Bounds;
  draw(pass: GPURenderPassEncoder, pipeline: GPURenderPipeline): void;
  destroy(): void;
}

/** The box around a box that was turned and moved. */
export function carried(bounds: Bounds, pose: Mat4): Bounds {
  return boundsOf(cornersOf(bounds).flatMap((corner) => transformPoint(pose, corner)));
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
  const bounds = boundsOf(mesh.positions);
  return {
    boundsAt: (pose) => carried(bounds, pose),
    draw(pass, pipeline) {
      pass.setPipeline(pipeline);
      vertices.forEach((buffer, slot) => {
        pass.setVertexBuffer(slot, buffer);
      });
      pass.setIndexBuffer(triangles, 'uint32');
      pass.drawIndexed(mesh.triangles.length);
    },
    destroy() {
      for (const buffer of [...vertices, triangles]) buffer.destroy();
    },
  };
}
