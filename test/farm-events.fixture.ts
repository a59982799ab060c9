import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ballScene, type RunningWorker, redisPath, resultsIn, TestFarm, until } from './farm.fixture.ts';

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
      ...['farm', 'submit', 'ball.json', '-o', place, '--frames', String(frames), '--checkpoint', '4', '--range', '4'],
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

    const busy = (what: RegExp, isThere: () => boolean): Promise<RunningWorker> =>
      until(`a worker that does ${what}`, () =>
        isThere() ? farm.workers.find((worker) => worker.doesNow(what)) : null,
      );
    const replace = (killed: RunningWorker): void => {
      farm.workers.splice(farm.workers.indexOf(killed), 1);
      farm.worker();
    };
    const has = (folder: string, part: RegExp): boolean =>
      existsSync(folder) && readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => part.test(name));

    it('has every frame once, whole, with the bytes of a single process; the log names what was retried', async () => {
      const place = join(farm.folder, 'farm');
      for (let k = 0; k < 3; k++) farm.worker();
      const { id } = farm.ask(order(place, ...wedge)) as { id: string };
      const simulating = await busy(/simulate .*begun$/, () => has(join(place, '.farm/runs'), /state-/));
      await simulating.end('SIGKILL');
      replace(simulating);
      await farm.restart();
      const drawing = await busy(/draw .*begun$/, () => has(place, /frame-\d+\.png$/));
      await drawing.end('SIGKILL');
      replace(drawing);
      const state = await farm.ended(id);
      expect(state).toBe('done');

      const log = farm.ask(['farm', 'logs', id]) as unknown as string[];
      const retried = (kind: string, pid: number): boolean =>
        log.some((line) => line.includes(` ${kind} `) && line.includes(`-${pid} that had it no longer answers`));
      expect([retried('simulate', simulating.pid), retried('draw', drawing.pid)]).toEqual([true, true]);
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
