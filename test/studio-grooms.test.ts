import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { readHair } from '../src/formats/index.ts';
import { readScene, type Scene } from '../src/scene/index.ts';
import { downloaded, drop, executablePath, exported, ready, studioPages } from './studio-page.fixture.ts';

/** Several bodies and grooms on the page: all are shown, listed, changed and saved. */

const studio = studioPages();

/** Two balls with a coat each. */
const balls = {
  ...{ format: 'pelage-scene', version: 2, name: 'balls' },
  bodies: [
    { name: 'left', shape: { kind: 'sphere', radius: 0.06 }, position: [-0.1, 0, 0] },
    { name: 'right', shape: { kind: 'sphere', radius: 0.05 }, position: [0.1, 0, 0] },
  ],
  grooms: [
    { name: 'fur', body: 'left', source: { kind: 'coat' }, guides: 12, strands: 200 },
    { name: 'fluff', body: 'right', source: { kind: 'coat' }, guides: 8, strands: 120, model: { name: 'chain' } },
  ],
};

let page: Page;

/** Opens a scene; the page's title begins with its name. */
async function open(scene: { readonly name: string }): Promise<void> {
  await drop(page, 'scene.json', JSON.stringify(scene));
  await page.waitForFunction((name) => document.title.toLowerCase().startsWith(name), scene.name, { polling: 50 });
  await ready(page);
}

async function savedScene(): Promise<Scene> {
  const { bytes } = await downloaded(page, () => page.keyboard.press('Control+s'));
  return readScene(bytes.toString(), 'saved.json');
}

const names = (title: string): Promise<string[]> =>
  page.getByRole('region', { name: title }).getByRole('listitem').allTextContents();

/** Waits until a change has been made: the scene is made again. */
async function changed(act: () => Promise<void>, strands: RegExp): Promise<void> {
  await act();
  await page.locator('.statistics-line', { hasText: strands }).waitFor();
  await ready(page);
}

describe.runIf(executablePath)('a scene of several grooms and bodies', () => {
  beforeAll(async () => {
    page = await studio.open('?scene=buzz&paused&guides=20&strands=320&draw=0');
    await ready(page);
    await open(balls);
  });

  test('hair goes into one file where its format tells grooms apart', async () => {
    const { name, bytes } = await exported(page, /Alembic/);
    const { strands } = readHair(name, bytes);
    expect(Array.from(new Set(strands.strandAttributes.get('groom')!.data))).toEqual([0, 1]);
    expect(strands.id.length).toBe(320);
  });

  test('is listed, shown with all its strands, changed groom by groom and saved as version 2', async () => {
    await expect(page.locator('.statistics-line').textContent()).resolves.toMatch(/of 20 moving/);
    await page.getByRole('tab', { name: 'Hair' }).click();
    expect(await names('Grooms')).toEqual(['fur', 'fluff']);
    await page.getByRole('button', { name: 'fluff', exact: true }).click();
    expect(await page.getByLabel('Grows on').inputValue()).toBe('right');
    await changed(() => page.getByRole('button', { name: 'Duplicate' }).click(), /of 28 moving/);
    expect(await names('Grooms')).toEqual(['fur', 'fluff', 'fluff 2']);
    const { version, grooms } = await savedScene();
    expect(version).toBe(2);
    expect(grooms.map(({ name, body, seed }) => [name, body, seed])).toEqual([
      ['fur', 'left', 0],
      ['fluff', 'right', 0],
      ['fluff 2', 'right', 1],
    ]);
    await changed(() => page.getByRole('button', { name: 'Remove' }).click(), /of 20 moving/);
    expect(await names('Grooms')).toEqual(['fur', 'fluff']);
  });

  test('bodies can be added, and those that carry hair stay', async () => {
    await page.getByRole('tab', { name: 'Body' }).click();
    expect(await names('Bodies')).toEqual(['left', 'right']);
    expect(await page.getByRole('button', { name: 'Remove' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('region', { name: 'Bodies' }).getByText('ball').waitFor();
    expect(await page.getByRole('button', { name: 'Remove' }).isEnabled()).toBe(true);
    await page.waitForFunction(() => document.querySelector('main')?.getAttribute('aria-busy') === 'true', null, {
      polling: 20,
    });
    await ready(page);
    expect((await savedScene()).bodies.map(({ name }) => name)).toEqual(['left', 'right', 'ball']);
  });

  test('of version 1 opens, and is saved as version 2', async () => {
    const old = JSON.parse(readFileSync('test/scenes-v1/colliders.json', 'utf8'));
    await open({ ...old, name: 'old', guides: 8, strands: 80, motion: { kind: 'head', name: 'still' } });
    const scene = await savedScene();
    expect(scene.bodies.map(({ name }) => name)).toEqual(['head', 'ball', 'ball 2', 'clip', 'hat', 'bed', 'ground']);
    expect(scene.bodies[3]!.on).toBe('head');
  });

  test('never complains', () => {
    expect(studio.complaints).toEqual([]);
  });
});
