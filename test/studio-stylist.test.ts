import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { makeBust } from '../src/body/bust.ts';
import { sphereMesh } from '../src/body/shapes.ts';
import { movingFile } from '../src/formats/gltf/moving.fixture.ts';
import { readScene } from '../src/scene/index.ts';
import {
  countClicks,
  downloaded,
  drop,
  executablePath,
  exported,
  middle,
  pixelsOf,
  ready,
  saved,
  stroke,
  studioPages,
} from './studio-page.fixture.ts';

/** A stylist works on the page for an afternoon: nothing is lost, everything can be taken back, any head will do. */

const studio = studioPages();

let page: Page;

const undoTitle = (on: Page): Promise<string | null> =>
  on.getByRole('button', { name: /^Undo/ }).first().getAttribute('title');
const deeds = (): Promise<string[]> => page.locator('.history ol li span').allTextContents();
/** Begins on the fringe: beside the head a drag turns the view. */
const across = [0, 20, 40, 60].map((x) => [x, 0] as const);

/** A mesh as a file of another program. */
function objOf({ positions, triangles }: ReturnType<typeof makeBust>, unit: number): string {
  const lines: string[] = [];
  for (let i = 0; i < positions.length; i += 3)
    lines.push(`v ${[0, 1, 2].map((c) => (positions[i + c]! / unit).toFixed(4)).join(' ')}`);
  for (let t = 0; t < triangles.length; t += 3)
    lines.push(`f ${triangles[t]! + 1} ${triangles[t + 1]! + 1} ${triangles[t + 2]! + 1}`);
  return `${lines.join('\n')}\n`;
}

/** A browser without WebGPU. */
function withoutGpu(): void {
  Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
}

/** Frames come late after strands were cut, as on a busy machine. */
function lateFrames(): void {
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    override set onmessage(listen: ((event: MessageEvent) => void) | null) {
      let until = 0;
      super.onmessage = (event: MessageEvent<{ readonly type: string }>) => {
        if (event.data.type === 'topology') until = performance.now() + 8000;
        const wait = event.data.type === 'frame' ? until - performance.now() : 0;
        if (wait > 0) window.setTimeout(() => listen?.(event), wait);
        else listen?.(event);
      };
    }
  } as typeof Worker;
}

