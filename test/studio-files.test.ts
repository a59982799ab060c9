import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { knownFormats, readHair, writeHair } from '../src/formats/index.ts';
import { readScene } from '../src/scene/index.ts';
import { makeStrands, type Strands, strandCount } from '../src/strands/strands.ts';
import { HAIR_TYPES } from '../studio/src/page/files.ts';
import {
  DESK,
  downloaded,
  drop,
  executablePath,
  exported,
  focusPicture,
  passed,
  pixelsOf,
  ready,
  studioPages,
} from './studio-page.fixture.ts';

/** Files into the page and out of it. */

const COUNT = 12;
const POINTS = 8;

/** Strands that hang from a ring as wide as a head. */
function ring(): Strands {
  const positions = Array.from({ length: COUNT * POINTS }, (_, n) => {
    const turn = (2 * Math.PI * Math.floor(n / POINTS)) / COUNT;
    const down = n % POINTS;
    return [0.09 * Math.cos(turn), 0.1 - 0.02 * down, (0.09 + 0.002 * down) * Math.sin(turn)];
  });
  return makeStrands({
    first: Uint32Array.from({ length: COUNT + 1 }, (_, k) => k * POINTS),
    positions: Float32Array.from(positions.flat()),
  });
}

/** The library's readers as a page has them, without Node. */
async function formatsScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { readHair } from './src/formats/index.ts'`, resolveDir: process.cwd() },
    bundle: true,
    format: 'iife',
    globalName: 'formats',
    external: ['node:*'],
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}

/** Positions that the library reads from a file in the page. */
function readInPage(page: Page, name: string, bytes: Uint8Array): Promise<number[]> {
  return page.evaluate(
    async ([fileName, encoded]) => {
      const file = await (await fetch(`data:application/octet-stream;base64,${encoded}`)).arrayBuffer();
      const { formats } = window as unknown as { formats: typeof import('../src/formats/index.ts') };
      return [...formats.readHair(fileName!, new Uint8Array(file)).strands.positions];
    },
    [name, Buffer.from(bytes).toString('base64')],
  );
}

/** Opens a file and waits for its hair. */
async function opened(page: Page, name: string, bytes: Uint8Array): Promise<Strands> {
  await drop(page, name, bytes);
  await page.waitForFunction(
    (given) => document.querySelector<HTMLInputElement>('.document-name')?.value === given,
    name,
    { polling: 50 },
  );
  await ready(page);
  const file = await exported(page, /Simulated strands/);
  return readHair(file.name, file.bytes).strands;
}

const roots = ({ first, positions }: Strands): number[] =>
  Array.from(first.subarray(0, -1)).flatMap((point) => [...positions.subarray(3 * point, 3 * point + 3)]);

function farthest(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, k) => Math.abs(value - b[k]!)));
}

test('the page takes every format that hair is read from', () => {
  const read = knownFormats().filter(({ can }) => can.includes('readHair'));
  expect([...HAIR_TYPES].sort()).toEqual(read.flatMap(({ extensions }) => extensions.map((end) => `.${end}`)).sort());
});

describe.runIf(executablePath)('files in the studio', () => {
  const { open, complaints } = studioPages();

  let page: Page;
  beforeAll(async () => {
    page = await open('?scene=bob&guides=12&strands=120&shadow=0&paused=1&draw=0');
    await ready(page);
  });

  test('every export holds the hair that is shown', async () => {
    const hair = await exported(page, /^Hair/);
    const { strands } = readHair(hair.name, hair.bytes);
    expect(strandCount(strands)).toBe(120);
    for (const [title, end] of [
      ['Alembic curves', 'abc'],
      ['USD curves', 'usda'],
      ['PLY', 'ply'],
    ] as const) {
      const file = await exported(page, title);
      expect(file.name).toBe(`bob.${end}`);
      const read = readHair(file.name, file.bytes).strands;
      expect(read.first, end).toEqual(strands.first);
      expect(farthest([...read.positions], [...strands.positions]), end).toBeLessThan(1e-6);
    }
    const cards = await exported(page, 'glTF');
    expect(cards.bytes.subarray(0, 4).toString()).toBe('glTF');
    const json = JSON.parse(cards.bytes.subarray(20, 20 + cards.bytes.readUInt32LE(12)).toString());
    expect(json.meshes[0].primitives[0].attributes).toHaveProperty('POSITION');

    const picture = pixelsOf((await exported(page, 'Picture')).bytes);
    expect(picture).toHaveLength(4 * DESK.width * DESK.height);
    // The figure is darker than what is behind it.
    let dark = 0;
    for (let i = 0; i < picture.length; i += 4) if (picture[i]! + picture[i + 1]! + picture[i + 2]! < 450) dark++;
    expect(dark).toBeGreaterThan(2000);

    const scene = await downloaded(page, () => page.keyboard.press('Control+s'));
    expect(readScene(scene.bytes.toString(), scene.name)).toMatchObject({
      name: 'bob',
      grooms: [{ guides: 12 }],
      strokes: [],
    });

    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Video' }).click();
    await focusPicture(page);
    // Something to see: time stands still while nothing moves.
    await page.keyboard.press('n');
    await passed(page, 30);
    const video = await downloaded(page, () => page.getByRole('button', { name: 'Stop', exact: true }).click());
    // What is opened next would play as well, and move for as long as a busy machine takes to ask where it is.
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await focusPicture(page);
    expect(video.name).toBe('bob.webm');
    const size = await page.evaluate(async (encoded) => {
      const video = document.createElement('video');
      video.src = URL.createObjectURL(await (await fetch(`data:video/webm;base64,${encoded}`)).blob());
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve;
        video.onerror = () => reject(new Error('The video cannot be played.'));
      });
      return [video.videoWidth, video.videoHeight];
    }, video.bytes.toString('base64'));
    expect(Math.min(...size)).toBeGreaterThan(40);
  }, 180_000);

  test('hair of every kind is read in a page as it was written', async () => {
    await page.addScriptTag({ content: await formatsScript() });
    const strands = ring();
    for (const end of ['tfx', 'hair', 'obj', 'abc', 'usda', 'usdz', 'pelage', 'ply', 'txt', 'data']) {
      const name = `ring.${end}`;
      const read = await readInPage(page, name, writeHair(name, strands));
      expect(read, name).toHaveLength(3 * COUNT * POINTS);
      expect(farthest(read, [...strands.positions]), name).toBeLessThan(2e-4);
    }
  });

  test.each(['hair', 'usdz'])('a .%s that is dropped is shown as it was', async (end) => {
    const strands = ring();
    const name = `ring.${end}`;
    const shown = await opened(page, name, writeHair(name, strands));
    expect(strandCount(shown)).toBe(COUNT);
    expect(farthest(roots(shown), roots(strands))).toBeLessThan(2e-4);
  });

  test('a bad strand is named, and the good ones are kept', async () => {
    const strands = ring();
    const bytes = writeHair('torn.hair', strands);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    // All of strand 4 but its root: positions come last in this file.
    const from = bytes.length - 12 * COUNT * POINTS + 12 * (4 * POINTS + 1);
    for (let i = 0; i < 3 * (POINTS - 1); i++) view.setFloat32(from + 4 * i, Number.NaN, true);
    const shown = await opened(page, 'torn.hair', bytes);
    expect(strandCount(shown)).toBe(COUNT - 1);
    const said = await page.getByRole('region', { name: 'Messages' }).textContent();
    expect(said).toMatch(/torn\.hair, strand 4: /);
    await page.context().close();
  });

  test('nothing was written to the console', () => {
    expect(complaints).toEqual([]);
  });
});
