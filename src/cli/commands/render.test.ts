import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { testGpu } from '../../render/gpu.fixture.ts';
import { pelage, scratchFolder } from '../context.fixture.ts';
import { hasFfmpeg } from '../render/ffmpeg.ts';
import { jitterOf } from '../render/painter.ts';
import { readPng } from '../render/read-png.fixture.ts';

vi.setConfig({ testTimeout: 300_000 });

const FEW = ['--strands', '200', '--guides', '12'];
const gpu = await testGpu();
gpu?.close();

describe('pelage render', () => {
  test('says what is wrong with an output, a size and frames before any work', async () => {
    const folder = scratchFolder();
    const complaint = async (...args: string[]): Promise<string> =>
      (await pelage(folder, 'render', 'buzz', ...args)).err;
    expect(await complaint('-o', 'a.gif')).toMatch(/\.png.*\.mp4.*a\.gif/s);
    expect(await complaint('-o', 'a.png', '--size', '12')).toMatch(/WIDTHxHEIGHT.*"12"/s);
    expect(await complaint('-o', 'a.png', '--frames', '9-3')).toMatch(/A-B/);
    expect(await complaint('-o', 'a.png', '--frames', '1-3')).toMatch(/one picture/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.runIf(gpu)('a still has exactly the size asked for, and shows something', async () => {
    const folder = scratchFolder();
    const { code, json } = await pelage(folder, 'render', 'bob', '-o', 'a.png', '--size', '67x51', '--json', ...FEW);
    expect(code).toBe(0);
    expect(json()).toMatchObject({ pictures: 1, width: 67, height: 51, strands: 200 });
    const { width, height, rgba } = readPng(readFileSync(join(folder, 'a.png')));
    expect([width, height]).toEqual([67, 51]);
    expect(new Set(rgba).size).toBeGreaterThan(60);
  });

  test.runIf(gpu)(
    'a video has as many frames as asked for; without ffmpeg they are pictures, and a sentence says so',
    async () => {
      const folder = scratchFolder();
      const args = ['-o', 'video.mp4', '--size', '48x40', '--frames', '1-2', '--spp', '2', ...FEW];
      const { code, out, err } = await pelage(folder, 'render', 'buzz', ...args);
      expect(code).toBe(0);
      if (!hasFfmpeg()) {
        console.warn('The frames of a video are not decoded: ffmpeg was not found.');
        expect(`${out}${err}`).toMatch(/ffmpeg.*not found.*video\.mp4/s);
        expect(readdirSync(join(folder, 'video'))).toEqual(['frame-0001.png', 'frame-0002.png']);
        return;
      }
      expect(existsSync(join(folder, 'video.mp4'))).toBe(true);
      const decode = ['-loglevel', 'error', '-i', 'video.mp4', '-f', 'rawvideo', '-pix_fmt', 'gray', '-'];
      const { stdout } = spawnSync('ffmpeg', decode, { cwd: folder });
      expect(stdout.length / (48 * 40)).toBe(2);
    },
  );
});

test('sub-frames spread evenly over the pixel around its middle', () => {
  const places = Array.from({ length: 256 }, (_, k) => jitterOf(k, 256));
  for (const axis of [0, 1] as const) {
    const values = places.map((place) => place[axis]).sort((a, b) => a - b);
    values.forEach((value, k) => {
      expect(Math.abs(value - ((k + 0.5) / 256 - 0.5))).toBeLessThan(0.02);
    });
  }
});