describe.runIf(executablePath)('a stylist', () => {
  beforeAll(async () => {
    page = await studio.open('?scene=bob&paused&guides=24&strands=300&draw=0');
    await ready(page);
  });

  test('takes back what was changed in panels, among the strokes', async () => {
    await stroke(page, 's', across);
    await page.getByRole('tab', { name: 'Look' }).click();
    await page.getByRole('slider').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Hair' }).click();
    await page.getByLabel('Kind of hair').selectOption({ index: 2 });
    await page.waitForFunction(() => document.querySelector('main')?.getAttribute('aria-busy') === 'true', null, {
      polling: 20,
    });
    await ready(page);
    await page.getByRole('tab', { name: 'History' }).click();
    const [, scissors, look, kind] = await deeds();
    expect(scissors).toBe('Scissors');
    expect(kind).toBe('Kind of hair');
    expect(await undoTitle(page)).toContain(kind);
    await page.keyboard.press('Control+z');
    await page.locator('.history li.undone').first().waitFor();
    await ready(page);
    expect(await undoTitle(page)).toContain(look);
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => document.querySelectorAll('.history li.undone').length === 2);
    expect(await undoTitle(page)).toContain('Scissors');
    await page.keyboard.press('Control+y');
    await page.waitForFunction(() => document.querySelectorAll('.history li.undone').length === 1);
    await page.keyboard.press('Control+y');
    await page.waitForFunction(() => document.querySelectorAll('.history li.undone').length === 0);
    await ready(page);
    await page.waitForFunction(() => document.querySelectorAll('.history ol li').length === 4);
    expect(await deeds()).toContain('Scissors');
  });

  test('finds the history again in a scene that was saved, or leaves it out', async () => {
    const { bytes } = await downloaded(page, () => page.keyboard.press('Control+s'));
    expect(readScene(bytes.toString(), 'saved.json').history).toMatchObject({ commands: ['Scissors'] });
    const before = await deeds();
    await drop(page, 'saved.json', bytes.toString());
    await page.waitForFunction(() => document.querySelector('main')?.getAttribute('aria-busy') === 'true', null, {
      polling: 20,
    });
    await ready(page);
    await page.waitForFunction((n) => document.querySelectorAll('.history ol li').length === n, before.length);
    expect(await deeds()).toEqual(before);
    await page.getByLabel('Save with the scene').uncheck();
    const plain = await downloaded(page, () => page.keyboard.press('Control+s'));
    expect(readScene(plain.bytes.toString(), 'plain.json').history).toBeUndefined();
  });

  test('is told that another tab has the document, and gets a copy', async () => {
    await saved(page, 1);
    const second = await page.context().newPage();
    await second.goto(`${inject('studio')}?paused&draw=0`);
    await ready(second);
    expect(await undoTitle(second)).toContain('Kind of hair');
    await second.getByText(/open in another tab/).waitFor();
    await second.getByRole('button', { name: 'Work on a copy here' }).click();
    await saved(second, 1);
    await second.close();
  });

  test('chooses every colour from a swatch', async () => {
    await page.getByRole('tab', { name: 'Look' }).click();
    expect(await page.locator('input[type=color]').count()).toBeGreaterThan(1);
    expect(await page.locator('fieldset.vector').count()).toBe(0);
    await page.getByRole('radio', { name: 'Paint' }).click();
    expect(await page.locator('input[type=color]').count()).toBe(1);
    expect(await page.locator('fieldset.vector').count()).toBe(0);
  });

  test('brings an own head in another unit: a drop and a click, and hair grows on its scalp alone; another style takes two more', async () => {
    const clicks = await countClicks(page);
    await drop(page, 'head.obj', objOf(makeBust(), 0.02));
    const dialog = page.getByRole('dialog', { name: /what you brought/ });
    await dialog.getByRole('button', { name: 'Buzz' }).click();
    await page.waitForFunction(() => document.title.startsWith('Head'), null, { polling: 50 });
    await ready(page);
    expect(await clicks()).toBe(1);
    const said = await page.getByRole('region', { name: 'Messages' }).textContent();
    expect(said).toMatch(/scalp was found/);
    expect(said).toMatch(/times as large as a head/);
    await page.getByRole('tab', { name: 'Hair' }).click();
    expect(await page.getByLabel('Where', { exact: true }).locator('option').allTextContents()).toContain('scalp');
    await page.getByRole('button', { name: 'Styles' }).click();
    await page.getByRole('region', { name: 'On head.obj' }).getByRole('button', { name: 'Mohawk' }).click();
    await page.waitForFunction(() => document.querySelector('main')?.getAttribute('aria-busy') === 'true', null, {
      polling: 20,
    });
    await ready(page);
    expect(await clicks()).toBe(4);
    expect(await page.getByLabel('Style', { exact: true }).inputValue()).toBe('mohawk');
  });

  test('brings an animal: a coat that goes with its size, in its own colours, and its own motions to try', async () => {
    const clicks = await countClicks(page);
    const turn = { times: [0, 1], values: [0, 0, 0, 1, 0, 0.6, 0, 0.8] };
    await drop(page, 'cat.glb', await movingFile({ mesh: sphereMesh(0.15, 2), turn }));
    await page
      .getByRole('region', { name: /animal/ })
      .getByRole('button', { name: 'Fox' })
      .click();
    await page.waitForFunction(() => document.title.startsWith('Cat'), null, { polling: 50 });
    await ready(page);
    expect(await clicks()).toBe(1);
    expect(await page.locator('.timeline optgroup option').allTextContents()).toEqual(['Move']);
  });

  test('works on one of several grooms, hides another and finds it again', async () => {
    await page.getByRole('tab', { name: 'Hair' }).click();
    const list = page.getByRole('region', { name: 'Grooms' });
    await list.getByRole('button', { name: 'guard hairs', exact: true }).click();
    await list.getByRole('button', { name: 'Work on this' }).click();
    expect(await list.getByRole('button', { name: 'Lock undercoat' }).getAttribute('aria-pressed')).toBe('true');
    await list.getByRole('button', { name: 'Hide undercoat' }).click();
    expect(await list.getByRole('button', { name: 'Hide undercoat' }).getAttribute('aria-pressed')).toBe('true');
    await saved(page, 1);
    const { bytes } = await downloaded(page, () => page.keyboard.press('Control+s'));
    expect(readScene(bytes.toString(), 'locked.json').strokes.at(-1)).toMatchObject({
      tool: 'section',
      parameters: { way: 'groom', groom: 1 },
    });
    await list.getByRole('button', { name: 'Hide undercoat' }).click();
  });

  test('chooses lights and turns them, takes that back, and hands out before and after as one picture', async () => {
    await page.getByRole('tab', { name: 'Look' }).click();
    await page.getByRole('combobox', { name: 'Light' }).selectOption('Sunset');
    await page.getByRole('slider', { name: /Turned by/ }).focus();
    await page.keyboard.press('ArrowRight');
    const { bytes } = await downloaded(page, () => page.keyboard.press('Control+s'));
    const [sun] = readScene(bytes.toString(), 'lit.json').lights!;
    expect(sun!.colour).toBe('#ffb46e');
    await page.keyboard.press('Control+z');
    const both = await exported(page, /Before and after/);
    const one = await exported(page, /^Picture/);
    const width = (png: Buffer): number => png.readUInt32BE(16);
    expect(width(both.bytes)).toBe(2 * width(one.bytes) + 4);
  });

  test('sees hair without WebGPU too, and is told what is missing', async () => {
    const still = await studio.open('?scene=bob&paused&guides=24&strands=300', undefined, withoutGpu);
    await ready(still);
    await still.getByText(/has no WebGPU/).waitFor();
    const pixels = pixelsOf((await exported(still, /^Picture/)).bytes);
    expect(new Set(pixels).size).toBeGreaterThan(50);
    await still.context().close();
  });

  test('is shown around at the first visit, on living hair, and may leave', async () => {
    const first = await studio.open('?guides=24&strands=300&draw=0', { width: 1100, height: 700 });
    await ready(first);
    const tour = first.getByRole('region', { name: 'Tour' });
    expect(await tour.getByRole('heading').textContent()).toContain('1 of 5');
    await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByRole('button', { name: 'Take it' }).click();
    await stroke(first, 'c', across);
    await tour.getByText('3 of 5').waitFor();
    await tour.getByRole('button', { name: 'Skip the tour' }).click();
    expect(await tour.count()).toBe(0);
    await first.context().close();
  });

  test('never exports a bald head, however late the first frame after a cut comes', async () => {
    const late = await studio.open('?scene=bob&paused&guides=24&strands=300&draw=0', undefined, lateFrames);
    await ready(late);
    const dark = async (): Promise<number> => {
      const pixels = pixelsOf((await exported(late, /Picture/)).bytes);
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4) if (pixels[i]! + pixels[i + 1]! + pixels[i + 2]! < 200) count++;
      return count;
    };
    const whole = await dark();
    await late.keyboard.press('s');
    const { x, y } = middle(late);
    await late.mouse.move(x, y);
    await late.mouse.down();
    await late.mouse.move(x + 60, y, { steps: 6 });
    await late.mouse.up();
    await late.waitForTimeout(1500);
    expect(await dark()).toBeGreaterThan(0.6 * whole);
    await late.context().close();
  });

  test('never sees a complaint', () => {
    expect(studio.complaints).toEqual([]);
  });
});
