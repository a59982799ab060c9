import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { countClicks, drop, executablePath, ready, studioPages } from './studio-page.fixture.ts';

/** Heads and an animal that others made, dropped on the page; the test of a stylist asks the same of our own bust. */

const SHARED = new URL('../../shared/data/', import.meta.url);
const isThere = existsSync(SHARED);
if (!isThere) console.warn('Nothing is in ../shared/data: heads of others are left out.');

const BROUGHT = [
  ['heads/ict-head.obj', /head/, 'Long wavy'],
  ['heads/sintel-head.obj', /head/, 'Bob'],
  ['heads/lee-perry-smith.glb', /head/, 'Curly'],
  ['animals/fox.glb', /animal/, 'Fox'],
] as const;

const MOST_CLICKS = 6;

describe.runIf(executablePath && isThere)('a stylist brings', () => {
  const studio = studioPages();
  let page: Page;
  beforeAll(async () => {
    page = await studio.open('?scene=buzz&paused&guides=24&strands=300&draw=0');
    await ready(page);
  });

  test.each(BROUGHT)('%s: %s, %s, in at most six clicks', async (path, kind, hair) => {
    const clicks = await countClicks(page);
    const name = path.split('/').at(-1)!;
    await drop(page, name, readFileSync(new URL(path, SHARED)));
    await page.getByRole('region', { name: kind }).getByRole('button', { name: hair }).click();
    await page.waitForFunction(() => document.querySelector('main')?.getAttribute('aria-busy') === 'true', null, {
      polling: 20,
    });
    await ready(page);
    expect(await clicks()).toBeLessThanOrEqual(MOST_CLICKS);
    expect(await page.getByLabel('Name of the document').inputValue()).toBe(name.replace(/\.\w+$/, ''));
    expect(await page.locator('.statistics').textContent()).toMatch(/[1-9]\d* strands/);
  });

  test('and sees no complaint', () => {
    expect(studio.complaints).toEqual([]);
  });
});
