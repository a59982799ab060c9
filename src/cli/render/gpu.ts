import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { InputError } from '../../strands/input-error.ts';
import { askOnceAMillisecond } from './patience.ts';
import { softwareDriver } from './software-driver.ts';

/** A device in Node. */
export interface NodeGpu {
  readonly device: GPUDevice;
  /** For a person: which processor draws. */
  readonly name: string;
  readonly isSoftware: boolean;
  /** Ends the device; without it the process would not end. */
  close(): void;
}

const NO_PACKAGE =
  'The package webgpu, which draws pictures, is not installed for this platform; run npm install webgpu beside Pelage and try again.';
const NO_ADAPTER =
  'No graphics processor was found, and no software driver either; install a Vulkan driver, or Chromium or Chrome, which bring one (for example: apt-get install chromium).';

/**
 * Asks for a hardware adapter in a process of its own: a driver that is broken may print to the terminal or end its
 * process, and a Vulkan library that has once looked for drivers does not look again.
 */
const PROBE = `
import { create, globals } from 'webgpu';
Object.assign(globalThis, globals);
const adapter = await create([]).requestAdapter({ powerPreference: 'high-performance' });
const isHardware = adapter && !adapter.info.isFallbackAdapter && !/swiftshader|llvmpipe/i.test(adapter.info.architecture + adapter.info.description);
process.exit(isHardware ? 0 : 3);
`;

function hasHardware(folder: string): boolean {
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', PROBE], {
    cwd: folder,
    stdio: 'ignore',
    timeout: 20_000,
  });
  return status === 0;
}

/** The first adapter that works: a hardware one, else the processor itself. `folder`: where packages are found from. */
export async function openGpu(folder: string): Promise<NodeGpu> {
  let webgpu: typeof import('webgpu');
  try {
    webgpu = await import('webgpu');
  } catch {
    throw new InputError('gpu/package', NO_PACKAGE);
  }
  Object.assign(globalThis, webgpu.globals);
  // Whoever names a driver gets that one.
  if (process.env.VK_ICD_FILENAMES === undefined && process.env.VK_DRIVER_FILES === undefined && !hasHardware(folder)) {
    const driver = softwareDriver();
    if (!driver) throw new InputError('gpu/none', NO_ADAPTER);
    process.env.VK_ICD_FILENAMES = driver;
  }
  // Without it drivers complain on the terminal, though nothing is ever put there.
  process.env.XDG_RUNTIME_DIR ??= tmpdir();
  askOnceAMillisecond();
  const gpu = webgpu.create([]);
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new InputError('gpu/none', NO_ADAPTER);
  const { info } = adapter;
  const isSoftware = info.isFallbackAdapter || /swiftshader|llvmpipe/i.test(`${info.architecture} ${info.description}`);
  const requiredFeatures: GPUFeatureName[] = adapter.features.has('timestamp-query') ? ['timestamp-query'] : [];
  const device = await adapter.requestDevice({ requiredFeatures });
  // Dawn frees the instance with its last reference, and the device with it.
  instances.add(gpu);
  return {
    device,
    name: info.description || `${info.vendor} ${info.architecture}`.trim() || 'an unnamed adapter',
    isSoftware,
    close: () => {
      device.destroy();
      instances.delete(gpu);
    },
  };
}

const instances = new Set<GPU>();
