import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readHair } from '../src/formats/index.ts';
import { prepareStage, readScene } from '../src/scene/index.ts';
import { type Strands, strandCount } from '../src/strands/strands.ts';
import {
  downloaded,
  executablePath,
  exported,
  fingerprint,
  passed,
  ready,
  stroke,
  studioPages,
} from './studio-page.fixture.ts';

/** Somebody who has never seen the page makes a hairstyle. */

if (!executablePath) console.warn('test/studio-salon.test.ts is left out: no Chromium was found.');

const down: readonly (readonly [number, number])[] = Array.from({ length: 8 }, (_, i) => [8 * (i % 2), -70 + 14 * i]);
/** Begins on the face: beside the head a drag turns the view. */
const across: readonly (readonly [number, number])[] = [0, -20, -40, -60, -30, 0, 30, 60].map((x) => [x, 0]);

/** Height of each strand's lowest point below its root. */
function hangs({ first, positions }: Strands): number[] {
  return Array.from({ length: first.length - 1 }, (_, k) => {
    let lowest = Number.POSITIVE_INFINITY;
    for (let i = first[k]!; i < first[k + 1]!; i++) lowest = Math.min(lowest, positions[3 * i + 1]!);
    return positions[3 * first[k]! + 1]! - lowest;
  });
}

function lengths({ first, positions }: Strands): number[] {
  return Array.from({ length: first.length - 1 }, (_, k) => {
    let sum = 0;
    for (let i = first[k]! + 1; i < first[k + 1]!; i++) {
      const d = [0, 1, 2].map((c) => positions[3 * i + c]! - positions[3 * i - 3 + c]!);
      sum += Math.hypot(...d);
    }
    return sum;
  });
}

const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

async function guides(page: Page): Promise<Strands> {
  const file = await exported(page, /Simulated strands/);
  return readHair(file.name, file.bytes).strands;
}

/** SHA-256 of the state that the command comes to with a saved scene. */
function simulatedState(scene: Buffer, step: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'pelage-salon-'));
  const file = join(folder, 'scene.json');
  writeFileSync(file, scene);
  const command = fileURLToPath(new URL('../bin/pelage.js', import.meta.url));
  // Two frames: the first at time 0, the last at the step.
  const fps = String(1 / (step * readScene(scene.toString(), file).step));
  const run = [command, 'simulate', file, '--frames', '2', '--fps', fps, '-o', join(folder, 'out'), '--json'];
  const report = execFileSync(process.execPath, run, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  rmSync(folder, { recursive: true, force: true });
  return (JSON.parse(report) as { state: string }).state;
}

const rootsOf = ({ first, positions }: Strands): number[] =>
  Array.from(first.subarray(0, -1)).flatMap((point) => [...positions.subarray(3 * point, 3 * point + 3)]);

/** The strands at the same step of the same scene, had nobody touched them. */
function withoutStrokes(scene: Buffer, step: number): Strands {
  const stage = prepareStage({ ...readScene(scene.toString(), 'scene.json'), strokes: [] });
  const { simulation, guides: shape } = stage;
  simulation.advance(step);
  const positions = new Float32Array(shape.positions.length);
  simulation.positionsAt(simulation.time, positions);
  return { ...shape, positions };
}

async function undoAll(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Undo' });
  while (!(await button.isDisabled())) {
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(150);
  }
}

async function redoAll(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Redo' });
  while (!(await button.isDisabled())) {
    await page.keyboard.press('Control+y');
    await page.waitForTimeout(150);
  }
}

describe.runIf(executablePath)('a salon in the browser', () => {
  const { open, complaints } = studioPages();

  test('wet, comb, cut, dry, spray, shake; undo and redo to the byte; reload; the command gives the same bytes', async () => {
    const page = await open('?scene=buzz&guides=24&strands=300&paused=1');
    await ready(page);
    await page.getByRole('button', { name: 'Styles' }).click();
    await page.getByRole('button', { name: 'Curly', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Curly' }).waitFor();
    await ready(page);
    const print = await fingerprint(page, 0);
    const start = { print, roots: rootsOf(await guides(page)) };

    // The left side, seen from the left.
    await page.keyboard.press('2');
    for (const aside of [-30, 5, 35])
      await stroke(
        page,
        'w',
        down.map(([x, y]) => [x + aside, y]),
      );
    await passed(page, 60);
    await page.keyboard.press('Space');
    const wet = await guides(page);
    const { step } = await fingerprint(page);
    const wetScene = await downloaded(page, () => page.keyboard.press('Control+s'));
    const dry = withoutStrokes(wetScene.bytes, step);
    const sides = Array.from({ length: strandCount(dry) }, (_, k) => start.roots[3 * k]!);
    const longer = hangs(wet).map((hang, k) => hang - hangs(dry)[k]!);
    const left = mean(longer.filter((_, k) => sides[k]! > 0.03));
    const right = mean(longer.filter((_, k) => sides[k]! < -0.03));
    expect(left).toBeGreaterThan(0.001);
    expect(Math.abs(right)).toBeLessThan(0.2 * left);

    await stroke(page, 'c', down);
    await page.keyboard.press('Space');
    await page.keyboard.press('1');
    const before = lengths(await guides(page));
    await stroke(page, 's', across);
    await page.keyboard.press('Space');
    const cut = await guides(page);
    const after = lengths(cut);
    expect(after.length).toBeGreaterThan(before.length);
    const shorter = before.filter((length, k) => after[k]! < 0.98 * length).length;
    expect(shorter).toBe(after.length - before.length);
    expect(before.filter((length, k) => Math.abs(after[k]! / length - 1) < 0.02).length).toBe(before.length - shorter);

    await page.keyboard.press('2');
    await stroke(page, 'd', down);
    await stroke(page, 'h', down);
    await page.getByLabel('Try a motion').selectOption('shake');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: /^Shake/ }).waitFor();

    // Undo and redo end at the end of the last deed.
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(300);
    await redoAll(page);
    const end = await fingerprint(page);
    await undoAll(page);
    expect(await fingerprint(page, 0)).toEqual(start.print);
    await redoAll(page);
    expect(await fingerprint(page, end.step)).toEqual(end);
    const scene = await downloaded(page, () => page.keyboard.press('Control+s'));
    expect(simulatedState(scene.bytes, end.step)).toBe(end.sha256);

    await page.reload();
    await ready(page);
    await page.getByRole('tab', { name: 'History' }).click();
    expect(await page.locator('.history li').count()).toBe(9);
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(300);
    await redoAll(page);
    expect(await fingerprint(page, end.step)).toEqual(end);
    await page.context().close();
  }, 240_000);

  test('nothing was written to the console', () => {
    expect(complaints).toEqual([]);
  });
});
