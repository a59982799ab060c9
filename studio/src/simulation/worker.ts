import {
  exampleScene,
  prepareStage,
  readScene,
  type Scene,
  type Stage,
  sceneFromHair,
} from '../../../src/scene/index.ts';
import { InputError } from '../../../src/strands/input-error.ts';
import { strandCount } from '../../../src/strands/strands.ts';
import { makePlayback, type Playback } from './playback.ts';
import type { FromWorker, NamedFile, Source, StageRequest, StageSummary, ToWorker } from './protocol.ts';

/** The simulation beside the page: makes one stage and plays it. A new stage gets a new worker. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
}
const scope = self as unknown as WorkerScope;

/**
 * Strands that are shown where the address does not say. All of them follow the guides in this worker, in every frame:
 * 20,000 of 64 points take a third of a second (measured on two shared cores), too long to look at.
 */
const MOST_STRANDS = 8000;

let playback: Playback | null = null;

/** A scene file says what belongs together; without one, the first file is the hair. */
function sceneOf(files: readonly NamedFile[]): Scene {
  const scene = files.find((file) => file.name.toLowerCase().endsWith('.json'));
  return scene ? readScene(new TextDecoder().decode(scene.bytes), scene.name) : sceneFromHair(files[0]!.name);
}

/** Scenes name files beside them, in folders that a drop does not tell: the last part of the path decides. */
function fileReader(files: readonly NamedFile[]): (name: string) => Uint8Array {
  return (name) => {
    const last = name.split(/[/\\]/).at(-1);
    const file = files.find((candidate) => candidate.name === last);
    if (file) return file.bytes;
    throw new InputError('scene/file', `The scene needs the file ${name}: open both together.`);
  };
}

function nameOf(source: Source): string {
  return source.kind === 'example' ? source.name : source.files.map((file) => file.name).join(', ');
}

function summaryOf(stage: Stage, name: string): StageSummary {
  return {
    name,
    body: stage.body?.mesh ?? null,
    first: stage.hair.strands.first,
    positions: stage.hair.strands.positions,
    strands: strandCount(stage.hair.strands),
    guides: strandCount(stage.guides),
    points: stage.hair.strands.positions.length / 3,
    notes: stage.notes,
  };
}

function prepare({ source, strands, guides, playing, frame }: StageRequest): void {
  const files = source.kind === 'files' ? source.files : [];
  const scene = source.kind === 'example' ? exampleScene(source.name) : sceneOf(files);
  const stage = prepareStage(scene, {
    guides,
    strands: strands ?? Math.min(scene.strands, MOST_STRANDS),
    files: fileReader(files),
  });
  scope.postMessage({ type: 'ready', summary: summaryOf(stage, nameOf(source)) });
  playback = makePlayback(stage, {
    now: () => performance.now(),
    later: (action) => setTimeout(() => guarded(action), 0),
    show: (shown) => scope.postMessage({ type: 'frame', frame: shown }, [shown.positions.buffer]),
  });
  if (frame !== undefined) playback.simulate(frame);
  else if (playing) playback.play();
  else playback.refresh();
}

function answer(message: ToWorker): void {
  if (message.type === 'prepare') prepare(message.request);
  else if (message.type === 'shown') playback?.giveBack(message.positions);
  else playback?.[message.type]();
}

/** Nothing that goes wrong stays silent: the page is told in a sentence. */
function guarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    const sentence =
      error instanceof InputError
        ? error.message
        : `The simulation stopped: ${error instanceof Error ? error.message : String(error)}`;
    scope.postMessage({ type: 'failed', sentence });
  }
}

scope.onmessage = (event) => guarded(() => answer(event.data));
