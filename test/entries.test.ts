import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** What a page carries that imports one entry of the package. */

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> };
const entries = Object.keys(exports).flatMap((name) => /^\.\/(\w+)$/.exec(name)?.[1] ?? []);

/** Files in the bundle of an entry. */
async function filesOf(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [`src/${entry}/index.ts`],
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    external: ['three', 'node:*'],
    logLevel: 'error',
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
}

const isSchemaLibrary = (file: string): boolean => file.includes('node_modules/zod/');

describe('the entries of the package', () => {
  it('are those that this test means', () => {
    expect(entries).toEqual(expect.arrayContaining(['numeric', 'models', 'formats', 'render', 'three', 'scene']));
  });

  it.each(entries.filter((entry) => entry !== 'scene'))(
    'pelage/%s does not carry the schema library',
    async (entry) => {
      const files = await filesOf(entry);
      expect(files).toContain(`src/${entry}/index.ts`);
      expect(files.filter(isSchemaLibrary)).toEqual([]);
    },
  );

  it('pelage/scene carries it: the test can see it', async () => {
    expect((await filesOf('scene')).some(isSchemaLibrary)).toBe(true);
  });
});
