import { writeHair } from '../../../src/formats/index.ts';
import { dressed } from '../../../src/scene/dressed.ts';
import { type ReadBodies, readBodies, readScene, type Scene, sceneFromHair } from '../../../src/scene/index.ts';
import { type KeptWork, LiveScene } from '../../../src/scene/live.ts';
import { LiveHair } from '../../../src/scene/live-hair.ts';
import { prepareStage, type StageOptions } from '../../../src/scene/stage.ts';
import { InputError } from '../../../src/strands/input-error.ts';
import { makeStrands, strandCount } from '../../../src/strands/strands.ts';
import { keepWork, keptWork } from './kept-work.ts';
import { makePlayback, type Playback, type PlayedScene } from './playback.ts';
import type {
  BodyShape,
  FromWorker,
  HandMessage,
  LiveState,
  NamedFile,
  Source,
  StageRequest,
  StageSummary,
  ToWorker,
} from './protocol.ts';
import { replay } from './replay.ts';
import { ShownHair } from './shown-hair.ts';
import { studioScene } from './start-scenes.ts';
import { StepClock } from './step-clock.ts';

/** The simulation beside the page: makes one scene and plays it. A new scene gets a new worker. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
}
const scope = self as unknown as WorkerScope;

/** Strands of a file that are shown where the address does not say: this worker moves them, in every frame. */
const MOST_STRANDS = 8000;
const REQUESTED_FRAME_RATE = 30;
/** Points of simulated strands that the page is told in every frame. */
const MOST_POINTS = 4000;

/** The scene that is worked on, and everything that belongs to it. */
interface Running {
  readonly live: LiveScene;
  readonly shown: ShownHair;
  readonly options: StageOptions;
  /** Strands that files get. */
  readonly strands: number;
  readonly playback: Playback;
}

let running: Running | null = null;

function sceneOf(source: Source): Scene {
  if (source.kind === 'example') return studioScene(source.name);
  if (source.kind === 'document') return source.scene;
  const scene = source.files.find((file) => file.name.toLowerCase().endsWith('.json'));
  return scene ? readScene(new TextDecoder().decode(scene.bytes), scene.name) : sceneFromHair(source.files[0]!.name);
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
  if (source.kind === 'example') return source.name;
  return source.kind === 'document' ? source.scene.name : source.files.map((file) => file.name).join(', ');
}

function summaryOf(live: LiveScene, shown: ShownHair, name: string, scene: Scene): StageSummary {
  const { stage } = live;
  const topology = shown.topology();
  const positions = new Float32Array(shown.size(topology));
  shown.write(topology, live.time, positions);
  return {
    name,
    scene,
    body: stage.body?.mesh ?? null,
    shown: topology,
    positions,
    strands: strandCount(stage.hair.strands),
    guides: strandCount(stage.guides),
    points: stage.hair.strands.positions.length / 3,
    notes: stage.notes,
  };
}

const played = (live: LiveScene, shown: ShownHair, clock: StepClock): PlayedScene => ({
  get parts() {
    return clock.times;
  },
  get time() {
    return live.time;
  },
  stepSize: live.stage.simulation.stepSize,
  get step() {
    return live.step;
  },
  get simulated() {
    return live.stage.simulation.ids.length;
  },
  get asleep() {
    return live.stage.simulation.sleeping;
  },
  get isAtRest() {
    return live.isAtRest;
  },
  get effect() {
    return live.effect;
  },
  advance: (steps) => live.advance(steps),
  bodyState: (time) => live.bodyState(time),
  ...(live.stage.body?.deformation ? { bodyShape: (time: number) => shapeOf(live, time) } : {}),
  topology: () => shown.topology(),
  size: (topology) => shown.size(topology),
  write: (topology, time, out) => shown.write(topology, time, out),
  points: (time) => somePoints(live, time),
});

function shapeOf({ stage }: LiveScene, time: number): BodyShape {
  const { positions, normals } = stage.bodyMesh(time)!;
  return { positions, normals };
}

/** Every so manieth point of the simulated strands. */
function somePoints({ stage: { simulation } }: LiveScene, time: number): Float32Array {
  const all = new Float32Array(3 * simulation.first[simulation.ids.length]!);
  simulation.positionsAt(time, all);
  const every = Math.max(1, Math.ceil(all.length / 3 / MOST_POINTS));
  if (every === 1) return all;
  const some = new Float32Array(3 * Math.ceil(all.length / 3 / every));
  for (let i = 0; 3 * i < some.length; i++) some.set(all.subarray(3 * i * every, 3 * i * every + 3), 3 * i);
  return some;
}

