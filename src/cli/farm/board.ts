import { InputError } from '../../strands/input-error.ts';
import { type Link, QUEUES } from './link.ts';

/** The queue as a page: Bull Board, on this machine unless another address is asked for; from elsewhere it only looks. */

export interface BoardAddress {
  readonly host: string;
  readonly port: number;
}

export interface OpenBoard {
  readonly url: string;
  close(): Promise<void>;
}

async function packages(): Promise<
  [
    typeof import('@bull-board/api'),
    typeof import('@bull-board/api/bullMQAdapter'),
    typeof import('@bull-board/hono'),
    typeof import('hono'),
    typeof import('@hono/node-server'),
    typeof import('@hono/node-server/serve-static'),
  ]
> {
  try {
    return await Promise.all([
      import('@bull-board/api'),
      import('@bull-board/api/bullMQAdapter'),
      import('@bull-board/hono'),
      import('hono'),
      import('@hono/node-server'),
      import('@hono/node-server/serve-static'),
    ]);
  } catch {
    throw new InputError(
      'farm/package',
      'The board takes packages that are not installed: run npm install @bull-board/api @bull-board/hono hono @hono/node-server beside Pelage, and try again',
    );
  }
}

const LOCAL = ['localhost', '127.0.0.1', '::1', '[::1]'];
/** Milliseconds between two looks for queues. */
const LOOK = 5000;

export const isLocal = (host: string): boolean => LOCAL.includes(host);

export async function openBoard(link: Link, { host, port }: BoardAddress): Promise<OpenBoard> {
  const [{ createBullBoard }, { BullMQAdapter }, { HonoAdapter }, { Hono }, { createAdaptorServer }, { serveStatic }] =
    await packages();
  const adapter = new HonoAdapter(serveStatic);
  const board = createBullBoard({
    queues: [],
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Pelage farm' } },
  });
  const known = new Set<string>();
  const look = async (): Promise<void> => {
    for (const name of (await link.redis.smembers(QUEUES)).sort())
      if (!known.has(name)) {
        known.add(name);
        board.addQueue(new BullMQAdapter(link.queue(name), { readOnlyMode: !isLocal(host) }));
      }
  };
  await look();
  const looking = setInterval(() => void look().catch(() => {}), LOOK);
  const app = new Hono();
  // A page of another site that a person has open must not reach what is open on this machine alone.
  app.use('*', async (page, next) => {
    const named = page.req.header('host')?.replace(/:\d+$/, '') ?? '';
    if (isLocal(host) && !isLocal(named)) return page.text('This board is for this machine alone.', 403);
    return next();
  });
  app.route('/', adapter.registerPlugin());
  const server = createAdaptorServer({ fetch: app.fetch, hostname: host });
  await new Promise<void>((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        new InputError('farm/port', `Nothing can listen at ${host}:${port} (${error.code}): choose another --port`),
      ),
    );
    server.listen(port, host, done);
  });
  const at = server.address();
  const open = typeof at === 'object' && at ? at.port : port;
  return {
    url: `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${open}/`,
    close: async () => {
      clearInterval(looking);
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
