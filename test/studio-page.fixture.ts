import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, inject } from 'vitest';
import { readPng } from '../src/formats/png.ts';
import { browserPath } from './browser.fixture.ts';

/** The built studio in a real browser, drawn by SwiftShader where there is no graphics processor. */

export const executablePath: string | null = browserPath('chrome');

/** Wide enough for panels beside the picture, and few pixels: the processor draws them. */
export const DESK = { width: 780, height: 460 };

export interface StudioPages {
  readonly complaints: string[];
  /** A page of its own, with storage of its own. `draw=0` where nobody looks at it: a processor draws. */
  open(query: string, viewport?: { width: number; height: number }, before?: () => void): Promise<Page>;
}

export function studioPages(): StudioPages {
  const browsers = new Map<'seeing' | 'unseeing', Promise<Browser>>();
  const complaints: string[] = [];

  const browserFor = (which: 'seeing' | 'unseeing'): Promise<Browser> => {
    const browser = browsers.get(which) ?? chromium.connect(inject(which));
    browsers.set(which, browser);
    return browser;
  };
  afterAll(async () => {
    for (const browser of browsers.values()) await (await browser).close();
  });

  return {
    complaints,
    async open(query, viewport = DESK, before = keepDevice) {
      const isSeen = !/\bdraw=0\b/.test(query);
      const browser = await browserFor(isSeen ? 'seeing' : 'unseeing');
      const context = await browser.newContext({ viewport, colorScheme: 'light' });
      const page = await context.newPage();
      // Generous: a busy machine makes everything wait.
      page.setDefaultTimeout(180_000);
      await page.addInitScript(before);
      await page.addInitScript(slowDisplay, isSeen ? DISPLAY_GAP : UNSEEN_GAP);
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${query}: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`${query}: ${error.message}`));
      await page.goto(inject('studio') + query);
      return page;
    },
  };
}

/** Milliseconds from picture to picture: as often as tests look, and no more, because the processor draws them. */
const DISPLAY_GAP = 300;
/** The same where nothing is drawn, and a refresh is a few numbers that change. */
const UNSEEN_GAP = 60;

function slowDisplay(gap: number): void {
  let last = 0;
  window.requestAnimationFrame = (draw) => {
    const wait = Math.max(0, last + gap - performance.now());
    return window.setTimeout(() => {
      last = performance.now();
      draw(last);
    }, wait);
  };
  window.cancelAnimationFrame = (id) => window.clearTimeout(id);
}

/** Keeps the page's device where a test can take it away. */
function keepDevice(): void {
  const request = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = async function (descriptor) {
    const device = await request.call(this, descriptor);
    Object.assign(window, { device });
    return device;
  };
}

/** Waits until hair is on the scene and nothing else is being prepared. */
export async function ready(page: Page): Promise<void> {
  const isReady = (): boolean =>
    document.querySelector('main')?.getAttribute('aria-busy') === 'false' &&
    document.querySelector('.statistics') !== null;
  await page.waitForFunction(isReady, null, { polling: 100 });
}

/** The state's fingerprint, at that step where one is given; time must stand still. */
export async function fingerprint(page: Page, step?: number): Promise<{ step: number; sha256: string }> {
  const tab = page.getByRole('tab', { name: 'History' });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  const place = page.locator(step === undefined ? '.fingerprint' : `.fingerprint[data-step="${step}"]`);
  await place.waitFor();
  return place.evaluate(({ dataset }: HTMLElement) => ({ step: Number(dataset.step), sha256: dataset.sha256! }));
}

/** What the page hands out when something is done. */
export async function downloaded(page: Page, act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  const parts: Uint8Array[] = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(parts) };
}

export async function exported(page: Page, title: string | RegExp): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await downloaded(page, () => page.getByRole('menuitem', { name: title }).click());
  await focusPicture(page);
  return file;
}

/** Keys go to the picture again, not to the button that was pressed last. */
export const focusPicture = (page: Page): Promise<void> => page.locator('.viewport').first().focus();

/** The middle of what panels leave free. */
export function middle(page: Page): { x: number; y: number } {
  const { width, height } = page.viewportSize()!;
  return { x: (72 + width - 296) / 2, y: (58 + height - 84) / 2 };
}

/** Steps that a picture shows. */
export const shownStep = (page: Page, viewport = 0): Promise<number> =>
  page
    .locator('.viewport')
    .nth(viewport)
    .evaluate(({ dataset }: HTMLElement) => Number(dataset.step ?? 0));

/** Lets so many steps be simulated, however fast the machine is. */
export async function passed(page: Page, steps: number): Promise<void> {
  const until = (await shownStep(page)) + steps;
  const isThere = (n: number): boolean =>
    Number(document.querySelector<HTMLElement>('.viewport')?.dataset.step ?? 0) >= n;
  await page.waitForFunction(isThere, until, { polling: 30 });
}

/** Takes the tool with that key and draws through some places, seen from the middle, with the mouse; rests at each. */
export async function stroke(
  page: Page,
  key: string,
  places: readonly (readonly [number, number])[],
  steps = 4,
): Promise<void> {
  const { x, y } = middle(page);
  const before = await page.evaluate(() => Number(document.documentElement.dataset.saved ?? 0));
  await page.keyboard.press(key);
  const [first] = places;
  await page.mouse.move(x + first![0], y + first![1]);
  await page.mouse.down();
  for (const [dx, dy] of places) {
    await page.mouse.move(x + dx, y + dy);
    await passed(page, steps);
  }
  await page.mouse.up();
  // Saved means done, and kept.
  await page.waitForFunction((n) => Number(document.documentElement.dataset.saved ?? 0) > n, before, { polling: 100 });
}

/** Waits until the browser keeps work with so many commands. */
export async function saved(page: Page, commands: number): Promise<void> {
  await page.waitForFunction((n) => document.documentElement.dataset.saved === String(n), commands, { polling: 100 });
}

/** RGBA rows of a PNG. */
export function pixelsOf(png: Uint8Array): Uint8Array {
  const { width, height, channels, data } = readPng('the picture', png);
  const out = new Uint8Array(4 * width * height).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let c = 0; c < channels; c++) out[4 * pixel + c] = data[channels * pixel + c]!;
  return out;
}

/** Drops a file on the page as a person would. */
export async function drop(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  await page.evaluate(
    ([fileName, encoded]) => {
      const bytes = Uint8Array.from(atob(encoded!), (c) => c.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], fileName!));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, Buffer.from(content).toString('base64')],
  );
}

/** Counts presses of a button, a choice or the picture from now on; the answer tells how many. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { clicks?: number };
    if (counted.clicks === undefined) window.addEventListener('click', () => counted.clicks!++, true);
    counted.clicks = 0;
  });
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks);
}
