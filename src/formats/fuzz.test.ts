import { describe, expect, it } from 'vitest';
import { makeMesh } from '../body/mesh.ts';
import { Random } from '../numeric/random.ts';
import { InputError } from '../strands/input-error.ts';
import { makeStrands, uniformFirst } from '../strands/strands.ts';
import { Budget } from './budget.ts';
import { readHair, readMesh, readTfxBone, writeHair, writeMesh } from './index.ts';

const seed = 20261118;
const MUTATIONS = 2000;

const strands = makeStrands({
  first: uniformFirst(3, 4),
  positions: Float32Array.from({ length: 36 }, (_, i) => i / 7),
  pointAttributes: new Map([
    ['colour', { size: 3, data: new Float32Array(36).fill(0.5) }],
    ['uv', { size: 2, data: new Float32Array(24) }],
    ['transparency', { size: 1, data: new Float32Array(12) }],
  ]),
  strandAttributes: new Map([
    ['rootUv', { size: 2, data: new Float32Array(6) }],
    ['radius', { size: 1, data: new Float32Array(3).fill(1e-4) }],
    ['guide', { size: 1, data: new Uint32Array(3) }],
  ]),
});

const mesh = makeMesh({
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
  uv: new Float32Array(8),
});

const bones = Uint8Array.from(
  Buffer.concat([
    Buffer.from(Int32Array.of(2, 0, 4).buffer),
    Buffer.from('abc\0'),
    Buffer.from(Int32Array.of(1, 4).buffer),
    Buffer.from('xyz\0'),
    Buffer.from(
      Int32Array.of(2, ...[0, 1, 0x3f800000, 0, 0, 0, 0, 0, 0], ...[1, 1, 0, 0, 0x3f800000, 0, 0, 0, 0]).buffer,
    ),
  ]),
);

const SPECIAL = [0, 1, 2, 3, 0x7f, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x7fc00000];
const SNIPPETS = [
  'l',
  'f 1 2 3',
  '-',
  '/',
  '//',
  '\\\n',
  '#',
  '1e999',
  'nan',
  '\n',
  '\r',
  ' ',
  '999999999',
  'v',
  'p',
  'g x',
  '0',
  '.',
  '\0',
];

function withInserted(bytes: Uint8Array, at: number, more: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length + more.length);
  result.set(bytes.subarray(0, at));
  result.set(more, at);
  result.set(bytes.subarray(at), at + more.length);
  return result;
}

/** One to three changes: a byte, a whole word, a cut, a repeated piece, a piece of text. */
function mutate(original: Uint8Array, random: Random): Uint8Array {
  let bytes: Uint8Array = original.slice();
  for (let changes = 1 + random.below(3); changes > 0 && bytes.length > 0; changes--) {
    const at = random.below(bytes.length);
    const kind = random.below(6);
    if (kind === 0) bytes[at] = random.below(256);
    else if (kind === 1 || kind === 2) {
      // Half of them in the header, where the counts and offsets are.
      const word = 4 * random.below(Math.max(1, Math.min(kind === 1 ? 44 : 1e9, bytes.length >> 2)));
      if (word + 4 <= bytes.length)
        new DataView(bytes.buffer).setUint32(word, SPECIAL[random.below(SPECIAL.length)]!, true);
    } else if (kind === 3) bytes = bytes.slice(0, at);
    else if (kind === 4)
      bytes = withInserted(bytes, random.below(bytes.length), bytes.slice(at, at + random.below(40)));
    else bytes = withInserted(bytes, at, new TextEncoder().encode(SNIPPETS[random.below(SNIPPETS.length)]));
  }
  return bytes;
}

type Reader = (bytes: Uint8Array, budget: Budget) => unknown;

const CASES: [string, Uint8Array, Reader][] = [
  ['a.tfx (4)', writeHair('a.tfx', strands), (bytes, budget) => readHair('a.tfx', bytes, { budget })],
  [
    'a.tfx (3)',
    writeHair('a.tfx', strands, { tfxVersion: 3 }),
    (bytes, budget) => readHair('a.tfx', bytes, { budget }),
  ],
  ['a.hair', writeHair('a.hair', strands), (bytes, budget) => readHair('a.hair', bytes, { budget })],
  ['a.obj (hair)', writeHair('a.obj', strands), (bytes, budget) => readHair('a.obj', bytes, { budget })],
  ['a.obj (mesh)', writeMesh('a.obj', mesh), (bytes, budget) => readMesh('a.obj', bytes, { budget })],
  ['a.tfxbone', bones, (bytes, budget) => readTfxBone('a.tfxbone', bytes, { budget })],
];

describe(`${MUTATIONS} damaged files each give an InputError or are read (seed ${seed})`, () => {
  it.each(CASES)('%s', (_, original, read) => {
    const random = new Random(seed);
    let refused = 0;
    for (let i = 0; i < MUTATIONS; i++) {
      const bytes = mutate(original, random);
      const budget = new Budget(bytes.length);
      try {
        read(bytes, budget);
      } catch (error) {
        if (!(error instanceof InputError)) throw new Error(`mutation ${i}: ${error}`, { cause: error });
        refused++;
      }
      if (budget.total > 2 * bytes.length + 1_000_000) expect.fail(`mutation ${i} took ${budget.total} bytes`);
    }
    // Both ways out are taken, so the loop does test what lies behind the header.
    expect(refused).toBeGreaterThan(MUTATIONS / 20);
    expect(refused).toBeLessThan(MUTATIONS);
  });
});
