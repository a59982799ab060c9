import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { boundsOf, CAMERA_DEFAULTS, GUIDE_ROOM, grown, union, viewProjection } from '../src/render/index.ts';
import { transformPoint } from '../src/render/matrix.ts';
import { exampleScene, type GroomInstance, prepareScene } from '../src/scene/index.ts';
import { framed } from '../studio/src/viewport/framing.ts';
import { drop, executablePath, pixelsOf, studioPages } from './studio-page.fixture.ts';

/** The built studio in a real browser, drawn by SwiftShader where there is no graphics processor. */

const VIEW = { width: 360, height: 300 };
const FEW = 'guides=24&strands=300';
/** Pixels around a strand that it may touch: half a ribbon, its antialiased edge, and rounding. */
const NEAR = 3;

const studio = studioPages();

const open = (query: string): Promise<Page> => studio.open(query, VIEW);

/** The page's picture when it shows the frame, as a PNG. */
async function pictureOf(page: Page, frames: number): Promise<Buffer> {
  await page.waitForFunction((n) => document.documentElement.dataset.frame === String(n), frames);
  return page.screenshot();
}

/** The page at a frame, and its picture without panels. */
async function shoot(query: string, frames: number): Promise<{ page: Page; pixels: Uint8Array }> {
  const page = await open(`${query}&frame=${frames}`);
  const style = await page.addStyleTag({ content: 'main > :not(.viewports) { visibility: hidden }' });
  const pixels = pixelsOf(await pictureOf(page, frames));
  await style.evaluate((element) => (element as Element).remove());
  return { page, pixels };
}

/** Where the hair is at some frames, by the same simulation and camera run here: 1 at every pixel near a strand. */
function hairNeighbourhood(name: string, frames: readonly number[]): Uint8Array {
  const { width, height } = VIEW;
  const { bodies, grooms, simulation } = prepareScene(exampleScene(name), { guides: 24, strands: 300 });
  const [{ hair, guides: groomed }] = grooms as [GroomInstance];
  const { first, positions } = hair.strands;
  const bounds = union(boundsOf(bodies[0]!.mesh!.positions), grown(boundsOf(groomed.positions), GUIDE_ROOM));
  const matrix = viewProjection(framed(CAMERA_DEFAULTS, bounds, VIEW), width / height);
  const guides = new Float32Array(groomed.positions.length);
  const shown = new Float32Array(positions.length);
  const near = new Uint8Array(width * height);

  const mark = (x: number, y: number): void => {
    for (let row = Math.max(0, Math.floor(y) - NEAR); row <= Math.min(height - 1, Math.floor(y) + NEAR); row++)
      near.fill(
        1,
        row * width + Math.max(0, Math.floor(x) - NEAR),
        row * width + Math.min(width, Math.floor(x) + NEAR + 1),
      );
  };
  const pixelOf = (point: number): readonly [number, number] => {
    const [x, y] = transformPoint(matrix, [shown[3 * point]!, shown[3 * point + 1]!, shown[3 * point + 2]!]);
    return [(0.5 + 0.5 * x) * width, (0.5 - 0.5 * y) * height];
  };
  for (const count of frames) {
    simulation.advance(Math.round(count / 30 / simulation.stepSize) - simulation.step);
    simulation.positionsAt(simulation.time, guides);
    hair.update(guides, simulation.time, shown);
    for (let strand = 0; strand + 1 < first.length; strand++)
      for (let point = first[strand]!; point + 1 < first[strand + 1]!; point++) {
        const [ax, ay] = pixelOf(point);
        const [bx, by] = pixelOf(point + 1);
        const pieces = Math.ceil(Math.hypot(bx - ax, by - ay)) + 1;
        for (let k = 0; k <= pieces; k++) mark(ax + ((bx - ax) * k) / pieces, ay + ((by - ay) * k) / pieces);
      }
  }
  return near;
}

describe.runIf(executablePath)('studio', () => {
  /** At its first frame. */
  let page: Page;

  test('hair moves in the wind, and nothing else does', async () => {
    const query = `?scene=wind&${FEW}&shadow=0`;
    const [still, blown] = await Promise.all([shoot(query, 0), shoot(query, 20)]);
    await blown.page.close();
    page = still.page;
    const [before, after] = [still.pixels, blown.pixels];
    const near = hairNeighbourhood('wind', [0, 20]);
    let changed = 0;
    let changedElsewhere = 0;
    let elsewhere = 0;
    for (let i = 0; i < near.length; i++) {
      const isChanged = [0, 1, 2].some((channel) => before[4 * i + channel] !== after[4 * i + channel]);
      if (!near[i]) elsewhere++;
      if (isChanged) changed++;
      if (isChanged && !near[i]) changedElsewhere++;
    }
    expect(changed).toBeGreaterThan(1500);
    expect(elsewhere).toBeGreaterThan(0.3 * near.length);
    expect(changedElsewhere).toBe(0);
  });

  test('the page is isolated, outlives its graphics processor, plays, pauses, and survives bad files', async () => {
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);

    const before = await pictureOf(page, 0);
    await page.evaluate(() => {
      delete document.documentElement.dataset.frame;
      (window as unknown as { device: GPUDevice }).device.destroy();
    });
    expect((await pictureOf(page, 0)).equals(before)).toBe(true);

    await page.keyboard.press('Space');
    await page.waitForFunction(() => Number(document.querySelector('main')?.dataset.step) > 0);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();

    await drop(page, 'short.tfx', 'not hair');
    await page.getByRole('alert').filter({ hasText: 'short.tfx' }).waitFor();
    await drop(page, 'scene.json', '{ "format": "pelage-scene", "version": 1, "gravity": "strong" }');
    await page
      .getByRole('alert')
      .filter({ hasText: /scene\.json.*gravity/ })
      .waitFor();
    await drop(page, 'holiday.mp4', '');
    await page
      .getByRole('alert')
      .filter({ hasText: /holiday\.mp4.*\.tfx/ })
      .waitFor();
    expect(await page.getByLabel('Name of the document').inputValue()).toBe('wind');
    await page.close();
  });

  test('an unknown example and a missing WebGPU are explained in a sentence', async () => {
    const strange = await open('?scene=nonsense&draw=0');
    await strange
      .getByRole('alert')
      .filter({ hasText: /nonsense.*buzz/ })
      .waitFor();
    await strange.close();

    const bare = await studio.open('', VIEW, () => {
      Object.defineProperty(Navigator.prototype, 'gpu', { value: undefined });
      // Nor WebGL, which would show hair more simply.
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await bare
      .getByRole('alert')
      .filter({ hasText: /no WebGPU.*Chrome/ })
      .waitFor();
    expect(await bare.getByRole('alert').count()).toBe(1);
    await bare.close();
  });

  test('nothing was written to the console', () => {
    expect(studio.complaints).toEqual([]);
  });
});
