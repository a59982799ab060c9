/**
 * Times of a device's passes by name. Each dispatch becomes a pass of its own between two time stamps, so the sum is a
 * little more than the frame's own time.
 */
export class Stages {
  readonly #device: GPUDevice;
  readonly #queries: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  readonly #read: GPUBuffer;
  #names: string[] = [];

  constructor(device: GPUDevice, most = 128) {
    this.#device = device;
    this.#queries = device.createQuerySet({ type: 'timestamp', count: 2 * most });
    const size = 16 * most;
    this.#resolved = device.createBuffer({ size, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC });
    this.#read = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    const make = device.createCommandEncoder.bind(device);
    device.createCommandEncoder = (descriptor) => this.#watched(make(descriptor));
  }

  #stamps(name: string): { querySet: GPUQuerySet; beginningOfPassWriteIndex: number; endOfPassWriteIndex: number } {
    const k = 2 * this.#names.length;
    this.#names.push(name);
    return { querySet: this.#queries, beginningOfPassWriteIndex: k, endOfPassWriteIndex: k + 1 };
  }

  #watched(encoder: GPUCommandEncoder): GPUCommandEncoder {
    const render = encoder.beginRenderPass.bind(encoder);
    const compute = encoder.beginComputePass.bind(encoder);
    encoder.beginRenderPass = (descriptor) =>
      render({ ...descriptor, timestampWrites: this.#stamps(descriptor.label ?? 'render') });
    encoder.beginComputePass = () => this.#split(compute);
    return encoder;
  }

  #split(begin: (descriptor: GPUComputePassDescriptor) => GPUComputePassEncoder): GPUComputePassEncoder {
    let pipeline: GPUComputePipeline | null = null;
    let group: GPUBindGroup | null = null;
    const pass = {
      setPipeline: (next: GPUComputePipeline) => {
        pipeline = next;
      },
      setBindGroup: (_: number, next: GPUBindGroup) => {
        group = next;
      },
      dispatchWorkgroups: (x: number, y = 1, z = 1) => {
        const real = begin({ timestampWrites: this.#stamps(pipeline!.label) });
        real.setPipeline(pipeline!);
        real.setBindGroup(0, group!);
        real.dispatchWorkgroups(x, y, z);
        real.end();
      },
      end: () => {},
    };
    return pass as unknown as GPUComputePassEncoder;
  }

  /** Milliseconds by name since the last call. */
  async take(): Promise<Map<string, number>> {
    const names = this.#names;
    const bytes = 16 * names.length;
    const encoder = this.#device.createCommandEncoder();
    encoder.resolveQuerySet(this.#queries, 0, 2 * names.length, this.#resolved, 0);
    encoder.copyBufferToBuffer(this.#resolved, 0, this.#read, 0, bytes);
    this.#device.queue.submit([encoder.finish()]);
    await this.#read.mapAsync(GPUMapMode.READ, 0, bytes);
    const times = new BigUint64Array(this.#read.getMappedRange(0, bytes).slice(0));
    this.#read.unmap();
    const sums = new Map<string, number>();
    names.forEach((name, k) => {
      sums.set(name, (sums.get(name) ?? 0) + Number(times[2 * k + 1]! - times[2 * k]!) / 1e6);
    });
    this.#names = [];
    return sums;
  }
}
