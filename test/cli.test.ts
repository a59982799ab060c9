import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pelage as dispatched } from '../src/cli/context.fixture.ts';
import { readHair, writeHair } from '../src/formats/index.ts';
import { strandsFromPolylines } from '../src/strands/strands.ts';

/** The command as a person runs it: `node bin/pelage.js …` in a folder of its own. */

const program = resolve(import.meta.dirname, '..', 'bin', 'pelage.js');
const folder = mkdtempSync(join(tmpdir(), 'pelage-command-'));
const COMMANDS = ['info', 'convert', 'grow', 'simulate', 'examples', 'studio'];

interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function pelage(...args: string[]): Promise<Answer> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  return new Promise((done) => child.on('close', (code) => done({ code, out, err })));
}

/** The same command line within this process: what it says does not depend on being one of its own. */
const said = (...args: string[]): ReturnType<typeof dispatched> => dispatched(folder, ...args);

async function document(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out } = await pelage(...args, '--json');
  expect(code, out).toBe(0);
  return JSON.parse(out);
}

/** The same within this process. */
async function saidDocument(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out } = await said(...args, '--json');
  expect(code, out).toBe(0);
  return JSON.parse(out);
}

const at = (name: string): string => join(folder, name);
const hashOf = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(at(name)))
    .digest('hex');
const hashesOf = (name: string): string[] =>
  readdirSync(at(name))
    .sort()
    .map((file) => `${file} ${hashOf(join(name, file))}`);

/** Twelve hairs that hang from a cap, eight points each. */
const hairs = strandsFromPolylines(
  Array.from({ length: 12 }, (_, i) =>
    Array.from({ length: 8 }, (_, j) => [0.01 * i, 1.6 - 0.02 * j, 0.003 * j * j + 0.001 * i]),
  ),
);

function patched(bytes: Buffer, offset: number, word: number): Buffer {
  bytes.writeUInt32LE(word, offset);
  return bytes;
}