/** Where the work was left; null where that cannot be taken over and must be played again. */
function resumed(kept: KeptWork, scene: Scene, options: StageOptions): LiveScene | null {
  try {
    const { strokes, events } = kept.scene;
    const live = new LiveScene({ ...scene, strokes, events }, options);
    live.resume(kept);
    return live;
  } catch {
    return null;
  }
}

/** What must be read before a scene can be made. */
const bodiesOf = async (source: Source): Promise<ReadBodies> =>
  readBodies(sceneOf(source), fileReader(source.kind === 'example' ? [] : source.files));

function prepare(request: StageRequest, kept: KeptWork | null, bodies: ReadBodies): void {
  const { source, strands, drawn, guides, model, playing, frame } = request;
  const files = source.kind === 'example' ? [] : source.files;
  const asked = sceneOf(source);
  // What is simulated belongs to the document; how much of it is drawn does not.
  const scene: Scene = { ...asked, guides: guides ?? asked.guides };
  const { step, labels } = source.kind === 'document' ? source : { step: lastStep(source, scene), labels: undefined };
  const options: StageOptions = {
    bodies,
    strands: strands ?? Math.min(scene.strands, drawn ?? (scene.groom.kind === 'file' ? MOST_STRANDS : scene.strands)),
    ...(model === undefined ? {} : { model }),
    files: fileReader(files),
  };
  const live =
    (kept && resumed(kept, scene, options)) ??
    replay(scene, {
      ...options,
      step,
      ...(labels ? { labels } : {}),
      progress: (share) => scope.postMessage({ type: 'progress', share }),
    });
  const shown = new ShownHair(live.stage);
  scope.postMessage({ type: 'ready', summary: summaryOf(live, shown, nameOf(source), scene) });
  const clock = new StepClock(() => performance.now());
  live.stage.simulation.profiler = clock.profiler;
  const playback = makePlayback(played(live, shown, clock), {
    now: () => performance.now(),
    later: (action, milliseconds = 0) => setTimeout(() => guarded(action), milliseconds),
    show: (next) => {
      scope.postMessage({ type: 'frame', frame: next }, [next.positions.buffer]);
      tellState(live);
    },
    reshape: (topology) => scope.postMessage({ type: 'topology', shown: topology }),
  });
  running = { live, shown, options, strands: strands ?? scene.strands, playback };
  if (frame !== undefined)
    playback.simulate(Math.round(frame / REQUESTED_FRAME_RATE / live.stage.simulation.stepSize), frame);
  else if (playing) playback.play();
  else playback.refresh();
}

/** A file that was saved here opens as it was left: after the last of its strokes. */
function lastStep(source: Source, { strokes }: Scene): number {
  if (source.kind !== 'files') return 0;
  return strokes.reduce((last, stroke) => Math.max(last, stroke.end + 1), 0);
}

let told = '';

/** What panels show besides the picture; told when it has changed. */
function tellState(live: LiveScene): void {
  const { stepSize } = live.stage.simulation;
  const lines = [...live.deeds, ...[...live.undone].reverse()].map(({ label, from }) => ({
    title: label,
    time: from * stepSize,
  }));
  const state: LiveState = { deeds: lines, done: live.deeds.length, end: live.end, step: live.step };
  const text = JSON.stringify([lines, state.done, Math.round(4 * state.end)]);
  if (text === told) return;
  told = text;
  scope.postMessage({ type: 'state', state });
}

function go(live: LiveScene, done: number): void {
  while (live.deeds.length > done && live.undo());
  while (live.deeds.length < done && live.redo());
}

/** All of the scene's hair as it is now, however much of it is drawn, or the strands that are simulated. */
function exportHair({ live, options, strands: count }: Running, name: string, which: 'shown' | 'guides'): NamedFile {
  const { stage } = live;
  if (which === 'guides') {
    const { ids, first } = stage.simulation;
    const positions = new Float32Array(3 * first[ids.length]!);
    stage.simulation.positionsAt(live.time, positions);
    const strands = makeStrands({ first: Uint32Array.from(first), id: Uint32Array.from(ids), positions });
    return { name, bytes: writeHair(name, dressed(stage, strands, stage.guides)) as Uint8Array<ArrayBuffer> };
  }
  const whole = prepareStage(stage.scene, { ...options, strands: count, made: stage.parts });
  const strands = new LiveHair(whole.hair, stage.guides, stage.simulation).grownAt(live.time);
  return { name, bytes: writeHair(name, dressed(stage, strands)) as Uint8Array<ArrayBuffer> };
}

