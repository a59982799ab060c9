import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../strands/input-error.ts';
import { makeStrands, type Strands } from '../../strands/strands.ts';
import { Budget } from '../budget.ts';
import type { FileFormat, HairContent, Target } from '../format.ts';
import { readHair, readMesh } from '../index.ts';
import { PLY } from './ply.ts';
import { POLYLINE_TEXT } from './polyline-text.ts';
import { SALON_DATA } from './salon-data.ts';

function read(format: FileFormat, bytes: Uint8Array, notes: string[] = []): HairContent {
  const budget = new Budget(bytes.length, { factor: 4 });
  return format.readHair!({ name: 'x.ply', bytes, budget, note: (n) => notes.push(n), options: {} });
}

const target: Target = { name: 'x', options: {}, metadata: {}, unit: 1, up: 'y', note: () => {} };
const write = (format: FileFormat, strands: Strands): Uint8Array => format.writeHair!(strands, target);
const text = (lines: string): Uint8Array => new TextEncoder().encode(lines);

const float = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
const hair = fc
  .array(fc.array(fc.tuple(float, float, float), { minLength: 2, maxLength: 9 }), { minLength: 1, maxLength: 8 })
  .map((polylines) => {
    const first = new Uint32Array(polylines.length + 1);
    polylines.forEach((line, k) => {
      first[k + 1] = first[k]! + line.length;
    });
    const points = first.at(-1)!;
    return makeStrands({
      first,
      positions: Float32Array.from(polylines.flat(2)),
      pointAttributes: new Map([
        ['radius', { size: 1, data: Float32Array.from({ length: points }, (_, i) => 1e-5 * (i + 1)) }],
        ['colour', { size: 3, data: Float32Array.from({ length: 3 * points }, (_, i) => (i % 7) / 8) }],
      ]),
    });
  });

describe.each([
  ['.ply', PLY],
  ['.txt', POLYLINE_TEXT],
  ['.data', SALON_DATA],
] as const)('%s', (_, format) => {
  it('gives back every point of every strand (seed 28)', () => {
    fc.assert(
      fc.property(hair, (strands) => {
        const back = read(format, write(format, strands)).strands;
        expect([...back.first]).toEqual([...strands.first]);
        expect(back.positions).toEqual(strands.positions);
      }),
      { seed: 28 },
    );
  });

  it('answers damaged bytes with a sentence or with what is whole (seed 29)', () => {
    fc.assert(
      fc.property(
        hair,
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 6 }),
        fc.nat(2000),
        (strands, hits, end) => {
          const bytes = write(format, strands);
          for (const [place, value] of hits) if (place < bytes.length) bytes[place] = value;
          try {
            read(format, bytes.subarray(0, bytes.length - (end % bytes.length)));
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
          }
        },
      ),
      { seed: 29 },
    );
  });
});

