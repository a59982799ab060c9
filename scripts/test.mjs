/** `npm test`: installs what it needs, checks what can be seen without running anything, then runs the tests. */
import { ensureChromium } from './chromium.mjs';
import { ensureFfmpeg } from './ffmpeg.mjs';
import { ensureFirefox } from './firefox.mjs';
import { ensureRedis } from './redis.mjs';
import { ensurePackages, run, runBeside, tool } from './setup.mjs';

const chosen = process.argv.slice(2);
ensurePackages();
const { build } = await import('./build.mjs');
const checks = [
  [tool('biome'), ['ci', '--diagnostic-level=error', '--colors=off', '.']],
  [process.execPath, ['scripts/check-source.mjs']],
  // One checker takes two thirds of the time of four, which each look at the library's types; the other core is busy anyway.
  [tool('tsc'), ['-p', 'tsconfig.json', '--checkers', '1']],
];
await Promise.all([build(), runBeside(chosen.length === 0 ? checks : [])]);
ensureChromium();
ensureFirefox();
ensureFfmpeg();
ensureRedis();
// Two cores in CI; pages wait for pictures and for the clock, and a third worker fills the gaps. Said here and not in the
// configuration, where projects would keep it whatever is asked for on the command line.
const workers = chosen.some((word) => word.startsWith('--maxWorkers')) ? [] : ['--maxWorkers=3'];
run(tool('vitest'), ['run', ...workers, ...chosen]);
