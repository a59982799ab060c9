import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pelage, scratchFolder } from '../src/cli/context.fixture.ts';
import { readHair } from '../src/formats/index.ts';
import { conjugate, rotate } from '../src/numeric/rotation.ts';
import { at, distance, subtract, type Vec3 } from '../src/numeric/vector.ts';
import { type Bounds, boundsOf, GUIDE_ROOM, grown, union } from '../src/render/index.ts';
import { prepareScene, readScene, type Scene, type SceneInstance } from '../src/scene/index.ts';
import type { SceneParts } from '../src/scene/instance.ts';
import type { Simulation } from '../src/simulation/simulation.ts';
import { type Strands, strandCount } from '../src/strands/strands.ts';
import { cameraAt, hairLuminance, strandsAtPixels } from './hair-pixels.fixture.ts';
import {
  DESK,
  downloaded,
  executablePath,
  exported,
  fingerprint,
  focusPicture,
  passed,
  pixelsOf,
  ready,
  saved,
  stroke,
  studioPages,
} from './studio-page.fixture.ts';

/** Somebody who has never seen the page makes a hairstyle. */

const down: readonly (readonly [number, number])[] = [-70, -45, -20, 5, 30].map((y, i) => [8 * (i % 2), y]);
/** Begins on the face: beside the head a drag turns the view. */
const across: readonly (readonly [number, number])[] = [0, -30, -60, -20, 30, 60].map((x) => [x, 0]);
/** What panels leave free of the picture. */
const ROOM = { left: 72, right: 296, top: 58, bottom: 84 };
const SIDES = { left: 1, right: -1 } as const;

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

let made: SceneParts | undefined;

/** A saved scene made ready: its hair and body are always the same, and made once. */
function readyScene(scene: Scene): SceneInstance {
  const instance = prepareScene(scene, made ? { made } : {});
  made ??= instance.parts;
  return instance;
}

/** Body and hair as the camera was set up for them. */
const figureOf = ({ bodies, grooms }: SceneInstance): Bounds =>
  union(boundsOf(bodies[0]!.mesh!.positions), grown(boundsOf(grooms[0]!.guides.positions), GUIDE_ROOM));

/** Mean luminance of the hair on each side of the head, on the picture from that side. */
async function luminances(page: Page, figure: Bounds): Promise<Record<keyof typeof SIDES, number>> {
  const hair = await exported(page, /^Hair/);
  const { strands } = readHair(hair.name, hair.bytes);
  const result = { left: 0, right: 0 };
  for (const side of ['left', 'right'] as const) {
    await page.keyboard.press(side === 'left' ? '2' : '3');
    const { bytes } = await exported(page, /Picture/);
    const camera = cameraAt(SIDES[side] * 0.5 * Math.PI, figure, DESK, ROOM);
    const crossing = strandsAtPixels(strands, camera, DESK, (x) => SIDES[side] * x > 0.03);
    const { luminance, pixels } = hairLuminance(pixelsOf(bytes), crossing);
    expect(pixels).toBeGreaterThan(1000);
    result[side] = luminance;
  }
  return result;
}

/** Places of all points as the head sees them. */
function onHead({ simulation, bodies }: SceneInstance): Vec3[] {
  const all = new Float64Array(3 * simulation.first[simulation.ids.length]!);
  simulation.positionsAt(simulation.time, all);
  const { position, orientation } = bodies[0]!.state(simulation.time);
  return Array.from({ length: all.length / 3 }, (_, i) =>
    rotate(conjugate(orientation), subtract(at(all, i), position)),
  );
}

/** How far the points of some strands are from where they were on the head, metres, on average over a shake. */
function shaken(instance: SceneInstance, from: number, isCounted: (strand: number) => boolean): number {
  const { simulation } = instance;
  simulation.advance(from - simulation.step);
  const before = onHead(instance);
  let sum = 0;
  let count = 0;
  for (let n = 0; n < 24; n++) {
    simulation.advance(5);
    const now = onHead(instance);
    for (let k = 0; k < simulation.ids.length; k++)
      for (let i = simulation.first[k]!; isCounted(k) && i < simulation.first[k + 1]!; i += 4) {
        sum += distance(now[i]!, before[i]!);
        count++;
      }
  }
  return sum / count;
}

/**
 * How many pieces were cut off by a step, those included that have fallen out of the scene by then; and a shake with and without
 * the spray that came before it, of the strands that took most of it. Everything is done again once.
 */
