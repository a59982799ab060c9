import { parentPort, workerData } from 'node:worker_threads';
import { type SharedBlocks, SharedExchange } from './shared-exchange.ts';
import { playSession, type SessionRequest } from './two-grooms-session.fixture.ts';

/** One block of the session. Its clock runs faster the higher its number, so that strands keep changing hands. */
const { shared, index, request } = workerData as { shared: SharedBlocks; index: number; request: SessionRequest };
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
