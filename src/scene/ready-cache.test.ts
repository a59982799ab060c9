import { describe, expect, it } from 'vitest';
import { models } from '../models/index.ts';
import { hashArrays, hashStrands } from '../strands/hash.ts';
import { loadScene, type SceneInstance } from './instance.ts';
import { parseScene } from './read-scene.ts';
import type { ReadyCache } from './ready-cache.ts';

/** A cache that remembers what it was asked for. */
class Memory implements ReadyCache {
  readonly entries = new Map<string, Uint8Array>();
  hits = 0;

  async get(key: string): Promise<Uint8Array | null> {
    const found = this.entries.get(key);
    if (found) this.hits++;
    return found ?? null;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.entries.set(key, bytes.slice());
  }
}

const sceneOf = (model: string, more: object = {}) =>
  parseScene(
    {
      format: 'pelage-scene',
      version: 2,
      grooms: [
        { source: { kind: 'style', style: 'bob', change: { points: 8 } }, guides: 5, model: { name: model } },
        { name: 'brows', source: { kind: 'style', style: 'brows' }, guides: 3, strands: 20 },
      ],
      ...more,
    },
    'ready',
  );

/** Everything that a start gives and five steps after it. */
function traceOf({ simulation, parts, grooms, notes }: SceneInstance): unknown {
  const start = hashArrays([simulation.snapshot()]);
  simulation.advance(5);
  const guides = grooms.map((groom) => hashStrands(groom.guides));
  return {
    start,
    end: hashArrays([simulation.snapshot()]),
    guides,
    notes,
    field: hashArrays([parts.bodies[0]!.field!.values]),
  };
}

describe('a scene that was made ready before', () => {
  it.each(models.map(({ name }) => name))('%s: begins with the same bytes, and so it goes on', async (model) => {
    const cache = new Memory();
    const plain = traceOf(await loadScene(sceneOf(model)));
    expect(traceOf(await loadScene(sceneOf(model), { cache }))).toEqual(plain);
    expect([cache.entries.size, cache.hits]).toEqual([3, 0]);
    expect(traceOf(await loadScene(sceneOf(model), { cache }))).toEqual(plain);
    expect(cache.hits).toBe(3);
  });

  it('is made anew where an entry is damaged, cut off or gone, or the store fails', async () => {
    const cache = new Memory();
    const plain = traceOf(await loadScene(sceneOf('rod'), { cache }));
    traceOf(await loadScene(sceneOf('rod'), { cache }));
    const kept = new Map(cache.entries);
    for (const [key, bytes] of kept) {
      const wrong = bytes.slice();
      wrong[wrong.length >> 1] = wrong[wrong.length >> 1]! ^ 1;
      for (const entry of [wrong, bytes.subarray(0, bytes.length >> 1), new Uint8Array(0)]) {
        cache.entries.set(key, entry);
        expect(traceOf(await loadScene(sceneOf('rod'), { cache }))).toEqual(plain);
        // What is whole again was made again.
        expect(hashArrays([cache.entries.get(key)!])).toBe(hashArrays([bytes]));
      }
    }
    const failing: ReadyCache = {
      get: () => Promise.reject(new Error('no')),
      put: () => Promise.reject(new Error('no')),
    };
    expect(traceOf(await loadScene(sceneOf('rod'), { cache: failing }))).toEqual(plain);
  });

  it('is another where anything differs that hair depends on, and the same where nothing does', async () => {
    const cache = new Memory();
    await loadScene(sceneOf('rod'), { cache });
    const files = cache.entries.size;
    await loadScene(sceneOf('rod', { name: 'other', camera: { fieldOfView: 0.4 }, sleep: false }), { cache });
    expect(cache.entries.size).toBe(files);
    for (const [more, options] of [
      [{ seed: 2 }, {}],
      [{ gravity: [0, -5, 0] }, {}],
      [{}, { guides: { brows: 4 } }],
      [{}, { model: 'chain' }],
    ] as const) {
      const before = cache.entries.size;
      await loadScene(sceneOf('rod', more), { cache, ...options });
      expect(cache.entries.size).toBeGreaterThan(before);
    }
  });

  it('asks for the contents of files, not for their names', async () => {
    const scene = parseScene(
      {
        format: 'pelage-scene',
        version: 2,
        bodies: [{ name: 'ball', shape: { kind: 'mesh', file: 'ball.obj' }, resolution: 64 }],
        grooms: [{ source: { kind: 'coat' }, guides: 4 }],
      },
      'file',
    );
    const ball = (r: number): Uint8Array =>
      new TextEncoder().encode(
        `v ${r} 0 0\nv 0 ${r} 0\nv 0 0 ${r}\nv -${r} 0 0\nv 0 -${r} 0\nv 0 0 -${r}\nf 1 2 3\nf 2 4 3\nf 4 5 3\nf 5 1 3\nf 2 1 6\nf 4 2 6\nf 5 4 6\nf 1 5 6\n`,
      );
    const cache = new Memory();
    const guidesOf = async (r: number): Promise<string> =>
      hashStrands((await loadScene(scene, { cache, files: () => ball(r) })).grooms[0]!.guides);
    const small = await guidesOf(0.1);
    expect(await guidesOf(0.2)).not.toBe(small);
    expect(await guidesOf(0.1)).toBe(small);
    expect(cache.hits).toBe(3);
  });
});
