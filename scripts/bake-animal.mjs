/** `npm run bake-animal`: sculpts the built-in fox and writes src/body/fox/fox-file.ts. A test compares the two. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './setup.mjs';

const { outputFiles } = await build({
  entryPoints: [join(root, 'sculpt', 'fox', 'bake.ts')],
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  write: false,
});
const { bakeFox } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
const text = bakeFox();
writeFileSync(join(root, 'src', 'body', 'fox', 'fox-file.ts'), text);
console.log(`src/body/fox/fox-file.ts: ${text.length} bytes.`);
