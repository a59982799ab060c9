import { describe, expect, it } from 'vitest';
import { InputError } from '../strands/input-error.ts';
import { makeStrands, type Strands, strandCount, uniformFirst } from '../strands/strands.ts';
import { CUT_OFF } from './cut-off.ts';
import { FUZZ_CASES } from './fuzz.fixture.ts';
import { Budget, memorySource, openAnimation, readBody, readHair, readMesh, writeHair } from './index.ts';

async function messageOf(read: () => unknown): Promise<string | null> {
  try {
    await read();
    return null;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message;
  }
}

/** Formats whose every part is needed: there is no shorter file that could be meant. */
const WHOLE = [
  'a.tfx (4)',
  'a.tfx (3)',
  'a.hair',
  'a.ply',
  'a.abc',
  'a.usda',
  'a.usdc',
  'a.glb (body)',
  'a.gltf (body)',
];

describe('files that end early', () => {
  for (const { name, original, read } of FUZZ_CASES.filter((one) => WHOLE.includes(one.name)))
    it(`${name}: the message ends with what to do, wherever the cut is`, async () => {
      const lengths = Array.from({ length: 60 }, (_, k) => 1 + Math.floor(((original.length - 2) * k) / 60));
      for (const length of [...lengths, 4, 9, 15, 64]) {
        const message = await messageOf(() => read(original.slice(0, length), new Budget(original.length)));
        if (message === null) expect([length, name]).toEqual([expect.any(Number), 'a.usda']);
        else
          expect([length, message.slice(message.lastIndexOf('; ') + 2)]).toEqual([
            length,
            expect.stringMatching(`^${CUT_OFF}`),
          ]);
      }
    });

  it('are empty, and that is said', async () => {
    const none = new Uint8Array(0);
    for (const name of ['a.hair', 'a.tfx', 'a.abc', 'a.usda', 'a.usdc', 'a.usdz', 'a.ply', 'a.obj', 'a.data']) {
      expect(() => readHair(name, none)).toThrow(`${name}: the file is empty`);
      if (!/tfx|hair|ply|data/.test(name)) expect(() => readMesh(name, none)).toThrow(`${name}: the file is empty`);
    }
    expect(() => openAnimation('a.pelage', memorySource(none))).toThrow('a.pelage: the file is empty');
    for (const name of ['a.glb', 'a.gltf'])
      await expect(readBody(name, none)).rejects.toThrow(`${name}: the file is empty`);
  });
});

const STRANDS = 12;
const POINTS = 4;
const strands = makeStrands({
  first: uniformFirst(STRANDS, POINTS),
  positions: Float32Array.from({ length: 3 * STRANDS * POINTS }, (_, i) => {
    const point = Math.floor(i / 3);
    return [Math.floor(point / POINTS), 0.1 * (point % POINTS), 0][i % 3]!;
  }),
  pointAttributes: new Map([
    ['radius', { size: 1, data: new Float32Array(STRANDS * POINTS).fill(5e-5) }],
    ['colour', { size: 3, data: new Float32Array(3 * STRANDS * POINTS).fill(0.5) }],
  ]),
});

/** Whether strands are the first of those written, with all their points. */
function expectFirst(kept: Strands): void {
  const count = strandCount(kept);
  expect(kept.first).toEqual(strands.first.slice(0, count + 1));
  expect(kept.positions).toEqual(strands.positions.slice(0, 3 * POINTS * count));
}

describe('the whole strands of a file that was cut off', () => {
  for (const name of ['a.hair', 'a.tfx', 'a.ply', 'a.data'])
    it(`${name}: are kept where this is asked for, and counted`, () => {
      const bytes = writeHair(name, strands);
      let most = 0;
      let before = 0;
      for (let length = Math.floor(bytes.length / 6); length < bytes.length; length += 7) {
        const cut = bytes.slice(0, length);
        expect(() => readHair(name, cut)).toThrow(CUT_OFF);
        try {
          const { strands: kept, notes } = readHair(name, cut, { partial: true });
          expectFirst(kept);
          expect(notes.join()).toMatch(/cut off/);
          before = strandCount(kept);
          most = Math.max(most, before);
        } catch (error) {
          // Not one strand was whole yet.
          expect(error).toBeInstanceOf(InputError);
          expect(before).toBe(0);
        }
      }
      expect(most).toBeGreaterThanOrEqual(STRANDS - 1);
      expect(readHair(name, bytes, { partial: true })).toEqual(readHair(name, bytes));
    });

  it('of text are those whose last line is whole', () => {
    const line = (s: number, k: number): string => `${s} ${0.1 * k} 0 ${s}`;
    const rows = Array.from({ length: STRANDS * POINTS }, (_, p) => line(Math.floor(p / POINTS), p % POINTS));
    const head = ['ply', 'format ascii 1.0', `element vertex ${rows.length}`];
    const text = [...head, ...['x', 'y', 'z', 'strand'].map((one) => `property float ${one}`), 'end_header', ...rows];
    const bytes = new TextEncoder().encode(`${text.join('\n')}\n`);
    for (const lost of [3, 40, 200]) expectFirst(readHair('a.ply', bytes.slice(0, -lost), { partial: true }).strands);
  });
});

describe('files under a wrong name', () => {
  it('are read by their content, also where an animation is expected', () => {
    const { animation, notes } = openAnimation('a.abc', memorySource(writeHair('a.hair', strands)));
    expect(animation.strands.positions).toEqual(strands.positions);
    expect(notes[0]).toBe('the file holds cyHair data whatever its name says, and was read as such');
  });

  it('are named for what they are, where they are no hair', () => {
    const glb = writeHair('a.glb', strands, { gltfShape: 'lines' });
    expect(() => readHair('a.hair', glb)).toThrow(/^a.hair: this is glTF whatever its name says, and hair is not read/);
    expect(() => readMesh('a.obj', glb)).toThrow(/this is glTF/);
    expect(() => openAnimation('a.abc', memorySource(glb))).toThrow(/this is glTF/);
    const fbx = new TextEncoder().encode('Kaydara FBX Binary  \0');
    expect(() => readHair('a.tfx', fbx)).toThrow(/this is FBX/);
  });
});
