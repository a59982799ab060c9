import { writeHair } from '../../../src/formats/index.ts';
import { adaptScene } from '../../../src/scene/adapt.ts';
import { groomFiles, type NamedStrands } from '../../../src/scene/groom-files.ts';
import type { GroomInstance } from '../../../src/scene/groom-instance.ts';
import {
  prepareScene,
  type ReadBodies,
  readBodies,
  readScene,
  type Scene,
  type SceneOptions,
  sceneFromHair,
  withRenderAttributes,
} from '../../../src/scene/index.ts';
import { type KeptWork, LiveScene } from '../../../src/scene/live.ts';
import { LiveHair } from '../../../src/scene/live-hair.ts';
import { InputError } from '../../../src/strands/input-error.ts';
import { makeStrands, pointCount, strandCount } from '../../../src/strands/strands.ts';
import { keepWork, keptWork } from './kept-work.ts';
import { makePlayback, type Playback, type PlayedScene } from './playback.ts';
import type {
  BodyPose,
  FromWorker,
  HandMessage,
  LiveState,
  NamedFile,
  SceneRequest,
  SceneSummary,
  Source,
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

/** Strands of files that are shown where the address does not say: this worker moves them, in every frame. */
const MOST_STRANDS = 8000;
const REQUESTED_FRAME_RATE = 30;
/** Points of simulated strands that the page is told in every frame. */
const MOST_POINTS = 4000;

/** The scene that is worked on, and everything that belongs to it. */
interface Running {
  readonly live: LiveScene;
  readonly shown: ShownHair;
  readonly options: SceneOptions;
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

function summaryOf(live: LiveScene, shown: ShownHair, name: string, scene: Scene): SceneSummary {
  const { bodies, grooms, notes } = live.instance;
  const topology = shown.topology();
  const positions = new Float32Array(shown.size(topology));
  shown.write(topology, live.time, positions);
  const total = (count: (groom: GroomInstance) => number): number => grooms.reduce((sum, one) => sum + count(one), 0);
  return {
    name,
    scene,
    bodies: bodies.map(({ mesh }) => mesh),
    grooms: grooms.map((groom, g) => ({
      body: groom.body,
      region: groom.region,
      standsFor: standsFor(groom, scene.grooms[g]!.strands),
    })),
    shown: topology,
    positions,
    poses: posesOf(live, live.time),
    strands: total(({ hair }) => strandCount(hair.strands)),
    guides: total(({ guides }) => strandCount(guides)),
    points: total(({ hair }) => pointCount(hair.strands)),
    notes,
  };
}

/** Strands of the scene that each shown one stands for, where fewer are shown; a file may hold fewer than the scene asks for. */
const standsFor = ({ declared, hair }: GroomInstance, asked: number): number =>
  declared.source.kind === 'file' ? 1 : asked / Math.max(1, strandCount(hair.strands));

const played = (live: LiveScene, shown: ShownHair, clock: StepClock): PlayedScene => ({
  get parts() {
    return clock.times;
  },
  get time() {
    return live.time;
  },
  stepSize: live.instance.simulation.stepSize,
  get step() {
    return live.step;
  },
  get simulated() {
    return live.instance.simulation.ids.length;
  },
  get asleep() {
    return live.instance.simulation.sleeping;
  },
  get isAtRest() {
    return live.isAtRest;
  },
  get effect() {
    return live.effect;
  },
  advance: (steps) => live.advance(steps),
  bodies: (time) => posesOf(live, time),
  topology: () => shown.topology(),
  size: (topology) => shown.size(topology),
  write: (topology, time, out) => shown.write(topology, time, out),
  points: (time) => somePoints(live, time),
});

function posesOf({ instance }: LiveScene, time: number): BodyPose[] {
  return instance.bodies.map(({ state, deformation, meshAt }) => {
    const { position, orientation } = state(time);
    if (!deformation) return { position, orientation };
    const { positions, normals } = meshAt(time)!;
    return { position, orientation, shape: { positions, normals } };
  });
}

/** Every so manieth point of the simulated strands. */
function somePoints({ instance: { simulation } }: LiveScene, time: number): Float32Array {
  const all = new Float32Array(3 * simulation.first[simulation.ids.length]!);
  simulation.positionsAt(time, all);
  const every = Math.max(1, Math.ceil(all.length / 3 / MOST_POINTS));
  if (every === 1) return all;
  const some = new Float32Array(3 * Math.ceil(all.length / 3 / every));
  for (let i = 0; 3 * i < some.length; i++) some.set(all.subarray(3 * i * every, 3 * i * every + 3), 3 * i);
  return some;
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

/** What must be read before a scene can be made. */
const bodiesOf = async (source: Source): Promise<ReadBodies> =>
  readBodies(sceneOf(source), fileReader(source.kind === 'example' ? [] : source.files));

function prepare(request: SceneRequest, kept: KeptWork | null, bodies: ReadBodies): void {
  const { source, strands, drawn, guides, model, playing, frame } = request;
  const files = source.kind === 'example' ? [] : source.files;
  const asked = sceneOf(source);
  // What is simulated belongs to the document; how much of it is drawn does not.
  const scene = adaptScene(asked, { guides });
  const { step, labels } = source.kind === 'document' ? source : { step: lastStep(source, scene), labels: undefined };
  const options: SceneOptions = {
    bodies,
    strands: strands ?? Math.min(strandsOf(scene), drawn ?? mostDrawn(scene)),
    ...(model === undefined ? {} : { model }),
    files: fileReader(files),
  };
  const live =
    (kept && resumed(kept, scene, options)) ??
    replay(scene, {
      ...options,
      step,
      ...(labels ? { labels } : {}),
      progress: (fraction) => scope.postMessage({ type: 'progress', fraction }),
    });
  const shown = new ShownHair(live.instance);
  scope.postMessage({ type: 'ready', summary: summaryOf(live, shown, nameOf(source), scene) });
  const clock = new StepClock(() => performance.now());
  live.instance.simulation.profiler = clock.profiler;
  const playback = makePlayback(played(live, shown, clock), {
    now: () => performance.now(),
    later: (action, milliseconds = 0) => setTimeout(() => guarded(action), milliseconds),
    show: (next) => {
      scope.postMessage({ type: 'frame', frame: next }, [next.positions.buffer]);
      tellState(live);
    },
    reshape: (topology) => scope.postMessage({ type: 'topology', shown: topology }),
  });
  running = { live, shown, options, strands: strands ?? strandsOf(scene), playback };
  if (frame !== undefined)
    playback.simulate(Math.round(frame / REQUESTED_FRAME_RATE / live.instance.simulation.stepSize), frame);
  else if (playing) playback.play();
  else playback.refresh();
}

/** A file that was saved here opens as it was left: after the last of its strokes. */
function lastStep(source: Source, { strokes }: Scene): number {
  if (source.kind !== 'files') return 0;
  return strokes.reduce((last, stroke) => Math.max(last, stroke.end + 1), 0);
}

/** Strands that a scene shows. */
const strandsOf = ({ grooms }: Scene): number => grooms.reduce((sum, { strands }) => sum + strands, 0);

/** Most strands that are drawn where nobody says: what the page makes itself takes no time here. */
const mostDrawn = (scene: Scene): number =>
  scene.grooms.some(({ source }) => source.kind === 'file') ? MOST_STRANDS : strandsOf(scene);

let told = '';

/** What panels show besides the picture; told when it has changed. */
function tellState(live: LiveScene): void {
  const { stepSize } = live.instance.simulation;
  const lines = [...live.commands, ...[...live.undone].reverse()].map(({ label, from }) => ({
    title: label,
    time: from * stepSize,
  }));
  const state: LiveState = { commands: lines, done: live.commands.length, end: live.end, step: live.step };
  const text = JSON.stringify([lines, state.done, Math.round(4 * state.end)]);
  if (text === told) return;
  told = text;
  scope.postMessage({ type: 'state', state });
}

function go(live: LiveScene, done: number): void {
  while (live.commands.length > done && live.undo());
  while (live.commands.length < done && live.redo());
}

/** All of the scene's hair as it is now, however much of it is drawn, or the strands that are simulated. */
function exportHair(now: Running, name: string, which: 'shown' | 'guides'): NamedFile[] {
  const grooms = which === 'guides' ? simulatedGrooms(now) : shownGrooms(now);
  return groomFiles(name, grooms).map((file) => ({
    name: file.name,
    bytes: writeHair(file.name, file.strands) as Uint8Array<ArrayBuffer>,
  }));
}

function simulatedGrooms({ live }: Running): NamedStrands[] {
  const { grooms, simulation } = live.instance;
  const { ids, first } = simulation;
  const all = new Float32Array(3 * first[ids.length]!);
  simulation.positionsAt(live.time, all);
  return grooms.map((groom, g) => {
    const { from, to } = simulation.grooms[g]!;
    const strands = makeStrands({
      id: ids.slice(from, to),
      first: first.slice(from, to + 1).map((point) => point - first[from]!),
      positions: all.slice(3 * first[from]!, 3 * first[to]!),
    });
    return { name: groom.name, strands: withRenderAttributes(groom, strands, groom.guides) };
  });
}

function shownGrooms({ live, options, strands: count }: Running): NamedStrands[] {
  const { scene, parts, simulation } = live.instance;
  const whole = prepareScene(scene, { ...options, strands: count, made: parts });
  return whole.grooms.map((groom, g) => ({
    name: groom.name,
    strands: withRenderAttributes(groom, new LiveHair(groom, g, simulation).grownAt(live.time)),
  }));
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
  const labels = live.commands.map(({ label }) => label);
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
    live.seek(Math.round(time / live.instance.simulation.stepSize));
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
    scope.postMessage({ type: 'files', request, files: exportHair(now, name, which) }),
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
