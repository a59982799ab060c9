import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHair } from '../../formats/index.ts';
import { parseScene } from '../../scene/read-scene.ts';
import { strandStatistics } from '../../strands/statistics.ts';
import { fakeContext, pelage, scratchFolder } from '../context.fixture.ts';
import { growInto, workOf } from '../grow-output.ts';

const bob = (strands: number) =>
  parseScene(
    {
      format: 'pelage-scene',
      version: 2,
      grooms: [{ source: { kind: 'style', style: 'bob' }, guides: 12, strands }],
    },
    'bob',
  );

describe('grow', () => {
  it('writes the same strands range by range as at once, with the same figures', async () => {
    const cwd = scratchFolder();
    const style = ['grow', 'bob', '--guides', '12', '--strands', '700', '--points', '8'];
    const streamed = await pelage(cwd, ...style, '-o', 'a.hair', '--json');
    const atOnce = await pelage(cwd, ...style, '-o', 'b.tfx', '--json');
    const [a, b] = ['a.hair', 'b.tfx'].map((name) => readHair(name, readFileSync(join(cwd, name))).strands);
    expect(a!.positions).toEqual(b!.positions);
    const { strands, points, length, bounds } = streamed.json() as Record<string, { mean?: number }>;
    const other = atOnce.json() as Record<string, { mean?: number }>;
    expect({ strands, points, bounds }).toEqual({ strands: other.strands, points: other.points, bounds: other.bounds });
    expect(length!.mean).toBeCloseTo(other.length!.mean!, 12);
    expect(length!.mean).toBeCloseTo(strandStatistics(a!).length.mean, 12);
  });

  it('tells work that is done: it never falls, and ends with the last strand', async () => {
    const told: number[] = [];
    const scene = bob(1500);
    const bar = { update: (done: number) => void told.push(done), end: () => {} };
    await growInto(fakeContext({ cwd: scratchFolder() }), 'bob.hair', scene, '.', bar);
    expect(told.every((done, i) => i === 0 || done >= told[i - 1]!)).toBe(true);
    expect(told.at(-1)).toBe(workOf(scene));
    // Guides one by one, roots and bound strands now and then, and each range that is written.
    expect(new Set(told).size).toBeGreaterThan(14);
  });

  it('refuses at once what no memory holds, and names the format that needs none', async () => {
    const answer = await pelage(scratchFolder(), 'grow', 'bob', '--guides', '12', '--strands', '10M', '-o', 'x.tfx');
    expect(answer.code).toBe(1);
    expect(answer.err).toMatch(/x\.tfx: the points alone are .* GB, .*\.hair/);
  });
});
