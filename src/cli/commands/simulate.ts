import { models } from '../../models/index.ts';
import { adaptScene } from '../../scene/adapt.ts';
import { type Command, command } from '../command.ts';
import { UsageError } from '../errors.ts';
import { listFor } from '../extensions.ts';
import { prepareOutput } from '../frame-output.ts';
import { watchInterruption } from '../interruption.ts';
import { choice, flag, forGrooms, number, numberOr, requiredText, valueLists } from '../options.ts';
import type { Progress } from '../progress.ts';
import { cacheOption } from '../ready-folder.ts';
import { isHairFile, namedScene, SCENE_ABOUT, sceneOptions } from '../scene-argument.ts';
import { runScene } from '../scene-run.ts';
import { timeText } from '../table.ts';
import { runWedges } from '../wedges/run.ts';
import { poolSize } from '../worker-pool.ts';

export const simulate: Command = command({
  name: 'simulate',
  about:
    'Runs a scene and writes an animation, or each frame as a .hair file in metres. The same command gives the same bytes.',
  arguments: [{ name: 'SCENE', about: SCENE_ABOUT }],
  options: {
    output: requiredText({
      about: `an animation (${listFor('writeAnimation')}), or a folder for frame-0001.hair and so on; made where it is missing`,
      value: 'PLACE',
      short: 'o',
    }),
    frames: numberOr(240, { about: 'frames to write; the first is at time 0', min: 1, max: 1_000_000, isWhole: true }),
    fps: numberOr(30, { about: 'frames a second', min: 0.01, max: 100_000 }),
    strands: {
      ...choice(
        'write the guides alone, or all strands that the scene shows (full is another word for all)',
        'WHICH',
        ['guides', 'all', 'full'],
        undefined,
      ),
      fallbackText: 'guides; all of a hair file',
    },
    guides: forGrooms(
      number({ about: 'strands to simulate', min: 1, max: 100_000, isWhole: true, otherwise: "the scene's" }),
    ),
    seed: number({
      about: 'seed of everything random',
      min: 0,
      max: 4294967295,
      isWhole: true,
      otherwise: "the scene's",
    }),
    ...sceneOptions,
    model: forGrooms(
      choice(
        "how a strand moves, instead of the scene's model",
        'NAME',
        models.map(({ name }) => name),
        undefined,
      ),
    ),
    workers: number({
      about: 'threads; the result does not depend on it',
      min: 1,
      max: 256,
      isWhole: true,
      otherwise: 'as many as help',
    }),
    ...cacheOption,
    resume: flag('go on where a run of the same scene was ended; without it that is done too, or the run begins anew'),
    wedge: valueLists(
      'runs the scene with each of these values, and with every combination where it is given again: -o gets a folder of animations, a contact sheet and a table',
    ),
    'wedge-frame': number({
      about: 'the frame that the contact sheet shows, from 1',
      min: 1,
      max: 1_000_000,
      isWhole: true,
      otherwise: 'the last',
    }),
    'no-simd': flag('do without vector instructions: slower, the result is the same'),
  },
  example: 'npx pelage simulate head-shake --frames 240 -o out/',
  async run(invocation) {
    const {
      context,
      positionals: [name = ''],
      values,
      report,
      note,
      progress,
    } = invocation;
    const named = namedScene(context, name, values);
    const { guides, model, seed, frames, fps, output } = values;
    const scene = adaptScene(named.scene, { guides, model, seed });
    const order = {
      ...{ scene, output, frames, fps, folder: named.folder },
      isResumed: values.resume,
      isFull: (values.strands ?? (isHairFile(name) ? 'all' : 'guides')) !== 'guides',
      ready: values['no-cache'] ? undefined : context.ready,
      // Who asks for other kernels wants them to be used.
      runs: values.fresh || values['no-simd'] ? ('fresh' as const) : ('kept' as const),
      kernels: values['no-simd'] ? ('twin' as const) : ('simd' as const),
    };
    if (values.resume && (values.fresh || values['no-cache']))
      throw new UsageError(
        'usage/resume',
        '--resume goes on with what was kept; --fresh and --no-cache leave that alone',
      );
    const start = context.now();
    const elapsed = (): number => (context.now() - start) / 1000;
    const interruption = watchInterruption(context);
    if (Object.keys(values.wedge).length > 0) {
      const wedge = { ...order, name, lists: values.wedge, workers: values.workers, pictured: values['wedge-frame'] };
      report(await runWedges({ context, progress, note }, wedge, { isInterrupted: interruption.hasCome, elapsed }));
      return;
    }
    prepareOutput(context, output);
    progress('Preparing', 1).update(0, scene.name);
    const workers = poolSize(scene, values.workers);
    // The first frame is the start: it takes no time and says nothing about the others.
    let bar: Progress | null = null;
    let shown = 0;
    const { animation, state, isCutShort, notes } = await runScene(
      context,
      { ...order, workers },
      {
        frame: () => {
          bar ??= progress('Simulating', frames - 1);
          shown++;
          bar.update(shown - 1, `frame ${shown} of ${frames}`);
        },
        isInterrupted: interruption.hasCome,
      },
    );
    for (const sentence of [...named.notes, ...notes]) note(sentence);
    report({
      json: {
        scene: scene.name,
        ...{ output, fps, workers },
        ...animation.summary(),
        ...{ state, elapsed: elapsed(), notes: [...named.notes, ...notes] },
      },
      text: `${animation.text()} It took ${timeText(elapsed())}.`,
      isFailure: isCutShort,
    });
  },
});
