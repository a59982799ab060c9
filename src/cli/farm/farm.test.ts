import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeContext, pelage, scratchFolder } from '../context.fixture.ts';
import { namedScene } from '../scene-argument.ts';
import { buildName, getDocument, putDocument, unpackFiles } from './document.ts';
import { openPlace } from './place.ts';
import { openShot } from './shot.ts';
import { simulateShot } from './simulate-job.ts';
import { HandedBack, Site } from './site.ts';
import { type FarmRequest, makeSubmission } from './submission.ts';

const BALL = {
  format: 'pelage-scene',
  version: 2,
  name: 'ball',
  bodies: [{ shape: { kind: 'sphere', radius: 0.1 }, motion: { kind: 'head', name: 'shake', start: 0 } }],
  grooms: [{ source: { kind: 'style', style: 'buzz' }, guides: 3, strands: 20 }],
};

function request(cwd: string, more: Partial<FarmRequest> = {}): FarmRequest {
  writeFileSync(join(cwd, 'ball.json'), JSON.stringify(BALL));
  const named = namedScene(fakeContext({ cwd }), 'ball.json');
  const form = { frames: 7, fps: 30, every: 2, isFull: false, pictured: null, pictures: null };
  return { named, name: 'ball.json', where: 'out', lists: {}, isFresh: false, ...form, ...more };
}

describe('a farm without a server', () => {
  it('makes the bytes that the single commands make, and finds them again', async () => {
    const cwd = scratchFolder();
    request(cwd);
    const small = ['--frames', '2-4', '--size', '24x16', '--spp', '2', '--range', '2', '--checkpoint', '3'];
    const first = await pelage(
      cwd,
      'farm',
      'submit',
      'ball.json',
      '-o',
      'out',
      ...small,
      '--render',
      '--threads',
      '1',
      '--json',
    );
    expect([first.code, first.json()['failed']]).toEqual([0, 0]);
    const names = readdirSync(join(cwd, 'out'));
    const of = (end: RegExp): string => names.find((name) => end.test(name))!;
    const bytes = (...path: string[]): Buffer => readFileSync(join(cwd, ...path));
    await pelage(cwd, 'render', 'ball.json', '-o', 'frames', '--frames', '2-4', '--size', '24x16', '--spp', '2');
    await pelage(cwd, 'simulate', 'ball.json', '-o', 'one.pelage', '--frames', '4', '--workers', '1');
    expect(bytes('out', of(/\.pelage$/)).equals(bytes('one.pelage'))).toBe(true);
    const pictures = of(/^ball-[0-9a-f]{16}$/);
    expect(readdirSync(join(cwd, 'out', pictures))).toEqual(['frame-0002.png', 'frame-0003.png', 'frame-0004.png']);
    for (const name of readdirSync(join(cwd, 'out', pictures)))
      expect(bytes('out', pictures, name).equals(bytes('frames', name))).toBe(true);
    const gpu = (): never => {
      throw new Error('nothing is drawn');
    };
    const { dispatch } = await import('../dispatch.ts');
    const again = ['farm', 'submit', 'ball.json', '-o', 'out', ...small, '--render', '--threads', '1'];
    expect(await dispatch(again, { ...fakeContext({ cwd, isInterrupted: false }), gpu })).toBe(0);
  });
});

describe('a simulation of a farm', () => {
  it('that is given back goes on at its last checkpoint, to the same bytes; a longer one goes on at its end', async () => {
    const cwd = scratchFolder();
    const context = fakeContext({ cwd, isInterrupted: false });
    const ends = async (where: string, frames: number, stopAfter?: number): Promise<[number, Buffer | null]> => {
      const { shots } = await makeSubmission(context, request(cwd, { where, frames }));
      const site = new Site(context, 1);
      let done = 0;
      const told: string[] = [];
      try {
        const { output } = await simulateShot(
          site,
          shots[0]!.order,
          {
            log: (line) => void told.push(line),
            progress: () => void done++,
            isStopped: () => stopAfter !== undefined && done >= stopAfter,
          },
          async () => {},
        );
        return [Number(/frames 1 to (\d+) were/.exec(told.join())?.[1] ?? 0), readFileSync(join(cwd, where, output))];
      } catch (error) {
        if (!(error instanceof HandedBack)) throw error;
        return [done, null];
      } finally {
        await site.close();
      }
    };
    const [, whole] = await ends('whole', 7);
    expect(await ends('broken', 7, 5)).toEqual([5, null]);
    const [found, bytes] = await ends('broken', 7);
    expect(found).toBe(4);
    expect(bytes!.equals(whole!)).toBe(true);
    expect((await ends('whole', 9))[0]).toBe(6);
    expect((await ends('whole', 9))[1]!.equals((await ends('nine', 9))[1]!)).toBe(true);
  });
});

