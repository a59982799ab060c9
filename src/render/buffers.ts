/** A GPU buffer that holds a copy of the array. WebGPU wants a multiple of four bytes and refuses empty buffers in bindings. */
export function bufferOf(
  device: GPUDevice,
  label: string,
  data: Float32Array | Uint32Array,
  usage: GPUBufferUsageFlags,
): GPUBuffer {
  const buffer = emptyBuffer(device, label, data.byteLength, usage);
  device.queue.writeBuffer(buffer, 0, data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
  return buffer;
}

/** A buffer of zeros, at least 16 bytes. */
export function emptyBuffer(device: GPUDevice, label: string, bytes: number, usage: GPUBufferUsageFlags): GPUBuffer {
  return device.createBuffer({ label, size: Math.max(16, bytes), usage: usage | GPUBufferUsage.COPY_DST });
}
