/** `npm run bench -- [name…] [--option value…]`: benchmarks. One file a question; results are ratios measured in one run. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensurePackages, root } from './setup.mjs';

ensurePackages();
const { build } = await import('esbuild');
const folder = join(root, 'bench');
const words = process.argv.slice(2);
const options = words.findIndex((word) => word.startsWith('--'));
const wanted = options < 0 ? words : words.slice(0, options);
const all = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.slice(0, -9));
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; the benchmarks are ${all.join(', ')}.`);
  process.exit(2);
}
const outdir = join(root, 'node_modules', '.cache', 'pelage-bench');
const names = wanted.length > 0 ? wanted : all;
await build({
  entryPoints: names.map((name) => join(folder, `${name}.bench.ts`)),
  outdir,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  packages: 'external',
  outExtension: { '.js': '.mjs' },
});
for (const name of names) {
  console.log(`\n${name}`);
  await import(pathToFileURL(join(outdir, `${name}.bench.mjs`)).href);
}
