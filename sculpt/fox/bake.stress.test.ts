import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bakeFox } from './bake.ts';

it('src/body/fox/fox-file.ts is to the last letter what the sources sculpt (npm run bake-animal)', () => {
  const text = readFileSync(new URL('../../src/body/fox/fox-file.ts', import.meta.url), 'utf8');
  // A difference would be two hundred thousand letters long.
  expect(bakeFox() === text).toBe(true);
});
