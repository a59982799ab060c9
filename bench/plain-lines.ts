import { bufferOf } from '../src/render/buffers.ts';
import type { Mat4 } from '../src/render/matrix.ts';

/** Ends a strip in an index buffer of 32-bit indices; WebGPU fixes the value. */
const STRIP_END = 0xffffffff;

const CODE = /* wgsl */ `
@group(0) @binding(0) var<uniform> projection: mat4x4f;
@vertex fn lineVertex(@location(0) position: vec3f) -> @builtin(position) vec4f {
  return projection * vec4f(position, 1.0);
}
@fragment fn lineFragment() -> @location(0) vec4f {
  return vec4f(0.4, 0.25, 0.15, 1.0);
}
`;

/** What all figures are compared with: strands as lines of one pixel in one colour, with a depth test. */
export function plainLines(
  device: GPUDevice,
  first: Uint32Array,
  positions: Float32Array,
  projection: Mat4,
  size: { width: number; height: number },
): () => void {
  const index: number[] = [];
  for (let i = 0; i + 1 < first.length; i++) {
    for (let p = first[i]!; p < first[i + 1]!; p++) index.push(p);
    index.push(STRIP_END);
  }
  const vertices = bufferOf(device, 'lines', positions, GPUBufferUsage.VERTEX);
  const indices = bufferOf(device, 'strips', Uint32Array.from(index), GPUBufferUsage.INDEX);
  const uniform = bufferOf(device, 'projection', projection, GPUBufferUsage.UNIFORM);
  const module = device.createShaderModule({ code: CODE });
  const pipeline = device.createRenderPipeline({
    layout: 'auto',
    vertex: {
      module,
      buffers: [{ arrayStride: 12, attributes: [{ shaderLocation: 0, offset: 0, format: 'float32x3' }] }],
    },
    fragment: { module, targets: [{ format: 'rgba8unorm' }] },
    primitive: { topology: 'line-strip', stripIndexFormat: 'uint32' },
    depthStencil: { format: 'depth32float', depthWriteEnabled: true, depthCompare: 'less' },
  });
  const texture = (format: GPUTextureFormat): GPUTextureView =>
    device
      .createTexture({ size: [size.width, size.height], format, usage: GPUTextureUsage.RENDER_ATTACHMENT })
      .createView();
  const colour = texture('rgba8unorm');
  const depth = texture('depth32float');
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [{ binding: 0, resource: { buffer: uniform } }],
  });
  return () => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginRenderPass({
      label: 'plain lines',
      colorAttachments: [{ view: colour, loadOp: 'clear', storeOp: 'store' }],
      depthStencilAttachment: { view: depth, depthClearValue: 1, depthLoadOp: 'clear', depthStoreOp: 'store' },
    });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.setVertexBuffer(0, vertices);
    pass.setIndexBuffer(indices, 'uint32');
    pass.drawIndexed(index.length);
    pass.end();
    device.queue.submit([encoder.finish()]);
  };
}
