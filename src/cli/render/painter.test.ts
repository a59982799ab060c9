import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveOut, testGpu } from '../../render/gpu.fixture.ts';
import { apertureRadius, type DrawnGroom } from '../../render/index.ts';
import { type Appearance, cameraSchema, groomLookOf, groomLookSchema, pictureSchema } from '../../scene/appearance.ts';
import type { NodeGpu } from './gpu.ts';
import { Painter, samplesOf } from './painter.ts';
import type { PictureSource } from './picture-source.ts';

let gpu: NodeGpu | null = null;
beforeAll(async () => {
  gpu = await testGpu();
});
afterAll(() => gpu?.close());

const SIZE = { width: 72, height: 48 };
const FIELD_OF_VIEW = 0.5;
const DISTANCE = 2;
const WINDOW = 6;
const SUB_FRAMES = 32;

// White hair on black, without a curve: brightness is coverage.
const WHITE = groomLookOf({
  look: groomLookSchema.parse({ colour: { kind: 'melanin', melanin: 0, redness: 0 }, strandWidth: 0.01 }),
});

const appearance = (camera: object): Appearance => ({
  picture: pictureSchema.parse({
    ...{ ambient: 6, tone: 'none', backgroundCentre: '#000000', backgroundEdge: '#000000' },
  }),
  camera: cameraSchema.parse({
    ...{ azimuth: 0, elevation: 0, fieldOfView: FIELD_OF_VIEW, target: [0, 0, 0], distance: DISTANCE },
    ...camera,
  }),
  lights: [],
});

/** One upright strand of a length, at a place for every fraction of the shutter's time. */
function oneStrand(length: number, place: (fraction: number) => readonly [x: number, z: number]): PictureSource {
  const points = 4;
  let drawing: DrawnGroom | null = null;
  return {
    strands: 1,
    begin: (renderer) => {
      drawing = renderer.addGroom();
      drawing.setLook(WHITE);
      drawing.setStrands(Uint32Array.of(0, points));
    },
    async *moments(times) {
      for (const time of times) {
        const [x, z] = place(time);
        const positions = Float32Array.from({ length: 3 * points }, (_, i) =>
          i % 3 === 0 ? x : i % 3 === 1 ? length * (Math.floor(i / 3) / (points - 1) - 0.5) : z,
        );
        yield () => drawing!.setPositions(positions);
      }
    },
  };
}

const linear = (byte: number): number => (byte <= 10.3 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);

/** Light of every pixel of a picture whose sub-frames see the source at times 0..1. */
async function drawn(source: PictureSource, camera: object = {}): Promise<Float32Array> {
  const painter = new Painter(gpu!.device, appearance(camera), source, SIZE);
  const samples = samplesOf(SUB_FRAMES, 7);
  let k = 0;
  for await (const show of source.moments(samples.map((_, i) => i / SUB_FRAMES)))
    await painter.add(show, samples[k++]!);
  const rgba = await painter.picture();
  painter.destroy();
  return Float32Array.from({ length: SIZE.width * SIZE.height }, (_, p) => linear(rgba[4 * p + 1]!));
}

const metresAPixel = (distance: number): number => (2 * distance * Math.tan(0.5 * FIELD_OF_VIEW)) / SIZE.height;

/** Light by columns. */
const columns = (light: Float32Array): number[] =>
  Array.from({ length: SIZE.width }, (_, x) => {
    let sum = 0;
    for (let y = 0; y < SIZE.height; y++) sum += light[y * SIZE.width + x]!;
    return sum;
  });

test('the blur of a strand that moves covers its path, evenly', async () => {
  if (!gpu) return leaveOut();
  const path = 0.6;
  const light = columns(await drawn(oneStrand(0.5, (fraction) => [path * (fraction - 0.5), 0])));
  const half = (0.5 * path) / metresAPixel(DISTANCE);
  const middle = SIZE.width / 2;
  const sum = (from: number, to: number): number => light.slice(from, to).reduce((all, value) => all + value, 0);
  const [first, last] = [Math.ceil(middle - half) + 1, Math.floor(middle + half) - 1];
  const mean = sum(first, last) / (last - first);
  // Sub-frames lie about a pixel apart.
  for (let x = first; x + WINDOW <= last; x++)
    expect(Math.abs(sum(x, x + WINDOW) / WINDOW / mean - 1)).toBeLessThan(0.3);
  const outside = [...light.slice(0, Math.floor(middle - half) - 2), ...light.slice(Math.ceil(middle + half) + 2)];
  for (const value of outside) expect(value).toBeLessThan(0.02 * mean);
});

test('what lies at the focus stays sharp; what does not becomes a disc of the closed-form size', async () => {
  if (!gpu) return leaveOut();
  const focus = 1.5;
  const fstop = 0.2;
  /** Root mean square distance of light from the picture's middle, in pixels. */
  const spread = async (distance: number, camera: object): Promise<number> => {
    const light = await drawn(
      oneStrand(0.016, () => [0, DISTANCE - distance]),
      camera,
    );
    let [sum, squares] = [0, 0];
    light.forEach((value, p) => {
      const x = (p % SIZE.width) + 0.5 - SIZE.width / 2;
      const y = Math.floor(p / SIZE.width) + 0.5 - SIZE.height / 2;
      sum += value;
      squares += value * (x * x + y * y);
    });
    return Math.sqrt(squares / sum);
  };
  const sharp = await spread(focus, {});
  expect(Math.abs((await spread(focus, { fstop, focus })) - sharp)).toBeLessThan(0.05);
  const far = 2.5;
  const blurred = await spread(far, { fstop, focus });
  // The disc and the strand's own size add up by their squares; that of a disc is half its radius squared.
  const own = await spread(far, {});
  const radius = Math.sqrt(2 * (blurred * blurred - own * own));
  const expected = (apertureRadius(FIELD_OF_VIEW, fstop) * (far - focus)) / far / metresAPixel(focus);
  expect(Math.abs(radius / expected - 1)).toBeLessThan(0.1);
});
