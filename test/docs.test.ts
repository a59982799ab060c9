import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it('docs/web.md shows the code that its pages are built of', () => {
  const blocks = [...text('docs/web.md').matchAll(/```ts\n\/\/ (examples\/\S+)\n([\s\S]*?)\n```/g)];
  expect(blocks.length).toBeGreaterThanOrEqual(4);
  for (const [, path, code] of blocks) expect(text(path!)).toContain(code);
  const [, scene] = /```json\n([\s\S]*?)\n```/.exec(text('docs/web.md'))!;
  expect(text('examples/public/turning-bob.json').trim()).toBe(scene);
});
