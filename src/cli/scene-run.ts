import { animationTime } from '../scene/film-time.ts';
import type { SceneInstance } from '../scene/instance.ts';
import type { Scene } from '../scene/schema.ts';
import { InputError } from '../strands/input-error.ts';
import { AnimationOutput } from './animation-output.ts';
import type { Context } from './context.ts';
import type { SimulatedFrame } from './frames.ts';
import { type FilmForm, filmMoments } from './render/painter.ts';
import { CHECKPOINT_FRAMES } from './run-checkpoint.ts';
import { openRun, type PoolOptions } from './worker-pool.ts';

/** A run of a scene that goes to the disk. */
export interface SceneRunOrder extends PoolOptions {
  readonly scene: Scene;
  /** An animation file, or a folder. */
  readonly output: string;
  readonly frames: number;
  readonly fps: number;
  /** Writes all strands that are shown, and not the guides alone. */
  readonly isFull: boolean;
  readonly isAside?: boolean | undefined;
  /** Refuses to begin anew. */
  readonly isResumed?: boolean | undefined;
  /** Moments between the frames that pictures want, too. */
  readonly shutter?: Pick<FilmForm, 'spp' | 'shutter'> | undefined;
}

/** All moments of a run, rising. */
export function momentsOf({
  scene,
  frames,
  fps,
  shutter,
}: Pick<SceneRunOrder, 'scene' | 'frames' | 'fps' | 'shutter'>): number[] {
  const momentOf = (time: number): number => animationTime(scene, time);
  return filmMoments({ from: 1, to: frames }, { spp: 1, shutter: 0, ...shutter, fps, momentOf });
}

/** Who looks on. */
export interface RunWatch {
  frame?(frame: SimulatedFrame, time: number, instance: SceneInstance): void;
  /** Ends the run after this frame. */
  isInterrupted?(): boolean;
}

export interface FinishedRun {
  readonly animation: AnimationOutput;
  readonly instance: SceneInstance;
  /** Hash of the state after the last frame. */
  readonly state: string;
  readonly isCutShort: boolean;
  /** Frames that a run before had left. */
  readonly stored: number;
  /** Sentences. */
  readonly notes: readonly string[];
  /** Those of them that any run of the scene has. */
  readonly ownNotes: readonly string[];
}

function describeStored(stored: number, frames: number): string[] {
  if (stored === 0) return [];
  return stored === frames
    ? ['nothing that hair depends on has changed since it was simulated: its frames were kept (--fresh simulates anew)']
    : [`went on after frame ${stored} of ${frames}, where a run before had been ended (--fresh simulates anew)`];
}

function howToGoOn({ ready }: SceneRunOrder, frames: number): string {
  const kept = CHECKPOINT_FRAMES * Math.floor(frames / CHECKPOINT_FRAMES);
  return ready && kept > 0
    ? `the same command with --resume goes on after frame ${kept}, to the same bytes as without a break`
    : 'the same command runs it anew, with the same bytes';
}

/** Simulates a scene, or finds what was simulated before, and writes the animation. */
export async function runScene(context: Context, order: SceneRunOrder, watch: RunWatch = {}): Promise<FinishedRun> {
  const { scene, output, frames, fps, isFull } = order;
  const times = momentsOf(order);
  const { spp } = order.shutter ?? { spp: 1 };
  const run = await openRun(scene, { ...order, times });
  const { instance } = run;
  try {
    if (order.isResumed && run.stored === 0)
      throw new InputError(
        'simulate/resume',
        `no run of ${scene.name} as it is now was ended after ${CHECKPOINT_FRAMES} frames or more with this many frames a second: leave out --resume, and it begins anew`,
      );
    const animation = new AnimationOutput(context, output, frames, instance, isFull);
    let moment = 0;
    let events: SimulatedFrame['events'] = [];
    for await (const one of run.frames()) {
      events = [...events, ...one.events];
      if (moment++ % spp > 0) continue;
      const time = times[moment - 1]!;
      const frame = { ...one, events };
      events = [];
      animation.add(frame, time, animation.frames / fps);
      watch.frame?.(frame, time, instance);
      if (watch.isInterrupted?.()) break;
    }
    const state = await run.state();
    animation.finish();
    const isCutShort = animation.frames < frames;
    const ownNotes = [...instance.notes, ...animation.notes()];
    const stored = Math.floor(run.stored / spp);
    return {
      ...{ animation, instance, state, isCutShort, stored, ownNotes },
      notes: [
        ...describeStored(stored, frames),
        ...ownNotes,
        ...(isCutShort
          ? [
              `interrupted: frames 1 to ${animation.frames} of ${frames} are whole and kept in ${output}; ${howToGoOn(order, animation.frames)}`,
            ]
          : []),
      ],
    };
  } finally {
    await run.end();
  }
}
