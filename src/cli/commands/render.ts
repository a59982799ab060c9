import { type Adaptation, adaptScene } from '../../scene/adapt.ts';
import { animationTime } from '../../scene/film-time.ts';
import { loadScene } from '../../scene/instance.ts';
import type { Scene } from '../../scene/schema.ts';
import { type Command, command } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { listFor } from '../extensions.ts';
import { choice, forGrooms, number, numberOr, requiredText, text } from '../options.ts';
import { packageRoot } from '../package-root.ts';
import { cacheOption } from '../ready-folder.ts';
import { openGpu } from '../render/gpu.ts';
import { storedAnimation } from '../render/hair-animation.ts';
import { openSink, outputKind } from '../render/output.ts';
import { drawFilm, Painter } from '../render/painter.ts';
import { type AnimationLook, animationIn, animationSource, sceneSource } from '../render/picture-source.ts';
import { type FrameRange, rangeOption, sizeOption } from '../render/size.ts';
import {
  ALL_STRANDS,
  folderReader,
  type NamedScene,
  namedScene,
  SCENE_ABOUT,
  type SceneOptions,
  sceneOptions,
} from '../scene-argument.ts';
import { counted, timeText } from '../table.ts';

/** Frames of a video where none are asked for: eight seconds at 30 frames a second. */
const VIDEO_FRAMES = 240;

export const render: Command = command({
  name: 'render',
  about: 'Draws pictures and videos of a scene, a groom or simulated frames.',
  arguments: [
    {
      name: 'SCENE',
      about: `${SCENE_ABOUT}; an animation (${listFor('openAnimation')}) or a folder that pelage simulate has written`,
    },
  ],
  options: {
    output: requiredText({
      about: 'a picture (.png), a video (.mp4 .webm) or a folder for frame-0001.png and so on',
      value: 'PATH',
      short: 'o',
    }),
    size: sizeOption({ width: 1280, height: 720 }),
    frame: number({
      about: 'the frame to draw, from 1; the first shows the hair as groomed',
      min: 1,
      max: 1_000_000,
      isWhole: true,
      otherwise: '1',
    }),
    frames: rangeOption,
    fps: numberOr(30, { about: 'frames a second', min: 0.01, max: 1000 }),
    spp: numberOr(1, {
      about: 'sub-frames a picture: smoother edges, and motion blur where things move',
      min: 1,
      max: 4096,
      isWhole: true,
    }),
    shutter: numberOr(0.5, { about: 'how long the shutter is open, as a fraction of a frame', min: 0, max: 1 }),
    fstop: number({
      about: "depth of field: the lens's f-number, 1.4 blurs much and 16 little; more --spp makes it smoother",
      min: 0.1,
      max: 1000,
      otherwise: "the scene's",
    }),
    focus: number({ about: 'distance from the eye that is sharp, m', min: 0.001, max: 1e4, otherwise: "the scene's" }),
    strands: forGrooms(
      number({
        about: 'strands to draw',
        min: 0,
        max: ALL_STRANDS,
        most: 'all',
        isWhole: true,
        otherwise: "the scene's; all of a hair file",
      }),
    ),
    guides: forGrooms(
      number({ about: 'strands to simulate', min: 1, max: 100_000, isWhole: true, otherwise: "the scene's" }),
    ),
    scene: text({
      about: 'for simulated frames: the scene whose body, look, camera and lights to use',
      value: 'SCENE',
    }),
    look: {
      ...choice(
        'draw hair from a file in the colour and thickness that the file has, or as the scene says',
        'WHOSE',
        ['own', 'scene'],
        undefined,
      ),
      fallbackText: 'own for hair files and animations alone; in a scene what it says',
    },
    ...sceneOptions,
    ...cacheOption,
  },
  example: 'npx pelage render long-wavy -o hair.png --size 1280x720 --spp 8',
  async run({ context, positionals: [name = ''], values, report, note, progress }) {
    const asked = rangeOf(values.output, values.frame, values.frames);
    const start = context.now();
    const stored = storedAnimation(context, name, values.fps, { unit: values.unit });
    const range = asked ?? { from: 1, to: stored ? animationFrames(stored.animation.times, values.fps) : VIDEO_FRAMES };
    const named = stored ? animationScene(context, name, values) : namedScene(context, name, values);
    const scene = adapted(named.scene, values);
    const bar = progress('Drawing', (range.to - range.from + 1) * values.spp);
    bar.update(0, scene.name);
    const gpu = await (context.gpu?.() ?? openGpu(packageRoot()));
    const ready = values['no-cache'] ? undefined : context.ready;
    // Frames without a scene have no body, and their hair is there already.
    const instance =
      stored && values.scene === undefined
        ? null
        : await loadScene(scene, { files: folderReader(named.folder), cache: ready });
    const source = stored
      ? animationSource(name, stored.animation, animationIn(scene, instance), ownAnimationLook(scene, values))
      : sceneSource(instance!, { folder: named.folder, ready, runs: values.fresh ? 'fresh' : 'kept' });
    const sink = openSink(context, values.output, values.size, values.fps, range.to);
    const painter = new Painter(gpu.device, scene, source, values.size);
    try {
      const { fps, spp, shutter } = values;
      const momentOf = stored ? undefined : (time: number) => animationTime(scene, time);
      await drawFilm(
        painter,
        source,
        { ...{ range, fps, spp, shutter, momentOf }, seed: scene.seed },
        (rgba, frame) => sink.add(rgba, frame),
        { subFrame: (done, frame) => bar.update(done, `frame ${frame} of ${range.to}`) },
      );
      await sink.end();
    } catch (error) {
      sink.abandon();
      throw error;
    } finally {
      bar.end();
      painter.destroy();
      stored?.close();
      gpu.close();
    }
    const notes = [
      ...named.notes,
      ...(stored?.notes ?? []),
      ...(instance?.notes ?? []),
      ...(source.notes ?? []),
      ...sink.notes,
    ];
    for (const sentence of notes) note(sentence);
    const elapsed = (context.now() - start) / 1000;
    const pictures = range.to - range.from + 1;
    const { width, height } = values.size;
    report({
      json: {
        scene: stored ? name : scene.name,
        output: sink.place,
        pictures,
        ...{ width, height, spp: values.spp, strands: source.strands, adapter: gpu.name, elapsed, notes },
      },
      text: `Wrote ${sink.place}: ${counted(pictures, 'picture')} of ${width} x ${height} pixels with ${counted(source.strands, 'strand')}, drawn by ${gpu.name} in ${timeText(elapsed)}.`,
    });
  },
});

