import { FOX_CLIPS } from '../../../src/body/fox/clips.ts';
import { HEAD_MOTIONS, type HeadMotionName } from '../../../src/body/head-motion.ts';
import { windParameters } from '../../../src/forces/wind.ts';
import { completeParameters } from '../../../src/numeric/parameters.ts';
import type { SceneBody } from '../../../src/scene/body-schema.ts';
import type { SceneEvent } from '../../../src/scene/events.ts';
import type { Scene } from '../../../src/scene/schema.ts';
import { glanceAt } from '../page/file-kinds.ts';
import type { NamedFile } from '../simulation/protocol.ts';
import type { Trial } from './timeline.tsx';

/** Something to try: what happens, at the step that comes next. */
export interface StudioTrial extends Trial {
  readonly event: SceneEvent;
}

type Motion = Extract<SceneEvent, { kind: 'motion' }>;
const motion = (name: HeadMotionName, more: Partial<Motion> = {}): Motion => ({
  kind: 'motion',
  step: 0,
  name,
  cycles: 2,
  ...more,
});

function head(name: HeadMotionName, title: string, more: Partial<Motion> = {}): StudioTrial {
  return { name, title, about: HEAD_MOTIONS[name].about, event: motion(name, more) };
}

function wind(name: string, title: string, about: string, speed: number): StudioTrial {
  const blowing = completeParameters(windParameters, { speed, direction: [1, 0.1, -0.3], gusts: 0.6 });
  return { name, title, about, event: { kind: 'wind', step: 0, wind: blowing } };
}

export const trials: readonly StudioTrial[] = [
  head('nod', 'Nod'),
  head('shake', 'Shake'),
  head('turn', 'Turn', { cycles: 1 }),
  head('tilt', 'Tilt', { cycles: 1 }),
  head('sway', 'Walk', { cycles: 3 }),
  head('bounce', 'Jog', { cycles: 6 }),
  {
    name: 'jump',
    title: 'Jump',
    about: 'jumps once',
    event: motion('bounce', { amplitude: 0.12, period: 0.7, cycles: 1 }),
  },
  wind('breeze', 'Breeze', 'a light wind from the side', 2.5),
  wind('storm', 'Storm', 'a strong and gusty wind from the side', 7),
  wind('calm', 'No wind', 'the air stands still', 0),
];

/** What the first body can do by itself: the animations of its file, or of the built-in animal. */
export function clipsOf({ bodies: [body] }: Pick<Scene, 'bodies'>, files: readonly NamedFile[]): readonly string[] {
  if (body?.shape.kind === 'fox') return FOX_CLIPS;
  if (body?.shape.kind !== 'mesh') return [];
  const last = body.shape.file.split(/[/\\]/).at(-1);
  const file = files.find(({ name }) => name === last);
  return file ? glanceAt(file).clips : [];
}

/** The scene with another animation of its first body. */
export function withClip({ bodies }: Pick<Scene, 'bodies'>, clip: string): Pick<Scene, 'bodies'> {
  const [body, ...others] = bodies;
  const shape = { ...body!.shape, animation: clip } as SceneBody['shape'];
  return { bodies: [{ ...body!, shape }, ...others] };
}
