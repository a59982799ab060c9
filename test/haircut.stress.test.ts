import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { OrbitCamera } from '../src/render/index.ts';
import { readScene } from '../src/scene/index.ts';
import { LiveScene } from '../src/scene/live.ts';
import { LiveHair } from '../src/scene/live-hair.ts';
import { projector } from '../studio/src/hand/ray.ts';
import { besidePanels } from '../studio/src/viewport/framing.ts';
import {
  angleAside,
  CUT,
  CUTS,
  cameraAt,
  cutTips,
  type Fibre,
  fibresOf,
  type SalonStroke,
  STORY,
} from './haircut.fixture.ts';
import { downloaded, executablePath, passed, ready, studioPages } from './studio-page.fixture.ts';

/** The haircut of haircut.test.ts with the mouse of a browser, on the page as people see it; measured on the document that was saved. */

const SIZE = { width: 1100, height: 760 };
/** What panels cover of the page. */
const ROOM = { left: 72, right: 296, top: 58, bottom: 84 };
const GUIDES = 64;

const shown = (side: SalonStroke['side']): OrbitCamera => besidePanels(cameraAt(side), SIZE, ROOM);

/** Looks from a side: what a reload finds is where it was looked from. */
async function lookFrom(page: Page, side: SalonStroke['side']): Promise<void> {
  const view = { origin: 'long-wavy', tool: 'view', camera: cameraAt(side), isFramed: false };
  await page.evaluate((kept) => window.localStorage.setItem('look-from', kept), JSON.stringify(view));
  await page.reload();
  await ready(page);
}

/** Before the page begins, every time it is loaded. */
function lookWhereAsked(): void {
  const view = window.localStorage.getItem('look-from');
  if (view) window.sessionStorage.setItem('pelage-view', view);
}

async function draw(
  page: Page,
  { tool, side, path, parameters = {}, isMirrored = false, steps }: SalonStroke,
): Promise<void> {
  const before = await page.evaluate(() => Number(document.documentElement.dataset.saved ?? 0));
  await page.getByRole('radio', { name: TITLES[tool]!, exact: true }).click();
  await page.getByRole('checkbox', { name: 'Both sides of the head' }).setChecked(isMirrored);
  for (const [name, metres] of Object.entries(parameters)) {
    const field = page.getByRole('spinbutton', { name: new RegExp(name, 'i') }).first();
    await field.fill(String(100 * Number(metres)));
    await field.press('Enter');
  }
  const place = projector(shown(side), SIZE);
  const places = path.map((point) => place(point)!);
  await page.mouse.move(places[0]!.x, places[0]!.y);
  await page.mouse.down();
  for (let n = 1; n < places.length; n++)
    for (let k = 1; k <= 8; k++) {
      const [a, b] = [places[n - 1]!, places[n]!];
      await page.mouse.move(a.x + ((b.x - a.x) * k) / 8, a.y + ((b.y - a.y) * k) / 8);
      await passed(page, Math.ceil(steps / 8));
    }
  await page.mouse.up();
  await page.waitForFunction((n) => Number(document.documentElement.dataset.saved ?? 0) > n, before, { polling: 100 });
  await passed(page, 24);
  if (Object.keys(parameters).length > 0) await page.getByRole('button', { name: 'As it was' }).click();
}

const TITLES: Readonly<Record<string, string>> = {
  water: 'Water',
  'cutting-line': 'Cutting line',
  dryer: 'Dryer',
  hairspray: 'Hairspray',
};

describe.runIf(executablePath)('a haircut with a mouse', () => {
  const studio = studioPages();

  test('ends at its lines, and rests as hair of that length does', async () => {
    const page = await studio.open(`?scene=long-wavy&guides=${GUIDES}&strands=300&draw=0`, SIZE, lookWhereAsked);
    await ready(page);
    let side: SalonStroke['side'] | null = null;
    for (const stroke of [...STORY.wet, ...CUTS, ...STORY.dry]) {
      if (stroke.side !== side) await lookFrom(page, stroke.side);
      side = stroke.side;
      await draw(page, stroke);
    }
    const file = await downloaded(page, () => page.keyboard.press('Control+s'));
    const scene = readScene(file.bytes.toString(), file.name);
    const live = new LiveScene(scene, { strands: 300 });
    const hair = new LiveHair(live.instance.grooms[0]!, 0, live.instance.simulation);
    const now = (): Fibre[] => fibresOf(hair.grownAt(live.time));
    const uncut = now();
    const cuts = scene.strokes.filter(({ tool }) => tool === 'cutting-line');
    expect(cuts).toHaveLength(CUTS.length);
    const off = cuts.flatMap(({ end }, n) => {
      live.advance(end - 1 - live.step);
      const before = now();
      live.advance(2);
      return cutTips(before, now(), CUTS[n]!, shown(CUTS[n]!.side));
    });
    off.sort((a, b) => a - b);
    expect(off.length).toBeGreaterThan(250);
    expect(off[Math.floor(0.95 * off.length)]).toBeLessThan(0.005);
    live.advance(Math.max(0, scene.strokes.at(-1)!.end + 240 - live.step));
    const angles = now().flatMap((fibre, k) =>
      uncut[k]!.length - fibre.length < CUT || fibre.length < CUT ? [] : [angleAside(fibre, uncut[k]!)],
    );
    console.log(
      `95 % of ${off.length} cut tips within ${(1000 * off[Math.floor(0.95 * off.length)]!).toFixed(1)} mm; worst end ${Math.max(...angles).toFixed(0)}° aside`,
    );
    expect(Math.max(...angles)).toBeLessThan(30);
    expect(studio.complaints).toEqual([]);
  }, 900_000);
});
