/** `npm run bake-bust`: sculpts the built-in bust and writes src/body/bust-file.ts. A test compares the two. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './setup.mjs';

const { outputFiles } = await build({
  entryPoints: [join(root, 'sculpt', 'bake.ts')],
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  write: false,
});
const { bakeBust } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
const text = bakeBust();
writeFileSync(join(root, 'src', 'body', 'bust-file.ts'), text);
console.log(`src/body/bust-file.ts: ${text.length} bytes.`);
