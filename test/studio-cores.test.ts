import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { adaptScene, prepareScene, readScene } from '../src/scene/index.ts';
import type { SceneParts } from '../src/scene/instance.ts';
import { LiveScene } from '../src/scene/live.ts';
import { blocksFor } from '../src/simulation/block-workers.ts';
import { studioScene } from '../studio/src/simulation/start-scenes.ts';
import {
  downloaded,
  executablePath,
  fingerprint,
  focusPicture,
  ready,
  saved,
  stroke,
  studioPages,
} from './studio-page.fixture.ts';

/** Enough hair for two workers. */
const GUIDES = 128;
const address = (more: string): string => `?scene=bob&guides=${GUIDES}&strands=400&shadow=0&draw=0&${more}`;

let made: SceneParts | undefined;
const prints = new Map<number, string>();

/** The state after so many steps in one thread, here. */
function printAfter(steps: number): string {
  const known = prints.get(steps);
  if (known) return known;
  const live = new LiveScene(adaptScene(studioScene('bob'), { guides: GUIDES }), made ? { made } : {});
  made ??= live.instance.parts;
  live.advance(steps);
  const print = createHash('sha256').update(live.snapshot()).digest('hex');
  prints.set(steps, print);
  return print;
}

/** What one thread makes of a saved scene, here: the state after so many steps, and the most strands that there were. */
function playedHere(scene: Buffer, steps: number): { sha256: string; most: number } {
  const { simulation } = prepareScene(readScene(scene.toString(), 'scene.json'), made ? { made } : {});
  let most = 0;
  while (simulation.step < steps) {
    simulation.advance(1);
    most = Math.max(most, simulation.ids.length);
  }
  return { sha256: createHash('sha256').update(simulation.snapshot()).digest('hex'), most };
}

/** When each kind of what the browser keeps of scenes was read or written last, milliseconds. */
const keptAt = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('pelage-ready'));
    const store = database.transaction('entries').objectStore('entries');
    const [names, entries] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    database.close();
    const kindOf = (name: IDBValidKey): string => `${name}`.replace(/.* (\w+)-.*/, '$1');
    return Object.fromEntries(names.map((name, k) => [kindOf(name), (entries[k] as { used: number }).used]));
  });

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
      // To and fro, so that the blades meet hair however few steps a busy machine takes.
      [0, -30, -60, 30, -60, 30].map((x) => [x, 0] as const),
      2,
    );
    await page.keyboard.press('Space');
    await page.getByRole('tab', { name: 'History' }).click();
    await focusPicture(page);
    await page.keyboard.press('Control+z');
    await page.locator('.history .undone').waitFor();
    const back = await fingerprint(page);
    expect(back.sha256).toBe(printAfter(back.step));
    await page.keyboard.press('Control+y');
    await page.locator('.history .undone').waitFor({ state: 'detached' });
    const cut = await fingerprint(page);
    expect(cut.step).toBeGreaterThan(back.step);
    const scene = await downloaded(page, () => page.keyboard.press('Control+s'));
    const { sha256, most } = playedHere(scene.bytes, cut.step);
    expect(cut.sha256).toBe(sha256);
    expect(most).toBeGreaterThan(GUIDES);

    // Another start goes on where the work was left, unless the address asks for a frame.
    await saved(page, 1);
    await page.goto(page.url().replace(/\?.*/, address('paused=1')));
    await ready(page);
    expect(await workersOf(page)).toBe(`${blocksFor(GUIDES, availableParallelism())}`);
    expect(await fingerprint(page, cut.step)).toEqual(cut);

    const before = await keptAt(page);
    expect(Object.keys(before).sort()).toEqual(['files', 'parts', 'strands']);
    await page.goto(page.url().replace(/\?.*/, address('frame=1')));
    await ready(page);
    expect((await fingerprint(page, 4)).sha256).toBe(print.sha256);
    const after = await keptAt(page);
    for (const [kind, time] of Object.entries(before)) expect(after[kind]).toBeGreaterThan(time);
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
