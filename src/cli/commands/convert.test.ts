import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sphereMesh } from '../../body/shapes.ts';
import {
  MemorySink,
  makeAnimation,
  memorySource,
  openAnimation,
  readHair,
  writeAnimation,
  writeHair,
  writeMesh,
} from '../../formats/index.ts';
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

const versionOf = (cwd: string, name: string) => readHair(name, readFileSync(join(cwd, name))).metadata['tfx.version'];

describe('convert', () => {
  it.each(['b.hair', 'b.tfx'])('alters nothing on the way to %s', async (to) => {
    const cwd = folderWithGroom();
    const answer = await pelage(cwd, 'convert', 'a.tfx', to, '--json');
    expect(answer.json()).toMatchObject({ from: 'a.tfx', to, strands: 3, points: 12, repairCount: 0, repairs: [] });
    expect(load(cwd, to).positions).toEqual(groom.positions);
    expect(readdirSync(cwd).sort()).toEqual(['a.tfx', to]);
  });

  it('takes the file to write by -o as well', async () => {
    const cwd = folderWithGroom();
    expect((await pelage(cwd, 'convert', 'a.tfx', '-o', 'b.hair', '--json')).json()).toMatchObject({ to: 'b.hair' });
    expect(load(cwd, 'b.hair').positions).toEqual(groom.positions);
    expect((await pelage(cwd, 'convert', 'a.tfx', 'b.hair', '-o', 'c.hair')).err).toMatch(/TO is given twice/);
    expect((await pelage(cwd, 'convert', 'a.tfx')).err).toMatch(/needs TO: the file to write/);
  });

  it('repairs when it is asked to, and says what', async () => {
    const cwd = folderWithGroom();
    const document = (await pelage(cwd, 'convert', 'a.tfx', 'b.hair', '--repair', '--json')).json();
    expect(document['repairCount']).toBeGreaterThan(0);
    expect(load(cwd, 'b.hair').positions.every(Number.isFinite)).toBe(true);
    expect([...load(cwd, 'b.hair').positions.slice(0, 12)]).toEqual([...groom.positions.slice(0, 12)]);
    expect((await pelage(cwd, 'convert', 'a.tfx', 'b.hair', '--repair')).err).toContain('Note: ');
  });

  it('says what a repair mended and left out, and fails where too much is gone', async () => {
    const cwd = scratchFolder();
    const lines = Array.from({ length: 40 }, (_, i) =>
      Array.from({ length: 8 }, (_, k) => [0.01 * i, 0.02 * k, 0.001 * k * k]),
    );
    lines[7]![0]![0] = 1e30;
    lines[9]![4]![1] = Number.NaN;
    lines[11] = lines[11]!.map(() => [Number.NaN, 0, 0]);
    writeFileSync(join(cwd, 'a.hair'), writeHair('a.hair', strandsFromPolylines(lines)));
    const as = await pelage(cwd, 'convert', 'a.hair', 'b.hair');
    expect(as.code).toBe(0);
    expect(as.err).toContain('2 strands have points that are not finite: --repair mends them');
    expect(as.err).toContain('1 strand has points absurdly far from all others: --repair mends them');
    const mended = await pelage(cwd, 'convert', 'a.hair', 'b.hair', '--repair');
    expect(mended.code).toBe(0);
    expect(mended.err).toMatch(
      /2 of 40 strands mended: strand 7 \(1 points put on straight lines, 1 of them at the root\)/,
    );
    expect(mended.err).toMatch(/1 of 40 strands left out: strand 11/);
    expect(load(cwd, 'b.hair').id).toHaveLength(39);
    for (const i of [20, 30]) lines[i] = lines[11]!;
    writeFileSync(join(cwd, 'a.hair'), writeHair('a.hair', strandsFromPolylines(lines)));
    const lost = await pelage(cwd, 'convert', 'a.hair', 'b.hair', '--repair');
    expect([lost.code, lost.err]).toEqual([1, expect.stringMatching(/WARNING: 8 % of the strands are missing/)]);
    expect((await pelage(cwd, 'convert', 'a.hair', 'b.hair', '--repair', '--json')).json()).toMatchObject({
      ...{ strands: 37, mended: 2, leftOut: 3 },
    });
  });

  it('resamples, converts units and axes', async () => {
    const cwd = folderWithGroom();
    await pelage(cwd, 'convert', 'a.tfx', 'b.hair', '--points', '8', '--repair');
    expect(load(cwd, 'b.hair').first[1]).toBe(8);
    await pelage(cwd, 'convert', 'a.tfx', 'c.hair', '--unit', 'cm', '--to-up', 'z');
    const turned = readHair('c.hair', readFileSync(join(cwd, 'c.hair')), { up: 'y' }).strands.positions;
    expect(turned[9]).toBeCloseTo(0.0001);
    expect(turned[11]).toBeCloseTo(0.003);
  });

  it('writes the version that is asked for', async () => {
    const cwd = folderWithGroom();
    for (const version of [3, 4]) {
      await pelage(cwd, 'convert', 'a.tfx', 'b.tfx', '--tfx-version', `${version}`);
      expect(versionOf(cwd, 'b.tfx')).toBe(version);
    }
  });

  it('may write over what it reads', async () => {
    const cwd = folderWithGroom();
    const other = versionOf(cwd, 'a.tfx') === 3 ? 4 : 3;
    expect((await pelage(cwd, 'convert', 'a.tfx', 'a.tfx', '--tfx-version', `${other}`)).code).toBe(0);
    expect(versionOf(cwd, 'a.tfx')).toBe(other);
    expect(load(cwd, 'a.tfx').positions).toEqual(groom.positions);
  });

  it.each([
    [['a.tfx', 'b.fbx'], 1, /hair is written to .tfx, .hair, .obj, .abc/],
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
  });
});