/** Lends its camera and lights to frames that come without a scene. */
const DEFAULT_SCENE = 'long-straight';

/** The scene that an animation is drawn in. */
function animationScene(context: Context, animation: string, values: SceneOptions & { scene?: string }): NamedScene {
  const { scene, body, 'body-unit': unit, set } = values;
  if (scene !== undefined) return namedScene(context, scene, { body, 'body-unit': unit, set });
  if (body !== undefined)
    throw new UsageError(
      'usage/body',
      `${animation} is an animation, whose body moved as its scene says: name the scene, or the hair file, that was simulated with --scene`,
    );
  const note =
    'no body: an animation is hair alone; --scene SCENE gives it the body, look, camera and lights of its scene';
  return { ...namedScene(context, DEFAULT_SCENE, { set }), notes: [note] };
}

/** Alone, an animation is drawn in its own colours; with a scene as that says. */
function ownAnimationLook({ grooms }: Scene, values: RenderValues & { scene?: string }): AnimationLook | null {
  const whose = values.look ?? (values.scene === undefined ? 'own' : 'scene');
  return whose === 'own' ? (g) => (grooms[g] ?? grooms[0]!).look : null;
}

/** null: as many as there are. */
function rangeOf(output: string, frame: number | undefined, frames: FrameRange | undefined): FrameRange | null {
  if (frame !== undefined && frames) throw new UsageError('usage/frames', 'Either --frame or --frames, not both');
  const kind = outputKind(output);
  if (kind === 'still') {
    if (frames && frames.to > frames.from)
      throw new UsageError('usage/frames', `${output} holds one picture; give a folder or a video for several frames`);
    const one = frame ?? frames?.from ?? 1;
    return { from: one, to: one };
  }
  if (frame !== undefined) return { from: frame, to: frame };
  return frames ?? null;
}

/** Pictures that an animation of such times fills. */
const animationFrames = (times: Float64Array, fps: number): number =>
  Math.floor((times[times.length - 1]! - times[0]!) * fps + 1e-6) + 1;

function adapted(scene: Scene, values: RenderValues): Scene {
  const { strands, guides, look, fstop = scene.camera.fstop, focus = scene.camera.focus } = values;
  const camera = { ...scene.camera, fstop, ...(focus === undefined ? {} : { focus }) };
  return { ...adaptScene(scene, { strands, guides, look }), camera };
}

interface RenderValues extends Pick<Adaptation, 'strands' | 'guides' | 'look'> {
  readonly fstop?: number;
  readonly focus?: number;
}
