import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadScene, type SceneInstance } from '../../scene/instance.ts';
import type { Context } from '../context.ts';
import { packageRoot } from '../package-root.ts';
import { type NodeGpu, openGpu } from '../render/gpu.ts';
import { Painter } from '../render/painter.ts';
import { framesSource, type PictureSource } from '../render/picture-source.ts';
import { folderReader } from '../scene-argument.ts';
import { openPlace, type Place } from './place.ts';
import { openShot, type Shot, type ShotOrder } from './shot.ts';

/** Who does jobs: what is kept from one to the next, so that only the first of a shot makes it ready. */

/** What a job tells, and whether it should end early. */
export interface JobWatch {
  /** A line of the log. */
  log(line: string): void | Promise<void>;
  /** How far it is. */
  progress(done: number, total: number): void;
  /** Gives the job back where it can be given back. */
  isStopped(): boolean;
}

/** The job was given back before it was done: nobody's fault. */
export class HandedBack extends Error {
  constructor() {
    super('the job was given back before it was done');
    this.name = 'HandedBack';
  }
}

/** A shot that is set up to be drawn. */
export interface Stage {
  readonly painter: Painter;
  readonly source: PictureSource;
  /** Which of the run's moments is at a time; filled by whoever draws. */
  readonly momentAt: Map<number, number>;
  /** Where lights looked after a frame that was drawn or passed over. */
  readonly lit: Map<number, Painter['lit']>;
}

export class Site {
  readonly context: Context;
  /** Threads that a job may use; absent: as many as help. */
  readonly threads: number | undefined;
  readonly scratch: string = mkdtempSync(join(tmpdir(), 'pelage-farm-'));
  private readonly places = new Map<string, Promise<Place>>();
  private readonly shots = new Map<string, Promise<Shot>>();
  private gpuOpened: Promise<NodeGpu> | null = null;
  private ready: { readonly hash: string; readonly instance: Promise<SceneInstance> } | null = null;
  private stage: { readonly hash: string; readonly stage: Stage } | null = null;

  constructor(context: Context, threads?: number) {
    this.context = context;
    this.threads = threads;
  }

  gpu(): Promise<NodeGpu> {
    this.gpuOpened ??= this.context.gpu?.() ?? openGpu(packageRoot());
    return this.gpuOpened;
  }

  place(name: string): Promise<Place> {
    return remembered(this.places, name, () => openPlace(this.context, name));
  }

  shot(order: ShotOrder): Promise<Shot> {
    return remembered(this.shots, JSON.stringify(order), async () =>
      openShot(await this.place(order.where), order, this.scratch),
    );
  }

  /** The scene of a shot, made ready; the last one is kept. */
  instance({ scene, folder, pictureHash }: Shot): Promise<SceneInstance> {
    if (this.ready?.hash !== pictureHash) {
      const { ready } = this.context;
      this.ready = {
        hash: pictureHash,
        instance: loadScene(scene, { files: folderReader(folder), ...(ready ? { cache: ready } : {}) }),
      };
    }
    return this.ready.instance;
  }

  /** What draws a shot; the last one is kept. */
  async staged(shot: Shot): Promise<Stage> {
    if (this.stage?.hash === shot.pictureHash) return this.stage.stage;
    this.strike();
    const instance = await this.instance(shot);
    const { width, height } = shot.document.pictures!;
    const { device } = await this.gpu();
    const momentAt = new Map<number, number>();
    const run = shot.run();
    const source = framesSource(instance, (times) => run.moments(times.map((time) => momentAt.get(time)!)));
    const painter = new Painter(device, shot.scene, source, { width, height });
    this.stage = { hash: shot.pictureHash, stage: { painter, source, momentAt, lit: new Map() } };
    return this.stage.stage;
  }

  /** Ends what draws. */
  strike(): void {
    this.stage?.stage.painter.destroy();
    this.stage = null;
  }

  async close(): Promise<void> {
    this.strike();
    await this.gpuOpened?.then((gpu) => gpu.close()).catch(() => {});
    rmSync(this.scratch, { recursive: true, force: true });
  }
}

/** Shots of one wedge come one after the other: a few are kept. */
const REMEMBERED = 8;

function remembered<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key);
  if (found) return found;
  const made = make();
  known.set(key, made);
  // What has failed may work when it is tried again.
  made.catch(() => known.delete(key));
  for (const old of [...known.keys()].slice(0, -REMEMBERED)) known.delete(old);
  return made;
}
