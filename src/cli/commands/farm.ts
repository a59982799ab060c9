import { existsSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { adaptScene } from '../../scene/adapt.ts';
import { type Command, command, type Invocation } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { type RedisAddress, redisAddress } from '../farm/address.ts';
import type { FarmPictures } from '../farm/document.ts';
import type { Link } from '../farm/link.ts';
import { makeSubmission } from '../farm/submission.ts';
import type { FarmTable } from '../farm/table-job.ts';
import { watchInterruption } from '../interruption.ts';
import {
  choice,
  flag,
  forGrooms,
  number,
  numberOr,
  type Option,
  type Options,
  requiredText,
  text,
  valueLists,
} from '../options.ts';
import type { Progress } from '../progress.ts';
import { type FrameRange, rangeOption, sizeOption } from '../render/size.ts';
import { isHairFile, namedScene, SCENE_ABOUT, sceneOptions } from '../scene-argument.ts';
import { counted, timeText } from '../table.ts';

/** `pelage farm …`: shots on a queue. What speaks to Redis is loaded where there is an address. */

export const redisOption: { readonly redis: Option<string | undefined> } = {
  redis: text({
    about: 'address of Redis, where it holds no password; else PELAGE_REDIS in the environment',
    value: 'URL',
  }),
};

export const tagsOption = (about: string): Option<readonly string[]> => ({
  about,
  value: 'TAG,…',
  fallback: [],
  read: (given, name) => {
    const tags = given.split(',').map((tag) => tag.trim());
    if (!tags.every((tag) => /^[\w-]{1,32}$/.test(tag)))
      throw new UsageError('usage/tags', `${name} takes words of letters, digits and -, such as gpu, not "${given}"`);
    return tags;
  },
});

/** Opens the way to Redis. */
export async function linked(address: RedisAddress | null): Promise<Link> {
  if (!address)
    throw new UsageError(
      'usage/redis',
      'There is no farm to ask: set PELAGE_REDIS to the address of its Redis, such as redis://HOST:6379 (without one, pelage farm submit does all jobs on this machine, and is done when it ends)',
    );
  const { openLink } = await import('../farm/link.ts');
  return openLink(address);
}

const frameCount = number({
  about: 'frames to make, of pictures the last of them as A-B says',
  min: 1,
  max: 1_000_000,
  isWhole: true,
});

/** N, or A-B. */
const framesOption: Option<FrameRange> = {
  about: 'frames: simulated from 1 to B, drawn from A to B; B alone means 1-B',
  value: 'A-B',
  fallbackText: '1-240',
  fallback: { from: 1, to: 240 },
  read: (given, name) =>
    given.includes('-') ? rangeOption.read(given, name)! : { from: 1, to: frameCount.read(given, name)! },
};

export const farmSubmit: Command = command({
  name: 'farm submit',
  about: 'Puts a shot or a wedge on a farm: simulated, drawn, encoded and laid side by side by all of its workers.',
  arguments: [{ name: 'SHOT', about: SCENE_ABOUT }],
  options: {
    output: requiredText({
      about: 'where results go: a folder that all machines see, or s3://BUCKET/FOLDER',
      value: 'PLACE',
      short: 'o',
    }),
    frames: framesOption,
    fps: numberOr(30, { about: 'frames a second', min: 0.01, max: 1000 }),
    wedge: valueLists('submits the shot with each of these values, and with every combination where it is given again'),
    'wedge-frame': number({
      about: 'the frame that the contact sheet shows, from 1',
      min: 1,
      max: 1_000_000,
      isWhole: true,
      otherwise: 'the last',
    }),
    render: flag('draws all frames, too'),
    video: {
      ...choice('encodes them, too; implies --render', 'KIND', ['mp4', 'webm'], undefined),
      fallbackText: 'pictures alone',
    },
    size: sizeOption({ width: 1280, height: 720 }),
    spp: numberOr(1, { about: 'sub-frames a picture', min: 1, max: 4096, isWhole: true }),
    shutter: numberOr(0.5, { about: 'how long the shutter is open, as a fraction of a frame', min: 0, max: 1 }),
    range: numberOr(8, { about: 'frames that are drawn by one job', min: 1, max: 10_000, isWhole: true }),
    checkpoint: numberOr(16, {
      about: 'frames between two checkpoints, which are also handed on to be drawn together',
      min: 1,
      max: 10_000,
      isWhole: true,
    }),
    strands: {
      ...choice('write the guides alone, or all strands', 'WHICH', ['guides', 'all'], undefined),
      fallbackText: 'guides; all of a hair file',
    },
    guides: forGrooms(
      number({ about: 'strands to simulate', min: 1, max: 100_000, isWhole: true, otherwise: "the scene's" }),
    ),
    ...sceneOptions,
    tags: tagsOption('what a worker must have to do any of its jobs'),
    'draw-tags': tagsOption('what a worker must have, too, to draw'),
    retries: numberOr(2, { about: 'how often a job that failed is tried again', min: 0, max: 100, isWhole: true }),
    fresh: flag('makes everything anew, though it is there already'),
    wait: flag('waits until it is done, and shows how long that takes'),
    threads: number({
      about: 'without a farm: threads on this machine',
      min: 1,
      max: 256,
      isWhole: true,
      otherwise: 'as many as help',
    }),
    ...redisOption,
  },
  example: 'npx pelage farm submit sh010.json --frames 1-240 --render -o /mnt/shots --wait',
  async run(invocation) {
    const { context, positionals, values, report, note, progress } = invocation;
    const [name = ''] = positionals;
    const address = redisAddress(values.redis, process.env);
    const named = namedScene(context, name, values);
    const { frames, size, spp, shutter, range, guides } = values;
    const video: FarmPictures['video'] = values.video ? `.${values.video}` : null;
    const pictures: FarmPictures = { ...size, spp, shutter, from: frames.from, range, video };
    const request = {
      named: { ...named, scene: adaptScene(named.scene, { guides }) },
      name,
      where: placeName(context, values.output),
      lists: values.wedge,
      isFresh: values.fresh,
      frames: frames.to,
      fps: values.fps,
      every: values.checkpoint,
      isFull: (values.strands ?? (isHairFile(name) ? 'all' : 'guides')) === 'all',
      pictured: values['wedge-frame'] ?? null,
      pictures: values.render || video ? pictures : null,
    };
    for (const sentence of named.notes) note(sentence);
    const start = context.now();
    const elapsed = (): number => (context.now() - start) / 1000;
    if (!address) {
      const submission = await makeSubmission(context, request);
      const { runHere } = await import('../farm/here.ts');
      let bar: Progress | null = null;
      const interruption = watchInterruption(context);
      const table = await runHere(context, submission, values.threads, {
        frames: (done, total, what) => {
          bar ??= progress('Working', total);
          bar.update(done, what);
        },
        note,
        isInterrupted: interruption.hasCome,
      });
      report(ended(submission.id, submission.where, table, elapsed()));
      return;
    }
    const link = await linked(address);
    try {
      const submission = await makeSubmission(context, request);
      const { submitFlow } = await import('../farm/flow.ts');
      const record = await submitFlow(link, submission, {
        tags: values.tags,
        drawTags: values['draw-tags'],
        retries: values.retries,
        submitted: Date.now(),
      });
      const { id, where, shots } = record;
      if (values.wait) {
        const { waitFor } = await import('../farm/wait.ts');
        const table = await waitFor(invocation as unknown as Invocation<Options>, link, record);
        report(ended(id, where, table, elapsed()));
      } else
        report({
          json: { id, where, shots, frames: record.frames, pictures: record.pictures },
          text: `${id}\n${counted(shots, 'shot')} queued at ${link.shown}; results go to ${where}. How far it is says: pelage farm status ${id}`,
        });
    } finally {
      await link.close();
    }
  },
});

/** A folder has its full name, because a worker stands elsewhere. */
function placeName(context: Context, output: string): string {
  if (/^s3:\/\//i.test(output)) return output;
  if (extname(output) !== '' && !existsSync(resolve(context.cwd, output)))
    throw new UsageError(
      'usage/output',
      `-o takes a folder or s3://BUCKET/FOLDER for all results, not the file "${output}"`,
    );
  return resolve(context.cwd, output);
}

function ended(
  id: string,
  where: string,
  table: FarmTable,
  elapsed: number,
): Parameters<Invocation<Options>['report']>[0] {
  const { shots, failed, contactSheet } = table;
  const at = (file: string): string => (where.startsWith('s3:') ? `${where}/${file}` : join(where, file));
  return {
    json: { id, where, ...table, elapsed },
    text: [
      `${counted(shots - failed, 'shot')} done${failed > 0 ? `, ${failed} failed` : ''}: ${at(table.table)} says where everything is`,
      contactSheet ? `, ${at(contactSheet)} shows them side by side` : '',
      `. It took ${timeText(elapsed)}.`,
    ].join(''),
    isFailure: failed > 0,
  };
}

export const farmWorker: Command = command({
  name: 'farm worker',
  about: 'Does the jobs of a farm until it is told to stop (Ctrl+C, SIGTERM): it then gives back what it has begun.',
  arguments: [],
  options: {
    threads: number({
      about: 'threads that simulate',
      min: 1,
      max: 256,
      isWhole: true,
      otherwise: 'as many as help',
    }),
    tags: tagsOption('what this machine has, such as gpu: jobs that ask for anything else are left to others'),
    'lost-after': numberOr(30, {
      about: 'seconds after which a job is taken from a worker that no longer answers',
      min: 1,
      max: 3600,
    }),
    jobs: number({ about: 'ends after so many jobs', min: 1, max: 1_000_000, isWhole: true, otherwise: 'goes on' }),
    ...redisOption,
  },
  example: 'npx pelage farm worker --redis redis://farm:6379 --threads 8 --tags gpu',
  async run({ context, values, report, line }) {
    const link = await linked(redisAddress(values.redis, process.env));
    try {
      const { work } = await import('../farm/work.ts');
      const { buildName } = await import('../farm/document.ts');
      const interruption = watchInterruption(context);
      line(`Pelage ${buildName()} works for the farm at ${link.shown} (Ctrl+C ends it).`);
      const jobs = await work(context, link, {
        ...{ threads: values.threads, tags: values.tags, lostAfter: values['lost-after'], most: values.jobs },
        ...{ isStopped: interruption.hasCome, line },
      });
      report({ json: { jobs }, text: `${counted(jobs, 'job')} done.` });
    } finally {
      await link.close();
    }
  },
});
