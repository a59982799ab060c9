/** Redis, which keeps the queue of `pelage farm`: its tests and its bench start one of their own. */
import { ensureProgram, findProgram } from './program.mjs';

const REDIS = {
  title: 'Redis',
  use: 'the tests of pelage farm',
  variable: 'REDIS_SERVER_PATH',
  names: ['redis-server', 'valkey-server'],
  places: ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'],
  debian: 'redis-server',
};

/** @returns {string | null} */
export const findRedis = () => findProgram(REDIS);
/** @returns {string | null} */
export const ensureRedis = () => ensureProgram(REDIS);