function doneAgain(scene: Buffer, cutAt: number): { made: number; sprayed: number; unsprayed: number } {
  const document = readScene(scene.toString(), 'scene.json');
  const { step } = document.events.at(-1)!;
  const isSpray = ({ tool }: { tool: string }): boolean => tool === 'hairspray';
  const instance = readyScene(document);
  const { simulation } = instance;
  const made = piecesMade(simulation, cutAt);
  simulation.advance(document.strokes.find(isSpray)!.samples[0]!.step - cutAt);
  const before = simulation.snapshot();
  simulation.advance(step - simulation.step);
  const amounts = Array.from(simulation.ids, (id) => mean([...(simulation.salon!.products.get(id)?.spray ?? [0])]));
  const isSprayed = (k: number): boolean => amounts[k]! > 0.2;
  expect(amounts.filter((amount) => amount > 0.2).length).toBeGreaterThan(1);
  const sprayed = shaken(instance, step, isSprayed);
  simulation.salon!.setStrokes(document.strokes.filter((one) => !isSpray(one)));
  simulation.restore(before);
  return { made, sprayed, unsprayed: shaken(instance, step, isSprayed) };
}

/** SHA-256 of the state that the command comes to with a saved scene. */
async function simulatedState(scene: Buffer, step: number): Promise<string> {
  const folder = scratchFolder();
  const file = join(folder, 'scene.json');
  writeFileSync(file, scene);
  // Two frames: the first at time 0, the last at the step.
  const fps = String(1 / (step * readScene(scene.toString(), file).step));
  const run = ['simulate', file, '--frames', '2', '--fps', fps, '-o', 'out', '--json'];
  return (await pelage(folder, ...run)).json()['state'] as string;
}

function piecesMade(simulation: Simulation, step: number): number {
  const seen = new Set(simulation.ids);
  const grown = seen.size;
  while (simulation.step < step) {
    simulation.advance(1);
    for (const id of simulation.ids) seen.add(id);
  }
  return seen.size - grown;
}

const rootsOf = ({ first, positions }: Strands): number[] =>
  Array.from(first.subarray(0, -1)).flatMap((point) => [...positions.subarray(3 * point, 3 * point + 3)]);

/** The strands at the same step of the same scene, had nobody touched them. */
function withoutStrokes(scene: Buffer, step: number): Strands {
  const { simulation, grooms } = readyScene({ ...readScene(scene.toString(), 'scene.json'), strokes: [] });
  const { guides: shape } = grooms[0]!;
  simulation.advance(step);
  const positions = new Float32Array(shape.positions.length);
  simulation.positionsAt(simulation.time, positions);
  return { ...shape, positions };
}

/** Waits until so many commands are undone. */
async function undoneCount(page: Page, count: number): Promise<void> {
  const isThere = (n: number): boolean => document.querySelectorAll('.history .undone').length === n;
  await page.waitForFunction(isThere, count, { polling: 50 });
}

/** Undoes, or does again, until nothing is left to. */
async function goThrough(page: Page, name: 'Undo' | 'Redo'): Promise<void> {
  const [key, change] = name === 'Undo' ? ['Control+z', 1] : ['Control+y', -1];
  const button = page.getByRole('button', { name });
  while (!(await button.isDisabled())) {
    const before = await page.locator('.history .undone').count();
    await page.keyboard.press(key);
    await undoneCount(page, before + change);
  }
}

const undoAll = (page: Page): Promise<void> => goThrough(page, 'Undo');
const redoAll = (page: Page): Promise<void> => goThrough(page, 'Redo');

