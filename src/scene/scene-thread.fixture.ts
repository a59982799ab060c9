import { parentPort } from 'node:worker_threads';
import { SharedExchange } from '../simulation/shared-exchange.ts';
import type { ThreadTask } from '../simulation/threads.fixture.ts';
import { prepareScene, type SceneParts } from './instance.ts';
import type { Scene } from './schema.ts';

/** A scene in one of several threads: where all its strands are after some steps. */
export interface SceneThreadRequest {
  readonly scene: Scene;
  readonly parts: SceneParts;
  readonly steps: number;
}

parentPort!.on('message', ({ shared, index, request }: ThreadTask<SceneThreadRequest>) => {
  const { scene, parts, steps } = request;
  const { simulation } = prepareScene(scene, { made: parts, exchange: new SharedExchange(shared, index) });
  simulation.advance(steps);
  const positions = new Float64Array(3 * simulation.first.at(-1)!);
  simulation.positionsAt(simulation.time, positions);
  parentPort!.postMessage(positions);
});
