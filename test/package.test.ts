import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error: a plain script without declarations
import { build as buildPackage, isStale } from '../scripts/build.mjs';

/**
 * What a page carries that uses one part of the package, bundled from what is published. Bytes as they are sent without
 * compression; `npm run package-check` does the rest: attw, publint, webpack, TypeScript 5.2.
 */

const root = fileURLToPath(new URL('..', import.meta.url));

beforeAll(async () => {
  if (isStale() || !existsSync(`${root}/dist/lib/three.js`)) await buildPackage();
}, 60_000);

async function bundledBytes(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    write: false,
    external: ['three', 'node:*'],
    logLevel: 'error',
  });
  return outputFiles[0]!.contents.length;
}

describe('bundles of the published package, by esbuild', () => {
  it('pelage/three is below 30 kB', async () => {
    const bytes = await bundledBytes(`export * from './dist/lib/three.js';`);
    expect(bytes).toBeLessThan(30_000);
    expect(bytes).toBeGreaterThan(5000);
  });

  it.each(['ALEMBIC', 'CACHE', 'CYHAIR', 'OBJ', 'PLY', 'TFX', 'USD'])(
    'pelage/formats with the reader %s alone is below 60 kB',
    async (name) => {
      const bytes = await bundledBytes(
        `import { readHairWith, ${name}_READER } from './dist/lib/formats.js';
         globalThis.read = (file, data) => readHairWith(${name}_READER, file, data);`,
      );
      expect(bytes).toBeLessThan(60_000);
      expect(bytes).toBeGreaterThan(5000);
    },
  );
});
