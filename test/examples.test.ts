import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WEBGPU_FLAGS } from '../scripts/chromium.mjs';
import { buildExamples } from '../scripts/examples.mjs';
import { serve } from '../scripts/serve.mjs';
import { browserPath } from './browser.fixture.ts';

/** The pages of examples/ as a reader of docs/web.md builds and opens them. */

const executablePath = browserPath('chrome');
/** Once hair is there, nothing that a page does may keep it from answering for longer, ms of computing. */
const LONGEST_TASK = 50;
/** Of 255: a change that is seen. */
const VISIBLE = 24;

/** Pictures are taken at these frames: a swing of the head takes 2.4 s, which no two of them are apart. */
const TAKEN = [1, 5, 9];
/** Pictures are made so small, pixels a side. */
const SIDE = 120;
const PIXELS = SIDE * SIDE;

declare global {
  interface Window {
    pictures: number[][];
  }
}

/** A canvas keeps its picture only until the end of the task that drew it. After the last one the page rests. */
function takePictures({ taken, side }: { taken: readonly number[]; side: number }): void {
  const next = window.requestAnimationFrame.bind(window);
  const small = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true })!;
  window.pictures = [];
  const isDone = (): boolean => window.pictures.length === taken.length;
  const step = (draw: FrameRequestCallback, time: number): void => {
    // A loop may have asked for its next frame before it drew the last.
    if (isDone()) return;
    draw(time);
    if (Number(document.documentElement.dataset.frames ?? 0) < taken[window.pictures.length]!) return;
    small.drawImage(document.querySelector('canvas')!, 0, 0, side, side);
    window.pictures.push(Array.from(small.getImageData(0, 0, side, side).data));
    console.timeStamp('picture');
  };
  window.requestAnimationFrame = (draw) => (isDone() ? 0 : next((time) => step(draw, time)));
}

/** Red hair: at least 1.8 times as much red as blue, which neither skin nor backdrop has. */
function hairPixels(rgba: readonly number[]): number {
  let count = 0;
  for (let i = 0; i < rgba.length; i += 4) if (rgba[i]! > 24 && rgba[i]! > 1.8 * rgba[i + 2]!) count++;
  return count;
}

function changedPixels(a: readonly number[], b: readonly number[]): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) if (Math.abs(a[i]! - b[i]!) > VISIBLE) count++;
  return count;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Processor's time of the thread, microseconds: other work on the machine is not in it. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The longest tasks of pages' own threads from the first picture to the last, ms of computing. */
function longestTasks(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const key = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  const pages = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(key),
  );
  const pictures = traceEvents.filter(({ name }) => name === 'TimeStamp').map(({ ts }) => ts);
  expect(pictures).toHaveLength(TAKEN.length);
  const [begin, end] = [Math.min(...pictures), Math.max(...pictures)];
  return traceEvents
    .filter((event) => event.ph === 'X' && event.name === 'RunTask' && pages.has(key(event)))
    .filter(({ ts }) => ts > begin && ts < end)
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}

describe.runIf(executablePath)('pages of examples/', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pelage-examples-'));
  let server: Awaited<ReturnType<typeof serve>>;
  let browser: Browser;

  beforeAll(async () => {
    buildExamples(folder, 24);
    server = await serve(folder);
    browser = await chromium.launch({ executablePath: executablePath!, args: WEBGPU_FLAGS });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['webgpu', 'three', 'animation'])('%s: hair is there, moves, and never blocks the page', async (name) => {
    const complaints: string[] = [];
    const page = await browser.newPage({ viewport: { width: 360, height: 360 } });
    page.setDefaultTimeout(280_000);
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.addInitScript(takePictures, { taken: TAKEN, side: SIDE });
    const categories = ['__metadata', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
    await browser.startTracing(page, { categories });
    let trace: Buffer;
    try {
      await page.goto(`${server.url}${name}.html`);
      await page.waitForFunction((n) => window.pictures.length === n, TAKEN.length, { polling: 500 });
    } finally {
      trace = await browser.stopTracing();
    }
    const pictures = await page.evaluate(() => window.pictures);
    const tasks = longestTasks(trace);
    await page.close();
    expect(complaints).toEqual([]);
    for (const picture of pictures) expect(hairPixels(picture)).toBeGreaterThan(0.03 * PIXELS);
    const changes = pictures.slice(1).map((picture) => changedPixels(pictures[0]!, picture));
    expect(Math.max(...changes)).toBeGreaterThan(0.02 * PIXELS);
    expect(tasks.length).toBeGreaterThan(10);
    expect(tasks[0]).toBeLessThan(LONGEST_TASK);
  });
});
