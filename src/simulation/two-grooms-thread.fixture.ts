import { parentPort } from 'node:worker_threads';
import { SharedExchange } from './shared-exchange.ts';
import type { ThreadTask } from './threads.fixture.ts';
import { playSession, type SessionRequest } from './two-grooms-session.fixture.ts';

/** One block of the session. Its clock runs faster the higher its number, so that strands keep changing hands. */
parentPort!.on('message', ({ shared, index, request }: ThreadTask<SessionRequest>) => {
  let time = 0;
  const now = (): number => {
    time += 1 + (request.isUneven ? 2 * index : 0);
    return time;
  };
  const exchange = new SharedExchange(shared, index, now);
  try {
    parentPort!.postMessage(playSession(request, exchange));
  } catch (error) {
    exchange.fail();
    throw error;
  }
});