/** Three guides that sway, one of them marked; the way a run or another program leaves them. */
function folderWithAnimation(): string {
  const cwd = scratchFolder();
  const strands = {
    ...strandsFromPolylines([0, 1, 2].map((x) => [0, 1, 2].map((y) => [x, y / 10, 0]))),
    strandAttributes: new Map([['isGuide', { size: 1, data: Uint8Array.of(0, 1, 0) }]]),
  };
  const frames = [0, 1, 2, 3].map((k) => strands.positions.map((x, i) => (i % 3 === 2 ? x + k / 100 : x)));
  const sink = new MemorySink();
  writeAnimation(
    'animation.abc',
    makeAnimation(
      strands,
      [0, 1, 2, 3].map((k) => k / 30),
      frames,
    ),
    sink,
  );
  writeFileSync(join(cwd, 'animation.abc'), sink.bytes());
  return cwd;
}

describe('convert of animations', () => {
  it.each(['b.usda', 'b.usdz', 'b.pelage', 'b.abc'])('to %s keeps every frame, and info says so', async (to) => {
    const cwd = folderWithAnimation();
    const answer = await pelage(cwd, 'convert', 'animation.abc', to, '--json');
    expect(answer.json()).toMatchObject({ to, strands: 3, points: 9, frames: 4, notes: [] });
    const document = (await pelage(cwd, 'info', to, '--json')).json();
    expect(document).toMatchObject({ kind: 'hair', frames: 4, start: 0, fps: expect.closeTo(30, 6), strands: 3 });
    expect((await pelage(cwd, 'info', to)).out).toContain('4, 30 a second, from 0 s to 0.1 s');
    const { animation } = openAnimation(to, memorySource(readFileSync(join(cwd, to))));
    expect(animation.frame(3)[2]).toBeCloseTo(0.03, 4);
    expect(readdirSync(cwd).sort()).toEqual([to, 'animation.abc'].sort());
  });

  it('takes one frame, the first where none is named, and says which', async () => {
    const cwd = folderWithAnimation();
    const first = await pelage(cwd, 'convert', 'animation.abc', 'b.hair');
    expect([first.code, first.err]).toEqual([
      0,
      expect.stringMatching(/4 frames from 0 s to 0.1 s: the one at 0 s was taken/),
    ]);
    expect(load(cwd, 'b.hair').positions[2]).toBe(0);
    await pelage(cwd, 'convert', 'animation.abc', 'c.usda', '--time', '0.066');
    expect(load(cwd, 'c.usda').positions[2]).toBeCloseTo(0.02, 6);
  });

  it('keeps guides, gives widths and resamples when it is asked to', async () => {
    const cwd = folderWithAnimation();
    await pelage(cwd, 'convert', 'animation.abc', 'g.usda', '--guides', 'only', '--width', '0.08', '--points', '5');
    const guide = load(cwd, 'g.usda');
    expect([guide.id[0], guide.id.length, guide.first[1]]).toEqual([1, 1, 5]);
    expect(guide.strandAttributes.get('radius')!.data[0]).toBeCloseTo(4e-5, 10);
    await pelage(cwd, 'convert', 'animation.abc', 'n.usda', '--guides', 'none');
    expect([...load(cwd, 'n.usda').id]).toEqual([0, 2]);
    const refused = await pelage(folderWithGroom(), 'convert', 'a.tfx', 'b.hair', '--guides', 'only');
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/does not say which strands are guides/)]);
  });

  it('says which unit and axis it found', async () => {
    const cwd = folderWithAnimation();
    await pelage(cwd, 'convert', 'animation.abc', 'b.usda', '--to-unit', 'cm', '--to-up', 'z');
    const answer = await pelage(cwd, 'convert', 'b.usda', 'c.abc');
    expect(answer.code).toBe(0);
    expect(answer.err).toMatch(/the file is in centimetres \(the stage says so\): converted to metres/);
    expect(answer.err).toMatch(/Z up \(the stage says so\): turned to Y up/);
    expect(load(cwd, 'c.abc').positions[4]).toBeCloseTo(0.1, 6);
  });

  it('writes the mesh of a file without hair', async () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'ball.usda'), writeMesh('ball.usda', sphereMesh(0.1, 1)));
    expect((await pelage(cwd, 'convert', 'ball.usda', 'ball.obj', '--json')).json()).toMatchObject({ triangles: 80 });
    expect((await pelage(cwd, 'convert', 'ball.obj', 'ball.abc')).code).toBe(0);
    expect((await pelage(cwd, 'info', 'ball.abc', '--json')).json()).toMatchObject({ kind: 'mesh', openEdges: 0 });
    const refused = await pelage(cwd, 'convert', 'ball.usda', 'ball.hair');
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/no curves .* but 1 meshes/)]);
  });
});

describe('pelage convert to .glb', () => {
  it('writes as many cards as asked for, tubes or lines', async () => {
    const folder = scratchFolder();
    const straight = strandsFromPolylines(
      Array.from({ length: 12 }, (_, k) => [
        [0.01 * k, 0, 0],
        [0.01 * k, 0.1, 0],
      ]),
    );
    writeFileSync(join(folder, 'a.hair'), writeHair('a.hair', straight));
    const vertices = async (...args: string[]): Promise<number> => {
      expect((await pelage(folder, 'convert', 'a.hair', 'b.glb', ...args)).code).toBe(0);
      const file = readFileSync(join(folder, 'b.glb'));
      const { accessors } = JSON.parse(file.subarray(20, 20 + file.readUInt32LE(12)).toString());
      return accessors[0].count;
    };
    const card = await vertices('--cards', '1', '--width', '0.1');
    expect(await vertices('--cards', '4')).toBe(4 * card);
    expect(await vertices('--shape', 'lines')).toBe(24);
    expect(await vertices('--shape', 'tubes')).toBe(4 * 24);
  });
});
