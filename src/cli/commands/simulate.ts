import { models } from '../../models/index.ts';
import { adaptScene } from '../../scene/adapt.ts';
import { AnimationOutput } from '../animation-output.ts';
import { type Command, command } from '../command.ts';
import { listFor } from '../extensions.ts';
import { prepareOutput } from '../frame-output.ts';
import { watchInterruption } from '../interruption.ts';
import { choice, flag, forGrooms, number, numberOr, requiredText } from '../options.ts';
import { cacheOption } from '../ready-folder.ts';
import { isHairFile, namedScene, SCENE_ABOUT, sceneOptions } from '../scene-argument.ts';
import { timeText } from '../table.ts';
import { openRun, poolSize } from '../worker-pool.ts';

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
    'no-simd': flag('do without vector instructions: slower, the result is the same'),
  },
  example: 'npx pelage simulate head-shake --frames 240 -o out/',
  async run({ context, positionals: [name = ''], values, report, note, progress }) {
    const named = namedScene(context, name, values);
    const { guides, model, seed } = values;
    const scene = adaptScene(named.scene, { guides, model, seed });
    prepareOutput(context, values.output);
    const start = context.now();
    progress('Preparing', 1).update(0, scene.name);
    const ready = values['no-cache'] ? undefined : context.ready;
    const kernels = values['no-simd'] ? 'twin' : 'simd';
    const workers = poolSize(scene, values.workers);
    const run = await openRun(scene, { workers, folder: named.folder, ready, kernels });
    const { instance } = run;
    const animation = new AnimationOutput(
      context,
      values.output,
      values.frames,
      instance,
      (values.strands ?? (isHairFile(name) ? 'all' : 'guides')) !== 'guides',
    );
    const interruption = watchInterruption(context);
    const times = Array.from({ length: values.frames }, (_, k) => k / values.fps);
    // The first frame is the start: it takes no time and says nothing about the others.
    const bar = progress('Simulating', values.frames - 1);
    const state = await (async () => {
      try {
        for await (const frame of run.frames(times)) {
          animation.add(frame, times[animation.frames]!);
          bar.update(animation.frames - 1, `frame ${animation.frames} of ${values.frames}`);
          if (interruption.hasCome()) break;
        }
        return await run.state();
      } finally {
        await run.end();
      }
    })();
    bar.end();
    animation.finish();
    const isCutShort = animation.frames < values.frames;
    const notes = [
      ...named.notes,
      ...instance.notes,
      ...animation.notes(),
      ...(isCutShort
        ? [
            `interrupted: frames 1 to ${animation.frames} of ${values.frames} are whole and kept in ${values.output}; the same command runs it anew, with the same bytes`,
          ]
        : []),
    ];
    for (const sentence of notes) note(sentence);
    const elapsed = (context.now() - start) / 1000;
    report({
      json: {
        scene: scene.name,
        output: values.output,
        fps: values.fps,
        workers,
        ...animation.summary(),
        state,
        elapsed,
        notes,
      },
      text: `${animation.text()} It took ${timeText(elapsed)}.`,
      isFailure: isCutShort,
    });
  },
});
