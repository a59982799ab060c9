import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { exampleScene } from '../../scene/examples.ts';
import { fakeContext, scratchFolder } from '../context.fixture.ts';
import { dispatch } from '../dispatch.ts';
import { contactSheet } from './sheet.ts';
import { variantsOf } from './variants.ts';

vi.setConfig({ testTimeout: 120_000 });

describe('wedges', () => {
  it('are every combination once, the last list changing fastest', () => {
    const lists = {
      'model.stiffness': [0.5, 1, 2],
      gravity: [
        [0, -1, 0],
        [0, -9, 0],
      ],
    };
    const variants = variantsOf(exampleScene('curly'), lists, 'curly');
    expect(variants.map(({ values }) => values)).toEqual(
      lists['model.stiffness'].flatMap((stiffness) =>
        lists.gravity.map((gravity) => ({ 'model.stiffness': stiffness, gravity })),
      ),
    );
    expect(new Set(variants.map(({ word }) => word)).size).toBe(6);
    expect(variants[1]!.scene).toMatchObject({
      gravity: [0, -9, 0],
      grooms: [{ model: { parameters: { stiffness: 0.5 } } }],
    });
  });

  it('of a value that cannot be say why, and the others are as they were', () => {
    const [good, bad] = variantsOf(exampleScene('curly'), { 'hair.look.roughness': [0.5, 7] }, 'curly');
    expect(good!.scene).toMatchObject({ grooms: [{ look: { roughness: 0.5 } }] });
    expect(bad!.scene).toMatch(/--wedge, in curly .*hair.look.roughness must be at most 1, not 7/);
    const [lost] = variantsOf(exampleScene('curly'), { 'hiar.guides': [1] }, 'curly');
    expect(lost!.scene).toMatch(/did you mean hair\?/);
  });

  it('write an animation each, a contact sheet and a table; one that fails does not stop the others', async () => {
    const folder = scratchFolder();
    const hair = { source: { kind: 'style', style: 'buzz' }, guides: 2, strands: 40 };
    const scene = {
      format: 'pelage-scene',
      version: 2,
      bodies: [{ shape: { kind: 'sphere', radius: 0.1 } }],
      grooms: [hair],
    };
    writeFileSync(join(folder, 'ball.json'), JSON.stringify(scene));
    const shot = { format: 'pelage-shot', version: 1, base: 'ball.json', changes: { 'hair.guides': 3 } };
    writeFileSync(join(folder, 'shot.json'), JSON.stringify(shot));
    const wedge = ['--wedge', 'model.stiffness=1,-1', '--wedge', 'hair.seed=1,2', '--frames', '2', '--workers', '1'];
    // What draws is away: the table is there all the same.
    const gpu = (): never => {
      throw new Error('no adapter');
    };
    const context = { ...fakeContext({ cwd: folder, isInterrupted: false }), gpu };
    expect(await dispatch(['simulate', 'shot.json', ...wedge, '-o', 'w', '--json'], context)).toBe(1);
    const {
      variants,
      failed,
      contactSheet: sheet,
    } = JSON.parse(context.out()) as {
      variants: { label: string; failure?: string; output?: string; sway?: number; state?: string }[];
      failed: number;
      contactSheet: string | null;
    };
    expect(variants.map(({ failure }) => failure === undefined)).toEqual([true, true, false, false]);
    expect(failed).toBe(2);
    expect(variants[2]!.failure).toMatch(/model.stiffness/);
    for (const { output, sway, state } of variants.slice(0, 2)) {
      expect(existsSync(join(folder, output!))).toBe(true);
      expect(sway).toBeGreaterThanOrEqual(0);
      expect(state).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(variants[0]!.state).not.toBe(variants[1]!.state);
    expect(JSON.parse(readFileSync(join(folder, 'w/wedges.json'), 'utf8')).variants).toEqual(variants);
    expect(sheet).toBeNull();
  });
});

describe('a contact sheet', () => {
  it('has every picture whole, one where nothing is, and writing below each', () => {
    const form = { columns: 2, width: 60, height: 20 };
    const flat = (value: number): Uint8Array => new Uint8Array(4 * 60 * 20).fill(value);
    const cells = [1, 2, 3].map((value) => ({ lines: [`n=${value}`], rgba: value === 2 ? null : flat(200 + value) }));
    const { width, height, rgba } = contactSheet(cells, form);
    expect(rgba).toHaveLength(4 * width * height);
    const count = (value: number): number => {
      let sum = 0;
      for (let i = 0; i < rgba.length; i += 4) if (rgba[i] === value && rgba[i + 1] === value) sum++;
      return sum;
    };
    expect([count(201), count(203)]).toEqual([1200, 1200]);
    expect(count(202)).toBe(0);
    let ink = 0;
    for (let i = 0; i < rgba.length; i += 4) if (rgba[i] === 232) ink++;
    expect(ink).toBeGreaterThan(100);
  });
});
