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

describe('the packages of a farm', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const packages = Object.keys(optionalDependencies).filter((name) => name !== 'webgpu');

  it('are loaded by pelage farm when it is run, and reached by nothing else', async () => {
    const { metafile } = await build({
      entryPoints: [...entries.map((entry) => `src/${entry}/index.ts`), 'src/index.ts', 'src/cli/main.ts'],
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      write: false,
      outdir: 'dist/entries',
      metafile: true,
      logLevel: 'error',
    });
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    const own = imports.filter(({ path }) => packages.some((name) => path === name || path.startsWith(`${name}/`)));
    expect(own.length).toBeGreaterThanOrEqual(packages.length);
    expect(own.filter(({ kind }) => kind !== 'dynamic-import')).toEqual([]);
    const asking = Object.entries(metafile.inputs).filter(([, input]) =>
      input.imports.some((one) => own.includes(one)),
    );
    expect(asking.map(([file]) => file).filter((file) => !file.startsWith('src/cli/farm/'))).toEqual([]);
  });
});

describe('the built-in fox', () => {
  const foxFile = 'src/body/fox/fox-file.ts';

  it.each(['body', 'scene', 'render', 'formats'])('is no part of what pelage/%s carries at once', async (entry) => {
    const { metafile } = await build({
      entryPoints: [`src/${entry}/index.ts`],
      bundle: true,
      splitting: true,
      format: 'esm',
      write: false,
      outdir: 'dist/entries',
      metafile: true,
      external: ['three', 'node:*'],
      logLevel: 'error',
    });
    const outputs = Object.values(metafile.outputs);
    const holding = outputs.filter(({ inputs }) => foxFile in inputs);
    // A file of its own, which nothing imports but when it is asked for.
    const files = new Set(holding.flatMap(({ inputs }) => Object.keys(inputs)));
    expect([...files].filter((file) => file !== foxFile)).toEqual([]);
    const imports = outputs.flatMap((output) => output.imports).filter(({ path }) => path.includes('fox-file'));
    expect(imports.filter(({ kind }) => kind !== 'dynamic-import')).toEqual([]);
    expect(holding.length).toBe(['body', 'scene'].includes(entry) ? 1 : 0);
  });
});
