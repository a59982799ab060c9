/**
 * `npm run docs [-- --build]`: the guide, the exports and the live examples as one tree of static pages in dist/site, which any server can
 * serve. The generator is VitePress, with packages of its own in site/: who only wants to work on hair does not install it.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildExamples } from './examples.mjs';
import { ensurePackages, root, run } from './setup.mjs';

const site = join(root, 'site');
const pages = join(root, 'dist', 'site-pages');
const built = join(root, 'dist', 'site');

/** What the API report says of one entry: its heading and what follows, up to the next. */
export function entriesOf(report) {
  return report
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [name, ...lines] = part.split('\n');
      return { name: name.trim(), text: `# ${name.trim()}\n${lines.join('\n')}` };
    });
}

/** The file of an entry: `pelage/models` is models.md, `pelage` itself pelage.md. */
const fileOf = (name) => `${name.replace(/^pelage\//, '')}.md`;

/** Links of the repository as links of the site: sources and schema are shown as they are, what has no page is named only. */
export function siteLinks(text, depth) {
  const up = '../'.repeat(depth);
  return text
    .replaceAll(`](${up}examples/`, '](/files/examples/')
    .replaceAll(`](${up}examples)`, '](/live-examples)')
    .replaceAll(`](${up}schema/`, '](/files/schema/')
    .replaceAll(`](${up}compose.yaml`, '](/files/compose.yaml');
}

function copyPage(from, to, depth, change = (text) => text) {
  mkdirSync(join(to, '..'), { recursive: true });
  writeFileSync(to, change(siteLinks(readFileSync(from, 'utf8'), depth)));
}

const namesOf = (folder) => readdirSync(folder).filter((name) => name.endsWith('.md'));

/** Lays out all pages, pictures and files as the generator reads them. */
function layOut() {
  rmSync(pages, { recursive: true, force: true });
  cpSync(join(root, 'docs'), join(pages, 'guide'), { recursive: true });
  for (const [folder, depth] of [
    ['', 1],
    ['models', 2],
  ])
    for (const name of namesOf(join(root, 'docs', folder)))
      copyPage(join(root, 'docs', folder, name), join(pages, 'guide', folder, name), depth);
  for (const name of ['CHANGELOG.md', 'CONTRIBUTING.md'])
    copyPage(join(root, name), join(pages, name), 0, (text) => text.replaceAll('](docs/', '](guide/'));
  copyPage(join(root, 'README.md'), join(pages, 'readme.md'), 0, (text) => text.replaceAll('](docs/', '](guide/'));
  for (const name of ['index.md', 'live-examples.md']) cpSync(join(site, name), join(pages, name));
  const entries = entriesOf(readFileSync(join(root, 'api', 'pelage.api.md'), 'utf8'));
  mkdirSync(join(pages, 'api'));
  for (const { name, text } of entries) writeFileSync(join(pages, 'api', fileOf(name)), text);
  const list = entries.map(({ name }) => `- [${name}](${fileOf(name)})`).join('\n');
  writeFileSync(join(pages, 'api', 'index.md'), `# What Pelage exports\n\n${list}\n`);
  const files = join(pages, 'public', 'files');
  cpSync(join(root, 'examples'), join(files, 'examples'), { recursive: true });
  cpSync(join(root, 'schema'), join(files, 'schema'), { recursive: true });
  cpSync(join(root, 'compose.yaml'), join(files, 'compose.yaml'));
  cpSync(join(root, 'docs', 'images', 'studio.png'), join(files, 'studio.png'));
}

/** Builds everything; `isLive` also the live examples, which take a minute. */
export function buildSite({ isLive = true } = {}) {
  if (!existsSync(join(site, 'node_modules', 'vitepress'))) {
    console.log('Installing the generator of the pages (npm ci in site/) …');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: site });
  }
  layOut();
  run(process.execPath, [join(site, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), 'build', site]);
  if (isLive) buildExamples(join(built, 'live'));
  return built;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensurePackages();
  const { build, isStale } = await import('./build.mjs');
  const { serve } = await import('./serve.mjs');
  if (isStale()) await build();
  buildSite();
  if (!process.argv.includes('--build')) {
    const { url } = await serve(built);
    console.log(`Documentation: ${url} (Ctrl+C ends it)`);
  }
}
