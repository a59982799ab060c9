import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from './context.fixture.ts';
import { builtBlock, ReadyFolder } from './ready-folder.ts';

const strands = { ids: Uint32Array.of(7), counts: Uint32Array.of(2, 0, 0), fields: { mass: Float64Array.of(1, 2) } };

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

  it('keeps the strands of each block apart and ignores those that are damaged', () => {
    const path = scratchFolder();
    builtBlock(path, 'scene', 0, 2).keep([strands, null]);
    expect(builtBlock(path, 'scene', 1, 2).built).toBeNull();
    expect(builtBlock(path, 'scene', 0, 2).built).toEqual([strands, null]);
    for (const name of readdirSync(path)) truncateSync(join(path, name), 40);
    expect(builtBlock(path, 'scene', 0, 2).built).toBeNull();
  });
});
