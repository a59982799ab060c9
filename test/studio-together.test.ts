import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { readScene } from '../src/scene/index.ts';
import { XR_ROOM } from '../studio/src/hand/xr-hand.ts';
import {
  downloaded,
  executablePath,
  focusPicture,
  passed,
  pixelsOf,
  ready,
  shownStep,
  stroke,
  studioPages,
} from './studio-page.fixture.ts';

/** Two models side by side, a headset's controllers, and a page that always answers. */

const FEW = 'guides=16&strands=200&paused=1';
const down: readonly (readonly [number, number])[] = [-60, -30, 0].map((y) => [0, y]);

/** Pixels as dark as hair in a part of the page. */
async function darkPixels(page: Page, viewport: number): Promise<number> {
  const box = (await page.locator('.viewport').nth(viewport).boundingBox())!;
  const clip = { x: box.x + 0.2 * box.width, y: box.y + 80, width: 0.5 * box.width, height: box.height - 200 };
  const pixels = pixelsOf(await page.screenshot({ clip }));
  let dark = 0;
  for (let i = 0; i < pixels.length; i += 4) if (pixels[i]! + pixels[i + 1]! + pixels[i + 2]! < 200) dark++;
  return dark;
}

/** A headset with one controller, which tests move by hand. */
function fakeHeadset(): void {
  const spaces = { base: {}, grip: {}, aim: {} };
  let next: ((time: number, frame: object) => void) | null = null;
  const source = { gripSpace: spaces.grip, targetRaySpace: spaces.aim, gamepad: { buttons: [{ value: 0 }] } };
  const session = {
    inputSources: [source],
    requestReferenceSpace: async () => spaces.base,
    requestAnimationFrame: (callback: typeof next) => {
      next = callback;
      return 1;
    },
    addEventListener: () => {},
    updateRenderState: () => {},
  };
  const xr = { isSessionSupported: async () => true, requestSession: async () => session };
  Object.defineProperty(navigator, 'xr', { value: xr, configurable: true });
  Object.assign(window, {
    XRWebGLLayer: class {},
    hasHeadset: () => next !== null,
    /** Holds the controller at a place, looking at the figure from its left, with the trigger pulled so far. */
    hold: (position: { x: number; y: number; z: number }, value: number) => {
      source.gamepad.buttons[0]!.value = value;
      const orientation = { x: 0, y: Math.SQRT1_2, z: 0, w: Math.SQRT1_2 };
      const callback = next!;
      callback(performance.now(), { session, getPose: () => ({ transform: { position, orientation } }) });
    },
  });
}

/** Milliseconds of computing that each task of the page's own thread takes meanwhile; others on this machine do not count. */
async function tasksOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser()!;
  const categories = ['__metadata', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await browser.startTracing(page, { categories });
  await act();
  // Other pages are open in this browser: the mark tells whose process is meant.
  await page.evaluate(() => console.timeStamp('mine'));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mark = traceEvents.find(({ name }) => name === 'TimeStamp')!;
  const main = traceEvents.find(
    ({ name, pid, args }) => name === 'thread_name' && args?.name === 'CrRendererMain' && pid === mark.pid,
  )!;
  return traceEvents
    .filter(
      ({ name, pid, tid, tdur }) => name === 'RunTask' && tdur !== undefined && pid === main.pid && tid === main.tid,
    )
    .map(({ tdur }) => tdur! / 1000);
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread's own time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

interface Headset {
  hasHeadset(): boolean;
  hold(position: { x: number; y: number; z: number }, trigger: number): void;
}

describe.runIf(executablePath)('a studio with company', () => {
  const { open, complaints } = studioPages();

  let page: Page;
  beforeAll(async () => {
    page = await open(`?scene=bob&${FEW}`);
    await ready(page);
  });

  test('the same hair on two models is shown side by side, in step', async () => {
    await page.keyboard.press('\\');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('menuitemradio', { name: 'Beside chain' }).click();
    await page.locator('.viewport .caption').nth(1).waitFor();
    expect(await page.locator('.viewport .caption').allTextContents()).toEqual(['rod', 'chain']);
    await page.waitForFunction(() => document.querySelectorAll<HTMLElement>('.viewport')[1]?.dataset.step === '0');
    await focusPicture(page);
    // A nod: time stands still while nothing moves.
    await page.keyboard.press('n');
    const steps: number[][] = [];
    for (let n = 0; n < 4; n++) {
      await passed(page, 6);
      steps.push(await Promise.all([shownStep(page, 0), shownStep(page, 1)]));
    }
    // While one picture is drawn the other may be one ahead, never two.
    for (const [k, [, beside]] of steps.entries()) expect(beside).toBeGreaterThanOrEqual(steps[k - 1]?.[0] ?? 0);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => {
      const [a, b] = [...document.querySelectorAll<HTMLElement>('.viewport')].map(({ dataset }) => dataset.step);
      return a === b && Number(a) > 0;
    });
    // A picture that stands still grows sharp in its own time.
    for (const viewport of [0, 1])
      await expect.poll(() => darkPixels(page, viewport), { timeout: 60_000, interval: 500 }).toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('menuitemradio', { name: 'One model' }).click();
    await page.locator('.viewport').nth(1).waitFor({ state: 'detached' });
    await focusPicture(page);
    await page.keyboard.press('\\');
  }, 600_000);

  test('no task of the page takes 50 ms while hair plays, tools work and commands are undone', async () => {
    await page.waitForTimeout(1500);
    const tasks = await tasksOf(page, async () => {
      await page.keyboard.press('2');
      await stroke(page, 'w', down);
      await stroke(page, 'c', down);
      await stroke(page, 's', down);
      await page.keyboard.press('Control+z');
      await page.waitForTimeout(500);
    });
    expect(tasks.length).toBeGreaterThan(100);
    console.log(`longest task of the page ${Math.max(...tasks).toFixed(1)} ms`);
    expect(Math.max(...tasks)).toBeLessThan(50);
    await page.context().close();
  }, 600_000);

  test('a controller of a headset holds the tool: what it does is in the scene', async () => {
    const page = await open(`?scene=bob&${FEW}&draw=0`, undefined, fakeHeadset);
    await ready(page);
    await page.keyboard.press('w');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Work with VR controllers' }).click();
    await page.waitForFunction(() => (window as unknown as Headset).hasHeadset());
    const [x, y, z] = XR_ROOM.figure;
    const hold = (down: number, trigger: number): Promise<void> =>
      page.evaluate(([position, value]) => (window as unknown as Headset).hold(position, value), [
        { x: x + 0.2, y: y - down, z },
        trigger,
      ] as const);
    await hold(0, 0);
    for (const [k, trigger] of [0.5, 1, 1].entries()) {
      await hold(0.02 * k, trigger);
      await passed(page, 3);
    }
    await hold(0.06, 0);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.locator('.history li').nth(1).filter({ hasText: 'Water' }).waitFor();
    const file = await downloaded(page, () => page.keyboard.press('Control+s'));
    const [held] = readScene(file.bytes.toString(), file.name).strokes;
    expect(held).toMatchObject({ tool: 'water' });
    expect(held!.samples.map(({ press }) => press)).toEqual([0.5, 1, 1]);
    expect(held!.samples[0]!.origin[0]).toBeCloseTo(0.2, 4);
    expect(held!.samples[2]!.origin[1]).toBeCloseTo(-0.04, 4);
    expect(held!.samples[0]!.direction[0]).toBeCloseTo(-1, 4);
    await page.context().close();
  }, 600_000);

  test('nothing was written to the console', () => {
    expect(complaints).toEqual([]);
  });
});