async function tellFingerprint({ live }: Running, request: number): Promise<void> {
  const { step } = live;
  const digest = await crypto.subtle.digest('SHA-256', live.snapshot() as Uint8Array<ArrayBuffer>);
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  scope.postMessage({ type: 'fingerprint', request, print: { step, sha256 } });
}

/** The document without a stroke that is still under way. */
async function tellDocument({ live }: Running, isKept: boolean, request: number): Promise<void> {
  const document = live.document();
  const open = document.strokes.find((stroke) => !Number.isFinite(stroke.end));
  const strokes = document.strokes.filter((stroke) => stroke !== open);
  const step = open?.samples[0]?.step ?? live.step;
  const labels = live.deeds.map(({ label }) => label);
  const stamp = isKept && !live.isHolding ? await keepWork((budget) => live.keep(budget)) : undefined;
  scope.postMessage({ type: 'document', request, scene: { ...document, strokes }, step, labels, stamp });
}

type Message<Type extends ToWorker['type']> = Extract<ToWorker, { type: Type }>;

/** What the worker does with each message once there is a scene. */
const answers: {
  readonly [Type in Exclude<ToWorker['type'], 'prepare'>]: (message: Message<Type>, now: Running) => void;
} = {
  play: (_, { playback }) => playback.play(),
  pause: (_, { playback }) => playback.pause(),
  step: (_, { playback }) => playback.simulate(1),
  seek: ({ time }, { live, playback }) => {
    live.seek(Math.round(time / live.stage.simulation.stepSize));
    playback.startOver();
  },
  speed: ({ speed }, { playback }) => playback.setSpeed(speed),
  take: ({ tool, parameters, label }, { live, playback }) => {
    live.take(tool, parameters, label);
    playback.wake();
  },
  move: ({ samples }, { live }) => {
    for (const sample of samples) live.move(sample);
  },
  letGo: (_, { live, playback }) => {
    const effect = live.letGo();
    playback.startOver();
    if (effect) scope.postMessage({ type: 'ended', effect });
  },
  happen: ({ event, label }, { live, playback }) => {
    live.happen(event, label);
    playback.startOver();
  },
  go: ({ done }, { live, playback }) => {
    go(live, done);
    playback.startOver();
  },
  lead: ({ isFollowed }, { playback }) => playback.setPatient(isFollowed),
  follow: ({ step, message }, now) => {
    if (step > now.live.step) now.live.advance(step - now.live.step);
    if (message) answer(message);
    now.playback.startOver();
  },
  document: ({ isKept, request }, now) => void tellDocument(now, isKept, request),
  export: ({ name, which, request }, now) =>
    scope.postMessage({ type: 'file', request, file: exportHair(now, name, which) }),
  fingerprint: ({ request }, now) => void tellFingerprint(now, request),
  refresh: (_, { playback }) => playback.refresh(),
  shown: ({ positions }, { playback }) => playback.giveBack(positions),
};

const BY_HAND: ReadonlySet<string> = new Set<HandMessage['type']>(['seek', 'take', 'move', 'letGo', 'happen', 'go']);

function answer(message: Exclude<ToWorker, { type: 'prepare' }>): void {
  if (!running) return;
  if (BY_HAND.has(message.type))
    scope.postMessage({ type: 'did', step: running.live.step, message: message as HandMessage });
  (answers[message.type] as (message: ToWorker, now: Running) => void)(message, running);
}

/** Nothing that goes wrong stays silent: the page is told in a sentence. */
function guarded(action: () => void, message?: ToWorker): void {
  try {
    action();
  } catch (error) {
    const isInput = error instanceof InputError;
    const sentence = isInput
      ? error.message
      : `The simulation stopped: ${error instanceof Error ? error.message : String(error)}`;
    // What a person asked for and cannot have leaves the scene as it is.
    if (running && isInput && message && message.type !== 'prepare')
      scope.postMessage({ type: 'refused', sentence, ...('request' in message ? { request: message.request } : {}) });
    else scope.postMessage({ type: 'failed', sentence });
  }
}

/** What was said while the scene is being made waits until it is. */
let prepared: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }) => {
  if (data.type !== 'prepare') {
    if (running) guarded(() => answer(data), data);
    else void prepared.then(() => guarded(() => answer(data), data));
    return;
  }
  const { request } = data;
  const stamp = request.source.kind === 'document' ? request.source.stamp : undefined;
  const kept = stamp === undefined ? Promise.resolve(null) : keptWork(stamp);
  prepared = Promise.all([kept, bodiesOf(request.source)]).then(
    ([work, bodies]) => guarded(() => prepare(request, work, bodies), data),
    (error) =>
      guarded(() => {
        throw error;
      }, data),
  );
};
