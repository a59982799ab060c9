/** `npm run examples`: builds the pages of examples/, makes the animation that one of them plays, and serves them. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePackages, root, run, tool } from './setup.mjs';

/** Builds into a folder; the animation is what the command makes of the scene. */
export function buildExamples(folder, frames = 72) {
  const scene = join(root, 'examples', 'public', 'turning-bob.json');
  const animation = join(folder, 'animation.pelage');
  run(tool('vite'), ['build', '--config', 'examples/vite.config.ts', '--outDir', folder, '--logLevel', 'error']);
  run(process.execPath, [
    'bin/pelage.js',
    'simulate',
    scene,
    '--frames',
    String(frames),
    '--strands',
    'full',
    '-o',
    animation,
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensurePackages();
  const { build, isStale } = await import('./build.mjs');
  const { serve } = await import('./serve.mjs');
  if (isStale()) await build();
  const folder = join(root, 'dist', 'examples');
  buildExamples(folder);
  const { url } = await serve(folder);
  console.log(`Hair in a page: ${url} (Ctrl+C ends it)`);
}
