import { AnimatedMesh } from '../body/animated-mesh.ts';
import { makeMesh } from '../body/mesh.ts';
import { hash, Random } from '../numeric/random.ts';
import { makeStrands, uniformFirst } from '../strands/strands.ts';
import { ArchiveBuilder } from './alembic/archive.fixture.ts';
import type { Budget } from './budget.ts';
import { crc32 } from './crc32.ts';
import { readGltfBody } from './gltf/body.ts';
import { skinnedFile } from './gltf/skinned.fixture.ts';
import {
  MemorySink,
  makeAnimation,
  memorySource,
  openAnimation,
  type ReadOptions,
  readHair,
  readMesh,
  readTfxBone,
  writeAnimation,
  writeHair,
  writeMesh,
} from './index.ts';

/** Damaged files: small good ones, and ways to spoil them. */

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
  '{',
  '}',
  '(',
  '[',
  '"',
  '@',
  '<',
  '= ',
  'def Xform "x" {',
  'float[] widths = [1, 2]',
  '__proto__',
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
export function mutate(original: Uint8Array, random: Random): Uint8Array {
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

const animation = makeAnimation(
  strands,
  [0, 0.5, 1.5],
  [0, 1, 2].map((k) => strands.positions.map((x) => x + k)),
);

function animationBytes(name: string): Uint8Array {
  const sink = new MemorySink(64);
  writeAnimation(name, animation, sink);
  return sink.bytes();
}

/** Reads all there is in a file, every frame of an animation. */
function readAnimation(name: string, bytes: Uint8Array, budget: Budget, files?: ReadOptions['files']): void {
  const opened = openAnimation(name, memorySource(bytes), { budget, ...(files ? { files } : {}) });
  for (let k = 0; k < Math.min(opened.animation.times.length, 20); k++) opened.animation.frame(k);
}

export interface FuzzCase {
  readonly name: string;
  readonly original: Uint8Array;
  /** Bytes that may be allocated for each byte of the file, or that it unpacks to. */
  readonly factor: number;
  /** May answer later. */
  readonly read: (bytes: Uint8Array, budget: Budget) => unknown;
  /** Makes checksums right again, so that damage is found by what it does. */
  readonly mend?: (bytes: Uint8Array) => void;
}

/** The mutation of a number: the same every time, so that a failure can be looked at alone. */
export function damaged(
  { original, mend }: FuzzCase,
  seed: number,
  index: number,
  from: Uint8Array = original,
): Uint8Array {
  const bytes = mutate(from, new Random(hash(seed, index)));
  mend?.(bytes);
  return bytes;
}

/** Chunks of an animation get the checksums of what they hold. */
function mendAnimation(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 8; at + 16 <= bytes.length; ) {
    const size = Math.min(view.getUint32(at + 4, true), bytes.length - at - 16);
    view.setUint32(at + 8, crc32(bytes.subarray(at + 16, at + 16 + size)), true);
    view.setUint32(at + 12, crc32(bytes.subarray(at, at + 12)), true);
    at += 16 + size;
  }
}

const hair = (name: string, original: Uint8Array, label = name): FuzzCase => ({
  name: label,
  original,
  factor: 2,
  read: (bytes, budget) => readHair(name, bytes, { budget }),
});

const moving = (name: string, original: Uint8Array): FuzzCase => ({
  name,
  original,
  factor: 4,
  read: (bytes, budget) => readAnimation(name, bytes, budget),
});

const body = (name: string, factor: number): FuzzCase => ({
  name: `${name} (mesh)`,
  original: writeMesh(name, mesh),
  factor,
  read: (bytes, budget) => readMesh(name, bytes, { budget, withMotion: true }),
});

/** A body with everything that moves it, at the first moment and at a later one. */
async function readBody(name: string, bytes: Uint8Array): Promise<void> {
  const body = await readGltfBody(name, bytes);
  const { positions, triangles } = body.mesh;
  if (body.animation)
    new AnimatedMesh(body.animation, { triangles, vertexCount: positions.length / 3 }, true).positionsAt(
      0.5,
      new Float32Array(positions.length),
    );
}

/** A .glb as the .gltf that holds its bytes within its text. */
function asText(glb: Uint8Array): Uint8Array {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)));
  const data = Buffer.from(glb.subarray(28 + length)).toString('base64');
  json.buffers[0].uri = `data:application/octet-stream;base64,${data}`;
  return new TextEncoder().encode(JSON.stringify(json));
}

const skinned = await skinnedFile();

