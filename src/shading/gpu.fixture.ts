import { existsSync } from 'node:fs';

/**
 * Runs WGSL functions in tests. A hardware adapter is taken where there is one, otherwise the software one that comes
 * with Chromium; where neither is found, tests of WGSL are left out and a sentence says so; in CI
 * they fail.
 */

const SOFTWARE_DRIVERS = [
  '/usr/lib/chromium/vk_swiftshader_icd.json',
  '/usr/lib/chromium-browser/vk_swiftshader_icd.json',
];

/** The adapter lives as long as this object does. */
let instance: GPU | undefined;

export async function findDevice(): Promise<GPUDevice | undefined> {
  const driver = SOFTWARE_DRIVERS.find(existsSync);
  // The loader of Vulkan drivers reads its variable once, so it is set before the first adapter is asked for.
  if (process.env['VK_ICD_FILENAMES'] === undefined && driver !== undefined) process.env['VK_ICD_FILENAMES'] = driver;
  try {
    const { create, globals } = await import('webgpu');
    Object.assign(globalThis, globals);
    instance ??= create([]);
    const adapter = await instance.requestAdapter();
    if (adapter) return await adapter.requestDevice();
  } catch (error) {
    console.log(`WGSL tests: ${(error as Error).message}`);
  }
  const sentence = 'WGSL tests are left out: no WebGPU adapter was found here.';
  if (process.env['CI']) throw new Error(sentence);
  console.log(sentence);
  return undefined;
}

export interface ShaderRun {
  /** Functions of the module under test. */
  readonly code: string;
  /** WGSL statements that read `inputs[i]` (array of vec4f, `perCase` of them a case, first at `at`) and set `result`. */
  readonly body: string;
  readonly inputs: Float32Array<ArrayBuffer>;
  readonly perCase: number;
  /** Contents of the uniform `fibre`. */
  readonly fibre: Float32Array<ArrayBuffer>;
  readonly table: Float32Array;
}

const harness = ({ code, body, perCase }: ShaderRun): string => /* wgsl */ `
@group(0) @binding(0) var<storage, read> inputs: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> results: array<vec4f>;
@group(0) @binding(2) var<uniform> fibre_uniform: HairFibre;
@group(0) @binding(3) var<storage, read> hair_table: array<vec4f>;
${code}
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&results)) { return; }
  let at = ${perCase}u * id.x;
  let fibre = fibre_uniform;
  let tabled = hair_table[0];
  var result = vec4f(0.0 * tabled.x + 0.0 * fibre.eta);
  ${body}
  results[id.x] = result;
}
`;

function upload(device: GPUDevice, usage: number, data: Float32Array): GPUBuffer {
  const buffer = device.createBuffer({ size: Math.max(16, data.byteLength), usage: usage | GPUBufferUsage.COPY_DST });
  device.queue.writeBuffer(buffer, 0, data as Float32Array<ArrayBuffer>);
  return buffer;
}

/** Compiling takes longer than running, so equal programs are compiled once. */
const pipelines = new Map<string, Promise<GPUComputePipeline>>();

async function compile(device: GPUDevice, code: string): Promise<GPUComputePipeline> {
  const module = device.createShaderModule({ code });
  const info = await module.getCompilationInfo();
  const errors = info.messages.filter((message) => message.type === 'error');
  if (errors.length > 0) throw new Error(errors.map((e) => `${e.lineNum}: ${e.message}`).join('\n'));
  return device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
}

/** One vec4f a case. */
export async function runShader(device: GPUDevice, run: ShaderRun): Promise<Float32Array> {
  const count = run.inputs.length / (4 * run.perCase);
  const code = harness(run);
  const pipeline = await (pipelines.get(code) ?? pipelines.set(code, compile(device, code)).get(code)!);
  const { STORAGE, UNIFORM, COPY_SRC, MAP_READ } = GPUBufferUsage;
  const results = upload(device, STORAGE | COPY_SRC, new Float32Array(4 * count));
  const buffers = [
    upload(device, STORAGE, run.inputs),
    results,
    upload(device, UNIFORM, run.fibre),
    upload(device, STORAGE, run.table),
  ];
  const read = upload(device, MAP_READ, new Float32Array(4 * count));
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(
    0,
    device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    }),
  );
  pass.dispatchWorkgroups(Math.ceil(count / 64));
  pass.end();
  encoder.copyBufferToBuffer(results, 0, read, 0, 16 * count);
  device.queue.submit([encoder.finish()]);
  await read.mapAsync(GPUMapMode.READ);
  const copy = new Float32Array(read.getMappedRange().slice(0));
  for (const buffer of [...buffers, read]) buffer.destroy();
  return copy;
}
