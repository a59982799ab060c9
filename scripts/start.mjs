/** `npm start`: installs, builds and serves the studio. */
import { build, isStale } from './build.mjs';
import { ensurePackages, root, run, tool } from './setup.mjs';

ensurePackages();
if (isStale()) await build();
run(tool('vite'), ['build', '--config', 'studio/vite.config.ts', '--logLevel', 'warn']);
run(process.execPath, [`${root}/bin/pelage.js`, 'studio', ...process.argv.slice(2)]);
