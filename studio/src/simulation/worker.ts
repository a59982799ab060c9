import { writeHair } from '../../../src/formats/index.ts';
import { groomFiles, type NamedStrands } from '../../../src/scene/groom-files.ts';
import type { GroomInstance } from '../../../src/scene/groom-instance.ts';
import { prepareScene, type Scene, type SceneOptions, withRenderAttributes } from '../../../src/scene/index.ts';
import type { KeptWork, LiveScene } from '../../../src/scene/live.ts';
import { LiveHair } from '../../../src/scene/live-hair.ts';
import { InputError } from '../../../src/strands/input-error.ts';
import { makeStrands, pointCount, strandCount } from '../../../src/strands/strands.ts';
import type { Edits } from './edits.ts';
import { FOLLOWER, follow } from './follower.ts';
import { keepWork, keptWork } from './kept-work.ts';
import { type LedScene, leadScene } from './led-scene.ts';
import type { LiveCommands } from './live-commands.ts';
import { requestedOptions, requestedScene, savedEdits, strandsOf } from './live-setup.ts';
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
  UndoneCommands,
} from './protocol.ts';
import { ShownHair } from './shown-hair.ts';
import { StepClock } from './step-clock.ts';

/** The simulation beside the page: makes one scene and plays it. A new scene gets a new worker. */
interface WorkerScope {
  readonly name: string;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}
const scope = self as unknown as WorkerScope;

const REQUESTED_FRAME_RATE = 30;
/** Points of simulated strands that the page is told in every frame. */
const MOST_POINTS = 4000;

/** The scene that is worked on, and everything that belongs to it. */
interface Running {
  readonly live: LiveScene;
  /** All that may be done to it. */
  readonly commands: LiveCommands;
  readonly shown: ShownHair;
  readonly options: SceneOptions;
  /** Strands that files get. */
  readonly strands: number;
  readonly playback: Playback;
}

let running: Running | null = null;

function nameOf(source: Source): string {
  if (source.kind === 'example') return source.name;
  return source.kind === 'document' ? source.scene.name : source.files.map((file) => file.name).join(', ');
}

function summaryOf(
  { live, workers, notes }: LedScene,
  shown: ShownHair,
  name: string,
  scene: Scene,
  edits: Edits | undefined,
): SceneSummary {
  const { bodies, grooms } = live.instance;
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
    workers,
    notes: [...live.instance.notes, ...notes],
    edits,
  };
}

/** Strands of the scene that each shown one stands for, where fewer are shown; a file may hold fewer than the scene asks for. */
const standsFor = ({ declared, hair }: GroomInstance, asked: number): number =>
  declared.source.kind === 'file' ? 1 : asked / Math.max(1, strandCount(hair.strands));

