import { followBlocks } from '../../../src/simulation/block-workers.ts';
import { commandsOf, type LiveMessage, obey } from './live-commands.ts';
import { type LiveSetup, liveMaker } from './live-setup.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  postMessage(message: unknown): void;
}

/** A worker of this name follows another one. */
export const FOLLOWER = 'simulation, another core';

/** Simulates a part of the hair: makes the same scene as the worker that leads, and does what that one does. */
export function follow(scope: WorkerScope): void {
  followBlocks<LiveSetup, LiveMessage>(
    {
      post: (message) => scope.postMessage(message),
      listen: (message) => {
        scope.onmessage = ({ data }) => message(data);
      },
    },
    async (setup) => {
      const make = await liveMaker(setup);
      return (exchange) => {
        const commands = commandsOf(make({ exchange, hair: { built: setup.built } }, () => {}));
        return (message) => obey(commands, message);
      };
    },
    () => performance.now(),
  );
}
