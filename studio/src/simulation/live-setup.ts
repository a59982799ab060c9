import type { BuiltStrands } from '../../../src/models/store/built.ts';
import { adaptScene } from '../../../src/scene/adapt.ts';
import type { FileReader } from '../../../src/scene/body-files.ts';
import { readBodies, readScene, type Scene, type SceneOptions, sceneFromHair } from '../../../src/scene/index.ts';
import type { SceneParts } from '../../../src/scene/instance.ts';
import { type KeptWork, LiveScene } from '../../../src/scene/live.ts';
import { baseNameOf } from '../../../src/scene/shot.ts';
import { InputError } from '../../../src/strands/input-error.ts';
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
  return scene ? readScene(scene.text, scene.name, fileReader(source.files)) : sceneFromHair(source.files[0]!.name);
}

/** The scene that was asked for. What is simulated belongs to the document; how much of it is drawn does not. */
export const requestedScene = ({ source, guides }: SceneRequest): Scene => adaptScene(sceneOf(source), { guides });

/** Strands that a scene shows. */
export const strandsOf = ({ grooms }: Scene): number => grooms.reduce((sum, { strands }) => sum + strands, 0);

/** Most strands that are drawn where nobody says: what the page makes itself takes no time here. */
const mostDrawn = (scene: Scene): number =>
  scene.grooms.some(({ source }) => source.kind === 'file') ? MOST_STRANDS : strandsOf(scene);

/** How the scene is made for a page. */
export function requestedOptions({ source, strands, drawn, model }: SceneRequest, scene: Scene): SceneOptions {
  return {
    strands: strands ?? Math.min(strandsOf(scene), drawn ?? mostDrawn(scene)),
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
  const { step, labels } = source.kind === 'document' ? source : { step: lastStep(source, scene), labels: undefined };
  return (more, progress) => {
    const making = { ...options, ...more, bodies, ...(parts ? { made: parts } : {}) };
    const again = { ...making, step, ...(labels ? { labels } : {}), progress };
    return (kept && resumed(kept, scene, making)) ?? replay(scene, again);
  };
}

/** A file that was saved here opens as it was left: after the last of its strokes. */
function lastStep(source: Source, { strokes }: Scene): number {
  if (source.kind !== 'files') return 0;
  return strokes.reduce((last, stroke) => Math.max(last, stroke.end + 1), 0);
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
