import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseScene } from '../scene/read-scene.ts';
import { fakeContext } from './context.fixture.ts';
import { ReadyFolder } from './ready-folder.ts';
import { CHECKPOINT_FRAMES } from './run-checkpoint.ts';
import { type FinishedRun, runScene } from './scene-run.ts';
import { openRun } from './worker-pool.ts';

const FRAMES = 2 * CHECKPOINT_FRAMES + 4;
const ENDED = CHECKPOINT_FRAMES + 5;
const FPS = 50;
const scene = parseScene(
  {
    format: 'pelage-scene',
    version: 2,
    bodies: [{ shape: { kind: 'sphere', radius: 0.1 }, motion: { kind: 'head', name: 'shake', start: 0 } }],
    grooms: [{ source: { kind: 'style', style: 'buzz' }, guides: 3, strands: 10 }],
    contact: { hair: [{ kind: 'contact' }] },
  } as never,
  'shaken',
);
const folder = mkdtempSync(join(tmpdir(), 'pelage-'));
const context = fakeContext({ cwd: folder, isInterrupted: false });
const readyIn = (name: string): ReadyFolder => new ReadyFolder(join(folder, name, 'ready-1'));

const run = (output: string, cache: string, workers = 1, until = FRAMES + 1): Promise<FinishedRun> => {
  let frames = 0;
  const order = { scene, output, frames: FRAMES, fps: FPS, isFull: false, workers, folder, ready: readyIn(cache) };
  return runScene(context, order, { frame: () => void frames++, isInterrupted: () => frames >= until });
};
const bytes = (name: string): Buffer => readFileSync(join(folder, name));
let whole: FinishedRun;
beforeAll(async () => {
  whole = await run('whole.pelage', 'whole');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a run that was ended', () => {
  it.each([1, 2])('goes on in %i threads to the same bytes, figures and state', async (workers) => {
    const cache = `ended-${workers}`;
    const name = `${cache}.pelage`;
    const first = await run(name, cache, 1, ENDED);
    expect(first.isCutShort).toBe(true);
    expect(first.notes.join(' ')).toContain(`goes on after frame ${CHECKPOINT_FRAMES}`);
    const second = await run(name, cache, workers);
    expect(second.notes.join(' ')).toContain(`went on after frame ${CHECKPOINT_FRAMES} of ${FRAMES}`);
    expect(second.state).toBe(whole.state);
    expect(second.animation.summary()).toEqual(whole.animation.summary());
    expect(bytes(name).equals(bytes('whole.pelage'))).toBe(true);
    const left = readdirSync(readyIn(cache).runs).filter((file) => file.startsWith('.'));
    expect(left).toEqual([]);
  });

  it('goes on after a crash, too, which leaves no record but the checkpoint', async () => {
    const times = Array.from({ length: FRAMES }, (_, k) => k / FPS);
    const crashed = await openRun(scene, { workers: 1, folder, times, ready: readyIn('crash') });
    let frames = 0;
    for await (const _ of crashed.frames()) if (++frames === ENDED) break;
    const second = await run('crash.pelage', 'crash');
    expect(second.notes.join(' ')).toContain('went on after frame');
    expect(second.state).toBe(whole.state);
    expect(bytes('crash.pelage').equals(bytes('whole.pelage'))).toBe(true);
  });

  it('is not taken for a run of other times', async () => {
    await run('other.pelage', 'other', 1, ENDED);
    const times = Array.from({ length: FRAMES }, (_, k) => k / 25);
    const other = await openRun(scene, { workers: 1, folder, times, ready: readyIn('other') });
    expect(other.stored).toBe(0);
    await other.end();
  });
});