describe('.ply', () => {
  it('keeps radius and colour (seed 30)', () => {
    fc.assert(
      fc.property(hair, (strands) => {
        const back = read(PLY, write(PLY, strands)).strands;
        for (const name of ['radius', 'colour'])
          expect(back.pointAttributes.get(name)?.data).toEqual(strands.pointAttributes.get(name)?.data);
      }),
      { seed: 30 },
    );
  });

  const header = (more: string): string =>
    `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty double z\n${more}`;

  it('joins edges in any order and direction', () => {
    const file = `${header('element edge 3\nproperty int vertex1\nproperty int vertex2\nend_header\n')}0 0 0\n0 0 3\n0 0 1\n0 0 2\n3 1\n0 2\n2 3\n`;
    const { strands } = read(PLY, text(file));
    expect([...strands.first]).toEqual([0, 4]);
    expect([...strands.positions].filter((_, i) => i % 3 === 2)).toEqual([0, 1, 2, 3]);
  });

  it('parts strands by their number, by colour, or after a long step, and says how', () => {
    const rows = ['0 0 0', '0 0 1', '5 0 0', '5 0 1'];
    const numbered = `${header('property int strand_id\nend_header\n')}${rows.map((row, i) => `${row} ${i >> 1}`).join('\n')}\n`;
    expect([...read(PLY, text(numbered)).strands.first]).toEqual([0, 2, 4]);
    const long = Array.from({ length: 40 }, (_, i) => `${Math.floor(i / 10)} 0 ${0.01 * (i % 10)}`).join('\n');
    const notes: string[] = [];
    const plain = `ply\nformat ascii 1.0\nelement vertex 40\nproperty float x\nproperty float y\nproperty float z\nend_header\n${long}\n`;
    expect([...read(PLY, text(plain), notes).strands.first]).toEqual([0, 10, 20, 30, 40]);
    expect(notes.join()).toMatch(/longer than the others/);
  });

  it('reads what big-endian machines write', () => {
    const head = text(
      'ply\nformat binary_big_endian 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n',
    );
    const bytes = new Uint8Array(head.length + 24);
    bytes.set(head);
    const view = new DataView(bytes.buffer, head.length);
    [1, 2, 3, 4, 5, 6].forEach((value, i) => {
      view.setFloat32(4 * i, value, false);
    });
    expect([...read(PLY, bytes).strands.positions]).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('.ply with faces', () => {
  const head =
    'ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\nproperty float s\nproperty float t';
  const rows = '0 0 0 0 0\n1 0 0 1 0\n1 1 0 1 1\n0 1 0 0 1\n0 2 0 0 2\n';
  const mesh = text(
    `${head}\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n${rows}4 0 1 2 3\n3 3 2 4\n`,
  );

  it('is a mesh, and no hair', () => {
    const read = readMesh('a.ply', mesh).mesh;
    expect([...read.triangles]).toEqual([0, 1, 2, 0, 2, 3, 3, 2, 4]);
    expect([...read.uv!]).toEqual([0, 0, 1, 0, 1, 1, 0, 1, 0, 2]);
    expect(() => readHair('a.ply', mesh)).toThrow(/^a\.ply: the file has faces and no edges: it is a mesh/);
  });

  it('in binary, with more corners a face than usual, is the same mesh to the last bit', () => {
    const points = Float32Array.from({ length: 36 }, (_, i) => Math.fround(0.1 * ((i * 7) % 11)));
    const start = text(
      'ply\nformat binary_little_endian 1.0\nelement vertex 12\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar uint vertex_index\nend_header\n',
    );
    const corners = Uint32Array.from({ length: 12 }, (_, i) => i);
    const bytes = Uint8Array.of(...start, ...new Uint8Array(points.buffer), 12, ...new Uint8Array(corners.buffer));
    const { mesh: found } = readMesh('a.ply', bytes);
    expect(found.positions).toEqual(points);
    expect(found.triangles).toHaveLength(30);
    expect(() => readMesh('a.ply', bytes.slice(0, -1))).toThrow(/the data ends early/);
  });

  it('whose faces name vertices that are not there are left out', () => {
    const broken = text(new TextDecoder().decode(mesh).replace('3 3 2 4', '3 3 2 9'));
    const { mesh: found, notes } = readMesh('a.ply', broken);
    expect(found.triangles).toHaveLength(6);
    expect(notes.join()).toMatch(/1 faces have fewer than three corners, or corners that are not there/);
  });

  it('has hair where it has edges beside faces, or numbers of strands', () => {
    const both = text(
      'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nelement edge 2\nproperty int vertex1\nproperty int vertex2\nend_header\n0 0 0\n0 1 0\n0 2 0\n3 0 1 2\n0 1\n1 2\n',
    );
    expect([...readHair('a.ply', both).strands.first]).toEqual([0, 3]);
  });
});

describe('.txt', () => {
  it('takes empty lines, counts, commas, remarks and further columns', () => {
    const first = read(POLYLINE_TEXT, text('# hair\n2\n0 0 0\n0 1 0\n3\n1 0 0\n1 1 0\n1 2 0\n')).strands;
    expect([...first.first]).toEqual([0, 2, 5]);
    const second = read(POLYLINE_TEXT, text('0,0,0,9\r\n0,1,0,9\r\n\r\n\r\nstrand 2\r\n1;0;0\r\n1;1;0')).strands;
    expect([...second.first]).toEqual([0, 2, 4]);
  });

  it('says what is wrong with a file of other things', () => {
    expect(() => read(POLYLINE_TEXT, text('hello\n1 2\n'))).toThrow(/three numbers of a point/);
  });
});

describe('.data', () => {
  it('leaves out bald roots and keeps what is whole of a file that ends early', () => {
    const strands = makeStrands({
      first: new Uint32Array([0, 3, 4, 6]),
      positions: Float32Array.from({ length: 18 }, (_, i) => i),
    });
    const bytes = write(SALON_DATA, strands);
    const notes: string[] = [];
    expect([...read(SALON_DATA, bytes, notes).strands.first]).toEqual([0, 3, 5]);
    expect(notes.join()).toMatch(/1 roots without hair/);
    const short = bytes.subarray(0, bytes.length - 4);
    expect(() => readHair('a.data', short)).toThrow(
      /^a\.data: strand 2 of 3, at byte 60 of 84, is cut off or damaged; .* keep the strands that are whole with pelage/,
    );
    const kept = readHair('a.data', short, { partial: true });
    expect([...kept.strands.first]).toEqual([0, 3]);
    expect(kept.notes.join()).toMatch(/2 of 3 strands are whole and were kept/);
  });
});
