import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ballScene, redisPath, TestFarm, until } from './farm.fixture.ts';

export interface LongRun {
  readonly frames: number;
  readonly killedAt: number;
  /** The first frame that is drawn. */
  readonly drawnFrom: number;
  readonly guides: number;
}

/** A long run whose worker is killed goes on from its last checkpoint, and the film has the same bytes. */
export function farmGoesOn({ frames, killedAt, drawnFrom, guides }: LongRun): void {
  const path = redisPath();
  describe.skipIf(!path)(`a worker that is killed at frame ${killedAt} of ${frames}`, () => {
    const farm = new TestFarm(path ?? '');
    beforeAll(async () => {
      farm.write('ball.json', ballScene(guides, 100));
      await farm.start();
    });
    afterAll(() => farm.close());

    it('goes on from its last checkpoint, and the film has the same bytes', async () => {
      const order = ['farm', 'submit', 'ball.json', '--frames', `${drawnFrom}-${frames}`, '--checkpoint', '16'];
      const film = ['--video', 'mp4', '--size', '64x48', '--range', '40'];
      const killed = farm.worker('--jobs', '1');
      const { id } = farm.ask([...order, ...film, '-o', 'farm']) as { id: string };
      const { redis } = farm;
      const frame = await until('the frame', async () => {
        const [name] = await redis.keys(`pelage:*:${id}.*simulate`);
        const { done = 0 } = JSON.parse((name && (await redis.hget(name, 'progress'))) || '{}') as { done?: number };
        return done >= killedAt ? done : null;
      });
      await killed.end('SIGKILL');
      expect(frame).toBeLessThan(frames);
      farm.worker();
      expect(await farm.ended(id)).toBe('done');
      const log = farm.ask(['farm', 'logs', id]) as unknown as string[];
      const [, last] = /frames 1 to (\d+) were there already/.exec(log.join('\n'))!;
      expect(Number(last)).toBeGreaterThanOrEqual(killedAt - 16);
      expect(Number(last) % 16).toBe(0);
      const found = (where: string, answer: Record<string, unknown>): readonly Buffer[] => {
        const read = (name: string): Buffer => readFileSync(join(farm.folder, where, name));
        const table = JSON.parse(read(answer['table'] as string).toString()) as { variants: Record<string, string>[] };
        const [{ output, video }] = table.variants as [Record<string, string>];
        return [read(output!), read(video!)];
      };
      const through = farm.ask([...order, ...film, '-o', 'farm', '--wait']);
      const alone = farm.ask([...order, ...film, '-o', 'alone', '--threads', '1'], false);
      const [theirs, ours] = [found('farm', through), found('alone', alone)];
      expect(theirs.map((bytes, k) => bytes.equals(ours[k]!))).toEqual([true, true]);
    });
  });
}
