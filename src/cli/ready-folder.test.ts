import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from './context.fixture.ts';
import { ReadyFolder } from './ready-folder.ts';

describe('the folder of scenes that were made ready', () => {
  it('gives back what was put there, in another run too, and leaves nothing else behind', async () => {
    const path = join(scratchFolder(), 'cache', 'ready-1');
    const folder = new ReadyFolder(path);
    expect(await folder.get('a')).toBeNull();
    await folder.put('a', Uint8Array.of(1, 2, 3));
    await folder.put('a', Uint8Array.of(4));
    expect([...(await new ReadyFolder(path).get('a'))!]).toEqual([4]);
    expect(readdirSync(path)).toEqual(['a']);
  });
});
