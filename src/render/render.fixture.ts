import { CANVAS_FORMAT, makeCanvas } from '../cli/render/canvas.ts';
import { Random } from '../numeric/random.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { uniformFirst } from '../strands/strands.ts';
import type { OrbitCamera } from './camera.ts';
import { type DrawnGroom, type GroomPlace, RENDERER_DEFAULTS, type RendererOptions } from './contract.ts';
import { type GroomLook, LOOK_DEFAULTS, type Look } from './look.ts';
import { WebGpuRenderer } from './renderer.ts';

export interface TestHair {
  readonly first: Uint32Array;
  readonly id: Uint32Array;
  readonly positions: Float32Array;
}

/** Straight or bent strands of `points` points in a ball of radius 1/2, `reach` long. */
export function hairBall(seed: number, strands: number, points: number, reach: number): TestHair {
  const random = new Random(seed);
  const positions = new Float32Array(3 * strands * points);
  const direction = (): Vec3 => {
    const z = random.between(-1, 1);
    const a = random.between(0, 2 * Math.PI);
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(a), r * Math.sin(a), z];
  };
  for (let i = 0; i < strands; i++) {
    const radius = 0.5 * Math.cbrt(random.unit());
    const middle = direction().map((c) => radius * c);
    const along = direction();
    const bend = direction();
    for (let j = 0; j < points; j++) {
      const t = j / (points - 1) - 0.5;
      for (let c = 0; c < 3; c++)
        positions[3 * (i * points + j) + c] = middle[c]! + reach * (t * along[c]! + 0.3 * t * t * bend[c]!);
    }
  }
  return { first: uniformFirst(strands, points), id: Uint32Array.from({ length: strands }, (_, i) => i), positions };
}

/** The same strands in another order, ids with them. */
export function shuffled(hair: TestHair, seed: number): TestHair {
  const random = new Random(seed);
  const strands = hair.id.length;
  const points = hair.first[1]!;
  const order = Uint32Array.from(hair.id.keys());
  for (let i = strands - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  const positions = new Float32Array(hair.positions.length);
  order.forEach((from, to) => {
    positions.set(hair.positions.subarray(3 * from * points, 3 * (from + 1) * points), 3 * to * points);
  });
  return { first: hair.first, id: order.map((from) => hair.id[from]!), positions };
}

/** A camera at `distance` on +Z that looks at the origin. */
export const straightCamera = (distance: number, height: number): OrbitCamera => ({
  target: [0, 0, 0],
  azimuth: 0,
  elevation: 0,
  distance,
  fieldOfView: 2 * Math.atan(0.5 * (height / distance)),
});

/** Maps of light as small as the pictures of tests: most of what such a picture costs is filling them. */
export const SMALL_MAPS: Partial<RendererOptions> = { lightMapSize: 128, shadowSize: 128 };

export function drawer(
  device: GPUDevice,
  hair: TestHair,
  look: Partial<Look>,
  options: Partial<RendererOptions> = SMALL_MAPS,
): WebGpuRenderer {
  const renderer = new WebGpuRenderer(device, { ...RENDERER_DEFAULTS, format: CANVAS_FORMAT, ...options });
  renderer.setLook({ ...LOOK_DEFAULTS, ...look });
  addHair(renderer, hair, look);
  return renderer;
}

/** One more groom in the picture. */
export function addHair(
  renderer: WebGpuRenderer,
  hair: TestHair,
  look: Partial<GroomLook>,
  place?: GroomPlace,
): DrawnGroom {
  const groom = renderer.addGroom(place);
  groom.setLook(look);
  groom.setStrands(hair.first, hair.id);
  groom.setPositions(hair.positions);
  return groom;
}

/** RGBA rows of a picture of everything that the renderer holds. */
export async function pictureOf(
  device: GPUDevice,
  renderer: WebGpuRenderer,
  camera: OrbitCamera,
  width: number,
  height: number,
): Promise<Uint8Array> {
  const canvas = makeCanvas(device, width, height);
  do renderer.draw(canvas.view, { width, height }, camera);
  while (!(await renderer.isComplete()));
  const pixels = await canvas.read();
  canvas.destroy();
  return pixels;
}

function half(h: number): number {
  const exponent = (h >> 10) & 31;
  const part = h & 1023;
  const size = exponent === 0 ? part * 2 ** -24 : (1 + part / 1024) * 2 ** (exponent - 15);
  return h & 0x8000 ? -size : size;
}

export const halves = (words: Uint16Array): Float32Array => Float32Array.from(words, half);

/** Linear light and fraction of the backdrop, four numbers a pixel. */
export async function lightOf(device: GPUDevice, renderer: WebGpuRenderer): Promise<Float32Array> {
  const { lightTexture, size } = renderer.inside.targets!;
  const bytesPerRow = Math.ceil((8 * size.width) / 256) * 256;
  const buffer = device.createBuffer({
    size: bytesPerRow * size.height,
    usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  });
  const encoder = device.createCommandEncoder();
  encoder.copyTextureToBuffer({ texture: lightTexture }, { buffer, bytesPerRow }, [size.width, size.height]);
  device.queue.submit([encoder.finish()]);
  await buffer.mapAsync(GPUMapMode.READ);
  const rows = new Uint16Array(buffer.getMappedRange().slice(0));
  buffer.destroy();
  const out = new Float32Array(4 * size.width * size.height);
  for (let y = 0; y < size.height; y++)
    out.set(halves(rows.subarray((y * bytesPerRow) / 2, (y * bytesPerRow) / 2 + 4 * size.width)), 4 * y * size.width);
  return out;
}

/** Linear light of an 8-bit sRGB channel. */
export const linear = (value: number): number =>
  value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;

export const srgb = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
