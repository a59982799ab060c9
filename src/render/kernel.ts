/** What a compute kernel binds, in the order of its `@binding` numbers in group 0. */
export type Slot = 'uniform' | 'read' | 'write' | 'texture' | 'depth' | 'depths' | 'depth-samples' | 'image';

/** Threads in a workgroup of every one-dimensional kernel. */
export const GROUP = 64;
/** WebGPU's default limit of workgroups along one axis. */
const MOST_GROUPS = 65535;

/** A compute pipeline with an explicit layout: a kernel may leave bindings unused. */
export interface Kernel {
  pipeline(): GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
  /** Binds resources in the order of the slots. */
  bind(device: GPUDevice, resources: readonly (GPUBuffer | GPUTextureView)[]): GPUBindGroup;
}

function entryOf(slot: Slot, binding: number, visibility: GPUShaderStageFlags): GPUBindGroupLayoutEntry {
  switch (slot) {
    case 'uniform':
      return { binding, visibility, buffer: { type: 'uniform' } };
    case 'read':
      return { binding, visibility, buffer: { type: 'read-only-storage' } };
    case 'write':
      return { binding, visibility, buffer: { type: 'storage' } };
    case 'texture':
      return { binding, visibility, texture: { sampleType: 'unfilterable-float' } };
    case 'depth':
      return { binding, visibility, texture: { sampleType: 'depth' } };
    case 'depths':
      return { binding, visibility, texture: { sampleType: 'depth', viewDimension: '2d-array' } };
    case 'depth-samples':
      return { binding, visibility, texture: { sampleType: 'depth', multisampled: true } };
    case 'image':
      return { binding, visibility, storageTexture: { access: 'write-only', format: 'rgba16float' } };
  }
}

export function layoutOf(
  device: GPUDevice,
  label: string,
  slots: readonly Slot[],
  visibility: GPUShaderStageFlags,
): GPUBindGroupLayout {
  return device.createBindGroupLayout({ label, entries: slots.map((slot, k) => entryOf(slot, k, visibility)) });
}

export function groupOf(
  device: GPUDevice,
  layout: GPUBindGroupLayout,
  resources: readonly (GPUBuffer | GPUTextureView)[],
): GPUBindGroup {
  const entries = resources.map((resource, binding) => ({
    binding,
    resource: 'size' in resource ? { buffer: resource } : resource,
  }));
  return device.createBindGroup({ layout, entries });
}

type Pipeline = GPUComputePipeline | GPURenderPipeline;
const compiled = new WeakMap<GPUDevice, Map<string, Pipeline>>();

/**
 * A pipeline that is made when it is first used, because no picture uses all of them, and once for all renderers of a device,
 * because shaders take long to compile: several seconds on a processor. Equal keys say that pipelines are equal.
 */
export function onFirstUse<Made extends Pipeline>(
  device: GPUDevice,
  key: readonly unknown[],
  make: () => Made,
): () => Made {
  const kept = compiled.get(device) ?? new Map<string, Pipeline>();
  compiled.set(device, kept);
  const name = JSON.stringify(key);
  return () => {
    const made = (kept.get(name) as Made | undefined) ?? make();
    kept.set(name, made);
    return made;
  };
}

export function makeKernel(
  device: GPUDevice,
  code: string,
  entryPoint: string,
  slots: readonly Slot[],
  constants: Record<string, number> = {},
): Kernel {
  const layout = layoutOf(device, entryPoint, slots, GPUShaderStage.COMPUTE);
  const pipeline = onFirstUse(device, [entryPoint, slots, constants, code], () =>
    device.createComputePipeline({
      label: entryPoint,
      layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
      compute: { module: device.createShaderModule({ label: entryPoint, code }), entryPoint, constants },
    }),
  );
  return { pipeline, layout, bind: (on, resources) => groupOf(on, layout, resources) };
}

/** Runs `threads` threads; more than one axis can count are laid out in rows, which `threadIndex` undoes. */
export function run(pass: GPUComputePassEncoder, kernel: Kernel, group: GPUBindGroup, threads: number): void {
  const groups = Math.ceil(threads / GROUP);
  if (groups === 0) return;
  const rows = Math.ceil(groups / MOST_GROUPS);
  pass.setPipeline(kernel.pipeline());
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(Math.ceil(groups / rows), rows);
}

/** The number of a thread started by `run`. */
export const threadWgsl = /* wgsl */ `
fn threadIndex(id: vec3u, groups: vec3u) -> u32 {
  return id.y * groups.x * ${GROUP}u + id.x;
}
`;
