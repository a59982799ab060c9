import type { BuiltStrands } from '../../../src/models/store/built.ts';
import { adaptScene } from '../../../src/scene/adapt.ts';
import type { FileReader } from '../../../src/scene/body-files.ts';
import { readBodies, readScene, type Scene, type SceneOptions, sceneFromHair } from '../../../src/scene/index.ts';
import type { SceneParts } from '../../../src/scene/instance.ts';
import { type KeptWork, LiveScene } from '../../../src/scene/live.ts';
import { baseNameOf } from '../../../src/scene/shot.ts';
import { InputError } from '../../../src/strands/input-error.ts';
import { kindOfFile } from '../page/file-kinds.ts';
import { broughtScene } from './brought-scenes.ts';
import type { Edits } from './edits.ts';
import type { NamedFile, SceneRequest, Source } from './protocol.ts';
import { replay } from './replay.ts';
import { studioScene } from './start-scenes.ts';

/** Strands of files that are shown where the address does not say: the worker moves them, in every frame. */
const MOST_STRANDS = 8000;

/** What a scene that is worked on is made from, in every worker that has a part of its hair. */
export interface LiveSetup {
  readonly request: SceneRequest;
  /** Where the work was left. */
  readonly kept: KeptWork | null;
  /** What was made of the scene before. */
  readonly parts: SceneParts | null;
  readonly built: readonly (BuiltStrands | null)[] | null;
}

export const filesOf = (source: Source): readonly NamedFile[] => (source.kind === 'example' ? [] : source.files);

/** Scenes name files beside them, in folders that a drop does not tell: the last part of the path decides. */
export function fileReader(files: readonly NamedFile[]): (name: string) => Uint8Array {
  return (name) => {
    const last = name.split(/[/\\]/).at(-1);
    const file = files.find((candidate) => candidate.name === last);
    if (file) return file.bytes;
    throw new InputError('scene/file', `The scene needs the file ${name}: open both together.`);
  };
}

function sceneOf(source: Source): Scene {
  if (source.kind === 'example') return studioScene(source.name);
  if (source.kind === 'document') return source.scene;
  const texts = source.files
    .filter(({ name }) => name.toLowerCase().endsWith('.json'))
    .map(({ name, bytes }) => ({ name, text: new TextDecoder().decode(bytes) }));
  // A shot comes with its base, which may be a shot as well.
  const scene = texts.find(({ name }) => !texts.some(({ text }) => baseNameOf(text) === name)) ?? texts[0];
  if (scene) return readScene(scene.text, scene.name, fileReader(source.files));
  const hair = source.files.find((file) => kindOfFile(file) === 'hair') ?? source.files[0]!;
  return broughtScene(source.files, source.brought) ?? sceneFromHair(hair.name);
}

/** The scene that was asked for. What is simulated belongs to the document; how much of it is drawn does not. */
export function requestedScene({ source, guides }: SceneRequest): Scene {
  // How it came about is no matter of the simulation.
  const { history: _, ...scene } = sceneOf(source);
  return adaptScene(scene, { guides });
}

/** What was changed in panels before a file was saved. */
export const savedEdits = (source: Source): Edits | undefined => {
  const edits = source.kind === 'files' ? sceneOf(source).history?.edits : undefined;
  return edits && { done: edits as Edits['done'], undone: [] };
};

/** Strands that a scene shows. */
export const strandsOf = ({ grooms }: Scene): number => grooms.reduce((sum, { strands }) => sum + strands, 0);

/** Short hair is so many times cheaper to draw, and fewer of it would not cover a skin. */
const COAT_FACTOR = 8;

/** Most strands that are drawn where nobody says: what the page makes itself takes no time here. */
function mostDrawn(scene: Scene, drawn: number | undefined): number {
  const isCoat = scene.grooms.every(({ source }) => source.kind === 'coat');
  if (drawn !== undefined) return isCoat ? COAT_FACTOR * drawn : drawn;
  return scene.grooms.some(({ source }) => source.kind === 'file') ? MOST_STRANDS : strandsOf(scene);
}

/** How the scene is made for a page. */
export function requestedOptions({ source, strands, drawn, model }: SceneRequest, scene: Scene): SceneOptions {
  return {
    strands: strands ?? Math.min(strandsOf(scene), mostDrawn(scene, drawn)),
    ...(model === undefined ? {} : { model }),
    files: fileReader(filesOf(source)),
  };
}

/** Makes the scene and brings it to where it was left; `more` is what only one worker knows. */
export type MakeLive = (more: SceneOptions, progress: (fraction: number) => void) => LiveScene;

/** Reads what must be read before. */
export async function liveMaker(
  { request, kept, parts }: LiveSetup,
  files: FileReader = fileReader(filesOf(request.source)),
): Promise<MakeLive> {
  const { source } = request;
  const scene = requestedScene(request);
  const options = { ...requestedOptions(request, scene), files };
  const bodies = parts ? new Map() : await readBodies(scene, files);
  const { step, labels, done } = whereLeft(source, sceneOf(source));
  return (more, progress) => {
    const making = { ...options, ...more, bodies, ...(parts ? { made: parts } : {}) };
    const again = {
      ...making,
      step,
      ...(labels ? { labels } : {}),
      ...(done === undefined ? {} : { done }),
      progress,
    };
    return (kept && resumed(kept, scene, making)) ?? replay(scene, again);
  };
}

interface LeftAt {
  readonly step: number;
  readonly labels?: readonly string[] | undefined;
  readonly done?: number | undefined;
}

/** A file that was saved here opens as it was left; one without its history after the last that was done in it. */
function whereLeft(source: Source, { strokes, events, history }: Scene): LeftAt {
  if (source.kind === 'document') return source;
  if (source.kind !== 'files') return { step: 0 };
  if (history) return { step: history.step, labels: history.commands };
  const last = strokes.reduce((most, stroke) => Math.max(most, stroke.end + 1), 0);
  return { step: last === 0 ? 0 : events.reduce((most, { step }) => Math.max(most, step), last) };
}

/** Where the work was left; null where that cannot be taken over and must be played again. */
function resumed(kept: KeptWork, scene: Scene, options: SceneOptions): LiveScene | null {
  try {
    const { strokes, events } = kept.scene;
    const live = new LiveScene({ ...scene, strokes, events }, options);
    live.resume(kept);
    return live;
  } catch {
    return null;
  }
}
