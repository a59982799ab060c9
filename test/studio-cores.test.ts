import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { adaptScene } from '../src/scene/index.ts';
import { LiveScene } from '../src/scene/live.ts';
import { blocksFor } from '../src/simulation/block-workers.ts';
import { studioScene } from '../studio/src/simulation/start-scenes.ts';
import { executablePath, fingerprint, focusPicture, ready, stroke, studioPages } from './studio-page.fixture.ts';

/** Enough hair for two workers. */
const GUIDES = 128;
const address = (more: string): string => `?scene=bob&guides=${GUIDES}&strands=400&shadow=0&${more}`;

/** The state after so many steps in one thread, here. */
function printAfter(steps: number): string {
  const live = new LiveScene(adaptScene(studioScene('bob'), { guides: GUIDES }));
  live.advance(steps);
  return createHash('sha256').update(live.snapshot()).digest('hex');
}

const workersOf = (page: Page): Promise<string | null> => page.locator('main').getAttribute('data-workers');

describe.skipIf(!executablePath)('the studio on all cores', () => {
  const { open, complaints } = studioPages();

  test('simulates, cuts and takes back to the byte what one thread does, and again from what was kept', async () => {
    const page = await open(address('frame=1'));
    await ready(page);
    expect(await workersOf(page)).toBe(`${blocksFor(GUIDES, availableParallelism())}`);
    const print = await fingerprint(page, 4);
    expect(print.sha256).toBe(printAfter(4));

    await focusPicture(page);
    // Begins on the face: beside the head a drag turns the view.
    await stroke(
      page,
      's',
      [0, -30, -60, 30].map((x) => [x, 0] as const),
      2,
    );
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+z');
    const back = await fingerprint(page);
    expect(back.sha256).toBe(printAfter(back.step));

    await page.goto(page.url().replace(/\?.*/, address('frame=1')));
    await ready(page);
    expect((await fingerprint(page, 4)).sha256).toBe(print.sha256);
    expect(complaints).toEqual([]);
    await page.close();
  }, 400_000);

  test('says so where the server does not let workers share memory, and does the same on one core', async () => {
    const page = await open('?scene=nothing&paused=1');
    await page.route('**/*', async (route) => {
      const response = await route.fetch();
      const headers = Object.fromEntries(
        Object.entries(response.headers()).filter(([name]) => !name.startsWith('cross-origin')),
      );
      await route.fulfill({ response, headers });
    });
    await page.goto(page.url().replace(/\?.*/, address('frame=1')));
    await ready(page);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect(await workersOf(page)).toBe('1');
    if (availableParallelism() > 1) await page.getByText('simulated on one core').waitFor();
    expect((await fingerprint(page, 4)).sha256).toBe(printAfter(4));
    await page.close();
  }, 400_000);
});
