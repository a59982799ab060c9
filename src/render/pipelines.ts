import { backgroundWgsl } from './background.wgsl.ts';
import { bodyWgsl } from './body.wgsl.ts';
import { frameWgsl } from './frame.wgsl.ts';
import { hairWgsl } from './hair.wgsl.ts';
import { pictureWgsl } from './picture.wgsl.ts';

/** Linear light while samples are averaged. */
export const COLOUR_FORMAT: GPUTextureFormat = 'rgba16float';
export const DEPTH_FORMAT: GPUTextureFormat = 'depth32float';

/** Everything that is made once a device: layouts and pipelines of the picture and of the shadow map. */
export interface Pipelines {
  readonly sceneLayout: GPUBindGroupLayout;
  readonly lightLayout: GPUBindGroupLayout;
  readonly hairLayout: GPUBindGroupLayout;
  readonly pictureLayout: GPUBindGroupLayout;
  readonly background: GPURenderPipeline;
  readonly body: GPURenderPipeline;
  readonly bodyShadow: GPURenderPipeline;
  readonly hair: GPURenderPipeline;
  readonly hairShadow: GPURenderPipeline;
  /** From linear light to the picture's own format. */
  readonly picture: GPURenderPipeline;
}

const vector = (shaderLocation: number): GPUVertexBufferLayout => ({
  arrayStride: 12,
  attributes: [{ shaderLocation, offset: 0, format: 'float32x3' }],
});

const SCALAR: GPUVertexBufferLayout = {
  arrayStride: 4,
  attributes: [{ shaderLocation: 2, offset: 0, format: 'float32' }],
};

const STRIP: GPUPrimitiveState = { topology: 'triangle-strip', stripIndexFormat: 'uint32', cullMode: 'none' };
const TRIANGLES: GPUPrimitiveState = { topology: 'triangle-list', cullMode: 'none' };
const NEARER: GPUDepthStencilState = { format: DEPTH_FORMAT, depthWriteEnabled: true, depthCompare: 'less' };
const BEHIND: GPUDepthStencilState = { format: DEPTH_FORMAT, depthWriteEnabled: false, depthCompare: 'less-equal' };

function makeLayouts(
  device: GPUDevice,
): Pick<Pipelines, 'sceneLayout' | 'lightLayout' | 'hairLayout' | 'pictureLayout'> {
  const both = GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT;
  const uniforms: GPUBindGroupLayoutEntry = { binding: 0, visibility: both, buffer: { type: 'uniform' } };
  const shadow: GPUBindGroupLayoutEntry = { binding: 1, visibility: both, texture: { sampleType: 'depth' } };
  const colour: GPUBindGroupLayoutEntry = {
    binding: 0,
    visibility: GPUShaderStage.FRAGMENT,
    texture: { sampleType: 'unfilterable-float' },
  };
  const stored = (binding: number): GPUBindGroupLayoutEntry => ({
    binding,
    visibility: GPUShaderStage.VERTEX,
    buffer: { type: 'read-only-storage' },
  });
  return {
    sceneLayout: device.createBindGroupLayout({ label: 'scene', entries: [uniforms, shadow] }),
    lightLayout: device.createBindGroupLayout({ label: 'light', entries: [uniforms] }),
    hairLayout: device.createBindGroupLayout({ label: 'hair', entries: [stored(0), stored(1)] }),
    pictureLayout: device.createBindGroupLayout({ label: 'picture', entries: [colour] }),
  };
}

/** A thing that is drawn in the scene and, where it throws shadow, once more as the light sees it. */
interface Drawn {
  readonly name: 'background' | 'body' | 'hair';
  readonly code: string;
  readonly primitive: GPUPrimitiveState;
  readonly groups: readonly GPUBindGroupLayout[];
  readonly buffers?: GPUVertexBufferLayout[];
  readonly constants?: Record<string, number>;
}

class PipelineMaker {
  readonly #device: GPUDevice;
  readonly #sampleCount: number;

  constructor(device: GPUDevice, sampleCount: number) {
    this.#device = device;
    this.#sampleCount = sampleCount;
  }

  layout(...bindGroupLayouts: GPUBindGroupLayout[]): GPUPipelineLayout {
    return this.#device.createPipelineLayout({ bindGroupLayouts });
  }

  compile(label: string, code: string): GPUShaderModule {
    return this.#device.createShaderModule({ label, code });
  }

  scene(frame: GPUBindGroupLayout, drawn: Drawn): GPURenderPipeline {
    const { name, buffers = [], constants = {} } = drawn;
    const module = this.compile(name, frameWgsl + drawn.code);
    return this.#device.createRenderPipeline({
      label: name,
      layout: this.layout(frame, ...drawn.groups),
      vertex: { module, entryPoint: `${name}Vertex`, buffers },
      fragment: { module, entryPoint: `${name}Fragment`, constants, targets: [{ format: COLOUR_FORMAT }] },
      primitive: drawn.primitive,
      depthStencil: name === 'background' ? BEHIND : NEARER,
      multisample: { count: this.#sampleCount },
    });
  }

  shadow(frame: GPUBindGroupLayout, drawn: Drawn): GPURenderPipeline {
    const { name, buffers = [] } = drawn;
    return this.#device.createRenderPipeline({
      label: `${name} shadow`,
      layout: this.layout(frame, ...drawn.groups),
      vertex: {
        module: this.compile(`${name} shadow`, frameWgsl + drawn.code),
        entryPoint: `${name}LightVertex`,
        buffers,
      },
      primitive: drawn.primitive,
      depthStencil: NEARER,
    });
  }

  picture(frame: GPUBindGroupLayout, format: GPUTextureFormat): GPURenderPipeline {
    const module = this.compile('picture', pictureWgsl);
    return this.#device.createRenderPipeline({
      label: 'picture',
      layout: this.layout(frame),
      vertex: { module, entryPoint: 'pictureVertex' },
      fragment: {
        module,
        entryPoint: 'pictureFragment',
        constants: { encodesSrgb: format.endsWith('-srgb') ? 0 : 1 },
        targets: [{ format }],
      },
      primitive: TRIANGLES,
    });
  }
}

export function makePipelines(device: GPUDevice, format: GPUTextureFormat, sampleCount: number): Pipelines {
  const layouts = makeLayouts(device);
  const { sceneLayout, lightLayout, hairLayout, pictureLayout } = layouts;
  const make = new PipelineMaker(device, sampleCount);
  const background: Drawn = { name: 'background', code: backgroundWgsl, primitive: TRIANGLES, groups: [] };
  const body: Drawn = {
    name: 'body',
    code: bodyWgsl,
    primitive: TRIANGLES,
    groups: [],
    buffers: [vector(0), vector(1), SCALAR],
  };
  const hair: Drawn = {
    name: 'hair',
    code: hairWgsl,
    primitive: STRIP,
    groups: [hairLayout],
    constants: { samples: sampleCount },
  };
  return {
    ...layouts,
    background: make.scene(sceneLayout, background),
    body: make.scene(sceneLayout, body),
    bodyShadow: make.shadow(lightLayout, body),
    hair: make.scene(sceneLayout, hair),
    hairShadow: make.shadow(lightLayout, hair),
    picture: make.picture(pictureLayout, format),
  };
}
