import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { getCurrentTest } from 'vitest/suite';
import { type NodeGpu, openGpu } from '../cli/render/gpu.ts';

/** A software adapter shares the processor with everything else that runs. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

let opened: Promise<NodeGpu | null> | undefined;

/**
 * A device for tests; where none is found, tests that need one are left out and a sentence says so; in CI they fail. All
 * files that a process runs share one, with what it has compiled: it ends with the process.
 */
export async function testGpu(): Promise<NodeGpu | null> {
  opened ??= open();
  const gpu = await opened;
  return gpu && { ...gpu, close: () => {} };
}

async function open(): Promise<NodeGpu | null> {
  try {
    const gpu = await openGpu(root);
    gpu.device.onuncapturederror = ({ error }) => {
      throw new Error(`WebGPU: ${error.message}`);
    };
    return gpu;
  } catch (error) {
    if (process.env['CI']) throw error;
    console.warn(`Tests that draw are left out: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** Leaves out the test that is running: it needs a device. */
export const leaveOut = (): never => getCurrentTest()!.context.skip('no device');

/** The contents of a buffer. */
export async function readBack(
  device: GPUDevice,
  buffer: GPUBuffer,
  bytes: number = buffer.size,
): Promise<ArrayBuffer> {
  const copy = device.createBuffer({ size: bytes, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, copy, 0, bytes);
  device.queue.submit([encoder.finish()]);
  await copy.mapAsync(GPUMapMode.READ);
  const out = copy.getMappedRange().slice(0);
  copy.destroy();
  return out;
}
