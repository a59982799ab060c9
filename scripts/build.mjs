/** Bundles the library and the command from src/ into dist/. Runs by itself after an install and when sources change. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run, tool } from './setup.mjs';

const stamp = join(root, 'dist', '.built');
const BUNDLED = ['@gltf-transform/core'];

/** The youngest change of any source file. */
function youngest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? youngest(path) : statSync(path).mtimeMs);
  }
  return latest;
}

/** Whether dist/ is behind src/. A published package has no src/ and is never behind. */
export function isStale() {
  const source = join(root, 'src');
  if (!existsSync(source)) return false;
  return !existsSync(stamp) || statSync(stamp).mtimeMs < youngest(source);
}

export async function build() {
  const { build: bundle } = await import('esbuild');
  const source = join(root, 'src');
  const { optionalDependencies, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const dependencies = Object.keys(manifest.dependencies);
  const rooms = readdirSync(source).filter((name) => existsSync(join(source, name, 'index.ts')));
  const entryPoints = Object.fromEntries(rooms.map((name) => [name, join(source, name, 'index.ts')]));
  // Bundled beside the old one and then put in its place: two commands may find stale sources at the same time.
  const fresh = join(root, 'dist', `.lib-${process.pid}`);
  await bundle({
    entryPoints: {
      ...entryPoints,
      index: join(source, 'index.ts'),
      command: join(source, 'cli', 'main.ts'),
      'simulate-worker': join(source, 'cli', 'simulate-worker.ts'),
      'farm-holder': join(source, 'cli', 'farm', 'holder-thread.ts'),
      'validate-worker': join(source, 'cli', 'validate-worker.ts'),
    },
    outdir: fresh,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    // The glTF library is bundled: what of it is not used asks for modules of Node, which webpack refuses.
    external: [
      ...dependencies.filter((name) => !BUNDLED.includes(name)),
      'three',
      ...Object.keys(optionalDependencies),
    ],
    sourcemap: true,
    logLevel: 'warning',
  });
  rmSync(join(root, 'dist', 'lib'), { recursive: true, force: true });
  renameSync(fresh, join(root, 'dist', 'lib'));
  writeFileSync(stamp, '');
}

/** Whether the packages that bundle the sources are installed. */
export function hasPackages() {
  return existsSync(join(root, 'node_modules', 'esbuild'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // `npx pelage` in a clone without packages comes by here: the command itself then says what to do.
  if (hasPackages()) await build();
  if (hasPackages() && process.argv.includes('--types')) run(tool('tsc'), ['-p', 'tsconfig.lib.json']);
}