/** An archive with what other programs write: knots, orders, weights, instances, what is hidden, cycles of times, texts. */
function alembicScene(): Uint8Array {
  const b = new ArchiveBuilder();
  const samples = [0, 1].map((x) => Float32Array.from({ length: 24 }, (_, i) => i / 7 + x));
  const more = [
    b.floats('.knots', Float32Array.of(0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1)),
    b.bytes('.orders', Uint8Array.of(4, 4)),
    b.floats('w', new Float32Array(8).fill(2)),
  ];
  const params = [b.texts('name', ['a', 'b'], 'uni'), b.floats('width', new Float32Array(8), 'vtx')];
  const counts = [Int32Array.of(4, 4)];
  const own = [b.visible(-1)];
  const hair = b.curves('hair', { samples, counts, basis: [2, 0, 0, 0], more, params, own });
  const objects = [
    b.transform('move', [hair], [1, 2, 3]),
    b.transform('more', [b.instance('copy', '/move'), b.instance('other', '/move/hair')]),
    b.curves('hidden', { samples, counts, own: [b.visible(0)] }),
  ];
  return b.finish(objects, { perCycle: 1 / 24, times: [0, 1 / 48], samples: 2 });
}

const plyMesh = Uint8Array.from(
  Buffer.concat([
    Buffer.from(
      'ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 2\nproperty list uchar uint vertex_indices\nend_header\n',
    ),
    Buffer.from(mesh.positions.buffer),
    Buffer.from([3, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0]),
  ]),
);

/** A stage of references, classes, comments and curves of other kinds. */
const usdStage = new TextEncoder().encode(`#usda 1.0
( metersPerUnit = 1 subLayers = [@b.usda@] ) // a comment
class "_c" { def HermiteCurves "h" { int[] curveVertexCounts = [2] point3f[] points = [(0, 0, 0), (0, 1, 0)]
  vector3f[] tangents = [(1, 0, 0), (1, 0, 0)] } }
def Xform "a" ( inherits = </_c> prepend references = [</b>, @c.usda@</d>] active = true ) { token visibility = "inherited" }
def "b" ( payload = @@@d@e.usda@@@ ) { /* more */ def NurbsCurves "n" { int[] curveVertexCounts = [4] int[] order = [4]
  double[] knots = [0, 0, 0, 0, 1, 1, 1, 1] double2[] ranges = [(0, 1)] double[] pointWeights = [1, 2, 2, 1]
  point3f[] points.timeSamples = { 0: [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)], 1: None } } }
def "e" ( references = </a/h> ) {}
`);

export const FUZZ_CASES: readonly FuzzCase[] = [
  hair('a.tfx', writeHair('a.tfx', strands), 'a.tfx (4)'),
  hair('a.tfx', writeHair('a.tfx', strands, { tfxVersion: 3 }), 'a.tfx (3)'),
  hair('a.hair', writeHair('a.hair', strands)),
  hair('a.obj', writeHair('a.obj', strands), 'a.obj (hair)'),
  body('a.obj', 2),
  {
    name: 'a.tfxbone',
    original: bones,
    factor: 2,
    read: (bytes, budget) => readTfxBone('a.tfxbone', bytes, { budget }),
  },
  { ...hair('a.ply', writeHair('a.ply', strands)), factor: 4 },
  {
    name: 'a.ply (mesh)',
    original: plyMesh,
    factor: 4,
    read: (bytes, budget) => readMesh('a.ply', bytes, { budget }),
  },
  { ...hair('a.txt', writeHair('a.txt', strands)), factor: 4 },
  { ...hair('a.data', writeHair('a.data', strands)), factor: 4 },
  { name: 'a.glb (body)', original: skinned, factor: 4, read: (bytes) => readBody('a.glb', bytes) },
  { name: 'a.gltf (body)', original: asText(skinned), factor: 4, read: (bytes) => readBody('a.gltf', bytes) },
  moving('a.abc', animationBytes('a.abc')),
  { ...moving('a.abc', alembicScene()), name: 'a.abc (scene)' },
  body('a.abc', 4),
  moving('a.usda', animationBytes('a.usda')),
  {
    ...moving('a.usda', usdStage),
    name: 'a.usda (stage)',
    read: (bytes, budget) => readAnimation('a.usda', bytes, budget, () => usdStage),
  },
  body('a.usda', 4),
  moving('a.usdc', animationBytes('a.usdc')),
  moving('a.usdz', animationBytes('a.usdz')),
  moving('a.pelage', animationBytes('a.pelage')),
  { ...moving('a.pelage', animationBytes('a.pelage')), name: 'a.pelage (mended)', mend: mendAnimation },
];
