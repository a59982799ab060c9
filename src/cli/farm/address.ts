import { InputError } from '../../strands/input-error.ts';
import { UsageError } from '../errors.ts';

/** Where Redis is. What is secret in it is never shown. */
export interface RedisAddress {
  /** For the client. */
  readonly options: RedisOptions;
  /** For people. */
  readonly shown: string;
}

export interface RedisOptions {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: Record<string, never>;
}

/** From the command line, where it holds no password, else from PELAGE_REDIS; null where neither is given. */
export function redisAddress(given: string | undefined, environment: NodeJS.ProcessEnv): RedisAddress | null {
  const from = given === undefined ? 'PELAGE_REDIS' : '--redis';
  const text = given ?? environment['PELAGE_REDIS'];
  if (text === undefined || text === '') return null;
  const wrong = (): InputError =>
    new InputError('farm/redis', `${from} must be an address such as redis://HOST:6379 or rediss://HOST:6379/2`);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrong();
  }
  const { protocol, hostname, port, pathname, username, password } = url;
  const [, db] = /^\/?(\d{0,4})$/.exec(pathname) ?? [];
  if (!/^rediss?:$/.test(protocol) || hostname === '' || db === undefined) throw wrong();
  if (given !== undefined && password !== '')
    throw new UsageError(
      'usage/redis',
      'A password on the command line is seen by everybody on this machine: put the address into the environment as PELAGE_REDIS',
    );
  const host = hostname.replace(/^\[|\]$/g, '');
  const options = { host, port: Number(port || 6379), db: Number(db || 0) };
  return {
    options: {
      ...options,
      ...(username ? { username: decodeURIComponent(username) } : {}),
      ...(password ? { password: decodeURIComponent(password) } : {}),
      ...(protocol === 'rediss:' ? { tls: {} } : {}),
    },
    shown: `${hostname}:${options.port}${options.db > 0 ? `/${options.db}` : ''}`,
  };
}
