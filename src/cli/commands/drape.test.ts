import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readHair } from '../../formats/index.ts';
import { fakeContext, scratchFolder } from '../context.fixture.ts';
import { dispatch } from '../dispatch.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Draped {
  readonly isStill: boolean;
  readonly fastest: number;
  readonly seconds: number;
  readonly moved: { readonly farthest: readonly { readonly id: number; readonly distance: number }[] };
}

const nothing = (): never => {
  throw new Error('no adapter');
};

describe('drape', () => {
  // Hair that stands out to all sides and sags.
  const scene = {
    format: 'pelage-scene',
    version: 2,
    bodies: [
      { shape: { kind: 'sphere', radius: 0.05 }, position: [0.3, 0, 0], motion: { kind: 'head', name: 'shake' } },
    ],
    grooms: [
      {
        source: { kind: 'coat', change: { length: { base: 0.15 } } },
        guides: 6,
        strands: 20,
        material: 'caucasian-wavy',
      },
    ],
    contact: { hair: [] },
  };
  const prepared = (): string => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'ball.json'), JSON.stringify(scene));
    return cwd;
  };
  const run = async (cwd: string, ...words: string[]): Promise<{ code: number; json: Draped }> => {
    const context = { ...fakeContext({ cwd }), gpu: nothing };
    const code = await dispatch([...words, '--json'], context);
    return { code, json: JSON.parse(context.out()) as Draped };
  };

  it('brings hair to rest, says how far each strand went, and a shot of it stays as it is draped', async () => {
    const cwd = prepared();
    const { code, json } = await run(cwd, 'drape', 'ball.json', '-o', 'draped.json', '--still', '0.01');
    expect(code).toBe(0);
    expect(json).toMatchObject({ isStill: true });
    expect(json.fastest).toBeLessThan(0.01);
    expect(json.moved.farthest[0]!.distance).toBeGreaterThan(0.02);
    const { strands } = readHair('draped-hair.abc', readFileSync(join(cwd, 'draped-hair.abc')));
    expect(strands.strandAttributes.get('moved')!.data).toHaveLength(20);
    // The hair is in the coordinates of its body: about its origin.
    expect(Math.max(...strands.positions.map(Math.abs))).toBeLessThan(0.25);
    // It is balanced as it is draped: where the body keeps still it stays.
    const still = await run(
      cwd,
      ...[
        'simulate',
        'draped.json',
        '--set',
        'bodies.body.motion.name=still',
        '--wedge',
        'hair.rest=sag-free,as-groomed',
      ],
      ...['--frames', '8', '--workers', '1', '-o', 'w'],
    );
    const [kept] = (still.json as unknown as { variants: { farthest: number }[] }).variants;
    expect(kept!.farthest).toBeLessThan(0.005);
  });

  it('that has no time to come to rest says which strand moves, writes what there is and fails', async () => {
    const { code, json } = await run(prepared(), 'drape', 'ball.json', '-o', 'early.abc', '--seconds', '0.2');
    expect(code).toBe(1);
    expect(json).toMatchObject({ isStill: false, seconds: 0.2 });
    expect((json as unknown as { notes: string[] }).notes.join()).toMatch(/not still after .* strand \d+ moves/);
  });
});