describe('what comes from a queue', () => {
  it('is done by the same version only, which says so', async () => {
    const cwd = scratchFolder();
    const context = fakeContext({ cwd });
    const { shots } = await makeSubmission(context, request(cwd));
    const order = { ...shots[0]!.order, build: '9.9.9-00000000' };
    const place = await openPlace(context, 'out');
    await expect(openShot(place, order, scratchFolder())).rejects.toThrow(
      `this was submitted by Pelage 9.9.9-00000000, and this is Pelage ${buildName()}`,
    );
  });

  it('is checked: damage, paths that lead out, scenes and values that cannot be', async () => {
    const cwd = scratchFolder();
    const context = fakeContext({ cwd });
    const { shots, document } = await makeSubmission(context, request(cwd));
    const { order } = shots[0]!;
    const place = await openPlace(context, 'out');
    const open = async (changed: object): Promise<unknown> => {
      const hash = await putDocument(place, { ...document, ...changed } as typeof document);
      return openShot(place, { ...order, document: hash }, scratchFolder());
    };
    await expect(open({ files: { '../x.obj': order.document } })).rejects.toThrow(/lies outside of its folder/);
    const mesh = (file: string): object => ({ ...BALL, bodies: [{ shape: { kind: 'mesh', file } }] });
    for (const file of ['/etc/passwd', '../x.obj', 'a/../../x.obj', 'C:\\x.obj'])
      await expect(open({ scene: mesh(file) })).rejects.toThrow(/lies outside of its folder/);
    await expect(open({ scene: { ...BALL, grooms: 7 } })).rejects.toThrow(/grooms/);
    await expect(open({ more: 1 })).rejects.toThrow();
    const values = { 'model.stiffness': -1 };
    await expect(openShot(place, { ...order, values }, scratchFolder())).rejects.toThrow(/model.stiffness/);
    writeFileSync(join(cwd, 'out/.farm/files', order.document), '{}');
    await expect(getDocument(place, order.document)).rejects.toThrow(/is not what was submitted/);
    rmSync(join(cwd, 'out/.farm/files', order.document));
    await expect(getDocument(place, order.document)).rejects.toThrow(/is no longer in/);
  });

  it('brings its files with it, also those that lie above the shot', async () => {
    const cwd = scratchFolder();
    mkdirSync(join(cwd, 'meshes'));
    mkdirSync(join(cwd, 'shots'));
    writeFileSync(
      join(cwd, 'meshes/tetrahedron.obj'),
      'v 0 0 0\nv .1 0 0\nv 0 .1 0\nv 0 0 .1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
    );
    const scene = { ...BALL, bodies: [{ shape: { kind: 'mesh', file: '../meshes/tetrahedron.obj' } }] };
    writeFileSync(join(cwd, 'shots/one.json'), JSON.stringify(scene));
    const context = fakeContext({ cwd });
    const named = namedScene(context, 'shots/one.json');
    const { document, shots } = await makeSubmission(context, { ...request(cwd), named });
    expect(Object.keys(document.files)).toEqual(['meshes/tetrahedron.obj']);
    const scratch = scratchFolder();
    const shot = await openShot(await openPlace(context, 'out'), shots[0]!.order, scratch);
    expect(shot.scene.bodies[0]!.shape).toMatchObject({ file: 'meshes/tetrahedron.obj' });
    expect(shot.folder).toBe(await unpackFiles(shot.place, document, scratch));
    expect(readFileSync(join(shot.folder, 'meshes/tetrahedron.obj'), 'utf8')).toContain('v .1 0 0');
  });
});
