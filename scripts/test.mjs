/** `npm test`: installs what it needs, then every check from the fastest to the slowest. */
import { ensureChromium } from './chromium.mjs';
import { ensureFfmpeg } from './ffmpeg.mjs';
import { ensureFirefox } from './firefox.mjs';
import { ensurePackages, run, tool } from './setup.mjs';

const chosen = process.argv.slice(2);
ensurePackages();
const { build } = await import('./build.mjs');
if (chosen.length === 0) {
  run(tool('biome'), ['ci', '--diagnostic-level=error', '--colors=off', '.']);
  run(process.execPath, ['scripts/check-source.mjs']);
  run(tool('tsc'), ['-p', 'tsconfig.json']);
}
await build();
ensureChromium();
ensureFirefox();
ensureFfmpeg();
run(tool('vitest'), ['run', ...chosen]);
