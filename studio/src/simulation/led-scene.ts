import type { KeptWork, LiveScene } from '../../../src/scene/live.ts';
import { openReady, type ReadyEntry } from '../../../src/scene/ready-cache.ts';
import type { Scene } from '../../../src/scene/schema.ts';
import {
  type BlockThread,
  blocksFor,
  canShareBlocks,
  type LedBlocks,
  leadBlocks,
} from '../../../src/simulation/block-workers.ts';
import { FOLLOWER } from './follower.ts';
import { commandsOf, type LiveCommands, type LiveMessage, toldCommands } from './live-commands.ts';
import { fileReader, filesOf, type LiveSetup, liveMaker, requestedScene } from './live-setup.ts';
import type { SceneRequest } from './protocol.ts';
import { readyStore } from './ready-store.ts';

/** A scene on as many cores as help. */
export interface LedScene {
  readonly live: LiveScene;
  /** What may be done to it: never directly, or the workers would part. */
  readonly commands: LiveCommands;
  readonly workers: number;
  /** What a person should know of it. */
  readonly notes: readonly string[];
}

const ALONE =
  'Hair is simulated on one core: the server of this page does not send the headers that let workers share memory (docs/web.md).';

export async function leadScene(
  request: SceneRequest,
  kept: KeptWork | null,
  progress: (fraction: number) => void,
): Promise<LedScene> {
  const scene = requestedScene(request);
  const wanted = blocksFor(
    scene.grooms.reduce((sum, { guides }) => sum + guides, 0),
    navigator.hardwareConcurrency,
  );
  const ready = await findReady(request, scene);
  const setup: LiveSetup = { request, kept, parts: ready?.parts ?? null, built: ready?.built ?? null };
  const make = await liveMaker(setup, ready?.files);
  const led = canShareBlocks() && wanted > 1 ? await startBlocks(wanted, setup) : null;
  const live = make({ ...(led ? { exchange: led.exchange } : {}), ...(ready ? { hair: ready } : {}) }, progress);
  if (ready && !ready.parts) void ready.keepParts(live.instance.parts);
  const own = commandsOf(live);
  return {
    live,
    commands: led ? toldCommands(own, led.tell) : own,
    workers: led ? wanted : 1,
    notes: wanted > 1 && !led ? [ALONE] : [],
  };
}

/** null where a browser cannot start workers from a worker. */
async function startBlocks(count: number, setup: LiveSetup): Promise<LedBlocks<LiveMessage> | null> {
  try {
    return await leadBlocks<LiveSetup, LiveMessage>({ count, setup, start, now: clock });
  } catch {
    return null;
  }
}

const clock = (): number => performance.now();

/** What was made of the scene at an earlier start; null where nothing is kept here. */
async function findReady(request: SceneRequest, scene: Scene): Promise<ReadyEntry | null> {
  const store = readyStore();
  // Hair that moves from the first step on is built in motion: nobody keeps that.
  if (!store || scene.events.some(({ step }) => step === 0)) return null;
  const { source, model } = request;
  return openReady(store, { ...scene, events: [] }, { model, files: fileReader(filesOf(source)) });
}

function start(): BlockThread {
  // The same program as this one: it is loaded already.
  const worker = new Worker(self.location.href, { type: 'module', name: FOLLOWER });
  return {
    post: (message) => worker.postMessage(message),
    listen: (message, failed) => {
      worker.onmessage = ({ data }) => message(data);
      worker.onerror = (event) => {
        event.preventDefault();
        failed(new Error(event.message || 'its program did not load'));
      };
    },
    end: () => worker.terminate(),
  };
}
