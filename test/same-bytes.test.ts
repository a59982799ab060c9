import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { models } from '../src/models/index.ts';
import { type BrowserName, browserPath, evaluateIn } from './browser.fixture.ts';
import { type Ending, runOf, runsOfAll, STEPS } from './same-bytes.fixture.ts';

/**
 * The same document gives the same bytes in Node and in every browser, today and tomorrow. A change of physics changes these
 * hashes: `PELAGE_WRITE_REFERENCES=1 npx vitest run test/same-bytes.test.ts` writes them anew, and the commit says why.
 */

const place = new URL('same-bytes.json', import.meta.url);

const hashesOf = (runs: Record<string, Ending>): Record<string, string> =>
  Object.fromEntries(Object.entries(runs).map(([model, { hash }]) => [model, hash]));

/** The fixture as one script for a page. */
async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['test/same-bytes.fixture.ts'],
    bundle: true,
    format: 'iife',
    // The glTF library's reader of disks is never called in a page.
    external: ['node:*'],
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}

describe(`${STEPS} steps end in the committed bytes, on every model and with levels`, () => {
  let here: Record<string, Ending>;
  let committed: Record<string, string>;
  beforeAll(() => {
    here = runsOfAll();
    if (process.env['PELAGE_WRITE_REFERENCES']) writeFileSync(place, `${JSON.stringify(hashesOf(here), null, 2)}\n`);
    committed = JSON.parse(readFileSync(place, 'utf8'));
  });

  it('in Node', () => expect(hashesOf(here)).toEqual(committed));

  it.for<BrowserName>(['chrome', 'firefox'])('in %s', async (browser, { skip }) => {
    const path = browserPath(browser) ?? skip('there is none here');
    const there = (await evaluateIn(browser, path, await pageScript(), 'runsOfAll()')) as Record<string, Ending>;
    expect(hashesOf(there)).toEqual(committed);
  });

  it('with contact with the head and between strands', () => {
    // What is bent as a whole is kept off its own skin by its largest angle, and there is no other body.
    const touching = models.filter(({ interpolation }) => interpolation === undefined);
    expect(touching.length).toBeGreaterThan(3);
    for (const { name } of touching) expect(here[name]!.contacts, name).toBeGreaterThan(STEPS);
    expect(runOf('chain', []).hash).not.toBe(here['chain']!.hash);
  });
});
