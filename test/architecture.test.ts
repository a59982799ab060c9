import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * docs/architecture.md lists the files on the data's way from a scene file to a picture. The list is held to what the first of
 * them imports, so that it cannot be wrong: whoever moves the way moves the list.
 */

const MOST_FILES = 40;

const page = readFileSync('docs/architecture.md', 'utf8');
const section = /^## The way, file by file\n([\s\S]*?)^## /m.exec(page)![1]!;
const [list, sideRoads] = section.split('Side roads') as [string, string];
const files = [...list.matchAll(/^\d+\. `(src\/[^`]+)`: \S/gm)].map(([, file]) => file!);
const sides = [...sideRoads.matchAll(/`(src\/[^`]+)`/g)].map(([, folder]) => folder!);

let inputs: Metafile['inputs'];
beforeAll(async () => {
  const { metafile } = await build({
    entryPoints: [files[0]!],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  inputs = metafile.inputs;
});

/** What a file imports, also through an index, which only hands on. Imports of types alone are none. */
function importsOf(file: string, seen = new Set<string>()): Set<string> {
  for (const { path } of inputs[file]?.imports ?? []) {
    if (seen.has(path)) continue;
    seen.add(path);
    if (path.endsWith('/index.ts')) importsOf(path, seen);
  }
  return seen;
}

const isWithin = (folder: string, parent: string): boolean => folder === parent || folder.startsWith(`${parent}/`);

describe('the way from a scene file to a picture, as docs/architecture.md lists it', () => {
  it(`is at most ${MOST_FILES} files, each once, in lines with a number`, () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.length).toBeLessThanOrEqual(MOST_FILES);
    expect(new Set(files).size).toBe(files.length);
    expect(list.match(/^\d+\./gm)).toEqual(files.map((_, k) => `${k + 1}.`));
  });

  it('can be walked: each file is imported by one above it', () => {
    const lost = files.slice(1).filter((file, k) => !files.slice(0, k + 1).some((above) => importsOf(above).has(file)));
    expect(lost).toEqual([]);
  });

  it('leaves nothing out: every folder that is reached holds a file of the list or is a side road', () => {
    const folders = [...new Set(Object.keys(inputs).map(dirname))];
    const isListed = (folder: string): boolean => files.some((file) => isWithin(dirname(file), folder));
    const isAside = (folder: string): boolean => sides.some((side) => isWithin(folder, side));
    expect(folders.filter((folder) => !isListed(folder) && !isAside(folder)).sort()).toEqual([]);
    expect(sides.filter((side) => !folders.some((folder) => isWithin(folder, side)))).toEqual([]);
  });
});
