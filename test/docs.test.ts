import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const text = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it('docs/web.md shows the code that its pages are built of', () => {
  const blocks = [...text('docs/web.md').matchAll(/```ts\n\/\/ (examples\/\S+)\n([\s\S]*?)\n```/g)];
  expect(blocks.length).toBeGreaterThanOrEqual(4);
  for (const [, path, code] of blocks) expect(text(path!)).toContain(code);
  const [, scene] = /```json\n([\s\S]*?)\n```/.exec(text('docs/web.md'))!;
  expect(text('examples/public/turning-bob.json').trim()).toBe(scene);
});

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...markdownIn('docs')];

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

it.each(pages)('%s links to files that there are, and names scripts that there are', (page) => {
  const links = [...text(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link]) => link!);
  const files = links.filter((link) => !/^\w+:/.test(link));
  expect(files.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
  const named = [...text(page).matchAll(/npm run ([\w-]+)/g)].map(([, name]) => name!);
  // What has gone is told in the past.
  expect(named.filter((name) => !(name in scripts) && page !== 'CHANGELOG.md')).toEqual([]);
});

it('every law with a long form has a short one, and CONTRIBUTING.md names it', () => {
  const long = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.stress.test.ts'),
  );
  expect(long.length).toBeGreaterThan(0);
  for (const name of long) {
    expect(existsSync(join('src', name.replace('.stress.test.ts', '.test.ts')))).toBe(true);
    expect(text('CONTRIBUTING.md')).toContain(`src/${name}`);
  }
});

it('the home page of the site has its head as the generator reads it, which a formatter once took apart', () => {
  const [, head] = /^---\n([\s\S]*?)\n---\n/.exec(text('site/index.md'))!;
  const under = (key: string): string[] =>
    new RegExp(`^${key}:\\n((?:[ ]+.*\\n?)+)`, 'm').exec(head!)?.[1]?.split('\n') ?? [];
  expect(under('hero')).toContain('  name: Pelage');
  expect(under('features').filter((line) => line.startsWith('  - title: ')).length).toBeGreaterThan(3);
});
