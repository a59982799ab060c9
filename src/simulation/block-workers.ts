import { InputError } from '../strands/input-error.ts';
import { type SharedBlocks, SharedExchange, shareBlocks } from './shared-exchange.ts';

/**
 * One run on several cores. A leader and its followers each hold all of the setup and do the same things in the same order; each
 * simulates some of the strands (`SimulationSetup.exchange`), and from outside each has all hair. The caller starts the threads, so
 * that this works with the workers of Node and of a page alike.
 *
 *     // where the run is led                                   // in each thread that was started
 *     const lead = await leadBlocks({ count, setup, start });   followBlocks(port, (setup, exchange) => {
 *     const own = make(setup, lead.exchange);                     const own = make(setup, exchange);
 *     lead.tell({ steps: 1 });                                    return ({ steps }) => own.advance(steps);
 *     own.advance(1);                                           });
 *
 * Whatever the leader does to its simulation, it tells the followers first.
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
  /** Tells all followers to do what the leader is about to do. */
  tell(command: Command): void;
  /** What a follower stumbled over, where one did. */
  readonly fault: Error | null;
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

type ThreadMessage = 'here' | { readonly failure: string };

/** Starts followers and waits until they are there: afterwards the leader may wait for them without looking up. */
export async function leadBlocks<Setup, Command>(options: LeadOptions<Setup>): Promise<LedBlocks<Command>> {
  const { count, setup, start, now } = options;
  const shared = shareBlocks(count);
  const exchange = new SharedExchange(shared, 0, now);
  let fault: Error | null = null;
  const threads = Array.from({ length: count - 1 }, start);
  const stop = (error: Error): void => {
    fault ??= error;
    exchange.fail();
  };
  const arrivals = threads.map(
    (thread) =>
      new Promise<void>((done, failed) => {
        thread.listen(
          (data) => {
            const message = data as ThreadMessage;
            if (message === 'here') done();
            else stop(new Error(message.failure));
          },
          (error) => {
            stop(error);
            failed(error);
          },
        );
      }),
  );
  const end = (): void => {
    for (const thread of threads) thread.end();
  };
  try {
    await Promise.all(arrivals);
  } catch (error) {
    end();
    throw error;
  }
  threads.forEach((thread, k) => {
    thread.post({ shared, index: k + 1, setup } satisfies StartMessage<Setup>);
  });
  return {
    exchange,
    tell: (command) => {
      for (const thread of threads) thread.post(command);
    },
    get fault() {
      return fault;
    },
    end,
  };
}

/** What a follower does with what it is told. */
export type Follow<Command> = (command: Command) => void;

/**
 * The other side: makes what the leader has, and does what it is told. What a person cannot have (`InputError`) all refuse alike and
 * the leader says so; any other failure ends the run.
 */
export function followBlocks<Setup, Command>(
  port: BlockPort,
  make: (setup: Setup, exchange: SharedExchange) => Follow<Command> | Promise<Follow<Command>>,
  now?: () => number,
): void {
  let exchange: SharedExchange | null = null;
  let made: Promise<Follow<Command>> | null = null;
  const fail = (error: unknown): void => {
    exchange?.fail();
    port.post({ failure: error instanceof Error ? error.message : String(error) } satisfies ThreadMessage);
  };
  port.listen((data) => {
    if (!made) {
      const { shared, index, setup } = data as StartMessage<Setup>;
      exchange = new SharedExchange(shared, index, now);
      const own = exchange;
      made = (async () => make(setup, own))();
      made.catch(fail);
      return;
    }
    made = made.then((follow) => {
      try {
        follow(data as Command);
      } catch (error) {
        if (!(error instanceof InputError)) fail(error);
      }
      return follow;
    });
  });
  port.post('here' satisfies ThreadMessage);
}
