import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveOut, testGpu } from '../../render/gpu.fixture.ts';
import { prepareScene, type SceneParts } from '../../scene/instance.ts';
import { oneGroomScene, styled } from '../../scene/scene.fixture.ts';
import type { SceneInput } from '../../scene/schema.ts';
import type { NodeGpu } from './gpu.ts';
import { Painter, samplesOf } from './painter.ts';
import { sceneSource } from './picture-source.ts';

let gpu: NodeGpu | null = null;
let untouched: Uint8Array = new Uint8Array();
beforeAll(async () => {
  gpu = await testGpu();
  if (gpu) untouched = await drawn([]);
});
afterAll(() => gpu?.close());

/** Body and hair before any tool: always the same, and made once. */
let made: SceneParts | undefined;

type Strokes = NonNullable<SceneInput['strokes']>;

/** A hand beside the head that points across it, from the first step on. */
const stroke = (tool: string, parameters: Record<string, unknown>, height: number, side = -0.3): Strokes[number] => ({
  tool,
  parameters,
  samples: [{ step: 1, origin: [side, height, 0], direction: [1, 0, 0], up: [0, 0, 1] }],
  end: 30,
});

const WIDTH = 64;
const HEIGHT = 64;

/** A third of a second: whatever was cut off has fallen out of the picture. */
const TIME = 0.35;

/** The scene from behind. */
async function drawn(strokes: Strokes): Promise<Uint8Array> {
  const scene = oneGroomScene({
    body: { resolution: 64 },
    groom: {
      ...{ source: styled('long-straight'), guides: 10, strands: 300 },
      look: { colour: { kind: 'melanin', melanin: 0.4, redness: 0.2 } },
    },
    camera: { azimuth: Math.PI, target: [0, -0.1, 0], distance: 1.3 },
    strokes,
  });
  const instance = prepareScene(scene, made ? { made } : {});
  made ??= instance.parts;
  const source = sceneSource(instance, { folder: '.', workers: 1 });
  const painter = new Painter(gpu!.device, scene, source, { width: WIDTH, height: HEIGHT });
  for await (const show of source.moments([TIME])) await painter.add(show, samplesOf(1, 1)[0]!);
  const picture = await painter.picture();
  painter.destroy();
  return picture;
}

/** How far two pictures are apart between two heights, 0 the top and 1 the bottom, as a mean of 255. */
function change(a: Uint8Array, b: Uint8Array, from: number, to: number): number {
  let sum = 0;
  const [low, high] = [Math.floor(from * HEIGHT) * WIDTH * 4, Math.floor(to * HEIGHT) * WIDTH * 4];
  for (let k = low; k < high; k++) sum += Math.abs(a[k]! - b[k]!);
  return sum / (high - low);
}

const mean = (rgba: Uint8Array, channel: number): number =>
  rgba.reduce((sum, value, k) => (k % 4 === channel ? sum + value : sum), 0) / (WIDTH * HEIGHT);

describe('what tools have done is drawn', () => {
  test('hair below the scissors is gone, hair above them is not', async () => {
    if (!gpu) return leaveOut();
    const cut = await drawn([stroke('scissors', { blades: 0.5, opening: 1.2 }, -0.05)]);
    // The picture is 0.53 m high and its middle 0.1 m below the head's: the cut lies at 0.4 of it.
    expect(change(untouched, cut, 0.45, 0.75)).toBeGreaterThan(5);
    expect(change(untouched, cut, 0, 0.3)).toBeLessThan(3);
  });

  test('wet hair is darker', async () => {
    if (!gpu) return leaveOut();
    const wet = await drawn([stroke('water', { reach: 1, angle: 1, flow: 100 }, 0.05)]);
    expect(mean(wet, 1)).toBeLessThan(mean(untouched, 1) - 1);
  });

  test('dyed hair has the colour of the dye', async () => {
    if (!gpu) return leaveOut();
    const colour = [0.02, 0.05, 0.6];
    const dyed = await drawn([stroke('paint', { radius: 0.5, colour, flow: 100 }, 0, 0)]);
    expect(mean(dyed, 2) / mean(dyed, 0)).toBeGreaterThan(1.15 * (mean(untouched, 2) / mean(untouched, 0)));
  });

  test('hair painted away does not grow there', async () => {
    if (!gpu) return leaveOut();
    const bald = await drawn([stroke('paint', { attribute: 'density', value: 0, radius: 0.5 }, 0, 0)]);
    expect(change(untouched, bald, 0.3, 0.7)).toBeGreaterThan(6);
  });
});
