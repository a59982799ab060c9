import { InputError } from '../strands/input-error.ts';
import { pack, unpack } from '../strands/pack.ts';
import { type SharedBlocks, SharedExchange, shareBlocks } from './shared-exchange.ts';

/**
 * One run on several cores. A leader and its followers each hold all of the setup and do the same things in the same order; each
 * simulates some of the strands (`SimulationSetup.exchange`), and from outside each has all hair. The caller starts the threads, so
 * that this works with the workers of Node and of a page alike.
 *
 *     // where the run is led                                   // in each thread that was started
 *     const lead = await leadBlocks({ count, setup, start });   followBlocks(port, async (setup) => (exchange) => {
 *     const own = make(setup, lead.exchange);                     const own = make(setup, exchange);
 *     lead.tell({ steps: 1 });                                    return ({ steps }) => own.advance(steps);
 *     own.advance(1);                                           });
 *
 * Whatever the leader does to its simulation, it tells the followers first. It tells them through the shared memory: a browser
 * delivers no messages to a worker while the worker that started it waits.
 */

/** A thread as its leader sees it. */
export interface BlockThread {
  post(message: unknown): void;
  /** Hands over what the thread posts, and what ended it. */
  listen(message: (data: unknown) => void, failed: (error: Error) => void): void;
  end(): void;
}

/** The thread as it sees itself. */
export interface BlockPort {
  post(message: unknown): void;
  listen(message: (data: unknown) => void): void;
}

export interface LeadOptions<Setup> {
  /** Blocks in all, the leader's included. */
  readonly count: number;
  /** What every follower is made from; it is posted. */
  readonly setup: Setup;
  start(): BlockThread;
  /** A clock in milliseconds, by which strands are shared out. */
  readonly now?: () => number;
}

export interface LedBlocks<Command> {
  readonly exchange: SharedExchange;
  /** Tells all followers to do what the leader is about to do: plain data, see `pack`. */
  tell(command: Command): void;
  end(): void;
}

/** Fewer guides than this do not pay for a thread's start. */
const GUIDES_A_BLOCK = 64;

/** Blocks for so many guides: no more than there are guides, and where no number is asked for, as many as help. */
export function blocksFor(guides: number, cores: number, asked?: number): number {
  const most = asked ?? Math.min(cores, Math.floor(guides / GUIDES_A_BLOCK));
  return Math.max(1, Math.min(most, guides));
}

/** Whether threads can share memory here: pages must be served with the headers that isolate them. */
export const canShareBlocks = (): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && 'grow' in SharedArrayBuffer.prototype;

interface StartMessage<Setup> {
  readonly shared: SharedBlocks;
  readonly index: number;
  readonly setup: Setup;
}

/** A thread is there, and then ready to work without looking up. */
type ThreadMessage = 'here' | 'ready' | { readonly failure: string };

/** Starts followers and waits until they are ready: from then on nobody looks up from the work but to wait for the others. */
export async function leadBlocks<Setup, Command>(options: LeadOptions<Setup>): Promise<LedBlocks<Command>> {
  const { count, setup, start, now } = options;
  const shared = shareBlocks(count);
  const exchange = new SharedExchange(shared, 0, now);
  const threads = Array.from({ length: count - 1 }, start);
  const end = (): void => {
    for (const thread of threads) thread.end();
  };
  const arrivals = threads.map(
    (thread, k) =>
      new Promise<void>((done, failed) => {
        const stop = (error: Error): void => {
          exchange.fail();
          failed(error);
        };
        thread.listen((data) => {
          const message = data as ThreadMessage;
          if (message === 'here') thread.post({ shared, index: k + 1, setup } satisfies StartMessage<Setup>);
          else if (message === 'ready') done();
          else stop(new Error(message.failure));
        }, stop);
      }),
  );
  try {
    await Promise.all(arrivals);
  } catch (error) {
    end();
    throw error;
  }
  return { exchange, tell: (command) => void exchange.share(pack(command)), end };
}

/** What a follower does with what it is told. */
export type Follow<Command> = (command: Command) => void;

const NOTHING = new Uint8Array(0);

/**
 * The other side. `prepare` reads what takes waiting for; what it gives makes what the leader has, and what that gives does what it
 * is told, until the thread is ended. What a person cannot have (`InputError`) all refuse alike and the leader says so; any other
 * failure ends the run.
 */
export function followBlocks<Setup, Command>(
  port: BlockPort,
  prepare: (setup: Setup) => Promise<(exchange: SharedExchange) => Follow<Command>>,
  now?: () => number,
): void {
  const begin = async ({ shared, index, setup }: StartMessage<Setup>): Promise<void> => {
    const exchange = new SharedExchange(shared, index, now);
    try {
      const make = await prepare(setup);
      port.post('ready' satisfies ThreadMessage);
      serve(exchange, make(exchange));
    } catch (error) {
      exchange.fail();
      port.post({ failure: error instanceof Error ? error.message : String(error) } satisfies ThreadMessage);
    }
  };
  port.listen((data) => void begin(data as StartMessage<Setup>));
  port.post('here' satisfies ThreadMessage);
}

function serve<Command>(exchange: SharedExchange, follow: Follow<Command>): never {
  for (;;) {
    const command = unpack(exchange.share(NOTHING)[0]!) as Command;
    try {
      follow(command);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
}