beforeAll(async () => {
  writeFileSync(at('hairs.hair'), writeHair('hairs.hair', hairs));
  writeFileSync(at('hairs.tfx'), writeHair('hairs.tfx', hairs));
  // The first run bundles the sources.
  await pelage('--version');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('help and usage', () => {
  it.each(COMMANDS)('pelage %s --help shows an example', async (command) => {
    const { code, out, err } = await said(command, '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`pelage ${command}`);
    expect(out).toContain(`Example:\n\n  npx pelage ${command}`);
    expect(out).toContain('--json');
  });

  it('shows help and version of the program', async () => {
    const help = await pelage('--help');
    for (const command of COMMANDS) expect(help.out).toContain(`\n  ${command} `);
    const { version } = JSON.parse(readFileSync(resolve(program, '../../package.json'), 'utf8'));
    expect(await pelage('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it.each([
    [['inof'], 2, 'usage/command', 'There is no command inof; did you mean info?'],
    [
      ['grow', '--guides', 'many', '-o', 'x.hair'],
      2,
      'usage/number',
      '--guides must be a whole number from 1 to 100,000, not "many".',
    ],
    [
      ['simulate', 'wind', '--fps', '0', '-o', 'x'],
      2,
      'usage/number',
      '--fps must be a number from 0.01 to 100,000, not "0".',
    ],
    [['simulate', 'wind'], 2, 'usage/required', undefined],
    [['info'], 2, 'usage/argument', undefined],
    [['info', 'hair.tfx'], 1, 'file/missing', 'There is no file hair.tfx; did you mean hairs.tfx?'],
    [['convert', 'hairs.tfx', 'b.fbx'], 1, 'format/unknown', undefined],
    [['simulate', 'hairs.hair', '-o', 'hairs.tfx'], 1, 'simulate/output', undefined],
    [['grow', '-o', 'no-such-folder/x.hair'], 1, 'file/no-folder', undefined],
  ] as const)('%j ends with %i', async (args, code, name, message) => {
    const text = await said(...args);
    expect(text).toMatchObject({ code, out: '' });
    expect(text.err).toMatch(/^[^\n]+\n$/);
    if (message) expect(text.err).toBe(`${message}\n`);
    const json = await said(...args, '--json');
    expect(json).toMatchObject({ code, err: '' });
    expect(JSON.parse(json.out)).toEqual({ error: { code: name, message: text.err.trimEnd() } });
  });

  it.each([
    [['inof'], 2],
    [['info', 'hair.tfx'], 1],
  ])('%j ends the process with %i, and says in it what it says here', async (args, code) => {
    const { out, err } = await said(...args);
    expect(await pelage(...args)).toEqual({ code, out, err });
  });

  it('does its work when nobody listens', async () => {
    const child = spawn(process.execPath, [program, 'convert', 'hairs.tfx', 'unheard.hair'], { cwd: folder });
    child.stdout.destroy();
    child.stderr.destroy();
    expect(await new Promise((done) => child.on('exit', done))).toBe(0);
    expect(existsSync(at('unheard.hair'))).toBe(true);
  });
});

describe('files', () => {
  it('converts there and back without a change', async () => {
    await said('convert', 'hairs.tfx', 'there.hair');
    await said('convert', 'there.hair', 'back.tfx');
    expect(hashOf('back.tfx')).toBe(hashOf('hairs.tfx'));
    expect(await saidDocument('info', 'there.hair')).toMatchObject({ strands: 12, points: 96, problemCount: 0 });
  });

  it.each([
    ['cut short', 'tfx/truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200)],
    ['of an unknown version', 'tfx/version', (bytes: Buffer) => patched(bytes, 0, 0x40e00000)],
    ['with an array outside', 'tfx/offset', (bytes: Buffer) => patched(bytes, 12, 0x7fffffff)],
  ])('names what is wrong with a file %s', async (_, code, damage) => {
    writeFileSync(at('damaged.tfx'), damage(Buffer.from(readFileSync(at('hairs.tfx')))));
    for (const args of [
      ['info', 'damaged.tfx'],
      ['convert', 'damaged.tfx', 'never.hair'],
    ]) {
      const answer = await said(...args, '--json');
      expect(answer.code).toBe(1);
      expect(JSON.parse(answer.out)).toEqual({ error: { code, message: expect.stringMatching(/^damaged\.tfx: /) } });
    }
    expect((await said('info', 'damaged.tfx')).err).toMatch(/^damaged\.tfx: [^\n]+\n$/);
    expect((await said('info', 'damaged.tfx', '--debug')).err).toContain('    at ');
    expect(existsSync(at('never.hair'))).toBe(false);
  });
});

describe('simulate', () => {
  it('gives the same bytes for any number of workers, and again', async () => {
    const run = ['simulate', 'hairs.hair', '--frames', '12', '--fps', '24', '--fresh'];
    const figures = await document(...run, '-o', 'deep/one', '--workers', '1');
    expect(figures).toMatchObject({
      frames: 12,
      steps: 55,
      strands: 12,
      points: 96,
      eventCount: 0,
      events: [],
      workers: 1,
    });
    expect(figures['seconds']).toBeCloseTo(11 / 24);
    expect(figures['largestStrain']).toBeGreaterThan(0);
    const expected = hashesOf('deep/one');
    expect(expected).toHaveLength(12);
    await saidDocument(...run, '-o', 'again', '--workers', '1');
    await document(...run, '-o', 'two', '--workers', '2');
    await document(...run, '-o', 'three', '--workers', '3');
    for (const output of ['again', 'two', 'three']) expect(hashesOf(output)).toEqual(expected);
    const first = readHair('frame-0001.hair', readFileSync(at('deep/one/frame-0001.hair'))).strands;
    expect(first.positions).toEqual(hairs.positions);
    const last = readHair('frame-0012.hair', readFileSync(at('deep/one/frame-0012.hair'))).strands;
    expect(last.positions).not.toEqual(hairs.positions);
  });

  it('gives the same bytes for any number of workers while tools cut, wet, comb, hold, grow and glue hair', async () => {
    type Point = readonly [number, number, number];
    const use = (tool: string, parameters: object, [from, to]: readonly [number, number], a: Point, b: Point) => ({
      tool,
      parameters,
      samples: Array.from({ length: to - from }, (_, n) => ({
        step: from + n,
        origin: a.map((x, c) => x + (n / (to - from)) * (b[c]! - x)),
        direction: [1, 0, 0],
        up: tool === 'scissors' ? [0, 0, 1] : [0, 1, 0],
      })),
      end: to,
    });
    const scene = {
      format: 'pelage-scene',
      version: 1,
      name: 'salon',
      groom: { kind: 'style', style: 'curly' },
      guides: 7,
      strands: 60,
      sleep: true,
      contact: { resolution: 64, hair: [{ kind: 'contact' }] },
      motion: { kind: 'head', name: 'shake', amplitude: 0.3, start: 0 },
      strokes: [
        use('water', { reach: 1 }, [2, 12], [-0.3, 0.1, 0], [-0.3, 0, 0]),
        use('grab', { reach: 0.2 }, [4, 20], [-0.2, 0, 0], [-0.25, 0.05, 0]),
        use('comb', { teeth: 21, length: 0.1 }, [6, 26], [-0.16, 0.05, 0], [-0.16, -0.05, 0]),
        use('grow', { reach: 0.2 }, [8, 24], [-0.25, 0.12, 0], [-0.2, 0.14, 0.05]),
        use('lengthen', { reach: 0.5, rate: 1 }, [10, 16], [-0.3, 0, 0], [-0.3, 0, 0]),
        use('hairspray', { reach: 0.5 }, [12, 20], [-0.3, 0, 0], [-0.3, 0, 0]),
        use('scissors', { blades: 0.5 }, [14, 30], [-0.3, -0.05, 0], [-0.3, -0.02, 0]),
        use('clasp', { catch: 0.1 }, [20, 24], [-0.1, 0, -0.05], [-0.1, 0, -0.05]),
      ],
    };
    writeFileSync(at('salon.json'), JSON.stringify(scene));
    const run = ['simulate', 'salon.json', '--strands', 'full', '--frames', '11', '--fps', '30', '--fresh'];
    const plain = ({ elapsed: _, output: __, workers: ___, state: ____, ...figures }: Record<string, unknown>) =>
      figures;
    const figures = plain(await saidDocument(...run, '-o', 'salon-1', '--workers', '1'));
    expect(figures).toMatchObject({ frames: 11, steps: 40, strands: 60 });
    // Three blocks of unequal size; two are compared in src/simulation/blocks.test.ts.
    expect(plain(await document(...run, '-o', 'salon-3', '--workers', '3'))).toEqual(figures);
    expect(hashesOf('salon-3')).toEqual(hashesOf('salon-1'));
  });

  it('says a failure of the scene the same way with threads', async () => {
    mkdirSync(at('scenes'));
    const scene = {
      format: 'pelage-scene',
      version: 2,
      bodies: [{ shape: { kind: 'none' } }],
      grooms: [{ source: { kind: 'file', file: 'gone.hair' } }],
    };
    writeFileSync(at('scenes/broken.json'), JSON.stringify(scene));
    const answer = await pelage('simulate', 'scenes/broken.json', '-o', 'x', '--workers', '2', '--json');
    expect(answer.code).toBe(1);
    expect(JSON.parse(answer.out)).toMatchObject({ error: { code: 'file/missing' } });
  });

  it('runs an example that was saved and edited, with all strands', async () => {
    const scene = JSON.parse((await said('examples', 'head-shake')).out);
    const [body, groom] = [scene.bodies[0], scene.grooms[0]];
    writeFileSync(
      at('mine.json'),
      JSON.stringify({
        ...scene,
        name: 'mine',
        bodies: [{ ...body, resolution: 64 }],
        grooms: [{ ...groom, strands: 50 }],
      }),
    );
    const run = ['simulate', 'mine.json', '--strands', 'full', '--guides', '5', '--frames', '3'];
    expect(await saidDocument(...run, '-o', 'mine-1', '--workers', '1')).toMatchObject({
      scene: 'mine',
      frames: 3,
      strands: 50,
    });
    await document(...run, '-o', 'mine-2', '--workers', '2');
    expect(hashesOf('mine-2')).toEqual(hashesOf('mine-1'));
    expect(await saidDocument('info', 'mine-1/frame-0003.hair')).toMatchObject({ strands: 50, nonFinitePoints: 0 });
  });
});

describe('validate', () => {
  it('gives the same figures in the same order for any number of processes', async () => {
    const figures = async (workers: string): Promise<unknown> => {
      const results = (await document('validate', 'michell', '--model', 'all', '--workers', workers)) as unknown;
      return (results as Record<string, unknown>[]).map(({ seconds, ...rest }) => rest);
    };
    expect(await figures('2')).toEqual(await figures('1'));
  }, 60_000);
});

describe('grow', () => {
  const run = ['grow', '--style', 'curly', '--guides', '20', '--strands', '60', '--points', '32'];

  it('writes the strands that were asked for, says that curls are coarse, and repeats itself', async () => {
    const { code, out, err } = await pelage(...run, '-o', 'a.hair');
    expect(code).toBe(0);
    expect(out).toMatch(/^Wrote a\.hair: 60 strands, 1,920 points, /);
    expect(err).toMatch(/Note: .*sampled too coarsely/);
    await said(...run, '-o', 'b.hair');
    expect(hashOf('b.hair')).toBe(hashOf('a.hair'));
    expect(await saidDocument('info', 'a.hair')).toMatchObject({ strands: 60, points: 1920, nonFinitePoints: 0 });
  });

  it('writes the guides alone, of the length asked for', async () => {
    const figures = await saidDocument(
      'grow',
      '--style',
      'long-straight',
      '--guides',
      '9',
      '--strands',
      '0',
      '--length',
      '0.1',
      '-o',
      'c.tfx',
      '--points',
      '16',
    );
    expect(figures).toMatchObject({ strands: 9, points: 144 });
    expect((figures['length'] as { max: number }).max).toBeLessThanOrEqual(0.1001);
    expect((figures['length'] as { mean: number }).mean).toBeGreaterThan(0.08);
  });
});

describe('studio', () => {
  it('serves until it is interrupted', async () => {
    const child = spawn(process.execPath, [program, 'studio', '--port', '0', '--json'], { cwd: folder });
    const { url } = await new Promise<{ url: string }>((done, failed) => {
      let out = '';
      let err = '';
      child.stderr.on('data', (chunk) => (err += chunk));
      child.stdout.on('data', (chunk) => {
        out += chunk;
        if (out.endsWith('}\n')) done(JSON.parse(out));
      });
      child.on('exit', (code) => failed(new Error(`ended with ${code}: ${out}${err}`)));
    });
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    child.kill('SIGINT');
    expect(await new Promise((done) => child.once('exit', done))).toBe(0);
  });
});