const played = (live: LiveScene, commands: LiveCommands, shown: ShownHair, clock: StepClock): PlayedScene => ({
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
  advance: (steps) => commands.advance(steps),
  bodies: (time) => posesOf(live, time),
  accessories: (time) => shown.accessories(time),
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

async function prepare(request: SceneRequest, kept: KeptWork | null): Promise<void> {
  const { source, strands, playing, frame } = request;
  const led = await leadScene(request, kept, (fraction) => scope.postMessage({ type: 'progress', fraction }));
  const { live, commands } = led;
  const scene = requestedScene(request);
  const shown = new ShownHair(live.instance, request.isPlain);
  scope.postMessage({ type: 'ready', summary: summaryOf(led, shown, nameOf(source), scene, savedEdits(source)) });
  const clock = new StepClock(() => performance.now());
  live.instance.simulation.profiler = clock.profiler;
  const playback = makePlayback(played(live, commands, shown, clock), {
    now: () => performance.now(),
    later: (action, milliseconds = 0) => setTimeout(() => guarded(action), milliseconds),
    show: (next) => {
      // Copied, not handed over: where a thread has given a buffer away, V8 is slower at every typed array from then on.
      scope.postMessage({ type: 'frame', frame: next });
      tellState(live);
    },
    reshape: (topology) => scope.postMessage({ type: 'topology', shown: topology }),
  });
  const options = requestedOptions(request, scene);
  running = { live, commands, shown, options, strands: strands ?? strandsOf(scene), playback };
  if (frame !== undefined)
    playback.simulate(Math.round(frame / REQUESTED_FRAME_RATE / live.instance.simulation.stepSize), frame);
  else if (playing) playback.play();
  else playback.refresh();
}

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

async function tellFingerprint({ live, commands }: Running, request: number): Promise<void> {
  const { step } = live;
  const digest = await crypto.subtle.digest('SHA-256', commands.snapshot() as Uint8Array<ArrayBuffer>);
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  scope.postMessage({ type: 'fingerprint', request, print: { step, sha256 } });
}

/** The document without a stroke that is still under way. */
async function tellDocument({ live, commands }: Running, isKept: boolean, request: number): Promise<void> {
  const document = live.document();
  const open = document.strokes.find((stroke) => !Number.isFinite(stroke.end));
  const strokes = document.strokes.filter((stroke) => stroke !== open);
  const step = open?.samples[0]?.step ?? live.step;
  const labels = live.commands.map(({ label }) => label);
  const stamp = isKept && !live.isHolding ? await keepWork((budget) => commands.keep(budget)) : undefined;
  scope.postMessage({
    ...{ type: 'document', request, scene: { ...document, strokes }, step, labels, undone: undoneOf(live), stamp },
  });
}

function undoneOf(live: LiveScene): UndoneCommands {
  const commands = live.undoneCommands();
  return {
    strokes: commands.flatMap((command) => (command.kind === 'stroke' ? [command.stroke] : [])) as Scene['strokes'],
    events: commands.flatMap((command) => (command.kind === 'event' ? [command.event] : [])),
    labels: [...live.undone].reverse().map(({ label }) => label),
  };
}

type Message<Type extends ToWorker['type']> = Extract<ToWorker, { type: Type }>;

/** What the worker does with each message once there is a scene. */
const answers: {
  readonly [Type in Exclude<ToWorker['type'], 'prepare'>]: (message: Message<Type>, now: Running) => void;
} = {
  play: (_, { playback }) => playback.play(),
  pause: (_, { playback }) => playback.pause(),
  step: (_, { playback }) => playback.simulate(1),
  seek: ({ time }, { live, commands, playback }) => {
    commands.seek(Math.round(time / live.instance.simulation.stepSize));
    playback.startOver();
  },
  speed: ({ speed }, { playback }) => playback.setSpeed(speed),
  take: ({ tool, parameters, label, isMirrored }, { commands, playback }) => {
    commands.take(tool, parameters, label, isMirrored);
    playback.wake();
  },
  move: ({ samples }, { commands }) => commands.move(samples),
  letGo: (_, { commands, playback }) => {
    const effect = commands.letGo();
    playback.startOver();
    if (effect) scope.postMessage({ type: 'ended', effect });
  },
  happen: ({ event, label }, { commands, playback }) => {
    commands.happen(event, label);
    playback.startOver();
  },
  look: ({ view }, { commands, playback }) => {
    commands.look(view);
    playback.startOver();
  },
  lay: ({ overlay }, { shown, playback }) => {
    shown.lay(overlay);
    playback.refresh();
  },
  go: ({ done }, { commands, playback }) => {
    commands.go(done);
    playback.startOver();
  },
  lead: ({ isFollowed }, { playback }) => playback.setPatient(isFollowed),
  follow: ({ step, message }, now) => {
    if (step > now.live.step) now.commands.advance(step - now.live.step);
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

const BY_HAND: ReadonlySet<string> = new Set<HandMessage['type']>([
  'seek',
  'take',
  'move',
  'letGo',
  'happen',
  'look',
  'go',
]);

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

const lead: WorkerScope['onmessage'] = ({ data }) => {
  if (data.type !== 'prepare') {
    if (running) guarded(() => answer(data), data);
    else void prepared.then(() => guarded(() => answer(data), data));
    return;
  }
  const { request } = data;
  const stamp = request.source.kind === 'document' ? request.source.stamp : undefined;
  const kept = stamp === undefined ? Promise.resolve(null) : keptWork(stamp);
  prepared = kept
    .then((work) => prepare(request, work))
    .catch((error) =>
      guarded(() => {
        throw error;
      }, data),
    );
};

if (scope.name === FOLLOWER) follow(scope as Parameters<typeof follow>[0]);
else scope.onmessage = lead;
