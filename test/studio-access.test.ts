import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { readScene } from '../src/scene/index.ts';
import { downloaded, drop, executablePath, middle, passed, ready, saved, studioPages } from './studio-page.fixture.ts';

/** For everybody, with whatever hand: keys, pens, fingers, and an automated audit. */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** All findings of an audit, each in a line. */
async function audit(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const findings = await page.evaluate(
    async () =>
      (await (window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }).axe.run()).violations,
  );
  return findings.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
}

/** Events as a device of that kind sends them, on the picture; several come in one moment, as two fingers of a hand do. */
async function point(
  page: Page,
  ...events: readonly (readonly [type: string, init: PointerEventInit])[]
): Promise<void> {
  await page.evaluate(
    (all) => {
      const canvas = document.querySelector('.viewport canvas.picture')!;
      for (const [type, init] of all)
        canvas.dispatchEvent(
          new PointerEvent(type, { bubbles: true, cancelable: true, ...(init as PointerEventInit) }),
        );
    },
    events as [string, object][],
  );
}

const commands = (page: Page): Promise<number> => page.locator('.history li').count();

async function strokes(page: Page): Promise<ReturnType<typeof readScene>['strokes']> {
  const file = await downloaded(page, () => page.keyboard.press('Control+s'));
  return readScene(file.bytes.toString(), file.name).strokes;
}

describe.runIf(executablePath)('access', () => {
  const { open, complaints } = studioPages();

  let page: Page;
  beforeAll(async () => {
    page = await open('?scene=bob&guides=12&strands=60&paused=1&draw=0');
    await ready(page);
  });

  test('an audit finds nothing, in light and dark, on any tab, in menus and dialogs, and on the tour', async () => {
    const found: string[] = [];
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.keyboard.press('c');
      found.push(...(await audit(page)));
    }
    for (const tab of ['Hair', 'Body', 'Motion', 'Look', 'History']) {
      await page.getByRole('tab', { name: tab }).click();
      found.push(...(await audit(page)));
    }
    await page.getByRole('button', { name: 'Styles' }).click();
    found.push(...(await audit(page)));
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    found.push(...(await audit(page)));
    await page.getByRole('button', { name: 'Take the tour' }).click();
    found.push(...(await audit(page)));
    await page.getByRole('button', { name: 'Skip the tour' }).click();
    for (const menu of ['Export', 'View']) {
      await page.getByRole('button', { name: menu, exact: true }).click();
      found.push(...(await audit(page)));
      await page.keyboard.press('Escape');
    }
    await drop(page, 'head.obj', 'v 0 0 0\nv 0 1 0\nv 1 0 0\nf 1 2 3\n');
    await page.getByRole('dialog', { name: 'Hair for what you brought' }).waitFor();
    found.push(...(await audit(page)));
    await page.keyboard.press('Escape');
    expect([...new Set(found)]).toEqual([]);
  }, 600_000);

  test('everything can be done with keys alone', async () => {
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, [tabindex]')]
        .filter((element) => element.checkVisibility())
        .filter((element) => !element.matches('[tabindex="-1"]:not([role="radio"], [role="tab"], [role="menuitem"])'))
        .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? ''),
    );
    expect(names.length).toBeGreaterThan(25);

    // A tool with a key, taken and moved with keys.
    await page.locator('.viewport').focus();
    await page.keyboard.press('2');
    await page.keyboard.press('w');
    await page.keyboard.press('Enter');
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft']) {
      await page.keyboard.press(key);
      await passed(page, 3);
    }
    await page.keyboard.press('Escape');
    await saved(page, 1);
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+z');

    // Tab reaches every part of the page.
    const reached = new Set<string>();
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press('Tab');
      reached.add(
        await page.evaluate(() => {
          const region = document.activeElement?.closest('.viewport, header, [role="radiogroup"], aside, .timeline');
          return region?.className ?? '';
        }),
      );
      if (reached.size > 5) break;
    }
    for (const part of ['viewport', 'top-bar', 'tool-rail', 'inspector', 'timeline'])
      expect(
        [...reached].some((name) => name.includes(part)),
        part,
      ).toBe(true);

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Alembic');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Export');
  }, 600_000);

  test('a pen presses, leans and turns; a finger works, two turn the view', async () => {
    const { x, y } = middle(page);
    await page.keyboard.press('2');
    await page.keyboard.press('h');
    await page.getByRole('tab', { name: 'History' }).click();
    const pen = {
      pointerId: 7,
      pointerType: 'pen',
      isPrimary: true,
      button: 0,
      buttons: 1,
      clientX: x,
      clientY: y - 60,
    };
    await point(page, ['pointerdown', { ...pen, pressure: 0.4, tiltX: 30, tiltY: 0, twist: 0 }]);
    await passed(page, 4);
    await point(page, ['pointermove', { ...pen, clientY: y - 40, pressure: 0.8, tiltX: -30, twist: 90 }]);
    await passed(page, 4);
    await point(page, ['pointerup', { ...pen, buttons: 0 }]);
    await page.waitForFunction(() => document.querySelectorAll('.history li').length === 2, null, { polling: 100 });

    const finger = { pointerType: 'touch', button: 0, buttons: 1, clientX: x, clientY: y - 60 };
    await point(page, ['pointerdown', { ...finger, pointerId: 11, isPrimary: true }]);
    for (const dy of [20, 30, 40]) {
      await point(page, ['pointermove', { ...finger, pointerId: 11, clientY: y - 60 + dy }]);
      await passed(page, 3);
    }
    await point(page, ['pointerup', { ...finger, pointerId: 11, buttons: 0 }]);
    await page.waitForFunction(() => document.querySelectorAll('.history li').length === 3, null, { polling: 100 });

    await point(
      page,
      ['pointerdown', { ...finger, pointerId: 12, isPrimary: true }],
      ['pointerdown', { ...finger, pointerId: 13, clientX: x + 40 }],
      ['pointermove', { ...finger, pointerId: 13, clientX: x + 80 }],
      ['pointerup', { ...finger, pointerId: 12, buttons: 0 }],
      ['pointerup', { ...finger, pointerId: 13, buttons: 0 }],
    );
    await page.waitForTimeout(400);
    expect(await commands(page)).toBe(3);

    const [penned, fingered] = await strokes(page);
    const [first, second] = penned!.samples;
    expect(first!.press).toBeCloseTo(0.4, 2);
    expect(second!.press).toBeCloseTo(0.8, 2);
    // Seen from the left, the right of the picture is −z: a pen that leans there points the other way.
    expect(first!.direction[2] - second!.direction[2]).toBeGreaterThan(0.5);
    expect(Math.abs(first!.up[1])).toBeGreaterThan(0.9);
    expect(Math.abs(second!.up[1])).toBeLessThan(0.4);
    expect(fingered!.samples.length).toBeGreaterThan(1);
  }, 600_000);

  test('nothing was written to the console', () => {
    expect(complaints).toEqual([]);
  });
});
