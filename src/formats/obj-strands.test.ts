import { describe, expect, it } from 'vitest';
import { makeStrands, strandsFromPolylines } from '../strands/strands.ts';
import { readHair, writeHair } from './registry.ts';

const points = Array.from({ length: 9 }, (_, i) => `v ${i + 1} 0 0\n`).join('');

/** Strands as lists of vertex numbers, which are the x coordinates above. */
function strandsOf(lines: string): number[][] {
  const { strands } = readHair('a.obj', new TextEncoder().encode(points + lines));
  return Array.from({ length: strands.id.length }, (_, s) =>
    Array.from(
      { length: strands.first[s + 1]! - strands.first[s]! },
      (_, i) => strands.positions[3 * (strands.first[s]! + i)]!,
    ),
  );
}

describe('lines of .obj files become strands', () => {
  it.each([
    [
      'whole polylines',
      'l 1 2 3\nl 4 5 6 7\n',
      [
        [1, 2, 3],
        [4, 5, 6, 7],
      ],
    ],
    [
      'segments in order',
      'l 1 2\nl 2 3\nl 4 5\nl 5 6\n',
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    [
      'segments in any order and direction',
      'l 2 3\nl 5 4\nl 2 1\nl 5 6\n',
      [
        [1, 2, 3],
        [6, 5, 4],
      ],
    ],
    ['strands against the order of vertices', 'l 3 2\nl 2 1\n', [[3, 2, 1]]],
    ['counting back', 'l -9 -8\nl -8 -7\n', [[1, 2, 3]]],
    ['texture references', 'l 1/1 2/2 3/3\n', [[1, 2, 3]]],
    [
      'forks',
      'l 1 2\nl 2 3\nl 2 4\nl 4 5\n',
      [
        [1, 2],
        [2, 3],
        [2, 4, 5],
      ],
    ],
    ['rings', 'l 1 2\nl 2 3\nl 3 1\n', [[1, 2, 3, 1]]],
    ['doubled segments', 'l 1 2\nl 1 2\n', [[1, 2, 1]]],
    [
      'segments without length',
      'l 1 1\nl 2 3\n',
      [
        [1, 1],
        [2, 3],
      ],
    ],
    ['single points', 'p 4\nl 1 2\nl 7\np 5 6\n', [[4], [1, 2], [7], [5], [6]]],
    ['single points alone, and bare lines', 'l\np 1\nl\n', [[1]]],
    [
      'polylines beside segments',
      'l 1 2\nl 3 4 5\nl 2 6\n',
      [
        [1, 2, 6],
        [3, 4, 5],
      ],
    ],
    ['polylines over several lines', 'l 1 2 \\\n 3\n', [[1, 2, 3]]],
  ])('%s', (_, lines, expected) => expect(strandsOf(lines)).toEqual(expected));
  it('leaves faces to meshes', () => {
    const file = readHair('a.obj', new TextEncoder().encode(`${points}f 1 2 3\nl 1 2\n`));
    expect(file.notes).toContain('1 faces are no hair and were left out');
    expect(() => strandsOf('f 1 2 3\n')).toThrow(expect.objectContaining({ code: 'obj/no-lines' }));
    expect(() => strandsOf('l 1 10\n')).toThrow(/^a\.obj, line 10: "10" names a vertex/);
  });
  it('reads a file of comments as no strands, and refuses an empty one', () => {
    expect(readHair('a.obj', new TextEncoder().encode('# hair\n')).strands.id.length).toBe(0);
    expect(readHair('a.obj', writeHair('a.obj', strandsFromPolylines([]))).strands.id.length).toBe(0);
    expect(() => readHair('a.obj', new Uint8Array(0))).toThrow('a.obj: the file is empty');
  });
});

describe('strands as .obj', () => {
  const strands = strandsFromPolylines([
    [
      [0, 0, 0],
      [0, 1, 0],
      [0, 1.5, 0.1],
    ],
    [[1, 2, 3]],
    [
      [5, 5, 5],
      [6, 6, 6],
    ],
  ]);
  const vertices = '# written by Pelage: 3 strands\nv 0 0 0\nv 0 1 0\nv 0 1.5 0.1\nv 1 2 3\nv 5 5 5\nv 6 6 6\n';
  it('are one line a segment, as Blender needs them', () => {
    expect(new TextDecoder().decode(writeHair('a.obj', strands))).toBe(`${vertices}l 1 2\nl 2 3\np 4\nl 5 6\n`);
  });
  it('are whole polylines where asked', () => {
    expect(new TextDecoder().decode(writeHair('a.obj', strands, { objLines: 'polylines' }))).toBe(
      `${vertices}l 1 2 3\np 4\nl 5 6\n`,
    );
  });
  it('name what is left out and what cannot be written', () => {
    const notes: string[] = [];
    const fine = makeStrands({
      ...strands,
      pointAttributes: new Map([['radius', { size: 1, data: new Float32Array(6) }]]),
    });
    writeHair('a.obj', fine, { note: (sentence) => notes.push(sentence) });
    expect(notes).toEqual(['.obj has no place for these attributes, they were left out: radius (point)']);
    expect(() => writeHair('a.obj', strandsFromPolylines([[]]))).toThrow(/strand 0 has no points/);
  });
});
