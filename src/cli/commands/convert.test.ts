import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHair, writeHair } from '../../formats/index.ts';
import { strandsFromPolylines } from '../../strands/strands.ts';
import { pelage, scratchFolder } from '../context.fixture.ts';

/** Even, with one crooked strand and one point that is not finite. */
const groom = strandsFromPolylines([
  [
    [0, 0, 0],
    [0, 0.1, 0],
    [0, 0.2, 0],
    [0.01, 0.3, 0],
  ],
  [
    [1, 0, 0],
    [1, 0.1, 0],
    [1, 0, 0],
    [1, 0.1, 0.001],
  ],
  [
    [2, 0, 0],
    [2, Number.NaN, 0],
    [2, 0.2, 0],
    [2, 0.3, 0],
  ],
]);

function folderWithGroom(): string {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'a.tfx'), writeHair('a.tfx', groom));
  return cwd;
}

const load = (cwd: string, name: string) => readHair(name, readFileSync(join(cwd, name))).strands;

describe('convert', () => {
  it.each(['b.hair', 'b.tfx'])('alters nothing on the way to %s', async (to) => {
    const cwd = folderWithGroom();
    const answer = await pelage(cwd, 'convert', 'a.tfx', to, '--json');
    expect(answer.json()).toMatchObject({ from: 'a.tfx', to, strands: 3, points: 12, repairCount: 0, repairs: [] });
    expect(load(cwd, to).positions).toEqual(groom.positions);
    expect(readdirSync(cwd).sort()).toEqual(['a.tfx', to]);
  });

  it('repairs when it is asked to, and says what', async () => {
    const cwd = folderWithGroom();
    const document = (await pelage(cwd, 'convert', 'a.tfx', 'b.hair', '--repair', '--json')).json();
    expect(document['repairCount']).toBeGreaterThan(0);
    expect(load(cwd, 'b.hair').positions.every(Number.isFinite)).toBe(true);
    expect([...load(cwd, 'b.hair').positions.slice(0, 12)]).toEqual([...groom.positions.slice(0, 12)]);
    expect((await pelage(cwd, 'convert', 'a.tfx', 'b.hair', '--repair')).err).toContain('Note: ');
  });

  it('resamples, converts units and axes', async () => {
    const cwd = folderWithGroom();
    await pelage(cwd, 'convert', 'a.tfx', 'b.hair', '--points', '8', '--repair');
    expect(load(cwd, 'b.hair').first[1]).toBe(8);
    await pelage(cwd, 'convert', 'a.tfx', 'c.hair', '--unit', 'cm', '--to-up', 'z');
    const turned = load(cwd, 'c.hair').positions;
    expect(turned[9]).toBeCloseTo(0.0001);
    expect(turned[11]).toBeCloseTo(0.003);
  });

  it('writes the version that is asked for', async () => {
    const cwd = folderWithGroom();
    await pelage(cwd, 'convert', 'a.tfx', 'b.tfx', '--tfx-version', '3');
    expect(new DataView(readFileSync(join(cwd, 'b.tfx')).buffer).byteLength).toBeGreaterThan(0);
    expect(readHair('b.tfx', readFileSync(join(cwd, 'b.tfx'))).metadata['tfx.version']).toBe(3);
  });

  it('may write over what it reads', async () => {
    const cwd = folderWithGroom();
    expect((await pelage(cwd, 'convert', 'a.tfx', 'a.tfx', '--tfx-version', '3')).code).toBe(0);
    expect(load(cwd, 'a.tfx').id).toHaveLength(3);
  });

  it.each([
    [['a.tfx', 'b.xyz'], 1, /hair is written to .tfx, .hair, .obj/],
    [['a.tfx', 'no/b.hair'], 1, /There is no folder no to write b.hair into/],
    [['b.tfx', 'b.hair'], 1, /There is no file b.tfx; did you mean a.tfx\?/],
    [['a.tfx', 'b.hair', '--points', '1'], 2, /--points must be a whole number from 2 to 65,536, not "1"/],
    [['a.tfx', 'b.hair', '--unit', 'foot'], 2, /--unit must be m, cm, mm, in/],
    [['a.tfx'], 2, /needs TO/],
  ])('%j fails with %i and writes nothing', async (args, code, message) => {
    const cwd = folderWithGroom();
    const answer = await pelage(cwd, 'convert', ...args);
    expect(answer.code).toBe(code);
    expect(answer.err).toMatch(message);
    expect(readdirSync(cwd)).toEqual(['a.tfx']);
    expect(existsSync(join(cwd, 'b.hair'))).toBe(false);
  });
});
