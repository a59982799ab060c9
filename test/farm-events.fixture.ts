import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ballScene, redisPath, resultsIn, TestFarm } from './farm.fixture.ts';

export interface FarmSize {
  /** Values that are tried side by side. */
  readonly shots: number;
  readonly frames: number;
  readonly guides: number;
  readonly strands: number;
  readonly size: string;
}

/** A wedge with pictures on three workers, of which two are killed, and a Redis that is: as if nothing had been. */
export function farmSurvives({ shots, frames, guides, strands, size }: FarmSize): void {
  const path = redisPath();
  describe.skipIf(!path)(`a farm of three workers with a wedge of ${shots} shots of ${frames} frames`, () => {
    const farm = new TestFarm(path ?? '');
    const order = (place: string, ...args: string[]): string[] => [
      ...['farm', 'submit', 'ball.json', '-o', place, '--frames', String(frames), '--checkpoint', '2', '--range', '4'],
      ...['--fps', '1', ...args],
    ];
    const wedge = [
      '--render',
      '--size',
      size,
      '--wedge',
      `model.stiffness=${Array.from({ length: shots }, (_, k) => k + 1).join(',')}`,
    ];
    beforeAll(async () => {
      farm.write('ball.json', ballScene(guides, strands));
      await farm.start();
    });
    afterAll(() => farm.close());

    /** Runs that have a checkpoint and go on. */
    const runsBegun = (place: string): number => {
      const runs = join(place, '.farm/runs');
      if (!existsSync(runs)) return 0;
      const parts = readdirSync(runs).map((run) => readdirSync(join(runs, run)).join());
      return parts.filter((names) => names.includes('state-') && !names.includes('end-')).length;
    };
    const arePicturesThere = (place: string): boolean =>
      readdirSync(place, { recursive: true, encoding: 'utf8' }).some((name) => /frame-\d+\.png$/.test(name));

    it('has every frame once, whole, with the bytes of a single process; the log names what was retried', async () => {
      const place = join(farm.folder, 'farm');
      for (let k = 0; k < 3; k++) farm.worker();
      const { id } = farm.ask(order(place, ...wedge)) as { id: string };
      const simulating = await farm.killOneThat('simulate', (jobs) => runsBegun(place) >= jobs);
      await farm.restart();
      const drawing = await farm.killOneThat('draw', () => arePicturesThere(place));
      const state = await farm.ended(id);
      expect(state).toBe('done');

      const log = farm.ask(['farm', 'logs', id]) as unknown as string[];
      const retried = (kind: string, pid: number): boolean =>
        log.some((line) => line.includes(` ${kind} `) && line.includes(`-${pid} that had it no longer answers`));
      expect([retried('simulate', simulating), retried('draw', drawing)], log.join('\n')).toEqual([true, true]);
      // The simulation went on from its checkpoint.
      expect(log.some((line) => /simulate .*frames 1 to \d+ were there already/.test(line))).toBe(true);

      const alone = farm.ask(order('alone', ...wedge, '--threads', '1'), false);
      expect(alone['failed']).toBe(0);
      const found = resultsIn(place);
      const expected = resultsIn(join(farm.folder, 'alone'));
      expect([...found.keys()]).toEqual([...expected.keys()]);
      expect([...found].filter(([name, bytes]) => !bytes.equals(expected.get(name)!)).map(([name]) => name)).toEqual(
        [],
      );
      expect([...found.keys()].filter((name) => name.endsWith('.png')).length).toBe(shots * frames + 1);
    });

    it('finds what is there when it is asked for again', async () => {
      const place = join(farm.folder, 'farm');
      const { id } = farm.ask(order(place, ...wedge, '--wait')) as { id: string };
      const log = farm.ask(['farm', 'logs', id]) as unknown as string[];
      expect(log.filter((line) => line.includes('nothing is simulated')).length).toBe(shots);
      expect(log.filter((line) => / draw /.test(line))).toEqual([]);
    });

    it('a shot that cannot run fails by itself after its retries, with the sentence of the single command', async () => {
      const lists = ['--wedge', 'model.stiffness=1,-1', '--retries', '1'];
      const place = join(farm.folder, 'poisoned');
      const { id, failed } = farm.ask(order(place, ...lists, '--wait')) as { id: string; failed: number };
      expect(failed).toBe(1);
      const single = farm.ask(
        ['simulate', 'ball.json', ...lists.slice(0, 2), '--fps', '1', '--frames', '1', '-o', 'single'],
        false,
      );
      const { variants } = single as { variants: { failure?: string }[] };
      const status = farm.ask(['farm', 'status', id]) as { failed: { shot: number; failure: string }[] };
      expect(status.failed).toEqual([{ shot: 1, failure: variants[1]!.failure }]);
      const log = farm.ask(['farm', 'logs', id]) as unknown as string[];
      expect(
        log.filter((line) => line.includes(`failed: ${variants[1]!.failure}`) && / simulate /.test(line)).length,
      ).toBe(3);
    });

    it('SIGTERM ends a worker, which gives back what it has begun', async () => {
      const codes = await Promise.all(farm.workers.splice(0).map((worker) => worker.end('SIGTERM')));
      expect(codes).toEqual([0, 0, 0]);
    });
  });
}