describe.runIf(executablePath)('a salon in the browser', () => {
  const { open, complaints } = studioPages();

  test('wet, comb, cut, dry, spray, shake; undo and redo to the byte; reload; the command gives the same bytes', async () => {
    const page = await open('?scene=buzz&guides=9&strands=600&shadow=0&paused=1&draw=0');
    await ready(page);
    await page.getByRole('button', { name: 'Styles' }).click();
    await page.getByRole('button', { name: 'Curly', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Curly' }).waitFor();
    await ready(page);
    // Hands work in slow motion, so that a slow machine takes hardly more steps than a fast one; blades and comb most of all.
    // What takes long goes faster.
    const speed = async (value: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Speed', exact: true }).selectOption(value);
      await focusPicture(page);
    };
    await speed('0.5');
    const print = await fingerprint(page, 0);
    const start = { print, roots: rootsOf(await guides(page)) };
    const untouched = await downloaded(page, () => page.keyboard.press('Control+s'));
    const figure = figureOf(readyScene(readScene(untouched.bytes.toString(), 'untouched.json')));
    const dryLight = await luminances(page, figure);

    // The left side, seen from the left.
    await page.keyboard.press('2');
    // Not below the chin, where a look past the neck meets hair of the other side.
    for (const aside of [-20, 5, 30])
      await stroke(
        page,
        'w',
        down.map(([x, y]) => [x + aside, 0.7 * y - 20]),
        20,
      );
    await speed('1');
    await passed(page, 100);
    await page.keyboard.press('Space');
    await speed('0.1');
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
    // Darker on the picture: than it was, and than the other side, which has hardly changed.
    const wetLight = await luminances(page, figure);
    expect(wetLight.left / dryLight.left).toBeLessThan(0.85);
    expect(Math.abs(wetLight.right / dryLight.right - 1)).toBeLessThan(1 - wetLight.left / dryLight.left);
    expect(wetLight.left / wetLight.right).toBeLessThan(0.95);

    await page.keyboard.press('2');
    await stroke(page, 'c', down, 2);
    await page.keyboard.press('Space');
    await page.keyboard.press('1');
    const before = lengths(await guides(page));
    await stroke(page, 's', across, 2);
    await page.keyboard.press('Space');
    const cut = await guides(page);
    const after = lengths(cut);
    const cutAt = await fingerprint(page);
    await focusPicture(page);
    const shorter = before.filter((length, k) => after[k]! < 0.98 * length).length;
    expect(shorter).toBeGreaterThan(0);
    expect(before.filter((length, k) => Math.abs(after[k]! / length - 1) < 0.02).length).toBe(before.length - shorter);
    await speed('1');
    await page.keyboard.press('Space');
    await passed(page, 24);
    await page.keyboard.press('Space');
    await speed('0.1');
    const fallen = await guides(page);
    const heights = ({ first, positions }: Strands): number[] =>
      Array.from(first.subarray(before.length, -1), (point) => positions[3 * point + 1]!);
    // What has fallen out of the scene is gone.
    if (heights(fallen).length > 0) expect(mean(heights(fallen))).toBeLessThan(mean(heights(cut)) - 0.05);

    await page.keyboard.press('2');
    await stroke(page, 'd', down, 2);
    await speed('0.5');
    // From the roots on: stiff tips on soft roots swing the more.
    for (const aside of [-25, 0, 25])
      await stroke(
        page,
        'h',
        [-90, -60, -25, 20].map((y) => [aside, y]),
        15,
      );
    await page.getByLabel('Try a motion').selectOption('shake');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: /^Shake/ }).waitFor();

    // Undo and redo end at the end of the last command.
    await page.keyboard.press('Control+z');
    await page.locator('.history .undone').waitFor();
    await redoAll(page);
    const end = await fingerprint(page);
    await undoAll(page);
    expect(await fingerprint(page, 0)).toEqual(start.print);
    await redoAll(page);
    expect(await fingerprint(page, end.step)).toEqual(end);
    const scene = await downloaded(page, () => page.keyboard.press('Control+s'));
    expect(await simulatedState(scene.bytes, end.step)).toBe(end.sha256);
    const { made, sprayed, unsprayed } = doneAgain(scene.bytes, cutAt.step);
    // The blades may pass a strand twice.
    expect(made).toBeGreaterThanOrEqual(shorter);
    expect(made).toBeGreaterThanOrEqual(after.length - before.length);
    expect(sprayed).toBeLessThan(0.85 * unsprayed);

    // A reload finds everything as it was left: what is done, and what was undone.
    await page.reload();
    await ready(page);
    expect(await fingerprint(page, end.step)).toEqual(end);
    expect(await page.locator('.history li').count()).toBe(11);
    for (let n = 0; n < 3; n++) {
      await page.keyboard.press('Control+z');
      await undoneCount(page, n + 1);
    }
    await saved(page, 7);
    await page.reload();
    await ready(page);
    await page.getByRole('tab', { name: 'History' }).click();
    await undoneCount(page, 3);
    await redoAll(page);
    expect(await fingerprint(page, end.step)).toEqual(end);
    await page.context().close();
  }, 1_800_000);

  test('nothing was written to the console', () => {
    expect(complaints).toEqual([]);
  });
});
