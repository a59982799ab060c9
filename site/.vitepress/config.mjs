import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

/** Pages as scripts/docs.mjs lays them out. */
const pages = fileURLToPath(new URL('../../dist/site-pages/', import.meta.url));
const api = existsSync(`${pages}api`) ? readdirSync(`${pages}api`).filter((name) => name !== 'index.md') : [];
const entries = api.map((name) => name.replace(/\.md$/, ''));

const page = (text, link) => ({ text, link: `/guide/${link}` });

export default defineConfig({
  title: 'Pelage',
  description: 'Hair and fur: grow, style, simulate and draw it. A library, a command and a studio.',
  srcDir: pages,
  outDir: fileURLToPath(new URL('../../dist/site/', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../node_modules/.vitepress-cache/', import.meta.url)),
  cleanUrls: false,
  lastUpdated: false,
  // What is not a page: live examples are built beside this, and sources are shown as they are.
  ignoreDeadLinks: [/^\/live\//, /^\/files\//],
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide/scenes' },
      { text: 'Live', link: '/live-examples' },
      { text: 'API', link: '/api/' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    search: { provider: 'local' },
    sidebar: {
      '/api/': [{ text: 'Entries', items: entries.map((name) => ({ text: `pelage/${name}`, link: `/api/${name}` })) }],
      '/': [
        {
          text: 'Begin',
          items: [
            { text: 'What it is', link: '/readme' },
            page('In a page', 'web'),
            { text: 'Live examples', link: '/live-examples' },
          ],
        },
        {
          text: 'Make hair',
          items: [
            page('Scenes', 'scenes'),
            page('Grooming', 'grooming'),
            page('Fur', 'fur'),
            page('The salon', 'salon'),
            page('Files', 'formats'),
          ],
        },
        {
          text: 'Make shots',
          items: [page('Shots and wedges', 'production'), page('A farm', 'farm'), page('Levels of detail', 'levels')],
        },
        {
          text: 'How it moves',
          items: [page('Models', 'models/README'), page('Contacts', 'contacts'), page('Kernels', 'kernels')],
        },
        { text: 'How it looks', items: [page('Rendering', 'rendering'), page('Shading', 'shading')] },
        {
          text: 'Work on it',
          items: [
            page('Architecture', 'architecture'),
            page('Words', 'glossary'),
            { text: 'Contributing', link: '/CONTRIBUTING' },
          ],
        },
      ],
    },
  },
});
