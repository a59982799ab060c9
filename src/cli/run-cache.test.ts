import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeScene } from '../scene/read-scene.ts';
import { oneGroomScene } from '../scene/scene.fixture.ts';
import { fakeContext, scratchFolder } from './context.fixture.ts';
import { dispatch } from './dispatch.ts';
import type { SimulatedFrame } from './frames.ts';
import { ReadyFolder } from './ready-folder.ts';
import { RunFolder, runKey } from './run-cache.ts';

const frame = (n: number): SimulatedFrame => ({
  ids: Uint32Array.of(4, 7),
  first: Uint32Array.of(0, 1, 2),
  positions: Float32Array.of(n, 0.1, -0, 3, 4, Number.MIN_VALUE),
  grooms: [{ from: 0, to: 2 }],
  salon: new Uint8Array(0),
  steps: n,
  ...{ strain: 0.25, solves: n, helped: 1 },
  events: [{ step: n, kind: 'teleport', strands: [], detail: `frame ${n}` }],
});

function stored(folder: RunFolder, count: number, state: string | null): void {
  const recorder = folder.record('key');
  for (let n = 0; n < count; n++) recorder.add(n / 30, frame(n));
  recorder.finish(state);
}

describe('runs that are kept', () => {
  it('come back bit for bit, whole or in part, with all that happened', () => {
    const folder = new RunFolder(scratchFolder());
    stored(folder, 5, 'abc');
    const all = [0, 1, 2, 3, 4].map((n) => n / 30);
    const found = folder.find('key', all, true)!;
    expect(found.state).toBe('abc');
    expect([...found.frames()]).toEqual([0, 1, 2, 3, 4].map(frame));
    const [one, ...more] = [...folder.find('key', [3 / 30], false)!.frames()];
    expect(more).toEqual([]);
    expect(one).toEqual({ ...frame(3), events: [0, 1, 2, 3].flatMap((n) => frame(n).events) });
    expect([...folder.find('key', [1 / 30, 1 / 30], false)!.frames()].map(({ steps }) => steps)).toEqual([1, 1]);
  });

  it('are found only where all times are there, and the end where its state is asked for', () => {
    const folder = new RunFolder(scratchFolder());
    stored(folder, 3, 'abc');
    expect(folder.find('other', [0], false)).toBeNull();
    expect(folder.find('key', [0, 0.05], false)).toBeNull();
    expect(folder.find('key', [0, 1 / 30], true)).toBeNull();
    expect(folder.find('key', [0, 1 / 30], false)).not.toBeNull();
  });

  it('that are damaged or unfinished are not found', () => {
    const path = scratchFolder();
    const folder = new RunFolder(path);
    folder.record('key').add(0, frame(0));
    expect(folder.find('key', [0], false)).toBeNull();
    stored(folder, 3, null);
    const name = readdirSync(path).find((one) => !one.startsWith('.'))!;
    truncateSync(join(path, name), 100);
    expect(folder.find('key', [0], false)).toBeNull();
    writeFileSync(join(path, name), '');
    expect(folder.find('key', [0], false)).toBeNull();
  });

  it('are of the scene that hair depends on, and not of its look', () => {
    const scene = oneGroomScene();
    const key = (changes: Record<string, unknown>): string =>
      runKey('ready', changeScene(scene, { remove: [], add: {}, changes }, 'test'));
    expect(key({ 'look.roughness': 0.9, 'camera.azimuth': 1, name: 'x', strands: 7 })).toBe(key({}));
    expect(key({ 'air.drag': 0.001 })).not.toBe(key({}));
    expect(key({ sleep: false })).not.toBe(key({}));
  });
});

describe('a command whose scene was simulated before', () => {
  const run = async (cwd: string, cache: string, ...args: string[]): Promise<Record<string, unknown>> => {
    const context = { ...fakeContext({ cwd, isInterrupted: false }), ready: new ReadyFolder(cache) };
    expect(
      await dispatch(['simulate', 'ball.json', '--frames', '3', '--workers', '1', '--json', ...args], context),
    ).toBe(0);
    return JSON.parse(context.out());
  };

  it('writes the same bytes without simulating; a change of what hair depends on, or --fresh, simulates', async () => {
    const [folder, cache] = [scratchFolder(), join(scratchFolder(), 'ready-1')];
    const scene = {
      format: 'pelage-scene',
      version: 2,
      bodies: [{ shape: { kind: 'sphere', radius: 0.1 }, motion: { kind: 'head', name: 'nod' } }],
      grooms: [{ source: { kind: 'style', style: 'buzz' }, guides: 3, strands: 10 }],
    };
    writeFileSync(join(folder, 'ball.json'), JSON.stringify(scene));
    const isKept = ({ notes }: Record<string, unknown>): boolean => /were kept/.test(String(notes));
    const first = await run(folder, cache, '-o', 'a.pelage');
    const again = await run(
      folder,
      cache,
      '-o',
      'b.pelage',
      '--set',
      'look.roughness=0.9',
      '--set',
      'body.colour=#336699',
    );
    expect([isKept(first), isKept(again)]).toEqual([false, true]);
    expect(again['state']).toBe(first['state']);
    expect(readFileSync(join(folder, 'b.pelage')).equals(readFileSync(join(folder, 'a.pelage')))).toBe(true);
    expect(isKept(await run(folder, cache, '-o', 'c.pelage', '--fresh'))).toBe(false);
    const windy = await run(folder, cache, '-o', 'd.pelage', '--set', 'air.wind.speed=9');
    expect(isKept(windy)).toBe(false);
    expect(windy['state']).not.toBe(first['state']);
  });
});
